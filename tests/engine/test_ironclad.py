"""Iron-clad hands, held against the solver: it sees all cards, so nobody plays better than it."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.ironclad import iron_clad, weaknesses
from engine.positions import Position, Stakes, Table
from engine.solver import Solver
from engine.thunee import pack
from tests.engine.strategies import SEEDS, examples

IRON_CLAD = ["Jd", "9d", "Ad", "Jc", "9c", "Ac"]  # seeds/001
ROYALS = ["Qs", "Ks", "Ts", "Qh", "Kh", "Th"]  # seeds/001
NOTHING = dict.fromkeys(pack.TEXT_OF, 0)


def tricks_alone(hands, trump, royals):
    """How many of six tricks the caller wins without partner, when everybody sees everything."""
    table = Table(pack.SUIT_MASKS, pack.SUIT_MASKS[pack.SUIT_NUMBER[trump]], low=royals)
    masks = [sum(pack.BIT[card] for card in hand) for hand in hands]
    caller = Stakes(NOTHING, 1, 0, (0, 1, 1, 1))
    return _solved(table, caller, masks, trump)


def _solved(table, stakes, masks, trump):
    """The first card led is a trump: that is what makes it trump."""
    solver, position = Solver(table, stakes, 4), Position(tuple(masks), 0)
    return max(v for card, v in solver.values(position).items() if pack.TEXT_OF[card][1] == trump)


def dealt(mine, held, rng):
    rest = [card for card in pack.TEXT if card not in mine and card not in held]
    rng.shuffle(rest)
    return rest


@st.composite
def strong_hands(draw):
    """Six cards, rather from the top: hands of which some are iron-clad."""
    royals = draw(st.booleans())
    rng = Random(draw(SEEDS))
    order = pack.RANK_ORDER if royals else pack.RANK_ORDER[::-1]
    hand = []
    while len(hand) < 6:
        suit, number = rng.choice("shdc"[: rng.randint(1, 4)]), rng.randint(1, 4)
        cards = [rank + suit for rank in order if rank + suit not in hand][:number]
        hand += cards[: 6 - len(hand)]
    if rng.random() < 0.3:
        spare = [card for card in pack.TEXT if card not in hand]
        hand[-1] = rng.choice(spare)
    return hand, royals


def test_the_iron_clad_thunee_of_the_source_is_iron_clad():
    assert iron_clad(IRON_CLAD)
    assert weaknesses(IRON_CLAD) == {"d": None, "c": None}


def test_the_royals_of_the_source_win_every_trick_as_royals_and_are_no_thunee():
    assert iron_clad(ROYALS, royals=True)
    assert not iron_clad(ROYALS)
    assert weaknesses(ROYALS)["s"].how == "beaten"


def test_two_trumps_from_the_top_do_not_draw_three():
    found = weaknesses(["Jd", "9d", "Jc", "9c", "Ac", "Js"])
    assert found["d"].how == "cut"
    assert sum(card[1] == "d" for card in found["d"].held) >= 3
    assert found["c"] is None


def test_jack_ace_king_of_trump_lose_to_the_nine():
    found = weaknesses(["Jd", "Ad", "Kd", "Jc", "9c", "Ac"])["d"]
    assert (found.card, found.how) == ("Ad", "beaten")
    assert "9d" in found.held


def test_five_trumps_draw_the_sixth_whatever_they_are():
    assert iron_clad(["Jd", "Ad", "Td", "Kd", "Qd", "Jc"])  # the nine falls under the jack
    assert not iron_clad(["9d", "Ad", "Td", "Kd", "Qd", "Jc"])
    assert iron_clad(["Jd", "9d", "Ad", "Td", "Kd", "Jc"])
    assert iron_clad(["Jd", "9d", "Ad", "Td", "Qd", "Js"])


@examples(20)
@given(drawn=strong_hands())
def test_what_is_called_a_weakness_beats_the_hand_whatever_the_caller_does(drawn):
    hand, royals = drawn
    for trump, weak in weaknesses(hand, royals).items():
        if weak is None:
            continue
        assert len(set(weak.held)) == 6
        assert not set(weak.held) & set(hand)
        rest = dealt(hand, weak.held, Random(1))
        assert tricks_alone([hand, weak.held, rest[:6], rest[6:]], trump, royals) < 6


@examples(20)
@given(drawn=strong_hands(), seed=SEEDS)
def test_an_iron_clad_hand_wins_every_trick_of_any_deal(drawn, seed):
    hand, royals = drawn
    safe = [trump for trump, weak in weaknesses(hand, royals).items() if weak is None]
    assume(safe)
    rest = dealt(hand, (), Random(seed))
    for trump in safe:
        assert tricks_alone([hand, rest[:6], rest[6:12], rest[12:]], trump, royals) == 6


@pytest.mark.parametrize(
    "cards",
    ["Jd 9d", "Jd Jd 9d Ad Td Kd", "Jd 9d Ad Td Kd 2d", "Jd 9d Ad Td Kd ??"],
    ids=["two", "twice", "deuce", "?"],
)
def test_anything_but_six_cards_of_the_pack_is_refused(cards):
    with pytest.raises(ValueError, match=r"six different cards|not a card of the pack"):
        weaknesses(cards.split())
