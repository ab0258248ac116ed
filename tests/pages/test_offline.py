"""A table's phone without network: hands are kept, come through once and in order, and a person decides a conflict."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.support.browser import LAPTOP, wait_until
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
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts

__all__ = ["at_table", "plain_http", "tournament"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page: Any, user: Any, url: str) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def points_of(number: int) -> int:
    """Other points for each hand, all of which tricks can come to; the sides win in turn."""
    return 40 + number if number % 2 else 120 + number


def test_hands_entered_without_network_outlive_a_closed_tab_and_come_through_once_in_order(browse, at_table):
    page = kept(at_table(browse()))
    context = page.context
    context.set_offline(True)
    enter(page, 1, 51)
    page.reload()
    expect(waiting(page)).to_have_count(1)
    enter(page, 2, 52)
    assert Entry.objects.count() == 0
    page.close()
    page = context.new_page()
    page.clock.install(time=0)  # a phone that believes it is 1970
    page.goto("/table")
    expect(waiting(page)).to_have_count(2)
    enter(page, 3, 53)
    context.set_offline(False)
    expect(page.locator("[data-saved='3']")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 4", exact=True)).to_be_visible()
    expect(waiting(page)).to_have_count(0)
    assert points_written() == [51, 52, 53]


HANDS_KEPT = """async () => {
    const open = indexedDB.open("thunee");
    const base = await new Promise((done) => { open.onsuccess = () => done(open.result); });
    const count = base.transaction(["hands"]).objectStore("hands").count();
    return new Promise((done) => { count.onsuccess = () => { base.close(); done(count.result === NUMBER); }; });
}"""
FROM_MEMORY = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.mark.slow
def test_a_form_the_browser_still_holds_after_its_hand_was_kept_becomes_that_of_the_next_hand(browse, at_table):
    page = kept(at_table(browse()))
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.context.set_offline(True)
    fill(page, 51)
    page.evaluate("() => { navigation.onnavigate = (event) => event.preventDefault(); }")  # it stays, for what is next
    page.get_by_role("button", name="Keep on this phone").click()
    wait_until(page, HANDS_KEPT.replace("NUMBER", "1"))
    expect(page.get_by_role("heading", name="Not yet judged")).to_be_visible()
    page.evaluate(FROM_MEMORY)
    expect(page.get_by_role("heading", name="Enter hand 2")).to_be_attached()
    expect(page.locator("[name=points]")).to_have_value("")
    expect(page.locator("input[name=last_trick]:checked")).to_have_count(0)
    page.evaluate("() => { navigation.onnavigate = null; }")
    fill(page, 52)
    page.get_by_role("button", name="Keep on this phone").click()
    expect(waiting(page)).to_have_count(2)


@pytest.mark.slow
@pytest.mark.looks
def test_what_was_tapped_without_network_is_read_back_with_the_suit_by_its_name(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.locator("summary", has_text="Jodhi").first.click()
    page.locator("[data-field=trump] label").nth(1).click()
    fill(page, 51)
    expect(page.locator("#offline-review [data-said]")).to_contain_text("hearts")


@pytest.mark.slow
def test_thirty_hands_entered_without_network_are_on_the_server_once_and_in_order(browse, transactional_db):
    tournament = draw(UserFactory(username="long"), 2, preset="durban-modern", best_of=5)
    page = kept(let_in(browse(), tournament))
    context = page.context
    context.set_offline(True)
    for number in range(1, 31):
        # Points that are won by both sides in turn: the game stays open for 23 hands at most, the rest are of the next.
        enter(page, number, points_of(number))
        if number % 7 == 0:
            page.reload()
            expect(waiting(page)).to_have_count(number)
        if number % 10 == 0:
            page.close()
            page = context.new_page()
            page.clock.install(time=0)  # a phone that believes it is 1970
            page.goto("/table")
            expect(waiting(page)).to_have_count(number)
    context.set_offline(False)
    while Entry.objects.count() < 30:
        button = page.get_by_role("button", name=re.compile("It belongs to game"))
        expect(button.or_(page.locator("[data-saved]").first).first).to_be_visible(timeout=60_000)
        if button.count():
            button.first.click()
            expect(button).to_have_count(0)
    assert points_written(by_time=True) == [points_of(number) for number in range(1, 31)]
    assert Entry.objects.values("client_uuid").distinct().count() == 30


@pytest.mark.slow
def test_two_phones_without_network_meet_and_a_person_decides(browse, at_table, assert_accessible):
    first, second = kept(at_table(browse())), kept(at_table(browse()))
    for phone, points in ((first, 51), (second, 52)):
        phone.context.set_offline(True)
        enter(phone, 1, points)
    enter(second, 2, 53)
    first.context.set_offline(False)
    expect(first.locator("[data-saved='1']")).to_be_visible()
    second.context.set_offline(False)
    expect(second.get_by_text("Is this the same hand?")).to_be_visible()
    expect(second.get_by_text("Hand 1: Team")).to_be_visible()
    expect(second.get_by_text("Waits for the one above.")).to_be_visible()
    assert_accessible(second)
    answers = second.locator(".queue-hand [data-buttons] .btn")
    expect(answers).to_have_text(["No, it is hand 2", "Yes, delete mine"])
    expect(answers.first).to_have_class("btn")  # two answers of one weight: neither is proposed
    second.get_by_role("button", name="Yes, delete mine").click()
    expect(second.locator("[data-saved='2']")).to_be_visible()
    assert points_written() == [51, 53]


@pytest.mark.slow
def test_a_phone_whose_link_has_ended_keeps_its_hands_and_says_what_to_do(browse, at_table, tournament):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    organiser = tournament.roles.get(role="organiser").user
    acts.revoke_table_link(actor=organiser, table=tournament.tables.get(number=1))
    page.context.set_offline(False)
    expect(page.get_by_text("This phone is not at a table any more, so nothing can be sent.")).to_be_visible()
    expect(waiting(page)).to_have_count(1)
    let_in(page, tournament)
    expect(page.locator("[data-saved='1']")).to_be_visible()
    assert points_written() == [51]


@pytest.mark.slow
def test_over_plain_http_an_open_page_goes_on_without_network_and_its_hands_outlive_it(plain_http, tournament):
    page = let_in(plain_http, tournament)
    assert page.evaluate("[window.isSecureContext, 'randomUUID' in crypto]") == [False, False]
    page.context.set_offline(True)
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(page.get_by_text("do not close or reload this page")).to_be_visible()
    for number in (1, 2, 3):
        fill(page, 50 + number)
        page.get_by_role("button", name="Keep on this phone").click()
        expect(waiting(page)).to_have_count(number)
    page.close()
    page = page.context.new_page()
    page.context.set_offline(False)
    page.goto("/table")
    expect(page.locator("[data-saved='3']")).to_be_visible()
    assert points_written() == [51, 52, 53]


@pytest.mark.slow
def test_unsent_hands_leave_the_phone_as_codes_that_the_desk_reads_in(browse, at_table, tournament, live_server):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    enter(page, 2, 52)
    page.get_by_text("Give them to the desk").click()
    expect(page.locator("canvas.escape-code")).to_have_count(1)
    text = page.get_by_label("The same as text").input_value()
    desk = browse(LAPTOP)
    sign_in(desk, tournament.roles.get(role="organiser").user, live_server.url)
    desk.goto(f"/desk/{tournament.slug}/unsent#{text}")
    expect(desk.get_by_label("What the phone shows")).to_have_value(text)
    desk.get_by_role("button", name="See what they come to").click()
    desk.get_by_role("button", name="Write these 2 hands").click()
    expect(desk.get_by_text("2 hands are written.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert points_written() == [51, 52]


LOSE_THE_LIST = """async (stale) => {
    const open = indexedDB.open("thunee");
    const base = await new Promise((done) => { open.onsuccess = () => done(open.result); });
    const work = base.transaction(["pages"], "readwrite");
    work.objectStore("pages").clear();
    if (stale) work.objectStore("pages").put({ url: "queue", html: stale, build: "an older one" });
    await new Promise((done) => { work.oncomplete = done; });
    base.close();
}"""


@pytest.mark.slow
@pytest.mark.looks
@pytest.mark.parametrize("stale", [None, '<section id="queue"><p>of an older build</p></section>'])
def test_a_form_on_a_phone_without_the_list_of_hands_of_its_build_gets_it_from_the_server(browse, at_table, stale):
    page = kept(at_table(browse()))
    page.evaluate(LOSE_THE_LIST, stale)
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    expect(page.locator("#queue-hand")).to_have_count(1)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    expect(page.locator("#queue-hand")).to_have_count(1)  # and now it is kept
    fill(page, 51)
    page.get_by_role("button", name="Keep on this phone").click()
    expect(waiting(page)).to_have_count(1)
