"""Hands of two other games entered at the table, in a real browser: Tarneeb between sides, Tunge each alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support.browser import wait_until
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_table(page: Any, organiser: Any, tournament: Any) -> None:
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token
    page.goto(f"/t/{token}")
    page.get_by_role("button", name="Open table 1").click()
    expect(page).to_have_url(re.compile("/table$"))
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)  # its worker is on its way
    page.get_by_role("link", name="Enter hand").click()


def tap(page: Any, question: str, answer: str) -> None:
    group = page.locator(f"[data-field={question}]")
    group.locator("label", has=page.locator(f'input[value="{answer}"]')).click()


def save(page: Any, said: str, rule: str) -> None:
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    expect(page.get_by_role("link", name=rule).first).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    assert Entry.objects.count() == 1


def test_a_hand_of_tarneeb_is_entered_in_four_taps(page: Any) -> None:
    organiser = UserFactory(username="organiser")
    at_table(page, organiser, draw(organiser, 2, preset="tarneeb"))
    for question, answer in (("declarer", "1"), ("bid", "8"), ("trump", "h"), ("tricks", "6")):
        tap(page, question, answer)
    save(page, "−8", "TAR-SCORE-1")
    expect(page.get_by_role("group", name="−8 points")).to_be_visible()


def test_a_hand_of_tunge_is_entered_by_the_cards_left(page: Any) -> None:
    organiser = UserFactory(username="organiser")
    tournament = TournamentFactory(organiser=organiser, preset="tunge")
    for name in ("Ace", "King", "Queen"):
        TeamFactory(tournament=tournament, name=name, players=(name,))
    acts.draw_event(actor=organiser, tournament=tournament)
    tournament.refresh_from_db()
    at_table(page, organiser, tournament)
    tap(page, "out", "1")
    page.locator("[name=left_0]").fill("Kd 2s")
    page.locator("[name=left_2]").fill("Ah")
    save(page, "+12", "TUN-WIN-1")


CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"


def filled_in(page: Any) -> Any:
    """A phone whose pages work without network, with a hand of Tarneeb filled in and not yet sent."""
    organiser = UserFactory(username="organiser")
    at_table(page, organiser, draw(organiser, 2, preset="tarneeb"))
    expect(page.locator("#hand")).to_be_visible()
    page.goto("/table")
    wait_until(page, CONTROLLED)
    page.get_by_role("link", name="Enter hand").click()
    for question, answer in (("declarer", "1"), ("bid", "8"), ("trump", "h"), ("tricks", "6")):
        tap(page, question, answer)
    return page


@pytest.mark.slow
def test_a_form_that_cannot_be_sent_without_network_stays_as_it_was_filled_in_and_says_so(browse: Any) -> None:
    page = filled_in(browse())
    unsent = page.get_by_text("There is no network, so nothing was sent.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Check").click()
    expect(unsent).to_be_in_viewport()
    expect(page.locator("input[name=tricks]:checked")).to_have_value("6")
    page.context.set_offline(False)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="−8")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(unsent).to_be_in_viewport()
    assert Entry.objects.count() == 0
    page.context.set_offline(False)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    assert Entry.objects.count() == 1


CANNOT_TELL = "() => Object.defineProperty(Request.prototype, 'isHistoryNavigation', { value: undefined })"


@pytest.mark.slow
@pytest.mark.parametrize("tells", [True, False])
def test_going_back_without_network_goes_back_whether_or_not_the_browser_tells_it_from_sending(
    browse: Any, tells: bool
) -> None:
    page = filled_in(browse())
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="−8")).to_be_visible()
    page.goto("/table")
    if not tells:
        page.context.service_workers[0].evaluate(CANNOT_TELL)
    page.context.set_offline(True)
    page.evaluate("() => history.back()")
    expect(page.locator("html[data-kept] #hand")).to_be_visible()


TOO_WIDE = """(all) => {
    const text = document.createRange();
    const width = (face) => { text.selectNodeContents(face); return text.getBoundingClientRect().width; };
    return all.filter((face) => width(face) > face.clientWidth).map((face) => face.textContent);
}"""


@pytest.mark.slow
def test_every_answer_of_a_form_stays_within_its_button_in_japanese_too(page: Any) -> None:
    organiser = UserFactory(username="organiser")
    at_table(page, organiser, draw(organiser, 2, preset="egyptian-tarneeb"))
    expect(page.locator("#hand")).to_be_visible()
    page.goto("/table")
    page.get_by_role("button", name="日本語").click()
    page.locator("html[lang=ja] a[href$='/hand']").click()
    expect(page.locator("html[lang=ja] [data-field=trump]")).to_be_visible()
    assert page.locator(".choice-face").evaluate_all(TOO_WIDE) == []
