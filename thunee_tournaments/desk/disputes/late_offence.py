"""An offence found late: a referee reopens a hand written card by card, where the rules of the event allow it."""

import uuid
from functools import partial
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.errors import KeyReused, Stale
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.disputes.decision_changes import difference
from thunee_tournaments.desk.match.correcting import Case, case_for
from thunee_tournaments.desk.match.hands import HandRow, has_cards
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import desk_page, device_of, save_or_show, sent_to_judge
from thunee_tournaments.hand_form.fields import OFFENCES
from thunee_tournaments.services.acts import ChangedSinceShown, Refused, as_seen, enforce_late, mark_of, preview_late
from thunee_tournaments.tournaments.models import Tournament

# What the cards show, and what only a referee can find.
BY_CARDS, FOUND = "cards", "found"


class Accusation(TypedDict):
    """Who (a seat) accuses whom of what, and why so late; `upheld`: a referee found it, where the cards cannot show."""

    against: int
    offence: str
    seat: int
    reason: str
    upheld: bool | None


class LateForm(forms.Form):
    """Who did what, who says so, and why the hand is reopened."""

    against = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect(attrs={"class": "choice-list"}))
    offence = forms.ChoiceField(choices=OFFENCES)
    seat = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect(attrs={"class": "choice-list"}))
    upheld = forms.ChoiceField(widget=forms.RadioSelect(attrs={"class": "choice-list"}), initial=BY_CARDS)
    reason = forms.CharField(max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, data: Any = None, *, case: Case, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        seats = [(seat.number, f"{seat.name} ({seat.team})") for seat in case.seats]
        for name, label in (("against", _("Who did it?")), ("seat", _("Who accuses?"))):
            fields[name].label, fields[name].choices = label, seats
        fields["offence"].label = _("What was it?")
        fields["upheld"].label = _("How is it known?")
        fields["upheld"].choices = [
            (BY_CARDS, _("The cards show it, or not")),
            (FOUND, _("It is my finding: the cards cannot show it")),
        ]
        fields["reason"].label, fields["reason"].help_text = _("Why?"), _("The reason stays on the scoresheet.")

    def accusation(self) -> Accusation:
        typed = self.cleaned_data
        return {
            "against": typed["against"], "offence": typed["offence"], "seat": typed["seat"], "reason": typed["reason"],
            "upheld": True if typed["upheld"] == FOUND else None,
        }  # fmt: skip


@referee_page
def late(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: an offence found late; the form, what it would change, then the entry. Everything typed
    travels with the pages."""
    case = case_for(tournament, match_id, number, seq)
    if why_not := _why_not(tournament, case):
        messages.info(request, why_not)
        return redirect(match_href(tournament, case.match))
    form = LateForm(sent_to_judge(request), case=case, initial=request.POST.dict())
    if form.is_valid():
        try:
            return save_or_show(request, partial(_save, request, case, form), partial(_review, request, case, form))
        except (Refused, KeyReused) as refused:
            form.add_error(None, str(refused.message))
            for error in refused.errors if isinstance(refused, Refused) else ():
                form.add_error(None, f"{error['path']}: {error['message']}")
    return _page(request, case, form)


def _save(request: DeskRequest, case: Case, form: LateForm) -> HttpResponse:
    back, key = match_href(case.tournament, case.match), request.POST.get("key", "")
    act = partial(
        enforce_late, actor=request.user, game=case.game, hand=case.hand.seq, head=request.POST.get("head", ""),
        device=device_of(request), client_uuid=key, **form.accusation(),
    )  # fmt: skip
    try:
        as_seen(case.tournament, request.POST.get("seen", ""), act, case.match.pk)
    except (Stale, ChangedSinceShown):
        if any(str(entry.client_uuid) == key for entry in case.hand.entries):
            return redirect(back)  # the second of two taps
        raise
    messages.success(request, _("Saved: the hand is judged with the offence."))
    return redirect(f"{back}#hand-{case.game.number}-{case.hand.seq}")


def _review(request: DeskRequest, case: Case, form: LateForm, notice: str) -> HttpResponse:
    """What it would change. Nothing is stored. Raises Refused."""
    seen = preview_late(actor=request.user, game=case.game, hand=case.hand.seq, **form.accusation())
    return _page(request, case, form, notice, change=difference(*seen, case.voices, case.match.pk))


def _why_not(tournament: Tournament, case: Case) -> str:
    """Why this hand cannot be reopened for an offence, "" if it can."""
    if tournament.status != Tournament.Status.RUNNING:
        return _("The tournament is closed. Open it again to change a hand.")
    if case.hand.voided or not has_cards(case.written):
        return _("Only a hand whose cards were written down can be accused late.")
    if case.profile.values.get("late_accusation") != "allowed":
        return _("By the rules of this event an offence counts only if it was caught during the hand (TH-PEN-4).")
    return ""


def _page(request: DeskRequest, case: Case, form: LateForm, notice: str = "", change: Any = None) -> HttpResponse:
    context = {
        "match": case.match,
        "game": case.game,
        "row": HandRow(case.hand, case.voices),
        "form": form,
        "names": case.voices,
        "change": change,
        "seen": mark_of(change["beyond"]) if change else "",
        "typed": [(name, form.data[name]) for name in form.fields if form.data.get(name)] if change else [],
        "head": case.head,
        "key": uuid.uuid4(),
        "notice": notice,
        "back": match_href(case.tournament, case.match),
    }
    trail = trail_of(case.tournament, case.match, _("An offence found late"))
    return desk_page(request, case.tournament, "desk/late.html", context, tab="bracket", trail=trail)
