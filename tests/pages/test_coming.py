"""A plan that cannot be drawn any more is changed on a phone, with a reason left out, a double tap, the back button."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import main_of, sign_in
from tests.support.services.formats import give, planned, ready, stage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]


def test_a_stage_that_is_too_large_now_is_played_as_a_knock_out(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    organiser = UserFactory(username="organiser")
    feed = {"take": "ranks", "stage": 1, "first": 1, "last": 1}
    cup = planned(organiser, 4, [stage("groups", groups=2), stage("groups", groups=4, feed=feed)], slug="cup")
    for match in list(ready(cup)):
        give(organiser, cup, match.number, "A")
    phone = browse(PHONE)
    sign_in(phone)
    phone.goto("/desk/cup/bracket")
    phone.get_by_role("button", name="Draw it").click()
    expect(main_of(phone)).to_contain_text("This plan does not work for 2 teams.")
    phone.get_by_role("link", name="Change what is played next").click()
    phone.get_by_label("Stage 2").select_option("knockout")
    phone.get_by_role("button", name="Show these").click()
    expect(main_of(phone)).to_contain_text("A match for third place")
    assert_accessible(phone)
    phone.get_by_role("button", name="Save").click()
    expect(main_of(phone)).to_contain_text("Say why.")
    phone.get_by_label("Why?").fill("Fewer teams came.")
    phone.get_by_role("button", name="Save").dblclick()
    expect(main_of(phone)).to_contain_text("Next: knock-out")
    phone.go_back()
    phone.get_by_label("Why?").fill("Once more.")
    phone.get_by_role("button", name="Save").click()
    expect(main_of(phone)).to_contain_text("The plan has been changed meanwhile")
    phone.goto("/cup/draws")
    expect(main_of(phone)).to_contain_text("Played next: knock-out")
    expect(main_of(phone)).not_to_contain_text("Once more.")
