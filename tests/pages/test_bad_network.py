"""A table's phone where the network is bad: a change in the instant of sending, a browser that loses what it kept."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.pages.test_fixes_offline import written
from tests.pages.test_offline import at_table, enter, kept, tournament, waiting

__all__ = ["at_table", "tournament"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class LateAnswer:
    """The first hand that leaves this phone gets to the server, and the answer to it waits to be let go."""

    def __init__(self, context: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        self.let_go: Callable[[], None] | None = None
        context.route("**/queue", self._on_the_way)

    def _on_the_way(self, route: Any) -> None:
        self.sent.append(json.loads(route.request.post_data))
        if len(self.sent) > 1:
            route.continue_()
            return
        answer = route.fetch()
        self.let_go = lambda: route.fulfill(response=answer)


def change_to(page: Any, points: int) -> None:
    """Change the newest hand that waits, up to the tap that keeps it."""
    waiting(page).get_by_role("button", name="Change").click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.locator("[name=points]").fill(str(points))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Not yet judged")).to_be_visible()


def written_on_the_way(page: Any) -> None:
    for _try in range(200):
        if Entry.objects.exists():
            return
        page.wait_for_timeout(50)
    pytest.fail("the hand did not get to the server")


def test_a_hand_changed_in_the_instant_of_its_sending_corrects_what_the_server_has(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    change_to(page, 53)
    late = LateAnswer(page.context)
    page.context.set_offline(False)
    written_on_the_way(page)  # and its answer never comes: the page goes on to the table
    page.get_by_role("button", name="Keep on this phone").click()
    expect(page.get_by_text("Changed: Typed wrongly")).to_be_visible()
    expect(page.locator(".queue-hand[data-state=conflict]")).to_have_count(0)
    assert written() == [("hand", 51), ("correction", 53)]
    first, changed, asked, fix = late.sent
    assert (asked["key"], asked["typed"], asked["head"]) == (first["key"], first["typed"], first["head"])
    assert (fix["key"], fix["fix"], "fix" in changed) == (changed["key"], 1, False)


def test_an_answer_that_comes_after_the_change_makes_it_a_correction_too(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    other = page.context.new_page()
    other.goto("/table")
    change_to(page, 53)
    late = LateAnswer(page.context)
    page.context.set_offline(False)
    written_on_the_way(page)
    page.get_by_role("button", name="Keep on this phone").click()
    assert late.let_go is not None
    late.let_go()
    expect(page.get_by_text("Fix of hand 1")).to_be_visible()
    expect(waiting(page)).to_have_count(0)
    assert written() == [("hand", 51), ("correction", 53)]


def test_a_changed_hand_meets_that_of_another_phone_and_a_person_still_decides(browse, at_table):
    page = kept(at_table(browse()))
    other = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    other.context.set_offline(True)
    enter(other, 1, 60)
    other.context.set_offline(False)
    expect(other.get_by_text("on the server #1")).to_be_visible()
    change_to(page, 53)
    page.get_by_role("button", name="Keep on this phone").click()
    page.context.set_offline(False)
    expect(page.locator(".queue-hand[data-state=conflict]")).to_have_count(1)
    assert written() == [("hand", 60)]
