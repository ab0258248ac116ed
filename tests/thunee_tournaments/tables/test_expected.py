"""When matches are likely to begin: the same from the few columns that pages of one team and the desk read."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.services.formats import planned, ready, stage
from tests.thunee_tournaments.services.conftest import organiser, win, write
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.tables import expected
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.selectors import all_with_tables, tables_of, with_tables

__all__ = ["organiser", "win", "write"]

PLANS = {
    "knockout": [stage("knockout", third_place=True)],
    "double": [stage("double")],
    "groups": [stage("groups", groups=2), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2})],
    "swiss": [stage("swiss", rounds=3)],
    "streak": [stage("streak", wins=2)],
    "league": [stage("league")],
}


def played_for_half_an_hour(tournament):
    """Every match that is over was called so long before."""
    for seating in Seating.objects.filter(match__stage__tournament=tournament, ended_at__isnull=False):
        done = seating.match.done_at
        Seating.objects.filter(pk=seating.pk).update(created_at=done - timedelta(minutes=30))


@pytest.mark.parametrize("plan", PLANS)
def test_of_an_event_that_is_not_at_hand_the_same_is_guessed(organiser, win, plan):
    tournament = planned(organiser, 12, PLANS[plan], table_count=1)
    assert expected.starts_in(tournament, tables_of(tournament), timezone.now()) == {}  # nothing was played yet
    for _ in range(3):
        win(tournament, ready(tournament)[0].number, "A")
    played_for_half_an_hour(tournament)
    later = ready(tournament).last()
    Match.objects.filter(pk=later.pk).update(postponed_to=timezone.localdate() + timedelta(days=9))
    now = timezone.now()
    guessed = expected.starts_in(tournament, tables_of(tournament), now)
    assert guessed == expected.starts(list(with_tables(matches_of(tournament))), tables_of(tournament), now)
    assert guessed
    assert later.pk not in guessed


def test_what_is_over_is_not_read_row_by_row(organiser, win, monkeypatch):
    tournament = planned(organiser, 8, PLANS["swiss"])
    for one in list(ready(tournament))[:3]:
        win(tournament, one.number, "A")
    played_for_half_an_hour(tournament)
    monkeypatch.setattr(Match, "from_db", None)  # of those that are open nothing is read so, either
    assert expected.starts_in(tournament, tables_of(tournament), timezone.now()) == {}  # the last one is at a table


@pytest.mark.parametrize("plan", PLANS)
def test_an_event_at_hand_is_what_its_matches_say_one_by_one(organiser, win, plan, django_assert_max_num_queries):
    tournament = planned(organiser, 12, PLANS[plan], table_count=2)
    for _ in range(3):
        win(tournament, ready(tournament)[0].number, "A")

    def said(match):
        seating = getattr(match, "seating", None)
        return (
            match.public_id, match.stage.tournament, match.round.name, match.state, match.won_by, match.done_at,
            match.teams, match.figures, [side.source for side in match.sides],
            seating and (seating.table.number, seating.created_at, seating.ended_at, seating.match.pk),
        )  # fmt: skip

    with django_assert_max_num_queries(8):
        at_hand = [said(match) for match in all_with_tables(tournament)]
    assert at_hand == [said(match) for match in with_tables(matches_of(tournament))]
    assert any(line[-1] for line in at_hand)
