"""The event shown elsewhere: a table's score over a stream, and the event in a page of another site."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.support.public.event_pages import page, text
from tests.thunee_tournaments.services.conftest import count, draw, game
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def shield(organiser: Any) -> Tournament:
    return draw(organiser, 4, slug="shield", table_count=2)


def test_the_overlay_shows_who_is_called_then_the_score_then_the_result(
    client: Client, shield: Tournament, write: Any, win: Any
) -> None:
    called = text(page(client, "/shield/overlay/1"))
    assert "Team 1 Team 4" in called
    write(game(shield, 1), count("A"))
    playing = page(client, "/shield/overlay/1")
    assert "board" in playing
    assert "Team 1" in text(playing)
    assert "Team 2" not in text(playing)
    win(shield, 1, "B")
    over = page(client, "/shield/overlay/1")
    assert 'class="is-won"' in over


def test_the_overlay_of_a_table_without_a_match_is_empty_and_one_that_is_not_there_is_not_found(
    client: Client, organiser: Any
) -> None:
    draw(organiser, 2, slug="shield", table_count=2)
    assert "overlay-bar" not in page(client, "/shield/overlay/2")
    assert client.get("/shield/overlay/9").status_code == 404
    assert client.get("/shield/overlay/0").status_code == 404


def test_the_overlay_has_no_ground_and_nothing_to_press(client: Client, shield: Tournament) -> None:
    html = page(client, "/shield/overlay/1")
    assert "<header" not in html
    assert "<footer" not in html
    assert "<a " not in html.split("<main")[1]
    assert 'data-live="/shield/live"' in html


def test_the_widget_shows_what_is_played_what_fell_and_who_leads(
    client: Client, shield: Tournament, write: Any, win: Any
) -> None:
    write(game(shield, 2), count("A"))
    win(shield, 1, "A")
    shown = text(page(client, "/shield/widget"))
    for words in ("Now playing", "Latest results", "Standings", "Team 2", "See all of it"):
        assert words in shown
    assert page(client, "/shield/widget").count("<a ") == 2  # past the head, and to the event: nothing else in a frame


def test_the_widget_alone_may_stand_in_a_frame_of_another_site(client: Client, shield: Tournament) -> None:
    widget = client.get("/shield/widget")
    assert "frame-ancestors *" in widget["Content-Security-Policy"]
    assert "X-Frame-Options" not in widget
    for other in ("/shield/", "/shield/overlay/1", "/shield/hall", "/"):
        response = client.get(other)
        assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"
    again = client.get("/shield/widget", headers={"if-none-match": widget["ETag"]})
    assert again.status_code == 304
    assert "X-Frame-Options" not in again


def test_in_a_frame_nothing_can_be_sent(client: Client, shield: Tournament) -> None:
    assert "<form" not in page(client, "/shield/widget")
    assert client.post("/shield/widget").status_code == 405


def test_a_draft_is_shown_nowhere(client: Client, organiser: Any) -> None:
    TournamentFactory(organiser=organiser, slug="draft")
    assert client.get("/draft/widget").status_code == 404
    assert client.get("/draft/overlay/1").status_code == 404


def test_who_has_won_is_told_in_the_widget(client: Client, shield: Tournament, win: Any, organiser: Any) -> None:
    for number in (1, 2, 3):
        win(shield, number, "A")
    acts.close_tournament(actor=organiser, tournament=shield)
    assert "Champion Team 1" in text(page(client, "/shield/widget"))
