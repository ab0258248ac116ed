"""Two teams change places in a published draw, before either has played."""

import pytest

from tests.support.quick import first
from tests.support.ready_plans import READY
from tests.support.services.formats import give, planned, played_out, ready, sound, stage
from tests.support.services.tables import drawn as at_tables
from tests.thunee_tournaments.services.conftest import count, match, writing
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.core import notices as told
from thunee_tournaments.services.record import redraw
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage

pytestmark = pytest.mark.django_db
PLANS = {
    "knock-out": [stage("knockout")],
    "with byes": [stage("knockout", third_place=True)],
    "double": READY["double"],
    "groups": [stage("groups", groups=2)],
    "league": [stage("league")],
    "swiss": [stage("swiss", rounds=2)],
}


def swap(organiser, tournament, team, other, reason="They are one family."):
    return acts.swap_teams(actor=organiser, tournament=tournament, team=team, other=other, reason=reason)


def refused(*args, **kwargs):
    with pytest.raises(acts.Refused) as caught:
        swap(*args, **kwargs)
    return caught.value.code


def seeded(tournament, seed):
    return Team.objects.get(tournament=tournament, seed=seed)


def places_of(tournament):
    """Which team stands on which side of each match of the first stage."""
    matches = Match.objects.filter(stage__tournament=tournament, stage__order=1).order_by("number")
    return [[team.pk if team else None for team in one.teams] for one in matches]


@pytest.mark.slow
@pytest.mark.parametrize("plan", first(PLANS.values(), 1, PLANS))
@pytest.mark.parametrize("teams", [6, 9])
def test_each_takes_the_others_place_in_every_match_and_doing_it_again_takes_it_back(organiser, plan, teams):
    tournament = planned(organiser, teams, plan)
    before = places_of(tournament)
    for one, two in ((1, 2), (1, teams), (2, teams - 1)):
        team, other = seeded(tournament, one), seeded(tournament, two)
        swap(organiser, tournament, team, other)
        twin = {team.pk: other.pk, other.pk: team.pk}
        assert places_of(tournament) == [[twin.get(pk, pk) for pk in sides] for sides in before]
        assert (seeded(tournament, two), seeded(tournament, one)) == (team, other)
        assert redraw.check(tournament) == []
        swap(organiser, tournament, team, other)
        assert places_of(tournament) == before
        assert redraw.check(tournament) == []


@pytest.mark.parametrize("plan", first(PLANS.values(), 1, PLANS))
def test_an_event_is_played_to_its_end_after_places_were_changed(organiser, plan):
    tournament = planned(organiser, 6, plan)
    swap(organiser, tournament, seeded(tournament, 1), seeded(tournament, 6))
    swap(organiser, tournament, seeded(tournament, 2), seeded(tournament, 3))
    played_out(organiser, tournament)
    sound(tournament)
    assert queries.outlook(tournament).champion is not None


def test_the_tables_of_both_are_called_with_who_plays_there_now(organiser):
    tournament = planned(organiser, 8, PLANS["knock-out"])
    team, other = match(tournament, 1).team("A"), match(tournament, 3).team("B")
    swap(organiser, tournament, team, other)
    for number in (1, 3):
        one = match(tournament, number)
        game = MatchGame.objects.get(match=one)
        players = {player.public_id for side in one.teams for player in side.players.all()}
        assert set(one.seats) <= players
        assert game.sheet.seq == 0
    assert Match.objects.filter(stage__tournament=tournament, state="ready").count() == 4
    sound(tournament)


def test_who_has_a_hand_written_or_a_match_decided_keeps_the_place(organiser):
    tournament = planned(organiser, 8, PLANS["knock-out"])
    writing(organiser)(MatchGame.objects.get(match=match(tournament, 1)), count("A"))
    give(organiser, tournament, 2, "A")
    free = seeded(tournament, next(seed for seed in match(tournament, 3).seeds if seed))
    for number in (1, 2):
        for side in "AB":
            assert refused(organiser, tournament, match(tournament, number).team(side), free) == "has_played"
    assert {team.pk for team in queries.may_swap(tournament)} == {
        pk for number in (3, 4) for pk in match(tournament, number).team_ids
    }


