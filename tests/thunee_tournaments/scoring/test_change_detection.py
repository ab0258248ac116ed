"""The mark of a table: another word whenever its page would show something else, and the same as long as not."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from adjudication.models import Entry
from tests.thunee_tournaments.scoring.conftest import Phone, plain
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.models import NoShow, RoundTimer
from thunee_tournaments.tournaments.models import Tournament


def mark(phone: Phone) -> str:
    answer = phone.client.get("/table/mark")
    assert answer.status_code == 200
    return str(answer.content.decode())


def missing(match: Match, organiser: Any) -> None:
    acts.start_no_show(actor=organiser, match=match, side="A")


def there_again(match: Match, organiser: Any) -> None:
    missing(match, organiser)
    acts.stop_no_show(actor=organiser, match=match, side="A")


def given_time(match: Match, organiser: Any) -> None:
    timers.give(match.round, 600)


def under_review(match: Match, organiser: Any) -> None:
    Match.objects.filter(pk=match.pk).update(conflict=Match._meta.get_field("conflict").choices[0][0])


def called_elsewhere(match: Match, organiser: Any) -> None:
    match.seating.ended_at = timezone.now()
    match.seating.save()


def closed(match: Match, organiser: Any) -> None:
    Tournament.objects.update(status=Tournament.Status.CLOSED)


def renamed(match: Match, organiser: Any) -> None:
    assert match.team("A") is not None
    match.team("A").name = "Another name"
    match.team("A").save()


@pytest.fixture
def match(tournament: Tournament) -> Match:
    return tournament.stages.get().matches.get(number=1)


def rung_by_the_clock(match: Match, organiser: Any) -> None:
    """Nobody does anything: the time is up."""
    RoundTimer.objects.filter(round=match.round).update(ends_at=timezone.now() - timedelta(seconds=1))


def paused(match: Match, organiser: Any) -> None:
    acts.pause_timer(actor=organiser, round=match.round)


def given_more_time(match: Match, organiser: Any) -> None:
    acts.add_minutes(actor=organiser, round=match.round, minutes=5)


@pytest.mark.parametrize("does", [rung_by_the_clock, paused, given_more_time])
def test_the_mark_changes_with_a_running_clock(
    phone: Phone, match: Match, organiser: Any, does: Callable[..., None]
) -> None:
    run(match, organiser)
    before = mark(phone)
    does(match, organiser)
    assert mark(phone) != before


def test_the_bell_by_the_clock_changes_the_mark_though_nothing_is_written(
    phone: Phone, match: Match, organiser: Any, time_machine: Any
) -> None:
    run(match, organiser)
    before = mark(phone)
    time_machine.move_to(timezone.now() + timedelta(minutes=11))
    assert mark(phone) != before


def test_the_clock_of_a_missing_team_changes_the_mark_when_it_runs_out(
    phone: Phone, match: Match, organiser: Any, time_machine: Any
) -> None:
    missing(match, organiser)
    before = mark(phone)
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    assert mark(phone) != before


def test_a_page_is_told_when_the_next_clock_runs_out(
    phone: Phone, match: Match, organiser: Any, time_machine: Any
) -> None:
    assert "X-Rings-In" not in phone.client.get("/table/mark")
    run(match, organiser)
    assert 0 < int(phone.client.get("/table/mark")["X-Rings-In"]) <= 600
    time_machine.move_to(timezone.now() + timedelta(minutes=11))
    assert "X-Rings-In" not in phone.client.get("/table/mark")


def run(match: Match, organiser: Any) -> None:
    acts.set_timer(actor=organiser, round=match.round, minutes=10)
    acts.start_timer(actor=organiser, round=match.round)


@pytest.mark.parametrize("does", [missing, given_time, under_review, called_elsewhere, closed, renamed])
def test_the_mark_changes_with_whatever_the_desk_does_at_the_table(
    phone: Phone, match: Match, organiser: Any, does: Callable[[Match, Any], None]
) -> None:
    before = mark(phone)
    does(match, organiser)
    assert mark(phone) != before


def test_the_mark_is_as_before_once_the_missing_team_is_there(phone: Phone, match: Match, organiser: Any) -> None:
    before = mark(phone)
    there_again(match, organiser)
    assert NoShow.objects.count() == 1
    assert mark(phone) == before


def test_the_mark_changes_with_a_hand(phone: Phone, sheet: str) -> None:
    before = mark(phone)
    phone.save(phone.check(sheet, **plain()))
    assert Entry.objects.count() == 1
    assert mark(phone) != before


def test_what_happens_at_another_table_changes_no_mark(phone: Phone, tournament: Tournament, organiser: Any) -> None:
    before = mark(phone)
    missing(tournament.stages.get().matches.get(number=2), organiser)
    assert mark(phone) == before
