"""An event is rehearsed from where it stands: with as many matches as are left, and without a trace."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import serializers
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.support.services import tables
from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.brackets.rehearsing.evening import Hall
from thunee_tournaments.brackets.rehearsing.figures import FEW, Figures, rehearse
from thunee_tournaments.services import acts, queries
from thunee_tournaments.tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


def likely(tournament: Tournament, **hall: Any) -> Figures:
    programme = queries.programme(tournament, timezone.now())
    return rehearse(programme.parts, programme.teams, Hall(**{"tables": 4, "minutes": 30, "again": 0.0, **hall}), FEW)


def left(tournament: Tournament) -> int:
    open_ = Match.objects.filter(stage__tournament=tournament)
    return open_.exclude(state__in=[Match.State.DONE, Match.State.BYE]).count()


WITH_SIDES = {key: plan for key, plan in READY.items() if plan[0]["format"] != "tables"}
FIXED = {
    "knockout": [stage("knockout", third_place=True, plate=True)],
    "seeded anew": [stage("knockout", seed_anew=True)],
    "played out": [stage("knockout", play_out=True)],
    "double": [stage("double", grand_final="single")],
    "groups": [stage("groups", groups=2)],
}


@pytest.mark.parametrize("plan", FIXED.values(), ids=FIXED)
def test_at_every_moment_as_many_matches_are_rehearsed_as_are_left(organiser: Any, plan: Any) -> None:
    tournament = planned(organiser, 9, plan)
    while ready(tournament):
        matches = likely(tournament).matches
        assert matches.low == matches.high == left(tournament)
        give(organiser, tournament, ready(tournament)[0].number, "AB"[left(tournament) % 2])
    assert likely(tournament).matches.high == 0
    assert queries.programme(tournament, timezone.now()).over == {0}


def test_the_rounds_of_a_swiss_that_are_to_come_are_rehearsed_too(organiser: Any) -> None:
    tournament = planned(organiser, 9, [stage("swiss", rounds=3)])
    assert likely(tournament).matches.middle == 12
    give(organiser, tournament, ready(tournament)[0].number, "A")
    assert likely(tournament).matches.middle == 11
    while ready(tournament):
        give(organiser, tournament, ready(tournament)[0].number, "A")
    assert likely(tournament).matches.middle == 8
    acts.withdraw_team(actor=organiser, team=tournament.teams.first(), reason="They had to go.")
    assert likely(tournament).matches.middle == 8


def test_a_qualifier_goes_on_from_its_queue(organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("streak", wins=3, entries=2), stage("knockout")])
    assert likely(tournament, tables=2).matches.middle == 7
    give(organiser, tournament, 1, "A")
    assert likely(tournament, tables=2).matches.middle == 6
    everybody = likely(tournament, again=1.0)
    assert 0 < everybody.rebuys.middle <= 8  # each has one entry left
    acts.close_entries(actor=organiser, tournament=tournament)
    assert likely(tournament, again=1.0).rebuys.high == 0
    assert StreakEntry.objects.count() == 8


def test_pairs_of_a_qualifier_that_wait_for_a_table_are_rehearsed(organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("streak", wins=3, entries=1)], table_count=1)
    assert ready(tournament).filter(seating=None).count() == 3
    assert likely(tournament, tables=1).matches.middle == 7
    give(organiser, tournament, 1, "A")
    assert likely(tournament, tables=1).matches.middle == 6


def test_a_match_that_is_played_while_the_one_before_it_is_open_again_is_rehearsed_after_it(
    organiser: Any, write: Any
) -> None:
    tournament = planned(organiser, 4, [stage("knockout")], table_count=2)
    for number in (1, 2):
        give(organiser, tournament, number, "A")
    write(game(tournament, 3), count("A"))
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="They came.")
    assert match(tournament, 3).conflict
    assert likely(tournament).matches.middle == 2


def test_the_clock_that_closes_the_entries_is_kept(organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("streak", wins=2, entries=9)])
    usual = likely(tournament, again=1.0).rebuys.middle
    Stage.objects.update(inputs={**tournament.stages.get().inputs, "closes_at": timezone.now().isoformat()})
    assert likely(tournament, again=1.0).rebuys.high == 0 < usual


def test_rounds_at_tables_are_rehearsed_from_where_they_stand(organiser: Any) -> None:
    tournament = tables.drawn(organiser, 7)
    assert likely(tournament).matches.middle == 4
    tables.play(organiser, tables.matches(tournament)[0])
    assert likely(tournament).matches.middle == 3


def test_of_a_league_what_is_due_today_is_rehearsed(organiser: Any) -> None:
    league = planned(organiser, 6, [stage("league")], slug="league")
    assert queries.programme(league, timezone.now()).parts[0].whole
    assert likely(league).matches.middle == 15  # without a first day all of it can be played today
    days = planned(organiser, 6, [stage("league", first_day=timezone.localdate().isoformat())], slug="days")
    assert not queries.programme(days, timezone.now()).parts[0].whole
    assert likely(days).matches.middle == 3
    acts.postpone_match(
        actor=organiser, match=match(days, 1), day=timezone.localdate() + timedelta(days=3), reason="Rain."
    )
    assert likely(days).matches.middle == 2
    Match.objects.filter(number=4, stage__tournament=days).update(postponed_to=timezone.localdate())
    assert likely(days).matches.middle == 3


def test_what_follows_a_stage_with_a_match_on_another_day_is_not_played_today(organiser: Any) -> None:
    chain = [stage("groups", groups=1), stage("knockout", feed={"take": "ranks", "stage": 1, "first": 1, "last": 2})]
    tournament = planned(organiser, 3, chain)
    assert likely(tournament).matches.middle == 4
    acts.postpone_match(
        actor=organiser, match=match(tournament, 3), day=timezone.localdate() + timedelta(days=3), reason="Rain."
    )
    assert likely(tournament).matches.middle == 2


@pytest.mark.parametrize(
    ("plan", "before", "left"),
    [
        ([stage("knockout")], 7, 4),  # the semi-final behind it waits, and the final
        ([stage("knockout", third_place=True)], 8, 4),
        ([stage("knockout", seed_anew=True)], 7, 3),  # who meets whom hangs on all of the round
        ([stage("double")], None, None),
        ([stage("swiss", rounds=3)], 12, 3),
    ],
    ids=["knock-out", "third place", "seeded anew", "double", "Swiss"],
)
def test_what_waits_for_a_match_on_another_day_is_not_played_today(
    organiser: Any, plan: Any, before: int | None, left: int | None
) -> None:
    tournament = planned(organiser, 8, plan)
    usual = likely(tournament).matches.middle
    acts.postpone_match(
        actor=organiser, match=match(tournament, 1), day=timezone.localdate() + timedelta(days=3), reason="Rain."
    )
    fewer = likely(tournament).matches.middle
    assert fewer < usual
    if before is not None:
        assert (usual, fewer) == (before, left)


def test_what_is_at_a_table_ends_sooner_the_longer_it_has_been_there(organiser: Any) -> None:
    tournament = planned(organiser, 2, [stage("knockout")])
    acts.set_table_count(actor=organiser, tournament=tournament, count=1)
    acts.assign_tables(actor=organiser, tournament=tournament)
    called = match(tournament, 1).seating.created_at
    programme = queries.programme(tournament, called + timezone.timedelta(minutes=20))
    assert rehearse(programme.parts, 2, Hall(1, 30), FEW).minutes.high < 20


def test_with_fewer_tables_than_are_in_use_none_of_them_is_less_than_idle(organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("knockout")], table_count=4)
    few = likely(tournament, tables=1)
    assert few.in_use[0] > 1
    assert few.idle >= 0


@pytest.mark.parametrize("plan", WITH_SIDES.values(), ids=WITH_SIDES)
def test_before_the_draw_every_plan_is_rehearsed_with_those_who_are_entered(organiser: Any, plan: Any) -> None:
    tournament = TournamentFactory(organiser=organiser)
    for number in range(17):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    assert likely(tournament).matches.middle >= 8


def test_an_event_without_a_plan_is_rehearsed_as_it_is_usual(organiser: Any) -> None:
    tournament = TournamentFactory(organiser=organiser)
    for number in range(5):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    gone = TeamFactory(tournament=tournament, name="Gone", withdrawn_at=timezone.now())
    assert gone.withdrawn_at
    assert likely(tournament).matches.middle == 4


def everything() -> str:
    from django.apps import apps

    rows = [row for model in apps.get_models(include_auto_created=True) for row in model.objects.order_by("pk")]
    return serializers.serialize("json", rows)


def test_nothing_is_touched_by_a_rehearsal(organiser: Any) -> None:
    tournament = planned(organiser, 9, [stage("streak", wins=2, entries=3), stage("knockout")])
    give(organiser, tournament, 1, "A")
    before = everything()
    with CaptureQueriesContext(connection) as asked:
        likely(tournament, again=1.0, absent=2)
    assert [query["sql"] for query in asked if not query["sql"].lstrip().upper().startswith("SELECT")] == []
    assert everything() == before
