"""What a table costs on a phone whose data is dear: its first load, and each hand after that."""

import re
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.middleware.gzip import GZipMiddleware
from playwright.sync_api import expect

from tests.support.browser import wait_until
from tests.support.pages.offline import at_table, kept, tournament
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import Player
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["at_table", "tournament"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ALL_KEPT = """async () =>
    Boolean(await caches.match(JSON.parse(document.getElementById("page-data").textContent).sheet.cards))"""
WHAT_IS_KEPT = """async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map((request) => request.url);
}"""


def weigh(browse: Any, at_table: Any) -> dict[str, int]:
    """What a phone loads on its first visit, with all it keeps for offline, as it is sent."""
    page = browse()
    loaded: set[str] = set()
    page.context.on("request", lambda request: loaded.add(request.url) if request.method == "GET" else None)
    at_table(page)
    wait_until(page, ALL_KEPT)
    page.wait_for_load_state("networkidle")
    loaded |= set(page.evaluate(WHAT_IS_KEPT))  # not every request of a worker is told
    wanted = [url for url in loaded if re.search("/table|/static/", url)]
    weight = {url: int(page.context.request.get(url).headers["content-length"]) for url in wanted}
    names = {re.sub(r"\.[0-9a-f]{12}\.", ".", url.rpartition("/")[2]) for url in weight}
    assert {"hand", "cards", "offline", "table", "phone.css", "cards.js", "lean-qr.js"} <= names
    return weight


@pytest.mark.looks
def test_the_first_load_of_a_table_with_all_it_keeps_for_offline_stays_below_sixty_kilobytes(browse, at_table):
    weight = weigh(browse, at_table)
    assert sum(weight.values()) < 60_000, weight


@pytest.fixture
def in_mid_match(tournament: Tournament) -> None:
    """Fourteen hands on the sheet of the first table, no two of which say the same."""
    organiser = tournament.roles.get(role="organiser").user
    for number, side in enumerate("AABABBBAABABAB"):
        now = game(tournament, 1)
        body = count(side)
        body["tally"]["card_points"] = {"B" if side == "A" else "A": 31 + 5 * number}
        if number % 3 == 0:
            body["tally"]["call"] = 10
        key = acts.WriteKey("desk", uuid.uuid4(), now.sheet.head)
        acts.record_hand(actor=organiser, game=now, body=body, key=key)


@pytest.mark.slow
@pytest.mark.looks
def test_the_first_load_of_a_table_in_mid_match_stays_below_sixty_kilobytes(
    browse, at_table, in_mid_match, monkeypatch
):
    monkeypatch.setattr(GZipMiddleware, "max_random_bytes", 0)  # up to 100 by chance with every page, against BREACH
    weight = weigh(browse, at_table)
    assert sum(weight.values()) < 60_000, weight


@pytest.fixture
def bodies(live_door: Any) -> Iterable[dict[str, list[int]]]:
    """What goes through the server's door: method and address of each request, with the bytes of its body and of the
    answer's, as they are sent. A worker's requests come by here, too. What is not found is not counted: a page that a
    test before has left open may go on asking for its table."""
    seen: dict[str, list[int]] = {}
    site = live_door.site

    def counting(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        statuses: list[str] = []

        def answered(status: str, *more: Any) -> Any:
            statuses.append(status)
            return start_response(status, *more)

        chunks = [*site(environ, answered)]
        if environ["PATH_INFO"].startswith("/table") and not statuses[-1].startswith("404"):
            asked = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
            up, down = seen.get(asked, [0, 0])
            seen[asked] = [up + int(environ.get("CONTENT_LENGTH") or 0), down + sum(map(len, chunks))]
        return chunks

    live_door.site = counting
    yield seen
    live_door.site = site


@pytest.mark.slow
@pytest.mark.looks
def test_a_saved_hand_costs_less_than_two_kilobytes_both_ways(browse, at_table, in_mid_match, bodies):
    """From the table's page to the table's page, with a page of each kind kept."""
    page = kept(at_table(browse()))
    for number in (15, 16):  # with the first the phone learns what it keeps
        page.wait_for_load_state("networkidle")
        bodies.clear()
        page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
        expect(page.get_by_role("heading", name="Enter hand")).to_be_attached()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        for digit in str(number + 40):
            page.locator(f"[data-digit='{digit}']").click()
        page.locator("[data-field=last_trick] label").nth(1).click()
        expect(page.locator("[data-save]")).to_be_visible()
        page.wait_for_timeout(500)  # a button that has just come is not meant
        page.locator("[data-save]").click()
        expect(page.get_by_role("link", name=f"Enter hand {number + 1}", exact=True)).to_be_visible()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    assert "GET /table" in bodies, bodies
    up, down = (sum(sizes[way] for sizes in bodies.values()) for way in (0, 1))
    assert up < 700, bodies
    assert up + down < 2_000, bodies


def open_form(page: Any, number: int) -> None:
    page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
    expect(page.get_by_role("heading", name=f"Enter hand {number}")).to_be_attached()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)


@pytest.mark.slow
def test_the_form_that_is_kept_opens_for_the_next_hand_without_asking_the_server(browse, at_table, tournament, bodies):
    page = kept(at_table(browse()))
    organiser = tournament.roles.get(role="organiser").user
    now = game(tournament, 1)
    key = acts.WriteKey("desk", uuid.uuid4(), now.sheet.head)
    acts.record_hand(actor=organiser, game=now, body=count("B"), key=key)
    page.reload()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    bodies.clear()
    open_form(page, 2)
    assert not [asked for asked in bodies if asked.endswith("/hand")]
    dealer = game(tournament, 1).sheet.ledger["after"]["next_dealer"]
    expect(page.locator(f"[name=trumper][value='{(dealer + 1) % 4}']")).to_be_checked()
    expect(page.locator(".head-score")).to_have_text("0–1")
    expect(page).to_have_url(re.compile("/hand$"))
    page.reload()  # somebody wants it from the server
    expect(page.locator("html[data-ready=yes]:not([data-same])")).to_have_count(1)
    assert [asked for asked in bodies if asked.endswith("/hand")]


@pytest.mark.slow
def test_the_form_that_is_kept_gives_way_when_the_names_have_changed(browse, at_table, tournament):
    page = kept(at_table(browse()))
    Player.objects.update(name="Devi")
    page.reload()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    open_form(page, 1)
    expect(page.locator("[data-field=trumper]")).to_contain_text("Devi")
