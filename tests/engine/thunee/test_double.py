"""Double and backside double: on the last trick, by a side that has won every trick so far."""

import pytest

from tests.engine.hands import (
    COUNTERS_MISS_THE_LAST,
    COUNTERS_SWEEP,
    COUNTERS_SWEEP_BY_PARTNER,
    EVEN,
    THUNEE_WON,
    TRUMPERS_SWEEP,
    story,
)

# In the three plays of the counters seat 1 leads the last trick, which goes to itself, its partner, or seat 0.


def test_a_double_made_opens_two_in_place_of_the_hands_ball() -> None:
    """TH-DBL-2"""
    hand = story(COUNTERS_SWEEP).play(5).double(1).rest()
    assert hand.result == "double made: B 2"
    assert hand.ruling.count is None
    assert hand.ruling.seat == 1
    assert story(COUNTERS_SWEEP, double_win=3).play(5).double(1).rest().result == "double made: B 3"


def test_the_trumping_side_may_double_too() -> None:
    """TH-DBL-2"""
    assert story(TRUMPERS_SWEEP).play(5).double(0).rest().result == "double made: A 2"


def test_a_double_that_misses_the_last_trick_gives_four() -> None:
    """TH-DBL-3"""
    hand = story(COUNTERS_MISS_THE_LAST).play(5).double(1).rest()
    assert hand.result == "double failed: A 4"
    assert hand.ruling.seat == 1
    assert story(COUNTERS_MISS_THE_LAST, double_loss=5).play(5).double(1).rest().result == "double failed: A 5"


def test_the_caller_must_take_the_last_trick_or_the_team_as_the_house_plays() -> None:
    """TH-DBL-2: seat 1 calls, its partner takes the trick."""
    for rule, result in (("caller", "failed: A 4"), ("team", "made: B 2")):
        hand = story(COUNTERS_SWEEP_BY_PARTNER, double_winner=rule).play(5).double(1).rest()
        assert hand.result == f"double {result}"


def test_a_double_by_a_side_that_lost_a_trick_fails() -> None:
    """TH-DBL-1, TH-DBL-3: side B took only the tricks 1 and 5 before."""
    hand = story(EVEN).play(5).double(3).rest()
    assert hand.result == "double failed: A 4"


@pytest.mark.parametrize("tricks", [0, 1, 4])
def test_a_double_before_the_last_trick_fails(tricks: int) -> None:
    """TH-DBL-1, TH-DBL-3"""
    hand = story(COUNTERS_SWEEP).play_all(tricks).double(1).rest()
    assert hand.result == "double failed: A 4"


def test_nobody_doubles_after_the_last_card() -> None:
    assert story(COUNTERS_SWEEP).rest().double(1).ruling.status == "invalid"


# --- who may call, and when: the last trick is played by seats 1 2 3 0


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [
        ("leader_or_partner", {(1, 0), (3, 0), (3, 1), (3, 2)}),
        ("leader", {(1, 0)}),
        ("own_turn", {(1, 0), (3, 2)}),
    ],
)
def test_the_moments_at_which_a_double_may_be_called(rule: str, allowed: set[tuple[int, int]]) -> None:
    """TH-DBL-1: (seat, how many cards of the last trick are on the table)."""
    made = set()
    for seat in (1, 3):
        for cards in range(4):
            hand = story(COUNTERS_SWEEP, double_caller=rule, double_winner="team").play(5).cards(cards).double(seat)
            if hand.rest().result == "double made: B 2":
                made.add((seat, cards))
    assert made == allowed


def test_the_partner_who_doubles_must_take_the_trick_where_the_caller_must() -> None:
    """TH-DBL-1, TH-DBL-2"""
    assert story(COUNTERS_SWEEP_BY_PARTNER).play(5).double(3).rest().result == "double made: B 2"
    assert story(COUNTERS_SWEEP).play(5).double(3).rest().result == "double failed: A 4"


def test_the_first_double_counts() -> None:
    """TH-DBL-1: the second one, which would be made, changes nothing."""
    assert story(COUNTERS_SWEEP).play(4).double(1).play(1).double(1).rest().result == "double failed: A 4"


def test_a_record_that_stops_after_a_double_may_still_go_either_way() -> None:
    hand = story(COUNTERS_SWEEP).play(5).double(1)
    kinds = {one["kind"] for one in hand.ruling.possible}
    assert hand.result == "undecidable"
    assert "double" in kinds
    assert "count" not in kinds


# --- cornerhouse


def test_a_double_on_cornerhouse_costs_what_a_lost_one_does_and_ends_the_hand() -> None:
    """TH-DBL-4"""
    hand = story(COUNTERS_SWEEP, before="0-11").play(5).double(1)
    assert hand.result == "cornerhouse_double: A 4"
    assert hand.ruling.seat == 1
    assert hand.rest().ruling.status == "invalid", "nothing is played after it"


def test_a_double_on_cornerhouse_is_penalised_whenever_it_is_called() -> None:
    """TH-DBL-4: the call itself"""
    assert story(EVEN, before="0-11").play(1).double(1).result == "cornerhouse_double: A 4"


