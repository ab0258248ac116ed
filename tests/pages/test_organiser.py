"""An organiser at the desk, in a real browser: from an empty list to thirteen teams with a link on every table."""

import contextlib
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Error, expect

from adjudication.models import Entry
from tests.factories import TournamentFactory, UserFactory
from tests.support.browser import PHONE, wait_until
from tests.support.pages.organiser import SIZES, WIDER, choose, follow, main_of, sign_in
from tests.support.quick import first
from tests.thunee_tournaments.services.conftest import correct, count, draw, game, match, write
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "write"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASTED = """Team: players
1. Umgeni Spades: Anil, Priya
2. Verulam Nines - Ravi & Sam
3. Jack Attack (Merebank): Devi, Kumar
4. Marine Drive Jacks: Nash, Leo
5. Isipingo Trumps: Asha, Vijay
6. Phoenix Khanucks: Mala, Dev
umgeni spades: Uma, Jay
7. Tongaat Tens: Rani, Kris
8. Chatsworth Cutters: Tara, Yash
9. Merebank Royals: Nina, Arjun
10. Overport Aces: Lina, Prem
11. Stanger Sixes: Sita, Hari
12. Reservoir Hills Partners: Kavi, Ron
"""


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return UserFactory(username="organiser")


@pytest.mark.slow
@pytest.mark.parametrize("size", first(SIZES))
def test_thirteen_teams_from_a_pasted_list_to_links_on_the_tables(
    browse: Callable[..., Any], organiser: Any, size: Any
) -> None:
    page = sign_in(browse(size))

    # A tournament; its address is refused at first, and nothing typed is lost.
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_label("Name", exact=True).fill("Diwali Shield")
    expect(page.get_by_label("Web address")).to_have_attribute("placeholder", "diwali-shield")
    page.get_by_label("Web address").fill("Admin")
    page.get_by_label("Venue").fill("Temple hall")
    choose(page, "Rules to start from", "Fund-raiser")
    page.get_by_role("button", name="Make the tournament").click()
    expect(main_of(page)).to_contain_text("This word is used by the site itself.")
    expect(page.get_by_label("Venue")).to_have_value("Temple hall")
    page.get_by_label("Web address").fill("")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page).to_have_url(re.compile("/desk/diwali-shield/$"))

    # One team is too few for a draw.
    follow(page, "Teams")
    page.get_by_label("Team", exact=True).fill("Shallcross Doubles")
    page.get_by_role("button", name="Enter the team").click()
    follow(page, "Draw")
    expect(main_of(page)).to_contain_text("1 team is not enough")

    # The list as it came from a chat: odd lines are named, the others entered, nothing is lost.
    follow(page, "Teams")
    page.get_by_role("link", name="Paste a list").click()
    page.get_by_label("One team on each line").fill(PASTED)
    page.get_by_role("button", name="See what is understood").click()
    expect(main_of(page)).to_contain_text("This looks like a heading, not a team.")
    expect(main_of(page)).to_contain_text("The same team is in line 2.")
    page.get_by_role("button", name="Enter these 12 teams").click()
    expect(main_of(page)).to_contain_text("12 teams are entered.")
    expect(page.get_by_label("One team on each line")).to_have_value(
        re.compile("^Team: players\numgeni spades: Uma, Jay")
    )
    follow(page, "Teams")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Teams 13"))

    # Three seeds by hand, one of them moved by its button.
    follow(page, "Seeding")
    for number, team in enumerate(["Jack Attack", "Umgeni Spades", "Overport Aces"], start=1):
        page.get_by_label(f"Seed of {team}").fill(str(number))
    page.get_by_role("button", name="Save the order").click()
    page.get_by_role("button", name="Umgeni Spades one up").click()
    expect(page.get_by_label("Seed of Umgeni Spades")).to_have_value("1")
    expect(page.get_by_label("Seed of Jack Attack")).to_have_value("2")

    # One rule of the house; a number that cannot be is refused first.
    follow(page, "Rules")
    page.get_by_role("heading", name="The game of balls").click()
    page.get_by_label("Balls to win a game").fill("0")
    page.get_by_role("button", name="Save the rules").click()
    expect(main_of(page)).to_contain_text("A whole number from 1 to 99.")
    page.get_by_label("Balls to win a game").fill("12")
    page.get_by_role("button", name="Save the rules").click()
    expect(main_of(page)).to_contain_text("Saved: Fund-raiser with 1 of its rules changed.")

    # The draw, by an impatient hand.
    follow(page, "Draw")
    expect(main_of(page)).to_contain_text("10 teams have no seed")
    page.get_by_label("Tables in the hall").fill("5")
    page.get_by_role("button", name="Draw", exact=True).dblclick()
    expect(page).to_have_url(re.compile("/bracket$"))
    tournament = Tournament.objects.get()
    lot = tournament.stages.get().lot
    expect(page.get_by_role("link", name=re.compile("^Match 2: ")).or_(page.locator("#round-1")).first).to_be_visible()

    # Back to the page before, and once more: the draw stays what it was.
    page.go_back()
    if page.get_by_role("button", name="Draw", exact=True).count():
        page.get_by_role("button", name="Draw", exact=True).click()
    page.goto("/desk/diwali-shield/bracket")
    expect(main_of(page)).to_contain_text(lot[:8])
    assert tournament.stages.get().lot == lot

    # Links for the phones, shown once.
    follow(page, "Tables")
    page.get_by_role("button", name="Make and show all links").click()
    cards = page.locator(".link-card")
    expect(cards).to_have_count(tournament.tables.count())
    expect(cards.first.locator("svg.qr")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    token = str(cards.first.get_by_role("link").get_attribute("href")).rsplit("/", 1)[1]
    assert find(token).table.number == 1  # type: ignore[union-attr]
    page.reload()
    expect(page.locator(".link-card")).to_have_count(tournament.tables.count())
    assert find(token)

    # And the phone at table 1 gets in.
    phone = browse(PHONE)
    phone.goto(f"/t/{token}")
    phone.get_by_role("button", name="Open table 1").click()
    expect(phone.get_by_role("link", name="Enter hand")).to_be_visible()


@pytest.mark.slow
@pytest.mark.looks
def test_the_way_to_the_draw_needs_no_scripts(browse: Callable[..., Any], organiser: Any) -> None:
    page = sign_in(browse(PHONE, java_script_enabled=False))
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_label("Name", exact=True).fill("Winter Cup")
    page.get_by_role("button", name="Make the tournament").click()
    page.get_by_role("link", name="Paste a list").click()
    page.get_by_label("One team on each line").fill("Aces: Lina, Prem\nTens: Rani, Kris\nNines: Ravi, Sam")
    page.get_by_role("button", name="See what is understood").click()
    page.get_by_role("button", name="Enter these 3 teams").click()
    follow(page, "Seeding")
    page.get_by_role("button", name="Draw the lot for all teams").click()
    expect(main_of(page)).to_contain_text("The lot is drawn")
    follow(page, "Draw")
    page.get_by_label("Tables in the hall").fill("1")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(main_of(page)).to_contain_text("The draw is made.")
    follow(page, "Tables")
    page.get_by_role("button", name="Make and show all links").click()
    expect(page.locator(".link-card svg.qr").first).to_be_visible()


@pytest.mark.slow
def test_a_hand_is_corrected_at_the_desk_after_looking_at_what_changes(
    browse: Callable[..., Any], organiser: Any, write: Any
) -> None:
    tournament = draw(organiser, 4, table_count=2)
    write(game(tournament, 1), {**count("A"), "claimed": {"winner": "B", "balls": 1}})
    page = sign_in(browse(PHONE))
    page.goto(f"/desk/{tournament.slug}/")
    page.get_by_role("link", name="Match 1, hand 1").click()
    expect(main_of(page)).to_contain_text("The table wrote: Team 4 opens 1 ball")
    page.get_by_role("link", name="Correct hand 1").click()
    page.locator("[name=points]").fill("110")
    page.get_by_role("button", name="See what changes").click()
    expect(main_of(page)).to_contain_text("Choose why the hand is changed.")
    choose(page, "Why is it changed?", "Typed wrongly")
    page.get_by_role("button", name="See what changes").click()
    expect(main_of(page)).to_contain_text("It becomes")
    page.get_by_role("button", name="Save the correction").dblclick()
    expect(main_of(page)).to_contain_text("Saved. Team 4 opens 1 ball.")
    assert Entry.objects.filter(kind="correction").count() == 1


@pytest.mark.slow
def test_seats_are_changed_and_the_first_black_jack_is_turned(browse: Callable[..., Any], organiser: Any) -> None:
    tournament = draw(organiser, 2)
    page = sign_in(browse(PHONE))
    page.goto(f"/desk/{tournament.slug}/m/{match(tournament, 1).public_id}/seats")
    before = match(tournament, 1).seats
    page.get_by_label("Seat 1, Team 1").select_option(before[2])
    page.get_by_label("Seat 3, Team 1").select_option(before[0])
    page.get_by_role("button", name="Save the seats").click()
    expect(main_of(page)).to_contain_text("The seats are saved.")
    assert match(tournament, 1).seats == [before[2], before[1], before[0], before[3]]
    page.get_by_role("button", name="Shuffle and turn again").click()
    expect(page.locator(".turned .is-last")).to_contain_text("deals")


@pytest.mark.slow
def test_tables_that_are_overdue_fit_the_overview_on_a_phone(browse: Callable[..., Any], organiser: Any) -> None:
    tournament = draw(organiser, 4, table_count=2)
    Seating.objects.update(created_at=timezone.now() - timedelta(minutes=37))
    page = sign_in(browse(PHONE))
    page.goto(f"/desk/{tournament.slug}/")
    expect(main_of(page)).to_contain_text("overdue: called 37 minutes ago")
    assert page.evaluate(WIDER) <= 0


@pytest.mark.looks
@pytest.mark.slow
def test_nothing_chosen_is_lost_without_a_word(browse: Callable[..., Any], organiser: Any) -> None:
    tournament: Any = TournamentFactory(organiser=organiser, slug="cup")
    page = sign_in(browse(PHONE))
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.goto("/desk/cup/rules")
    choose(page, "A match is", "Best of 3")
    with contextlib.suppress(Error):  # the page asks, and is not left
        page.get_by_role("navigation", name="Pages of this tournament's desk").get_by_role("link", name="Teams").click()
    wait_until(page, "() => true")
    assert asked == ["beforeunload"]
    expect(page).to_have_url(re.compile("/rules$"))
    page.get_by_role("button", name="Next: draw").click()
    expect(page).to_have_url(re.compile("/draw$"))
    tournament.refresh_from_db()
    assert (tournament.best_of, asked) == (3, ["beforeunload"])


@pytest.mark.slow
def test_the_first_field_that_is_wrong_is_in_view(browse: Callable[..., Any], organiser: Any) -> None:
    TournamentFactory(organiser=organiser, slug="cup")
    page = sign_in(browse(PHONE))
    page.goto("/desk/cup/policies")
    page.get_by_label("Minutes for a team that is missing").fill("99999")
    page.locator("form[novalidate] button, form button").filter(has_text="Save").last.click()
    expect(page.get_by_text("Not saved yet.")).to_be_attached()
    expect(page.locator("main .errors").first).to_be_in_viewport()
    expect(page.get_by_label("Minutes for a team that is missing")).to_have_value("99999")
