"""The solver against the plainest search there is, and against what anybody can see at the table."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.positions import Position, Stakes, Table
from engine.solver import Solver
from engine.thunee import pack
from engine.tricks import FULL_PACK
from tests.engine.strategies import SEEDS, examples

POINTS = {bit: pack.RANK_POINTS[text[0]] for bit, text in pack.TEXT_OF.items()}
OWN = {players: tuple(seat & 1 for seat in range(players)) for players in (2, 4, 6)}


def plain(table, stakes, hands, leader, trick=()):
    """What side 0 gets, by trying everything: slow, and so short that one can see it is right."""
    players = len(hands)
    if len(trick) == players:
        holder = (leader + winning_place(table, trick)) % players
        last = not any(hands)
        worth = sum(stakes.points[card] for card in trick) + stakes.per_trick + (stakes.last if last else 0)
        mine = 0 if stakes.credited[holder] else worth
        return mine if last else mine + plain(table, stakes, hands, holder)
    seat = (leader + len(trick)) % players
    found = []
    for card in legal(table, hands[seat], trick):
        rest = tuple(hand ^ card if other == seat else hand for other, hand in enumerate(hands))
        found.append(plain(table, stakes, rest, leader, (*trick, card)))
    return min(found) if seat % 2 else max(found)


def cards(hand):
    return [1 << place for place in range(hand.bit_length()) if hand >> place & 1]


def suit_of(table, card):
    return next(suit for suit in table.suits if suit & card)


def strength(table, card, led):
    rank = -card if table.low else card
    return (2, rank) if card & table.trump else (1, rank) if card & led else (0, 0)


def winning_place(table, trick):
    led = suit_of(table, trick[0])
    strengths = [strength(table, card, led) for card in trick]
    return strengths.index(max(strengths))


def legal(table, hand, trick):
    if not trick:
        return cards(hand)
    led = suit_of(table, trick[0])
    if hand & led:
        return cards(hand & led)
    best = trick[winning_place(table, trick)]
    if table.undercut and best & table.trump and led != table.trump and hand & ~table.trump:
        lower = [c for c in cards(hand) if c & table.trump and strength(table, c, led) < strength(table, best, led)]
        return [card for card in cards(hand) if card not in lower]
    return cards(hand)


@st.composite
def endings(draw, packs=("thunee", "whole")):
    """A table, its stakes and an ending small enough to be tried out whole."""
    rng = Random(draw(SEEDS))
    players = draw(st.sampled_from([2, 4, 6]))
    size = draw(st.integers(1, {2: 5, 4: 3, 6: 2}[players]))
    whole = draw(st.sampled_from(packs)) == "whole"
    suits = FULL_PACK.suits[:4] if whole else pack.SUIT_MASKS
    points = {1 << place: 0 for place in range(52)} if whole else POINTS
    dealt = rng.sample(range(52 if whole else 24), size * players)
    hands = tuple(sum(1 << place for place in dealt[seat::players]) for seat in range(players))
    table = Table(suits, rng.choice([0, *suits]), draw(st.booleans()), draw(st.booleans()))
    alone = draw(st.integers(-1, players - 1))
    credited = OWN[players] if alone < 0 else tuple(0 if seat == alone else 1 for seat in range(players))
    stakes = Stakes(points, 1 if whole else 0, 0 if whole else 10, credited)
    return Solver(table, stakes, players), table, stakes, Position(hands, rng.randrange(players))


@examples(150)
@given(ending=endings())
def test_the_solver_gets_what_trying_everything_gets(ending):
    solver, table, stakes, position = ending
    assert solver.most(position) == plain(table, stakes, position.hands, position.leader)


@examples(60)
@given(ending=endings(), needed=st.integers(0, 120))
def test_a_side_reaches_what_is_no_more_than_its_most_and_nothing_above_it(ending, needed):
    solver, table, stakes, position = ending
    most = plain(table, stakes, position.hands, position.leader)
    assert solver.reaches(position, needed) == (most >= needed)
    assert solver.reaches(position, most)
    assert not solver.reaches(position, most + 1)


@examples(40)
@given(ending=endings())
def test_each_card_has_the_value_of_the_game_that_goes_on_with_it(ending):
    solver, table, stakes, position = ending
    for trick in ((), (cards(position.hands[position.leader])[0],)):
        hands = list(position.hands)
        for card in trick:
            hands[position.leader] ^= card
        seat = (position.leader + len(trick)) % len(hands)
        values = solver.values(position, trick)
        assert set(values) == set(legal(table, hands[seat], trick))
        for card, value in values.items():
            rest = tuple(hand ^ card if other == seat else hand for other, hand in enumerate(hands))
            assert value == plain(table, stakes, rest, position.leader, (*trick, card))


@examples(40)
@given(ending=endings())
def test_the_line_is_legal_plays_every_card_and_comes_to_the_value(ending):
    solver, table, stakes, position = ending
    line, hands, leader, taken = solver.line(position), list(position.hands), position.leader, 0
    for start in range(0, len(line), len(hands)):
        trick = []
        for seat, card in line[start : start + len(hands)]:
            assert seat == (leader + len(trick)) % len(hands)
            assert card in legal(table, hands[seat], trick)
            hands[seat] ^= card
            trick.append(card)
        leader = (leader + winning_place(table, trick)) % len(hands)
        if not stakes.credited[leader]:
            taken += sum(stakes.points[card] for card in trick) + stakes.per_trick
            taken += 0 if any(hands) else stakes.last
    assert not any(hands)
    assert taken == solver.most(position)


@examples(10)
@given(seed=SEEDS)
def test_a_whole_hand_of_thunee_adds_up_whoever_counts(seed):
    """What one side can be sure of and what the other can add up to all there is: 304 and ten for the last."""
    dealt = Random(seed).sample(range(24), 24)
    hands = tuple(sum(1 << place for place in dealt[seat::4]) for seat in range(4))
    table = Table(pack.SUIT_MASKS, pack.SUIT_MASKS[seed % 4], undercut=True)
    mine = Solver(table, Stakes(POINTS, 0, 10, OWN[4]), 4).most(Position(hands, 0))
    turned = Position((hands[3], *hands[:3]), 1)
    theirs = Solver(table, Stakes(POINTS, 0, 10, OWN[4]), 4).most(turned)
    assert mine + theirs == 314


@pytest.mark.parametrize(
    ("hands", "leader"),
    [((1, 2), 2), ((1, 2, 4), 0), ((3, 4), 0), (tuple(0b1111111 << 7 * seat for seat in range(4)), 0)],
    ids=["a leader who is not there", "three seats", "hands of two sizes", "seven cards"],
)
def test_a_position_that_cannot_be_is_refused(hands, leader):
    with pytest.raises(ValueError, match=r"each hand|the leader"):
        Position(hands, leader)
