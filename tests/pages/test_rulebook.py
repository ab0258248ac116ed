"""The rule book of an event in the browser: folded, searched, led to by a link, and whole on paper."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE
from tests.thunee_tournaments.services.conftest import draw

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(browse: Any, transactional_db: None) -> Any:
    draw(UserFactory(username="organiser"), 4, slug="cup")
    page = browse(PHONE)
    page.goto("/cup/rules")
    return page


def shown(page: Any) -> Any:
    return page.locator(".rulebook-rule:visible")


def test_a_search_leaves_the_rules_that_have_every_word(page, assert_accessible):
    expect(shown(page)).to_have_count(0)
    page.get_by_label("Find a rule").fill("Khanuck jodhi")
    found = shown(page).count()
    assert 0 < found < 20
    for rule in shown(page).all():
        text = rule.inner_text().lower()
        assert "khanuck" in text
        assert "jodhi" in text
    expect(page.get_by_role("status").filter(has_text=f"Rules found: {found}")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Find a rule").fill("th-khan-2")
    expect(shown(page)).not_to_have_count(0)
    page.get_by_label("Find a rule").fill("poker")
    expect(shown(page)).to_have_count(0)
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    page.get_by_label("Find a rule").fill("")
    expect(page.locator(".rulebook-chapter:visible")).to_have_count(page.locator(".rulebook-chapter").count())
    expect(shown(page)).to_have_count(0)


def test_a_link_to_a_rule_unfolds_its_chapter(page):
    page.goto("/cup/rules#TH-KHAN-2")
    expect(page.locator("#TH-KHAN-2")).to_be_in_viewport()
    page.evaluate("location.hash = '#TH-COUNT-1'")
    expect(page.locator("#TH-COUNT-1")).to_be_in_viewport()
    page.get_by_label("Find a rule").fill("poker")
    expect(page.locator("#TH-COUNT-1")).to_be_hidden()
    page.get_by_label("Find a rule").fill("")
    expect(page.locator("#TH-COUNT-1")).to_be_visible()  # what was open before is open again


def test_on_paper_every_rule_is_there_and_afterwards_the_book_is_folded_again(page):
    page.locator("#chapter-run > summary").click()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(shown(page)).to_have_count(page.locator(".rulebook-rule").count())
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".rulebook-chapter[open]")).to_have_count(1)
