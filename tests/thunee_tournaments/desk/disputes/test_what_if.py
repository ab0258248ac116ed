"""The what-if page: one fact changed, or the rules, both rulings beside each other, and nothing stored."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from adjudication.models import Entry
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import game, match
from tests.thunee_tournaments.services.demo_hands import Players

TALLY = {"trumper": 1, "call": 20, "trump": "s", "card_points": {"A": 44}, "last_trick": 1, "tricks": {"A": 1, "B": 5},
         "jodhi": [{"seat": 0, "suit": "s", "value": 40, "trick": 1}]}  # fmt: skip
TYPED = {
    "ask": "1",
    **{"trumper": "1", "call": "20", "trump": "s", "points": "44", "points_of": "counting", "last_trick": "1"},
    **{"jodhi0_seat": "0", "jodhi0_suit": "s", "jodhi0_value": "40", "jodhi0_trick": "1"},
}


class Asking:
    """The what-if page of the first hand of the first match."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def get(self, **typed: Any) -> Any:
        public_id = match(self.desk.tournament, 1).public_id
        return self.desk.get("what_if", public_id, 1, 1, **typed)


@pytest.fixture
def by_figures(playing: Desk, write: Any) -> Asking:
    write(game(playing.tournament, 1), {"tally": TALLY})
    return Asking(playing)


@pytest.fixture
def by_cards(playing: Desk, write: Any) -> Asking:
    first = game(playing.tournament, 1)
    write(first, Players(Random(3), first.sheet.first_dealer).plain().body())
    return Asking(playing)


def typed_of(asking: Asking) -> dict[str, str]:
    """What the page of a hand with cards would send if nothing was touched."""
    form = asking.get().context["form"]
    fields = {name: form[name].value() for name in form.fields}
    said = {name: "on" if value is True else str(value) for name, value in fields.items() if value is not False}
    return {"ask": "1"} | {name: value for name, value in said.items() if value not in ("", "None")}


def test_asking_with_nothing_changed_finds_the_ruling_that_stands(by_figures: Asking) -> None:
    page = by_figures.get(**TYPED)
    assert page.context["answer"].now == page.context["answer"].was
    assert "The result would be the same" in text_of(page)
    assert not any(row.differs for row in page.context["rows"])


def test_without_the_jodhi_the_hand_falls_to_the_others_and_the_steps_that_differ_are_marked(
    by_figures: Asking,
) -> None:
    page = by_figures.get(**{key: value for key, value in TYPED.items() if not key.startswith("jodhi")})
    assert page.context["answer"].was["count"]["total"] == 104
    assert page.context["answer"].now["count"]["total"] == 64
    assert page.content.decode().count('class="is-different"') >= 2


def test_other_rules_are_said_not_to_be_in_force(by_figures: Asking) -> None:
    page = by_figures.get(**TYPED, preset="durban-modern", r_target_count="100")
    said = text_of(page)
    assert "Not the rules in force" in said
    assert "The result would be another" in said
    assert page.context["answer"].now["winner"] == "A"
    assert "Not the rules in force" not in text_of(by_figures.get(**TYPED))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"points": "444"}, "There are only 304 card points"),
        ({"points": ""}, "Enter the card points, from 0 to 304"),
        ({"r_target_count": "9999"}, "less than or equal"),
        ({"preset": "house-of-cards"}, "Select a valid choice"),
        ({"trumper": "9"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_typed_is_lost(
    by_figures: Asking, wrong: dict[str, str], said: str
) -> None:
    page = by_figures.get(**{**TYPED, **wrong})
    assert said in text_of(page)
    assert 'name="call" value="20" checked' in page.content.decode()


def test_asking_stores_nothing(by_figures: Asking) -> None:
    before = Entry.objects.count(), by_figures.desk.fresh().version
    by_figures.get(**{**TYPED, "points": "90"})
    assert (Entry.objects.count(), by_figures.desk.fresh().version) == before


@pytest.mark.slow
def test_a_hand_with_cards_asked_about_unchanged_gives_the_ruling_that_stands(by_cards: Asking) -> None:
    page = by_cards.get(**typed_of(by_cards))
    assert page.context["answer"].now == page.context["answer"].was


@pytest.mark.slow
def test_a_card_changed_for_another_of_the_same_hand_changes_places_with_it(by_cards: Asking) -> None:
    typed = typed_of(by_cards)
    events = by_cards.get().context["form"].events
    first = next(n for n, event in enumerate(events) if event["type"] == "play")
    seat = events[first]["seat"]
    later = next(n for n, one in enumerate(events) if n > first and one["type"] == "play" and one["seat"] == seat)
    page = by_cards.get(**{**typed, f"e{first}_card": events[later]["card"]})
    assert page.context["answer"].now["status"] != "invalid"
    assert page.context["answer"].now["tricks"][0]["cards"][0] == events[later]["card"]


@pytest.mark.slow
def test_a_card_of_another_hand_is_a_fault_beside_that_card(by_cards: Asking) -> None:
    typed = typed_of(by_cards)
    events = by_cards.get().context["form"].events
    plays = [n for n, event in enumerate(events) if event["type"] == "play"]
    page = by_cards.get(**{**typed, f"e{plays[0]}_card": events[plays[1]]["card"]})
    assert page.status_code == 200
    assert page.context["form"].errors
    assert any(name.startswith("e") for name in page.context["form"].errors)


@pytest.mark.slow
def test_something_more_may_be_said_to_have_happened(by_cards: Asking) -> None:
    seat = by_cards.get().context["hand"].body["events"][-1]["seat"]
    accused = {"new_type": "accuse", "new_seat": seat, "new_against": (seat + 1) % 4, "new_offence": "signal",
               "new_upheld": "on"}  # fmt: skip
    page = by_cards.get(**typed_of(by_cards), **accused)
    assert page.context["answer"].now["kind"] == "four_ball"


def test_half_an_addition_is_asked_for_the_rest(by_cards: Asking) -> None:
    page = by_cards.get(**typed_of(by_cards), new_type="jodhi")
    assert page.status_code == 422
    assert {"new_seat", "new_suit", "new_value"} <= set(page.context["form"].errors)


def test_an_event_may_be_left_out(by_cards: Asking) -> None:
    typed = typed_of(by_cards)
    last = len(by_cards.get().context["form"].events) - 1
    page = by_cards.get(**typed, **{f"e{last}_out": "on"})
    assert page.context["answer"].now["status"] == "undecidable"
    assert "stops after 23 of 24 cards" in text_of(page)


def test_a_hand_that_is_not_there_has_no_what_if(by_figures: Asking, browser_of: Client) -> None:
    public_id = match(by_figures.desk.tournament, 1).public_id
    assert by_figures.desk.get("what_if", public_id, 1, 77).status_code == 404
    assert by_figures.desk.get("what_if", public_id, 2, 1).status_code == 404
