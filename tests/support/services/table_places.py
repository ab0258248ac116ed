"""Places in groups, a Swiss or a league, turned round."""

import pytest

from tests.support.services.formats import planned, stage
from tests.support.services.kept_beside import teams_of, turn
from tests.support.services.plates import losers, next_stage
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.match import under_review as reviews
from thunee_tournaments.simulation import invariants

PLATES = [stage("league", feed=losers(round_=1)), stage("groups", groups=1, feed=losers(round_=1))]


def of_plate(tournament, name, order=2):
    """The numbers of the matches of the plate in which this team plays."""
    found = Match.objects.filter(stage__tournament=tournament, stage__order=order).order_by("number")
    return [one.number for one in found if name in teams_of(tournament, one.number)]


def under_review(tournament):
    return [one.number for one in reviews.matches_under_review(tournament)]


def finish(tournament, write, number, side):
    write(game(tournament, number), thunee(side))


@pytest.fixture(params=PLATES, ids=["league", "groups"])
def plate(request, organiser, write):
    """Eight teams; the losers of the first round play all against all. Team 1 is among them by a hand written for the
    wrong side; there it has played one match and begun another; one it has yet to play."""
    tournament = planned(organiser, 8, [stage("knockout"), request.param], changes={"balls_to_win": 4}, table_count=8)
    for number, side in ((1, "B"), (2, "A"), (3, "A"), (4, "A")):
        finish(tournament, write, number, side)
    next_stage(organiser, tournament)
    assert len(of_plate(tournament, "Team 1")) == 3
    while len(left := [one for one in of_plate(tournament, "Team 1") if not match(tournament, one).over]) > 2:
        first = Match.objects.filter(stage__order=2, state="ready").order_by("number").first()
        finish(tournament, write, first.number, "A")
    while match(tournament, left[0]).state != "ready":
        first = Match.objects.filter(stage__order=2, state="ready").order_by("number").first()
        finish(tournament, write, first.number, "A")
    write(game(tournament, left[0]), count("A"))
    tournament.played, tournament.begun, tournament.to_come = of_plate(tournament, "Team 1")
    return tournament


@pytest.fixture
def turned(plate, correct):
    turn(plate, correct, 1, "A")
    invariants.seated_once(plate)
    return plate
