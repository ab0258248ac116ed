"""The order of locks (`services.core.locking`): told by every act that moves other matches, and kept by two at once."""

from functools import partial
from random import Random
from typing import Any

import pytest

from adjudication.models import Dispute
from tests.factories import RoleFactory
from tests.support.quick import first
from tests.support.services.disputing import appealed, decided, on_appeal, raised
from tests.support.services.formats import planned, play, stage
from tests.support.services.late_results import resolve
from tests.support.services.locking import in_order, locks
from tests.support.services.races import last_hand, race, semi_finals
from tests.support.services.table_places import plate, turned
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["plate", "race", "semi_finals", "turned"]


@pytest.mark.parametrize("choice", ["match_kept", "match_replayed", "match_void"])
def test_all_matches_of_a_place_decided_in_one_act_are_locked_before_the_first_is_decided(turned, organiser, choice):
    with locks() as found:
        resolve(organiser, turned, turned.begun, choice, error_by="unknown", alike=True)
    assert {turned.played, turned.begun} <= {row.number for row in found if isinstance(row, Match)}
    assert in_order(found)


FORMATS = {
    "knockout": stage("knockout", third_place=True, plate=True),
    "double": stage("double"),
    "groups": stage("groups", groups=1),
    "swiss": stage("swiss", rounds=3),
}


@pytest.mark.parametrize("format_", first(FORMATS))
def test_a_team_that_goes_home_or_comes_back_moves_matches_before_the_version_row_only(organiser, format_):
    tournament = planned(organiser, 8, [FORMATS[format_]])
    play_some = Match.objects.filter(stage__tournament=tournament, state="ready").order_by("number")[:3]
    for one in play_some:
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
    for team in Team.objects.filter(tournament=tournament, pk__in=[one.side("A").team_id for one in play_some]):
        with locks() as gone:
            acts.withdraw_team(actor=organiser, team=team, reason="hurt")
        with locks() as back:
            acts.reinstate_team(actor=organiser, team=team)
        assert in_order(gone)
        assert in_order(back)
    play(organiser, tournament, Random(1))


def test_whoever_decides_or_appeals_locks_the_match_before_its_dispute(organiser):
    tournament = draw(organiser, 4)
    referee, second = (RoleFactory(tournament=tournament, role="referee").user for _ in range(2))
    dispute = raised(tournament, organiser, about="match", hand=None, game=None).dispute
    for act in (
        partial(decided, tournament, dispute, referee),
        partial(appealed, tournament, dispute, organiser),
        partial(on_appeal, tournament, dispute, second, False),
    ):
        with locks() as found:
            act()
        kinds = [type(row) for row in found]
        assert kinds.index(Match) < kinds.index(Dispute)
        assert in_order(found)


@pytest.fixture
def waiting_for_nobody(organiser: Any, write: Any, win: Any) -> Tournament:
    """Eight teams. The first semi-final has Team 1, that went home, and waits for match 2; the second is played. In
    both of these matches one thunee is missing to the end."""
    tournament = draw(organiser, 8)
    for number in (1, 3, 4):
        win(tournament, number, "A")
    acts.withdraw_team(actor=organiser, team=match(tournament, 1).winner, reason="hurt")
    for number in (2, 6):
        for _ in range(2):
            write(game(tournament, number), thunee("A"))
    return tournament


def test_the_hand_by_which_a_team_meets_one_that_went_home_locks_the_match_behind_before_the_version_row(
    waiting_for_nobody, organiser, write
):
    with locks() as found:
        write(game(waiting_for_nobody, 2), thunee("A"))
    assert [row.number for row in found if isinstance(row, Match)] == [2, 5, 7]
    assert in_order(found)
    assert match(waiting_for_nobody, 7).team("A") == match(waiting_for_nobody, 2).winner


@pytest.mark.django_db(transaction=True)
def test_a_team_that_goes_home_and_the_last_hand_beside_it_wait_for_each_other_and_are_both_done(
    race, semi_finals, organiser
):
    home = {"team": match(semi_finals, 1).side("B").team_id, "reason": "hurt"}
    gone = {"act": "withdraw_team", "actor": organiser.pk, "said": home, "at": "version", "pause": 0.3}
    assert race.words([gone, last_hand(semi_finals, 2, organiser, at="publish")]) == ["done", "done"]
    final = match(semi_finals, 3)
    assert (final.team("A").name, final.team("B").name) == ("Team 1", "Team 2")


@pytest.mark.django_db(transaction=True)
def test_two_last_hands_of_which_one_gives_a_team_the_next_match_without_play_are_both_done(
    race, transactional_db, waiting_for_nobody, organiser
):
    hands = [last_hand(waiting_for_nobody, number, organiser, at=at) for number, at in ((2, "version"), (6, "publish"))]
    assert race.words(hands) == ["done", "done"]
    final = match(waiting_for_nobody, 7)
    assert (final.team("A"), final.team("B")) == tuple(match(waiting_for_nobody, number).winner for number in (2, 6))
