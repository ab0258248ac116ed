"""A double elimination whose semi-final is put right after the final was begun, at the desk and at the tables."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.pages.driving import make_event, phones_of, play_all
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import choose, main_of, sign_in
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def plan_double(desk: Any) -> None:
    desk.get_by_role("button", name="Double elimination").click()
    expect(desk.get_by_role("button", name="Double elimination")).to_have_attribute("aria-pressed", "true")


def turn_round(desk: Any, tournament: Tournament, played: Match) -> None:
    """The other side was caught, the desk says now; the page lists what that changes before it is saved."""
    desk.goto(f"/desk/{tournament.slug}/m/{played.public_id}")
    desk.get_by_role("link", name="Correct hand 1").click()
    seat = 0 if played.winning_side == "A" else 1
    desk.get_by_role("group", name="Who was caught?").locator("label").nth(seat).click()
    choose(desk, "Why is it changed?", "Typed wrongly")
    desk.get_by_role("button", name="See what changes").click()
    expect(main_of(desk)).to_contain_text("under review")
    expect(main_of(desk)).to_contain_text("The title:")
    desk.get_by_role("button", name="Save the correction").click()
    expect(main_of(desk)).to_contain_text("Saved.")


def decide(desk: Any, tournament: Tournament) -> None:
    """The referee decides about the first match under review, as the desk's first page offers it."""
    desk.goto(f"/desk/{tournament.slug}/")
    expect(main_of(desk)).to_contain_text("under review: a referee has to decide")
    desk.locator("section", has_text="under review: a referee").get_by_role("link").first.click()
    desk.get_by_role("link", name="Decide what becomes of it").click()
    choose(desk, "Whose error was it", "the team that went on wrongly")
    choose(desk, "What becomes of the match?", "Replay it")
    desk.get_by_label("Why?", exact=True).fill("The scoresheet was read again with both sides.")
    desk.get_by_role("button", name="See what it changes").click()
    expect(main_of(desk)).to_contain_text("What would change")
    desk.get_by_role("button", name="Decide this").click()
    expect(main_of(desk)).to_contain_text("Decided.")


def test_a_final_that_had_begun_with_the_wrong_team_is_replayed(browse: Callable[..., Any]) -> None:
    UserFactory(username="organiser")
    desk = sign_in(browse(LAPTOP))
    make_event(desk, "Temple Double", ["Aces", "Nines", "Jacks", "Tens"], plan=plan_double)
    tournament = Tournament.objects.get()
    phones = phones_of(desk, browse)
    play_all(phones)
    assert stages.outlook(tournament).champion is not None
    semi, final = (Match.objects.get(round__name=name) for name in ("losers-2", "grand-final"))
    was = semi.winner

    turn_round(desk, tournament, semi)
    semi.refresh_from_db()
    final.refresh_from_db()
    assert semi.winner not in (None, was)
    assert final.conflict == "B"
    assert final.team("B") == was
    public = browse(PHONE)
    public.goto(f"/{tournament.slug}/m/{final.public_id}")
    expect(main_of(public)).to_contain_text("This match is under review")
    assert stages.outlook(tournament).champion is None

    decide(desk, tournament)
    final.refresh_from_db()
    assert final.team("B") == semi.winner
    play_all(phones)
    while Match.objects.exclude(conflict="").exists():  # the second final, if there was one
        decide(desk, tournament)
        play_all(phones)
    champion = Match.objects.get(round__name="grand-final-again").winner
    assert champion is not None
    assert stages.outlook(tournament).champion == champion
    public.goto(f"/{tournament.slug}/")
    expect(main_of(public)).to_contain_text(champion.name)
    assert replay.check(tournament) == []
    assert redraw.check(tournament) == []
