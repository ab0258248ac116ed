"""A whole championship in the browser: thirteen teams, drawn at the desk, played at the tables to the champion."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.pages.driving import called, close_event, four_ball, make_event, phones_of
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import choose, main_of, sign_in
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.record import replay
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEAMS = [f"Team {letter}" for letter in "ABCDEFGHIJKLM"]


def test_thirteen_teams_play_and_sign_to_the_champion_with_a_correction_on_the_way(browse: Callable[..., Any]) -> None:
    UserFactory(username="organiser")
    desk = sign_in(browse(LAPTOP))
    make_event(desk, "Temple Trophy", TEAMS, signing=True)
    tournament = Tournament.objects.get()
    phones = phones_of(desk, browse)

    # Table 1 writes the wrong side down; the desk turns the result round before the winner has played on.
    caught = four_ball(phones[0], 0)
    _sign(phones[0], desk, tournament)
    first = Match.objects.get(state="done", seating__table__number=1)
    wrong = first.winner
    assert wrong is not None
    _correct(desk, tournament, first)
    first.refresh_from_db()
    assert first.winner_id is None, "the winner is taken back until both sides have signed anew"
    _sign(phones[0], desk, tournament)
    first.refresh_from_db()
    assert first.winner_id not in (None, wrong.id)
    assert caught

    for _ in range(30):
        played = 0
        for phone, seat in called(phones):
            played += (was := four_ball(phone, seat))
            if was:
                _sign_with(phone, _pins(tournament))
        if not played:
            break

    champion = Match.objects.get(stage__tournament=tournament, number=15).winner
    assert champion is not None
    public = browse(PHONE)
    public.goto(f"/{tournament.slug}/")
    expect(main_of(public)).to_contain_text(champion.name)
    public.goto(f"/{tournament.slug}/standings")
    expect(public.locator("main tbody tr").first).to_contain_text(champion.name)

    close_event(desk, tournament.slug)
    tournament.refresh_from_db()
    assert tournament.status == "closed"
    assert Match.objects.filter(state="done").count() == 12
    assert Entry.objects.filter(kind="hand").count() == 12
    assert Entry.objects.filter(kind="correction").count() == 1
    assert replay.check(tournament) == []


def _sign(phone: Any, desk: Any, tournament: Tournament) -> None:
    """Both sides sign the game that is over at a table, with the PINs they read at the desk."""
    desk.goto(f"/desk/{tournament.slug}/pins")
    told = {
        slip.get_by_role("heading").inner_text(): slip.locator(".pin-number").inner_text()
        for slip in desk.locator(".pin-slip").all()
    }
    _sign_with(phone, told)


def _pins(tournament: Tournament) -> dict[str, str]:
    """The PIN of every team that is at a table, as the desk told it before."""
    at_tables = Match.objects.filter(stage__tournament=tournament, seating__ended_at=None, seating__isnull=False)
    return {str(match.team(side)): pin_of(match, side) for match in at_tables for side in "AB"}


def _sign_with(phone: Any, told: dict[str, str]) -> None:
    phone.goto("/table")
    phone.get_by_role("link", name=re.compile("^Sign ")).first.click()
    for side in ("A", "B"):
        field = phone.get_by_label(re.compile("^PIN of")).first
        expect(field).to_be_visible()
        team = phone.locator(f"#side-{side}").inner_text()
        field.fill(told[team])
        phone.get_by_role("button", name=f"Sign for {team}").click()
        expect(phone.get_by_role("status").first).to_contain_text("signed")


def _correct(desk: Any, tournament: Tournament, match: Match) -> None:
    desk.goto(f"/desk/{tournament.slug}/m/{match.public_id}")
    desk.get_by_role("link", name="Correct hand 1").click()
    desk.get_by_role("group", name="Who was caught?").locator("label").nth(1).click()
    choose(desk, "Why is it changed?", "Typed wrongly")
    desk.get_by_role("button", name="See what changes").click()
    expect(main_of(desk)).to_contain_text("It becomes")
    desk.get_by_role("button", name="Save the correction").click()
    expect(main_of(desk)).to_contain_text("Saved.")
