"""Hands that could not leave a phone, read in from its codes or its text: looked at first, then written.

They are written by the act the phone would have used, under the keys the phone gave them. So when it finds the network
after all, it is told that they are written already, and nothing stands on a sheet twice.
"""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from adjudication.errors import KeyReused, Stale
from adjudication.hands import all_hands
from adjudication.judging import profile_of
from adjudication.models import Entry
from thunee_tournaments.brackets.models import PLAYERS, MatchGame, sides_of
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.pages import crumb, desk_page, posted
from thunee_tournaments.hand_form import carried
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.carried import Carried
from thunee_tournaments.hand_form.faults import mark
from thunee_tournaments.hand_form.games import entry_form
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.seats import seats_of, voices_of
from thunee_tournaments.services.acts import Recorded, Refused, WriteKey, correct_hand, record_hand
from thunee_tournaments.tournaments.models import Tournament

WRITE, LEAVE_OUT = "write", "leave_out"


class UnsentForm(forms.Form):
    """What a phone shows, as it was scanned or sent."""

    text = forms.CharField(
        label=gettext_lazy("What the phone shows"),
        max_length=carried.MOST_LETTERS,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": gettext_lazy("Scan the codes of the phone, or paste its text, first.")},
    )

    def clean_text(self) -> list[Carried]:
        try:
            return carried.read(self.cleaned_data["text"])
        except carried.Unreadable as error:
            raise forms.ValidationError(str(error)) from None


@dataclass
class Row:
    """One hand and what became of it: written, repeated, left_out, conflict, refused, waits."""

    hand: Carried
    state: str
    game: MatchGame | None = None
    number: int | None = None
    headline: str = ""
    reason: str = ""
    missed: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Reading:
    """Takes hands in one after the other, each expecting what the one before it became."""

    def __init__(self, request: DeskRequest, tournament: Tournament) -> None:
        self.request = request
        self.saves = request.POST.get("action") == "save"
        self.tournament = tournament
        self.games: dict[str, MatchGame] = {}
        self.heads: dict[str, str] = {}  # what the sheet was after a hand, by its key
        self.seen: dict[str, str] = {}  # the head of each sheet as the page showed it
        self.stuck: set[str] = set()

    def take_in(self, hands: list[Carried]) -> list[Row]:
        wanted = {hand.sheet for hand in hands}
        games = MatchGame.objects.filter(sheet__public_id__in=wanted, match__stage__tournament=self.tournament)
        related = games.select_related(
            "sheet",
            "match__stage__tournament",
        )
        whole = related.prefetch_related(sides_of("match__"), f"match__{PLAYERS}")
        self.games = {game.sheet.public_id: game for game in whole}
        for sheet, game in self.games.items():
            # What was decided on the page counts for the sheet as the page showed it.
            shown = self.request.POST.get(f"head-{sheet}") if self.saves else None
            self.seen[sheet] = shown or game.sheet.head
        return [self._row_of(hand) for hand in hands]

    def _row_of(self, hand: Carried) -> Row:
        game = self.games.get(hand.sheet)
        if game is None:
            return Row(hand, "refused", problems=[_("This hand is not of a match of this tournament.")])
        if hand.sheet in self.stuck:
            return Row(hand, "waits", game)
        decided = self.request.POST.get(f"do-{hand.key}")
        expected = self.seen[hand.sheet] if decided else self._expected(hand)
        if decided == LEAVE_OUT:
            self.heads[hand.key] = expected or ""
            return Row(hand, "left_out", game)
        if expected is None:
            self.stuck.add(hand.sheet)
            return Row(
                hand, "refused", game, problems=[_("A hand that comes before this one is missing: scan every code.")]
            )
        row = self._write(hand, game, expected)
        if row.state not in ("written", "repeated"):
            self.stuck.add(hand.sheet)
        return row

    def _correct(self, hand: Carried, seq: int, game: MatchGame, form: EntryForm, key: WriteKey) -> Recorded:
        """Write the correction of an entry, with the reason that was given on the phone. Raises as correct_hand."""
        entry, why = game.sheet.entries.filter(seq=seq).first(), ReasonForm(hand.typed)
        if entry is None:
            raise Refused("not_here", _("There is no hand to fix any more."))
        reason = why.reason() if why.is_valid() else ""
        return correct_hand(actor=self.request.user, game=game, entry=entry, body=form.body(), reason=reason, key=key)

    def _expected(self, hand: Carried) -> str | None:
        """The head this hand follows: named by itself, or by the hand before it, wherever that was written."""
        if carried.is_head(hand.follows):
            return hand.follows
        if hand.follows in self.heads:
            return self.heads[hand.follows]
        before = Entry.objects.filter(device=hand.device, client_uuid=hand.follows, sheet__public_id=hand.sheet)
        return before.values_list("hash", flat=True).first()

    def _write(self, hand: Carried, game: MatchGame, head: str) -> Row:
        voices, profile = voices_of(game.match), profile_of(game.sheet)
        form = entry_form({**hand.typed, "head": head}, seats=seats_of(game.match), names=voices, profile=profile)
        if not form.is_valid():
            return Row(hand, "refused", game, problems=_problems(form))
        key = WriteKey(hand.device, hand.key, head)
        try:
            if hand.fix is None:
                done = record_hand(actor=self.request.user, game=game, body=form.body(), key=key)
            else:
                done = self._correct(hand, hand.fix, game, form, key)
        except Stale as stale:
            return Row(hand, "conflict", game, missed=_missed(game, stale, voices))
        except KeyReused as reused:
            return Row(hand, "refused", game, problems=[str(reused.message)])
        except Refused as refused:
            mark(form, refused, voices)
            return Row(hand, "refused", game, problems=_problems(form))
        self.heads[hand.key] = done.entry.hash
        message = (rulings.headline(done.ruling, voices), rulings.reason(done.ruling)) if done.ruling else ("", "")
        return Row(hand, "repeated" if done.repeated else "written", game, _number(done), *message)


