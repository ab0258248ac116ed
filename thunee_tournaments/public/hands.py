"""The hands of a game as its page shows them: result, reason, cards, what the table wrote, and the explanation."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TypedDict

from django.utils.translation import gettext as _

from adjudication import scores
from adjudication.hands import Hand
from adjudication.models import Entry
from adjudication.shapes import Ruling
from engine.shapes import Raw
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.sitting import Moment, sitting
from thunee_tournaments.presentation import points, rulings
from thunee_tournaments.presentation.rulings import Difference, Line, Voices

Kind = Entry.Kind


@dataclass(frozen=True)
class PlayedCard:
    """A card in a trick: who played it, whether it won, and whether it was an offence."""

    player: str
    card: str
    won: bool
    wrong: bool

    @property
    def css(self) -> str:
        return "is-wrong" if self.wrong else "is-winner" if self.won else ""


@dataclass(frozen=True)
class Trick:
    number: int
    cards: list[PlayedCard]
    points: int | None


@dataclass(frozen=True)
class Change:
    """What was written on the sheet about a hand: at first, corrected, struck out; by whom, why, when."""

    words: str
    writer: str
    reason: str
    at: datetime


class HandFacts(TypedDict):
    """Who dealt, who set trump, which, and on what call: names, a suit, a number; "", 0 or False for what is not
    known."""

    dealer: str
    trumper: str
    suit: str
    call: int
    blind: bool
    declarer: str
    declared: str


def voices_of(match: Match, at: Moment | None = None) -> Voices:
    """Who is meant by sides and seats in this match, now or when an entry was written. Teams and their players must be
    at hand."""
    teams, count = match.teams, match.seat_count
    names = {player.public_id: player.name for team in teams if team for player in team.players.all()}
    seats = [names.get(public_id or "", "") for public_id in [*sitting(match, at), *[None] * count][:count]]
    if match.alone:
        return Voices({}, [name or str(team or "?") for name, team in zip(seats, teams, strict=True)])
    return Voices({side: team.name for side, team in zip("AB", teams, strict=True) if team}, seats)


@dataclass(frozen=True)
class DecisionView:
    """A referee's decision on the score, between the hands."""

    hand: Hand
    voices: Voices

    is_decision = True

    @property
    def seq(self) -> int:
        return self.hand.seq

    @property
    def voided(self) -> bool:
        return self.hand.voided

    @property
    def awarded(self) -> str:
        """What it gave or took: "Umgeni +2, Merebank −1"."""
        step = self.hand.entries[-2 if self.voided else -1]
        ruling = step.rulings[0]["ruling"] if step.rulings else self.hand.ruling
        return ", ".join(points.awarded(ruling, self.voices))

    @property
    def after(self) -> str:
        """The score after it, "" where it counts nothing."""
        after = None if self.voided else self.hand.ruling.get("after")
        return points.brief(after) if after else ""


