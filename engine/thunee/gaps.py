"""What a sheet leaves open, and every way it could be filled in.

Between nothing and all 304 the card points decide a hand by one threshold only, the count's (TH-COUNT-5) or the
khanuck's (TH-KHAN-2): so of the points that so many tricks can hold only the ends are tried. Which seat of a side
trumped only names it, so three seats are enough; who won the last trick matters for whoever called double or khanuck.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from ..rulebook import Step
from . import pack
from .calling import may_call
from .facts import Hand, Verdict
from .sizes import PRICES, SIZES
from .tally_form import Tally

LACKS = {
    "trumper": "who set trump is not written down",
    "card_points": "neither side's card points are written down",
    "last_trick": "who won the last trick is not written down",
    "declared.seat": "only the dealer may call trip: it is ignored",
    "declared.lost_to": "it is not written down whether the declaration was won or, if not, who took the trick",
}


class Trial(NamedTuple):
    """A sheet filled in and judged: the hand's facts, what it is worth, and the steps if they were asked for."""

    tally: Tally
    hand: Hand
    verdict: Verdict
    steps: list[Step]

    @property
    def result(self) -> tuple[Any, ...]:
        verdict = self.verdict
        return verdict.status, verdict.kind, verdict.detail, verdict.winner, verdict.balls


Judge = Callable[[Tally], Trial]


def gaps(hand: Hand, tally: Tally) -> list[str]:
    """The keys that are missing and may decide this hand."""
    noticed = tally.get("trumpless") == "noticed"
    paid = tally.get("false_accusation") and hand.profile.false_accusation
    if noticed or tally.get("four_ball") or paid:
        return []
    open_keys = []
    called_by_nobody_named = tally.get("trumper") is None and tally.get("call") and not hand.call
    declared = tally.get("declared")
    if declared and may_call(hand, declared["kind"], declared["seat"]):
        unknown = "lost_to" not in declared and not trumpless_void(hand, tally, declared["kind"])
        return ["declared.lost_to"] if unknown else []
    if called_by_nobody_named:
        open_keys.append("trumper")
    if tally.get("trumpless") == "unnoticed" and hand.profile.trumpless == "void":
        return open_keys if hand.profile.trumpless_unnoticed == "ball_to_trumpers" else []
    if tally.get("card_points") is None:
        open_keys.append("card_points")
    if tally.get("last_trick") is None:
        open_keys.append("last_trick")
    if open_keys and declared and declared["kind"] == "trip" and hand.players == 6:
        open_keys.append("declared.seat")
    return open_keys


def trumpless_void(hand: Hand, tally: Tally, kind: str) -> bool:
    exempt = kind in PRICES or hand.players == 2
    return tally.get("trumpless") == "unnoticed" and hand.profile.trumpless == "void" and not exempt


def trials(hand: Hand, base: Tally, open_keys: list[str], judge: Judge) -> list[Trial]:
    """The sheet judged in every way it could be filled in; of many card points that come to the same, some."""
    declared = base.get("declared")
    if declared and "declared.lost_to" in open_keys:
        lost = (None, *(seat for seat in range(hand.players) if seat != declared["seat"]))
        return [judge({**base, "declared": {**declared, "lost_to": seat}}) for seat in lost]
    made: list[Trial] = []
    odd: list[Tally] = []  # what is written does not go together, whatever is filled in
    trumpers = range(min(3, hand.players)) if "trumper" in open_keys else (base["trumper"],)
    winners = _seats(hand.players, {base.get("double"), base.get("khanuck")})
    for trumper in trumpers:
        for last in winners if "last_trick" in open_keys else (base.get("last_trick"),):
            filled: Tally = {**base, "trumper": trumper, "last_trick": last}
            if "card_points" in open_keys:
                made += _with_each_points(hand, filled, judge)
            elif _agrees(base.get("card_points"), base.get("tricks"), last):
                made.append(judge(filled))
            else:
                odd.append(filled)
    return made or [judge(filled) for filled in odd]


def _seats(players: int, callers: set[int | None]) -> list[int]:
    """The seats that called, and one of each side that did not, as far as it has one."""
    silent = [next((s for s in range(side, players, 2) if s not in callers), None) for side in (0, 1)]
    return [seat for seat in range(players) if seat in callers or seat in silent]


def _with_each_points(hand: Hand, tally: Tally, judge: Judge) -> Iterator[Trial]:
    """The points at which something may change: none, all, and the least and the most between them."""
    tricks, last = tally.get("tricks"), tally.get("last_trick")
    can_be = attainable(hand.players, tricks["A"] if tricks else None, None if last is None else last & 1)
    between = [points for points in can_be if 0 < points < pack.PACK_POINTS]
    for points in dict.fromkeys((*can_be[:1], *between[:1], *between[-1:], *can_be[-1:])):
        yield judge({**tally, "card_points": {"A": points, "B": pack.PACK_POINTS - points}})


@cache
def attainable(players: int, tricks: int | None, last_side: int | None = None) -> tuple[int, ...]:
    """The card points that so many tricks of side A (None: any number) can hold in a hand played to its end, by the
    side that won the last trick."""
    whole = SIZES[players].tricks
    points = set[int]()
    for number in range(whole + 1) if tricks is None else (tricks,):
        if last_side is None or (number > 0 if last_side == 0 else number < whole):
            points |= _points_of(number * players)
    return tuple(sorted(points))


@cache
def _points_of(cards: int) -> frozenset[int]:
    """What so many cards of the pack can count."""
    sums: list[set[int]] = [{0}, *(set[int]() for _ in range(cards))]
    for card in pack.TEXT:
        for number in range(cards, 0, -1):
            sums[number] |= {known + pack.RANK_POINTS[card[0]] for known in sums[number - 1]}
    return frozenset(sums[cards])


def _agrees(points: dict[str, int] | None, tricks: dict[str, int] | None, last: int | None) -> bool:
    """Whether points, tricks and the last trick can go together: a side without points has no trick."""
    for number, side in enumerate("AB"):
        took = None if tricks is None else tricks[side]
        won_last = last is not None and last & 1 == number
        if won_last and took == 0:
            return False
        if points is None:
            continue
        if points[side] == 0 and (took or won_last):
            return False
        if took == 0 and points[side]:
            return False
    return True
