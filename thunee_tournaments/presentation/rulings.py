"""Rulings in words: what a hand came to, why, line by line, and where the table says otherwise.

The engine's steps hold a rule, values and an English text that speaks of seats and sides. Pages say the same with the
names of those who sit there, in the reader's language: the step's template is found again, "seat {x}" and
"side {y}" become the names, and what is left is translated. Where a step is not known, its own text stands.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from django.utils.translation import gettext, gettext_lazy, ngettext

from engine import rulebook
from engine.seats import ALL_SIDES
from engine.shapes import Result, Ruling
from engine.shapes import Step as RulingStep
from thunee_tournaments.presentation.words import SUIT_NAMES, balls_text

_PLACE = re.compile(r"\b([Ss])(eat|ide) {(\w+)}")
_SEAT = re.compile(r"seat (\d)")
_CARDS = re.compile(r"[A2-9TJQK][shdc]?(?: [A2-9TJQK][shdc]?)*")  # one card or several, or their ranks alone
_SUIT_SIGNS = str.maketrans({"s": "♠", "h": "♥", "d": "♦", "c": "♣", "T": "10"})

KINDS = {
    "count": gettext_lazy("Count"),
    "call_and_loss": gettext_lazy("Call and loss"),
    "thunee": gettext_lazy("Thunee"),
    "royals": gettext_lazy("Royals"),
    "blind_thunee": gettext_lazy("Blind thunee"),
    "blind_royals": gettext_lazy("Blind royals"),
    "double": gettext_lazy("Double"),
    "backside_double": gettext_lazy("Backside double"),
    "khanuck": gettext_lazy("Khanuck"),
    "backside_khanuck": gettext_lazy("Backside khanuck"),
    "trip": gettext_lazy("Trip"),
    "monnie": gettext_lazy("Monnie"),
    "four_ball": gettext_lazy("Four-ball"),
    "false_accusation": gettext_lazy("Wrong accusation"),
    "cornerhouse_double": gettext_lazy("Double on cornerhouse"),
    "trumpless": gettext_lazy("Trumpless"),
    "low_hand": gettext_lazy("Low hand"),
    "exposed_card": gettext_lazy("Card exposed"),
    "six_of_suit": gettext_lazy("Six of one suit"),
    "other": gettext_lazy("Dealt again"),
    "made": gettext_lazy("Bid made"),
    "failed": gettext_lazy("Bid failed"),
    "instant_win": gettext_lazy("All thirteen tricks"),
    "scored": gettext_lazy("Points"),
    "void": gettext_lazy("Dealt again"),
    "game_forfeited": gettext_lazy("Game forfeited"),
}
DETAILS = {
    "made": gettext_lazy("made"),
    "failed": gettext_lazy("failed"),
    "caught": gettext_lazy("caught"),
    "partner_catch": gettext_lazy("partner catch"),
    "upheld": gettext_lazy("upheld"),
    "rejected": gettext_lazy("rejected"),
}
OFFENCES = {
    "revoke": gettext_lazy("revoke"),
    "undercut": gettext_lazy("undercut"),
    "out_of_turn": gettext_lazy("card out of turn"),
    "false_jodhi": gettext_lazy("jodhi without the cards"),
    "six_of_suit": gettext_lazy("declared on six cards of one suit"),
    "blind_look": gettext_lazy("played a card not to be seen yet"),
    "bad_call": gettext_lazy("call that is not allowed"),
    "bad_trump": gettext_lazy("trump set by the wrong player"),
    "bad_bid": gettext_lazy("bid that is not allowed"),
    "bad_sequence": gettext_lazy("no sequence that may be played"),
    "not_held": gettext_lazy("card that was not held"),
    "wrong_pickup": gettext_lazy("wrong number of cards picked up"),
    "signal": gettext_lazy("signals"),
    "trump_change": gettext_lazy("trump changed"),
    "other": gettext_lazy("other offence"),
}
# What a difference is about, by its path in the ruling.
FIELDS = {
    "winner": gettext_lazy("Who opens balls"),
    "kind": gettext_lazy("What it was"),
    "detail": gettext_lazy("How it ended"),
    "count.total": gettext_lazy("The count"),
    "tally.trumper": gettext_lazy("Who set trump"),
    "tally.call": gettext_lazy("The call"),
    "tally.blind": gettext_lazy("Blind call"),
    "tally.trump": gettext_lazy("Trump"),
    "tally.last_trick": gettext_lazy("Who took the last trick"),
    "tally.double": gettext_lazy("Who called double"),
    "tally.khanuck": gettext_lazy("Who called khanuck"),
    "tally.declared.kind": gettext_lazy("What was declared"),
    "tally.declared.seat": gettext_lazy("Who declared"),
    "tally.declared.lost_to": gettext_lazy("Who caught it"),
    "tally.four_ball.against": gettext_lazy("Four-ball"),
    "tally.false_accusation.seat": gettext_lazy("Accused wrongly"),
    "tally.trumpless": gettext_lazy("Trumpless"),
    "tally.declarer": gettext_lazy("Who declared"),
    "tally.bid": gettext_lazy("The bid"),
    "tally.doubled": gettext_lazy("Doubled"),
}
FIELDS_OF_A_SIDE = {
    "balls": gettext_lazy("Balls of %(team)s"),
    "scores": gettext_lazy("Points of %(team)s"),
    "tally.card_points": gettext_lazy("Card points of %(team)s"),
    "tally.tricks": gettext_lazy("Tricks of %(team)s"),
    "tally.jodhi": gettext_lazy("Jodhi of %(team)s"),
}
FIELDS_OF_A_SEAT = {
    "scores": gettext_lazy("Points of %(player)s"),
    "tally.bids": gettext_lazy("The bid of %(player)s"),
    "tally.tricks": gettext_lazy("Tricks of %(player)s"),
    "tally.left": gettext_lazy("Cards left to %(player)s"),
}
FIELDS_OF_A_JODHI = {
    "value": gettext_lazy("What jodhi %(number)s is worth"),
    "trick": gettext_lazy("After which trick jodhi %(number)s was called"),
    "seat": gettext_lazy("Who may have called jodhi %(number)s"),
    "murrials": gettext_lazy("Murrials against jodhi %(number)s"),
}
_OF_A_SEAT = re.compile(r"(scores|tally\.bids|tally\.tricks|tally\.left)\[(\d)\]")
_OF_A_JODHI = re.compile(r"tally\.jodhi\[(\d+)\]\.(\w+)")
_PERSONS = (
    "winner", "tally.trumper", "tally.declarer", "tally.last_trick", "tally.double", "tally.khanuck",
    "tally.declared.seat", "tally.declared.lost_to", "tally.four_ball.against", "tally.false_accusation.seat",
)  # fmt: skip
_NOTICED = {"noticed": gettext_lazy("noticed"), "unnoticed": gettext_lazy("not noticed")}


@dataclass(frozen=True)
class Voices:
    """Who is meant by sides and seats: `sides` {"A": team, "B": team}, `seats` the players' names, by seat. Where each
    plays alone there are no sides but the seats, A to D."""

    sides: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[str] = ()

    def side(self, side: str) -> str:
        if not self.sides and side and side in ALL_SIDES[: len(self.seats)]:
            return self.seat(ALL_SIDES.index(side))
        return self.sides.get(side) or gettext("side %(side)s") % {"side": side}

    def seat(self, seat: int) -> str:
        name = self.seats[seat] if 0 <= seat < len(self.seats) else ""
        return name or gettext("seat %(number)s") % {"number": seat + 1}


@dataclass(frozen=True)
class Line:
    """One line of an explanation. `result`: it is the one that opens balls, or says that there are none."""

    rule: str
    text: str
    result: bool = False


def headline(ruling: Result, voices: Voices) -> str:
    """What the hand comes to: "Umgeni Spades opens 2 balls", or that it is dealt again."""
    if "scores" in ruling:
        return points_headline(ruling, voices)
    if ruling["status"] == "void":
        return gettext("Dealt again, no balls")
    side = ruling.get("winner")
    if ruling["status"] != "decided" or not side:
        return gettext("Counts nothing")
    number = (ruling["balls"] or {})[side]
    text = ngettext("%(team)s opens %(number)s ball", "%(team)s opens %(number)s balls", number)
    return text % {"team": voices.side(side), "number": number}


def points_headline(ruling: Result, voices: Voices) -> str:
    """What a hand comes to in a game of points: "Umgeni Spades −8, Chatsworth +7"."""
    if ruling["status"] == "void":
        return gettext("Dealt again, no points")
    if ruling["status"] != "decided":
        return gettext("Counts nothing")
    winner = ruling.get("winner")
    if ruling.get("kind") in ("instant_win", "game_forfeited") and winner:
        return gettext("%(team)s wins the game") % {"team": voices.side(winner)}
    scores = ruling["scores"]
    if scores is None:  # of a result that a hand could still have
        return gettext("How many points depends on what is missing")
    named = named_points(scores, voices)
    if not any(points for _name, points in named):
        return gettext("Nobody scores")
    return ", ".join(f"{name} {signed(points)}" for name, points in named)


def named_points(scores: Any, voices: Voices) -> list[tuple[str, int]]:
    """Points by side or by seat, each with whose they are."""
    if isinstance(scores, Mapping):
        return [(voices.side(side), points) for side, points in scores.items()]
    return [(voices.seat(seat), points) for seat, points in enumerate(scores)]


def signed(points: int) -> str:
    """ "+7", "−8" (with a true minus), "0"."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def reason(ruling: Ruling) -> str:
    """Why, in a word or two: "Khanuck, failed", "Count 104, needed 105"."""
    kind = ruling.get("kind") or ""
    words = str(KINDS.get(kind, kind))
    count = ruling.get("count")
    if kind in ("count", "call_and_loss") and count and count.get("total") is not None:
        words = gettext("%(kind)s %(total)s, needed %(target)s") % {
            "kind": words,
            "total": str(count["total"]).replace("-", "−"),
            "target": count["target"],
        }
    if detail := ruling.get("detail"):
        words = gettext("%(kind)s, %(detail)s") % {"kind": words, "detail": DETAILS.get(detail, detail)}
    return words


