"""A hand that relies on a promise of the standings while a worker keeps it: real processes, a real database."""

from typing import Any

import pytest

from tests.support.services.races import Race, last_hand, race
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.tournaments.models import OutboxTask, Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def promised(transactional_db: None, organiser: Any) -> Tournament:
    """Four teams are drawn, and no worker has made their standings yet."""
    tournament = draw(organiser, 4)
    Snapshot.objects.all().delete()
    of_now = OutboxTask.objects.filter(kind="standings", key=f"{tournament.public_id}:{tournament.beyond_hands}")
    assert of_now.update(done_at=None, attempts=0) == 1
    return tournament


def hand_and_worker(tournament: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    task = OutboxTask.objects.get(done_at=None)
    keeps = {"act": "keep_promise", "said": {"task": task.pk}, "pause": 0.3}
    return [{**orders, "at": "standings", **more} for orders in (last_hand(tournament, 1, organiser), keeps)]


def come_or_are_there(tournament: Tournament) -> bool:
    """Whether there are standings as they are now, or will be when a promise that is open is kept."""
    tournament.refresh_from_db()
    made = Snapshot.objects.filter(tournament=tournament, version=tournament.version)
    return made.exists() or OutboxTask.objects.filter(kind="standings", done_at=None).exists()


def test_a_hand_and_the_worker_that_keeps_its_promise_never_miss_each_other(
    race: Race, promised: Tournament, organiser: Any
) -> None:
    for _ in range(2):
        assert race.words(hand_and_worker(promised, organiser)) == ["done", "done"]
        assert come_or_are_there(promised)
        OutboxTask.objects.filter(key=f"{promised.public_id}:{promised.beyond_hands}").update(done_at=None)
        Snapshot.objects.all().delete()


def test_control_without_the_lock_they_do(race: Race, promised: Tournament, organiser: Any) -> None:
    got = race.words(hand_and_worker(promised, organiser, without="lock"))
    assert got != ["done", "done"] or not come_or_are_there(promised)
