"""Rulings in words: what a hand came to, why in short, and line by line, in the reader's language and with the names
of those who sit at the table."""

import re
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine import rulebook
from thunee_tournaments.drawing.seats import Names

Ruling = dict[str, Any]

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
    "four_ball": gettext_lazy("Four-ball"),
    "false_accusation": gettext_lazy("Wrong accusation"),
    "cornerhouse_double": gettext_lazy("Double on cornerhouse"),
    "trumpless": gettext_lazy("Trumpless"),
    "low_hand": gettext_lazy("Low hand"),
    "exposed_card": gettext_lazy("Card exposed"),
    "six_of_suit": gettext_lazy("Six of one suit"),
    "other": gettext_lazy("Dealt again"),
}
DETAILS = {
    "made": gettext_lazy("made"),
    "failed": gettext_lazy("failed"),
    "caught": gettext_lazy("caught"),
    "partner_catch": gettext_lazy("partner catch"),
    "upheld": gettext_lazy("upheld"),
    "rejected": gettext_lazy("rejected"),
}
FIELDS = {
    "winner": gettext_lazy("Who opens balls"),
    "kind": gettext_lazy("What it was"),
    "detail": gettext_lazy("How it ended"),
    "count": gettext_lazy("The count"),
}
# In the engine's English a seat is "seat 2" and a side "side A"; a page has names to put there.
_SEAT = re.compile(r"\b[Ss]eat \{(\w+)\}")
_SIDE = re.compile(r"\b[Ss]ide \{(\w+)\}")
_SEAT_WORD = re.compile(r"seat (\d)")


class Line(NamedTuple):
    """One line of an explanation and the id of the rule it rests on."""

    rule: str
    text: str


def headline(ruling: Ruling, names: Names) -> str:
    """What the hand comes to: "Umgeni Spades opens 2 balls", or that it is dealt again."""
    if ruling["status"] == "void":
        return _("Dealt again: no balls")
    if ruling["status"] != "decided" or not ruling.get("winner"):
        return _("Counts nothing")
    side = ruling["winner"]
    number = ruling["balls"][side]
    text = ngettext("%(team)s opens %(number)s ball", "%(team)s opens %(number)s balls", number)
    return text % {"team": names.sides[side], "number": number}


def reason(ruling: Ruling) -> str:
    """Why, in a word or two: "Khanuck, failed", "Count 104, needed 105"."""
    kind = ruling.get("kind")
    said = str(KINDS.get(kind, kind or ""))
    if kind in ("count", "call_and_loss") and ruling.get("count"):
        count = ruling["count"]
        figures = {"kind": said, "total": count["total"], "target": count["target"]}
        said = _("%(kind)s %(total)s, needed %(target)s") % figures
    if detail := ruling.get("detail"):
        said = _("%(kind)s, %(detail)s") % {"kind": said, "detail": DETAILS.get(detail, detail)}
    return said


def lines(ruling: Ruling, names: Names) -> list[Line]:
    """The explanation line by line, in the order of the computation."""
    return [Line(step["rule"], step_text(step, names)) for step in ruling.get("steps", [])]


def step_text(step: dict[str, Any], names: Names) -> str:
    """One line of an explanation. A step of a rule that has since been put in other words keeps its English text."""
    template = rulebook.template_of(step)
    if template is None:
        return str(step["text"])
    seats = set(_SEAT.findall(template))
    values = {key: _named(value, key in seats, names) for key, value in step["values"].items()}
    said = _(template)
    if said == template:
        said = _SIDE.sub(r"{\1}", _SEAT.sub(r"{\1}", template))
    side = step["side"]
    text = rulebook.fill(said, names.sides.get(side, side), step["points"], values)
    return text[:1].upper() + text[1:]


def differences(ruling: Ruling, names: Names) -> list[Line]:
    """Where the table says otherwise, and the rule that accounts for it."""
    found = []
    for one in ruling.get("discrepancies", []):
        words = {
            "what": _what(one["field"], names),
            "claimed": _value(one["claimed"], names),
            "found": _value(one["found"], names),
        }
        found.append(Line(one["rule"], _("%(what)s: the table says %(claimed)s, the rules say %(found)s.") % words))
    return found


def _named(value: Any, is_seat: bool, names: Names) -> Any:
    if is_seat and isinstance(value, int) and value < len(names.seats):
        return names.seats[value]
    if not isinstance(value, str) or not value:
        return value
    if value in names.sides:
        return names.sides[value]
    if seat := _SEAT_WORD.fullmatch(value):
        return names.seats[int(seat[1])]
    return _(value)


def _what(field: str, names: Names) -> str:
    if field.startswith("balls."):
        return _("Balls of %(team)s") % {"team": names.sides.get(field[-1], field[-1])}
    return str(FIELDS.get(field, field))


def _value(value: Any, names: Names) -> str:
    if value is None:
        return _("nobody")
    if not isinstance(value, str):
        return str(value)
    return str(names.sides.get(value) or DETAILS.get(value) or KINDS.get(value) or value)