def lines(ruling: Ruling, voices: Voices) -> list[Line]:
    """The explanation, line by line."""
    return [_line(step, voices) for step in ruling.get("steps") or []]


def _line(step: RulingStep, voices: Voices) -> Line:
    return Line(str(step["rule"]), step_text(step, voices), rulebook.is_result(step))


def step_text(step: RulingStep, voices: Voices) -> str:
    """One line of an explanation. Without a template that fits, the engine's English."""
    template = rulebook.template_of(step)
    if template is None:
        return str(step["text"])
    points = step.get("points")
    known = {**step["values"], "side": step.get("side"), "points": points}
    if "opens {points}" in template and isinstance(points, int):
        known["points"] = balls_text(points)
    kinds = {name: "seat" if word == "eat" else "side" for _, word, name in _PLACE.findall(template)}
    values = {name: _in_words(value, kinds.get(name), voices) for name, value in known.items()}
    try:
        text = gettext(with_names(template)).format(**values)
    except (KeyError, IndexError, ValueError):
        return str(step["text"])
    return text[:1].upper() + text[1:]


def with_names(template: str) -> str:
    """A template of the engine as pages translate it: "Seat {seat} called" becomes "{seat} called"."""
    return _PLACE.sub(r"{\3}", template)


def templates() -> Iterator[str]:
    """Every sentence an explanation may hold, for whoever translates them."""
    for rule in rulebook.catalogue():
        yield from map(with_names, rule.lines.values())


