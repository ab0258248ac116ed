"""Where each plays alone: the desk shows everybody who sits at a table, and asks for no partner's name."""

from typing import Any

import pytest

from tests.factories import TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.support.services.tables import drawn, entered, play
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.scoring.conftest import Phone
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import Player

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


@pytest.mark.slow
def test_the_table_of_the_best_four_is_called_the_final_table(organiser: Any, browser_of: Any) -> None:
    tournament = entered(organiser, 8)
    acts.set_plan(actor=organiser, tournament=tournament, stages=READY["tables-final"])
    desk = Desk(browser_of, tournament)
    assert "Final table: 4 teams" in text_of(desk.get("draw"))
    acts.draw_event(actor=organiser, tournament=tournament)
    while (one := Match.objects.filter(stage__tournament=tournament, state="ready").first()) is not None:
        play(organiser, one, hands=4)
    assert "Next: final table" in text_of(desk.get("bracket"))
    acts.start_next_stage(actor=organiser, tournament=tournament)
    assert "Final table" in text_of(desk.get("overview"))
    assert "Final table" in text_of(browser_of.get(f"/{tournament.slug}/schedule"))
    assert "Round 3" in text_of(browser_of.get(f"/{tournament.slug}/schedule"))


def test_a_seat_says_the_name_of_a_single_player_once(organiser: Any) -> None:
    tournament = entered(organiser, 4)
    Player.objects.all().delete()  # entered by the name alone
    acts.draw_event(actor=organiser, tournament=tournament)
    table = tournament.tables.get(number=1)
    phone = Phone(acts.issue_table_link(actor=organiser, table=table).token).let_in()
    page = phone.table()
    assert page.count('class="seat-name">Player') == 4
    assert "seat-team" not in page
