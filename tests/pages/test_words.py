"""On the narrowest phones names break between their words, not within: read in every page that shows names."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support import pseudo
from tests.support.browser import PHONE
from tests.support.pages.organiser import sign_in
from tests.thunee_tournaments.services.conftest import LOT, count, game, match, winning, writing
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NAMES = [
    ("Pietermaritzburg Jacks", "Govender Ramsamy", "Thiruvengadam Pillay"),
    ("Chatsworth Cutters", "Krishnamurthi Naidoo", "Vijayalakshmi Reddy"),
    ("Umgeni Spades", "Govender", "Maharaj"),
    ("Isipingo Trumpeters", "Soobramoney Chetty", "Padayachee"),
    ("Reservoir Hills Partners of Westville", "Moodley", "Subramanian"),
    ("Nines", "Ravi", "Sam"),
    ("Merebank Royals", "Gangaram Singh", "Ramnarain"),
    ("Overport Aces", "Lina", "Premchand"),
]
# The words of a page that stand in more than one line, if they are no longer than a name is (in letters).
BROKEN = """(most) => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const place = node.parentElement;
    if (!place.checkVisibility() || place.closest("svg, script, style, .sr-only, code, a[href^='http']")) continue;
    if (node.parentElement.getBoundingClientRect().width < 8) continue; // only read out
    for (const word of node.textContent.matchAll(/[\\p{Script=Latin}’']{2,}/gu)) {
      if (word[0].length > most) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((one) => one.width > 0);
      const lines = new Set(parts.map((one) => Math.round(one.top)));
      if (lines.size > 1) found.add(word[0]);
    }
  }
  return [...found];
}"""
# Texts that begin on the left although the page is read from the right.
LEANING = """() => [...document.querySelectorAll("main p, main h1, main h2, main li, main th, main legend, main label")]
  .filter((one) => one.checkVisibility() && ["left"].includes(getComputedStyle(one).textAlign))
  .map((one) => `${one.tagName} ${one.className} leans to the left`)"""
OUT_OF_SEAT = """() => [...document.querySelectorAll(".seat, .team-rows span")]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.textContent.trim().split("\\n")[0]} runs out of its place`)"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    organiser = UserFactory(username="organiser")
    tournament: Any = TournamentFactory(organiser=organiser, slug="cup", name="Diwali Shield", table_count=2)
    teams = [TeamFactory(tournament=tournament, name=name, players=players) for name, *players in NAMES]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in teams])
    acts.draw_knockout(actor=organiser, tournament=tournament, lot=LOT)
    write = writing(organiser)
    winning(write)(tournament, 1, "A")
    write(game(tournament, 2), count("A"))
    return tournament


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_name_is_broken_within_a_word_on_a_narrow_phone(
    browse: Callable[..., Any], event: Tournament, language: str
) -> None:
    found = walk(browse, event, language, lambda page: [*page.evaluate(BROKEN, 16), *wider(page)])
    assert not found, "\n".join(f"{name}: {words}" for name, words in found.items())


@pytest.fixture
def nobodys(settings: Any, tmp_path: Path) -> Iterator[str]:
    pseudo.speak(settings, tmp_path)
    yield pseudo.CODE
    pseudo.fall_silent(tmp_path)


def test_a_language_with_longer_texts_from_right_to_left_fits_a_phone(
    browse: Callable[..., Any], event: Tournament, nobodys: str
) -> None:
    """Whoever adds Tamil or Urdu finds no page that is too narrow for it, or that leans to the wrong side."""
    found = walk(browse, event, nobodys, lambda page: [*wider(page), *page.evaluate(LEANING)])
    assert not found, "\n".join(f"{name}: {words}" for name, words in found.items())


def wider(page: Any) -> list[str]:
    more = page.evaluate(WIDER)
    return [*([f"{more} px wider than the phone"] if more > 0 else []), *page.evaluate(OUT_OF_SEAT)]


def walk(
    browse: Callable[..., Any], event: Tournament, language: str, look: Callable[[Any], list[str]]
) -> dict[str, list[str]]:
    """What is found on every page of an event, its desk and a table, by address."""
    organiser = event.roles.get(role="organiser").user
    page = sign_in(browse(PHONE))
    first, second = match(event, 1), match(event, 2)
    pages = ["", "bracket", "standings", "teams", "schedule", "hall", "prizes", "rules"]
    pages += [f"m/{first.public_id}", f"m/{second.public_id}"]
    pages += [f"team/{team.public_id}" for team in event.teams.all()]
    desk = ["", "teams", "bracket", "tables", "people", f"m/{second.public_id}", f"m/{second.public_id}/seats"]
    token = acts.issue_table_link(actor=organiser, table=event.tables.get(number=2)).token
    chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.evaluate("origin")}
    page.context.add_cookies([chosen])
    found: dict[str, list[str]] = {}

    def read(name: str) -> None:
        assert page.locator("html").get_attribute("lang") == language
        if seen := look(page):
            found[name] = seen

    for address in [*(f"/cup/{one}" for one in pages), *(f"/desk/cup/{one}" for one in desk)]:
        page.goto(address)
        read(address)
    page.goto(f"/t/{token}")
    page.locator("form button").first.click()
    page.wait_for_url("**/table")
    read("/table")
    page.locator("[data-enter]").click()
    page.locator("[name=points]").wait_for()
    for fold in page.locator("#hand details").all():
        fold.evaluate("one => { one.open = true; }")
    read("/table/hand")
    return found


CAUSE = (
    "In aid of the Sri Siva Soobramaniar Temple roof fund, the feeding scheme of Chatsworth and the youth bursaries of "
    "the year"
)
HALL = "The Annual Greater Durban Thunee Championship of Clubs and Temples"
# What is cut off: whatever is wider or higher than its place, and a code that is not whole on the screen.
CLIPPED = """() => {
  const found = [];
  for (const one of document.querySelectorAll(".hall-side, .hall-head, .hall-stage, .hall-names > span, .board-name"))
    if (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2)
      found.push(one.className || one.textContent);
  const code = document.querySelector(".hall-where .qr")?.getBoundingClientRect();
  const side = document.querySelector(".hall-side").getBoundingClientRect();
  const whole = code?.width && code.bottom <= Math.min(side.bottom, innerHeight) && code.right <= innerWidth;
  if (!whole) found.push("the code");
  return found;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 768)])
@pytest.mark.parametrize("clocks", [0, 1, 2])
def test_nothing_is_cut_off_in_the_hall(browse: Callable[..., Any], event: Tournament, size: Any, clocks: int) -> None:
    organiser = event.roles.get(role="organiser").user
    acts.update_details(actor=organiser, tournament=event, name=HALL, cause=CAUSE, venue="", date=None)
    acts.set_table_count(actor=organiser, tournament=event, count=6)
    if clocks:
        acts.set_timer(actor=organiser, round=match(event, 2).round, minutes=40)
        acts.start_timer(actor=organiser, round=match(event, 2).round)
    if clocks > 1:
        acts.start_no_show(actor=organiser, match=match(event, 3), side="A")
    page = browse(size)
    page.goto("/cup/hall")
    page.locator(".hall-calls").first.wait_for()
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(BROKEN, 16) == []
    assert page.evaluate("document.querySelector('.hall-head').offsetHeight / innerHeight") < 0.2


@pytest.mark.parametrize(
    "name", ["Cup", "Diwali Shield of the Temples of Durban and Chatsworth", f"{HALL} {HALL}"[:100]]
)
def test_a_printed_card_shows_its_code_whole_whatever_the_event_is_called(
    browse: Callable[..., Any], event: Tournament, name: str
) -> None:
    organiser = event.roles.get(role="organiser").user
    acts.update_details(actor=organiser, tournament=event, name=name, cause="", venue="", date=None)
    page = sign_in(browse((1280, 800)))
    page.goto("/desk/cup/tables")
    page.get_by_role("button", name="Make and show all links").click()
    page.locator(".link-card").first.wait_for()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 690, "height": 1010})
    over = """() => [...document.querySelectorAll(".link-card")].flatMap((card) => {
      const code = card.querySelector("svg.qr").getBoundingClientRect();
      const others = [...card.querySelectorAll("p, h2")].map((one) => one.getBoundingClientRect());
      const inside = card.getBoundingClientRect();
      const hit = others.some((one) => one.bottom > code.top + 1 && one.top < code.bottom - 1);
      const out = [code, ...others].some((one) => one.bottom > inside.bottom);
      return hit || out ? [card.textContent] : [];
    })"""
    assert page.evaluate(over) == []
