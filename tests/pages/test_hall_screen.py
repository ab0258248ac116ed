"""The hall screen in the browser: seen from ten metres, whatever an event and its teams are called."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support.browser import PHONE, wait_until
from tests.support.quick import first
from tests.support.services.tables import drawn, matches, play
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match, winning, writing
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import Player, Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PROJECTOR = (1920, 1080)
OPENED = datetime(2026, 11, 25, 18, 0, tzinfo=UTC)
SIZES = [(1280, 720), (1280, 800), PROJECTOR]
RUNNING = re.compile(r"^\d+:\d\d$")
# What stands out of its place: wider or higher than what holds it (but for the letters of a narrow line), a part of the
# screen outside of it, two that lie on each other.
OVER = """() => {
  const found = [];
  const all = "main, .hall-head, .hall-stage, .hall-side, .hall-announce";
  const inside = (one) => one.checkVisibility() && one.clientWidth && !one.closest(".sr-only");
  const said = (one) => `${one.className || one.tagName} ${one.textContent.trim().slice(0, 30)}`;
  for (const part of document.querySelectorAll(all)) {
    if (!inside(part)) continue;
    const [edge, seen] = [part.getBoundingClientRect(), part.querySelectorAll("*:not(svg *)")];
    if (edge.bottom > innerHeight + 1 || edge.right > innerWidth + 1) found.push(said(part));
    for (const one of [part, ...seen].filter(inside)) {
      const [sign, place] = [parseFloat(getComputedStyle(one).fontSize) / 7, one.getBoundingClientRect()];
      if (one.scrollHeight > one.clientHeight + sign || one.scrollWidth > one.clientWidth + 2) found.push(said(one));
      if (place.bottom > edge.bottom + sign || place.right > edge.right + 2) found.push("outside: " + said(one));
    }
  }
  const apart = (one, other) =>
    one.bottom <= other.top + 1 || other.bottom <= one.top + 1 || one.right <= other.left + 1;
  const [name, cause, clock, tools] = ["h1", ".hall-cause", ".hall-clock", ".hall-tools"]
    .map((one) => document.querySelector(".hall-head " + one).getBoundingClientRect());
  const pairs = [[name, cause], [name, tools], [cause, tools], [tools, clock]];
  if (!pairs.every((pair) => apart(...pair))) found.push("head");
  const code = document.querySelector(".hall-where .qr").getBoundingClientRect();
  if (code.width < 50 || code.bottom > innerHeight || code.right > innerWidth) found.push("the code");
  return found;
}"""


def longest(limit: int, words: str) -> str:
    return (words * limit)[:limit].strip().ljust(limit, "x")


def playing(count_: int, *, name: Callable[[int], str] = "Team {}".format, players: list[str] | None = None) -> Any:
    """An event of so many teams, drawn, with a table for each match of the first round."""
    organiser = UserFactory(username="organiser")
    tournament: Any = TournamentFactory(organiser=organiser, slug="cup", name="Diwali Shield", table_count=count_ // 2)
    teams = [TeamFactory(tournament=tournament, name=name(at + 1), players=players or []) for at in range(count_)]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in teams])
    acts.draw_knockout(actor=organiser, tournament=tournament, lot=LOT)
    return organiser, tournament


def with_longest_texts(teams: int) -> Any:
    organiser, tournament = playing(
        teams,
        name=lambda at: longest(Team._meta.get_field("name").max_length, f"Team {at:02} of the Very Honourable Club "),
        players=[
            longest(Player._meta.get_field("name").max_length - at, "Vijayalakshmi Soobramoney ") for at in (0, 1)
        ],
    )
    named, caused = (
        longest(Tournament._meta.get_field(one).max_length, "The Greater Durban Open ") for one in ("name", "cause")
    )
    acts.update_details(actor=organiser, tournament=tournament, name=named, cause=caused, venue="", date=None)
    return organiser, tournament


def each_scene(page: Any) -> dict[str, list[str]]:
    """What stands out in each of the scenes and their calls, by the scene."""
    found = {}
    for _turn in range(2 * page.locator("[data-scene]").count() + 1):
        shown = page.locator(".hall-scene.is-shown").get_attribute("id")
        found[shown] = found.get(shown, []) + page.evaluate(OVER)
        page.keyboard.press("ArrowRight")
    assert len(found) == page.locator("[data-scene]").count()
    return {scene: over for scene, over in found.items() if over}


def drawn_size(page: Any, selector: str, what: str) -> float:
    return float(page.locator(selector).first.evaluate(f"one => {what}"))


FONT = "parseFloat(getComputedStyle(one).fontSize)"


@pytest.mark.slow
def test_one_match_that_is_left_fills_the_screen(browse: Any, transactional_db: None, assert_accessible: Any) -> None:
    organiser, final = playing(2, name=["", "Umgeni Spades", "Overport Aces"].__getitem__)
    for _hand in range(7):
        writing(organiser)(game(final, 1), count("B"))
    page = browse(PROJECTOR)
    page.goto("/cup/hall")
    expect(page.locator(".hall-scene.is-shown h2")).to_contain_text("Final")
    assert drawn_size(page, ".is-shown .board-name", FONT) >= 96
    assert drawn_size(page, ".is-shown .board-n", FONT) >= 240
    assert drawn_size(page, ".is-shown .balls", "one.getBoundingClientRect().height") >= 320
    assert page.evaluate(OVER) == []
    assert_accessible(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#standings-1")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tables-1")).to_be_visible()  # it comes back after every other


@pytest.mark.slow
def test_the_champion_fills_the_screen_with_players_and_opened_sixes(
    browse: Any, transactional_db: None, assert_accessible: Any
) -> None:
    organiser, final = playing(2, name=["", "Umgeni Spades", "Overport Aces"].__getitem__, players=["Lina", "Ravi"])
    winning(writing(organiser))(final, 1, "B")
    page = browse(PROJECTOR)
    page.goto("/cup/hall")
    champion = page.locator("#champion-1")
    expect(champion).to_contain_text("Overport Aces")
    expect(champion).to_contain_text("Lina · Ravi")
    expect(champion.locator(".balls")).to_be_visible()
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
    assert drawn_size(page, ".hall-winner-name", FONT) >= 180
    assert page.evaluate(OVER) == []
    assert_accessible(page)


@pytest.mark.slow
def test_a_new_call_takes_the_whole_screen_for_eight_seconds(browse: Any, transactional_db: None) -> None:
    organiser, event = playing(4)
    win = winning(writing(organiser))
    win(event, 1, "A")
    page = browse(PROJECTOR)
    page.clock.install(time=OPENED)
    page.goto("/cup/hall")
    page.clock.pause_at(OPENED + timedelta(minutes=1))
    call = page.locator("[data-announce]")
    expect(call).to_be_hidden()  # who was called before the page was opened is no news
    win(event, 2, "B")
    turn_until(page, call.is_visible)
    expect(call.locator("li")).to_have_count(1)
    expect(call).to_contain_text("Team 1")
    box = call.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, *PROJECTOR)
    assert drawn_size(page, ".hall-announce .hall-names > span", FONT) >= 96
    assert page.evaluate(OVER) == []
    page.clock.run_for(6_500)
    expect(call).to_be_visible()
    page.clock.run_for(2_000)
    expect(call).to_be_hidden()
    expect(page.locator(".hall-side")).to_contain_text("Team 1")  # and stands at the side until they play
    page.clock.run_for(60_000)
    expect(call).to_be_hidden()


@pytest.mark.slow
def test_without_calls_the_side_is_a_strip_with_the_code(browse: Any, transactional_db: None) -> None:
    organiser, event = playing(4)
    page = browse(PROJECTOR)
    page.goto("/cup/hall")
    width = "one.getBoundingClientRect().width / innerWidth"
    assert drawn_size(page, ".hall-side", width) > 0.25
    for number in (1, 2):
        writing(organiser)(game(event, number), count("A"))
    page.reload()
    assert drawn_size(page, ".hall-side", width) < 0.15
    assert page.evaluate(OVER) == []


def turn_until(page: Any, awaited: Callable[[], Any]) -> None:
    """Turn the page's clock on, second by second, until what it asked the server for has come."""
    for _second in range(60):
        page.clock.run_for(1_000)
        page.wait_for_timeout(100)
        if awaited():
            return
    pytest.fail("it never came")


