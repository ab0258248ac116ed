"""Every result a hand could still have had, when its record does not decide it.

Where little is missing the list is exact: a sheet is filled in in every way, a play without trump judged with each
suit, and the last cards are played out (`last_cards`). Beyond that it is sound rather than short: it begins with all
that a profile allows, and leaves out only what the record rules out.
"""

from collections.abc import Iterator

from ..rulebook import SILENT
from . import declarations, last_cards
from .calling import trumpless_voids
from .double import cornerhouse_applies
from .facts import Hand
from .judge import judge_with_trump
from .last_cards import Result, as_result
from .offences import six_of_suit
from .reading import REASONS


def possible_results(hand: Hand) -> tuple[list[Result], bool]:
    """Kind, winning side (None when void) and balls of every result that is possible, each once; and whether the list
    is exact: without one that is not."""
    if hand.possible:
        return list(dict.fromkeys(map(as_result, hand.possible))), True
    if _only_trump_is_missing(hand):
        return list(dict.fromkeys(_with_each_trump(hand))), True
    thinkable, endings = list(dict.fromkeys(_results(hand))), set(_endings(hand))
    left = last_cards.results(hand, set(thinkable) - endings)
    if left is None:
        return thinkable, False
    return [result for result in thinkable if result in left or result in endings], True


def _only_trump_is_missing(hand: Hand) -> bool:
    return (
        hand.trump is None
        and hand.declaration is None
        and hand.length == len(hand.record.transcript.bits)
        and not hand.doubts
    )


def _with_each_trump(hand: Hand) -> Iterator[Result]:
    """A whole play judged with each suit as trump, as far as the play allows that suit."""
    for suit in range(4):
        verdict = judge_with_trump(hand.record, suit, SILENT)
        if verdict.status in ("decided", "void"):
            yield as_result(verdict)


def _results(hand: Hand) -> Iterator[Result]:
    begun = hand.played > 0
    settled = begun or any(mark.event.type == "trump" for mark in hand.record.transcript.marks)
    if hand.declaration is not None:
        yield from _declared(hand, hand.declaration.kind, hand.declaration.seat & 1)
    if not begun:
        for kind in declarations.ALL_KINDS:
            if declarations.is_played(kind, hand.profile, hand.players):
                yield from _declared(hand, kind, 0)
                yield from _declared(hand, kind, 1)
    if hand.declaration is None:
        for trumping in (hand.trumping or 0,) if settled else (0, 1):
            yield from _undeclared(hand, trumping, settled)
    if trumpless_voids(hand) and hand.counting_has_trump is not True:
        yield "trumpless", None, 0
    if hand.lost_at is None and not hand.complete:
        yield from _endings(hand)
        yield from _on_six_of_suit(hand)
    elif hand.doubts:
        yield from _accusations(hand)
        yield from _on_six_of_suit(hand)


def _declared(hand: Hand, kind: str, side: int) -> Iterator[Result]:
    prices = declarations.prices(kind, hand.profile)
    if hand.lost_to is not None:
        detail = "caught" if (hand.lost_to ^ side) & 1 else "partner_catch"
        yield kind, 1 - side, prices[detail]
        return
    yield kind, side, prices["made"]
    if not hand.complete:
        yield kind, 1 - side, prices["caught"]
        if not declarations.team_may_win(kind, hand.profile):
            yield kind, 1 - side, prices["partner_catch"]


def _undeclared(hand: Hand, trumping: int, settled: bool) -> Iterator[Result]:
    profile, counting = hand.profile, 1 - trumping
    called = (hand.call > 0,) if settled else (False, True)
    blind = (hand.blind,) if settled else (False, profile.blind_call == "on")
    if hand.khanuck is None:
        if hand.double is None:
            yield from _counted(hand, trumping, called, blind)
        for side in (0, 1) if hand.players != 2 else ():
            yield from _doubled(hand, side, side == counting, called)
    for side in (0, 1) if hand.players != 2 else ():
        if hand.khanuck is None or hand.khanuck.seat & 1 == side:
            yield from _khanucked(hand, side, side == counting, called)
    unnoticed = profile.trumpless == "void" and profile.trumpless_unnoticed == "ball_to_trumpers"
    if unnoticed and hand.counting_has_trump is not True:
        yield "trumpless", trumping, 1


def _counted(hand: Hand, trumping: int, called: tuple[bool, ...], blind: tuple[bool, ...]) -> Iterator[Result]:
    profile, counting = hand.profile, 1 - trumping
    for was_called in called:
        if not was_called:
            yield "count", trumping, 1
            yield "count", counting, 1
            continue
        for was_blind in blind:
            yield "count", trumping, 2 if was_blind else 1
            yield "call_and_loss", counting, profile.blind_call_loss if was_blind else profile.call_and_loss


def _doubled(hand: Hand, side: int, counts: bool, called: tuple[bool, ...]) -> Iterator[Result]:
    profile = hand.profile
    if hand.double is not None and hand.double.seat & 1 != side:
        return
    may_be_made = hand.double is None or hand.double.timely
    if any(winner & 1 != side for winner in hand.winners[: hand.size.tricks - 1]):
        may_be_made = False
    for was_called in called:
        backside = profile.backside_double == "on" and counts and was_called
        kind = "backside_double" if backside else "double"
        if may_be_made:
            yield kind, side, profile.backside_double_win if backside else profile.double_win
        yield kind, 1 - side, profile.double_loss


def _khanucked(hand: Hand, side: int, counts: bool, called: tuple[bool, ...]) -> Iterator[Result]:
    profile = hand.profile
    may_be_made = hand.khanuck is None or hand.khanuck.timely
    for was_called in called:
        backside = counts and (
            profile.backside_khanuck == "always" or (profile.backside_khanuck == "when_called" and was_called)
        )
        kind = "backside_khanuck" if backside else "khanuck"
        if may_be_made:
            yield kind, side, profile.backside_khanuck_win if backside else profile.khanuck_win
        yield kind, 1 - side, profile.khanuck_loss


def _endings(hand: Hand) -> Iterator[Result]:
    """What may still end a hand before its last card."""
    yield from _accusations(hand)
    doubles = hand.double is None and hand.declaration is None and hand.players != 2
    if doubles and hand.profile.cornerhouse_double == "penalty":
        for side in (0, 1):
            if cornerhouse_applies(hand, side):
                yield "cornerhouse_double", 1 - side, hand.profile.double_loss
    for reason in REASONS:
        yield reason, None, 0


def _accusations(hand: Hand) -> Iterator[Result]:
    profile = hand.profile
    for side in (0, 1):
        yield "four_ball", side, profile.four_ball
        if profile.false_accusation:
            yield "false_accusation", side, profile.false_accusation


def _on_six_of_suit(hand: Hand) -> Iterator[Result]:
    """What a declaration on six cards of one suit may cost (TH-THUN-5)."""
    declared = hand.declaration
    if declared is not None and six_of_suit(hand, declared.seat) is not False:
        yield last_cards.caught_on_six(hand.profile, 1 - (declared.seat & 1))
    if not hand.played:
        yield from (last_cards.caught_on_six(hand.profile, side) for side in (0, 1))