def _in_words(value: Any, kind: str | None, voices: Voices) -> Any:
    """A step's value in words: names for seats and sides, signs for cards, translated words."""
    if kind == "seat" and isinstance(value, int):
        return voices.seat(value)
    if not isinstance(value, str):
        return value
    if value in ("A", "B"):
        return voices.side(value)
    if match := _SEAT.fullmatch(value):
        return voices.seat(int(match[1]))
    if _CARDS.fullmatch(value):
        return value.translate(_SUIT_SIGNS)
    return gettext(value) if value else value


@dataclass(frozen=True)
class Difference:
    """Where the table's figure is not the engine's: what, both figures, and the rule that accounts for it."""

    subject: str
    claimed: str
    found: str
    rule: str

    @property
    def text(self) -> str:
        """The whole in one sentence."""
        return gettext("%(what)s: the table says %(claimed)s, the rules say %(found)s") % {
            "what": self.subject,
            "claimed": self.claimed,
            "found": self.found,
        }


def differences(ruling: Ruling, voices: Voices) -> list[Difference]:
    """Where the table says otherwise than the rules do."""
    return [
        Difference(
            _field(discrepancy["field"], voices),
            _figure(discrepancy["field"], discrepancy.get("claimed"), voices),
            _figure(discrepancy["field"], discrepancy.get("found"), voices),
            discrepancy.get("rule") or "",
        )
        for discrepancy in ruling.get("discrepancies") or []
    ]