def _number(done: Recorded) -> int | None:
    hands = all_hands(done.sheet)
    return next((hand.number for hand in hands if any(entry.pk == done.entry.pk for entry in hand.entries)), None)


def _problems(form: EntryForm) -> list[str]:
    labels = {name: str(form.fields[name].label or "") for name in form.errors if name in form.fields}
    return [
        f"{labels[name]}: {faults[0]}" if labels.get(name) else str(faults[0]) for name, faults in form.errors.items()
    ]


def _missed(game: MatchGame, stale: Stale, voices: Any) -> list[str]:
    seqs = {entry.seq for entry in stale.missed}
    rows = [hand for hand in all_hands(game.sheet) if any(entry.seq in seqs for entry in hand.entries)]
    return [
        _("A hand was struck out")
        if hand.voided
        else _("Hand %(number)s: %(result)s (%(why)s)")
        % {
            "number": hand.number,
            "result": rulings.headline(hand.ruling, voices),
            "why": rulings.reason(hand.ruling),
        }
        for hand in rows
    ]


@referee_page
def unsent(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For referees: what a phone without network could not send, carried here; what would be written, then what was."""
    form = UnsentForm(posted(request))
    if not form.is_valid():
        return _page(request, tournament, form)
    hands, reading = form.cleaned_data["text"], Reading(request, tournament)
    if reading.saves:
        rows = reading.take_in(hands)
        return _written(request, tournament, form, rows, reading)
    with transaction.atomic():  # done, looked at and undone
        rows = reading.take_in(hands)
        transaction.set_rollback(True)
    return _page(request, tournament, form, rows, reading)


def _written(
    request: DeskRequest, tournament: Tournament, form: UnsentForm, rows: list[Row], reading: Reading
) -> HttpResponse:
    fresh = sum(row.state == "written" for row in rows)
    if fresh:
        message = ngettext("%(count)s hand is written.", "%(count)s hands are written.", fresh) % {"count": fresh}
        messages.success(request, message)
    if all(row.state in ("written", "repeated", "left_out") for row in rows):
        if not fresh:
            messages.info(request, _("These hands were written already. They are written once."))
        return redirect("desk:tables", tournament.slug)
    return _page(request, tournament, form, rows, reading)


def _page(
    request: DeskRequest,
    tournament: Tournament,
    form: UnsentForm,
    rows: list[Row] | None = None,
    reading: Reading | None = None,
) -> HttpResponse:
    ready = {"written", "repeated", "left_out"}
    context = {
        "form": form,
        "rows": rows,
        "heads": reading.seen.items() if reading else (),
        "decided": [(f"do-{row.hand.key}", LEAVE_OUT) for row in rows or () if row.state == "left_out"],
        "to_write": sum(row.state == "written" for row in rows or ()),
        "open": sum(row.state not in ready for row in rows or ()),
    }
    trail = (crumb(tournament, "tables"), (_("Unsent hands"), ""))
    return desk_page(request, tournament, "desk/unsent.html", context, tab="tables", trail=trail)
