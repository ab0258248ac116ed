"""Hands of two other games entered at the table, in a real browser: Tarneeb between sides, Tunge each alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.running.conftest import draw
from thunee_tournaments.running import acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_table(page: Any, organiser: Any, tournament: Any) -> None:
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token
    page.goto(f"/t/{token}")
    page.get_by_role("button", name="Open table 1").click()
    expect(page).to_have_url(re.compile("/table$"))
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
