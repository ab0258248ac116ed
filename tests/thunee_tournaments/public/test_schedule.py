"""The schedule of a large event: the next matches and the latest, and how many more there are."""

from typing import Any

from django.test import Client

from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.public import schedule
from thunee_tournaments.services import acts


def test_it_shows_the_next_and_the_latest_and_says_how_many_more_there_are(
    client: Client, organiser: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(schedule, "SHOWN", 2)
    tournament = draw(organiser, 16, slug="shield", table_count=1)
    for number in (1, 2, 3):
        one = Match.objects.get(stage__tournament=tournament, number=number)
        acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    text = text_of(client.get("/shield/schedule"))
    assert "9 more matches are in the bracket" in text  # one of fifteen is at the table, three are over
    assert "1 more match is in the bracket" in text
    played = text.partition("Played")[2]
    assert [number for number in range(1, 5) if f"Match {number} " in played] == [2, 3]


def test_of_a_small_event_nothing_is_left_out(client: Client, organiser: Any) -> None:
    draw(organiser, 16, slug="shield")
    assert "in the bracket" not in text_of(client.get("/shield/schedule"))
