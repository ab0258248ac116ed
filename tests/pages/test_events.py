"""Whole events of several stages as a new organiser runs them: from an empty desk to the champion, in the browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.pages.driving import close_event, make_event, phones_of, play_all
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import follow, main_of, sign_in
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def choose_plan(desk: Any, title: str, **numbers: str) -> None:
    """One of the ready plans, with these numbers in the fields of these names ("1-wins")."""
    desk.get_by_role("button", name=title).click()
    expect(desk.get_by_role("button", name=title)).to_have_attribute("aria-pressed", "true")
    for field, number in numbers.items():
        desk.locator(f"[name='{field.replace('_', '-')}']").fill(number)


def finish(desk: Any, browse: Callable[..., Any], tournament: Tournament) -> None:
    """The champion is on the public page, the event closes, and everything stored can be worked out again."""
    champion = stages.outlook(tournament).champion
    assert champion is not None
    public = browse(PHONE)
    public.goto(f"/{tournament.slug}/standings")
    expect(public.locator("main section table, main table").last).to_contain_text(champion.name)
    public.goto(f"/{tournament.slug}/")
    expect(main_of(public)).to_contain_text(champion.name)
    close_event(desk, tournament.slug)
    expect(main_of(desk)).to_contain_text("closed")
    tournament.refresh_from_db()
    assert tournament.status == "closed"
    assert replay.check(tournament) == []
    assert redraw.check(tournament) == []


def test_a_qualifier_with_re_buys_flows_into_its_knock_out(browse: Callable[..., Any]) -> None:
    UserFactory(username="organiser")
    desk = sign_in(browse(LAPTOP))
    make_event(
        desk, "Temple Open", ["Aces", "Nines", "Jacks", "Tens"],
        plan=lambda page: choose_plan(page, "Win-streak qualifier with re-buys", **{"1_wins": "2", "1_entries": "2"}),
    )  # fmt: skip
    tournament = Tournament.objects.get()
    phones = phones_of(desk, browse)
    assert play_all(phones) == 3  # two first matches, and their winners against each other: one team is through

    follow(desk, "Bracket")
    through = str(desk.get_by_text("Through: ").inner_text()).removeprefix("Through: ")
    for team in {"Aces", "Nines", "Jacks", "Tens"} - {through}:  # one of them will be through as well
        desk.get_by_label("Enter a team again").select_option(label=team)
        desk.get_by_role("button", name="Enter it").click()
        expect(main_of(desk)).to_contain_text(f"{team} is in again, as entry")
    assert StreakEntry.objects.count() == 7
    play_all(phones)
    desk.reload()
    desk.get_by_text("Close entries").first.click()
    desk.get_by_role("button", name="Close entries").click()
    expect(main_of(desk)).to_contain_text("Entries are closed.")
    play_all(phones)

    desk.reload()
    expect(main_of(desk)).to_contain_text("teams go on, in this order of seed")
    desk.get_by_role("button", name="Draw it").click()
    expect(main_of(desk)).to_contain_text("The next stage is drawn.")
    play_all(phones)
    final = tournament.stages.get(order=2)
    assert final.format == "knockout"
    assert len(final.inputs["order"]) == len(set(final.inputs["order"])) >= 2  # who is through twice holds one place
    finish(desk, browse, tournament)


def test_groups_flow_into_a_knock_out_although_a_team_goes_home(browse: Callable[..., Any]) -> None:
    UserFactory(username="organiser")
    desk = sign_in(browse(LAPTOP))
    teams = ["Aces", "Nines", "Jacks", "Tens", "Queens", "Kings"]
    make_event(
        desk, "Diwali Cup", teams,
        plan=lambda page: choose_plan(page, "Groups, then knock-out Everybody", **{"1_groups": "2"}),
    )  # fmt: skip
    tournament = Tournament.objects.get()
    phones = phones_of(desk, browse)
    follow(desk, "Bracket")
    expect(desk.get_by_role("heading", name="Group A").first).to_be_visible()

    follow(desk, "Teams")
    desk.get_by_role("link", name="Queens").first.click()
    desk.get_by_role("link", name="The team goes home").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Does Queens go home?")
    desk.get_by_label("Why").fill("The car broke down.")
    desk.get_by_role("button", name="It withdraws").click()
    expect(main_of(desk)).to_contain_text("Queens has withdrawn.")
    gone = tournament.teams.get(name="Queens")
    mine = Match.objects.filter(side__team=gone)
    assert {(match.outcome, match.winner_id == gone.pk) for match in mine} == {("walkover", False)}

    assert play_all(phones) == 4  # three in one group, and the one that is left in the other
    desk.reload()
    expect(main_of(desk)).to_contain_text("4 teams go on, in this order of seed")
    desk.get_by_role("button", name="Draw it").click()
    expect(main_of(desk)).to_contain_text("The next stage is drawn.")
    assert gone.public_id not in tournament.stages.get(order=2).inputs["order"]
    assert play_all(phones) == 3
    finish(desk, browse, tournament)


def test_a_plate_is_added_to_a_plan_at_a_touch_and_taken_out_again(browse: Callable[..., Any]) -> None:
    UserFactory(username="organiser")
    desk = sign_in(browse(PHONE, java_script_enabled=False))

    def with_plate(page: Any) -> None:
        page.get_by_role("button", name="Add a plate in groups").click()
        page.get_by_role("button", name="Leave the plate out").click()
        page.get_by_role("button", name="Add a plate as a knock-out").click()
        expect(page.get_by_label("Who comes into the plate")).to_have_value("1")
        expect(page.get_by_role("group", name="2. Plate: knock-out")).to_be_visible()

    make_event(desk, "Plate Evening", ["Aces", "Nines", "Jacks", "Tens"], plan=with_plate)
    assert [one.format for one in Tournament.objects.get().stages.order_by("order")] == ["knockout", "knockout"]
