"""A kept world is built once and each test finds it as it was built; a test that did not ask for it finds nothing."""

from typing import Any

import pytest
from django.db import transaction

from tests.factories import TeamFactory, TournamentFactory
from tests.support.worlds import kept
from thunee_tournaments.tournaments.models import Tournament

built: list[str] = []


@kept
def a_draft() -> Tournament:
    built.append("a draft")
    with transaction.atomic(durable=True):
        return TournamentFactory(name="Kept")


@kept
def another() -> Any:
    built.append("another")
    return [TeamFactory(), "rows are copies"]


@pytest.mark.parametrize("time", ["first", "second", "third"])
def test_what_one_test_changes_the_next_does_not_see(a_draft: Tournament, time: str) -> None:
    assert Tournament.objects.get().name == a_draft.name == "Kept"
    a_draft.name = "Changed"
    a_draft.save()
    TournamentFactory()
    assert built.count("a draft") == 1


@pytest.mark.django_db
def test_a_test_without_a_world_starts_with_nothing() -> None:
    assert not Tournament.objects.exists()


def test_in_another_world_nothing_is_left_of_the_first(another: list[Any]) -> None:
    assert Tournament.objects.get() == another[0].tournament


@pytest.mark.django_db(transaction=True)
def test_a_test_with_tables_of_its_own_starts_with_nothing() -> None:
    with transaction.atomic(durable=True):
        assert not Tournament.objects.exists()
