"""Who wins a game that the bell ends. Pure: where the game stands, how the event plays the bell; the state after it.

The entry a bell writes stands behind the last hand, as a decision of its own kind:

    {"decision": "bell", "lead": "A" | "B" | "", "level": "one_more_hand" | "last_hand", "rules": ["EV-BELL-2", ...]}

The side with more balls (or points) has won the game. Level, the game goes to `lead`, the side that had won more games
of the match; without one to whoever opened balls in the last hand, where the event plays it so; else to nobody yet, and
one more hand is played. Nothing but that is kept: when a hand before it is corrected, the bell is worked out again.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from adjudication import scores
from adjudication.shapes import Body, Fault
from engine.shapes import State

KIND = "bell"
KEYS = frozenset({"decision", "lead", "level", "rules"})
FINISH, AHEAD, LEVEL = "EV-BELL-1", "EV-BELL-2", "EV-BELL-3"  # the regulations it rests on
ONE_MORE_HAND, LAST_HAND = "one_more_hand", "last_hand"
LEVELS = (ONE_MORE_HAND, LAST_HAND)
# How it was decided.
BY_BALLS, BY_GAMES, BY_LAST_HAND, STILL_LEVEL, WAS_OVER = "balls", "games", "last_hand", "level", "over"


def faults(body: Body) -> list[Fault]:
    """What is wrong with the values of a bell's body."""
    wrong: list[Fault] = []
    if body["lead"] not in ("A", "B", ""):
        wrong.append({"path": "lead", "message": _("is A, B or empty")})
    if body["level"] not in LEVELS:
        wrong.append({"path": "level", "message": _("is one_more_hand or last_hand")})
    return wrong


def ahead(points: Mapping[str, int]) -> str:
    """The side with more; "" while both are level."""
    if points["A"] == points["B"]:
        return ""
    return "A" if points["A"] > points["B"] else "B"


def winner(after: State, body: Body, last: Mapping[str, int] | None) -> tuple[str, str]:
    """Who wins by the bell ("" for nobody yet), and how. `last`: what the last hand opened for each side, if any."""
    if after["game_over"]:
        return after["game_winner"] or "", WAS_OVER
    if side := ahead(scores.by_side(after)):
        return side, BY_BALLS
    if body["lead"]:
        return body["lead"], BY_GAMES
    if body["level"] == LAST_HAND and last and (side := ahead(last)):
        return side, BY_LAST_HAND
    return "", STILL_LEVEL


def state(after: State, body: Body, last: Mapping[str, int] | None) -> State:
    """Where the game stands once the bell has rung in it: over, or going on level."""
    side, how = winner(after, body, last)
    if how in (STILL_LEVEL, WAS_OVER):
        return after.copy()
    bell = {"lead": body["lead"], "level": body["level"], "by": how}
    over: State = {**after, "game_over": True, "game_winner": side, "next_dealer": None, "bell": bell}
    if "cornerhouse" in over:
        over["cornerhouse"] = []
    return over


def ended_by_bell(after: State) -> bool:
    """Whether the game that stands so was ended by the bell."""
    return KIND in after
