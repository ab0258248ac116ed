"""Public pages in a real browser, on a phone and on a laptop, in light and dark."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser import LAPTOP, PHONE
from tests.thunee_tournaments.public.conftest import event
from tests.thunee_tournaments.services.conftest import correct, match, organiser, win, write
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "event", "organiser", "win", "write"]

pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.django_db(transaction=True)]

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_the_page_of_an_address_that_is_none_fits_a_phone_and_axe_finds_nothing(
    browse: Callable[..., Any], db: None, assert_accessible: Callable[[Any], None]
) -> None:
    """All others: `test_every_page`."""
    page = browse(PHONE, color_scheme="dark", bypass_csp=True)
    assert page.goto("/nothing/").status == 404
    assert page.evaluate(WIDER) <= 0
    assert_accessible(page)


@pytest.mark.slow
def test_axe_finds_a_picture_without_words_also_when_it_looks_twice(
    page: Any, db: None, assert_accessible: Any
) -> None:
    page.goto("/rules")
    assert_accessible(page)
    page.evaluate("() => document.getElementById('main').append(new Image())")
    with pytest.raises(AssertionError, match="image-alt"):
        assert_accessible(page)


def test_a_theme_is_kept_from_page_to_page(page: Any, db: None) -> None:
    page.goto("/rules")
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page).to_have_url(re.compile("/rules$"))
    page.goto("/sources")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(11, 42, 32)"


def test_on_a_phone_a_bracket_is_one_round_at_a_time(page: Any, event: Tournament) -> None:
    page.goto("/shield/bracket")
    expect(page.locator(".bracket-svg")).to_be_hidden()
    page.get_by_role("link", name="Final", exact=True).click()
    expect(page.locator("#round-3 .tie")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#round-1 .tie").first).not_to_be_in_viewport()


def test_on_a_laptop_a_bracket_is_whole(desktop_page: Any, event: Tournament) -> None:
    desktop_page.goto("/shield/bracket")
    expect(desktop_page.locator(".bracket-rounds")).to_be_hidden()
    drawing = desktop_page.locator(".bracket-svg").bounding_box()
    assert drawing["x"] + drawing["width"] <= LAPTOP[0]


def test_from_a_line_of_a_ruling_one_reaches_its_rule_and_its_sources(page: Any, event: Tournament) -> None:
    page.goto(f"/shield/m/{match(event, 3).public_id}")
    page.get_by_role("link", name="TH-COUNT-6").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Call and loss")
    page.get_by_role("link", name="Thunee, encyclopaedia article (earlier edition)").click()
    expect(page).to_have_url(re.compile("/sources#source-000$"))


def test_the_first_tab_stop_leads_past_the_frame(page: Any, db: None) -> None:
    page.goto("/rules")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_without_scripts_everything_can_be_read(browse: Callable[..., Any], event: Tournament) -> None:
    page = browse(PHONE, java_script_enabled=False)
    page.goto(f"/shield/m/{match(event, 3).public_id}")
    page.locator("#hand-1 > details > summary").click()
    expect(page.locator("#hand-1 .steps")).to_be_visible()