class HandView:
    """One hand for its page. `before` are the balls the sides had before it."""

    is_decision = False

    def __init__(self, hand: Hand, voices: Voices) -> None:
        self.hand, self.voices = hand, voices
        self.ruling: Ruling = hand.ruling
        self.body = hand.body if not hand.voided else hand.entries[-2].body
        self.seq, self.number, self.voided, self.corrected = hand.seq, hand.number, hand.voided, hand.corrected

    @property
    def counts(self) -> bool:
        return not self.voided and self.ruling.get("status") == "decided"

    @property
    def headline(self) -> str:
        return _("Struck out") if self.voided else rulings.headline(self.ruling, self.voices)

    @property
    def reason(self) -> str:
        return "" if self.voided else rulings.reason(self.ruling)

    @property
    def winner(self) -> str:
        return (self.ruling.get("winner") or "") if self.counts else ""

    @property
    def opened(self) -> int:
        """How many balls it opened."""
        return scores.opened(self.ruling) if self.winner else 0

    @property
    def after(self) -> str:
        """The score after the hand, "" where it counts nothing."""
        after = self.ruling.get("after")
        return points.brief(after) if after else ""

    @cached_property
    def lines(self) -> list[Line]:
        return [] if self.voided else rulings.lines(self.ruling, self.voices)

    @cached_property
    def differences(self) -> list[Difference]:
        return [] if self.voided else rulings.differences(self.ruling, self.voices)

    @property
    def errors(self) -> list[str]:
        """Why a hand is none: only ever after a correction before it."""
        return [rulings.fault_text(error["message"]) for error in self.ruling.get("errors") or []]

    @property
    def claimed(self) -> str:
        """What the table wrote as the result, in words; "" if it wrote none."""
        claimed = self.body.get("claimed") or {}
        if not claimed:
            return ""
        winner, number = claimed.get("winner"), claimed.get("balls")
        balls = {"A": 0, "B": 0, **({winner: number} if winner in ("A", "B") and isinstance(number, int) else {})}
        if "scores" in claimed:
            return rulings.headline({"status": "decided", "scores": claimed["scores"]}, self.voices)
        status = "decided" if winner else "void"
        return rulings.headline({"status": status, "winner": winner, "balls": balls}, self.voices)

    @property
    def ruled(self) -> str:
        """What the rules make of it."""
        return rulings.headline(self.ruling, self.voices)

    @cached_property
    def facts(self) -> HandFacts:
        """Who dealt, who set trump, which, and on what call: what is known of it."""
        events, tally = self.body.get("events") or [], self.body.get("tally") or {}
        calls = [event for event in events if event["type"] == "call"]
        trump: Raw = next((event for event in events if event["type"] == "trump"), {})
        declared = next((event for event in events if event["type"] == "declare"), None) or tally.get("declared")
        trumper = trump.get("seat", tally.get("trumper"))
        return {
            "dealer": self._seat(self.hand.dealer),
            "trumper": self._seat(trumper),
            "suit": trump.get("suit") or tally.get("trump") or "",
            "call": calls[-1]["amount"] if calls else tally.get("call") or 0,
            "blind": bool(calls and calls[-1].get("blind")) or bool(tally.get("blind")),
            "declarer": self._seat(declared.get("seat")) if declared else "",
            "declared": str(rulings.KINDS.get(declared.get("kind"), "")) if declared else "",
        }

    @property
    def has_cards(self) -> bool:
        return any(event["type"] == "play" for event in self.body.get("events") or [])

    @cached_property
    def deal(self) -> list[tuple[str, list[str]]]:
        """What each player was dealt: name, cards. [] where nobody wrote it down."""
        packets = self.body.get("deal") or []
        return [(self._seat(seat), " ".join(packet or []).split()) for seat, packet in enumerate(packets) if packet]

    @cached_property
    def tricks(self) -> list[Trick]:
        """The tricks card by card, as they were played."""
        plays = [event for event in self.body.get("events") or [] if event["type"] == "play"]
        judged = {trick["number"]: trick for trick in self.ruling.get("tricks") or []}
        wrong = {(offence.get("trick"), offence.get("card")) for offence in self.ruling.get("infractions") or []}
        tricks = []
        at_table = len(self.voices.seats) or 4
        for start in range(0, len(plays), at_table):
            number = start // at_table + 1
            trick = judged.get(number)
            cards = [
                PlayedCard(
                    self._seat(play["seat"]),
                    play["card"],
                    trick is not None and trick["winner"] == play["seat"],
                    (number, play["card"]) in wrong,
                )
                for play in plays[start : start + at_table]
            ]
            tricks.append(Trick(number, cards, trick["points"] if trick else None))
        return tricks

    @cached_property
    def infractions(self) -> list[tuple[str, str, str, bool]]:
        """Offences the record shows: player, offence, rule, whether it was enforced."""
        return [
            (
                self._seat(offence["seat"]),
                rulings.offence(offence["offence"]),
                offence.get("rule") or "",
                bool(offence.get("enforced")),
            )
            for offence in self.ruling.get("infractions") or []
        ]

    @cached_property
    def changes(self) -> list[Change]:
        """The hand's history, where there is one."""
        words = {Kind.HAND: _("Written down"), Kind.CORRECTION: _("Corrected"), Kind.VOID: _("Struck out")}
        return [
            Change(words[Kind(entry.kind)], actor_words(entry.actor), entry.reason, entry.created_at)
            for entry in self.hand.entries
        ]

    def _seat(self, seat: int | None) -> str:
        return self.voices.seat(seat) if isinstance(seat, int) else ""


def actor_words(label: str) -> str:
    """Who wrote, without a person's name: "table 4", "the desk"."""
    kind, _colon, number = label.partition(":")
    number = number.partition("/")[0]  # a side's own phone is still that table's
    return _("table %(number)s") % {"number": number} if kind == "table" else _("the desk")
