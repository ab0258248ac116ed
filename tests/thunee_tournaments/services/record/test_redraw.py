"""Every draw can be made again from what is stored of it, in every game, and a change of it is noticed."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.brackets.sides import sides
from tests.support.services.formats import give, planned, ready, stage
from tests.support.services.tables import drawn, matches, play
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import Match, MatchGame, MatchSide, Round
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Stage

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("details", [{}, {"players": 2}, {"players": 6}, {"preset": "tarneeb"}, {"preset": "400"}])
def test_first_dealers_come_out_of_the_games_own_pack_and_seats_again(organiser: Any, details: dict[str, Any]) -> None:
    tournament = draw(organiser, 9, **details)
    assert redraw.check(tournament) == []


def test_a_dealer_that_was_not_drawn_so_is_noticed(organiser: Any) -> None:
    tournament = draw(organiser, 9, preset="tarneeb")
    game = MatchGame.objects.filter(match__stage__tournament=tournament).first()
    assert game is not None
    game.dealer_draw |= {"dealer": (game.dealer_draw["dealer"] + 1) % 4}
    game.save()
    assert {one.where for one in redraw.check(tournament)} == {f"match {game.match.number} game 1: first dealer"}


def test_rounds_at_tables_are_seated_again(organiser: Any) -> None:
    tournament = drawn(organiser, 7, rounds=3)
    assert redraw.check(tournament) == []
    play(organiser, matches(tournament)[0])
    assert redraw.check(tournament) == []


def test_players_at_another_table_than_they_were_drawn_to_are_noticed(organiser: Any) -> None:
    tournament = drawn(organiser, 7, rounds=2)
    first, second, *_later = matches(tournament)
    was = first.team("C")
    sides("C", pk=first.pk).update(team=second.team("C"))
    sides("C", pk=second.pk).update(team=was)
    found = {one.where for one in redraw.check(tournament)}
    assert found == {"match 1, side C", "match 2, side C"}


def told(tournament: Any) -> list[str]:
    return [one.where for one in redraw.check(tournament)]


@pytest.fixture
def swiss(organiser: Any) -> Any:
    """Five teams whose second Swiss round is paired."""
    tournament = planned(organiser, 5, [stage("swiss", rounds=3)])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.pair_round(actor=organiser, tournament=tournament)
    assert told(tournament) == []
    return tournament


@pytest.mark.parametrize(
    ("field", "value"), [(2, []), (3, True), (6, 5), (7, 5)], ids=["met", "sat out", "sides", "run"]
)
def test_a_round_paired_as_if_others_had_met_is_noticed(swiss: Any, field: int, value: Any) -> None:
    second = Round.objects.get(stage__tournament=swiss, number=2)
    entrant = second.inputs["entrants"][0]
    assert entrant[field] != value
    entrant[field] = value
    second.save()
    assert "round 2, seed 1: met, sat out, sides, run" in told(swiss)


def test_a_corrected_score_does_not_change_what_a_round_was_paired_by(organiser: Any, swiss: Any) -> None:
    acts.withdraw_walkover(actor=organiser, match=match(swiss, 1), reason="test")
    give(organiser, swiss, 1, "B")
    assert told(swiss) == []


def test_a_pairing_nothing_is_kept_of_is_noticed(organiser: Any, swiss: Any) -> None:
    Round.objects.filter(stage__tournament=swiss, number=2).update(inputs={})
    assert told(swiss) == ["stage 1: nothing can be drawn of what is stored"]
    qualifier = planned(organiser, 4, [stage("streak", wins=2)])
    assert told(qualifier) == []
    Match.objects.filter(stage__tournament=qualifier, number=1).update(queue={})
    assert told(qualifier) == ["stage 1: nothing can be drawn of what is stored"]


def test_seeds_that_are_none_are_noticed(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    sides("A", stage__tournament=tournament, number=1).update(source=["seed", 9])
    assert "bracket" in told(tournament)
    Stage.objects.filter(tournament=tournament).update(inputs={})
    assert told(tournament) == ["stage 1: nothing can be drawn of what is stored"]


def test_a_final_of_another_length_than_planned_is_noticed(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("knockout", best_of_rounds={"final": 3})])
    assert told(tournament) == []
    Match.objects.filter(stage__tournament=tournament, number=3).update(best_of=1)
    assert told(tournament) == ["match 3: best of"]


def test_pairs_of_one_moment_keep_their_queue_once_and_are_called_again_out_of_it(organiser: Any) -> None:
    qualifier = planned(organiser, 8, [stage("streak", wins=2)])
    queues = dict(Match.objects.filter(stage__tournament=qualifier).values_list("number", "queue"))
    assert len(queues[1]["waiting"]) == 8
    assert [queues[number] for number in (2, 3, 4)] == [{"after": 1}, {"after": 2}, {"after": 3}]
    assert told(qualifier) == []
    third = Match.objects.get(stage__tournament=qualifier, number=3)
    for side, entry in zip(third.sides, (6, 7), strict=True):
        MatchSide.objects.filter(pk=side.pk).update(source=["seed", entry])
    assert "match 3: entries" in told(qualifier)


def test_a_pair_of_a_match_that_was_not_called_is_noticed(organiser: Any) -> None:
    qualifier = planned(organiser, 8, [stage("streak", wins=2)])
    Match.objects.filter(stage__tournament=qualifier, number=3).update(queue={"after": 7})
    assert told(qualifier) == ["match 3: called after match", "match 4: called after match"]


def test_the_draw_of_a_qualifier_asks_the_database_as_often_for_each_match_of_any_field(organiser: Any) -> None:
    asked = []
    for teams in (8, 16, 32):
        with CaptureQueriesContext(connection) as counted:
            planned(organiser, teams, [stage("streak", wins=2)])
        asked.append(len(counted))
    assert asked[2] - asked[1] <= 2 * (asked[1] - asked[0])


def test_what_a_draw_was_made_from_is_not_read_again_for_each_match(organiser: Any) -> None:
    """As long as the field, it would cost the square of it wherever matches are listed."""
    tournament = draw(organiser, 8)
    for listed in matches_of(tournament):
        assert listed.get_deferred_fields() == {"queue"}
        assert listed.stage.get_deferred_fields() == listed.round.get_deferred_fields() == {"inputs"}
