"""One phone with two tabs, and a site that is renewed while a phone has no network: nothing twice, nothing lost."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.support.browser import wait_until
from tests.support.pages.offline import (
    at_table,
    enter,
    fill,
    kept,
    let_in,
    plain_http,
    points_written,
    tournament,
    waiting,
)
from thunee_tournaments.scoring import offline, queued
from thunee_tournaments.scoring.templatetags import phone

__all__ = ["at_table", "plain_http", "tournament"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def count_what_is_sent(context: Any) -> Counter[str]:
    """How often each hand leaves the phone, by its key; filled while the test goes on."""
    sent: Counter[str] = Counter()

    def note(request: Any) -> None:
        if request.method == "POST" and request.url.endswith("/queue"):
            sent[json.loads(request.post_data)["key"]] += 1

    context.on("request", note)
    return sent


def test_two_tabs_of_a_phone_have_one_queue_and_send_each_hand_once(browse, at_table):
    first = kept(at_table(browse()))
    context = first.context
    second = context.new_page()
    second.goto("/table")
    expect(second.locator("html[data-ready=yes]")).to_have_count(1)
    context.set_offline(True)
    enter(first, 1, 51)
    expect(waiting(second)).to_have_count(1)  # the other tab sees it
    enter(second, 2, 52)
    expect(waiting(first)).to_have_count(2)
    sent = count_what_is_sent(context)
    context.set_offline(False)
    expect(first.locator("[data-saved='2']").first).to_be_visible()
    expect(second.locator("[data-saved='2']").first).to_be_visible()
    assert points_written() == [51, 52]
    assert list(sent.values()) == [1, 1]


def test_a_form_that_is_open_in_a_second_tab_becomes_that_of_the_next_hand(browse, at_table):
    first = kept(at_table(browse()))
    context = first.context
    second = context.new_page()
    second.goto("/table")
    context.set_offline(True)
    second.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(second.locator("html[data-ready=yes]")).to_have_count(1)
    enter(first, 1, 51)
    expect(second.get_by_role("heading", name="Enter hand 2")).to_be_attached()
    fill(second, 52)
    second.get_by_role("button", name="Keep on this phone").click()
    expect(waiting(first)).to_have_count(2)
    expect(first.get_by_role("link", name="Enter hand 3", exact=True)).to_be_visible()
    context.set_offline(False)
    expect(first.locator("[data-saved='2']").first).to_be_visible()
    assert points_written() == [51, 52]


def test_over_plain_http_two_tabs_send_each_hand_once_too(plain_http, tournament):
    first = let_in(plain_http, tournament)
    context = first.context
    second = context.new_page()
    second.goto("/table")
    expect(second.locator("html[data-ready=yes]")).to_have_count(1)
    assert first.evaluate("'locks' in navigator") is False
    context.set_offline(True)
    first.get_by_role("link", name="Enter hand 1", exact=True).click()
    for number in (1, 2, 3):
        fill(first, 50 + number)
        first.get_by_role("button", name="Keep on this phone").click()
        expect(waiting(first)).to_have_count(number)
    expect(waiting(second)).to_have_count(3)
    sent = count_what_is_sent(context)
    context.set_offline(False)
    for page in (first, second):
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(second.locator("[data-saved='3']").first).to_be_visible()
    assert points_written() == [51, 52, 53]
    assert list(sent.values()) == [1, 1, 1]


def test_a_tab_that_was_killed_while_it_sent_keeps_no_other_from_sending(plain_http, tournament):
    page = let_in(plain_http, tournament)
    page.context.set_offline(True)
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    fill(page, 51)
    page.get_by_role("button", name="Keep on this phone").click()
    expect(waiting(page)).to_have_count(1)
    # What a tab leaves behind that dies in the middle, on a phone whose clock was put back since.
    page.evaluate("""async () => {
        const open = indexedDB.open("thunee");
        const base = await new Promise((done) => { open.onsuccess = () => done(open.result); });
        const work = base.transaction(["sheets"], "readwrite");
        work.objectStore("sheets").put({ sheet: " sending", tab: "gone", until: Date.now() + 86_400_000 });
        await new Promise((done) => { work.oncomplete = done; });
    }""")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-saved='1']")).to_be_visible()
    assert points_written() == [51]


OF_THE_OLDER_FORM = """async () => {
    const open = indexedDB.open("thunee");
    const base = await new Promise((done) => { open.onsuccess = () => done(open.result); });
    const work = base.transaction(["hands"], "readwrite");
    const hands = work.objectStore("hands");
    const asked = hands.getAll();
    const all = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
    const typed = { trumper: "1", call: "0", declared: "thunee", declared_seat: "1", declared_lost_to: "won" };
    for (const hand of all) hands.put({ ...hand, typed });
    await new Promise((done) => { work.oncomplete = done; });
    base.close();
}"""


def renew(monkeypatch: pytest.MonkeyPatch, form: str | None = None) -> None:
    """The site gets a new build; with `form`, one that asks other things of a hand."""
    for module in (offline, phone):
        monkeypatch.setattr(module, "build", lambda: "the-next-build")
    if form is not None:
        monkeypatch.setattr(queued, "FORM", form)


def test_a_hand_typed_before_the_form_asked_what_happened_is_shown_under_it(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    page.evaluate(OF_THE_OLDER_FORM)
    page.reload()
    page.get_by_role("button", name="Change").click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    expect(page.locator("input[name=happened]:checked")).to_have_value("thunee")
    expect(page.locator("input[name=declared_seat]:checked")).to_have_value("1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#offline-review [data-said]")).to_contain_text("Who caught it?")


def test_a_hand_typed_into_the_page_of_an_older_build_is_sent_and_the_new_build_is_kept(browse, at_table, monkeypatch):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    renew(monkeypatch)
    page.evaluate("window.isOlder = true")
    page.context.set_offline(False)
    page.wait_for_function("() => !window.isOlder")  # once it has sent what waited, the page reads itself anew
    expect(page.locator("[data-saved='1']")).to_be_visible()
    page.wait_for_load_state("networkidle")  # a page that is just reading itself anew is not sent elsewhere meanwhile
    page.goto("/table")
    wait_until(page, "async () => (await caches.keys()).join() === 'thunee-the-next-build'")
    page = kept(page)
    page.context.set_offline(True)
    enter(page, 2, 52)
    page.context.set_offline(False)
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert points_written() == [51, 52]


def test_a_hand_typed_into_a_form_of_another_version_is_looked_at_once_more(
    browse, at_table, monkeypatch, assert_accessible
):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    enter(page, 2, 52)
    renew(monkeypatch, form="3")
    page.context.set_offline(False)
    expect(page.get_by_text("typed on a page from before the site was renewed")).to_be_visible()
    expect(page.get_by_text("Waits for the one above.")).to_be_visible()
    assert Entry.objects.count() == 0
    assert_accessible(page)
    for number, points in ((1, 51), (2, 52)):
        page.locator(".queue-hand[data-state=refused]").get_by_role("button", name="Change").click()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        expect(page.locator("[name=points]")).to_have_value(str(points))
        page.get_by_role("button", name="Check").click()
        page.get_by_role("button", name="Keep on this phone").click()
        expect(page.get_by_role("heading", name="Hands", exact=True)).to_be_visible()
        expect(page.get_by_role("link", name="Enter hand 3", exact=True)).to_be_visible()
        if number == 1:
            expect(page.locator(".queue-hand[data-state=refused]")).to_have_count(1)
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert points_written() == [51, 52]
