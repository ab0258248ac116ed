"""Two processes that meet."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import racing
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament


class Race(racing.Race):
    """Gives what each of them got in a word, in the order of the words."""

    def words(self, orders: list[dict[str, Any]]) -> list[str]:
        return sorted(answer["got"] for answer in self.run(orders))


@pytest.fixture(scope="module")
def race(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Race]:
    started = Race("tests.thunee_tournaments.services.racer", tmp_path_factory.mktemp("race"))
    yield started
    started.end()


@pytest.fixture
def semi_finals(transactional_db: None, organiser: Any, write: Any) -> Tournament:
    """Four teams, two semi-finals, and in each one thunee is missing to the end."""
    tournament = draw(organiser, 4)
    for number in (1, 2):
        for _ in range(2):
            write(game(tournament, number), thunee("A"))
    return tournament


def last_hand(tournament: Tournament, number: int, organiser: Any, **more: Any) -> dict[str, Any]:
    played = game(tournament, number)
    said = {
        "game": played.pk,
        "body": thunee("A"),
        "device": f"phone-{number}",
        "client_uuid": str(uuid.uuid4()),
        "head": played.sheet.head,
    }
    return {"act": "record_hand", "actor": organiser.pk, "said": said, "pause": 0.3, **more}


def final_is_right(tournament: Tournament) -> bool:
    final = match(tournament, 3)
    return (
        final.state == "ready"
        and final.team("A") is not None
        and (final.team("A").name, final.team("B").name) == ("Team 1", "Team 2")
        and final.games.count() == 1
        and Seating.objects.filter(match=final, ended_at=None).count() == 1
    )
