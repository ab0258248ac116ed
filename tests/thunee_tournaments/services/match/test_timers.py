"""The clock of a round: started, paused, given more time, rung; by the server's time alone, and past any restart."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import Round
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import timers as timing
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.models import RoundTimer
from thunee_tournaments.tables.timers import State
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask, Tournament

pytestmark = pytest.mark.django_db
NOON = timezone.make_aware(timezone.datetime(2026, 11, 21, 12, 0))


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    return draw(organiser, 4)


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    return match(tournament, 1).round


def now(round_: Round) -> tuple[str, str]:
    found = timers.clock_of(Round.objects.get(pk=round_.pk))
    assert found is not None
    return found.state, found.shown


def test_a_round_runs_is_paused_and_goes_on_where_it_was(organiser: Any, round_: Round) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        acts.set_timer(actor=organiser, round=round_, minutes=40)
        assert now(round_) == (State.SET, "40:00")
        acts.start_timer(actor=organiser, round=round_)
        clock.shift(timedelta(minutes=27, seconds=50))
        assert now(round_) == (State.RUNNING, "12:10")
        acts.pause_timer(actor=organiser, round=round_)
        clock.shift(timedelta(hours=3))
        assert now(round_) == (State.PAUSED, "12:10")
        acts.start_timer(actor=organiser, round=round_)
        clock.shift(timedelta(minutes=12, seconds=9))
        assert now(round_) == (State.RUNNING, "0:01")
        clock.shift(timedelta(seconds=1))
        assert now(round_) == (State.RUNG, "0:00")


def test_minutes_are_added_while_it_runs_is_paused_and_after_the_bell(organiser: Any, round_: Round) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        acts.set_timer(actor=organiser, round=round_, minutes=10)
        acts.add_minutes(actor=organiser, round=round_, minutes=5)
        assert now(round_) == (State.SET, "15:00")
        acts.start_timer(actor=organiser, round=round_)
        acts.add_minutes(actor=organiser, round=round_, minutes=50)
        assert now(round_) == (State.RUNNING, "1:05:00")
        clock.shift(timedelta(minutes=70))
        assert now(round_) == (State.RUNG, "0:00")
        acts.add_minutes(actor=organiser, round=round_, minutes=3)
        assert now(round_) == (State.RUNNING, "3:00")


def test_starting_and_pausing_twice_changes_nothing(organiser: Any, round_: Round) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        acts.set_timer(actor=organiser, round=round_, minutes=10)
        acts.pause_timer(actor=organiser, round=round_)
        assert now(round_) == (State.SET, "10:00")
        acts.start_timer(actor=organiser, round=round_)
        clock.shift(timedelta(minutes=1))
        acts.start_timer(actor=organiser, round=round_)
        assert now(round_) == (State.RUNNING, "9:00")
        clock.shift(timedelta(minutes=10))
        acts.pause_timer(actor=organiser, round=round_)
        assert now(round_) == (State.RUNG, "0:00")


def test_the_bell_is_rung_by_hand_and_the_clock_is_taken_off(organiser: Any, round_: Round) -> None:
    acts.set_timer(actor=organiser, round=round_, minutes=10)
    acts.ring_bell(actor=organiser, round=round_)
    assert now(round_)[0] == State.RUNG
    acts.stop_timer(actor=organiser, round=round_)
    assert timers.clock_of(Round.objects.get(pk=round_.pk)) is None


@pytest.mark.parametrize("minutes", [0, -5, timing.MOST + 1])
def test_minutes_that_make_no_sense_are_refused(organiser: Any, round_: Round, minutes: int) -> None:
    with pytest.raises(Refused) as caught:
        acts.set_timer(actor=organiser, round=round_, minutes=minutes)
    assert caught.value.code == "bad_minutes"


def test_a_round_without_a_time_has_no_clock_to_start(organiser: Any, round_: Round) -> None:
    with pytest.raises(Refused) as caught:
        acts.start_timer(actor=organiser, round=round_)
    assert caught.value.code == "no_timer"


def test_a_closed_tournament_has_no_clock(organiser: Any, tournament: Tournament, round_: Round) -> None:
    acts.close_tournament(actor=organiser, tournament=tournament, reason="Power cut.")
    with pytest.raises(Refused) as caught:
        acts.set_timer(actor=organiser, round=round_, minutes=10)
    assert caught.value.code == "not_running"


def test_when_the_bell_rings_the_public_pages_are_told_once(
    organiser: Any, tournament: Tournament, round_: Round
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        acts.set_timer(actor=organiser, round=round_, minutes=10)
        acts.start_timer(actor=organiser, round=round_)
        tasks = OutboxTask.objects.filter(kind=timing.KIND)
        assert not set(outbox.due()) & set(tasks.values_list("pk", flat=True))
        acts.add_minutes(actor=organiser, round=round_, minutes=1)
        tournament.refresh_from_db()
        before = tournament.version
        clock.shift(timedelta(minutes=10, seconds=30))  # the bell that was put off says nothing
        for task in set(outbox.due()) & set(tasks.values_list("pk", flat=True)):
            assert outbox.run(task)
        tournament.refresh_from_db()
        assert tournament.version == before
        clock.shift(timedelta(seconds=30))
        for task in set(outbox.due()) & set(tasks.values_list("pk", flat=True)):
            assert outbox.run(task)
        tournament.refresh_from_db()
        assert tournament.version == before + 1


def test_only_rounds_still_played_show_a_clock(organiser: Any, tournament: Tournament, round_: Round) -> None:
    acts.set_timer(actor=organiser, round=round_, minutes=10)
    assert [clock.round for clock in timers.clocks_of(tournament)] == [round_]
    for number in (1, 2):
        acts.award_walkover(actor=organiser, match=match(tournament, number), side="A", reason="x")
    assert timers.clocks_of(tournament) == []
    assert RoundTimer.objects.count() == 1
