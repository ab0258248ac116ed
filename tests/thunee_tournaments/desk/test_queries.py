"""However many teams and tables there are, a page of the desk asks the database a fixed number of questions."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.thunee_tournaments.desk.conftest import Desk
from tests.thunee_tournaments.services.conftest import count, draw, game, match

PAGES = {"overview": 30, "teams": 11, "seeding": 7, "rules": 5, "bracket": 12, "tables": 13, "close": 29}


def measured(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_as_much_for_forty_teams_as_for_four(
    page: str, organiser: Any, browser_of: Client, write: Any
) -> None:
    asked = {}
    for teams, tables in ((4, 2), (40, 16)):
        desk = Desk(browser_of, draw(organiser, teams, table_count=tables))
        ready = [match(desk.tournament, number) for number in range(1, 33 if teams == 40 else 3)]
        for found in [one for one in ready if one.state == "ready"][: tables // 2]:
            write(game(desk.tournament, found.number), {**count("A"), "claimed": {"winner": "B", "balls": 1}})
        desk.get(page)
        asked[teams] = measured(browser_of, desk.at(page))
    assert asked[40] == asked[4]
    assert asked[40] <= PAGES[page]


def test_the_pages_of_a_draft_ask_little(draft: Desk) -> None:
    for page in ("overview", "teams", "seeding", "rules", "draw", "tables"):
        draft.get(page)
        assert measured(draft.client, draft.at(page)) <= 10, page


def test_the_list_of_tournaments_asks_the_same_for_any_number(organiser: Any, browser_of: Client) -> None:
    draw(organiser, 4)
    few = measured(browser_of, reverse("desk:home"))
    for _ in range(3):
        draw(organiser, 2)
    assert measured(browser_of, reverse("desk:home")) == few <= 5


@pytest.mark.parametrize("page", ["match", "seats", "table", "walkover"])
def test_a_page_of_a_match_asks_the_same_for_any_number_of_hands(page: str, playing: Desk, write: Any) -> None:
    first = match(playing.tournament, 1).public_id
    write(game(playing.tournament, 1), count("A"))
    few = measured(playing.client, playing.at(page, first))
    for _ in range(5):
        write(game(playing.tournament, 1), count("B"))
    assert measured(playing.client, playing.at(page, first)) == few <= 18
