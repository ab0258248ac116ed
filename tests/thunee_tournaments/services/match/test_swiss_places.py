"""A late result in front of a Swiss that has begun: the wrong team leaves its place there, or keeps it."""

import pytest

from tests.support.services.drawing import refused
from tests.support.services.formats import planned, ready, sound, stage
from tests.support.services.kept_beside import teams_of, turn
from tests.support.services.late_results import resolve
from tests.support.services.plates import names, next_stage
from tests.support.services.table_places import finish, of_plate, under_review
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.simulation import invariants
from thunee_tournaments.standings import snapshots

pytestmark = [pytest.mark.walks, pytest.mark.slow]


def firsts(organiser, write, groups):
    """The first of each group of two goes on to three Swiss rounds; Team 1 by a hand written for the wrong side."""
    plan = [stage("groups", groups=groups), stage("swiss", rounds=3, feed={"take": "ranks", "last": 1})]
    tournament = planned(organiser, 2 * groups, plan, changes={"balls_to_win": 4}, table_count=groups)
    for one in list(ready(tournament)):
        finish(tournament, write, one.number, "A" if one.team("A").name < one.team("B").name else "B")
    next_stage(organiser, tournament)
    tournament.wrong = next(n for n in range(1, groups + 1) if "Team 1" in teams_of(tournament, n))
    (tournament.due,) = teams_of(tournament, tournament.wrong) - {"Team 1"}
    return tournament


@pytest.fixture
def swiss(organiser, write):
    """Four teams in it: Team 1 has won the first round; the second is paired and the other match of it has begun."""
    tournament = firsts(organiser, write, 4)
    for one in list(ready(tournament)):
        finish(tournament, write, one.number, "A" if one.team("A").name == "Team 1" else "B")
    acts.pair_round(actor=organiser, tournament=tournament)
    tournament.played, tournament.to_come = of_plate(tournament, "Team 1")
    return tournament


@pytest.fixture
def turned(swiss, correct):
    turn_first(swiss, correct)
    return swiss


def turn_first(tournament, correct):
    """Team 1 has lost its group after all."""
    turn(tournament, correct, tournament.wrong, "B" if match(tournament, tournament.wrong).winning_side == "A" else "A")
    invariants.seated_once(tournament)


def test_a_round_that_was_played_comes_under_review_and_the_next_one_takes_the_team_that_is_due(turned):
    assert under_review(turned) == [turned.played]
    assert "Team 1" in teams_of(turned, turned.played)
    assert of_plate(turned, turned.due) == [turned.to_come]
    sound(turned)


def test_whom_it_played_counts_as_it_did_until_that_is_decided(swiss, correct):
    """Sonneborn-Berger and Buchholz of an opponent do not fall for want of a decision."""

    def figures(name):
        rows = snapshots.read(swiss).data["stages"][-1]["tables"][0]["rows"]
        return next(row["values"]["buchholz"] for row in rows if row["name"] == name)

    (opponent,) = teams_of(swiss, swiss.played) - {"Team 1"}
    before = figures(opponent)
    turn_first(swiss, correct)
    assert (before, figures(opponent)) == (2, 2)


def test_the_next_round_waits_for_the_referee(swiss, organiser, write, correct):
    for one in list(ready(swiss)):
        finish(swiss, write, one.number, "A")
    turn_first(swiss, correct)
    assert under_review(swiss) == [swiss.played, swiss.to_come]
    assert refused(acts.pair_round, actor=organiser, tournament=swiss) == "under_review"
    resolve(organiser, swiss, swiss.played, "match_kept")
    acts.pair_round(actor=organiser, tournament=swiss)
    assert "Team 1" in {name for one in ready(swiss) for name in teams_of(swiss, one.number)}
    sound(swiss)


def test_a_team_that_is_kept_in_one_round_keeps_its_place_in_all_of_them(turned, organiser):
    resolve(organiser, turned, turned.played, "match_kept")
    assert under_review(turned) == []
    assert of_plate(turned, "Team 1") == [turned.played, turned.to_come]
    assert turned.due not in names(turned, 2)
    sound(turned)


def test_played_anew_the_round_is_played_by_the_team_that_is_due_and_the_event_comes_to_its_end(
    turned, organiser, write
):
    resolve(organiser, turned, turned.played, "match_replayed", error_by="own")
    again = match(turned, turned.played)
    assert (again.state, again.winner, turned.due in teams_of(turned, turned.played)) == ("ready", None, True)
    for one in list(ready(turned)):
        finish(turned, write, one.number, "A")
    acts.pair_round(actor=organiser, tournament=turned)
    for one in list(ready(turned)):
        finish(turned, write, one.number, "A")
    met = [frozenset(teams_of(turned, one.number)) for one in Match.objects.filter(stage__order=2)]
    assert len(set(met)) == len(met) == 6
    rows = {row["name"] for row in snapshots.read(turned).data["stages"][-1]["tables"][0]["rows"]}
    assert (turned.due in rows, "Team 1" in rows) == (True, False)
    sound(turned)


def test_struck_out_it_goes_to_the_opponent_whose_place_was_never_in_question(turned, organiser):
    opponent = teams_of(turned, turned.played) - {"Team 1"}
    resolve(organiser, turned, turned.played, "match_void", error_by="own")
    done = match(turned, turned.played)
    assert ({done.winner.name}, done.outcome) == (opponent, "walkover")
    assert teams_of(turned, turned.played) == opponent | {turned.due}
    sound(turned)


def test_a_bye_goes_with_the_place(organiser, write, correct):
    """Nothing was played in it, so nothing has to be decided."""
    tournament = firsts(organiser, write, 3)
    bye = Match.objects.get(stage__tournament=tournament, stage__order=2, state="bye")
    other = ready(tournament).get()
    write(game(tournament, other.number), count("A"))
    sits_out = bye.winner.name
    tournament.wrong = next(n for n in (1, 2, 3) if sits_out in teams_of(tournament, n))
    (due,) = teams_of(tournament, tournament.wrong) - {sits_out}
    turn_first(tournament, correct)
    assert under_review(tournament) == []
    assert match(tournament, bye.number).winner.name == due
    write(game(tournament, other.number), thunee("A"))
    acts.pair_round(actor=organiser, tournament=tournament)
    sound(tournament)
