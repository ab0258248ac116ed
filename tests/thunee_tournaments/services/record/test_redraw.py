"""Every draw can be made again from what is stored of it, in every game, and a change of it is noticed."""

from typing import Any

import pytest

from tests.support.brackets.sides import sides
from tests.support.services.formats import give, planned, ready, stage
from tests.support.services.tables import drawn, matches, play
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import Match, MatchGame, Round
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


@pytest.mark.parametrize(("field", "value"), [(2, []), (3, True), (6, 5)], ids=["met", "sat out", "sides"])
def test_a_round_paired_as_if_others_had_met_is_noticed(swiss: Any, field: int, value: Any) -> None:
    second = Round.objects.get(stage__tournament=swiss, number=2)
    entrant = second.inputs["entrants"][0]
    assert entrant[field] != value
    entrant[field] = value
    second.save()
    assert "round 2, seed 1: met, sat out, sides" in told(swiss)


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
