"""What happened in a hand decides what is asked, and what was not asked counts for nothing."""

import pytest

from engine.profiles import build
from thunee_tournaments.hand_form import happened
from thunee_tournaments.hand_form.fields import HandForm
from thunee_tournaments.hand_form.tally import from_body, to_body
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

NAMES = Voices({"A": "Aces", "B": "Nines"}, ["Ann", "Bob", "Cam", "Dee"])
SEATS = [Seat(number, NAMES.seats[number], "Aces" if number % 2 == 0 else "Nines") for number in range(4)]


def filled(seats: int = 4, preset: str = "durban-modern", **typed: object) -> HandForm:
    profile = build({"preset": preset})
    form = HandForm({"head": "0" * 64, **typed}, seats=SEATS[:seats], names=NAMES, profile=profile)
    form.full_clean()
    return form


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        ("double", {"double", "double_end"}),
        ("khanuck", {"khanuck"}),
        ("thunee", {"declared", "declared_seat", "declared_lost_to"}),
        ("caught", {"four_ball"}),
        ("redeal", {"redeal"}),
    ],
)
def test_each_answer_asks_for_what_it_needs(what, asked):
    assert set(filled(happened=what).errors) == asked


def test_what_belongs_to_another_answer_is_left_out_of_the_record():
    form = filled(happened="count", trumper=1, points=62, last_trick=1, declared="thunee", four_ball=2, redeal="other")
    assert form.is_valid()
    assert form.body() == {"tally": {"trumper": 1, "last_trick": 1, "card_points": {"A": 62}}}


def test_a_jodhi_of_another_answer_counts_for_nothing():
    form = filled(happened="caught", four_ball=3, jodhi0_value=40, jodhi0_seat=0, points=60, trumper=1)
    assert form.body() == {"tally": {"four_ball": {"against": 3}}}


def test_a_double_that_was_made_needs_no_figures():
    form = filled(happened="double", double=2, double_end="made", trumper=1, points=0, last_trick=3)
    assert form.is_valid()
    assert form.body()["tally"] == {"trumper": 1, "card_points": {"B": 0}, "last_trick": 2, "double": 2}


def test_a_double_that_failed_although_every_trick_was_won_is_asked_about():
    form = filled(happened="double", double=0, double_end="failed", trumper=1, points=304, last_trick=0)
    assert "double_end" in form.errors


def test_two_players_are_not_asked_for_double_or_khanuck():
    kinds = [kind for kind, _label in filled(seats=2).fields["happened"].choices]
    assert kinds == ["count", "thunee", "caught", "redeal"]


def test_where_nothing_says_what_happened_every_answer_counts():
    form = filled(declared="thunee", declared_seat=1, declared_lost_to="won")
    assert form.body()["tally"]["declared"] == {"seat": 1, "kind": "thunee", "lost_to": None}


@pytest.mark.parametrize(
    ("tally", "what"),
    [
        ({"trumper": 1, "card_points": {"A": 60}, "last_trick": 1}, "count"),
        ({"double": 1, "card_points": {"A": 0}, "last_trick": 1, "trumper": 1}, "double"),
        ({"khanuck": 0, "double": 1}, "khanuck"),
        ({"declared": {"seat": 1, "kind": "royals", "lost_to": None}}, "thunee"),
        ({"four_ball": {"against": 1}, "khanuck": 0}, "caught"),
        ({"trumpless": "noticed"}, "redeal"),
    ],
)
def test_a_written_hand_is_shown_under_what_happened_and_saved_again_is_the_same(tally, what):
    typed = from_body({"tally": tally})
    assert typed["happened"] == what
    assert to_body(happened.only_asked(typed)) == {"tally": tally}


@pytest.mark.parametrize(("typed", "what"), [({}, "count"), ({"four_ball": "0"}, "caught"), ({"double": 0}, "double")])
def test_what_was_typed_before_the_form_asked_is_shown_under_what_happened(typed, what):
    form = HandForm(initial=typed, seats=SEATS, names=NAMES, profile=build({"preset": "durban-modern"}))
    assert form["happened"].value() == what
