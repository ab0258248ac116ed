"""A fund-raiser as five people live it, from the announcement on Monday to the signed cash-up on Saturday night: the
organiser, a captain, whoever keeps the door, the treasurer and a donor, each with a phone or laptop of their own."""

import datetime
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import RoleFactory, UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import choose, follow, main_of, sign_in
from tests.thunee_tournaments.services.conftest import game, thunee, writing
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.pledges import standings_of
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Any]
TEAMS = ("Corner Aces", "Jack Attack", "Trump Street", "Last Trick")
DAYS = datetime.timedelta(days=5)


def announced(desk: Any) -> None:
    """Monday: the organiser makes the event, says what it costs, and announces it; a day that is none is asked back."""
    desk.get_by_role("link", name="New tournament").first.click()
    desk.get_by_label("Name", exact=True).fill("Roof Shield")
    desk.get_by_label("Venue").fill("Temple hall")
    desk.get_by_label(re.compile("^Date")).fill((timezone.localdate() + DAYS).isoformat())
    choose(desk, "Rules to start from", "Fund-raiser")
    desk.get_by_role("button", name="Make the tournament").click()
    expect(desk).to_have_url(re.compile("/desk/roof-shield/$"))
    desk.goto("/desk/roof-shield/money/goal")
    desk.get_by_label(re.compile("^Entry fee of a team")).fill("R400")
    desk.get_by_label(re.compile("^A pledge comes to at most")).fill("1000")
    desk.get_by_role("button", name="Save").click()
    expect(main_of(desk)).to_contain_text("Saved.")
    desk.goto("/desk/roof-shield/announcement")
    choose(desk, "Who reads it", "Everybody, on the first page too")
    desk.get_by_label("Teams can sign themselves up").check()
    desk.get_by_label(re.compile("^Places")).fill("1")
    desk.get_by_role("button", name="Save").click()
    expect(main_of(desk)).to_contain_text("Between 2 and")
    desk.get_by_label(re.compile("^Places")).fill("8")
    desk.get_by_role("button", name="Save").click()
    expect(main_of(desk)).to_contain_text("Saved.")


def signed_up(browse: Open, name: str) -> Any:
    """A captain signs up on a phone; gives the page that only the captain has."""
    captain = browse(PHONE)
    captain.goto("/")
    captain.get_by_role("link", name="Roof Shield").click()
    captain.get_by_role("link", name="Sign up a team").click()
    for field, text in {"name": name, "player_1": "Kim", "player_2": "Ash", "phone": "082 555 0100"}.items():
        captain.locator(f"input[name={field}]").fill(text)
    captain.locator("input[name=agree]").check()
    captain.get_by_role("button", name="Sign up").dblclick()
    expect(captain.get_by_role("status").first).to_contain_text("The organiser has your sign-up")
    return captain


def taken_in(desk: Any) -> None:
    desk.goto("/desk/roof-shield/sign-ups")
    for left in range(len(TEAMS), 0, -1):
        expect(desk.get_by_role("button", name="Take in")).to_have_count(left)
        desk.get_by_role("button", name="Take in").first.click()
    expect(desk.get_by_role("button", name="Take in")).to_have_count(0)


def let_in(door: Any, captains: list[Any]) -> None:
    """Saturday at the door: one team is found on the list, one types the code, wrongly at first; one is missing."""
    door.goto("/desk/roof-shield/door")
    for team in ("Corner Aces", "Trump Street"):
        door.get_by_role("button", name=f"Check in {team}").click()
        expect(door.get_by_role("button", name=f"Here {team}")).to_be_visible()
    code = door.locator(".door-code").inner_text()
    captain = captains[1]
    captain.reload()
    captain.get_by_label("Code at the door").fill("0000" if code != "0000" else "1111")
    captain.get_by_role("button", name="We are here").click()
    expect(captain.get_by_text("This is not the code that hangs at the door.")).to_be_visible()
    captain.get_by_label("Code at the door").fill(code)
    captain.get_by_role("button", name="We are here").dblclick()
    expect(captain.get_by_text("You are checked in.")).to_be_visible()


def received(till: Any, team: str) -> None:
    """An entry fee in cash; the button is tapped twice, and the receipt is one."""
    till.goto("/desk/roof-shield/money")
    till.get_by_label(re.compile("^Amount")).fill("400")
    choose(till, "What for", "Entry fee")
    choose(till, "How", "Cash")
    till.get_by_label("Team", exact=True).select_option(team)
    till.get_by_role("button", name="Write the receipt").dblclick()
    expect(till.locator(".receipts")).to_contain_text(team)


