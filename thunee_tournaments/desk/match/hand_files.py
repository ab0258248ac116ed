"""Hands of a match read from a text (`.thn`): looked at first, with every ruling or every fault, then written down."""

from collections.abc import Sequence
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import OK, UNUSABLE, desk_page
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.acts import Import, Refused, import_hands, preview_import
from thunee_tournaments.tournaments.models import Tournament

MOST_BYTES = 2_000_000


class HandTextForm(forms.Form):
    """A text of hands, pasted or as a file; the file, where there are both."""

    text = forms.CharField(
        label=gettext_lazy("Hands as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".thn,text/plain"}),
    )

    def clean(self) -> Typed:
        typed: Typed = super().clean() or {}
        if typed.get("file") is not None:
            typed["text"] = self._text_of(typed["file"])
        if not (typed.get("text") or "").strip() and not self.errors:
            self.add_error("text", _("Paste the hands here first, or choose a file."))
        return typed

    def _text_of(self, file: Any) -> str:
        if file.size > MOST_BYTES:
            self.add_error("file", _("This file is too long: send each match's hands as a file of its own."))
            return ""
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", _("This file is no text in UTF-8."))
            return ""


@referee_page
def hand_file(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For referees: hands as text, what is understood of it, then the hands on the sheets of the match."""
    match = match_for(tournament, match_id)
    if request.method != "POST":
        return _page(request, tournament, match, HandTextForm())
    form = HandTextForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tournament, match, form)
    text = form.cleaned_data["text"]
    shown = HandTextForm(initial={"text": text})
    try:
        if request.POST.get("action") == "write":
            return _write(request, tournament, match, text)
        seen = preview_import(actor=request.user, match=match, text=text)
    except Refused as refused:
        return _page(request, tournament, match, shown, refused=refused, faults=_located(text, refused.errors))
    return _page(request, tournament, match, shown, seen=seen, faults=_located(text, seen.faults))


def _write(request: DeskRequest, tournament: Tournament, match: Match, text: str) -> HttpResponse:
    done = import_hands(actor=request.user, match=match, text=text)
    if done.new:
        message = ngettext("%(count)s hand is written.", "%(count)s hands are written.", done.new)
        messages.success(request, message % {"count": done.new})
    else:
        messages.info(request, _("These hands were written already. They are written once."))
    return redirect(match_href(tournament, match))


class LineFault(TypedDict):
    """What is wrong with a line of the text, and at which of its letters."""

    line: int
    column: int
    message: str
    text: str


def _located(text: str, faults: Any) -> list[LineFault]:
    """Faults with the line of the text each is about."""
    lines = text.split("\n")
    return [
        {"line": fault["line"], "column": fault["column"], "message": fault["message"],
         "text": lines[fault["line"] - 1].strip()}
        for fault in faults if "line" in fault
    ]  # fmt: skip


def _page(
    request: DeskRequest,
    tournament: Tournament,
    match: Match,
    form: HandTextForm,
    *,
    seen: Import | None = None,
    refused: Refused | None = None,
    faults: Sequence[LineFault] = (),
) -> HttpResponse:
    voices = voices_of(match)
    hands = [
        (hand, rulings.headline(hand.ruling, voices), rulings.reason(hand.ruling))
        for hand in (seen.hands if seen else ())
    ]
    context = {
        "match": match,
        "form": form,
        "seen": seen,
        "hands": hands,
        "faults": faults,
        "refused": refused.message if refused and not faults else "",
        "ready": seen is not None and not seen.faults and seen.new > 0,
        "back": match_href(tournament, match),
    }
    status = UNUSABLE if form.errors or faults or refused else OK
    trail = trail_of(tournament, match, _("Hands from a file"))
    return desk_page(request, tournament, "desk/hand_file.html", context, tab="bracket", trail=trail, status=status)
