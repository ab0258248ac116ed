"""A table's phone without network: hands are kept, come through once and in order, and a person decides a conflict."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.thunee_tournaments.running.conftest import draw
from thunee_tournaments.running import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return draw(UserFactory(username="organiser"), 2, preset="durban-modern")


@pytest.fixture
def at_table(tournament: Tournament) -> Any:
    """`at_table(page)` lets a phone in, and waits until its pages are kept."""
    organiser = tournament.roles.get(role="organiser").user
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token

    def let_in(page: Any) -> Any:
        page.goto(f"/t/{token}")
        page.get_by_role("button", name="Open table 1").click()
        expect(page).to_have_url(re.compile("/table$"))
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        return page

    return let_in


def kept(page: Any) -> Any:
    """Opened once more, so that the worker has everything."""
    page.wait_for_function("navigator.serviceWorker.controller !== null")
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
    page.locator("[name=points]").fill(str(points))
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Not yet judged")).to_be_visible()


def waiting(page: Any) -> Any:
    return page.locator(".queue-hand[data-state=waiting]")


def points_written() -> list[int]:
    """What stands on the sheet, in order, in the figures that were typed."""
    return [next(iter(entry.body["tally"]["card_points"].values())) for entry in Entry.objects.order_by("seq")]


def test_hands_entered_without_network_outlive_a_closed_tab_and_come_through_once_in_order(browse, at_table):
    page = kept(at_table(browse()))
    context = page.context
    context.set_offline(True)
    enter(page, 1, 51)
    page.reload()
    expect(waiting(page)).to_have_count(1)
    enter(page, 2, 52)
    page.close()
    page = context.new_page()
    page.clock.install(time=0)  # a phone that believes it is 1970
    page.goto("/table")
    expect(waiting(page)).to_have_count(2)
    enter(page, 3, 53)
    assert Entry.objects.count() == 0
    context.set_offline(False)
    expect(page.get_by_text("on the server #3")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 4", exact=True)).to_be_visible()
    expect(waiting(page)).to_have_count(0)
    assert points_written() == [51, 52, 53]
