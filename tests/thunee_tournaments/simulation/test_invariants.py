"""What is said to be broken at the end of an event is broken: every grand final, whoever wins it."""

import pytest

from engine.seats import OTHER_SIDE
from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import stages
from thunee_tournaments.simulation import invariants

pytestmark = [pytest.mark.walks, pytest.mark.slow]


@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("grand_final", ["reset", "single", "none"])
@pytest.mark.parametrize("teams", [2, 3, 5])
def test_an_event_is_whole_however_its_grand_final_is_played_and_whoever_wins_it(organiser, teams, grand_final, side):
    tournament = planned(organiser, teams, [stage("double", grand_final=grand_final)])
    while (one := ready(tournament).first()) is not None:
        give(organiser, tournament, one.number, side)
    assert stages.outlook(tournament).decided
    invariants.at_the_end(tournament)


@pytest.mark.parametrize("grand_final", ["reset", "single", "none"])
def test_a_team_that_was_never_put_out_is_noticed(organiser, grand_final):
    tournament = planned(organiser, 5, [stage("double", grand_final=grand_final)])
    while (one := ready(tournament).first()) is not None:
        give(organiser, tournament, one.number, "B")
    lower = Match.objects.filter(stage__tournament=tournament, round__name__startswith="losers").first()
    wrong = match(tournament, lower.number)
    wrong.won_by = OTHER_SIDE[wrong.won_by]
    wrong.save(update_fields=["won_by"])
    with pytest.raises(invariants.Broken):
        invariants.at_the_end(tournament)


def test_a_play_off_between_two_who_have_met_breaks_nothing(organiser):
    tournament = planned(organiser, 4, [stage("swiss", rounds=1, order=["balls_for"])])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.set_play_off(
        actor=organiser, tournament=tournament, teams=match(tournament, 1).teams, stage=1, reason="They are level."
    )
    give(organiser, tournament, ready(tournament).get().number, "B")
    invariants.at_the_end(tournament)
