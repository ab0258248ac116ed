"""A program sends a write twice at the same instant: it is done once, and both are answered the same."""

from typing import Any

import pytest

from tests.support.program_keys import ProgramKeyFactory
from tests.support.services.formats import planned, stage
from tests.support.services.races import Race, race
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def cup(transactional_db: None, organiser: Any) -> Tournament:
    return planned(organiser, 4, [stage("knockout")], slug="cup")


def twice(cup: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    ProgramKeyFactory(tournament=cup, user=organiser, token="thunee_of-this-test")
    said = {
        "address": "/api/v1/desk/cup/teams/",
        "token": "thunee_of-this-test",
        "name": "one-late-team",
        "sent": {"name": "Late"},
    }
    return [{"act": "program", "said": said, "pause": 0.3, "at": "name", **more}] * 2


def test_a_write_sent_twice_at_once_is_done_once_and_answered_twice(
    race: Race, cup: Tournament, organiser: Any
) -> None:
    got = race.words(twice(cup, organiser))
    assert [answer.split()[0] for answer in got] == ["201", "201"]
    assert got == [f"201 {cup.teams.get(name='Late').public_id}"] * 2


def test_control_where_writes_are_not_known_again_the_second_is_refused(
    race: Race, cup: Tournament, organiser: Any
) -> None:
    got = race.words(twice(cup, organiser, without="kept"))
    assert [answer.split()[0] for answer in got] == ["201", "409"]
