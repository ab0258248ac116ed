"""The bundle of an event at the desk: to take away, to bring in, and which site keeps the event."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from thunee_tournaments import site_key
from thunee_tournaments.desk.access import DeskRequest, organiser_page_of_a_copy_too, secret, signed_in
from thunee_tournaments.desk.forms import holder_choices, holder_field, text_line
from thunee_tournaments.desk.pages import Context, crumb, desk_page, posted, refused_beside, usual_status
from thunee_tournaments.services.acts import (
    TakenIn,
    hand_over,
    start_sending,
    stop_sending,
    take_bundle,
    take_in,
    take_over,
)
from thunee_tournaments.services.queries import MOST_BYTES, copy_of, sending_of
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Organisation
from thunee_tournaments.tournaments.selectors import holders_for, may_make_events

MAX_ADDRESS, MAX_REASON = 200, 200
ZIP = "application/zip"


class TakeForm(forms.Form):
    """For whom the private part is sealed, if it is to be in it."""

    private_for = text_line(
        gettext_lazy("Address of the site it is for"), MAX_ADDRESS, required=False,
        help_text=gettext_lazy(
            "Only for a site of yours: phone numbers and all else that is private come with it, and only that site can "
            "read them. Left empty, they stay here."
        ),
    )  # fmt: skip


class SendForm(forms.Form):
    """Which site follows the event."""

    url = text_line(
        gettext_lazy("Web address of the other site"), 200,
        help_text=gettext_lazy("Such as https://club.example.org. It knows the event from its first bundle."),
        error_messages={"required": gettext_lazy("Say which site.")},
    )  # fmt: skip
    private_for = text_line(
        gettext_lazy("Its own address, if it is your spare"), MAX_ADDRESS, required=False,
        help_text=gettext_lazy("Then what is private goes there too, sealed, and the tables' links work on."),
    )  # fmt: skip


class HandOverForm(forms.Form):
    """Who keeps the event from now on."""

    to = text_line(
        gettext_lazy("Address of the site that keeps it then"), MAX_ADDRESS,
        help_text=gettext_lazy("The desk of the other site shows it under “Bring in an event”: thunee1 and more."),
        error_messages={"required": gettext_lazy("Say which site.")},
    )  # fmt: skip
    reason = text_line(
        gettext_lazy("Why"), MAX_REASON, help_text=gettext_lazy("It is public, and stays in the record."),
        error_messages={"required": gettext_lazy("Say why.")},
    )  # fmt: skip


class TakeOverForm(forms.Form):
    """Why this site goes on with the event."""

    reason = text_line(
        gettext_lazy("What happened to the other site"), MAX_REASON,
        help_text=gettext_lazy("It is public, and stays in the record."),
        error_messages={"required": gettext_lazy("Say what happened.")},
    )  # fmt: skip
    sure = forms.BooleanField(
        label=gettext_lazy("Nobody writes there any more"),
        error_messages={"required": gettext_lazy("Two records of one event cannot be put together again: make sure.")},
    )


class BringForm(forms.Form):
    """A bundle, and who made it."""

    file = forms.FileField(
        label=gettext_lazy("The bundle"), widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={
            "required": gettext_lazy("Choose the file."), "empty": gettext_lazy("This file is empty."),
        },
    )  # fmt: skip
    code = text_line(
        gettext_lazy("Code of the site that made it"), 40,
        help_text=gettext_lazy("Sixteen letters and digits. The desk of the event shows it there, beside the bundle."),
        error_messages={"required": gettext_lazy("Enter the code.")},
    )  # fmt: skip

    def __init__(self, *args: Any, known: bool = False, user: User | None = None, **kwargs: Any) -> None:
        """`known`: the event is here, and so is the code; `user`: whoever brings a new one in."""
        super().__init__(*args, **kwargs)
        self.holders = {holder.public_id: holder for holder in holders_for(user)} if user else {}
        if known:
            del self.fields["code"]
        if user and self.holders:
            self.fields["organisation"] = holder_field(
                holder_choices(list(self.holders.values()), alone=may_make_events(user))
            )

    @property
    def holder(self) -> Organisation | None:
        """Who is to hold the event here."""
        return self.holders.get(self.cleaned_data.get("organisation", ""))


@organiser_page_of_a_copy_too
def bundle(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers, of a copy too: the event as one file, and which site keeps it."""
    act = request.POST.get("act", "")
    taking = TakeForm(posted(request) if act == "take" else None)
    giving = HandOverForm(posted(request) if act == "hand_over" else None)
    sending = SendForm(posted(request) if act == "send" else None)
    taking_over = TakeOverForm(posted(request) if act == "take_over" else None)
    bringing = BringForm(posted(request) if act == "bring" else None, request.FILES or None, known=True)
    if (answer := _acted(request, tournament, taking, giving, sending, taking_over, bringing)) is not None:
        return answer
    sent = next((form for form in (taking, giving, sending, taking_over, bringing) if form.is_bound), None)
    context: Context = {
        "form": sent, "taking": taking, "giving": giving, "taking_over": taking_over, "bringing": bringing,
        "copy": copy_of(tournament), "own": site_key.own(), "sending": sending, "sent_to": sending_of(tournament),
    }  # fmt: skip
    tab = "overview" if tournament.kept_by else "audit"
    trail = ((_("Bundle"), ""),) if tournament.kept_by else (crumb(tournament, "audit"), (_("Bundle"), ""))
    return desk_page(request, tournament, "desk/bundle.html", context, tab=tab, trail=trail)


