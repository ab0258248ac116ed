"""What an organiser does in the browser: sign in, follow a link, choose, look at a page in every size."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser import LAPTOP, PHONE

# A phone asks the same of the database as a laptop does.
SIZES = [pytest.param(PHONE, marks=pytest.mark.looks, id="phone"), pytest.param(LAPTOP, id="laptop")]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def sign_in(page: Any, username: str = "organiser") -> Any:
    page.goto("/accounts/login?next=/desk/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill("nine of spades")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile("/desk/$"))
    return page


def main_of(page: Any) -> Any:
    return page.locator("main")


def follow(page: Any, tab: str) -> None:
    page.get_by_role("navigation", name="Pages of this tournament's desk").get_by_role("link", name=tab).click()


def choose(page: Any, question: str, answer: str) -> None:
    """Press one of a question's big buttons."""
    page.get_by_role("group", name=question).locator("label", has_text=answer).first.click()


LOOKS = [pytest.param(PHONE, "dark", id="phone at night"), pytest.param(LAPTOP, "light", id="laptop in daylight")]
