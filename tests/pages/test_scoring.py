"""A scorekeeper at a table, in a real browser: from the link to the champion, and the wrong turns on the way."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.support.browser import LAPTOP
from tests.support.pages.scoring import enter_plain
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return draw(UserFactory(username="organiser"), 2, preset="durban-modern")


@pytest.fixture
def token(tournament: Tournament) -> str:
    organiser = tournament.roles.get(role="organiser").user
    return acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token


@pytest.fixture
def at_table(token: str) -> Any:
    """`at_table(page)` lets a browser in by the link, as a scorekeeper does."""

    def let_in(page: Any) -> Any:
        page.goto(f"/t/{token}")
        link = find(token)
        if link.phones.exists():  # a further phone is asked for the PIN
            page.get_by_label("PIN").fill(pin_of(link))
            page.get_by_role("button", name="Let this phone in").click()
        else:
            page.get_by_role("button", name="Open table 1").click()
        expect(page).to_have_url(re.compile("/table$"))
        return page

    return let_in


def tap(page: Any, question: str, answer: str) -> None:
    group = page.get_by_role("group", name=question, exact=True).first
    group.locator("label", has_text=re.compile(rf"^\s*{answer}\s*$")).click()


def test_a_plain_hand_takes_few_taps_and_its_reason_is_seen_before_it_is_saved(page, at_table, token):
    at_table(page)
    assert token not in page.url
    enter_plain(page)
    expect(page.get_by_role("heading", name="opens 1 ball")).to_be_visible()
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    expect(page.get_by_role("link", name="TH-COUNT-5").first).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    assert Entry.objects.count() == 1


@pytest.mark.looks
def test_while_typing_the_page_counts_along(page, at_table):
    at_table(page)
    page.get_by_role("link", name="Enter hand").click()
    page.locator("[name=points]").fill("67")
    expect(page.locator("[data-running]")).to_contain_text("has 67, needs 105: 38 short")
    tap(page, "Call", "40")
    expect(page.locator("[data-running]")).to_contain_text("has 107, needs 105: made")


def test_a_double_tap_on_save_writes_the_hand_once(page, at_table):
    enter_plain(at_table(page))
    page.get_by_role("button", name="Save").dblclick()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    assert Entry.objects.count() == 1


def test_going_back_after_saving_and_saving_again_writes_nothing_twice(browse, at_table):
    page = at_table(browse(java_script_enabled=False))
    enter_plain(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("saved already")).to_be_visible()
    assert Entry.objects.count() == 1


def test_going_back_after_saving_leads_to_the_next_hand_with_nothing_of_the_saved_one(page, at_table):
    at_table(page).get_by_role("link", name="Enter hand").click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    tap(page, "Call", "20")
    page.locator("summary", has_text="Jodhi").first.click()
    page.locator("[data-field=trump] label").first.click()
    page.locator("[name=points]").fill("60")
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
    # Who saves before the scripts are there goes back as without scripts (the test above).
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Enter hand 2")).to_be_attached()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    expect(page.locator("[name=points]")).to_have_value("")
    expect(page.get_by_role("radio", name="none", exact=True).first).to_be_checked()
    for question in ("last_trick", "trump"):
        expect(page.locator(f"input[name={question}]:checked")).to_have_count(0)
    expect(page.locator("input[name=trumper]:checked")).to_have_count(1)


def test_what_is_half_typed_outlives_loading_the_page_anew_and_going_back(page, at_table):
    at_table(page).get_by_role("link", name="Enter hand").click()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    tap(page, "Call", "20")
    page.locator("[name=points]").fill("60")
    for leave in (page.reload, lambda: page.goto("/table") and page.go_back()):
        leave()
        expect(page.locator("[name=points]")).to_have_value("60")
        expect(page.locator("input[name=call]:checked")).to_have_value("20")


def test_of_two_phones_the_second_learns_what_came_in_and_loses_nothing(browse, at_table):
    first, second = at_table(browse()), at_table(browse())
    enter_plain(second, points="77")
    enter_plain(first)
    first.get_by_role("button", name="Save").click()
    expect(first.get_by_role("status")).to_contain_text("Saved.")
    expect(second.locator("html[data-ready=yes]")).to_have_count(1)  # before, it is asked as without scripts
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_text("Hand 1:")).to_be_visible()
    expect(second.get_by_text("Yours: Team")).to_be_visible()
    second.get_by_role("button", name="No, it is hand 2").click()
    expect(second.locator("[data-saved='2']")).to_be_visible()
    expect(second.get_by_role("link", name="Enter hand 3")).to_be_visible()
    assert Entry.objects.count() == 2


@pytest.mark.looks
def test_bad_input_is_answered_beside_the_field_and_kept(page, at_table):
    at_table(page)
    enter_plain(page, points="400")
    expect(page.locator("[data-field=points]")).to_contain_text(re.compile("304"))
    expect(page.locator("[name=points]")).to_have_value("400")
    page.locator("[name=points]").fill("")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Enter the card points, from 0 to 304.")).to_be_visible()


def test_the_last_hand_is_fixed_with_a_reason_and_then_struck_out(page, at_table):
    enter_plain(at_table(page))
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Fix hand 1").click()
    expect(page.locator("[name=points]")).to_have_value("60")
    page.locator("[name=points]").fill("120")
    tap(page, "Why is it changed?", "Typed wrongly")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    page.get_by_role("button", name="Save the fix").click()
    expect(page.get_by_text("corrected", exact=True)).to_be_visible()
    page.get_by_role("link", name="Strike it out").click()
    tap(page, "Why is it changed?", "Both sides agreed afterwards")
    page.get_by_role("button", name="Strike it out").click()
    expect(page.get_by_text("struck out", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    assert Entry.objects.count() == 3


def test_a_match_is_played_to_its_end_with_thunees(page, at_table):
    at_table(page)
    for _ in range(3):
        page.get_by_role("link", name="Enter hand").click()
        tap(page, "What happened?", "Thunee")
        page.locator("[data-field=declared_seat] label").nth(1).click()
        page.locator("[data-field=declared_lost_to] label").nth(0).click()
        expect(page.locator("[data-part=count]")).to_be_hidden()
        page.get_by_role("button", name="Check").click()
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Match over")).to_be_visible()
    expect(page.get_by_text("That was the final.")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand")).to_have_count(0)


@pytest.mark.slow
def test_without_scripts_a_hand_is_entered_all_the_same(browse, at_table):
    page = at_table(browse(java_script_enabled=False))
    enter_plain(page)
    page.get_by_role("button", name="Change").click()
    page.locator("summary", has_text="Jodhi").first.click()
    tap(page, "Worth", "40")
    page.locator("[data-field=jodhi0_seat] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()


@pytest.mark.looks
def test_a_link_that_does_not_work_says_what_to_do(page):
    page.goto("/t/no-such-token")
    expect(page.get_by_role("heading", name="This phone is not at a table")).to_be_visible()
    expect(page.get_by_text("ask the desk")).to_be_visible()


@pytest.mark.slow
@pytest.mark.looks
@pytest.mark.parametrize(("size", "theme"), [((360, 740), "dark"), (LAPTOP, "light")])
def test_the_pages_fit_the_screen_and_can_be_used_by_everybody(browse, at_table, assert_accessible, theme, size):
    page = browse(size, color_scheme=theme, reduced_motion="reduce")
    at_table(page)
    fits_and_is_accessible(page, assert_accessible)
    page.get_by_role("link", name="Enter hand").click()
    expect(page.locator("[name=points]")).to_be_visible()
    for happened in ("Double", "Khanuck", "Thunee", "Caught", "Dealt again", "Count"):
        tap(page, "What happened?", happened)
        for part in page.locator("form details:not([open]) > summary").all():
            if part.is_visible():
                part.click()
        fits_and_is_accessible(page, assert_accessible)
    page.go_back()
    enter_plain(page)
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    fits_and_is_accessible(page, assert_accessible)
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("/table$"))
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    fits_and_is_accessible(page, assert_accessible)
    page.get_by_role("link", name="Strike it out").click()
    fits_and_is_accessible(page, assert_accessible)


def fits_and_is_accessible(page: Any, assert_accessible: Any) -> None:
    page.wait_for_load_state("networkidle")
    expect(page.locator("main")).to_be_visible()
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), f"{page.url} scrolls sideways"
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(a.btn, button, summary, .choice-option, .check)")]
            .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert not small, f"too small for a thumb at {page.url}: {small}"
    assert_accessible(page)


@pytest.mark.slow
def test_none_takes_a_jodhis_hidden_answers_with_it(page, at_table):
    at_table(page)
    page.get_by_role("link", name="Enter hand").click()
    page.get_by_text("Jodhi", exact=True).click()
    page.locator("[data-field=jodhi0_value] label", has_text="40").click()
    page.locator("[data-field=jodhi0_seat] label").nth(1).click()
    page.locator("[data-field=jodhi0_suit] label").nth(1).click()
    page.locator("[data-field=jodhi0_value] label", has_text="none").click()
    expect(page.locator("[data-field=jodhi0_seat]")).to_be_hidden()
    sent = page.evaluate(
        "() => [...new FormData(document.getElementById('hand'))].filter(([n, v]) => n.startsWith('jodhi') && v)"
    )
    assert sent == []


@pytest.mark.slow
@pytest.mark.parametrize("link", ["Fix hand 1", "Enter hand 2"])
def test_above_a_hand_that_is_not_saved_nothing_says_saved(page, at_table, link):
    at_table(page)
    enter_plain(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.").first).to_be_visible()
    page.get_by_role("link", name=link).click()
    expect(page.get_by_role("heading", name=link)).to_be_attached()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    assert "Saved" not in page.locator("main").inner_text()


@pytest.mark.slow
def test_above_the_ruling_of_the_next_hand_nothing_says_saved(page, at_table):
    at_table(page)
    for _ in range(2):
        enter_plain(page)
        expect(page.get_by_role("button", name="Save")).to_be_visible()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        assert "Saved" not in page.locator("main").inner_text()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.").first).to_be_visible()


@pytest.mark.slow
def test_points_no_tricks_come_to_are_refused_without_network_too(page, at_table):
    at_table(page)
    page.get_by_role("link", name="Enter hand").click()
    page.locator("[name=points]").wait_for()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.context.set_offline(True)
    page.locator("[name=points]").fill("303")
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("No tricks come to 303 card points. Count them again.")).to_be_visible()
    expect(page.locator("[data-running]")).to_be_hidden()  # what no tricks come to is made by nobody
