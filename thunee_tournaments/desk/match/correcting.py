"""Correcting a hand at the desk, or striking it out: any hand, with a reason, after looking at what that changes."""

import uuid
from dataclasses import dataclass
from functools import cached_property, partial

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.errors import KeyReused, Stale
from adjudication.hands import Hand, all_hands
from adjudication.models import Entry
from engine.games import traits
from thunee_tournaments.brackets.sitting import Moment
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.match.changes import change_of
from thunee_tournaments.desk.match.changing import Change, change_page, not_now, save_as_seen
from thunee_tournaments.desk.match.entry_context import SheetPlace
from thunee_tournaments.desk.match.hands import HandRow
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import UNUSABLE, Context, key_of, posted, what_moved
from thunee_tournaments.desk.selectors import game_for
from thunee_tournaments.hand_form.games import form_of, typed_from
from thunee_tournaments.hand_form.reasons import ReasonForm
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat, seats_of, voices_of
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Preview,
    Recorded,
    Refused,
    WriteKey,
    correct_hand,
    mark_of,
    preview_correction,
    void_hand,
)
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Case(SheetPlace):
    """A hand on its sheet, and everything its pages show."""

    hands: list[Hand]
    hand: Hand

    @property
    def dealer(self) -> int | None:
        return self.hand.dealer

    @cached_property
    def voices(self) -> Voices:
        return voices_of(self.match, self.moment)

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.match, self.hand.dealer, self.moment)

    @property
    def moment(self) -> Moment:
        """When the hand was written: who sat there then is meant."""
        return self.game.number, self.hand.seq

    @property
    def written(self) -> Body:
        """The body that was written last: a struck out hand's is the one before it was struck out."""
        entries = [entry for entry in self.hand.entries if entry.kind != Entry.Kind.VOID]
        body: Body = entries[-1].body
        return body

    @property
    def in_balls(self) -> bool:
        return traits(self.profile.game).balls

    def entry(self, named: str) -> Entry:
        """The entry a form was made for; the one that counts, if it names none."""
        return next((entry for entry in self.hand.entries if str(entry.seq) == named), self.hand.entry)

    @property
    def title(self) -> str:
        if self.hand.voided:
            return _("Count a struck out hand again")
        return _("Correct hand %(number)s") % {"number": self.hand.number}


@dataclass(frozen=True)
class Correction(Case, Change):
    """A hand that is corrected. `named`: the entry its form was made for, "" where it is opened."""

    named: str = ""
    template = "desk/correct.html"

    @property
    def typed(self) -> Typed:
        return typed_from(self.profile.game, self.written)

    @property
    def by_cards(self) -> bool:
        return form_of(self.profile.game).typed(self.written) is None

    @property
    def shown(self) -> Context:
        row = HandRow(self.hand, self.voices)
        return {"hand": self.hand, "row": row, "was": row, "entry": self.hand.entry.seq}

    @property
    def own(self) -> int:
        return self.hand.seq

    @property
    def notice(self) -> str:
        replaces = self.entry(self.named) is not self.hand.entry
        return _("Somebody has changed this hand. What you see here replaces that change.") if replaces else ""

    def preview(self, *, actor: User, body: Body, reason: str) -> Preview:
        return preview_correction(actor=actor, game=self.game, entry=self.hand.entry, body=body, reason=reason)

    def save(self, *, actor: User, body: Body, reason: str, key: WriteKey) -> Recorded:
        return correct_hand(
            actor=actor, game=self.game, entry=self.entry(self.named), body=body, reason=reason, key=key
        )


def case_for(tournament: Tournament, match_id: str, number: int, seq: int) -> Case:
    """The hand that was first written as entry `seq` of the match's game `number`. Raises Http404."""
    match, game = game_for(tournament, match_id, number)
    hands = all_hands(game.sheet)
    hand = next((hand for hand in hands if hand.seq == seq), None)
    if hand is None:
        raise Http404("no such hand")
    return Case(tournament, match, game, hands, hand)


@referee_page
def correct(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: the form, then what it would change, then the correction. Everything typed travels with the
    pages."""
    case = case_for(tournament, match_id, number, seq)
    named = request.POST.get("entry", "")
    return change_page(request, Correction(tournament, case.match, case.game, case.hands, case.hand, named))


@referee_page
def void(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: what it would change to strike a hand out, as if it had not been played; then that is done."""
    case = case_for(tournament, match_id, number, seq)
    if not_now(request, tournament, case.match, case.game):
        return redirect(match_href(tournament, case.match))
    form = ReasonForm(posted(request))
    notice, status = "", None
    if form.is_valid():
        try:
            save_it = partial(
                void_hand,
                actor=request.user,
                game=case.game,
                entry=case.entry(request.POST.get("entry", "")),
                key=key_of(request),
                reason=form.reason(),
            )
            return save_as_seen(request, case, save_it)
        except (Stale, ChangedSinceShown) as moved:
            notice = what_moved(moved)
        except (Refused, KeyReused) as refused:
            status, notice = UNUSABLE, str(refused.message)
    elif case.hand.voided:
        messages.info(request, _("This hand is struck out already."))
        return redirect(match_href(tournament, case.match))
    preview = preview_correction(actor=request.user, game=case.game, entry=case.hand.entry, body=None)
    context = {
        "hand": case.hand,
        "title": _("Strike out hand %(number)s") % {"number": case.hand.number or "–"},
        "row": HandRow(case.hand, case.voices),
        "form": form,
        "refused": preview["refused"],
        "change": None if preview["refused"] else change_of(preview, case.voices, case.hand.seq),
        "seen": mark_of(preview["beyond"]),
        "notice": notice,
        "entry": case.hand.entry.seq,
        "head": case.head,
        "key": uuid.uuid4(),
    }
    return case.page(request, "desk/void.html", context, status)
