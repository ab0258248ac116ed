"""Where each plays alone: the desk shows everybody who sits at a table, and asks for no partner's name."""

from typing import Any

import pytest

from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.running.test_tables import drawn

UNNAMED = "fewer than two players named"


def test_the_bracket_names_all_four_at_a_table(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, drawn(organiser, 8))
    first = text_of(desk.get("bracket")).partition("Round 1")[2].partition("Round 2")[0]
    assert all(f"Player {number}" in first for number in range(1, 9))


@pytest.mark.parametrize(("details", "asked"), [({"preset": "tunge"}, False), ({"players": 2}, False), ({}, True)])
def test_only_where_partners_play_their_names_are_asked_for(
    organiser: Any, browser_of: Any, details: dict[str, Any], asked: bool
) -> None:
    tournament: Any = TournamentFactory(organiser=organiser, **details)
    TeamFactory(tournament=tournament, name="Asha").players.all().delete()
    desk = Desk(browser_of, tournament)
    assert (UNNAMED in text_of(desk.get("overview"))) is asked
    assert ("no players" in text_of(desk.get("teams"))) is asked