class Explained(TypedDict):
    """A ruling as the pages show it that are looked at before a hand is saved."""

    ruling: Ruling
    headline: str
    reason: str
    lines: list[Line]
    differences: list[Difference]


def explained(ruling: Ruling, voices: Voices) -> Explained:
    """A ruling in words: what it comes to, why, line by line, and where the table says otherwise."""
    return {
        "ruling": ruling,
        "headline": headline(ruling, voices),
        "reason": reason(ruling),
        "lines": lines(ruling, voices),
        "differences": differences(ruling, voices),
    }


def _field(name: str, voices: Voices) -> str:
    about, _dot, side = name.rpartition(".")
    if about in FIELDS_OF_A_SIDE and side in ("A", "B"):
        return str(FIELDS_OF_A_SIDE[about]) % {"team": voices.side(side)}
    if (match := _OF_A_JODHI.fullmatch(name)) and match[2] in FIELDS_OF_A_JODHI:
        return str(FIELDS_OF_A_JODHI[match[2]]) % {"number": int(match[1]) + 1}
    if match := _OF_A_SEAT.fullmatch(name):
        return str(FIELDS_OF_A_SEAT[match[1]]) % {"player": voices.seat(int(match[2]))}
    if name.endswith("].reason"):
        return gettext("Why it was dealt again")
    return str(FIELDS.get(name, name.replace("_", " ").replace(".", ", ")))


def _figure(field: str, value: Any, voices: Voices) -> str:
    persons = field in _PERSONS or (field.startswith("tally.jodhi[") and field.endswith(".seat"))
    if value is None:
        return gettext("nobody") if persons else gettext("none")
    if value is True or value is False:
        return gettext("yes") if value else gettext("no")
    if value in ("A", "B"):
        return voices.side(value)
    if persons and isinstance(value, int):
        return voices.seat(value)
    if field == "tally.trump" and value in SUIT_NAMES:
        return str(SUIT_NAMES[value])
    if field == "tally.trumpless":
        return str(_NOTICED.get(value, value))
    return str(DETAILS.get(value, KINDS.get(value, value))) if isinstance(value, str) else str(value)


def fault_text(message: object) -> str:
    """What is wrong with a record or missing in it, as far as there are words for it in the reader's language."""
    text = str(message)
    return gettext(text) if text else ""


def offence(name: str) -> str:
    """An offence in words."""
    return str(OFFENCES.get(name, name.replace("_", " ")))
