"""What is played after the stages that are drawn is changed while the event runs, so that no plan is a dead end."""

from typing import Any

import pytest

from adjudication.models import Notice
from tests.support.services.formats import give, planned, played_out, ready, stage
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db
WHY = "The hall closes at ten."
BEST = {"take": "ranks", "stage": 1, "first": 1, "last": 1}


def plan_now(tournament: Tournament) -> list[Any]:
    return [{"format": one.format, "parameters": one.parameters} for one in tournament.stages.order_by("order")]


def change(organiser: Any, tournament: Tournament, stages: list[Any], was: str = "", reason: str = WHY) -> list[Stage]:
    was = was or queries.mark_of_plan(list(tournament.stages.order_by("order")))
    return acts.change_coming(actor=organiser, tournament=tournament, stages=stages, was=was, reason=reason)


def refused(*args: Any, **kwargs: Any) -> acts.Refused:
    with pytest.raises(acts.Refused) as caught:
        change(*args, **kwargs)
    return caught.value


def groups(organiser: Any) -> Tournament:
    """Two groups of three, whose winners were to play in four groups: that cannot be drawn."""
    return planned(organiser, 6, [stage("groups", groups=2), stage("groups", groups=4, feed=BEST)])


def play(organiser: Any, tournament: Tournament) -> None:
    for _turn in range(5):
        for one in list(ready(tournament)):
            give(organiser, tournament, one.number, "A")


@pytest.mark.slow
def test_a_stage_too_small_for_what_was_planned_is_played_otherwise(organiser: Any) -> None:
    tournament = groups(organiser)
    play(organiser, tournament)
    with pytest.raises(acts.Refused) as stuck:
        acts.start_next_stage(actor=organiser, tournament=tournament)
    assert stuck.value.code == "plan_does_not_fit"
    change(organiser, tournament, [plan_now(tournament)[0], stage("knockout", feed=BEST)])
    played_out(organiser, tournament)
    assert queries.outlook(tournament).champion is not None
    assert [*redraw.check(tournament), *replay.check(tournament)] == []


def test_the_record_says_what_was_planned_what_is_and_why(organiser: Any) -> None:
    tournament = groups(organiser)
    change(organiser, tournament, [plan_now(tournament)[0], stage("knockout", feed=BEST)])
    notice = Notice.objects.get(book=tournament.public_id, kind="plan")
    assert notice.reason == WHY
    assert [(one["stage"], one["format"]) for one in notice.body["was"]] == [(2, "groups")]
    assert [(one["stage"], one["format"]) for one in notice.body["coming"]] == [(2, "knockout")]


@pytest.mark.slow
def test_a_stage_is_left_out_and_the_table_decides(organiser: Any) -> None:
    tournament = planned(
        organiser, 4, [stage("league"), stage("knockout", feed={"take": "top", "stage": 1, "count": 2})]
    )
    play(organiser, tournament)
    assert not queries.outlook(tournament).decided
    change(organiser, tournament, plan_now(tournament)[:1])
    assert queries.outlook(tournament).decided
    assert queries.outlook(tournament).champion is not None


@pytest.mark.slow
def test_a_stage_more_is_played_after_the_last(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("league")])
    final = stage("knockout", feed={"take": "top", "stage": 1, "count": 2})
    change(organiser, tournament, [*plan_now(tournament), final])
    play(organiser, tournament)
    assert queries.outlook(tournament).can_draw
    played_out(organiser, tournament)
    assert tournament.stages.count() == 2
    assert [*redraw.check(tournament), *replay.check(tournament)] == []


def test_what_is_drawn_stays_as_it_was_drawn(organiser: Any) -> None:
    tournament = groups(organiser)
    first = tournament.stages.get(order=1)
    other = stage("groups", groups=3)
    change(organiser, tournament, [other, stage("knockout", feed=BEST)])
    first.refresh_from_db()
    assert first.parameters["groups"] == 2
    assert refused(organiser, tournament, [stage("league"), stage("knockout", feed=BEST)]).code == "drawn_already"
    assert refused(organiser, tournament, []).code == "drawn_already"


@pytest.mark.parametrize(
    ("stages", "code"),
    [
        ([stage("groups", groups=4, feed=BEST)], "unchanged"),
        ([stage("groups", groups=0, feed=BEST)], "bad_plan"),
        ([stage("knockout", feed={"take": "qualified", "stage": 1})], "bad_plan"),
        ([stage("bridge", feed=BEST)], "bad_plan"),
        ([stage("tables", feed=BEST)], "plan_does_not_fit"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(organiser: Any, stages: list[Any], code: str) -> None:
    tournament = groups(organiser)
    before = plan_now(tournament)
    assert refused(organiser, tournament, [before[0], *stages]).code == code
    assert plan_now(tournament) == before


def test_two_who_change_it_at_once_do_not_overwrite_each_other(organiser: Any) -> None:
    tournament = groups(organiser)
    seen = queries.mark_of_plan(list(tournament.stages.order_by("order")))
    change(organiser, tournament, [plan_now(tournament)[0], stage("knockout", feed=BEST)], seen)
    assert refused(organiser, tournament, plan_now(tournament)[:1], seen).code == "done_already"


def test_after_the_draw_of_a_stage_its_plan_stands(organiser: Any) -> None:
    tournament = planned(organiser, 6, [stage("groups", groups=2), stage("knockout", feed=BEST)])
    play(organiser, tournament)
    seen = queries.mark_of_plan(list(tournament.stages.order_by("order")))
    acts.start_next_stage(actor=organiser, tournament=tournament)
    assert refused(organiser, tournament, plan_now(tournament)[:1], seen).code == "done_already"
    assert refused(organiser, tournament, plan_now(tournament)[:1]).code == "drawn_already"


def test_it_needs_a_reason_and_an_event_that_runs(organiser: Any) -> None:
    tournament = groups(organiser)
    assert refused(organiser, tournament, plan_now(tournament)[:1], reason=" ").code == "reason_missing"
    acts.close_tournament(actor=organiser, tournament=tournament, reason="rain")
    assert refused(organiser, tournament, plan_now(tournament)[:1]).code == "not_running"
