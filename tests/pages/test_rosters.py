"""A new organiser substitutes a player and seeds by last year's event, with wrong turns, in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.quick import first
from tests.thunee_tournaments.services.conftest import LOT, count, game, win, write
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["win", "write"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

# A phone asks the same of the database as a laptop does.
SIZES = [pytest.param(PHONE, marks=pytest.mark.looks, id="phone"), pytest.param(LAPTOP, id="laptop")]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return UserFactory(username="organiser")


def pairs(organiser: Any, slug: str, teams: dict[str, tuple[str, str]], **details: Any) -> Any:
    tournament: Any = TournamentFactory(organiser=organiser, slug=slug, **details)
    for name, players in teams.items():
        TeamFactory(tournament=tournament, name=name, players=players)
    return tournament


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """Two pairs, drawn."""
    teams = {"Umgeni Aces": ("Anil", "Priya"), "Verulam Nines": ("Ravi", "Sam")}
    tournament: Tournament = pairs(organiser, "cup", teams, name="Temple Cup")
    acts.draw_knockout(actor=organiser, tournament=tournament, lot=LOT)
    return tournament


def sign_in(page: Any, then: str) -> Any:
    page.goto(f"/accounts/login?next={then}")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill("nine of spades")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile(f"{then}$"))
    return page


@pytest.fixture
def fits(assert_accessible: Callable[[Any], None]) -> Callable[[Any], None]:
    """`fits(page)`: nothing sticks out, and axe finds nothing."""

    def check(page: Any) -> None:
        assert page.evaluate(WIDER) <= 0
        assert_accessible(page)

    return check


@pytest.mark.parametrize("size", first(SIZES))
def test_a_player_is_substituted_and_a_mistake_taken_back(
    browse: Callable[..., Any], cup: Tournament, fits: Any, size: Any
) -> None:
    page = sign_in(browse(size), "/desk/cup/teams")
    page.get_by_role("link", name="Umgeni Aces").click()
    page.get_by_role("link", name="Substitute a player").click()

    # Nothing is filled in; then somebody of the other team; then it is right.
    page.get_by_role("button", name="Substitute").click()
    expect(page.get_by_text("Choose who leaves.", exact=True)).to_be_visible()
    page.locator("main label", has_text="Anil").click()
    page.get_by_label("Who comes?").fill("ravi")
    page.get_by_label("Why?").fill("Called to work")
    fits(page)
    page.get_by_role("button", name="Substitute").click()
    expect(page.get_by_text("ravi is on the list of Verulam Nines")).to_be_visible()
    expect(page.get_by_label("Why?")).to_have_value("Called to work")
    page.get_by_label("Who comes?").fill("Nisha")
    page.get_by_role("button", name="Substitute").click()
    expect(page.get_by_text("Nisha plays for Umgeni Aces in place of Anil.")).to_be_visible()
    expect(page.get_by_text("No substitution is left to this team.")).to_be_visible()
    fits(page)

    # It was the wrong one: taken back, and done again.
    page.get_by_text("The last one was a mistake").click()
    page.get_by_label("Why?").fill("The other one is ill")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back: Anil plays for Umgeni Aces as before.")).to_be_visible()
    page.locator("main label", has_text="Priya").click()
    page.get_by_label("Who comes?").fill("Nisha")
    page.get_by_label("Why?").fill("Ill since noon")
    page.get_by_role("button", name="Substitute").click()
    expect(page.get_by_text("Nisha plays for Umgeni Aces in place of Priya.")).to_be_visible()
    fits(page)

    # Everybody reads who came, and not why.
    page.goto("/cup/teams")
    page.get_by_role("link", name="Umgeni Aces").click()
    expect(page.get_by_text("Nisha for Priya")).to_be_visible()
    expect(page.get_by_text("Ill since noon")).to_have_count(0)
    fits(page)


def test_once_a_match_has_begun_the_page_says_when_a_player_may_come_in(
    browse: Callable[..., Any], cup: Tournament, write: Any, fits: Any
) -> None:
    write(game(cup, 1), count("A"))
    page = sign_in(browse(PHONE), "/desk/cup/teams")
    page.get_by_role("link", name="Umgeni Aces").click()
    page.get_by_role("link", name="Substitute a player").click()
    page.locator("main label", has_text="Anil").click()
    page.get_by_label("Who comes?").fill("Nisha")
    page.get_by_label("Why?").fill("Called to work")
    page.get_by_role("button", name="Substitute").click()
    expect(page.get_by_text("Another player comes in between two matches")).to_be_visible()

    # The organiser lets it be in a match, between two hands.
    page.get_by_role("link", name="How it is run").click()
    page.locator("main summary", has_text="More").click()
    page.locator("main label", has_text="At any time, in a match between two hands").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved. Everybody can read it")).to_be_visible()
    fits(page)
    page.goto("/desk/cup/teams")
    page.get_by_role("link", name="Umgeni Aces").click()
    page.get_by_role("link", name="Substitute a player").click()
    page.locator("main label", has_text="Anil").click()
    page.get_by_label("Who comes?").fill("Nisha")
    page.get_by_label("Why?").fill("Called to work")
    page.get_by_role("button", name="Substitute").click()
    expect(page.get_by_text("Nisha plays for Umgeni Aces in place of Anil.")).to_be_visible()


@pytest.mark.parametrize("size", first(SIZES))
def test_the_seeds_come_from_last_years_event(
    browse: Callable[..., Any], organiser: Any, win: Any, cup: Tournament, fits: Any, size: Any
) -> None:
    before = win(cup, 1, "B").winner
    assert before is not None
    teams = {"Newcomers": ("Tara", "Yash"), "umgeni aces": ("Anil", "Priya"), "Nines of Verulam": ("Sam", "Ravi")}
    shield = pairs(organiser, "shield", teams, name="Temple Shield")
    pairs(organiser, "empty", {}, name="Another draft")
    page = sign_in(browse(size), "/desk/shield/seeding")
    page.get_by_role("link", name="Choose an event").click()
    expect(page.get_by_text("Another draft")).to_have_count(0)
    page.get_by_role("link", name="Temple Cup").click()
    expect(page.get_by_role("row", name="Newcomers")).to_contain_text("did not take part: by lot at the draw")
    expect(page.get_by_role("row", name="Nines of Verulam")).to_contain_text("as Verulam Nines, by its players")
    fits(page)
    page.get_by_role("button", name="Use this order").click()
    expect(page.get_by_text("The teams are seeded by the standings of Temple Cup.")).to_be_visible()
    fits(page)

    # One place is changed by hand; then the draw, which everybody can read.
    page.get_by_role("button", name=re.compile("one down$")).first.click()
    expect(page.get_by_text("Made from the standings of Temple Cup, then changed by hand.")).to_be_visible()
    page.goto("/desk/shield/draw")
    page.get_by_label("Tables in the hall").fill("2")
    page.get_by_role("button", name="Draw").click()
    page.goto("/shield/bracket")
    page.get_by_text("How the seeds were made").click()
    expect(page.get_by_text("and then changed by hand")).to_be_visible()
    expect(page.get_by_role("row", name="Newcomers")).to_contain_text("by lot")
    fits(page)
    assert shield.teams.get(name="Newcomers").seed == 3
