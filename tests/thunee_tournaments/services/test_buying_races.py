"""An entry of a qualifier bought, taken back and played at the same instant; each promise with its control."""

import uuid
from typing import Any

import pytest

from tests.support.services.buying import PRICE, pay
from tests.support.services.formats import give, planned, ready, stage
from tests.support.services.races import Race, race
from tests.thunee_tournaments.services.conftest import game, thunee
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lost(transactional_db: None, organiser: Any) -> Tournament:
    """Team 2 has lost its first entry and team 4 another."""
    tournament = planned(organiser, 4, [stage("streak", wins=3, entries=5, price=PRICE)])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    return tournament


@pytest.fixture
def called(lost: Tournament, organiser: Any) -> Any:
    """Both have bought in again and are called to play each other; team 2 has paid for all."""
    first, other = (lost.teams.get(seed=seed) for seed in (2, 4))
    lost.bought = acts.buy_entry(actor=organiser, tournament=lost, team=first)  # type: ignore[attr-defined]
    acts.buy_entry(actor=organiser, tournament=lost, team=other)
    for _ in range(2):
        pay(organiser, lost, first, PRICE)
    lost.called = ready(lost).get(side__side="A", side__team=first)  # type: ignore[attr-defined]
    return lost


def orders(act: str, organiser: Any, said: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"act": act, "actor": organiser.pk, "said": said, "at": "bought", "pause": 0.3, **more}


def buys(tournament: Tournament, organiser: Any, **more: Any) -> dict[str, Any]:
    team = tournament.teams.get(seed=2)
    return orders("buy_entry", organiser, {"tournament": tournament.pk, "team": team.pk}, **more)


def takes_back(tournament: Any, organiser: Any, **more: Any) -> dict[str, Any]:
    said = {"tournament": tournament.pk, "bought": tournament.bought.pk, "reason": "the wrong team"}
    return orders("take_back_entry", organiser, said, **more)


def writes(tournament: Any, organiser: Any, **more: Any) -> dict[str, Any]:
    played = game(tournament, tournament.called.number)
    said = {"game": played.pk, "body": thunee("A"), "device": "phone", "client_uuid": str(uuid.uuid4()),
            "head": played.sheet.head}  # fmt: skip
    return orders("record_hand", organiser, said, **more)


def test_an_entry_is_bought_once_by_two_at_once(race: Race, lost: Tournament, organiser: Any) -> None:
    assert race.words([buys(lost, organiser)] * 3) == ["done", "still_in", "still_in"]
    assert StreakEntry.objects.filter(team__seed=2).count() == 2


def test_control_without_the_locks_it_is_not(race: Race, lost: Tournament, organiser: Any) -> None:
    assert race.words([buys(lost, organiser, without="lock")] * 2) != ["done", "still_in"]


def test_an_entry_is_taken_back_once_and_one_receipt_reversed(race: Race, called: Any, organiser: Any) -> None:
    assert race.words([takes_back(called, organiser)] * 3) == ["done", "taken_back", "taken_back"]
    assert Movement.objects.filter(act="reversal").count() == 1


def test_control_without_the_locks_it_is_taken_back_otherwise(race: Race, called: Any, organiser: Any) -> None:
    assert race.words([takes_back(called, organiser, without="lock")] * 2) != ["done", "taken_back"]


def held(called: Any) -> bool:
    """The entry is either played or taken back, and the record fits."""
    entry = StreakEntry.objects.get(pk=called.bought.pk)
    there = called.stages.get().matches.filter(number=called.called.number).exists()
    written = there and game(called, called.called.number).sheet.seq > 0
    return bool(written != (entry.taken_back_at is not None)) and replay.check(called) == []


def test_a_hand_and_the_taking_back_of_its_entry_at_once_leave_one_of_them(
    race: Race, called: Any, organiser: Any
) -> None:
    got = race.words([writes(called, organiser), takes_back(called, organiser)])
    assert got in (["done", "entry_played"], ["done", "not_here"])
    assert held(called)


def test_control_without_the_locks_they_do_not(race: Race, called: Any, organiser: Any) -> None:
    got = race.words([each(called, organiser, without="lock") for each in (writes, takes_back)])
    assert got not in (["done", "entry_played"], ["done", "not_here"]) or not held(called)
