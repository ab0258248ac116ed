"""What happens in a qualifier by the clock: entries close at the hour that was set, and who has waited long enough for
its own streak meets a neighbouring one."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.support.services.formats import give, planned, ready, sound, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.formats.streak import Waiting, neighbours
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.celery import app
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import qualifier_clock
from thunee_tournaments.tournaments.models import Tournament

KNOCKOUT = stage("knockout", feed={"take": "qualified"})


@pytest.fixture
def clock(organiser):
    with time_machine.travel(timezone.now(), tick=True) as traveller:
        yield traveller


def refused(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value.code


def three(organiser, **chosen):
    """Three teams: two play, the winner of them waits on one win, the third on none, and so would nobody meet."""
    tournament = planned(organiser, 3, [stage("streak", wins=3, entries=1, **chosen), KNOCKOUT])
    give(organiser, tournament, 1, "A")
    return tournament


def at_tables(tournament):
    return [tuple(team.name for team in one.teams) for one in ready(tournament).order_by("number")]


# --- who has waited long enough


def test_without_patience_a_team_waits_for_its_own_streak(organiser, clock):
    tournament = three(organiser)
    clock.shift(timedelta(hours=5))
    assert qualifier_clock.run() == 0
    assert at_tables(tournament) == []


def test_who_has_waited_long_enough_meets_a_neighbouring_streak(organiser, clock):
    tournament = three(organiser, patience=20)
    assert qualifier_clock.run() == 0
    clock.shift(timedelta(minutes=19))
    assert (qualifier_clock.run(), at_tables(tournament)) == (0, [])
    clock.shift(timedelta(minutes=2))
    assert qualifier_clock.run() == 1
    assert len(at_tables(tournament)) == 1
    assert match(tournament, 2).seating.table.number == 1
    assert qualifier_clock.run() == 0
    sound(tournament)


def test_it_is_looked_at_when_a_match_ends_too(organiser, clock):
    tournament = planned(organiser, 5, [stage("streak", wins=3, entries=1, patience=20), KNOCKOUT])
    give(organiser, tournament, 1, "A")
    clock.shift(timedelta(minutes=25))
    give(organiser, tournament, 2, "A")  # the winners of both meet, and the fifth waits on none
    assert len(at_tables(tournament)) == 1
    (one,) = ready(tournament)
    clock.shift(timedelta(minutes=5))
    give(organiser, tournament, one.number, "A")  # on two wins: no neighbour of none
    assert at_tables(tournament) == []
    sound(tournament)


def test_nobody_is_paired_so_before_the_event_has_begun(organiser, clock):
    tournament = three(organiser, patience=20)
    clock.shift(timedelta(minutes=30))
    Tournament.objects.filter(pk=tournament.pk).update(held=True, opened_at=None)
    tournament.refresh_from_db()
    assert tournament.coming
    assert qualifier_clock.run() == 0
    assert at_tables(tournament) == []


def test_a_pair_of_neighbours_can_be_made_again_and_a_changed_queue_is_found(organiser, clock):
    tournament = three(organiser, patience=20)
    clock.shift(timedelta(minutes=30))
    qualifier_clock.run()
    made = match(tournament, 2)
    assert made.queue["patient"] == 1 or made.queue["patient"] == 2
    sound(tournament)
    made.queue["waiting"].reverse()
    made.queue["patient"] = 0
    made.save(update_fields=["queue"])
    with pytest.raises(AssertionError):
        sound(tournament)


def test_the_longest_wait_comes_first_and_those_who_have_met_last():
    queue = [Waiting(1, "A", 0), Waiting(2, "B", 2), Waiting(3, "C", 1), Waiting(4, "D", 3)]
    assert neighbours(queue, set(), 4) == (1, 3)
    assert neighbours(queue, set(), 0) is None
    assert neighbours([queue[0], queue[1]], set(), 2) is None
    assert neighbours(queue[1:], set(), 1) == (2, 3)
    assert neighbours(queue[1:], {frozenset("BC")}, 1) == (2, 4)


# --- the hour at which entries close


@pytest.fixture
def qualifier(organiser):
    return planned(organiser, 4, [stage("streak", wins=2, entries=3), KNOCKOUT])


def close_at(organiser, tournament, **later):
    at = timezone.now() + timedelta(**later)
    acts.close_entries_at(actor=organiser, tournament=tournament, at=at)
    return at


def test_entries_close_by_themselves_at_the_hour_that_was_set(organiser, qualifier, clock):
    close_at(organiser, qualifier, minutes=30)
    give(organiser, qualifier, 1, "A")
    loser = match(qualifier, 1).team("B")
    assert qualifier_clock.run() == 0
    clock.shift(timedelta(minutes=31))
    assert refused(acts.buy_entry, actor=organiser, tournament=qualifier, team=loser) == "entries_closed"
    assert qualifier_clock.run() == 1
    assert stage_of(qualifier).inputs["closed"] is True
    assert qualifier_clock.run() == 0
    assert queries.open_qualifier(qualifier) is None
    give(organiser, qualifier, 2, "A")
    sound(qualifier)


def test_no_team_comes_in_between_the_hour_and_the_clock(organiser, qualifier, clock):
    close_at(organiser, qualifier, minutes=5)
    clock.shift(timedelta(minutes=6))
    assert queries.open_qualifier(qualifier) is None
    assert refused(acts.add_team, actor=organiser, tournament=qualifier, name="Late") == "entries_closed"


def test_the_hour_can_be_changed_and_taken_away_and_goes_when_entries_open_again(organiser, qualifier, clock):
    close_at(organiser, qualifier, minutes=5)
    at = close_at(organiser, qualifier, minutes=50)
    assert stage_of(qualifier).inputs["closes_at"] == at.isoformat()
    acts.close_entries_at(actor=organiser, tournament=qualifier, at=None)
    assert "closes_at" not in stage_of(qualifier).inputs
    close_at(organiser, qualifier, minutes=5)
    clock.shift(timedelta(minutes=6))
    qualifier_clock.run()
    acts.reopen_entries(actor=organiser, tournament=qualifier)
    assert qualifier_clock.run() == 0
    assert "closed" not in stage_of(qualifier).inputs


@pytest.mark.parametrize("later", [{"minutes": -1}, {"days": 3}])
def test_an_hour_that_is_past_or_far_off_is_refused(organiser, qualifier, later):
    at = timezone.now() + timedelta(**later)
    assert refused(acts.close_entries_at, actor=organiser, tournament=qualifier, at=at) == "bad_moment"


def test_a_closed_qualifier_has_no_hour(organiser, qualifier):
    acts.close_entries(actor=organiser, tournament=qualifier)
    at = timezone.now() + timedelta(minutes=5)
    assert refused(acts.close_entries_at, actor=organiser, tournament=qualifier, at=at) == "entries_closed"


def test_an_event_that_another_site_keeps_is_left_alone(organiser, qualifier, clock):
    close_at(organiser, qualifier, minutes=5)
    clock.shift(timedelta(minutes=6))
    Tournament.objects.filter(pk=qualifier.pk).update(kept_by="elsewhere")
    assert qualifier_clock.run() == 0
    assert not Match.objects.filter(stage__tournament=qualifier, state=Match.State.DONE).exists()


def test_the_worker_knows_every_task_that_comes_by_the_clock(settings):
    app.loader.import_default_modules()
    tasks = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert "thunee_tournaments.services.tasks.run_qualifiers" in tasks
    assert tasks <= set(app.tasks)
