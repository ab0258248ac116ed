"""Whose own team or club plays in a match does nothing there but look, unless the chief referee has given leave."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from adjudication.models import Leave
from tests.factories import RoleFactory
from tests.support.services.disputing import choose, decided, raised, refused, tournament
from tests.support.services.tables import drawn, matches
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating.impartiality import barred, conflicted
from thunee_tournaments.tournaments.models import Role, Tournament

__all__ = ["tournament"]  # a fixture used here as it is
pytestmark = pytest.mark.django_db


@pytest.fixture
def own(tournament: Tournament) -> Any:
    """A referee whose own team is the first of match 1."""
    return RoleFactory(tournament=tournament, role="referee", team=match(tournament, 1).team("A").public_id).user


@pytest.fixture
def chief(tournament: Tournament) -> Any:
    return RoleFactory(tournament=tournament, role="chief_referee").user


def give(tournament: Tournament, actor: Any, referee: Any, number: int = 1, **changed: Any) -> Any:
    said = {"reason": "Nobody else is here.", "device": "desk", "client_uuid": uuid.uuid4(), **changed}
    return acts.give_leave(actor=actor, match=match(tournament, number), referee=referee, **said)


def writing(tournament: Tournament) -> dict[str, Any]:
    played = game(tournament, 1)
    return {
        "game": played,
        "key": acts.WriteKey("desk", uuid.uuid4(), played.sheet.head),
        "reason": "Asked.",
    }


def correct(tournament: Tournament, who: Any) -> Any:
    entry = game(tournament, 1).sheet.entries.get(seq=1)
    return acts.correct_hand(actor=who, entry=entry, body=count("B"), **writing(tournament))


def strike_out(tournament: Tournament, who: Any) -> Any:
    return acts.void_hand(actor=who, entry=game(tournament, 1).sheet.entries.get(seq=2), **writing(tournament))


def write_in(tournament: Tournament, who: Any) -> Any:
    return acts.insert_hand(actor=who, after=0, body=count("B"), **writing(tournament))


def take_a_hand(tournament: Tournament, who: Any) -> Any:
    choose(tournament, late_scorecard=True)
    played = game(tournament, 1)
    key = {"device": "desk", "client_uuid": uuid.uuid4(), "head": played.sheet.head}
    return acts.forfeit_scorecard(actor=who, game=played, hand=1, side="A", text="Late.", **key)


def decide(tournament: Tournament, who: Any) -> Any:
    return decided(tournament, raised(tournament, who, words="").dispute, who)


ACTS = [correct, strike_out, write_in, take_a_hand, decide]


@pytest.mark.parametrize("act", ACTS)
def test_who_has_a_part_does_it_only_by_leave(
    tournament: Tournament, own: Any, chief: Any, act: Callable[[Tournament, Any], Any]
) -> None:
    assert refused(act, tournament, own) == "conflict"
    give(tournament, chief, own)
    act(tournament, own)


def test_an_organiser_whose_team_plays_gives_no_walkover_without_leave(tournament: Tournament, organiser: Any) -> None:
    team = match(tournament, 2).team("A").public_id
    Role.objects.filter(tournament=tournament, user=organiser).update(team=team)
    said = {"actor": organiser, "match": match(tournament, 2), "reason": "They are not here."}
    assert refused(acts.award_walkover, side="A", **said) == "conflict"
    give(tournament, organiser, organiser, number=2)
    acts.award_walkover(side="A", **said)
    acts.withdraw_walkover(**said)


def test_leave_is_for_this_match_alone(tournament: Tournament, own: Any, chief: Any) -> None:
    give(tournament, chief, own)
    assert barred(own, match(tournament, 1)) == frozenset()
    RoleFactory(tournament=tournament, user=own, role="viewer", team=match(tournament, 2).team("B").public_id)
    assert barred(own, match(tournament, 2)) == {"B"}


def test_a_decision_by_leave_tells_who_gave_it(tournament: Tournament, own: Any, chief: Any) -> None:
    give(tournament, chief, own)
    step = decide(tournament, own).decision
    assert (step.actor, step.override_by) == (f"user:{own.pk}", f"user:{chief.pk}")
    assert step.override_reason == "Nobody else is here."


def test_who_needs_leave_is_listed_with_what_was_given(tournament: Tournament, own: Any, chief: Any) -> None:
    [before] = conflicted(match(tournament, 1))
    assert (before.user, before.sides, before.leave) == (own, ("A",), None)
    done = give(tournament, chief, own)
    assert conflicted(match(tournament, 1))[0].leave == done.leave


def test_leave_is_refused_for_whom_it_makes_no_sense(tournament: Tournament, own: Any, chief: Any) -> None:
    other = RoleFactory(tournament=tournament, role="referee").user
    keeper = RoleFactory(tournament=tournament, role="scorekeeper", team=match(tournament, 1).team("A").public_id).user
    assert refused(give, tournament, chief, other) == "no_conflict"
    assert refused(give, tournament, chief, keeper) == "not_a_referee"
    assert refused(give, tournament, own, own) == "not_allowed"
    assert refused(give, tournament, chief, own, reason=" ") == "reason_missing"
    acts.close_tournament(actor=tournament.roles.get(role="organiser").user, tournament=tournament, reason="Rain.")
    assert refused(give, tournament, chief, own) == "tournament_closed"


def test_giving_leave_twice_gives_it_once_and_publishes_once(tournament: Tournament, own: Any, chief: Any) -> None:
    give(tournament, chief, own)
    version = Tournament.objects.get(pk=tournament.pk).version
    assert give(tournament, chief, own, reason="Another reason.").repeated
    assert Leave.objects.get().reason == "Nobody else is here."
    assert Tournament.objects.get(pk=tournament.pk).version == version


def test_a_referee_whose_own_player_sits_third_or_fourth_needs_leave_too(organiser: Any) -> None:
    table = matches(drawn(organiser, 4))[0]
    for side in "CD":
        team = table.team(side)
        assert team is not None
        referee = RoleFactory(tournament=table.stage.tournament, role="referee", team=team.public_id).user
        assert barred(referee, table) == {side}
