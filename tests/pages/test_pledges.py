"""A pledge in the browser: made on one phone, growing with the hands of a table, paid at the desk."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import RoleFactory, UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import choose, main_of, sign_in
from tests.thunee_tournaments.services.conftest import count, draw, game, thunee, writing
from thunee_tournaments.fundraising.models import Pledge
from thunee_tournaments.fundraising.pledges import standing_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]


def ask_again(page: Any) -> None:
    """Have an open page ask for its own text now, as it does when the stream nudges it."""
    page.evaluate("document.dispatchEvent(new Event('rang'))")


def test_a_donor_pledges_and_sees_it_grow_and_the_treasurer_takes_the_money(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    organiser = UserFactory()
    final = draw(organiser, 2, slug="final", name="Final")
    write = writing(organiser)
    RoleFactory(tournament=final, role="treasurer", user=UserFactory(username="organiser"))
    donor, desk = browse(PHONE), browse(PHONE)

    # The treasurer takes pledges, of at most R 1 000 each.
    sign_in(desk)
    desk.goto("/desk/final/money/goal")
    desk.get_by_label(re.compile("^A pledge comes to at most")).fill("1000")
    desk.get_by_role("button", name="Save").click()
    expect(main_of(desk)).to_contain_text("Saved.")

    # A donor starts at the page of the event, forgets the limit, then wants too much; nothing that was typed is lost.
    donor.goto("/final/")
    donor.get_by_role("link", name="Make a pledge").click()
    assert_accessible(donor)
    donor.get_by_label("For every ball opened").fill("R10")
    donor.get_by_role("button", name="Pledge", exact=True).click()
    expect(main_of(donor)).to_contain_text("Write how much you give at most")
    assert_accessible(donor)
    donor.get_by_label(re.compile("^At most")).fill("5000")
    donor.get_by_label("Your name").fill("Vic Hill")
    donor.get_by_label("Your phone or e-mail").fill("vic@example.org")
    donor.get_by_role("button", name="Pledge", exact=True).click()
    expect(main_of(donor)).to_contain_text("at most R 1 000 here")
    expect(donor.get_by_label("For every ball opened")).to_have_value("R10")
    donor.get_by_label("For every thunee made").fill("50")
    donor.get_by_label(re.compile("^At most")).fill("100")
    donor.get_by_role("button", name="Pledge", exact=True).dblclick()
    expect(main_of(donor)).to_contain_text("Your pledge counts from now on.")
    assert Pledge.objects.count() == 1
    assert_accessible(donor)

    # It grows by itself, hand by hand, to its limit.
    write(game(final, 1), count("A"))
    ask_again(donor)
    expect(donor.locator(".money-total")).to_have_text("R 10")
    donor.get_by_role("link", name="TH-COUNT-5").click()
    expect(donor).to_have_url(re.compile("/rules/TH-COUNT-5"))
    donor.go_back()
    write(game(final, 1), thunee("B"))
    ask_again(donor)
    expect(donor.locator(".money-total")).to_have_text("R 100")
    expect(main_of(donor)).to_contain_text("Your limit of R 100 is reached")
    donor.get_by_text("End my pledge").first.click()
    donor.get_by_role("button", name="End my pledge").click()
    expect(main_of(donor)).to_contain_text("Ended on")
    assert_accessible(donor)

    # The treasurer takes the money for it.
    desk.goto("/desk/final/money/pledges")
    assert_accessible(desk)
    desk.locator(".receipts a").click()
    assert_accessible(desk)
    desk.get_by_role("link", name="Take money for it").click()
    expect(desk.get_by_label(re.compile("^Amount"))).to_have_value("100.00")
    choose(desk, "How", "Cash")
    desk.get_by_role("button", name="Write the receipt").click()
    expect(main_of(desk)).to_contain_text("paid")
    assert standing_of(Pledge.objects.get()).open == 0
    donor.reload()
    expect(main_of(donor)).to_contain_text("R 100 paid. Thank you.")
