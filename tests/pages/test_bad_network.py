"""A table's phone where the network is bad: a change in the instant of sending, a browser that loses what it kept."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.support.browser import wait_until
from tests.support.pages.fixes_offline import written
from tests.support.pages.offline import at_table, enter, kept, tournament, waiting
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import NoShow

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
    expect(other.locator("[data-saved='1']")).to_be_visible()
    change_to(page, 53)
    page.get_by_role("button", name="Keep on this phone").click()
    page.context.set_offline(False)
    expect(page.locator(".queue-hand[data-state=conflict]")).to_have_count(1)
    assert written() == [("hand", 60)]


def throw_away(page: Any, what: str) -> None:
    """What a browser does where room is short; the worker's pages stay."""
    said = {"origin": page.evaluate("location.origin"), "storageTypes": what}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", said)


def test_hands_outlive_a_browser_that_throws_its_database_away(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    enter(page, 2, 52)
    throw_away(page, "indexeddb")
    page.reload()
    expect(waiting(page)).to_have_count(2)
    expect(page.locator("#saysCleared")).to_be_hidden()
    page.get_by_role("link", name="Enter hand 3", exact=True).click()
    expect(page.get_by_text("2 hands are on this phone")).to_be_visible()  # the form has its list from the worker
    page.context.set_offline(False)
    page.goto("/table")
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert written() == [("hand", 51), ("hand", 52)]


NOTHING_LEFT = "async () => !localStorage.length && !(await indexedDB.databases()).length"


def test_a_phone_that_lost_everything_but_its_pages_says_so_and_what_to_do(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    # From a page that keeps nothing: one of the table could write again what it knows while it is thrown away.
    page.route("**/empty", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto("/empty")
    throw_away(page, "indexeddb,local_storage")
    wait_until(page, NOTHING_LEFT)
    page.goto("/table")
    page.get_by_role("link", name="Enter hand", exact=False).click()
    notice = page.get_by_text("This browser has cleared what was kept on this phone.")
    expect(notice).to_be_visible()
    page.goto("/table")
    expect(notice).to_be_visible()
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    expect(notice).to_be_hidden()  # what the server has is there to be seen


THROWN_AWAY_ONCE = """() => {
    const real = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...said) {
        IDBDatabase.prototype.transaction = real;
        const begun = real.apply(this, said);
        begun.abort();
        return begun;
    };
}"""


def test_a_database_thrown_away_in_the_middle_of_it_stops_nothing(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    expect(page.get_by_text("No signal. They'll send later")).to_be_visible()
    page.evaluate(THROWN_AWAY_ONCE)
    page.context.set_offline(False)
    expect(page.locator("[data-saved='1']")).to_be_visible()
    assert written() == [("hand", 51)]


LOOK_THROUGH = """() => new Promise((done) => {
    new MutationObserver(() => done()).observe(document.querySelector("[data-enter]"), { childList: true });
    dispatchEvent(new Event("online"));
})"""


def test_a_tap_on_a_hand_counts_though_the_phone_looks_through_its_hands_meanwhile(browse, at_table):
    first, second = kept(at_table(browse())), kept(at_table(browse()))
    for phone in (first, second):
        phone.context.set_offline(True)
        enter(phone, 1, 51)
        phone.context.set_offline(False)
        expect(phone.locator(".queue-hand:not([data-state=waiting])")).to_have_count(1)
    second.reload()
    expect(second.locator("html[data-ready=yes]")).to_have_count(1)
    second.get_by_role("button", name="Yes, delete mine").hover()
    second.mouse.down()
    second.evaluate(LOOK_THROUGH)
    second.mouse.up()
    expect(second.locator(".queue-hand")).to_have_count(0)


NO_DATABASE = """Object.defineProperty(window, "indexedDB", { value: { open: () => {
    const request = {};
    setTimeout(() => request.onerror?.());
    return request;
} } });"""


def test_a_browser_that_keeps_nothing_says_so_and_loses_nothing_that_is_typed(browse, at_table):
    first = kept(at_table(browse()))
    page = first.context.new_page()
    first.close()
    page.add_init_script(NO_DATABASE)
    page.goto("/table")
    notice = page.get_by_text("This browser keeps nothing on the phone")
    expect(notice).to_be_visible()
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(page.locator("html[data-ready=no]")).to_have_count(1)
    page.locator("[name=points]").fill("51")
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Check").click()
    expect(notice).to_be_in_viewport()
    expect(page.locator("[name=points]")).to_have_value("51")
    page.context.set_offline(False)
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.").first).to_be_visible()
    assert written() == [("hand", 51)]


def missing(tournament: Any) -> None:
    """The desk starts the clock of a team that is not at the table."""
    organiser = tournament.roles.get(role="organiser").user
    match = tournament.stages.get().matches.get(number=1)
    acts.start_no_show(actor=organiser, match=match, side="A")


def test_the_tables_page_shows_by_itself_what_the_desk_did(browse, at_table, tournament):
    page = at_table(browse())
    page.clock.install()
    with page.expect_response("**/table/mark"):
        page.reload()
        page.clock.run_for(2000)
    page.wait_for_timeout(300)  # until it has read the answer and set its clock
    missing(tournament)
    page.clock.run_for(16_000)
    expect(page.get_by_role("button", name="They are here")).to_be_visible()


def test_whoever_types_is_told_that_the_table_has_changed_and_goes_on_typing(browse, at_table, tournament):
    page = at_table(browse())
    page.clock.install()
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.locator("[name=points]").fill("51")
    with page.expect_response("**/table/mark"):
        page.clock.run_for(16_000)
    expect(page.get_by_text("Something has changed at this table.")).to_be_hidden()
    missing(tournament)
    with page.expect_response("**/table/mark"):
        page.clock.run_for(16_000)
    expect(page.get_by_text("Something has changed at this table.")).to_be_in_viewport()
    expect(page.locator("[name=points]")).to_have_value("51")


def test_a_page_opened_without_network_tells_what_changed_since_this_phone_last_heard(browse, at_table, tournament):
    page = kept(at_table(browse()))
    wait_until(page, "() => localStorage.getItem('thunee-mark')")
    page.clock.install()
    page.context.set_offline(True)
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    told = page.get_by_text("Something has changed at this table.")
    for change in (lambda: None, lambda: missing(tournament)):
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("html[data-kept][data-ready=yes]")).to_have_count(1)
        expect(told).to_be_hidden()
        change()
        page.context.set_offline(False)
        with page.expect_response("**/table/mark"):
            page.clock.run_for(16_000)
        page.clock.run_for(16_000)
        expect(told).to_have_count(int(NoShow.objects.exists()))
    expect(told).to_be_in_viewport()
