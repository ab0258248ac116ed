"""Two teams change places in a stage behind another, before either has played there; the results before it still say
which team is which seed."""

import random

import pytest

from tests.support.services.formats import LOT, give, planned, play, ready, sound, stage
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.core import notices as told
from thunee_tournaments.services.record import redraw

pytestmark = [pytest.mark.django_db, pytest.mark.walks]

FROM_GROUPS = {"take": "ranks", "stage": 1, "last": 2, "best": 0}
FROM_LEAGUE = {"take": "top", "stage": 1, "count": 4}
PLANS = {
    "knock-out": [stage("groups", groups=2), stage("knockout", feed=FROM_GROUPS)],
    "double": [stage("groups", groups=2), stage("double", feed=FROM_GROUPS)],
    "groups": [stage("league"), stage("groups", groups=2, feed=FROM_LEAGUE)],
    "league": [stage("groups", groups=2), stage("league", feed=FROM_GROUPS)],
}


def drawn(organiser, plan):
    """The second stage of a plan, drawn and not begun."""
    tournament = planned(organiser, 8, plan)
    play(organiser, tournament, random.Random(4), until=1)
    return acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)


def free(second):
    """The teams that can change places in a stage, by place."""
    return next(teams for each, teams in queries.may_change_places(second.tournament) if each == second)


def swap(organiser, second, team, other, **said):
    return acts.swap_teams(
        actor=organiser, tournament=second.tournament, team=team, other=other, reason="One family.", **said
    )


def turned(organiser, tournament, team):
    """It turns out that a team has won nothing in the first stage."""
    won = [
        one for one in Match.objects.filter(stage__tournament=tournament, stage__order=1) if one.winner_id == team.pk
    ]
    for one in won:
        other = "B" if one.winning_side == "A" else "A"
        acts.withdraw_walkover(actor=organiser, match=one, reason="The wrong name was written.")
        acts.award_walkover(actor=organiser, match=Match.objects.get(pk=one.pk), side=other, reason="It was theirs.")


def places_of(second):
    matches = Match.objects.filter(stage=second).order_by("number")
    return [[team.pk if team else None for team in one.teams] for one in matches]


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_each_takes_the_others_place_there_and_doing_it_again_takes_it_back(organiser, plan):
    second = drawn(organiser, plan)
    before, seeds = places_of(second), dict(second.tournament.teams.values_list("pk", "seed"))
    first, *_rest, last = free(second)
    swap(organiser, second, first, last, seeds=(first.seed, last.seed))
    twin = {first.pk: last.pk, last.pk: first.pk}
    assert places_of(second) == [[twin.get(pk, pk) for pk in sides] for sides in before]
    assert dict(second.tournament.teams.values_list("pk", "seed")) == seeds  # those of the event stay
    assert free(second)[0].pk == last.pk
    sound(second.tournament)
    swap(organiser, second, first, last)
    assert places_of(second) == before
    sound(second.tournament)


def test_a_second_tap_changes_nothing(organiser):
    second = drawn(organiser, PLANS["knock-out"])
    team, other = free(second)[:2]
    seen = (team.seed, other.seed)
    swap(organiser, second, team, other, seeds=seen)
    after = places_of(second)
    with pytest.raises(acts.Refused) as refused:
        swap(organiser, second, team, other, seeds=seen)
    assert refused.value.code == "done_already"
    assert places_of(second) == after


def test_a_draw_that_is_taken_back_at_that_very_moment_changes_nothing(organiser, monkeypatch):
    second = drawn(organiser, PLANS["knock-out"])
    team, other = free(second)[:2]

    def taken_back(_matches):
        monkeypatch.undo()
        acts.undo_stage(actor=organiser, tournament=second.tournament)

    monkeypatch.setattr("thunee_tournaments.services.match.swapping.lock_matches", taken_back)
    with pytest.raises(acts.Refused) as refused:
        swap(organiser, second, team, other)
    assert refused.value.code == "done_already"


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_an_event_is_played_to_its_end_after_places_were_changed_in_a_later_stage(organiser, plan):
    second = drawn(organiser, plan)
    teams = free(second)
    swap(organiser, second, teams[0], teams[2])
    swap(organiser, second, teams[1], teams[0])
    play(organiser, second.tournament, random.Random(5))
    sound(second.tournament)
    assert queries.outlook(second.tournament).champion is not None


