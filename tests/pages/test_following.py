"""A player follows a team through an event, on a phone and without an account."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE
from tests.support.services.formats import give
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return draw(UserFactory(username="organiser"), 4, slug="cup")


def follow(page: Any, tournament: Tournament) -> Any:
    team = match(tournament, 1).team("A")
    page.goto(f"/cup/team/{team.public_id}")
    page.get_by_role("button", name=f"Follow {team.name}").click()
    expect(page.locator(".my-team")).to_contain_text(f"My team: {team.name}")
    return team


def test_a_followed_team_is_on_every_page_with_its_table_and_then_with_its_next_match(browse, tournament):
    page = browse(PHONE)
    team = follow(page, tournament)
    organiser = tournament.roles.get(role="organiser").user
    other = match(tournament, 1).team("B")
    for address in ("/cup/", "/cup/bracket", "/cup/schedule", "/cup/rules"):
        page.goto(address)
        expect(page.locator(".my-team")).to_contain_text(re.compile(f"{team.name}.*Table 1.*{other.name}", re.DOTALL))
    give(organiser, tournament, 1, "A")
    page.reload()
    expect(page.locator(".my-team")).to_contain_text(re.compile(f"{team.name}.*Winner of match 2", re.DOTALL))
    page.locator(".my-team a").click()
    expect(page).to_have_url(re.compile(f"/team/{team.public_id}$"))


def test_nobody_else_follows_it_and_a_second_tap_ends_it(browse, tournament):
    page, other = browse(PHONE), browse(PHONE)
    team = follow(page, tournament)
    other.goto("/cup/")
    expect(other.locator("main")).to_contain_text(team.name)
    expect(other.locator(".my-team")).to_be_hidden()
    page.get_by_role("button", name=f"Following {team.name}").click()
    expect(page.locator(".my-team")).to_be_hidden()
    page.goto("/cup/")
    expect(page.locator("main")).to_contain_text(team.name)
    expect(page.locator(".my-team")).to_be_hidden()


def test_a_team_that_is_not_there_any_more_is_followed_no_longer(browse, tournament):
    page = browse(PHONE)
    page.goto("/cup/")
    page.evaluate("localStorage.setItem('follow cup', 'AAAAAAAAAAAA')")
    with page.expect_response("**/now"):
        page.reload()
    expect(page.locator(".my-team")).to_be_hidden()
    page.wait_for_function("() => localStorage.getItem('follow cup') === null")


def test_without_network_the_page_stays_as_it_was(browse, tournament):
    page = browse(PHONE)
    team = follow(page, tournament)
    page.context.set_offline(True)
    page.get_by_role("button", name=f"Following {team.name}").click()
    page.get_by_role("button", name=f"Follow {team.name}").click()
    expect(page.locator(".follow")).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".my-team")).to_contain_text(team.name)
