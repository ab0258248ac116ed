"""An event driven in the browser: made at the desk by an organiser, played at the tables by phones."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.support.browser import PHONE
from tests.support.pages.organiser import choose, follow, main_of
from thunee_tournaments.tables.models import Seating


def make_event(
    desk: Any, name: str, teams: list[str], *, signing: bool = False, plan: Callable[[Any], None] | None = None
) -> None:
    """From an empty desk to the draw: games to four balls, seeds by lot. `plan` chooses the formats on their page."""
    desk.get_by_role("link", name="New tournament").first.click()
    desk.get_by_label("Name", exact=True).fill(name)
    desk.get_by_role("button", name="Make the tournament").click()
    desk.get_by_role("link", name="Paste a list").first.click()
    desk.get_by_label("One team on each line").fill("\n".join(f"{team}: {team} one, {team} two" for team in teams))
    desk.get_by_role("button", name="See what is understood").click()
    desk.get_by_role("button", name=f"Enter these {len(teams)} teams").click()
    follow(desk, "Seeding")
    desk.get_by_role("button", name="Draw the lot for all teams").click()
    follow(desk, "Rules")
    desk.get_by_role("heading", name="The game of balls").click()
    desk.get_by_label("Balls to win a game").fill("4")
    desk.get_by_role("button", name="Save the rules").click()
    expect(main_of(desk)).to_contain_text("Saved")
    desk.get_by_role("button", name="How it is run").click()
    choose(desk, "When does a game count?", "another for every match" if signing else "nobody signs")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(main_of(desk)).to_contain_text("Everybody can read it")
    follow(desk, "Draw")
    if plan is not None:
        desk.get_by_role("link", name="Change the formats").click()
        plan(desk)
        desk.get_by_role("button", name="Save", exact=True).click()
        expect(main_of(desk)).to_contain_text("The formats are saved.")
    desk.get_by_label("Tables in the hall").fill(str(max(1, len(teams) // 2)))
    desk.get_by_role("button", name="Draw", exact=True).click()
    expect(main_of(desk)).to_contain_text("The draw is made.")


def phones_of(desk: Any, browse: Callable[..., Any]) -> list[Any]:
    """A phone at each table, let in by its link."""
    follow(desk, "Tables")
    desk.get_by_role("button", name="Make and show all links").click()
    desk.wait_for_load_state()  # all of them are there
    links = [card.get_by_role("link").get_attribute("href") for card in desk.locator(".link-card").all()]
    phones = []
    for link in links:
        phone = browse(PHONE)
        phone.goto("/t/" + str(link).rsplit("/", 1)[1])
        phone.get_by_role("button", name=re.compile("^Open table")).click()
        expect(phone).to_have_url(re.compile("/table$"))
        phones.append(phone)
    return phones


def four_ball(phone: Any, seat: int) -> bool:
    """Somebody is caught at a table: four balls, and the game is over; False when nothing is played there."""
    phone.goto("/table")
    enter = phone.get_by_role("link", name="Enter hand")
    if not enter.count():
        return False
    enter.first.click()
    choose(phone, "What happened?", "Caught")
    phone.locator(f"[name=four_ball][value='{seat}']").check(force=True)
    phone.get_by_role("button", name="Check").click()
    expect(phone.get_by_role("heading", name="opens 4 balls")).to_be_visible()
    phone.get_by_role("button", name="Save").click()
    expect(phone).to_have_url(re.compile("/table$"))  # it says so a moment before it goes there
    expect(phone.get_by_role("status").first).to_contain_text("Saved.")
    return True


def called(phones: list[Any]) -> list[tuple[Any, int]]:
    """The phones of the tables to which a match is called now, each with the seat that is caught there."""
    numbers = Seating.objects.filter(ended_at=None).order_by("table__number").values_list("table__number", flat=True)
    return [(phones[number - 1], (number - 1) % 4) for number in numbers]


def play_all(phones: list[Any]) -> int:
    """Every match that is called to a table, until nothing is called any more; how many were played."""
    played = 0
    while there := sum(four_ball(phone, seat) for phone, seat in called(phones)):
        played += there
    return played


def close_event(desk: Any, slug: str) -> None:
    desk.goto(f"/desk/{slug}/close")
    desk.get_by_role("button", name=re.compile("^Close")).click()
