"""A match that a referee struck out and gave to the other side stands so: nothing that changes around it removes it,
takes it back or plays it, and what was struck out stays on record."""

from typing import Any

import pytest

from tests.support.brackets.sides import sides
from tests.support.services.drawing import refused
from tests.support.services.formats import planned, ready, sound, stage
from tests.support.services.late_results import resolve
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks


def turn(tournament: Tournament, correct: Any, number: int, side: str) -> None:
    played = MatchGame.objects.select_related("sheet").get(match=match(tournament, number))
    last = played.sheet.entries.order_by("-seq").first()
    correct(played, last, thunee(side))


@pytest.fixture
def qualifier(organiser: Any, win: Any, correct: Any) -> Tournament:
    """A qualifier: matches 1 to 3 are played, the first is turned, its old winner went home and 3 is struck out."""
    tournament = planned(organiser, 4, [stage("streak", wins=3, entries=2)], changes={"balls_to_win": 4})
    for number in (1, 2):
        win(tournament, number, "A")
    third = ready(tournament).get()
    assert third.number == 3
    win(tournament, 3, "A")
    turn(tournament, correct, 1, "B")
    assert match(tournament, 3).conflict == "A"
    acts.withdraw_team(actor=organiser, team=match(tournament, 1).team("A"), reason="had to leave")
    resolve(organiser, tournament, 3, "match_void", departing="so found")
    assert (match(tournament, 3).outcome, match(tournament, 3).winning_side) == ("walkover", "B")
    sound(tournament)
    return tournament


def test_in_a_qualifier_it_stands_when_the_result_before_it_is_turned_back(
    qualifier: Tournament, organiser: Any, correct: Any
) -> None:
    given = match(qualifier, 3)
    turn(qualifier, correct, 1, "A")
    assert (match(qualifier, 3).pk, match(qualifier, 3).winning_side) == (given.pk, "B")
    assert MatchGame.also_struck.filter(match=given, struck_at__isnull=False).count() == 1
    sound(qualifier)


def test_it_is_not_played_after_all_when_the_team_that_went_home_comes_back(
    qualifier: Tournament, organiser: Any
) -> None:
    acts.reinstate_team(actor=organiser, team=match(qualifier, 1).team("A"))
    assert (match(qualifier, 3).outcome, match(qualifier, 3).winning_side) == ("walkover", "B")
    sound(qualifier)


def test_its_walkover_is_taken_back_only_on_appeal(qualifier: Tournament, organiser: Any) -> None:
    team = match(qualifier, 1).team("A")
    acts.reinstate_team(actor=organiser, team=team)
    back = refused(acts.withdraw_walkover, actor=organiser, match=match(qualifier, 3), reason="by mistake")
    assert back == "decided"
    assert match(qualifier, 3).over


def test_kept_as_it_is_when_the_result_before_it_turns_again_it_is_still_struck_out(
    qualifier: Tournament, organiser: Any, correct: Any
) -> None:
    acts.reinstate_team(actor=organiser, team=match(qualifier, 1).team("A"))
    turn(qualifier, correct, 2, "B")
    assert match(qualifier, 3).conflict == "B"
    resolve(organiser, qualifier, 3, "match_kept", departing="so found")
    back = refused(acts.withdraw_walkover, actor=organiser, match=match(qualifier, 3), reason="by mistake")
    assert (back, match(qualifier, 3).winning_side) == ("decided", "B")
    turn(qualifier, correct, 2, "A")  # nothing that was struck out is thrown away with its match
    assert MatchGame.also_struck.filter(match=match(qualifier, 3)).count() == 1
    sound(qualifier)


def test_a_round_with_a_match_that_was_struck_out_is_not_taken_back(
    organiser: Any, win: Any, write: Any, correct: Any
) -> None:
    tournament = planned(organiser, 4, [stage("swiss", rounds=3)])
    for number in (1, 2):
        win(tournament, number, "A")
    acts.pair_round(actor=organiser, tournament=tournament)
    write(game(tournament, 3), count("A"))
    later = match(tournament, 3)
    later.conflict = "A"
    later.save()
    sides("A", pk=later.pk).update(due=later.team("A"))
    assert refused(acts.undo_round, actor=organiser, tournament=tournament) == "begun"
    resolve(organiser, tournament, 3, "match_replayed", departing="so found")
    assert match(tournament, 3).state in ("ready", "waiting")
    assert refused(acts.undo_round, actor=organiser, tournament=tournament) == "begun"
