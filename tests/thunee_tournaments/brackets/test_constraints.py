"""What the database itself refuses, whatever a service may forget."""

import pytest
from django.db import IntegrityError, transaction

from tests.factories import (
    MatchFactory,
    MatchGameFactory,
    OutboxTaskFactory,
    PlayerFactory,
    RoleFactory,
    RoundFactory,
    ScoresheetFactory,
    SnapshotFactory,
    StageFactory,
    TableFactory,
    TeamFactory,
    TournamentFactory,
)
from thunee_tournaments.brackets.models import MatchSide, StruckSide

pytestmark = pytest.mark.django_db


def refuses(make):
    with pytest.raises(IntegrityError), transaction.atomic():
        make()


def test_one_name_of_a_team_in_a_tournament_however_it_is_spelt():
    team = TeamFactory(name="Jack Attack")
    refuses(lambda: TeamFactory(tournament=team.tournament, name="JACK  ATTÄCK".replace("Ä", "A")))
    TeamFactory(name="Jack Attack")


def test_one_team_at_a_seed():
    team = TeamFactory(seed=1)
    refuses(lambda: TeamFactory(tournament=team.tournament, seed=1))


def test_a_team_has_a_name():
    refuses(lambda: TeamFactory(name="  "))


def test_one_player_in_a_place():
    player = PlayerFactory(order=1)
    refuses(lambda: PlayerFactory(team=player.team, order=1))


def test_one_match_with_a_number_one_round_one_stage():
    match = MatchFactory(number=1)
    refuses(lambda: MatchFactory(round=match.round, number=1))
    refuses(lambda: RoundFactory(stage=match.stage, number=match.round.number))
    refuses(lambda: StageFactory(tournament=match.stage.tournament, order=match.stage.order))


def test_one_game_with_a_number_and_one_game_on_a_sheet():
    game = MatchGameFactory()
    refuses(lambda: MatchGameFactory(match=game.match, number=1))
    refuses(lambda: MatchGameFactory(match=game.match, number=2, sheet=game.sheet))
    MatchGameFactory(match=game.match, number=2, sheet=ScoresheetFactory())


def test_nobody_plays_against_themselves():
    team = TeamFactory()
    refuses(lambda: MatchFactory(team_a=team, team_b=team))


def test_a_match_is_won_by_a_side():
    refuses(lambda: MatchFactory(state="done", won_by="E"))


def test_a_match_has_each_side_once():
    match = MatchFactory()
    refuses(lambda: MatchSide.objects.create(match=match, side="B", source=["bye"]))
    refuses(lambda: MatchSide.objects.create(match=match, side="E", source=["bye"]))
    MatchSide.objects.create(match=match, side="C", source=["bye"])


def test_nobody_sits_at_a_table_of_single_players_twice():
    match = MatchFactory()
    refuses(lambda: MatchSide.objects.create(match=match, side="C", source=["seed", 3], team=match.team("A")))


def test_who_played_a_game_that_was_struck_out_is_said_once_for_each_side():
    game = MatchGameFactory()
    StruckSide.objects.create(game=game, side="A")
    refuses(lambda: StruckSide.objects.create(game=game, side="A"))


@pytest.mark.parametrize("state", ["done", "bye"])
def test_a_match_that_is_over_has_a_winner(state):
    refuses(lambda: MatchFactory(state=state))


@pytest.mark.parametrize("state", ["waiting", "ready", "playing"])
def test_a_match_that_is_not_over_has_none(state):
    refuses(lambda: MatchFactory(state=state, won_by="A"))


def test_nobody_deals_from_a_seat_that_no_game_has():
    refuses(lambda: MatchFactory(first_dealer=6))


def test_one_table_with_a_number_one_snapshot_of_a_version_one_promise_of_a_kind_one_role_of_a_sort():
    table = TableFactory(number=1)
    refuses(lambda: TableFactory(tournament=table.tournament, number=1))
    snapshot = SnapshotFactory()
    refuses(lambda: SnapshotFactory(tournament=snapshot.tournament, version=snapshot.version))
    OutboxTaskFactory(key="k")
    refuses(lambda: OutboxTaskFactory(key="k"))
    role = RoleFactory()
    refuses(lambda: RoleFactory(tournament=role.tournament, user=role.user, role=role.role))


def test_two_tournaments_never_share_an_address():
    TournamentFactory(slug="cup")
    refuses(lambda: TournamentFactory(slug="cup"))


def test_a_tournament_that_runs_has_frozen_rules():
    refuses(lambda: TournamentFactory(status="running"))


def test_best_of_two_is_no_match():
    refuses(lambda: TournamentFactory(best_of=2))
