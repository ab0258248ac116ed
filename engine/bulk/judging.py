"""Judging columns: the tricks, the count, the balls and the game after the hand, a column at a time."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..thunee import pack
from .columns import Column, Columns

# Every parameter that decides a plain hand; all others speak of things a plain hand does not have.
PARAMETERS = (
    "undercut", "last_trick", "call_counts", "target_count", "call_and_loss", "blind_call_loss", "trumpless",
    "trumpless_unnoticed", "balls_to_win", "khanuck_raises_to", "two_to_clear", "dealer_rotation",
)  # fmt: skip
CHUNK = 16_384  # hands at a time: small enough to stay in the processor's cache

COUNT, CALL_AND_LOSS, TRUMPLESS = range(3)
KINDS = ("count", "call_and_loss", "trumpless")

_PLACES = np.arange(24)
_SUIT = (_PLACES // 6).astype(np.uint8)
# What makes a card win: in its two lowest bits the step at which it was played is added to these.
_LED_KEY = ((_PLACES % 6 + 1) << 2).astype(np.uint8)
_TRUMP_RANK = (_PLACES % 6 + 7).astype(np.uint8)
_WORTH = np.array([pack.RANK_POINTS[pack.TEXT[place][0]] for place in range(24)], dtype=np.uint8)
_BIT = (1 << _PLACES).astype(np.uint32)
_MASK = np.array(pack.SUIT_MASKS, dtype=np.uint32)


@dataclass(frozen=True)
class Judged:
    """What the hands of some columns come to. `odd` are those the columns cannot judge: their values mean nothing.

    By side or seat where a column has a second axis: `points` and `tricks` (n, 2), `winners` and `worth` (n, 6: the
    seat that won each trick and what its cards count), `balls` and `after` (n, 2), `cornerhouse` (n, 2).
    `winner` is 0, 1 or -1 for nobody, so are `game_winner` and, where the game is over, `next_dealer`.
    """

    odd: Column
    kind: Column
    void: Column
    winner: Column
    opened: Column
    seat: Column
    total: Column
    points: Column
    tricks: Column
    winners: Column
    worth: Column
    after: Column
    target: Column
    cornerhouse: Column
    game_winner: Column
    next_dealer: Column

    def part(self, rows: Column) -> "Judged":
        """Some of the hands: a mask or places."""
        return Judged(*(values[rows] for values in vars(self).values()))


def judge_columns(columns: Columns) -> Judged:
    """Judge all hands of the columns."""
    table = _parameters(columns)
    parts = [
        _judge(columns.part(slice(first, first + CHUNK)), table) for first in range(0, max(len(columns), 1), CHUNK)
    ]
    return Judged(*(np.concatenate(values) for values in zip(*(vars(part).values() for part in parts), strict=True)))


def _parameters(columns: Columns) -> dict[str, Column]:
    """Each parameter as a column over the profiles."""

    def number(value: Any) -> Column:
        return np.array([value(profile) for profile in columns.profiles] or [0], dtype=np.int32)

    def flag(value: Any) -> Column:
        return np.array([value(profile) for profile in columns.profiles] or [0], dtype=bool)

    return {
        "undercut": flag(lambda p: p.undercut == "enforced"),
        "ten_handed_over": number(lambda p: 10 if p.last_trick == "transfer" else 0),
        "call_counts": flag(lambda p: p.call_counts == "yes"),
        "target_count": number(lambda p: p.target_count),
        "call_and_loss": number(lambda p: p.call_and_loss),
        "blind_call_loss": number(lambda p: p.blind_call_loss),
        "voids": flag(lambda p: p.trumpless == "void"),
        "ball_unnoticed": flag(lambda p: p.trumpless_unnoticed == "ball_to_trumpers"),
        "to_win": number(lambda p: p.balls_to_win),
        "raised": number(lambda p: max(p.balls_to_win, p.khanuck_raises_to or 0)),
        "lead": number(lambda p: 2 if p.two_to_clear == "always" else 1),
        "lead_raised": number(lambda p: 2 if p.two_to_clear in ("always", "after_khanuck") else 1),
        "always_on": flag(lambda p: p.dealer_rotation == "always"),
    }


def _judge(columns: Columns, table: dict[str, Column]) -> Judged:
    own = {name: values[columns.profile] for name, values in table.items()}
    odd, winners, worth = _tricks(columns, own["undercut"])
    sides = winners & 1
    points_b = (worth * sides).sum(axis=1, dtype=np.int32)
    tricks_b = sides.sum(axis=1, dtype=np.int32)
    points = np.stack([pack.PACK_POINTS - points_b, points_b], axis=1)
    tricks = np.stack([6 - tricks_b, tricks_b], axis=1)
    trumping = columns.trumper & 1
    counting = 1 - trumping
    rows = np.arange(len(columns))
    won_last = sides[:, 5] == counting
    total = points[rows, counting] + np.where(won_last, 10, -own["ten_handed_over"])
    total += np.where(own["call_counts"], columns.call, 0)

    reached, called = total >= own["target_count"], columns.call > 0
    winner = np.where(reached, counting, trumping)
    lost_call = np.where(columns.blind, own["blind_call_loss"], own["call_and_loss"])
    opened = np.where(reached, np.where(called, lost_call, 1), np.where(columns.blind, 2, 1))
    kind = np.where(reached & called, CALL_AND_LOSS, COUNT)
    seat = np.where(reached & called, columns.trumper, -1)

    # A counting team that was dealt no trump (TH-CALL-6, TH-CALL-7).
    held = columns.dealt[rows, counting] | columns.dealt[rows, counting + 2]
    trumpless = ((held & _MASK[columns.trump]) == 0) & own["voids"]
    void = trumpless & ~own["ball_unnoticed"]
    kind, seat = np.where(trumpless, TRUMPLESS, kind), np.where(trumpless, -1, seat)
    winner = np.where(void, -1, np.where(trumpless, trumping, winner))
    opened = np.where(void, 0, np.where(trumpless, 1, opened))

    after = columns.balls + np.stack([opened * (winner == 0), opened * (winner == 1)], axis=1)
    target = np.where(columns.khanuck_called, own["raised"], own["to_win"])
    lead = np.where(columns.khanuck_called, own["lead_raised"], own["lead"])
    game_winner = _game_winner(after, target, lead)
    corners = [
        (_game_winner(after + np.array(more), target, lead) == side) & (game_winner < 0)
        for side, more in enumerate(([1, 0], [0, 1]))
    ]
    behind = after[rows, columns.dealer & 1] < after[rows, 1 - (columns.dealer & 1)]
    stays = void | (behind & ~own["always_on"])
    dealer = np.where(stays, columns.dealer, (columns.dealer + 1) & 3)
    dealer = np.where(game_winner >= 0, -1, dealer)
    return Judged(
        odd, kind, void, winner, opened, seat, total, points, tricks, winners, worth, after, target,
        np.stack(corners, axis=1), game_winner, dealer,
    )  # fmt: skip


def _game_winner(balls: Column, target: Column, lead: Column) -> Column:
    """The side that has won the game, -1 while it lasts (TH-GAME-1 to 3)."""
    side = (balls[:, 1] >= balls[:, 0]).astype(np.int32)
    rows = np.arange(len(balls))
    most, least = balls[rows, side], balls[rows, 1 - side]
    return np.where((most >= target) & (most - least >= lead), side, -1)


def _tricks(columns: Columns, undercut: Column) -> tuple[Column, Column, Column]:
    """Which hands are odd; who won each trick, and what its cards count (TH-PLAY-1 to 4).

    Everything is kept in bytes and laid out card by card: that is what makes it quick.
    """
    number = len(columns)
    cards, leads = np.ascontiguousarray(columns.cards.T), np.ascontiguousarray(columns.leads.T)
    dealt, first = columns.dealt.ravel(), np.arange(0, 4 * number, 4)
    trump = columns.trump.astype(np.uint8)
    trumps, still = _MASK.take(trump), np.full(number, pack.FULL_PACK, dtype=np.uint32)
    leader = (columns.trumper.astype(np.uint8) + 1) & 3
    odd = np.zeros(number, dtype=bool)
    winners, worth = np.empty((6, number), dtype=np.uint8), np.empty((6, number), dtype=np.uint8)
    for trick in range(6):
        odd |= leads[trick] != leader
        card = cards[4 * trick]
        led = _SUIT.take(card)
        of_led = _MASK.take(led)
        highest = (led == trump) * _TRUMP_RANK.take(card)  # of the trumps on the table: its rank and 1, or 0
        best = np.maximum(_LED_KEY.take(card), highest << 2)
        points, played = _WORTH.take(card), _BIT.take(card)
        for step in range(1, 4):
            card = cards[4 * trick + step]
            suit = _SUIT.take(card)
            off = suit != led
            left = dealt.take(first + ((leader + step) & 3)) & still
            odd |= off & ((left & of_led) != 0)
            height = (suit == trump) * _TRUMP_RANK.take(card)
            odd |= off & (height > 0) & (height < highest) & undercut & ((left & ~trumps) != 0)
            highest = np.maximum(highest, height)
            best = np.maximum(
                best, np.maximum((~off) * (_LED_KEY.take(card) + step), (height << 2) + step * (height > 0))
            )
            points += _WORTH.take(card)
            played |= _BIT.take(card)
        still &= ~played
        leader = (leader + best) & 3
        winners[trick], worth[trick] = leader, points
    return odd, winners.T, worth.T
