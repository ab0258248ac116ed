"""Disputes in words, as every face of the site says them: what is disputed, where it stands, what was decided and why.

People stay out of it: a side is its team, whoever decided is a referee. What was said when a dispute was raised is not
here at all; only the desk shows it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from adjudication.disputes import KEPT, State
from adjudication.hands import Hand
from adjudication.models import Decision, Dispute, Entry
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.presentation import points
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.queries import Act, Case, Outcome

CHIPS = {State.OPEN: "chip-bad", State.APPEALED: "chip-bad", State.DECIDED: "chip-gold", State.CLOSED: "chip-done"}
TABLE = "table:"


@dataclass(frozen=True)
class StepView:
    """One step of a dispute for a page."""

    step: Decision
    voices: Voices

    @property
    def is_appeal(self) -> bool:
        return self.step.act == Act.APPEAL

    @property
    def title(self) -> str:
        """ "Decided: balls adjusted", "Appealed by Umgeni"."""
        side = self.voices.side(self.step.side)
        if self.is_appeal:
            return _("Appealed by %(team)s") % {"team": side}
        if self.step.act == Act.UPHOLD:
            return _("Upheld on appeal")
        if self.step.act == Act.OVERTURN:
            return _("Overturned on appeal: %(outcome)s") % {"outcome": self.outcome}
        return _("Decided: %(outcome)s") % {"outcome": self.outcome}

    @property
    def outcome(self) -> str:
        """What was decided, and about whom."""
        label = Outcome(self.step.outcome).label if self.step.outcome else ""
        return f"{label}, {self.voices.side(self.step.side)}" if self.step.side else str(label)

    @property
    def balls(self) -> list[str]:
        """What it did to the score by itself, "Umgeni +2"; nothing for a hand that was only judged anew."""
        entry = self.step.entry
        if entry is None or entry.kind != Entry.Kind.DECISION or not entry.rulings:
            return []
        return points.awarded(entry.rulings[0]["ruling"], self.voices)

    @property
    def score(self) -> str:
        """Whether the score was assigned or artificial, where balls were adjusted."""
        entry = self.step.entry
        kind = entry.body.get("score", "") if entry is not None and entry.kind == Entry.Kind.DECISION else ""
        return {"assigned": _("an assigned score"), "artificial": _("a score set by the referee")}.get(kind, "")

    @property
    def text(self) -> str:
        """The reason of a decision. What a side said in its appeal is not for everybody."""
        return "" if self.is_appeal else self.step.text

    @property
    def deposit(self) -> str:
        """What was left for an appeal, or what became of it."""
        if not self.step.deposit:
            return ""
        if self.is_appeal:
            return _("Deposit: %(deposit)s") % {"deposit": self.step.deposit}
        return _("The deposit is kept.") if self.step.deposit == KEPT else _("The deposit is returned.")

    @property
    def override(self) -> str:
        """Why a referee decided who had a part in it."""
        return self.step.override_reason


@dataclass(frozen=True)
class CaseView:
    """A dispute for a page. `numbers`: the numbers of hands by the seq that names them, as far as they are known."""

    case: Case
    voices: Voices
    games: Sequence[MatchGame] = ()
    numbers: Mapping[int, int | None] = field(default_factory=dict)

    @property
    def dispute(self) -> Dispute:
        return self.case.dispute

    @property
    def about(self) -> str:
        """What it is about: "Hand 3", "Game 2", "The match", "Conduct"."""
        kind = Dispute.About(self.dispute.about)
        game = self.game
        number = self.numbers.get(self.dispute.hand or 0)
        if kind == Dispute.About.HAND and number:
            return _("Hand %(number)s") % {"number": number}
        if kind == Dispute.About.HAND:
            return _("A hand")
        if kind == Dispute.About.GAME and game is not None:
            return _("Game %(number)s") % {"number": game.number}
        return {Dispute.About.GAME: _("A game"), Dispute.About.MATCH: _("The match")}.get(kind, _("Conduct"))

    @property
    def game(self) -> MatchGame | None:
        return next((game for game in self.games if game.sheet_id == self.dispute.sheet_id), None)

    @property
    def reason(self) -> str:
        return str(Dispute.Reason(self.dispute.reason).label)

    @property
    def by(self) -> str:
        """Whose dispute it is."""
        if self.dispute.side:
            return self.voices.side(self.dispute.side)
        return _("the scorekeeper") if self.dispute.actor.startswith(TABLE) else _("a referee or scorekeeper")

    @property
    def state(self) -> str:
        return str(self.case.state.label)

    @property
    def chip(self) -> str:
        return CHIPS[self.case.state]

    @property
    def waits(self) -> bool:
        return self.case.waits

    @property
    def takes_versions(self) -> bool:
        """Whether each side may still write down how it saw the hand."""
        return self.dispute.about == Dispute.About.HAND and self.case.state == State.OPEN

    @property
    def may_appeal(self) -> bool:
        return self.case.may_appeal

    @property
    def appeal_until(self) -> datetime | None:
        return self.case.standing.appeal_until

    @cached_property
    def steps(self) -> list[StepView]:
        return [StepView(step, self.voices) for step in self.case.steps]


def views_of(
    cases: Iterable[Case], match: Match, games: Iterable[MatchGame], hands: Iterable[Hand] = ()
) -> list[CaseView]:
    """The disputes of one match. Its teams and their players should be at hand."""
    cases, voices, opened = list(cases), voices_of(match), list(games)
    elsewhere = {case.dispute.sheet_id for case in cases} - {None, *(game.sheet_id for game in opened)}
    if opened and elsewhere:  # struck out; the list of an event's disputes names no games
        opened += MatchGame.also_struck.filter(match=match, sheet__in=elsewhere)
    by_sheet: dict[int, dict[int, int | None]] = {}
    for hand in hands:
        by_sheet.setdefault(hand.entries[0].sheet_id, {})[hand.seq] = hand.number
    return [CaseView(case, voices, opened, by_sheet.get(case.dispute.sheet_id or 0, {})) for case in cases]
