"""Games struck out with their match stand at the desk with how they stood, why, by whom and when."""

from typing import Any

from django.test import Client

from tests.factories import RoleFactory
from tests.support.services.late_results import resolve, turned
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import match

__all__ = ["turned"]


def test_a_struck_game_shows_its_score_reason_referee_time_and_the_way_to_the_decision(
    turned: Any, organiser: Any, browser_of: Client
) -> None:
    decision = resolve(organiser, turned, 3, "match_replayed", error_by="own")
    page = Desk(browser_of, turned).get("match", match(turned, 3).public_id)
    said = text_of(page)
    assert "Game 1 : Team 4 – Team 2 4–1" in said.replace("Game 1:", "Game 1 :")
    assert "Struck out by organiser" in said
    assert "The scorekeeper wrote the wrong side." in said
    assert "Team 4 opens 4 balls" in said
    assert f'/disputes/{decision.dispute.public_id}"' in page.content.decode()


def test_who_only_looks_reads_no_name_and_has_no_way_to_the_decision(turned: Any, organiser: Any) -> None:
    decision = resolve(organiser, turned, 3, "match_replayed", error_by="own")
    client = Client()
    client.force_login(RoleFactory(tournament=turned, role="viewer").user)
    page = Desk(client, turned).get("match", match(turned, 3).public_id)
    assert "Struck out by a referee" in text_of(page)
    assert "organiser" not in text_of(page)
    assert decision.dispute.public_id not in page.content.decode()


def test_a_match_without_struck_games_says_nothing_of_them(turned: Any, organiser: Any, browser_of: Client) -> None:
    assert "Struck out" not in text_of(Desk(browser_of, turned).get("match", match(turned, 3).public_id))
