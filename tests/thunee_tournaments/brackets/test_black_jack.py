"""The first black jack deals (TH-DEAL-1)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.brackets.black_jack import BLACK_JACKS, PACK, draw_first_dealer, label_of

LOTS = st.binary(min_size=16, max_size=16).map(bytes.hex)


def test_the_pack_has_24_cards_and_two_black_jacks():
    assert len(set(PACK)) == 24
    assert set(PACK) >= BLACK_JACKS == {"Js", "Jc"}


@given(LOTS, st.integers(0, 3))
def test_cards_are_turned_from_the_right_of_the_shuffler_until_a_black_jack_comes(lot, shuffler):
    draw = draw_first_dealer(lot, "match 1 game 1 dealer", shuffler)
    assert draw["cards"][-1] in BLACK_JACKS
    assert not BLACK_JACKS & set(draw["cards"][:-1])
    seats = [(shuffler + 1 + turned) % 4 for turned in range(len(draw["cards"]))]
    assert draw["dealer"] == seats[-1]


@given(LOTS)
def test_the_same_lot_and_label_give_the_same_dealer(lot):
    assert draw_first_dealer(lot, label_of(3, 1)) == draw_first_dealer(lot, label_of(3, 1))


def test_every_seat_deals_now_and_then():
    counts = Counter(draw_first_dealer(f"{n:032x}", label_of(1, 1))["dealer"] for n in range(2000))
    # The seat to the shuffler's right has the first card, so a little more often than a quarter of the time.
    assert set(counts) == {0, 1, 2, 3}
    assert all(380 < count < 640 for count in counts.values())
