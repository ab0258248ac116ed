"""Hands to take away as text: what the public pages show, as a file."""

from typing import Any

import pytest
from django.test import Client

from engine import notation
from tests.thunee_tournaments.services.conftest import count, draw, game, match, organiser, thunee, write

__all__ = ["organiser", "write"]


@pytest.fixture
def played(organiser: Any, write: Any) -> Any:
    tournament = draw(organiser, 4, slug="shield", name="<b>Shield</b>")
    write(game(tournament, 1), {**thunee("A"), "note": "for the desk alone"})
    write(game(tournament, 2), count("B"))
    return tournament


def test_the_hands_of_a_match_are_a_file_of_notation(client: Client, played: Any) -> None:
    response = client.get(f"/shield/m/{match(played, 1).public_id}.thn")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="shield-match-1.thn"'
    (hand,) = notation.read(response.content.decode())
    assert hand.record["tally"]["declared"]["kind"] == "thunee"
    assert (hand.about["Match"], hand.about["MatchGame"], hand.about["Hand"]) == (1, 1, 1)
    assert hand.about["Teams"] == ["Team 1", "Team 4"]
    assert "desk alone" not in response.content.decode()


def test_the_hands_of_a_tournament_are_a_file_too(client: Client, played: Any) -> None:
    response = client.get("/shield/hands.thn")
    assert len(notation.read(response.content.decode())) == 2
    assert client.get("/shield/hands.thn", HTTP_IF_NONE_MATCH=response["ETag"]).status_code == 304


def test_a_file_is_no_page_however_it_is_asked_for(client: Client, played: Any) -> None:
    assert client.get("/shield/hands.thn?fragment=1")["Content-Type"].startswith("text/plain")


def test_the_pages_lead_to_the_files(client: Client, played: Any) -> None:
    address = f"/shield/m/{match(played, 1).public_id}"
    assert f'href="{address}.thn"' in client.get(address).content.decode()


def test_a_match_nobody_knows_has_no_file(client: Client, played: Any) -> None:
    assert client.get("/shield/m/nothing.thn").status_code == 404
