"""A hand of each game is entered at the table: its own questions, the ruling in words, and the score on every page."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.factories import UserFactory
from tests.thunee_tournaments.scoring.conftest import Phone
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.tables.selectors import match_at

pytestmark = pytest.mark.django_db

BY_COUNT = {"trumper": "1", "call": "0", "trump": "s", "points": "60", "points_of": "counting", "last_trick": "1"}
MADE = {"declarer": "1", "bid": "8", "trump": "h", "tricks": "9"}
FOUR = {f"bid_{seat}": str(bid) for seat, bid in enumerate((3, 2, 4, 3))} | {
    f"tricks_{seat}": str(took) for seat, took in enumerate((4, 2, 5, 2))
}
# preset, players, what is typed, what the ruling says of side B's or the second player's change
CASES = [
    ("durban-classic", 2, BY_COUNT, "opens 1 ball"),
    ("durban-classic", 6, BY_COUNT, "opens 1 ball"),
    ("tarneeb", 4, MADE, "+9"),
    ("egyptian-tarneeb", 4, {**MADE, "doubled": "on"}, "+18"),
    ("400", 4, FOUR, "−3"),
    ("forty-one", 4, FOUR, "−3"),
]


class Table:
    """A tournament of one game, and a phone at its first table."""

    def __init__(self, preset: str, players: int) -> None:
        self.organiser = UserFactory(username="organiser")
        self.tournament = draw(self.organiser, 4, table_count=2, preset=preset, players=players)
        table = self.tournament.tables.get(number=1)
        self.match = match_at(table)
        assert self.match is not None
        game = current_game(self.match)
        assert game is not None
        self.sheet = game.sheet
        self.phone = Phone(acts.issue_table_link(actor=self.organiser, table=table).token).let_in()

    @property
    def id(self) -> str:
        return self.sheet.public_id


@pytest.mark.parametrize(("preset", "players", "typed", "said"), CASES)
def test_a_hand_of_any_game_is_checked_saved_and_shown(preset: str, players: int, typed: dict[str, str], said: str):
    at = Table(preset, players)
    review = at.phone.check(at.id, **typed)
    assert review.status_code == 200
    assert said in review.content.decode()
    assert review.context["lines"], "the ruling is explained line by line"
    assert at.phone.save(review).status_code == 302
    at.sheet.refresh_from_db()
    assert at.sheet.seq == 1
    assert said in at.phone.table()


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players", "typed", "said"), CASES)
def test_the_pages_of_a_match_of_any_game_are_there(preset: str, players: int, typed: dict[str, str], said: str):
    at = Table(preset, players)
    at.phone.save(at.phone.check(at.id, **typed))
    slug, match = at.tournament.slug, at.match.public_id
    anybody, desk = Client(), Client()
    desk.force_login(at.organiser)
    for client, name, args in (
        (anybody, "public:tournament", [slug]), (anybody, "public:match", [slug, match]),
        (anybody, "public:standings", [slug]), (anybody, "public:hall", [slug]),
        (anybody, "public:event_rules", [slug]),
        (anybody, "public:bracket", [slug]), (anybody, "public:match_picture", [slug, match]),
        (desk, "desk:overview", [slug]), (desk, "desk:match", [slug, match]), (desk, "desk:sheet", [slug, match]),
        (desk, "desk:seats", [slug, match]), (desk, "desk:rules", [slug]), (desk, "desk:tables", [slug]),
        (desk, "desk:write", [slug, match, 1]), (desk, "desk:correct", [slug, match, 1, 1]),
        (desk, "desk:what_if", [slug, match, 1, 1]), (desk, "desk:insert", [slug, match, 1, 0]),
    ):  # fmt: skip
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 200, name
        if "opens" not in said and name not in ("public:event_rules", "public:match_picture"):  # the law, and no text
            assert not spoken_of_balls(answer), name
    if "opens" not in said:
        review = at.phone.check(at.id, **typed)
        for page in (at.phone.get("hand", at.id), at.phone.get("fix", at.id), review, Client().get("/table")):
            assert not spoken_of_balls(page)


def spoken_of_balls(answer: Any) -> list[str]:
    """Where a page of a game that is played for points speaks of balls: some words before and after."""
    text = unescape(strip_tags(re.sub(r"(?s)<(script|style|template).*?</\1>", " ", answer.content.decode())))
    return re.findall(r"(?i).{0,40}\bballs?\b.{0,40}", re.sub(r"\s+", " ", text))


@pytest.mark.parametrize(("preset", "players", "typed", "said"), CASES)
def test_the_last_hand_of_any_game_is_fixed_from_the_same_form(
    preset: str, players: int, typed: dict[str, str], said: str
):
    at = Table(preset, players)
    at.phone.save(at.phone.check(at.id, **typed))
    form = at.phone.get("fix", at.id).context["form"]
    again = {name: str(form[name].value()) for name in typed if name != "doubled"}
    assert again == {name: value for name, value in typed.items() if name != "doubled"}


def test_six_sit_at_a_table_of_thunee_for_six_and_may_call_trip():
    at = Table("durban-classic", 6)
    form = at.phone.get("hand", at.id).context["form"]
    assert len(form.fields["trumper"].choices) == 6
    assert "trip" in dict(form.fields["declared"].choices)
    dealer = at.sheet.ledger["after"]["next_dealer"]
    review = at.phone.check(at.id, declared="trip", declared_seat=str(dealer), declared_lost_to="won")
    assert "opens 3 balls" in review.content.decode()


def test_a_trip_of_another_than_the_dealer_is_refused_with_a_word_beside_the_caller():
    at = Table("durban-classic", 6)
    other = (at.sheet.ledger["after"]["next_dealer"] + 1) % 6
    refused = at.phone.check(at.id, declared="trip", declared_seat=str(other), declared_lost_to="won")
    assert refused.status_code == 422
    said = refused.context["form"].errors["declared_seat"]
    assert said == ["only the dealer may call trip: it is ignored"]


def test_two_players_are_asked_for_neither_double_nor_khanuck():
    form = Table("durban-classic", 2)
    fields = form.phone.get("hand", form.id).context["form"].fields
    assert "double" not in fields
    assert "khanuck" not in fields


def test_four_passes_are_dealt_again_by_the_same_player():
    at = Table("tarneeb", 4)
    dealer = at.sheet.ledger["after"]["next_dealer"]
    review = at.phone.check(at.id, passed="on")
    assert "Dealt again, no points" in review.content.decode()
    at.phone.save(review)
    at.sheet.refresh_from_db()
    assert at.sheet.ledger["after"]["next_dealer"] == dealer


@pytest.mark.parametrize(
    ("preset", "typed", "field"),
    [
        ("tarneeb", {"declarer": "1", "bid": "8", "trump": "h"}, "tricks"),
        ("400", {**FOUR, "bid_2": ""}, "bid_2"),
        ("400", {**FOUR, "bid_2": "x"}, "bid_2"),
    ],
)
def test_what_is_missing_is_asked_for_beside_its_field(preset: str, typed: dict[str, str], field: str):
    at = Table(preset, 4)
    answer = at.phone.check(at.id, **typed)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]


def test_where_next_to_nothing_was_typed_no_list_of_all_that_could_be_stands_above_the_questions():
    at = Table("tarneeb", 4)
    assert "As it stands it could be" not in at.phone.check(at.id).content.decode()


def test_what_a_hand_could_still_be_is_listed_where_it_is_little():
    at = Table("durban-classic", 2)
    assert (
        "As it stands it could be"
        in at.phone.check(at.id, **{**BY_COUNT, "points": "100", "last_trick": ""}).content.decode()
    )


def test_tricks_that_are_not_thirteen_are_refused_in_plain_words():
    at = Table("forty-one", 4)
    answer = at.phone.check(at.id, **{**FOUR, "tricks_0": "9"})
    assert "There are 13 tricks in a hand; these come to 18." in answer.content.decode()


def test_where_the_table_says_otherwise_both_figures_stand_on_the_page():
    at = Table("tarneeb", 4)
    review = at.phone.check(at.id, **MADE, claimed_B="8")
    assert review.status_code == 200, review.context["form"].errors
    found: Any = review.context["differences"]
    assert [(one.claimed, one.found) for one in found] == [("8", "9")]


def test_other_games_do_not_offer_the_page_by_cards():
    at = Table("tarneeb", 4)
    assert b"card by card" not in at.phone.get("hand", at.id).content
    assert at.phone.get("cards", at.id).status_code == 200
