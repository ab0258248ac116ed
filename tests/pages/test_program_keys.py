"""An organiser makes a key for a program on a phone: a field forgotten, a double tap, shown once, listed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import main_of, sign_in
from tests.support.services.formats import planned, stage
from thunee_tournaments.tournaments.program_keys import ProgramKey

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.looks,
    pytest.mark.timeout(120),
    pytest.mark.django_db(transaction=True),
]


def test_a_key_is_made_once_and_shown_once(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    planned(UserFactory(username="organiser"), 4, [stage("knockout")], slug="cup")
    phone = browse(PHONE)
    sign_in(phone)
    phone.goto("/desk/cup/people")
    phone.get_by_role("link", name="Keys for programs").click()
    assert_accessible(phone)
    phone.get_by_role("button", name="Make the key").click()
    expect(main_of(phone)).to_contain_text("Say what the key is for")
    assert_accessible(phone)
    phone.get_by_label("Which program").fill("Score app of the club")
    phone.locator("#id_may_0").check()
    phone.get_by_role("button", name="Make the key").dblclick()
    expect(main_of(phone)).to_contain_text("thunee_")
    assert_accessible(phone)
    assert ProgramKey.objects.count() == 1
    phone.get_by_role("button", name="Sign out").click()  # a form at the foot of a page with a secret goes through, too
    expect(phone.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    sign_in(phone)
    phone.goto("/desk/cup/people/keys")
    expect(main_of(phone)).to_contain_text("Score app of the club")
    expect(main_of(phone)).not_to_contain_text("thunee_")
    assert_accessible(phone)
    phone.get_by_role("button", name="Take back").click()
    expect(main_of(phone)).to_contain_text("No program has a key.")