def test_who_has_played_there_keeps_the_place(organiser):
    second = drawn(organiser, PLANS["knock-out"])
    begun, other = ready(second.tournament)[:2]
    give(organiser, second.tournament, begun.number, "A")
    assert {team.pk for team in free(second)} == set(other.team_ids)
    with pytest.raises(acts.Refused) as refused:
        swap(organiser, second, begun.team("A"), other.team("A"))
    assert refused.value.code == "has_played"


def test_who_comes_by_a_corrected_result_sits_where_the_seed_was_put(organiser):
    """Play has begun in the other match; one of those who changed places turns out not to have gone on."""
    second = drawn(organiser, PLANS["knock-out"])
    tournament = second.tournament
    one, other = ready(tournament)[:2]
    team, partner = other.team("A"), other.team("B")
    swap(organiser, second, team, partner)
    give(organiser, tournament, one.number, "A")
    turned(organiser, tournament, team)
    sound(tournament)
    second.refresh_from_db()
    assert team.public_id not in second.inputs["order"]
    seed = second.inputs["drawn"].index(team.public_id)
    replaced = Match.objects.get(pk=other.pk)
    assert replaced.team("B").public_id == second.inputs["order"][seed]
    assert replaced.team("A") == partner


def test_a_stage_that_is_drawn_anew_by_a_corrected_result_is_drawn_without_the_change(organiser):
    second = drawn(organiser, PLANS["knock-out"])
    team, other = free(second)[:2]
    swap(organiser, second, team, other)
    turned(organiser, second.tournament, team)
    sound(second.tournament)  # the record says that the draw was taken back, and the change with it
    again = acts.start_next_stage(actor=organiser, tournament=second.tournament, lot=LOT)
    assert "swaps" not in again.inputs
    sound(second.tournament)


def test_it_is_told_with_who_did_it_and_why_and_found_where_the_record_does_not_say_it(organiser):
    second = drawn(organiser, PLANS["groups"])
    team, other = free(second)[:2]
    swap(organiser, second, team, other)
    [notice] = told.notices.about(second.tournament.public_id, told.DRAWS).filter(kind="swap")
    assert (notice.actor, notice.reason) == (f"user:{organiser.pk}", "One family.")
    assert notice.body == {"stage": 2, "teams": [team.public_id, other.public_id], "seeds": [1, 2]}
    second.refresh_from_db()
    second.inputs["swaps"] = []
    second.save()
    found = {fault.where for fault in redraw.check(second.tournament)}
    assert found >= {"groups", "places changed in stage 2, and what the record tells"}


def test_a_later_swiss_is_paired_by_hand_instead(organiser):
    second = drawn(organiser, [stage("groups", groups=2), stage("swiss", rounds=2, feed=FROM_GROUPS)])
    assert all(each != second for each, _teams in queries.may_change_places(second.tournament))
    team, other = second.tournament.teams.filter(public_id__in=second.inputs["order"])[:2]
    with pytest.raises(acts.Refused):
        swap(organiser, second, team, other)


def test_what_it_would_change_is_what_it_changes_there(organiser):
    second = drawn(organiser, PLANS["knock-out"])
    first, *_rest, last = free(second)
    would = {place.number: place.after for place in queries.places_after(second.tournament, first, last)}
    swap(organiser, second, first, last)
    assert would
    for number, after in would.items():
        one = Match.objects.get(stage=second, number=number)
        assert " – ".join(str(team) if team else "…" for team in one.teams) == after