def test_a_double_in_a_declared_hand_costs_nothing_on_cornerhouse_either() -> None:
    """TH-DBL-4, TH-JODHI-7: it is left out of account."""
    hand = story(THUNEE_WON, before="11-0").declare(0, "thunee").play(5).double(0).rest()
    assert hand.result == "thunee made: A 4"


def test_a_double_on_cornerhouse_may_be_refused() -> None:
    """TH-DBL-4: as if it had not been made."""
    hand = story(COUNTERS_SWEEP, before="0-11", cornerhouse_double="refused").play(5).double(1).rest()
    assert hand.result == "count: B 1"
    assert "TH-DBL-4" in hand.rules_cited


def test_a_double_on_cornerhouse_may_be_allowed() -> None:
    """TH-DBL-4"""
    hand = story(COUNTERS_SWEEP, before="0-11", cornerhouse_double="allowed").play(5).double(1).rest()
    assert hand.result == "double made: B 2"


@pytest.mark.parametrize(
    ("play", "seat", "before", "made"), [(COUNTERS_SWEEP, 1, "11-0", "B 2"), (TRUMPERS_SWEEP, 0, "0-11", "A 2")]
)
def test_the_other_sides_cornerhouse_bars_a_double_in_some_houses(play: str, seat: int, before: str, made: str) -> None:
    """TH-DBL-4"""
    own = story(play, before=before, cornerhouse_scope="own").play(5).double(seat).rest()
    assert own.result == f"double made: {made}"
    either = story(play, before=before, cornerhouse_scope="any").play(5).double(seat)
    assert either.result == f"cornerhouse_double: {'A' if seat else 'B'} 4"


def test_cornerhouse_is_that_of_the_score_before_the_hand() -> None:
    """TH-DBL-4, TH-GAME-2: a khanuck in this very hand does not take side B off cornerhouse, one before it does."""
    now = story(COUNTERS_SWEEP, before="0-11").play(5).khanuck(3).double(1)
    assert now.result == "cornerhouse_double: A 4"
    assert now.ruling.after["khanuck_called"]
    earlier = story(COUNTERS_SWEEP, before="0-11", khanuck_before=True).play(5).double(1).rest()
    assert earlier.result == "double made: B 2"


def test_eleven_all_under_two_to_clear_bars_no_double() -> None:
    """TH-DBL-4, TH-GAME-4"""
    hand = story(COUNTERS_SWEEP, before="11-11", two_to_clear="always").play(5).double(1).rest()
    assert hand.result == "double made: B 2"


def test_an_accusation_that_ended_the_hand_before_goes_before_a_cornerhouse_penalty() -> None:
    """TH-PEN-5: whichever came first."""
    hand = story(EVEN, before="0-11").play(1).double(1)
    assert hand.result == "cornerhouse_double: A 4"
    first = story(EVEN, before="0-11").play(1).accuse(0, 1, "signal", upheld=True)
    assert first.result == "four_ball upheld: A 4"


# --- backside


def test_a_backside_double_against_a_side_that_called_opens_four() -> None:
    """TH-DBL-5"""
    hand = story(COUNTERS_SWEEP, "durban-modern", dealer=0).call(0, 10).play(5).double(1).rest()
    assert hand.result == "backside_double made: B 4"
    dear = story(COUNTERS_SWEEP, "durban-modern", dealer=0, backside_double_win=6).call(0, 10).play(5).double(1).rest()
    assert dear.result == "backside_double made: B 6"


@pytest.mark.parametrize("why", ["last trick lost", "too early", "not all tricks"])
def test_a_failed_backside_double_keeps_its_kind_and_costs_what_any_does(why: str) -> None:
    """TH-DBL-5"""
    play, tricks = {
        "last trick lost": (COUNTERS_MISS_THE_LAST, 5),
        "too early": (COUNTERS_SWEEP, 3),
        "not all tricks": (EVEN, 5),
    }[why]
    hand = (
        story(play, "durban-modern", dealer=0).call(0, 10).play_all(tricks).double(1 if why != "not all tricks" else 3)
    )
    assert hand.rest().result == "backside_double failed: A 4"


def test_there_is_no_backside_double_against_a_side_that_did_not_call() -> None:
    """TH-DBL-5"""
    assert story(COUNTERS_SWEEP, "durban-modern").play(5).double(1).rest().result == "double made: B 2"


def test_there_is_no_backside_double_by_the_side_that_set_trump() -> None:
    """TH-DBL-5"""
    hand = story(TRUMPERS_SWEEP, "durban-modern", dealer=0).call(0, 10).play(5).double(0).rest()
    assert hand.result == "double made: A 2"


def test_a_backside_double_where_it_is_not_played_is_an_ordinary_double() -> None:
    """TH-DBL-5"""
    hand = story(COUNTERS_SWEEP, "durban-classic", dealer=0).call(0, 10).play(5).double(1).rest()
    assert hand.result == "double made: B 2"


def test_a_double_that_fails_on_its_last_trick_says_who_took_it() -> None:
    """TH-DBL-2, TH-DBL-3"""
    lost = story(COUNTERS_SWEEP).play(5).double(3).rest()
    assert lost.result == "double failed: A 4"
    assert "The last trick went to seat 1, not to seat 3" in [step.text for step in lost.ruling.steps]
    early = story(COUNTERS_SWEEP).play(2).double(1).rest()
    assert not any("last trick went" in step.text for step in early.ruling.steps)
