"""No team is in two places, not even when a match it had left goes on after all."""

from typing import Any

import pytest

from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.services.conftest import Write, count, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.simulation import invariants
from thunee_tournaments.tables.selectors import open_seatings
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks


@pytest.fixture
def group(organiser: Any, write: Write) -> Tournament:
    """Four teams in a group at four tables; the first two matches are over, the third (of a team of each) has begun."""
    tournament = planned(organiser, 4, [stage("groups", groups=1)], changes={"balls_to_win": 4}, table_count=4)
    for number in (1, 2):
        write(game(tournament, number), thunee("A"))
    write(game(tournament, 3), count("A"))
    return tournament


def at_tables(tournament: Tournament) -> set[int]:
    return {seating.match.number for seating in open_seatings(tournament).values()}


def reopen(group: Tournament, correct: Write, number: int) -> None:
    played = game(group, number)
    correct(played, played.sheet.entries.get(kind="hand"), None)


def test_a_match_opened_again_waits_while_its_team_plays_another(
    group: Tournament, correct: Write, write: Write
) -> None:
    assert at_tables(group) == {3, 4}
    reopen(group, correct, 1)
    invariants.seated_once(group)
    assert 1 not in at_tables(group)
    write(game(group, 3), thunee("A"))
    invariants.seated_once(group)
    assert 1 in at_tables(group)


def test_a_match_only_called_makes_way_for_one_its_team_has_to_finish(
    group: Tournament, correct: Write, write: Write
) -> None:
    write(game(group, 3), thunee("A"))
    write(game(group, 4), thunee("A"))
    assert at_tables(group) == {5, 6}
    reopen(group, correct, 1)
    invariants.seated_once(group)
    assert 1 in at_tables(group)


def test_a_match_cannot_be_moved_to_a_table_while_its_team_plays_at_another(
    group: Tournament, organiser: Any, correct: Write
) -> None:
    reopen(group, correct, 1)
    with pytest.raises(Refused) as caught:
        acts.move_match(actor=organiser, match=match(group, 1), table=group.tables.get(number=4))
    assert caught.value.code == "team_playing"
