"""What could still have been, when a record does not decide its hand: every such result, and no other."""

from typing import Any

import pytest

from tests.engine.hands import (
    COUNTERS_SWEEP,
    EVEN,
    REVOKE,
    THUNEE_WON,
    TRUMPLESS,
    Story,
    possible,
    sheet,
    story,
)

FOUR_BALLS = {"four_ball: A 4", "four_ball: B 4"}
REDEALS = {"trumpless: nobody", "low_hand: nobody", "exposed_card: nobody", "other: nobody"}
KHANUCKS = {"khanuck: A 3", "khanuck: A 4", "khanuck: B 3", "khanuck: B 4"}


def still(hand: Story) -> set[str]:
    assert hand.result == "undecidable"
    return possible(hand.ruling)


def test_in_the_middle_of_a_plain_hand() -> None:
    """Both sides have a trick, so a double can only fail."""
    assert still(story(EVEN).play(2)) == (
        {"count: A 1", "count: B 1", "double: A 4", "double: B 4"} | KHANUCKS | FOUR_BALLS | REDEALS
    )


def test_in_the_middle_of_a_hand_that_was_called() -> None:
    assert still(story(EVEN, dealer=0).call(0, 10).play(2)) == (
        {"count: A 1", "call_and_loss: B 2", "double: A 4", "double: B 4"} | KHANUCKS | FOUR_BALLS | REDEALS
    )


def test_as_long_as_a_side_has_every_trick_its_double_can_be_made() -> None:
    assert {"double: B 2", "double: A 4", "double: B 4"} <= still(story(COUNTERS_SWEEP).play(2))
    assert "double: A 2" not in still(story(COUNTERS_SWEEP).play(2))
    assert {"double: A 2", "double: B 2"} <= still(story(EVEN).trump(0, "s"))


def test_the_backside_calls_are_those_of_the_counting_side_against_a_call() -> None:
    told = still(story(COUNTERS_SWEEP, "durban-modern", dealer=0).call(0, 10).play(2))
    assert {one for one in told if "double" in one or "khanuck" in one} == {
        "backside_double: B 4", "backside_double: A 4", "double: B 4",
        "backside_khanuck: B 6", "backside_khanuck: A 4", "khanuck: A 3", "khanuck: B 4",
    }  # fmt: skip
    uncalled = still(story(COUNTERS_SWEEP, "durban-modern").play(2))
    assert not any("backside" in one for one in uncalled)
    always = still(story(COUNTERS_SWEEP, "durban-modern", backside_khanuck="always").play(2))
    assert {one for one in always if "khanuck" in one} == {
        "backside_khanuck: B 6", "backside_khanuck: A 4", "khanuck: A 3", "khanuck: B 4",
    }  # fmt: skip


def test_a_blind_call_has_its_own_prices() -> None:
    told = still(story(EVEN, dealer=0).call(0, 10, blind=True).play(2))
    assert {one for one in told if one.startswith(("count", "call"))} == {"count: A 2", "call_and_loss: B 4"}


def test_once_a_khanuck_was_called_it_is_judged() -> None:
    """In time by side B: made or failed; too early: failed. Neither the count nor a double."""
    in_time = still(story(COUNTERS_SWEEP).play(5).khanuck(1).cards(2))
    assert in_time == {"khanuck: B 3", "khanuck: A 4"} | FOUR_BALLS | REDEALS
    early = still(story(COUNTERS_SWEEP).play(2).khanuck(1))
    assert early == {"khanuck: A 4"} | FOUR_BALLS | REDEALS


def test_once_a_double_was_called_it_is_judged_unless_a_khanuck_is() -> None:
    told = still(story(COUNTERS_SWEEP).play(5).double(1))
    khanucks = KHANUCKS - {"khanuck: A 3"}  # seat 1 has the highest trump left: the last trick is B's, whoever leads
    assert told == {"double: B 2"} | khanucks | FOUR_BALLS | REDEALS
    early = still(story(COUNTERS_SWEEP).play(2).double(1))
    assert early == {"double: A 4"} | KHANUCKS | FOUR_BALLS | REDEALS


