"""Hands as the desk reads them: what each came to and why, what the table wrote, and what was changed since."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

from django.utils.translation import gettext as _

from adjudication import scores
from adjudication.hands import Hand
from adjudication.models import Entry
from adjudication.shapes import Body
from engine.shapes import Claimed, Ruling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Difference, Line, Voices
from thunee_tournaments.presentation.seats import voices_of


class Written(TypedDict):
    """An entry about a hand: what was done, and who wrote it."""

    entry: Entry
    action: str
    by: str


@dataclass(frozen=True)
class HandRow:
    """A hand in a list. `ruling` is the one that counts now."""

    hand: Hand
    voices: Voices

    @property
    def ruling(self) -> Ruling:
        return self.hand.ruling

    @cached_property
    def headline(self) -> str:
        return rulings.headline(self.ruling, self.voices)

    @cached_property
    def reason(self) -> str:
        return rulings.reason(self.ruling)

    @cached_property
    def lines(self) -> list[Line]:
        return rulings.lines(self.ruling, self.voices)

    @cached_property
    def differences(self) -> list[Difference]:
        return rulings.differences(self.ruling, self.voices)

    @property
    def claim(self) -> str:
        """What the table wrote as the result, in words; "" if it wrote none."""
        return claim_text(self.hand.claimed, self.voices)

    @property
    def by_cards(self) -> bool:
        """Whether the cards that were played are written down."""
        return has_cards(self.hand.body)

    @property
    def winner(self) -> str:
        return self.ruling.get("winner") or ""

    @property
    def balls(self) -> int:
        return scores.opened(self.ruling) if self.winner else 0

    @property
    def history(self) -> list[Written]:
        """What was written about this hand, oldest first, if it was ever changed."""
        kind = Entry.Kind
        words: dict[str, str] = {
            kind.HAND: _("written"), kind.CORRECTION: _("corrected"), kind.VOID: _("struck out"),
        }  # fmt: skip
        return [
            {"entry": entry, "action": words.get(entry.kind, entry.get_kind_display()), "by": writer_text(entry.actor)}
            for entry in self.hand.entries
        ]


class Offence(TypedDict):
    """Something a player did against the rules, in words; `enforced`: it was penalised."""

    player: str
    words: str
    card: str | None
    trick: int | None
    rule: str
    enforced: bool


def offences_of(ruling: Ruling, voices: Voices) -> list[Offence]:
    """What the cards of a hand show against the rules."""
    return [
        {
            "player": voices.seat(offence["seat"]), "words": rulings.offence(offence["offence"]),
            "card": offence.get("card"), "trick": offence.get("trick"), "rule": offence["rule"],
            "enforced": offence["enforced"],
        }
        for offence in ruling.get("infractions") or []
    ]  # fmt: skip


def faults_of(ruling: Ruling) -> list[str]:
    """Why it decides nothing, where it does not."""
    return [
        rulings.fault_text(fault["message"])
        for fault in [*(ruling.get("errors") or []), *(ruling.get("reasons") or [])]
    ]


def has_cards(body: Body) -> bool:
    """Whether the cards that were played are written down."""
    return any(event.get("type") == "play" for event in body.get("events") or [])


def rows_of(hands: Iterable[Hand], match: Match, game: MatchGame) -> list[HandRow]:
    """The hands of a game, the latest first, each with the names of those who sat there when it was written."""
    return [HandRow(hand, voices_of(match, (game.number, hand.seq))) for hand in reversed(list(hands))]


def claim_text(claimed: Claimed | None, voices: Voices) -> str:
    """ "Umgeni Spades opens 2 balls", as the table wrote it."""
    if not claimed:
        return ""
    if "scores" in claimed:
        return rulings.headline({"status": "decided", "scores": claimed["scores"]}, voices)
    winner, balls = claimed.get("winner"), claimed.get("balls")
    if winner in ("A", "B") and isinstance(balls, int):
        return rulings.headline({"status": "decided", "winner": winner, "balls": {winner: balls}}, voices)
    if winner in ("A", "B"):
        return _("%(team)s opens balls") % {"team": voices.side(winner)}
    if isinstance(balls, int):
        return _("%(balls)s balls") % {"balls": balls}
    return _("nobody opens a ball")


def writer_text(label: str) -> str:
    """Who wrote an entry, from its opaque label: a table, or somebody at the desk."""
    kind, _colon, number = label.partition(":")
    number, _slash, side = number.partition("/")
    if kind == "table" and side:
        return _("table %(number)s, side %(side)s") % {"number": number, "side": side}
    return _("table %(number)s") % {"number": number} if kind == "table" else _("the desk")
