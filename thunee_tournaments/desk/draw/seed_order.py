"""Putting teams in order with numbers and buttons. Pure: ids in, ids out.

Whoever types a number beside a team means: this team goes there, the others make room. No number means: not seeded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

UP, DOWN, IN, OUT = "up", "down", "in", "out"


@dataclass(frozen=True)
class Arranged:
    """`order`: the seeds from the first down; `changed`: whether anything was typed; `wrong`: a fault by team id."""

    order: list[str]
    changed: bool
    wrong: dict[str, str] = field(default_factory=dict)


def arrange(now: Sequence[str], seen: Sequence[str], typed: Mapping[str, str]) -> Arranged:
    """The order that comes of `typed` (id → number, or "" for not seeded), by somebody who saw the order `seen`.

    Only what differs from what was seen counts as typed, so that two people at work do not undo each other's changes.
    """
    places = {team: str(place) for place, team in enumerate(seen, start=1)}
    new = {team: text for team, text in typed.items() if text != places.get(team, "")}
    wrong: dict[str, str] = {
        team: _("A whole number from 1, or nothing.") for team, text in new.items() if text and not _is_place(text)
    }
    holders: dict[int, str] = {}
    for team, text in new.items():
        if text and team not in wrong:
            if (place := int(text)) in holders:
                wrong[team] = wrong[holders[place]] = _("Number %(place)s is typed twice.") % {"place": place}
            holders.setdefault(place, team)
    if wrong:
        return Arranged(list(now), True, wrong)
    order = [team for team in now if team not in new]
    for place in sorted(holders):
        order.insert(min(place - 1, len(order)), holders[place])
    return Arranged(order, bool(new))


def _is_place(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4 and int(text) >= 1


def move(order: Sequence[str], team: str, action: str) -> list[str]:
    """The order with one team a place up or down, taken in as the last seed, or taken out. What cannot be, is not."""
    result = list(order)
    if action == IN and team not in result:
        return [*result, team] if team else result
    if team not in result:
        return result
    place = result.index(team)
    if action == OUT:
        del result[place]
    other = {UP: place - 1, DOWN: place + 1}.get(action, place)
    if 0 <= other < len(result) and action in (UP, DOWN):
        result[place], result[other] = result[other], result[place]
    return result
