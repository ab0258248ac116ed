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

SWIPE = """([from, to]) => {
  const table = document.querySelector(".viewer-table");
  const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
  const say = (what, x, touches) =>
    table.dispatchEvent(new TouchEvent(what, { touches, changedTouches: [touch(x)], bubbles: true }));
  say("touchstart", from, [touch(from)]);
  say("touchend", to, []);
}"""


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
    expect(page.locator(".viewer-where > :not([hidden])")).to_contain_text(re.compile(rf"\b{moment} of "))


def asked(page: Any) -> list[str]:
    """What the page asks of the server from now on; browsers look at its icon, which they keep, at a new address."""
    requests: list[str] = []
    page.on("request", lambda request: "/icons/" in request.url or requests.append(request.url))
    return requests


def swipe(page: Any, start: int, end: int) -> None:
    page.evaluate(SWIPE, [start, end])


def test_twenty_presses_move_twenty_moments_and_ask_for_nothing(desktop_page: Any, played: Tournament) -> None:
    desktop_page.goto("/shield/")
    desktop_page.goto(address(played))
    before = desktop_page.evaluate("history.length")
    requests = asked(desktop_page)
    for _ in range(20):
        desktop_page.keyboard.press("ArrowRight")
        desktop_page.wait_for_timeout(60)
    at(desktop_page, 20)
    expect(desktop_page).to_have_url(re.compile(r"\?moment=20$"))
    assert desktop_page.evaluate("history.length") == before
    assert requests == []
    desktop_page.reload()
    at(desktop_page, 20)
    desktop_page.go_back()
    expect(desktop_page).to_have_url(re.compile("/shield/$"))


def test_keys_lead_to_both_ends_and_no_further(desktop_page: Any, played: Tournament) -> None:
    desktop_page.goto(address(played))
    desktop_page.keyboard.press("ArrowLeft")  # there is nothing before the deal
    at(desktop_page, 0)
    desktop_page.keyboard.press("End")
    expect(desktop_page.locator('[data-move="next"]')).to_have_attribute("aria-disabled", "true")
    desktop_page.keyboard.press("ArrowRight")
    expect(desktop_page.locator(".viewer-rail .is-lit").first).to_be_visible()
    expect(desktop_page.locator(".viewer-hand .card:visible")).to_have_count(0)
    desktop_page.keyboard.press("Home")
    at(desktop_page, 0)
    expect(desktop_page.locator(".viewer-hand .card:visible")).to_have_count(24)


def test_what_the_script_shows_is_what_the_page_of_the_moment_shows(browse: Any, played: Tournament) -> None:
    walked, opened = browse(LAPTOP), browse(LAPTOP, java_script_enabled=False)
    walked.goto(address(played))
    last = int(walked.locator("[data-scrub]").get_attribute("max"))
    for moment in range(last + 1):
        at(walked, moment)
        if moment % 5 == 0 or moment == last:
            opened.goto(f"{address(played)}?moment={moment}")
            for part in (".viewer-top", ".viewer-table", ".viewer-told", ".viewer-rail"):
                assert walked.locator(part).inner_text() == opened.locator(part).inner_text(), (moment, part)
            for lit in (".is-next", ".is-acting", ".is-now", ".is-winner", ".is-to-come", ".is-lit", "[aria-current]"):
                assert walked.locator(lit).count() == opened.locator(lit).count(), (moment, lit)
        walked.keyboard.press("ArrowRight")


def test_the_next_button_keeps_the_focus_while_one_walks_on(desktop_page: Any, played: Tournament) -> None:
    desktop_page.goto(address(played))
    desktop_page.locator('[data-move="next"]').focus()
    for moment in (1, 2):
        desktop_page.keyboard.press("Enter")
        at(desktop_page, moment)
        expect(desktop_page.locator('[data-move="next"]')).to_be_focused()
        expect(desktop_page.locator("[data-heard]")).not_to_be_empty()


def test_every_swipe_leads_on_or_back(page: Any, played: Tournament) -> None:
    page.goto(address(played))
    for _ in range(5):
        swipe(page, 250, 80)
    at(page, 5)
    swipe(page, 80, 250)
    at(page, 4)


def test_the_scrubber_goes_anywhere_by_thumb_and_by_key(page: Any, played: Tournament) -> None:
    page.goto(address(played))
    requests = asked(page)
    page.locator("[data-scrub]").fill("13")
    at(page, 13)
    page.locator("[data-scrub]").press("ArrowRight")
    at(page, 14)
    assert page.locator("[data-scrub]").get_attribute("aria-valuetext")
    assert requests == []


@pytest.mark.parametrize(("motion", "slides"), [("no-preference", 1), ("reduce", 0)])
def test_a_card_slides_a_moment_unless_motion_is_not_wanted(
    browse: Callable[..., Any], played: Tournament, motion: str, slides: int
) -> None:
    page = browse(PHONE, reduced_motion=motion)
    page.goto(f"{address(played)}?moment=11")
    assert page.evaluate("document.getAnimations().length") == 0
    running = page.evaluate("""() => {
      document.querySelector("[data-move=next]").click();
      return document.getAnimations().filter((one) => one.animationName === "viewer-slide")
        .map((one) => one.effect.getTiming().duration);
    }""")
    assert running == [120] * slides


def test_the_felt_is_there_at_once_and_everything_stands_on_one_screen(
    browse: Callable[..., Any], played: Tournament
) -> None:
    for size in ((360, 640), PHONE, LAPTOP):
        page = browse(size)
        page.goto(f"{address(played)}?moment=9")
        assert page.locator(".viewer-table").bounding_box()["height"] > size[1] * 0.5
        for part in ("[data-scrub]", "[data-move=before]", "[data-move=next]"):
            box = page.locator(part).bounding_box()
            assert box["y"] + box["height"] <= size[1], (size, part)
        assert page.locator("[data-move=next]").bounding_box()["height"] >= 56


def test_the_reasons_come_over_the_felt_on_a_phone_and_a_card_there_leads_to_its_moment(
    page: Any, played: Tournament
) -> None:
    page.goto(address(played))
    expect(page.locator(".viewer-rail")).to_be_hidden()
    page.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("heading", name="How it was worked out")).to_be_visible()
    page.locator(".viewer-card").nth(4).click()
    expect(page.locator(".viewer-rail")).to_be_hidden()
    expect(page.locator("[data-moment][aria-current]")).not_to_have_count(0)


def test_a_hand_is_opened_with_less_than_60_kilobytes(page: Any, played: Tournament) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    received: list[int] = []
    devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.goto(address(played), wait_until="networkidle")
    assert 0 < sum(received) < 60 * 1024, sum(received)


def test_without_scripts_the_links_lead_through_the_hand(browse: Callable[..., Any], played: Tournament) -> None:
    page = browse(PHONE, java_script_enabled=False)
    page.goto(address(played))
    page.locator("[data-move=next]").click()
    at(page, 1)
    page.get_by_role("button", name="Why?").click()
    page.locator(".viewer-card").first.click()
    expect(page.locator(".viewer-card[aria-current]")).to_have_count(1)
    page.get_by_role("button", name="Go").click()
    expect(page).to_have_url(re.compile(r"moment=\d+$"))


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
        if size == PHONE:
            page.get_by_role("button", name="Why?").click()
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
