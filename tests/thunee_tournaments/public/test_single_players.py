"""Where each plays alone, the public pages speak of players; a score below nothing has a true minus."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory, UserFactory
from tests.support.services.tables import drawn
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.presentation import points, stages
from thunee_tournaments.presentation.brackets import Side
from thunee_tournaments.presentation.templatetags.games import single_players


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("details", "alone"),
    [
        ({}, False),
        ({"players": 2}, True),
        ({"players": 6}, False),
        ({"preset": "tunge"}, True),
        ({"preset": "400"}, False),
    ],
)
def test_each_plays_alone_at_tunge_and_in_thunee_for_two(details: dict[str, Any], alone: bool) -> None:
    assert single_players(TournamentFactory(**details)) is alone


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "word", "not_said"), [(2, "Players", "Teams"), (4, "Teams", "Players")])
def test_the_pages_speak_of_players_where_each_plays_alone(
    client: Client, players: int, word: str, not_said: str
) -> None:
    draw(UserFactory(username="organiser"), 4, slug="evening", players=players)
    for page in ("", "teams", "standings"):
        words = re.sub(r"<[^>]+>", " ", client.get(f"/evening/{page}").content.decode())
        assert re.search(rf"\b{word}\b", words), page
        assert not re.search(rf"\b{not_said}\b", words), page


@pytest.mark.django_db
def test_whoever_sits_third_or_fourth_reads_where_and_whom_they_play(client: Client) -> None:
    evening = drawn(UserFactory(username="organiser"), 4, rounds=1)
    first = Match.objects.get(stage__tournament=evening)
    for player in first.teams:
        assert player is not None
        page = client.get(f"/{evening.slug}/team/{player.public_id}").content.decode()
        assert "Next" in page
        assert all(str(other) in page.split('id="path"')[1] for other in first.teams), player
        calendar = client.get(f"/{evening.slug}/team/{player.public_id}/calendar.ics").content.decode()
        assert f"match-{first.public_id}" in calendar, player
        assert first.title in calendar.replace("\r\n ", "")


def test_a_score_below_nothing_has_a_true_minus() -> None:
    assert [Side("Umgeni", score=one).shown for one in (-9, 0, 13, "2–1", None)] == ["−9", "0", "13", "2–1", ""]


def test_the_minus_of_a_score_below_nothing_stands_clear_of_the_dash_between_the_two() -> None:
    assert [points.brief({"scores": {"A": a, "B": b}}) for a, b in ((24, 7), (24, -1), (-8, 0))] == [
        "24–7",
        "24\u00a0–\u00a0−1",
        "−8\u00a0–\u00a00",
    ]
    figures: dict[str, int | None] = {"balls_for": -8, "balls_against": 13}
    assert stages.cell(figures, "balls") == "−8\u00a0–\u00a013"
    assert stages.cell(figures, "balls_for") == "−8"