def drawn(desk: Any) -> None:
    """The draw is made without who is missing, and waits; the missing team comes, and gets the bye nobody played."""
    follow(desk, "Draw")
    desk.get_by_role("button", name="Leave them out of the draw").click()
    follow(desk, "Draw")
    desk.get_by_label("Tables in the hall").fill("1")
    desk.get_by_label("Wait until I start the evening").check()
    desk.get_by_role("button", name="Draw", exact=True).dblclick()
    expect(main_of(desk)).to_contain_text("How it was drawn")
    desk.goto("/desk/roof-shield/sign-ups")
    desk.get_by_role("button", name="Take in").click()
    expect(desk).to_have_url(re.compile("/draw/late"))
    desk.get_by_label("Its place").select_option(index=1)
    desk.get_by_label(re.compile("^Why")).fill("Their car broke down.")
    desk.get_by_role("button", name="See what it changes").click()
    expect(main_of(desk)).to_contain_text("What it changes")
    desk.get_by_role("button", name="Give it this place").dblclick()
    expect(desk).to_have_url(re.compile("/desk/roof-shield/bracket"))


def played(organiser: Any, event: Tournament, number: int) -> None:
    """A match by thunee after thunee, to which both sides agree."""
    write, over = writing(organiser), game(event, number)
    while not over.sheet.is_over:
        write(over, thunee("A"))
        over.sheet.refresh_from_db()
    acts.agree_to_game(actor=organiser, game=over, key=acts.WriteKey("desk", uuid.uuid4(), over.sheet.head))


def counted(till: Any, second: Any) -> None:
    """The box is counted, R 20 short at first, and somebody else signs."""
    till.goto("/desk/roof-shield/money/cash")
    till.get_by_role("link", name=re.compile("^Cash up")).first.click()
    till.get_by_label("R 200 ×").fill("8")
    expect(till.locator("[data-difference]")).to_have_text("−R 20")
    till.get_by_label("R 20 ×").fill("1")
    expect(till.locator("[data-counted]")).to_have_text("R 1 620")
    till.get_by_role("button", name="Write the cash-up").dblclick()
    expect(main_of(till)).to_contain_text("R 1 620")
    second.goto(till.url)
    second.get_by_role("button", name="Sign for it").click()
    expect(main_of(second)).to_contain_text("You have signed for this cash-up.")


def test_from_the_announcement_on_monday_to_the_signed_cash_up_on_saturday(
    browse: Open, transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    organiser, treasurer = UserFactory(username="organiser"), UserFactory(username="treasurer")
    desk = sign_in(browse(LAPTOP))
    announced(desk)
    captains = [signed_up(browse, name) for name in TEAMS]
    taken_in(desk)
    event = Tournament.objects.get(slug="roof-shield")
    RoleFactory(tournament=event, role="treasurer", user=treasurer)
    Tournament.objects.update(date=timezone.localdate())  # Saturday

    door = sign_in(browse(PHONE), "treasurer")
    let_in(door, captains)
    drawn(desk)
    for team in TEAMS:
        received(door, team)
    captains[0].reload()
    expect(main_of(captains[0])).to_contain_text("R 400 paid. Thank you.")

    donor = browse(PHONE)
    donor.goto("/roof-shield/pledges")
    donor.get_by_label("For every ball opened").fill("R10")
    donor.get_by_label(re.compile("^At most")).fill("20")
    donor.get_by_label("Your name").fill("Vic Hill")
    donor.get_by_label("Your phone or e-mail").fill("vic@example.org")
    donor.get_by_role("button", name="Pledge", exact=True).dblclick()
    expect(main_of(donor)).to_contain_text("Your pledge counts from now on.")

    desk.goto("/desk/roof-shield/")
    desk.get_by_role("button", name="Start the evening now").click()
    expect(main_of(desk)).not_to_contain_text("Nobody is called")
    for number in (1, 2, 3):
        played(organiser, event, number)
    donor.reload()
    expect(donor.locator(".money-total")).to_have_text("R 20")

    door.goto("/desk/roof-shield/money/pledges")
    door.locator(".receipts a").click()
    door.get_by_role("link", name="Take money for it").click()
    choose(door, "How", "Cash")
    door.get_by_role("button", name="Write the receipt").dblclick()
    expect(main_of(door)).to_contain_text("paid")
    counted(door, desk)

    event.refresh_from_db()
    assert queries.outlook(event).champion is not None
    assert [movement.act for movement in Movement.objects.order_by("seq")] == [*["receipt"] * 5, "count", "signed"]
    assert [standing.open for standing in standings_of(event)] == [0]
    assert [*redraw.check(event), *replay.check(event)] == []
    desk.goto("/desk/roof-shield/close")
    assert_accessible(desk)
    expect(main_of(desk)).not_to_contain_text("has not paid")
