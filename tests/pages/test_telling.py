"""A phone is told that its team is called, while its pages are closed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE, chromium, started, wait_until
from tests.support.push_service import Browser, service
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.services.models import ToldPhone
from thunee_tournaments.services.tasks import send_letters
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]
REGISTERED = "async () => Boolean((await navigator.serviceWorker.getRegistration('/push/'))?.active)"
SHOWN = """async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push/');
    return (await registration.getNotifications()).map((one) => [one.title, one.body, one.data.url]);
}"""


@pytest.fixture
def browser(driver: Any) -> Iterator[Any]:
    """One that shows notifications."""
    opened = started(driver, chromium(whole=True))
    yield opened
    opened.close()


@pytest.fixture
def tournament(transactional_db: None, settings: Any) -> Tournament:
    settings.SENDS_PUSH = True
    return draw(UserFactory(username="organiser"), 4, slug="cup")


def subscribed(page: Any, browser: Browser) -> None:
    """No service of a browser's maker is asked: what it would have given is given here."""
    given = json.dumps({"endpoint": browser.gives["endpoint"], "keys": browser.gives})
    page.add_init_script(
        f"""(() => {{
            const one = {{ endpoint: {json.dumps(browser.gives["endpoint"])}, toJSON: () => ({given}) }};
            PushManager.prototype.subscribe = async () => one;
            PushManager.prototype.getSubscription = async () => one;
        }})()"""
    )


def deliver(page: Any, says: dict[str, str]) -> None:
    """Hand a message to the page's worker, as the browser does when one comes in."""
    session = page.context.new_cdp_session(page)
    found: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    registration = next(one["registrationId"] for one in found if one["scopeURL"].endswith("/push/"))
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registration, "data": json.dumps(says)},
    )


def test_a_tap_asks_for_it_the_message_comes_and_a_second_tap_ends_it(
    browse: Any, tournament: Tournament, settings: Any
) -> None:
    browser = Browser()
    page = browse(PHONE, permissions=["notifications"])
    subscribed(page, browser)
    team = match(tournament, 1).team("A")
    assert team is not None
    page.goto(f"/cup/team/{team.public_id}")
    page.get_by_role("button", name="Tell this phone when we are called").click()
    expect(page.get_by_role("button", name="This phone is told")).to_be_visible()
    wait_until(page, REGISTERED)
    settings.PUBLIC_URL = "https://thunee.example.org"  # services of browsers ask for that
    with service() as phones:
        send_letters()
    [(_address, _headers, body)] = phones.taken
    says = browser.opens(body)
    deliver(page, says)
    wait_until(page, f"async () => (await ({SHOWN})()).length > 0")
    assert page.evaluate(SHOWN) == [[f"{team.name}: Table 1, now", says["body"], says["url"]]]
    page.reload()
    page.get_by_role("button", name="This phone is told").click()
    expect(page.get_by_role("button", name="Tell this phone when we are called")).to_be_visible()
    assert not ToldPhone.objects.exists()


def test_where_the_browser_does_not_allow_it_the_page_says_so(browse: Any, tournament: Tournament) -> None:
    page = browse(PHONE)
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    team = match(tournament, 1).team("A")
    assert team is not None
    page.goto(f"/cup/team/{team.public_id}")
    page.get_by_role("button", name="Tell this phone when we are called").click()
    expect(page.get_by_text("Your browser does not allow messages from this site.")).to_be_visible()
    assert not ToldPhone.objects.exists()


def test_without_a_network_the_page_says_so_and_the_button_stays(browse: Any, tournament: Tournament) -> None:
    page = browse(PHONE, permissions=["notifications"])
    subscribed(page, Browser())
    team = match(tournament, 1).team("A")
    assert team is not None
    page.goto(f"/cup/team/{team.public_id}")
    page.route("**/tell", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Tell this phone when we are called").click()
    expect(page.get_by_text("That did not work. Try again with a network.")).to_be_visible()
    page.unroute("**/tell")
    page.get_by_role("button", name="Tell this phone when we are called").click()
    expect(page.get_by_role("button", name="This phone is told")).to_be_visible()