def _acted(
    request: DeskRequest, tournament: Tournament, taking: TakeForm, giving: HandOverForm, sending: SendForm,
    taking_over: TakeOverForm, bringing: BringForm,
) -> HttpResponse | None:  # fmt: skip
    """What the one form that was sent is answered with; None where it is shown again."""
    if taking.is_bound and taking.is_valid():
        with refused_beside(taking):
            content = take_bundle(actor=request.user, tournament=tournament, **taking.cleaned_data)
            return secret(_download(tournament, content))
    elif request.POST.get("act") == "stop":
        stop_sending(actor=request.user, tournament=tournament)
        messages.success(request, _("Nothing more is sent. What is there stays there."))
        return redirect("desk:bundle", tournament.slug)
    elif sending.is_bound and sending.is_valid():
        with refused_beside(sending):
            start_sending(actor=request.user, tournament=tournament, **sending.cleaned_data)
            messages.success(request, _("From now on the other site follows."))
            return redirect("desk:bundle", tournament.slug)
    elif giving.is_bound and giving.is_valid():
        with refused_beside(giving):
            hand_over(actor=request.user, tournament=tournament, **giving.cleaned_data)
            messages.success(request, _("Here the event is a copy now. Take the bundle for the other site away."))
            return redirect("desk:bundle", tournament.slug)
    elif taking_over.is_bound and taking_over.is_valid():
        with refused_beside(taking_over):
            take_over(actor=request.user, tournament=tournament, reason=taking_over.cleaned_data["reason"])
            messages.success(request, _("The event is kept here now, and goes on."))
            return redirect("desk:overview", tournament.slug)
    elif bringing.is_bound and bringing.is_valid():
        with refused_beside(bringing):
            return _arrived(request, take_in(actor=request.user, content=_sent(bringing)))
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def bring(request: DeskRequest) -> HttpResponse:
    """For everybody with an account: take in an event that another site keeps, or hands over."""
    form = BringForm(posted(request), request.FILES or None, user=request.user)
    if form.is_valid():
        with refused_beside(form):
            code = form.cleaned_data["code"]
            taken = take_in(actor=request.user, content=_sent(form), code=code, organisation=form.holder)
            return _arrived(request, taken)
    context: Context = {"nav": "desk", "form": form, "own": site_key.own()}
    return render(request, "desk/bring.html", context, status=usual_status(context))


def _sent(form: BringForm) -> bytes:
    content: bytes = form.cleaned_data["file"].read(MOST_BYTES + 1)
    return content


def _arrived(request: DeskRequest, taken: TakenIn) -> HttpResponse:
    """Say what became of a bundle, on the page of its event."""
    if not taken.new and not taken.rows:
        messages.info(request, _("All of it is here already."))
    else:
        text = ngettext(
            "Taken in. %(n)s entry was judged again, and stands as recorded.",
            "Taken in. %(n)s entries were judged again, and all stand as recorded.", taken.entries,
        ) % {"n": taken.entries}  # fmt: skip
        messages.success(request, text)
    return redirect("desk:bundle" if taken.tournament.kept_by else "desk:overview", taken.tournament.slug)


def _download(tournament: Tournament, content: bytes) -> HttpResponse:
    name = f"{slugify(tournament.slug)}-{tournament.version}.zip"
    return HttpResponse(content, content_type=ZIP, headers={"Content-Disposition": f'attachment; filename="{name}"'})
