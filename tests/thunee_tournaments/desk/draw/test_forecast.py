"""How long the qualifier may run, as the organiser asks it before the draw."""

import pytest

from tests.factories import TeamFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.services import acts


def planned(desk: Desk, **parameters: object) -> Desk:
    stages = [{"format": "streak", "parameters": {"wins": 3, "entries": 3, **parameters}}]
    acts.set_plan(actor=desk.tournament.roles.get().user, tournament=desk.tournament, stages=stages)
    return desk


@pytest.fixture
def qualifier(draft: Desk) -> Desk:
    for number in range(9):
        TeamFactory(tournament=draft.tournament, name=f"Walk-in {number}")
    return planned(draft)


def test_the_draw_leads_to_how_long_the_qualifier_may_run(qualifier: Desk) -> None:
    assert qualifier.at("forecast") in qualifier.get("draw").content.decode()
    page = text_of(qualifier.get("forecast"))
    assert "12 teams, 3 wins in a row to go through." in page
    for words in ("Nobody buys in again It runs", "Half of those who lose", "Everybody buys in as often"):
        assert words in page


def test_more_tables_and_shorter_matches_are_told_to_take_less(qualifier: Desk) -> None:
    slow = text_of(qualifier.get("forecast", minutes=60, tables=1))
    quick = text_of(qualifier.get("forecast", minutes=20, tables=6))
    assert "10 h" in slow
    assert "10 h" not in quick
    assert "1 h" in quick


def test_one_entry_of_a_team_is_told_once(qualifier: Desk) -> None:
    page = text_of(planned(qualifier, entries=1).get("forecast"))
    assert "What is likely" in page
    assert "buy in again" not in page


def test_places_that_nobody_is_likely_to_reach_are_told(qualifier: Desk) -> None:
    assert "more than are likely to be taken" not in text_of(planned(qualifier, places=2).get("forecast"))
    page = text_of(planned(qualifier, wins=6, places=8).get("forecast"))
    assert "8 places are more than are likely to be taken." in page


@pytest.mark.parametrize(
    "asked", [{"minutes": "x"}, {"minutes": "0"}, {"tables": "0"}, {"tables": "9999"}, {"minutes": ""}]
)
def test_what_is_no_number_is_told_beside_its_field(qualifier: Desk, asked: dict[str, str]) -> None:
    response = qualifier.get("forecast", **asked)
    assert response.status_code == 422
    assert 'class="errorlist' in response.content.decode() or "errors" in response.content.decode()
    assert "It runs" not in text_of(response)


def test_where_no_qualifier_is_planned_there_is_no_forecast(draft: Desk) -> None:
    assert draft.get("forecast").url == draft.at("draw")


def test_after_the_draw_it_is_still_there(qualifier: Desk) -> None:
    acts.draw_event(actor=qualifier.tournament.roles.get().user, tournament=qualifier.tournament, tables=4)
    assert qualifier.get("forecast").status_code == 200
