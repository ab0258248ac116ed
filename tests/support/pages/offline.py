"""A phone at its table, with network and without."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.support.browser import ARGUMENTS, PATIENCE, chromium, wait_until
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return draw(UserFactory(username="organiser"), 2, preset="durban-modern")


def let_in(page: Any, tournament: Tournament) -> Any:
    """Opens the first table on this phone, and waits until its pages are kept."""
    organiser = tournament.roles.get(role="organiser").user
    table = tournament.tables.get(number=1)
    token = TOKENS.get(table.pk)
    if token is None or find(token) is None:
        token = TOKENS[table.pk] = acts.issue_table_link(actor=organiser, table=table).token
    page.goto(f"/t/{token}")
    link = find(token)
    if link.phones.exists():  # a further phone is asked for the PIN
        page.get_by_label("PIN").fill(pin_of(link))
        page.get_by_role("button", name="Let this phone in").click()
    else:
        page.get_by_role("button", name="Open table 1").click()
    expect(page).to_have_url(re.compile("/table$"))
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    return page


TOKENS: dict[int, str] = {}
SENT = "() => !document.querySelector('.queue-hand:not([data-state=sent])')"
CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"


@pytest.fixture
def at_table(tournament: Tournament) -> Any:
    TOKENS.clear()
    return lambda page: let_in(page, tournament)


@pytest.fixture
def plain_http(browser: Any, live_server: Any, sent_files: None) -> Iterator[Any]:
    """A phone that reaches the laptop by a name of the hall: no secure context, so no worker and no randomUUID."""
    TOKENS.clear()
    rules = "--host-resolver-rules=MAP hall.test 127.0.0.1"
    hall = browser.browser_type.launch(
        executable_path=chromium(), args=[*ARGUMENTS, "--no-sandbox", rules], timeout=2 * PATIENCE
    )
    context = hall.new_context(base_url=live_server.url.replace("localhost", "hall.test"))
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    hall.close()


def kept(page: Any) -> Any:
    """Opened once more, so that the worker has everything."""
    wait_until(page, CONTROLLED)
    page.reload()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    return page


def enter(page: Any, number: int, points: int) -> None:
    """A plain hand without network, until it is kept."""
    page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
    expect(page.get_by_role("heading", name="Enter hand")).to_be_attached()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    fill(page, points)
    page.get_by_role("button", name="Keep on this phone").click()
    expect(page.get_by_role("link", name=f"Enter hand {number + 1}", exact=True)).to_be_visible()


def fill(page: Any, points: int) -> None:
    trumper = page.locator("[data-field=trumper]")
    if not trumper.locator("input:checked").count():  # by the phone's count the game is over: who deals next is open
        trumper.locator("label").first.click()
    page.locator("[name=points]").fill(str(points))
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Not yet judged")).to_be_visible()


def waiting(page: Any) -> Any:
    return page.locator(".queue-hand[data-state=waiting]")


def points_written(by_time: bool = False) -> list[int]:
    """What stands on the sheet, in order, in the figures that were typed."""
    entries = Entry.objects.order_by("pk" if by_time else "seq")
    return [next(iter(entry.body["tally"]["card_points"].values())) for entry in entries]


def anew(page: Any) -> None:
    """Load it anew; it may be doing so by itself, having sent a hand."""
    for _turn in range(5):
        try:
            page.reload()
        except Error:
            page.wait_for_timeout(300)
        else:
            break
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)


def save(page: Any, number: int, points: int) -> None:
    """A plain hand without network, then sent."""
    page.context.set_offline(True)
    enter(page, number, points)
    page.context.set_offline(False)
    expect(page.get_by_role("link", name=f"Enter hand {number + 1}", exact=True)).to_be_visible()
    wait_until(page, SENT)
    anew(page)


def until_written(page: Any, count: int) -> None:
    for _turn in range(100):
        if Entry.objects.count() >= count:
            return
        page.wait_for_timeout(100)
