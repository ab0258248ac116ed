"""Corrections without network: they wait in the queue like hands, in order, and a person decides between versions."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.support.pages.fixes_offline import written
from tests.support.pages.offline import at_table, enter, fill, kept, plain_http, tournament, waiting
from tests.thunee_tournaments.services.conftest import write

__all__ = ["at_table", "plain_http", "tournament", "write"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def save(page: Any, points: int) -> None:
    """The next hand, with network."""
    page.get_by_role("link", name="Enter hand", exact=False).click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.locator("[name=points]").fill(str(points))
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.").first).to_be_visible()
    expect(page.get_by_role("link", name="Fix hand", exact=False)).to_be_visible()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)


def fix(page: Any, points: int) -> None:
    page.get_by_role("link", name="Fix hand 1").click()
    expect(page.get_by_role("heading", name="Fix hand 1")).to_be_attached()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.locator("[name=points]").fill(str(points))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Choose why the hand is changed.")).to_be_visible()
    page.locator("[data-field=why] label", has_text="Typed wrongly").click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Not yet judged")).to_be_visible()
    page.get_by_role("button", name="Keep on this phone").click()
    expect(waiting(page)).to_have_count(1)


def test_the_last_hand_is_fixed_without_network_and_the_hands_after_it_follow(browse, at_table):
    page = kept(at_table(browse()))
    save(page, 51)
    page.context.set_offline(True)
    fix(page, 57)
    expect(page.get_by_text("Fix of hand 1")).to_be_visible()
    enter(page, 2, 52)
    expect(waiting(page)).to_have_count(2)
    page.context.set_offline(False)
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert written() == [("hand", 51), ("correction", 57), ("hand", 52)]
    assert Entry.objects.get(seq=2).reason == "Typed wrongly"


def test_a_fix_meets_a_hand_of_another_phone_and_a_person_decides(browse, at_table, assert_accessible):
    first = kept(at_table(browse()))
    save(first, 51)
    second = kept(at_table(browse()))
    second.context.set_offline(True)
    fix(second, 57)
    first.get_by_role("link", name="Fix hand 1").click()
    first.locator("[name=points]").fill("54")
    first.locator("[data-field=why] label", has_text="Something was forgotten").click()
    first.get_by_role("button", name="Check").click()
    first.get_by_role("button", name="Save the fix").click()
    expect(first.get_by_text("corrected", exact=True)).to_be_visible()
    second.context.set_offline(False)
    expect(second.get_by_text("Your fix is kept. Is it still needed?")).to_be_visible()
    expect(second.locator(".queue-missed")).to_contain_text("Hand 1:")
    assert_accessible(second)
    expect(second.locator(".queue-hand [data-buttons] .btn")).to_have_text(
        ["Yes: write my fix", "No: leave it as it is now"]
    )
    second.get_by_role("button", name="Yes: write my fix").click()
    expect(second.locator(".queue-hand[data-state=conflict]")).to_have_count(0)
    expect(second.get_by_text("Changed: Typed wrongly")).to_be_visible()
    assert written() == [("hand", 51), ("correction", 54), ("correction", 57)]


def test_a_fix_of_a_hand_that_is_not_the_last_any_more_can_only_be_dropped(browse, at_table):
    first = kept(at_table(browse()))
    save(first, 51)
    second = kept(at_table(browse()))
    second.context.set_offline(True)
    fix(second, 57)
    save(first, 60)
    second.context.set_offline(False)
    expect(second.get_by_text("Your fix is kept. Is it still needed?")).to_be_visible()
    expect(second.get_by_role("button", name="Yes: write my fix")).to_have_count(0)
    second.get_by_role("button", name="No: leave it as it is now").click()
    expect(second.locator(".queue-hand")).to_have_count(0)
    assert written() == [("hand", 51), ("hand", 60)]


def test_over_plain_http_an_open_page_fixes_the_last_hand_too(plain_http, tournament):
    from tests.support.pages.offline import let_in

    page = let_in(plain_http, tournament)
    save(page, 51)
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.context.set_offline(True)
    fix(page, 57)
    expect(page.get_by_role("heading", name="Enter hand 2")).to_be_attached()
    fill(page, 58)
    page.get_by_role("button", name="Keep on this phone").click()
    expect(waiting(page)).to_have_count(2)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert written() == [("hand", 51), ("correction", 57), ("hand", 58)]


def test_the_score_with_the_hands_on_this_phone_is_shown_and_marked_as_not_yet_judged(browse, at_table):
    page = kept(at_table(browse()))
    save(page, 51)
    page.context.set_offline(True)
    enter(page, 2, 120)  # whoever counts reaches 105: one ball for them
    expect(page.get_by_text("On this phone, not yet judged:")).to_be_visible()
    enter(page, 3, 52)
    score = page.locator("[data-provisional]").inner_text()
    board = page.locator(".board.is-provisional")
    expect(board).to_be_visible()
    assert "–".join(board.locator(".board-n").all_inner_texts()) in score, "one score, and it is that of the board"
    page.context.set_offline(False)
    expect(page.locator("[data-saved='3']")).to_be_visible()
    expect(page.get_by_role("link", name="Fix hand 3")).to_be_visible()
    balls = Entry.objects.get(seq=3).sheet.ledger["after"]["balls"]
    assert f" {balls['A']}–{balls['B']} " in score


def test_a_hand_that_waits_can_be_changed_before_it_is_sent(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    enter(page, 1, 51)
    waiting(page).get_by_role("button", name="Change").click()
    expect(page.locator("[name=points]")).to_have_value("51")
    page.locator("[name=points]").fill("53")
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Keep on this phone").click()
    expect(page).to_have_url(re.compile("/table$"))  # the form shows what waits, too: as it was before
    expect(waiting(page)).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("[data-saved='1']")).to_be_visible()
    assert written() == [("hand", 53)]


def test_after_the_game_is_over_by_what_the_phone_knows_no_further_hand_is_offered(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    for number in (1, 2, 3):
        page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
        expect(page.get_by_role("heading", name=f"Enter hand {number}")).to_be_attached()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        page.get_by_role("group", name="What happened?").locator("label", has_text="Thunee").click()
        page.locator("[data-field=declared_seat] label").nth(1).click()
        page.locator("[data-field=declared_lost_to] label").first.click()
        page.get_by_role("button", name="Check").click()
        page.get_by_role("button", name="Keep on this phone").click()
        expect(page).to_have_url(re.compile("/table$"))
    expect(page.get_by_text("Game over; confirmed when online.")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand")).to_have_count(0)
