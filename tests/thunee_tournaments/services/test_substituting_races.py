"""Two desks substitute the same player at once: one does, the other is told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.support.services.races import Race, race
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.teams.models import Player, Substitution, Team
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def team(transactional_db: None, organiser: Any) -> Team:
    tournament = draw(organiser, 4)
    Tournament.objects.filter(pk=tournament.pk).update(policies={"signing": False, "substitutions": 5})
    return Team.objects.get(tournament=tournament, name="Team 1")


@pytest.fixture
def fresh_race(django_db_setup: None, tmp_path: Path) -> Iterator[Race]:
    """Processes that have not yet prepared a statement with a lock in it."""
    started = Race("tests.thunee_tournaments.services.racer", tmp_path)
    yield started
    started.end()


def orders(team: Team, organiser: Any, *comes: str, **more: Any) -> list[dict[str, Any]]:
    leaves = team.players.get(name="First").public_id
    return [
        {
            "act": "substitute_player", "actor": organiser.pk, "pause": 0.3,
            "said": {"team": team.pk, "leaves": leaves, "comes": name, "reason": "Ill"}, **more,
        }
        for name in comes
    ]  # fmt: skip


def test_of_two_desks_one_substitutes_the_player(race: Race, team: Team, organiser: Any) -> None:
    assert race.words(orders(team, organiser, "Nisha", "Omar")) == ["done", "left_already"]
    [made] = Substitution.objects.all()
    assert [player.name for player in team.roster] == [made.comes.name, "Second"]


def test_one_tapped_three_times_at_once_is_one(race: Race, team: Team, organiser: Any) -> None:
    got = race.words(orders(team, organiser, "Nisha", "Nisha", "Nisha"))
    assert got == ["done", "left_already", "left_already"]
    assert Substitution.objects.count() == 1


def test_control_without_locks_and_constraints_two_come_for_one(fresh_race: Race, team: Team, organiser: Any) -> None:
    taken = [
        (model, one)
        for model in (Substitution, Player)
        for one in model._meta.constraints
        if one.name in ("substitution_number_is_unique_in_team", "player_order_is_unique_in_team")
    ]
    with connection.schema_editor() as editor:
        for model, one in taken:
            editor.remove_constraint(model, one)
    try:
        got = fresh_race.words(orders(team, organiser, "Nisha", "Omar", without="lock"))
        assert got != ["done", "left_already"]
    finally:
        from adjudication.guards import off, on
        from thunee_tournaments.teams import guards

        with connection.cursor() as cursor:
            for statement in off(connection, guards.TABLES):
                cursor.execute(statement)
            cursor.execute("DELETE FROM teams_substitution")
            for statement in on(connection, guards.TABLES):
                cursor.execute(statement)
        Player.objects.all().delete()
        with connection.schema_editor() as editor:
            for model, one in taken:
                editor.add_constraint(model, one)
        guards.put_on(using="default")
