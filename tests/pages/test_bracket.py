"""The bracket: on a phone one round at a time, on a laptop the whole, and a team is found in both."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.services.formats import give
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.looks]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    """Sixteen teams; the first round is decided."""
    organiser = UserFactory(username="organiser")
    tournament = draw(organiser, 16, slug="big")
    for number in range(1, 9):
        give(organiser, tournament, number, "A")
    return tournament


def bracket(page: Any) -> Any:
    page.goto("/big/bracket")
    expect(page.locator("[data-bracket][data-ready]")).to_have_count(1)
    return page


def shown(page: Any) -> str:
    return page.locator(".bracket-nav [aria-current]").inner_text()


def test_a_phone_shows_the_round_that_is_played_and_no_void_below_it(browse, tournament):
    page = bracket(browse(PHONE))
    assert shown(page) == "Quarter-finals"
    track = page.locator(".bracket-track").bounding_box()
    quarters = page.locator(".bracket-round").nth(1).bounding_box()
    assert 0 <= track["height"] - quarters["height"] < 24
    assert abs(quarters["x"] - track["x"]) < 2


def test_another_round_is_one_tap_away_and_says_how_it_stands(browse, tournament):
    page = bracket(browse(PHONE))
    first = page.get_by_role("link", name="Round of 16 decided")
    first.click()
    expect(first).to_have_attribute("aria-current", "true")
    eight = page.locator(".bracket-round").first.bounding_box()["height"]
    assert page.locator(".bracket-track").bounding_box()["height"] >= eight
    assert page.url.endswith("/bracket"), "no step back for each round"
    page.mouse.wheel(0, 600)
    expect(first).to_be_in_viewport()


@pytest.mark.slow
def test_a_swipe_changes_the_round_that_is_lit(browse, tournament):
    page = bracket(browse(PHONE))
    page.locator(".bracket-track").evaluate("(track) => { track.scrollLeft += track.clientWidth + 20; }")
    expect(page.locator(".bracket-nav [aria-current]")).to_have_text("Semi-finals")


@pytest.mark.slow
def test_a_search_lights_the_matches_of_a_team_and_leads_to_where_it_stands(browse, tournament):
    page = bracket(browse(PHONE))
    page.get_by_label("Find a team").fill("team 16")
    assert shown(page).startswith("Round of 16")
    lit = page.locator(".tie.is-lit")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("Team 16")
    page.get_by_label("Find a team").fill("nobody at all")
    expect(page.get_by_text("No team is called that.")).to_be_attached()
    expect(page.locator(".is-lit")).to_have_count(0)


def test_a_laptop_fits_enlarges_and_keeps_the_names_of_the_rounds_in_sight(browse, tournament):
    page = bracket(browse(LAPTOP))
    picture = page.locator(".bracket-whole .bracket-svg")
    width = picture.bounding_box()["width"]
    page.get_by_role("button", name="Larger").click()
    assert picture.bounding_box()["width"] > 1.2 * width
    heads = page.locator(".bracket-heads span")
    boxes = page.locator(".tie-svg")
    assert abs(heads.nth(1).bounding_box()["x"] - boxes.nth(8).bounding_box()["x"]) < 4
    page.get_by_role("button", name="Fit").click()
    assert picture.bounding_box()["width"] <= page.locator(".bracket-whole").bounding_box()["width"]
    page.locator(".bracket-whole").evaluate("(whole) => { whole.scrollTop = whole.scrollHeight; }")
    expect(heads.first).to_be_in_viewport()


@pytest.mark.slow
def test_rounds_long_decided_are_folded_and_a_link_shows_them(browse, tournament):
    organiser = tournament.roles.get(role="organiser").user
    for number in range(9, 13):
        give(organiser, tournament, number, "A")
    page = bracket(browse(LAPTOP))
    expect(page.locator(".bracket-heads")).not_to_contain_text("Round of 16")
    page.get_by_role("link", name="Show the decided round").click()
    expect(page.locator(".bracket-heads")).to_contain_text("Round of 16")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_bracket_is_for_everybody(browse, tournament, assert_accessible, size, scheme):
    page = bracket(browse(size, color_scheme=scheme))
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert_accessible(page)


@pytest.mark.slow
def test_whoever_hears_a_match_hears_what_stands_in_it(browse, tournament):
    page = bracket(browse(LAPTOP))
    names = page.locator("a.tie-svg").evaluate_all(
        """(boxes) => boxes.map((box) => [box.getAttribute("aria-label"),
            [...box.querySelectorAll("text:not(.tie-note)")].map((text) => text.textContent)])"""
    )
    assert len(names) > 8
    for heard, written in names:
        at = 0
        for text in written:
            at = heard.find(text, at)
            assert at >= 0, (heard, written)
            at += len(text)


@pytest.mark.slow
def test_no_round_makes_the_page_wider_than_the_phone(browse, tournament):
    """What is only read aloud of a round far to the side stays inside its strip."""
    organiser = tournament.roles.get(role="organiser").user
    for number in range(9, 16):
        give(organiser, tournament, number, "A")
    page = bracket(browse(PHONE))
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
