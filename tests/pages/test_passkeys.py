"""Passkeys and the second step in a real browser, with an authenticator that DevTools plays."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]
PASSWORD = "nine of spades"


@pytest.fixture
def ann(transactional_db: None) -> User:
    user: User = UserFactory(username="ann")
    return user


@pytest.fixture
def site(live_server: Any) -> str:
    """Browsers allow passkeys on this machine by this name alone."""
    return re.sub(r"//[^:]+", "//localhost", str(live_server.url))


def with_authenticator(page: Page) -> Any:
    """A finger that is always recognised."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    return devtools, devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def add_passkey(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/passkeys/new")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="It is me").click()
    page.get_by_label("What is it called?").fill("My phone")
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def test_a_passkey_signs_in_without_a_password(page: Page, site: str, ann: User) -> None:
    devtools, authenticator = with_authenticator(page)
    sign_in(page, site)
    add_passkey(page, site)
    page.get_by_role("link", name="Written down").click()
    expect(page.get_by_role("link", name="Remove My phone")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login?next=/rules")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{site}/rules")
    expect(page.get_by_role("button", name="Sign out ann")).to_be_visible()

    # A finger that is not recognised: it is told, and can be tried again.
    page.context.clear_cookies()
    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    page.goto(f"{site}/accounts/login")
    button = page.get_by_role("button", name="Sign in with a passkey")
    button.click()
    expect(page.get_by_text("The passkey did not answer")).to_be_visible()
    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": True})
    button.click()
    expect(page).to_have_url(f"{site}/desk/")


def test_a_passkey_is_the_second_step_and_a_removed_one_lets_nobody_in(page: Page, site: str, ann: User) -> None:
    with_authenticator(page)
    sign_in(page, site)
    add_passkey(page, site)
    page.context.clear_cookies()
    sign_in(page, site)
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    page.get_by_role("button", name="Use the passkey").click()
    expect(page).to_have_url(f"{site}/desk/")

    page.goto(f"{site}/accounts/")
    page.get_by_role("link", name="Remove My phone").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="It is me").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("This code does not fit")).to_be_visible()
