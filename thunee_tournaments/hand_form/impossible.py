"""Figures of a hand of Thunee that no hand can have: said before it is saved, beside the field.

The engine judges what a sheet says, whatever it says, since a sheet may be all that is left of an evening; whoever
writes a hand down now can look again. A referee may write it down all the same (`as_written`).
"""

from functools import cache

from django.utils.translation import gettext as _

from engine.games import traits
from thunee_tournaments.hand_form.typed import Typed

SUITS = 4
THUNEE = traits("thunee")
PACK_POINTS = SUITS * sum(THUNEE.worth.values())


@cache
def impossible_points(players: int) -> tuple[int, ...]:
    """The card points no side can have, whatever tricks it won: whole tricks of so many players hold others."""
    sums: list[set[int]] = [set() for _number in range(SUITS * len(THUNEE.worth) + 1)]
    sums[0].add(0)
    for points in THUNEE.worth.values():
        for _suit in range(SUITS):
            for held in range(len(sums) - 2, -1, -1):
                sums[held + 1] |= {known + points for known in sums[held]}
    possible = set().union(*(sums[tricks * players] for tricks in range(THUNEE.tricks[players] + 1)))
    return tuple(points for points in range(PACK_POINTS + 1) if points not in possible)


def written(players: int) -> str:
    """The lower half of them, for the phone's script: the others are what these leave of the pack."""
    return " ".join(str(points) for points in impossible_points(players) if points <= PACK_POINTS // 2)


def faults(typed: Typed, players: int) -> dict[str, str]:
    """What cannot be, by the field it stands in. `typed`: the clean answers of the form of figures."""
    if any(typed.get(key) not in (None, "") for key in ("events", "redeal", "four_ball", "false_by", "declared")):
        return {}
    wrong = {}
    points, last = typed.get("points"), typed.get("last_trick")
    if points in impossible_points(players):
        wrong["points"] = said_impossible(points)
    elif points in (0, PACK_POINTS) and last is not None and typed.get("trumper") is not None:
        side = typed["trumper"] % 2 if typed.get("points_of") == "trumping" else 1 - typed["trumper"] % 2
        without = side if points == 0 else 1 - side
        if last % 2 == without:
            wrong["last_trick"] = _("This side has no card points, so it cannot have taken the last trick.")
        elif typed.get("double_end") == "failed" and last == typed.get("double"):
            wrong["double_end"] = _("Every trick and the last one: then the double was made.")
    if typed.get("blind") and not typed.get("call"):
        wrong["blind"] = _("A blind call has an amount: tap it under Call.")
    return wrong


def said_impossible(points: int | str) -> str:
    """For points no side can have; also with %N% for the number, for the phone's script."""
    return _("No tricks come to %(points)s card points. Count them again.") % {"points": points}
