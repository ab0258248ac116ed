"""Money in the browser: the treasurer takes it with wrong turns, and who follows the event sees the bar grow."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from tests.factories import RoleFactory, UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import choose, main_of, sign_in
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.fundraising.models import Movement

LOOKS_ANEW = 21_000  # ms, for a page without a stream

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_treasurer_takes_money_and_followers_see_the_bar_grow(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    cache.clear()
    final = draw(UserFactory(), 2, slug="final", name="Final")
    RoleFactory(tournament=final, role="treasurer", user=UserFactory(username="organiser"))  # whom sign_in signs in
    phone, follower, hall = browse(PHONE), browse(LAPTOP), browse(LAPTOP)
    follower.clock.install()
    follower.goto("/final/")
    expect(main_of(follower)).not_to_contain_text("Raised so far")

    # The goal, once written as nobody can read it.
    sign_in(phone)
    phone.goto("/desk/final/money/goal")
    phone.get_by_label("Everybody sees what was raised so far").check()
    phone.get_by_label(re.compile("^Goal")).fill("a lot")
    phone.get_by_role("button", name="Save").click()
    expect(main_of(phone)).to_contain_text("That is no amount.")
    phone.get_by_label(re.compile("^Goal")).fill("R1 000")
    phone.get_by_role("button", name="Save").click()
    expect(main_of(phone)).to_contain_text("of R 1 000")
    follower.clock.run_for(LOOKS_ANEW)
    expect(main_of(follower)).to_contain_text("Raised so far")

    # Money, once without saying how it was paid.
    phone.get_by_label(re.compile("^Amount")).fill("R400,50")
    choose(phone, "What for", "Sponsor")
    phone.get_by_label(re.compile("^From whom")).fill("Corner Bakery")
    phone.get_by_label("May be thanked by name").check()
    phone.get_by_role("button", name="Write the receipt").click()
    expect(main_of(phone)).to_contain_text("Choose how it was paid.")
    assert_accessible(phone)
    expect(phone.get_by_label(re.compile("^Amount"))).to_have_value("R400,50")
    choose(phone, "How", "Cash")
    phone.get_by_role("button", name="Write the receipt").dblclick()
    expect(main_of(phone)).to_contain_text("Receipt 1")
    assert Movement.objects.count() == 1
    assert_accessible(phone)

    # Whoever has the event's page open sees it by itself, and so does the hall in its turn.
    follower.clock.run_for(LOOKS_ANEW)
    bar = follower.get_by_role("progressbar", name="Towards the goal")
    expect(bar).to_have_attribute("value", "40050")
    expect(main_of(follower)).to_contain_text("Corner Bakery")
    assert_accessible(follower)
    hall.goto("/final/hall")
    while hall.locator("#raised.is-shown").count() == 0:
        hall.keyboard.press("ArrowRight")
    expect(hall.locator("#raised")).to_contain_text("40% of R 1 000")
    assert_accessible(hall)

    # Taken back: nobody is thanked for it, and it is no longer in the total.
    phone.locator(".receipts a").click()
    phone.get_by_role("button", name="Take it back").click()
    expect(main_of(phone)).to_contain_text("Say why this is taken back.")
    assert_accessible(phone)
    phone.get_by_label("Why").fill("It was for next year.")
    phone.get_by_role("button", name="Take it back").click()
    expect(main_of(phone)).to_contain_text("taken back: It was for next year.")
    follower.clock.run_for(LOOKS_ANEW)
    expect(bar).to_have_attribute("value", "0")
    expect(main_of(follower)).not_to_contain_text("Corner Bakery")
