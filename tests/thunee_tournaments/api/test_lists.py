"""Lists of the API by pages: read to their end without a gap or a double, whatever changes meanwhile."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import MatchFactory, RoundFactory, RunningTournamentFactory, StageFactory, TeamFactory
from tests.thunee_tournaments.api.asking import assert_problem, get
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def long(db: None) -> Tournament:
    tournament = RunningTournamentFactory(slug="long")
    for number in range(1, 8):
        TeamFactory(tournament=tournament, name=f"Team {number}", players=())
    return tournament


def names(page: Any) -> list[str]:
    return [team["name"].removeprefix("Team ") for team in page["results"]]


def test_a_long_list_comes_in_pages_that_name_their_neighbours(client: Client, long: Tournament) -> None:
    first = get(client, "tournaments/long/teams/?limit=3")
    assert (names(first), first["count"], first["limit"], first["previous"]) == ([*"123"], 7, 3, None)
    second = client.get(first["next"]).json()
    assert (names(second), second["count"], second["limit"]) == ([*"456"], 7, 3)
    last = client.get(second["next"]).json()
    assert (names(last), last["next"]) == (["7"], None)
    assert client.get(last["previous"]).json()["results"] == second["results"]
    again = client.get(second["previous"]).json()
    assert (again["results"], again["previous"]) == (first["results"], None)


def test_what_comes_and_goes_while_a_list_is_read_moves_nothing_twice_or_away(client: Client, long: Tournament) -> None:
    first = get(client, "tournaments/long/teams/?limit=3")
    TeamFactory(tournament=long, name="Team 0", players=())
    TeamFactory(tournament=long, name="Team 3a", players=())
    long.teams.filter(name__in=["Team 1", "Team 3", "Team 5"]).delete()
    second = client.get(first["next"]).json()
    assert names(second) == ["3a", "4", "6"]
    assert names(client.get(second["next"]).json()) == ["7"]


@pytest.mark.parametrize("listed", ["matches/", ""])
def test_every_list_is_read_to_its_end_page_by_page(client: Client, organiser: Any, listed: str) -> None:
    """Matches of two stages have the same numbers; tournaments may be as old as each other."""
    event = draw(organiser, 4, slug="two-stages")
    second = RoundFactory(stage=StageFactory(tournament=event, order=2, drawn_at=timezone.now()))
    for number in (1, 2, 3):
        MatchFactory(round=second, number=number)
    for number in range(5):
        RunningTournamentFactory(slug=f"other-{number}")
    Tournament.objects.update(created_at=event.created_at)
    where = f"/api/v1/tournaments/{event.slug + '/' + listed if listed else ''}"
    whole = client.get(f"{where}?limit=200").json()
    assert len(whole["results"]) == whole["count"] > 4
    for limit in (1, 2, 3):
        page, read = client.get(f"{where}?limit={limit}").json(), []
        while True:
            read += page["results"]
            if page["next"] is None:
                break
            page = client.get(page["next"]).json()
        assert read == whole["results"]


@pytest.mark.parametrize("limit", ["0", "201", "x", "-1", "٣", "9" * 40])
def test_a_limit_that_cannot_be_is_refused_by_name(client: Client, event: Tournament, limit: str) -> None:
    errors = assert_problem(client.get("/api/v1/tournaments/shield/teams/", {"limit": limit}), 400, "bad_query")
    assert [error["path"] for error in errors] == ["limit"]


@pytest.mark.parametrize("cursor", ["", "2", "cD0x", "%00", "\ud800", "a:b", "W10:" + "x" * 43, "9" * 2000])
def test_a_cursor_that_no_list_gave_is_refused_by_name(client: Client, event: Tournament, cursor: str) -> None:
    query = urlencode({"cursor": cursor}, errors="surrogatepass")
    errors = assert_problem(client.get(f"/api/v1/tournaments/shield/teams/?{query}"), 404, "not_found")
    assert [error["path"] for error in errors] == ["cursor"]


def test_a_cursor_is_good_for_its_own_list_only(client: Client, long: Tournament) -> None:
    query = get(client, "tournaments/long/teams/?limit=3")["next"].partition("?")[2]
    assert client.get(f"/api/v1/tournaments/long/teams/?{query}").status_code == 200
    for other in ("tournaments/", "tournaments/long/matches/"):
        assert_problem(client.get(f"/api/v1/{other}?{query}"), 404, "not_found")