def test_a_double_on_cornerhouse_may_still_come() -> None:
    def penalties(before: str, **how: Any) -> set[str]:
        told = still(story(EVEN, before=before, **how).play(2))
        return {one for one in told if one.startswith("corner")}

    assert penalties("11-0") == {"cornerhouse_double: B 4"}
    assert penalties("11-11") == {"cornerhouse_double: A 4", "cornerhouse_double: B 4"}
    assert penalties("10-10") == set()
    assert penalties("11-0", cornerhouse_scope="any") == {"cornerhouse_double: A 4", "cornerhouse_double: B 4"}
    assert penalties("11-0", cornerhouse_double="refused") == set()
    assert penalties("11-0", cornerhouse_double="allowed") == set()


def test_a_wrong_accusation_may_still_come_where_it_costs_something() -> None:
    told = still(story(EVEN, false_accusation=3).play(2))
    assert {"false_accusation: A 3", "false_accusation: B 3"} <= told
    assert not any(one.startswith("false") for one in still(story(EVEN).play(2)))


def test_a_counting_side_that_may_hold_no_trump_may_be_trumpless() -> None:
    assert {"trumpless: A 1", "trumpless: nobody"} <= still(story(TRUMPLESS).play(2))
    assert "trumpless: A 1" not in still(story(TRUMPLESS, trumpless_unnoticed="void").play(2))
    assert "trumpless: A 1" not in still(story(TRUMPLESS, trumpless="play_on").play(2))
    assert "trumpless: A 1" not in still(story(EVEN).play(2))


def test_before_the_first_card_somebody_may_still_declare() -> None:
    told = still(story(EVEN, "durban-modern", deal=False).trump(0, "s"))
    declared = {one for one in told if one.startswith(("thunee", "royals", "blind"))}
    assert declared == {
        f"{kind}: {side} {balls}"
        for kind, prices in (("thunee", (4, 8)), ("royals", (4, 8)), ("blind_thunee", (8,)), ("blind_royals", (8,)))
        for side in "AB"
        for balls in prices
    }
    strict = still(story(EVEN, "club-strict").trump(0, "s"))
    assert not any(one.startswith(("royals", "blind")) for one in strict)
    assert "six_of_suit: nobody" in strict
    assert not any(one.startswith("thunee") for one in still(story(EVEN).play(1)))


def test_before_trump_is_set_either_side_may_still_call() -> None:
    told = still(story(EVEN, trump=None))
    assert {"count: A 1", "count: B 1", "call_and_loss: A 2", "call_and_loss: B 2"} <= told
    assert {"count: A 2", "call_and_loss: B 4"} <= told, "blind"


def test_a_declared_hand_has_its_three_ends_and_no_other() -> None:
    told = still(story(THUNEE_WON, "durban-modern").declare(0, "thunee").play(2))
    assert told == {"thunee: A 4", "thunee: B 4", "thunee: B 8"} | FOUR_BALLS | REDEALS
    team = still(story(THUNEE_WON, "durban-modern", thunee_winner="team").declare(0, "thunee").play(2))
    assert team == {"thunee: A 4", "thunee: B 4"} | FOUR_BALLS | REDEALS


def test_an_accusation_nobody_can_settle_leaves_what_it_would_have_cost() -> None:
    hand = story(REVOKE, deal=False, four_ball=5).play(1).accuse(1, 0, "revoke")
    assert "four_ball: B 5" in still(hand)


def test_without_trump_the_play_itself_leaves_out_what_it_does_not_allow() -> None:
    """Whatever was trump, side B has every trick of COUNTERS_SWEEP but those in which a trump of side A would win."""
    told = still(story(COUNTERS_SWEEP, trump=None).rest())
    assert "count: B 1" in told
    assert not any(one.startswith(("double", "khanuck", "four_ball", "thunee")) for one in told)


@pytest.mark.parametrize(
    ("tally", "told"),
    [
        ({"card_points": {"B": 95}}, {"count: A 1", "count: B 1"}),
        ({"card_points": {"B": 95}, "tricks": {"B": 0}}, set()),
        ({"trumper": 1, "call": 10, "last_trick": 0}, {"count: B 1", "call_and_loss: A 2"}),
        ({"call": 10, "card_points": {"A": 150}, "last_trick": 0}, {"call_and_loss: A 2", "call_and_loss: B 2"}),
        ({"double": 1, "last_trick": 1}, {"double: A 4", "double: B 2"}),
        ({"double": 1, "card_points": {"A": 0}}, {"double: A 4", "double: B 2"}),
    ],
)
def test_a_sheet_with_gaps_lists_what_fits_the_rest(tally: dict[str, Any], told: set[str]) -> None:
    if told:
        assert still(sheet().tally(**tally)) == told
    else:
        assert sheet().tally(**tally).ruling.status == "undecidable"
