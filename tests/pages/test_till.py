"""The till in the browser: money paid out, given back and counted, on the phones of two people."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import RoleFactory, UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import choose, main_of, sign_in
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.fundraising.models import Movement

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]


def test_a_treasurer_pays_gives_back_and_cashes_up_and_somebody_else_signs(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    final = draw(UserFactory(), 2, slug="final", name="Final")
    for name in ("organiser", "second"):
        RoleFactory(tournament=final, role="treasurer", user=UserFactory(username=name))
    phone, other = browse(PHONE), browse(PHONE)
    sign_in(phone)
    sign_in(other, "second")

    # R500 for the raffle with R50 beside it, of which R100 are given back.
    phone.goto("/desk/final/money")
    phone.get_by_label(re.compile("^Amount")).fill("500")
    choose(phone, "What for", "Raffle")
    choose(phone, "How", "Cash")
    phone.get_by_label(re.compile("^And a donation")).fill("50")
    phone.get_by_role("button", name="Write the receipt").click()
    phone.locator(".receipts a").click()
    expect(main_of(phone)).to_contain_text("Donation: R 50")
    phone.get_by_role("link", name="Give money back").click()
    phone.get_by_label(re.compile("^Amount")).fill("600")
    phone.get_by_label("Why").fill("Too many tickets")
    phone.get_by_role("button", name="Write the refund").click()
    expect(main_of(phone)).to_contain_text("at most R 500 can still be given back")
    assert_accessible(phone)
    phone.get_by_label(re.compile("^Amount")).fill("100")
    phone.get_by_role("button", name="Write the refund").dblclick()
    expect(main_of(phone)).to_contain_text("Refund 1 is written.")
    assert_accessible(phone)

    # Ice for R80.50.
    phone.get_by_role("link", name="Money", exact=True).first.click()
    phone.get_by_role("link", name="Pay out").click()
    phone.get_by_label(re.compile("^Amount")).fill("80,50")
    phone.get_by_label(re.compile("^What for")).fill("Ice")
    choose(phone, "How", "Cash")
    phone.get_by_role("button", name="Write the expense").click()
    expect(main_of(phone)).to_contain_text("Expense 1 is written.")
    assert_accessible(phone)

    # The box is counted: R369.50 should be there. Meanwhile the other one takes money into a box of their own.
    phone.get_by_role("link", name="Cash", exact=True).click()
    assert_accessible(phone)
    phone.get_by_role("link", name="Cash up organiser").click()
    phone.get_by_label("R 200 ×").fill("1")
    phone.get_by_label("R 50 ×").fill("3")
    phone.get_by_label(re.compile("^Anything else")).fill("9,50")
    expect(phone.locator("[data-counted]")).to_have_text("R 359.50")
    expect(phone.locator("[data-difference]")).to_have_text("−R 10")
    phone.get_by_role("button", name="Write the cash-up").click()
    expect(main_of(phone)).to_contain_text("Say how the difference came about")
    expect(phone.get_by_label("R 50 ×")).to_have_value("3")
    assert_accessible(phone)
    phone.get_by_label(re.compile("^If there is a difference")).fill("Nobody knows")
    phone.get_by_role("button", name="Write the cash-up").click()
    expect(main_of(phone)).to_contain_text("R 10 missing")
    assert_accessible(phone)

    other.goto(phone.url)
    assert_accessible(other)
    other.get_by_role("button", name="Sign for it").click()
    expect(main_of(other)).to_contain_text("You have signed for this cash-up.")
    phone.go_back()
    phone.goto("/desk/final/money/till")
    expect(main_of(phone)).to_contain_text("R 359.50")
    assert_accessible(phone)
    acts = list(Movement.objects.order_by("seq").values_list("act", flat=True))
    assert acts == ["receipt", "refund", "expense", "count", "signed"]
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
