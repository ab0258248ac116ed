"""Every result a hand could still have had, when its record does not decide it.

The list is exact where little is missing (a field of a sheet, trump of a whole play, the last six cards), and sound
rather than short beyond that. Where not even the bids of those who play for themselves are known, there are too many
results to list: `scores` is then None, and stands for any.
"""

from collections.abc import Iterator
from itertools import product

from ..rulebook import SILENT
from ..scored import Verdict
from ..tricks import NO_TRUMP, play
from . import last_cards
from .bidding import enough
from .facts import SEATS, TRICKS, Contract, Hand, Sides, Solo, sides_of
from .judge import settled

Result = tuple[str, int | None, tuple[int, ...] | None]


def possible_results(hand: Hand) -> tuple[list[Result], bool]:
    """Kind, winning side and scores of every result that is possible, each once; and whether the list is exact: without
    one that is not."""
    style = hand.style
    left = last_cards.tricks(hand)
    results = _of_sides(hand, style, left) if isinstance(style, Sides) else _of_all(hand, style, left)
    listed = list(dict.fromkeys(results))
    by_sheet = hand.record.tally is not None and not hand.script.bits
    known = left is not None or by_sheet or hand.tricks is not None or _only_trump_is_missing(hand)
    if isinstance(style, Solo):
        return listed, known and (None not in hand.bids or _one_bid_is_missing(hand))
    return listed, known and not hand.open


def _one_bid_is_missing(hand: Hand) -> bool:
    return hand.bids.count(None) == 1 and hand.tricks is not None


def _only_trump_is_missing(hand: Hand) -> bool:
    return hand.trump is None and len(hand.script.bits) == hand.script.cards_in_play


def _result(verdict: Verdict) -> Result:
    return verdict.kind or "", verdict.winner, verdict.scores


def _of_sides(hand: Hand, style: Sides, left: set[tuple[int, ...]] | None) -> Iterator[Result]:
    for contract in _contracts(hand, style):
        for own in _tricks_of_side(hand, contract.side, left):
            tricks = (own, TRICKS - own) if contract.side == 0 else (TRICKS - own, own)
            yield _result(style.worth(contract, tricks, hand, SILENT))
    if hand.open and hand.bid is None and hand.declarer is None:
        yield "void", None, (0, 0)


def _contracts(hand: Hand, style: Sides) -> Iterator[Contract]:
    """Every contract that may have been played: the one that stands, and while bids could follow, any above it."""
    if hand.declarer is not None and hand.bid is not None:
        doubled = {hand.doubled, True} if hand.open and style.named_suit else {hand.doubled}
        yield from (Contract(hand.declarer, hand.bid, is_doubled) for is_doubled in sorted(doubled))
        if not hand.open:
            return
    seats = [hand.declarer] if hand.declarer is not None and not hand.open else list(range(SEATS))
    least = 7 if hand.bid is None else hand.bid
    known = hand.doubled and not hand.open
    for seat, bid, doubled_too in product(seats, range(least, TRICKS + 1), (False, True)):
        if doubled_too == known or style.named_suit:
            yield Contract(seat, bid, doubled_too)


def _tricks_of_side(hand: Hand, side: int, left: set[tuple[int, ...]] | None) -> list[int]:
    """How many tricks a side may have taken in the end."""
    if left is not None:
        return sorted({sides_of(tricks)[side] for tricks in left})
    if hand.tricks is not None:
        tricks = sides_of(hand.tricks) if len(hand.tricks) == SEATS else hand.tricks
        return [tricks[side]]
    if hand.play is None:
        return list(range(TRICKS + 1))
    if _only_trump_is_missing(hand):
        plays = [play(hand.script, hand.declarer, trump) for trump in _trumps(hand)]
        return sorted({sides_of(played.won())[side] for played in plays if played.complete})
    won = sides_of(hand.play.won())
    return list(range(won[side], TRICKS - won[1 - side] + 1))


def _trumps(hand: Hand) -> range:
    """What may have been trump."""
    with_none = hand.profile.game != "tarneeb" or hand.profile.no_trump == "on"
    return range(NO_TRUMP + 1 if with_none else NO_TRUMP)


def _of_all(hand: Hand, style: Solo, left: set[tuple[int, ...]] | None) -> Iterator[Result]:
    if _one_bid_is_missing(hand):
        yield from _with_each_bid(hand, style)
    elif None in hand.bids:
        yield "scored", None, None
        if style.all_wins:
            yield "instant_win", 0, None
            yield "instant_win", 1, None
        if hand.tricks is None and not hand.script.bits:
            yield "void", None, (0,) * SEATS
    else:
        yield from _with_all_bids(hand, left)


def _with_each_bid(hand: Hand, style: Solo) -> Iterator[Result]:
    """The one bid that is missing may have been any the score allows; with too few bid in all, the hand is void."""
    seat, bids = hand.bids.index(None), list(hand.bids)
    for bid in range(style.least(hand.before[seat]), TRICKS + 1):
        hand.bids = [bid if known is None else known for known in bids]
        if enough(hand, style, SILENT):
            yield _result(settled(hand, SILENT))
        elif not hand.script.bits:  # no card is played then
            yield "void", None, (0,) * SEATS
    hand.bids = bids


def _with_all_bids(hand: Hand, left: set[tuple[int, ...]] | None) -> Iterator[Result]:
    known, slow = hand.tricks, list(hand.slow)
    may_be_slow = hand.play is not None and hand.profile.pace == "on"
    for tricks in [known] if known is not None else sorted(left) if left is not None else _tricks_of_all(hand):
        for more in product((0, 2), repeat=SEATS) if may_be_slow else [(0,) * SEATS]:
            hand.tricks = tricks
            hand.slow = [times + late for times, late in zip(slow, more, strict=True)]
            yield _result(settled(hand, SILENT))
    hand.tricks, hand.slow = known, slow


def _tricks_of_all(hand: Hand) -> Iterator[tuple[int, ...]]:
    """Every way the tricks that are not played yet, or not written down, may fall."""
    written = (hand.record.tally or {}).get("tricks") or (None,) * SEATS
    for tricks in _falling(hand):
        if all(number in (None, took) for number, took in zip(written, tricks, strict=True)):
            yield tricks


def _falling(hand: Hand) -> Iterator[tuple[int, ...]]:
    won = hand.play.won() if hand.play is not None else (0,) * SEATS
    left = TRICKS - sum(won)
    for a in range(left + 1):
        for b in range(left - a + 1):
            for c in range(left - a - b + 1):
                yield won[0] + a, won[1] + b, won[2] + c, won[3] + left - a - b - c
