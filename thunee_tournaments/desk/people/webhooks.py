"""Programs that are told what happens (webhooks): which there are, one more, and what became of each message."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from thunee_tournaments.desk.access import DeskRequest, organiser_page, secret
from thunee_tournaments.desk.forms import text_line
from thunee_tournaments.desk.pages import Context, crumb, desk_page, posted, refused_beside, saying_why_not
from thunee_tournaments.own_address import own_address
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import add_webhook, remove_webhook, tell_again
from thunee_tournaments.services.queries import MAX_NOTE, Webhook
from thunee_tournaments.tournaments.models import Tournament

BESIDE = {"note_missing": "note", "too_long": "note", "bad_url": "url"}
SHOWN = 30  # messages


class WebhookForm(forms.Form):
    """Which program is told, and where it listens."""

    note = text_line(
        gettext_lazy("Which program"), MAX_NOTE,
        help_text=gettext_lazy("Its name, or whose it is. It tells them apart."),
        error_messages={"required": gettext_lazy("Say which program it is: they are told apart by it.")},
    )  # fmt: skip
    url = text_line(
        gettext_lazy("Its web address"), 200,
        help_text=gettext_lazy("Such as https://club.example.org/scores. Every message is sent there."),
        error_messages={"required": gettext_lazy("Say where it listens.")},
    )  # fmt: skip


@organiser_page
def webhooks(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the programs that are told what happens, and a form for one more."""
    form = WebhookForm(posted(request))
    if form.is_valid():
        with refused_beside(form, BESIDE):
            added = add_webhook(actor=request.user, tournament=tournament, **form.cleaned_data)
            messages.success(request, _("%(program)s is told from now on.") % {"program": added.note})
            return redirect("desk:webhook", tournament.slug, added.public_id)
    framed = own_address(request, reverse("public:widget", args=[tournament.slug]))
    context: Context = {
        "form": form,
        "webhooks": list(tournament.webhooks.defer("picture")),
        "overlay": own_address(request, reverse("public:overlay", args=[tournament.slug, 1])),
        "widget": f'<iframe src="{framed}" title="{escape(tournament.name)}" width="360" height="640"></iframe>',
    }
    return desk_page(request, tournament, "desk/webhooks.html", context, tab="people")


@require_safe
@organiser_page
def webhook(request: DeskRequest, tournament: Tournament, webhook_id: str) -> HttpResponse:
    """For organisers: a program that is told what happens: how its messages are signed, and what became of them."""
    program = _webhook_of(tournament, webhook_id)
    context: Context = {
        "webhook": program,
        "secret": queries.secret_of(program),
        "waiting": program.messages.filter(sent_at=None).count(),
        "log": list(program.messages.order_by("-pk").defer("body")[:SHOWN]),
    }
    trail = (crumb(tournament, "people"), (program.note, ""))
    return secret(desk_page(request, tournament, "desk/webhook.html", context, tab="people", trail=trail))


@require_POST
@organiser_page
def again(request: DeskRequest, tournament: Tournament, webhook_id: str) -> HttpResponse:
    """For organisers: everything that is public is told to a program once more."""
    program = _webhook_of(tournament, webhook_id)
    with saying_why_not(request):
        tell_again(actor=request.user, webhook=program)
        messages.success(request, _("Everything is told once more, as it is now."))
    return redirect("desk:webhook", tournament.slug, webhook_id)


@require_POST
@organiser_page
def remove(request: DeskRequest, tournament: Tournament, webhook_id: str) -> HttpResponse:
    """For organisers: a program is told nothing more."""
    program = tournament.webhooks.filter(public_id=webhook_id).first()
    if program is not None:
        with saying_why_not(request):
            remove_webhook(actor=request.user, webhook=program)
            messages.success(request, _("%(program)s is told nothing more.") % {"program": program.note})
    return redirect("desk:webhooks", tournament.slug)


def _webhook_of(tournament: Tournament, webhook_id: str) -> Webhook:
    program = tournament.webhooks.filter(public_id=webhook_id).first()
    if program is None:
        raise Http404("no such webhook")
    return program
