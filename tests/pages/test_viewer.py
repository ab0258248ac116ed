"""The hand viewer in a real browser: by keys, by swipe, without scripts, in both themes; and the what-if page."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser import LAPTOP, PHONE
from tests.thunee_tournaments.services.conftest import draw, game, match, organiser, write
from tests.thunee_tournaments.services.demo_hands import Players
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["organiser", "write"]

pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def played(organiser: Any, write: Any) -> Tournament:
    """A match with one hand, card by card."""
    tournament = draw(organiser, 4, slug="shield", table_count=2)
    first = game(tournament, 1)
    write(first, Players(Random(3), first.sheet.first_dealer).plain().body())
    return tournament


def address(tournament: Tournament) -> str:
    return f"/shield/m/{match(tournament, 1).public_id}/hand/1-1"


def at(page: Any, moment: int) -> None:
    """The page shows this moment."""
    expect(page.locator(".viewer-told .kicker .num")).to_contain_text(f"{moment} of ")


def test_arrow_keys_lead_through_a_hand_and_the_address_goes_along(desktop_page: Any, played: Tournament) -> None:
    desktop_page.goto(address(played))
    at(desktop_page, 0)
    for moment in (1, 2, 3):
        desktop_page.keyboard.press("ArrowRight")
        at(desktop_page, moment)
    expect(desktop_page).to_have_url(re.compile("moment=3"))
    desktop_page.keyboard.press("ArrowLeft")
    at(desktop_page, 2)
    desktop_page.keyboard.press("End")
    expect(desktop_page.locator('[data-move="next"]')).to_have_attribute("aria-disabled", "true")
    desktop_page.keyboard.press("ArrowRight")  # there is nothing behind the end
    expect(desktop_page.locator(".viewer-why .is-lit").first).to_be_visible()
    desktop_page.keyboard.press("Home")
    at(desktop_page, 0)
    desktop_page.go_back()
    expect(desktop_page.locator('[data-move="next"]')).to_have_attribute("aria-disabled", "true")


def test_the_next_button_keeps_the_focus_while_one_walks_on(desktop_page: Any, played: Tournament) -> None:
    desktop_page.goto(address(played))
    desktop_page.locator('[data-move="next"]').focus()
    for moment in (1, 2):
        desktop_page.keyboard.press("Enter")
        at(desktop_page, moment)
        expect(desktop_page.locator('[data-move="next"]')).to_be_focused()


def test_a_swipe_leads_on_and_back(page: Any, played: Tournament) -> None:
    page.goto(address(played))
    swipe = """([from, to]) => {
      const table = document.querySelector(".viewer-table");
      const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
      const say = (what, x, touches) =>
        table.dispatchEvent(new TouchEvent(what, { touches, changedTouches: [touch(x)], bubbles: true }));
      say("touchstart", from, [touch(from)]);
      say("touchend", to, []);
    }"""
    page.evaluate(swipe, [250, 80])
    at(page, 1)
    page.evaluate(swipe, [80, 250])
    at(page, 0)


def test_without_scripts_the_links_lead_through_the_hand(browse: Callable[..., Any], played: Tournament) -> None:
    page = browse(PHONE, java_script_enabled=False)
    page.goto(address(played))
    page.locator("[data-move=next]").click()
    at(page, 1)
    page.locator(".viewer-card").first.click()
    expect(page.locator(".viewer-card[aria-current]")).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_viewer_fits_its_screen_and_axe_finds_nothing(
    browse: Callable[..., Any], played: Tournament, assert_accessible: Callable[[Any], None], size: Any, theme: str
) -> None:
    page = browse(size, color_scheme=theme, bypass_csp=True)
    for path in (f"{address(played)}?moment=9", "/rules/TH-PLAY-2/example", "/rules/TH-KHAN-6/example"):
        page.goto(path)
        assert page.evaluate(WIDER) <= 0, path
        assert_accessible(page)


def test_a_referee_asks_what_if_and_sees_both_rulings(
    browse: Callable[..., Any], played: Tournament, assert_accessible: Callable[[Any], None]
) -> None:
    page = browse(PHONE, bypass_csp=True)
    page.goto("/accounts/login?next=/desk/")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill("nine of spades")
    page.get_by_label("Password").press("Enter")
    expect(page).to_have_url(re.compile("/desk/$"))
    page.goto(f"/desk/shield/m/{match(played, 1).public_id}/1/1/what-if")
    assert_accessible(page)
    page.locator("select[name=preset]").select_option("club-strict")
    page.get_by_role("button", name="See what it would be").click()
    expect(page.locator("#answer")).to_contain_text("Not the rules in force")
    assert page.evaluate(WIDER) <= 0
    assert_accessible(page)
