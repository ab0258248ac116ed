"""A Swiss stage with another number of rounds than was planned: ended early, or played on."""

import pytest

from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.core import notices as told
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Stage

pytestmark = pytest.mark.django_db
CUT = {"take": "top", "stage": 1, "count": 2}


def swiss(organiser, teams=4, rounds=3, then=True):
    later = [stage("knockout", feed=CUT)] if then else []
    return planned(organiser, teams, [stage("swiss", rounds=rounds), *later])


def play_round(organiser, tournament):
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")


def change(organiser, tournament, rounds, was, reason="The hall closes at ten."):
    return acts.change_rounds(actor=organiser, tournament=tournament, rounds=rounds, was=was, reason=reason)


def refused(*args, **kwargs):
    with pytest.raises(acts.Refused) as caught:
        change(*args, **kwargs)
    return caught.value.code


def test_a_stage_ended_early_is_over_and_the_next_can_be_drawn(organiser):
    tournament = swiss(organiser)
    play_round(organiser, tournament)
    assert not queries.outlook(tournament).can_draw
    change(organiser, tournament, 1, 3)
    assert queries.outlook(tournament).can_draw
    acts.start_next_stage(actor=organiser, tournament=tournament)
    assert redraw.check(tournament) == []


def test_a_stage_ended_in_the_middle_of_a_round_waits_for_its_last_match(organiser):
    tournament = swiss(organiser, then=False)
    change(organiser, tournament, 1, 3)
    assert not queries.outlook(tournament).over
    play_round(organiser, tournament)
    now = queries.outlook(tournament)
    assert now.over
    assert now.champion is not None


def test_rounds_more_are_paired_after_all_that_were_planned(organiser):
    tournament = swiss(organiser, teams=6, rounds=1)
    play_round(organiser, tournament)
    with pytest.raises(acts.Refused) as over:
        acts.pair_round(actor=organiser, tournament=tournament)
    assert over.value.code == "rounds_over"
    change(organiser, tournament, 2, 1)
    acts.pair_round(actor=organiser, tournament=tournament)
    assert not queries.outlook(tournament).can_draw
    play_round(organiser, tournament)
    assert queries.outlook(tournament).can_draw
    assert redraw.check(tournament) == []


def test_a_change_is_told_with_who_made_it_and_why_and_can_be_taken_back(organiser):
    tournament = swiss(organiser)
    play_round(organiser, tournament)
    change(organiser, tournament, 1, 3)
    change(organiser, tournament, 3, 1, reason="The hall stays open.")
    posted = [
        (one.body["was"], one.body["rounds"], one.body["paired"], one.actor, one.reason)
        for one in told.notices.about(tournament.public_id, told.DRAWS).filter(kind="rounds")
    ]
    who = f"user:{organiser.pk}"
    assert posted == [(3, 1, 1, who, "The hall closes at ten."), (1, 3, 1, who, "The hall stays open.")]
    assert redraw.check(tournament) == []


def test_a_number_of_rounds_that_the_record_does_not_tell_is_found(organiser):
    tournament = swiss(organiser)
    change(organiser, tournament, 4, 3)
    row = Stage.objects.get(tournament=tournament, order=1)
    row.parameters["rounds"] = 2
    row.save()
    [difference] = redraw.check(tournament)
    assert difference.where == "rounds of stage 1, and what the record tells"


@pytest.mark.parametrize(
    ("rounds", "was", "reason", "code"),
    [
        (0, 3, "x", "bad_rounds"),
        (3, 3, "x", "bad_rounds"),
        (31, 3, "x", "bad_rounds"),
        (2, 5, "x", "done_already"),
        (2, 3, "  ", "reason_missing"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(organiser, rounds, was, reason, code):
    tournament = swiss(organiser)
    assert refused(organiser, tournament, rounds, was, reason=reason) == code
    assert Stage.objects.get(tournament=tournament, order=1).parameters["rounds"] == 3
    assert not told.notices.about(tournament.public_id, told.DRAWS).filter(kind="rounds").exists()


def test_no_round_that_is_paired_can_be_left_out(organiser):
    tournament = swiss(organiser, teams=6)
    play_round(organiser, tournament)
    acts.pair_round(actor=organiser, tournament=tournament)
    assert refused(organiser, tournament, 1, 3) == "bad_rounds"


def test_once_the_next_stage_is_drawn_the_number_stands_until_that_is_taken_back(organiser):
    tournament = swiss(organiser, rounds=1)
    play_round(organiser, tournament)
    acts.start_next_stage(actor=organiser, tournament=tournament)
    assert refused(organiser, tournament, 2, 1) == "later_stage_drawn"
    acts.undo_stage(actor=organiser, tournament=tournament)
    change(organiser, tournament, 2, 1)


def test_other_formats_and_events_not_drawn_have_no_number_to_change(organiser):
    assert refused(organiser, planned(organiser, 4, [stage("knockout")]), 2, 3) == "no_swiss"
    tournament = swiss(organiser)
    acts.undo_draw(actor=organiser, tournament=tournament)
    assert refused(organiser, tournament, 2, 3) == "not_running"


def test_a_draw_taken_back_and_made_again_begins_with_the_number_as_it_is(organiser):
    tournament = swiss(organiser)
    change(organiser, tournament, 4, 3)
    acts.undo_draw(actor=organiser, tournament=tournament)
    acts.draw_event(actor=organiser, tournament=tournament)
    assert Stage.objects.get(tournament=tournament, order=1).parameters["rounds"] == 4
    assert redraw.check(tournament) == []


def test_what_the_table_says_is_safe_follows_from_the_rounds_that_are_left(organiser):
    tournament = swiss(organiser, teams=4, rounds=1)
    play_round(organiser, tournament)
    before = queries.who_goes_on(Stage.objects.get(tournament=tournament, order=2))
    change(organiser, tournament, 2, 1)
    assert match(tournament, 1).winner in before
    assert not queries.outlook(tournament).over