def test_who_has_a_bye_keeps_the_place_once_the_next_match_has_begun(organiser):
    tournament = planned(organiser, 3, PLANS["knock-out"])
    bye = Match.objects.get(stage__tournament=tournament, state="bye")
    team = bye.team("A")
    assert team in queries.may_swap(tournament)
    give(organiser, tournament, ready(tournament)[0].number, "A")
    final = Match.objects.get(stage__tournament=tournament, state="ready")
    assert team.pk in final.team_ids
    assert [one.pk for one in queries.may_swap(tournament)] == [team.pk]
    give(organiser, tournament, final.number, "A")
    assert queries.may_swap(tournament) == []


def test_single_players_change_places_at_their_tables(organiser):
    tournament = at_tables(organiser, 9)
    before = places_of(tournament)
    team, other = seeded(tournament, 1), seeded(tournament, 9)
    swap(organiser, tournament, team, other)
    twin = {team.pk: other.pk, other.pk: team.pk}
    assert places_of(tournament) == [[twin.get(pk, pk) for pk in sides] for sides in before]
    assert redraw.check(tournament) == []


def test_who_has_gone_home_keeps_the_place(organiser):
    tournament = planned(organiser, 3, PLANS["knock-out"])
    gone = Match.objects.get(stage__tournament=tournament, state="bye").team("A")
    acts.withdraw_team(actor=organiser, team=gone, reason="had to leave")
    other = ready(tournament)[0].team("A")
    assert refused(organiser, tournament, gone, other) == "has_played"
    assert gone not in queries.may_swap(tournament)


def test_it_is_told_with_who_did_it_and_why(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    team, other = seeded(tournament, 1), seeded(tournament, 3)
    swap(organiser, tournament, team, other)
    [notice] = told.notices.about(tournament.public_id, told.DRAWS).filter(kind="swap")
    assert (notice.actor, notice.reason) == (f"user:{organiser.pk}", "They are one family.")
    assert notice.body == {"stage": 1, "teams": [team.public_id, other.public_id]}


def test_places_changed_behind_the_records_back_are_found(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    swap(organiser, tournament, seeded(tournament, 1), seeded(tournament, 3))
    row = Stage.objects.get(tournament=tournament)
    row.inputs["swaps"] = []
    row.save()
    assert "places changed in stage 1, and what the record tells" in {one.where for one in redraw.check(tournament)}


def test_a_draw_taken_back_forgets_who_changed_places(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    swap(organiser, tournament, seeded(tournament, 1), seeded(tournament, 3))
    acts.redraw_event(actor=organiser, tournament=tournament)
    assert redraw.check(tournament) == []


def test_what_makes_no_sense_is_refused_and_nothing_changes(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    before, team, other = places_of(tournament), seeded(tournament, 1), seeded(tournament, 2)
    elsewhere = seeded(planned(organiser, 4, PLANS["knock-out"]), 1)
    assert refused(organiser, tournament, team, team) == "same_team"
    assert refused(organiser, tournament, team, elsewhere) == "not_in_draw"
    assert refused(organiser, tournament, team, other, reason=" ") == "reason_missing"
    assert places_of(tournament) == before
    qualifier = planned(organiser, 4, [stage("streak")])
    one, two = list(qualifier.teams.all())[:2]
    assert refused(organiser, qualifier, one, two) == "no_places"
    acts.undo_draw(actor=organiser, tournament=tournament)
    assert refused(organiser, tournament, team, other) == "not_running"


def test_what_it_would_change_is_what_it_changes(organiser):
    tournament = planned(organiser, 6, PLANS["groups"])
    team, other = seeded(tournament, 1), seeded(tournament, 4)
    would = {place.number: place.after for place in queries.places_after(tournament, team, other)}
    swap(organiser, tournament, team, other)
    assert would
    for number, after in would.items():
        assert " – ".join(str(one) if one else "…" for one in match(tournament, number).teams) == after
    bye = planned(organiser, 3, PLANS["knock-out"])
    [first, *_] = queries.places_after(bye, seeded(bye, 1), seeded(bye, 2))
    assert first.before == f"{seeded(bye, 1)} – bye"
