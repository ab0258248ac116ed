"""Keys for programs: those that are in force, a form for the next, and the one page that shows a new key."""

import secrets

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest, organiser_page, secret
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.pages import crumb, desk_page, posted, refused_beside, saying_why_not
from thunee_tournaments.own_address import own_address
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import make_program_key, revoke_program_key
from thunee_tournaments.services.queries import MAX_NOTE
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.program_keys import ProgramKey

BESIDE = {"note_missing": "note", "too_long": "note", "bad_may": "may", "bad_days": "days"}


class KeyForm(forms.Form):
    """What a key is for, what a program can do with it, and for how long."""

    note = text_line(
        gettext_lazy("Which program"),
        MAX_NOTE,
        help_text=gettext_lazy("Its name, or whose it is. It tells keys apart."),
        error_messages={"required": gettext_lazy("Say what the key is for: keys are told apart by it.")},
    )
    may = one_of(gettext_lazy("What the program can do"), missing=gettext_lazy("Choose what the program can do."))
    days = forms.TypedChoiceField(
        label=gettext_lazy("It can be used for"),
        coerce=int,
        choices=[(1, gettext_lazy("1 day")), (30, gettext_lazy("30 days")), (365, gettext_lazy("a year"))],
        widget=forms.RadioSelect(attrs={"class": "cols-3"}),
        initial=1,
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["may"].choices = ProgramKey.May.choices  # type: ignore[attr-defined]


@organiser_page
def program_keys(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the keys by which programs write in this event, and a form for the next; the answer to it shows
    the key, once."""
    form = KeyForm(posted(request))
    if form.is_valid():
        with refused_beside(form, BESIDE):
            made = make_program_key(
                actor=request.user, tournament=tournament, key=request.POST.get("key", ""), **form.cleaned_data
            )
            address = own_address(request, f"/api/v1/desk/{tournament.slug}/")
            context = {"program_key": made.program_key, "token": made.token, "address": address}
            trail = (crumb(tournament, "people"), (_("Key for a program"), ""))
            return secret(desk_page(request, tournament, "desk/program_key.html", context, tab="people", trail=trail))
    context = {"form": form, "keys": queries.live_keys(tournament), "key": secrets.token_urlsafe(16)}
    return desk_page(request, tournament, "desk/program_keys.html", context, tab="people")


@require_POST
@organiser_page
def revoke(request: DeskRequest, tournament: Tournament, key_id: str) -> HttpResponse:
    """For organisers: a key opens nothing any more."""
    program_key = tournament.program_keys.filter(public_id=key_id).first()
    if program_key is not None:
        with saying_why_not(request):
            revoke_program_key(actor=request.user, program_key=program_key)
            messages.success(request, _("The key is taken back: %(note)s") % {"note": program_key.note})
    return redirect("desk:program_keys", tournament.slug)
