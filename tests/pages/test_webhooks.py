"""An organiser lets a program be told on a phone: a field forgotten, a double tap, told again, and nothing more."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import main_of, sign_in
from tests.support.services.formats import planned, stage
from thunee_tournaments.services.models import Webhook

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.looks,
    pytest.mark.timeout(120),
    pytest.mark.django_db(transaction=True),
]


def test_a_program_is_told_told_again_and_then_nothing_more(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    planned(UserFactory(username="organiser"), 4, [stage("knockout")], slug="cup")
    phone = browse(PHONE)
    sign_in(phone)
    phone.goto("/desk/cup/people")
    phone.get_by_role("link", name="Tell programs what happens").click()
    phone.get_by_role("button", name="Tell it").click()
    expect(main_of(phone)).to_contain_text("Say where it listens.")
    assert_accessible(phone)
    phone.get_by_label("Which program").fill("The stream")
    phone.get_by_label("Its web address").fill("https://club.example.org/scores")
    phone.get_by_role("button", name="Tell it").dblclick()
    expect(main_of(phone)).to_contain_text("ping")
    assert_accessible(phone)
    assert Webhook.objects.count() == 1
    phone.get_by_role("button", name="Tell everything again").click()
    expect(main_of(phone)).to_contain_text("Everything is told once more, as it is now.")
    phone.get_by_role("button", name="Tell it nothing more").click()
    expect(main_of(phone)).to_contain_text("No program is told.")
    assert not Webhook.objects.exists()
