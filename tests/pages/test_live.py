"""Live updates in a real browser, from a real stream."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tests.support.streaming import streaming_site
from tests.thunee_tournaments.public.conftest import event
from tests.thunee_tournaments.services.conftest import correct, draw, game, match, organiser, thunee, win, write
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "event", "organiser", "win", "write"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ASKS = 15  # seconds, without a stream
AT_ONCE = 6  # connections a browser opens to one site
HIDE = """() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def site() -> Iterator[str]:
    with streaming_site() as address:
        yield address


def test_a_viewer_sees_a_new_hand_long_before_the_page_would_ask_by_itself(
    site: str, page: Any, event: Tournament, write: Any
) -> None:
    with page.expect_response("**/shield/live"):
        page.goto(f"{site}/shield/m/{match(event, 3).public_id}")
    page.locator("#hand-1 > details > summary").click()
    expect(page.locator("#hand-1 .steps")).to_be_visible()
    write(game(event, 3), thunee("B"))
    begun = time.monotonic()
    page.locator("#hand-3").wait_for()
    assert time.monotonic() - begun < ASKS  # two seconds on a machine with nothing else to do: `bench viewers`
    expect(page.locator("#hand-1 .steps")).to_be_visible()  # what was opened stays open
    expect(page.locator("#news")).to_contain_text("4 balls")


@pytest.mark.looks
@pytest.mark.slow
def test_the_page_of_a_table_hears_from_the_stream_what_the_desk_did(
    site: str, page: Any, organiser: Any, transactional_db: None
) -> None:
    final = draw(organiser, 2, slug="final")
    link = acts.issue_table_link(actor=organiser, table=final.tables.get(number=1))
    page.goto(f"{site}/t/{link.token}")
    with page.expect_response("**/final/live"), page.expect_response("**/table/mark"):
        page.get_by_role("button", name="Open table 1").click()
    acts.start_no_show(actor=organiser, match=match(final, 1), side="A")
    begun = time.monotonic()
    page.get_by_role("button", name="They are here").wait_for()
    assert time.monotonic() - begun < ASKS


@pytest.mark.looks
@pytest.mark.slow
def test_without_a_stream_a_page_asks_now_and_then(browse: Callable[..., Any], event: Tournament, write: Any) -> None:
    page = browse()
    page.clock.install()
    page.goto(f"/shield/m/{match(event, 3).public_id}")
    expect(page.locator("#hand-2")).to_be_visible()
    write(game(event, 3), thunee("B"))
    page.clock.run_for(21_000)
    page.locator("#hand-3").wait_for()


@pytest.mark.looks
@pytest.mark.slow
def test_tabs_of_the_desk_that_nobody_sees_leave_the_browser_its_connections(
    site: str, page: Any, organiser: Any, transactional_db: None
) -> None:
    draw(organiser, 2, slug="final")
    name = settings.SESSION_COOKIE_NAME
    client = Client()
    client.force_login(organiser)
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
    for _ in range(AT_ONCE + 1):  # with a stream held by each, the browser would wait without end for the last
        tab = page.context.new_page()
        with tab.expect_response("**/final/live"):
            tab.goto(f"{site}/desk/final/plan")
        tab.evaluate(HIDE)
    expect(tab.locator("h1")).to_be_visible()
