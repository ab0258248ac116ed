"""A table's phone without network: hands are kept, come through once and in order, and a person decides a conflict."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.support.browser import ARGUMENTS, LAPTOP, chromium
from tests.thunee_tournaments.running.conftest import draw
from tests.thunee_tournaments.scoring.test_cards import all_to_the_trumper
from thunee_tournaments.running import acts
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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
CONTROLLED = """() => new Promise((done) => {
    if (navigator.serviceWorker.controller) done();
    else navigator.serviceWorker.addEventListener("controllerchange", () => done());
})"""


@pytest.fixture
def at_table(tournament: Tournament) -> Any:
    TOKENS.clear()
    return lambda page: let_in(page, tournament)


@pytest.fixture
def plain_http(browser: Any, live_server: Any) -> Iterator[Any]:
    """A phone that reaches the laptop by a name of the hall: no secure context, so no worker and no randomUUID."""
    TOKENS.clear()
    rules = "--host-resolver-rules=MAP hall.test 127.0.0.1"
    hall = browser.browser_type.launch(executable_path=chromium(), args=[*ARGUMENTS, "--no-sandbox", rules])
    context = hall.new_context(base_url=live_server.url.replace("localhost", "hall.test"))
    context.set_default_timeout(10_000)
    yield context.new_page()
    hall.close()


def sign_in(page: Any, user: Any, url: str) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def kept(page: Any) -> Any:
    """Opened once more, so that the worker has everything."""
    page.evaluate(CONTROLLED)
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


def points_written(by_time: bool = False) -> list[int]:
    """What stands on the sheet, in order, in the figures that were typed."""
    entries = Entry.objects.order_by("pk" if by_time else "seq")
    return [next(iter(entry.body["tally"]["card_points"].values())) for entry in entries]


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
    expect(page.get_by_text("on the server #3")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 4", exact=True)).to_be_visible()
    expect(waiting(page)).to_have_count(0)
    assert points_written() == [51, 52, 53]


@pytest.mark.slow
def test_thirty_hands_entered_without_network_are_on_the_server_once_and_in_order(browse, transactional_db):
    tournament = draw(UserFactory(username="long"), 2, preset="durban-modern", best_of=5)
    page = kept(let_in(browse(), tournament))
    context = page.context
    context.set_offline(True)
    for number in range(1, 31):
        # Points that are won by both sides in turn: the game stays open for 23 hands at most, the rest are of the next.
        enter(page, number, 30 + number if number % 2 else 120 + number)
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
        expect(button.or_(page.get_by_text("on the server #", exact=False).first).first).to_be_visible(timeout=60_000)
        if button.count():
            button.first.click()
            expect(button).to_have_count(0)
    assert points_written(by_time=True) == [30 + n if n % 2 else 120 + n for n in range(1, 31)]
    assert Entry.objects.values("client_uuid").distinct().count() == 30


@pytest.mark.slow
def test_two_phones_without_network_meet_and_a_person_decides(browse, at_table, assert_accessible):
    first, second = kept(at_table(browse())), kept(at_table(browse()))
    for phone, points in ((first, 51), (second, 52)):
        phone.context.set_offline(True)
        enter(phone, 1, points)
    enter(second, 2, 53)
    first.context.set_offline(False)
    expect(first.get_by_text("on the server #1")).to_be_visible()
    second.context.set_offline(False)
    expect(second.get_by_text("Is yours the same hand?")).to_be_visible()
    expect(second.get_by_text("Hand 1: Team")).to_be_visible()
    expect(second.get_by_text("Waits for the one above.")).to_be_visible()
    assert_accessible(second)
    second.get_by_role("button", name="The same: drop mine").click()
    expect(second.get_by_text("on the server #2")).to_be_visible()
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
    expect(page.get_by_text("on the server #1")).to_be_visible()
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
    expect(page.get_by_text("on the server #3")).to_be_visible()
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
    expect(page.get_by_text("on the server #2")).to_be_visible()
    assert points_written() == [51, 52]


@pytest.mark.looks
def test_the_first_load_of_a_table_stays_below_sixty_kilobytes(browse, at_table):
    page = browse()
    loaded: set[str] = set()
    page.context.on("request", lambda request: loaded.add(request.url) if request.method == "GET" else None)
    at_table(page)
    page.wait_for_load_state("networkidle")
    wanted = [url for url in loaded if re.search("/table|/static/", url)]
    weight = {url: len(gzip.compress(page.context.request.get(url).body())) for url in wanted}
    assert len(weight) > 8
    assert sum(weight.values()) < 60_000, weight


@pytest.mark.slow
def test_a_hand_is_entered_card_by_card_with_and_without_network(browse, at_table, tournament, assert_accessible):
    page = kept(at_table(browse()))
    for number in (1, 2):
        page.context.set_offline(number == 2)
        page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
        page.get_by_role("link", name="Enter it card by card").click()
        expect(page.get_by_text("Tap the trump suit first.")).to_be_visible()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        trumper = int(page.locator("[name=trumper]:checked").input_value())
        page.locator("[data-field=trump] label").nth(trumper).click()
        for count, event in enumerate(all_to_the_trumper(trumper)[1:], start=1):
            page.locator(f"[data-card='{event['card']}']").click()
            expect(page.locator("[data-card]:disabled")).to_have_count(24 if count == 24 else count)
        expect(page.get_by_text("All six tricks are played.")).to_be_visible()
        expect(page.locator("#by-cards [data-count]")).to_contain_text("has 0, needs 105")
        if number == 1:
            assert_accessible(page)
        page.get_by_role("button", name="Check").click()
        if number == 1:
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("status")).to_contain_text("Saved.")
        else:
            page.get_by_role("button", name="Keep on this phone").click()
            expect(waiting(page)).to_have_count(1)
    page.context.set_offline(False)
    expect(page.get_by_text("on the server #2")).to_be_visible()
    assert [len(entry.body["events"]) for entry in Entry.objects.order_by("seq")] == [25, 25]


@pytest.mark.slow
def test_a_card_that_shows_a_revoke_is_asked_about_and_can_be_undone(browse, at_table):
    page = at_table(browse())
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    page.get_by_role("link", name="Enter it card by card").click()
    page.locator("[data-field=trump] label").nth(0).click()
    for card in ("Jh", "9d", "Th", "Qh"):  # the second to play does not follow hearts
        page.locator(f"[data-card='{card}']").click()
        expect(page.locator(f"[data-card='{card}']")).to_be_disabled()
    page.locator("[data-card=Jd]").click()
    expect(page.locator("[data-card=Jd]")).to_be_disabled()
    page.locator("[data-card='9h']").click()
    expect(page.get_by_text("did not follow this suit in trick 1")).to_be_visible()
    page.get_by_role("button", name="Yes, it was played").click()
    expect(page.locator("[data-card='9h']")).to_be_disabled()
    page.get_by_role("button", name="Undo the last").click()
    expect(page.locator("[data-card='9h']")).to_be_enabled()