# What a device would have played: the tones of the oscillators that were started.
HEARD = """() => {
  window.heard = [];
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { heard.push(this.frequency.value); begin.apply(this, when); };
}"""


@pytest.mark.slow
@pytest.mark.parametrize("by", ["the clock, while a hand is entered", "the desk"])
def test_the_bell_sounds_in_the_hall_and_on_the_phone_of_a_table_that_switched_it_on(
    browse: Any, transactional_db: None, time_machine: Any, assert_accessible: Any, by: str
) -> None:
    organiser = UserFactory(username="organiser")
    event = draw(organiser, 4, slug="cup")
    round_ = match(event, 1).round
    token = acts.issue_table_link(actor=organiser, table=event.tables.get(number=1)).token
    acts.set_timer(actor=organiser, round=round_, minutes=30)
    acts.start_timer(actor=organiser, round=round_)
    hall, silent, phone = browse(PROJECTOR), browse(PROJECTOR), browse(PHONE)
    for page in (hall, silent, phone):
        page.add_init_script(f"({HEARD})()")
        page.clock.install()
    for page in (hall, silent):
        page.goto("/cup/hall")
        expect(page.locator("[data-left]")).to_have_text(RUNNING)
    phone.goto(f"/t/{token}")
    phone.get_by_role("button", name="Open table 1").click()
    expect(phone.locator("[data-left]")).to_have_text(RUNNING)
    for page in (hall, phone):
        page.get_by_role("button", name="Sound off").click()
        expect(page.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "true")
        turn_until(page, partial(page.evaluate, "heard.length"))  # so that the room hears what was switched on
        page.evaluate("heard.length = 0")
        assert_accessible(page)
    if by.endswith("entered"):
        phone.get_by_role("link", name="Enter hand").click()
        expect(phone.locator(".head-clock [data-left]")).to_have_text(RUNNING)
        phone.locator("[data-digit='1']").click()  # a tap on the page wakes its sound
    if by == "the desk":
        acts.ring_bell(actor=organiser, round=round_)
        with phone.expect_navigation():
            phone.evaluate("location.reload()")
        turn_until(hall, hall.locator(".round-clock.is-rung").is_visible)
    else:
        time_machine.move_to(timezone.now() + timedelta(minutes=30, seconds=1))
        for page in (hall, silent, phone):
            for _minute in range(30):  # one by one, so that the server's time is heard in between
                page.clock.run_for(60_000)
    for page in (hall, phone):
        page.clock.run_for(2_000)
        wait_until(page, "() => heard.includes(784)")
    assert silent.evaluate("heard") == []
    hall.reload()
    hall.clock.run_for(5_000)
    assert hall.evaluate("heard") == []  # once for a bell
    expect(hall.get_by_role("button", name=re.compile("Sound on|Tap for sound"))).to_have_attribute(
        "aria-pressed", "true"
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", first(SIZES))
def test_nothing_stands_out_of_its_place_with_the_longest_texts(browse: Any, transactional_db: None, size: Any) -> None:
    organiser, event = with_longest_texts(16)
    write = writing(organiser)
    page = browse(size, reduced_motion="reduce")
    found: dict[str, Any] = {}

    def look(when: str) -> None:
        page.goto("/cup/hall")
        found.update({f"{when}: {scene}": over for scene, over in each_scene(page).items()})

    look("all are called")
    for number in range(1, 6):
        write(game(event, number), count("A"))
    acts.set_timer(actor=organiser, round=match(event, 1).round, minutes=40)
    acts.start_timer(actor=organiser, round=match(event, 1).round)
    acts.start_no_show(actor=organiser, match=match(event, 7), side="A")
    look("a clock, and one is missing")
    for number in range(1, 15):
        winning(write)(event, number, "A")
    write(game(event, 15), count("A"))
    look("the final")
    winning(write)(event, 15, "B")
    look("the champion")
    assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_four_single_players_share_a_row_in_points(
    browse: Any, transactional_db: None, assert_accessible: Any, theme: str, language: str
) -> None:
    organiser = UserFactory(username="organiser")
    event = drawn(organiser, 12, rounds=1)
    page = browse(SIZES[0], color_scheme=theme, reduced_motion="reduce")
    page.goto("/")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    for played in range(3):
        page.goto(f"/{event.slug}/hall")
        assert page.locator("html").get_attribute("lang") == language
        assert each_scene(page) == {}
        assert_accessible(page)
        play(organiser, matches(event)[played], hands=1)
    expect(page.locator("#tables-1 .points-one")).to_have_count(8)


@pytest.mark.slow
def test_without_javascript_the_hall_scrolls_and_loads_itself_anew(browse: Any, transactional_db: None) -> None:
    organiser, event = playing(8)
    writing(organiser)(game(event, 1), count("A"))
    page = browse(SIZES[0], java_script_enabled=False)
    page.goto("/cup/hall")
    assert page.locator("meta[http-equiv=refresh]").count() == 1
    for scene in page.locator("[data-scene]").all():
        expect(scene).to_be_visible()
    expect(page.locator("[data-sound]")).to_be_hidden()
