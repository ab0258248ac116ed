"""What is typed becomes a record, and a record becomes again what was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from thunee_tournaments.hand_form.tally import field_of, from_body, to_body

SEATS = st.integers(0, 3)
MAYBE_SEAT = st.none() | SEATS
TYPED = st.fixed_dictionaries(
    {
        "trumper": SEATS,
        "call": st.sampled_from([0, 10, 60, 100]),
        "blind": st.booleans(),
        "trump": st.none() | st.sampled_from("shdc"),
        "points": st.none() | st.integers(0, 304),
        "points_of": st.sampled_from(["counting", "trumping"]),
        "last_trick": MAYBE_SEAT,
        "jodhi0_seat": SEATS,
        "jodhi0_value": st.none() | st.sampled_from([20, 30, 40, 50]),
        "jodhi0_suit": st.none() | st.sampled_from("shdc"),
        "jodhi0_trick": st.none() | st.integers(1, 6),
        "jodhi0_murrials": st.booleans(),
        "double": MAYBE_SEAT,
        "khanuck": MAYBE_SEAT,
        "declared": st.none() | st.sampled_from(["thunee", "royals"]),
        "declared_seat": SEATS,
        "declared_lost_to": st.just("won") | SEATS,
        "four_ball": MAYBE_SEAT,
        "offence": st.none() | st.sampled_from(["revoke", "signal"]),
        "redeal": st.none() | st.sampled_from(["trumpless", "low_hand", "exposed_card"]),
        "redeal_seat": MAYBE_SEAT,
        "claimed_winner": st.none() | st.sampled_from("AB"),
        "claimed_balls": st.none() | st.integers(0, 8),
    }
)


@pytest.mark.slow
@given(TYPED)
def test_a_body_shown_in_the_form_and_sent_again_is_the_same(typed):
    body = to_body(typed)
    shown = from_body(body)
    assert shown is not None
    assert to_body(shown) == body


@given(TYPED)
def test_whatever_is_typed_the_engine_can_read_or_says_what_is_wrong(typed):
    faults = []
    try:
        engine.read({"format": "hand-record/1", "game": "thunee", "dealer": 0, **to_body(typed)})
    except engine.RecordError as error:
        faults = error.errors
    assert all(field_of(fault["path"]) for fault in faults)


def test_points_of_the_side_that_set_trump_are_written_down_as_theirs():
    typed = {"trumper": 1, "points": 204, "points_of": "trumping"}
    assert to_body(typed)["tally"]["card_points"] == {"B": 204}
    assert to_body(typed | {"points_of": "counting"})["tally"]["card_points"] == {"A": 204}


def test_nothing_that_was_not_said_is_written_down():
    assert to_body({"trumper": 2, "call": 0, "points": None, "points_of": "counting"}) == {"tally": {"trumper": 2}}


def test_no_call_and_no_last_trick_of_seat_0_are_not_mixed_up():
    assert to_body({"trumper": 0, "last_trick": 0, "double": 0})["tally"] == {
        "trumper": 0,
        "last_trick": 0,
        "double": 0,
    }


def test_a_hand_written_card_by_card_is_not_shown_as_figures():
    assert from_body({"events": [{"type": "trump", "seat": 1, "suit": "s"}]}) is None


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("tally.card_points", "points"),
        ("tally.card_points.A", "points"),
        ("tally.jodhi[2].suit", "jodhi2_suit"),
        ("tally.jodhi[0]", "jodhi0_value"),
        ("tally.last_trick", "last_trick"),
        ("tally.declared.lost_to", "declared_lost_to"),
        ("tally.four_ball.offence", "offence"),
        ("events[0].seat", "redeal_seat"),
        ("claimed.balls", "claimed_balls"),
        ("before.balls", None),
    ],
)
def test_a_fault_is_shown_beside_what_it_is_about(path, field):
    assert field_of(path) == field
