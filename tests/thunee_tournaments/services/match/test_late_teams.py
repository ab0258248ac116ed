"""A team that comes once the draw is published: it waits, and takes a bye or the place of a team that is not here."""

import uuid
from typing import Any

import pytest

from tests.support.quick import first
from tests.support.ready_plans import READY
from tests.support.services.formats import give, planned, played_out, ready, sound, stage
from tests.support.services.tables import drawn as at_tables
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.fundraising.owed import accounts_of
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.core import notices as told
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.standings.event_standings import standings
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db
PLANS: dict[str, Any] = {
    "knock-out": [stage("knockout")],
    "third place": [stage("knockout", third_place=True)],
    "clubs apart": [stage("knockout", apart=True)],
    "double": READY["double"],
    "groups": [stage("groups", groups=2)],
    "league": [stage("league")],
    "swiss": [stage("swiss", rounds=2)],
}
BYES = ("knock-out", "third place", "clubs apart")
WHY = "Their car broke down."


def comes(organiser: Any, tournament: Tournament, name: str = "Latecomers") -> Team:
    return acts.add_team(actor=organiser, tournament=tournament, name=name, players=("Ann", "Bo"), club="Hillside")


def sits(organiser: Any, tournament: Tournament, team: Team, place: Match) -> None:
    acts.give_place(actor=organiser, tournament=tournament, team=team, match=place, reason=WHY)


def takes(organiser: Any, tournament: Tournament, team: Team, other: Team, **more: Any) -> None:
    acts.swap_teams(actor=organiser, tournament=tournament, team=team, other=other, reason=WHY, **more)


def refused(act: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(acts.Refused) as caught:
        act(*args, **kwargs)
    return caught.value.code


def seeded(tournament: Tournament, seed: int) -> Team:
    return Team.objects.get(tournament=tournament, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("plan", first([PLANS[name] for name in BYES], 1, BYES))
@pytest.mark.parametrize("teams", [3, 5, 6, 13])
def test_a_late_team_plays_against_a_bye_and_nothing_else_of_the_draw_changes(
    organiser: Any, plan: Any, teams: int
) -> None:
    tournament = planned(organiser, teams, plan)
    before = {one.number: one.title for one in Match.objects.filter(stage__tournament=tournament)}
    byes = Match.objects.filter(stage__tournament=tournament, state="bye").count()
    places = queries.free_places(tournament)
    assert [place.team.seed for place in places] == sorted((place.team.seed for place in places), reverse=True)
    assert len(places) == byes
    place, team = places[0], comes(organiser, tournament)
    sits(organiser, tournament, team, place.match)
    one = match(tournament, place.match.number)
    assert {each.pk for each in one.teams if each} == {team.pk, place.team.pk}
    assert (one.state, one.won_by) == ("ready", "")
    assert MatchGame.objects.filter(match=one).count() == 1
    touched = {one.number, *(after.number for after in Match.objects.filter(side__source=["winner", one.number]))}
    assert {
        number: title
        for number, title in before.items()
        if number not in touched and match(tournament, number).title != title
    } == {}
    assert redraw.check(tournament) == []
    played_out(organiser, tournament, "B")
    sound(tournament)
    assert queries.outlook(tournament).champion is not None


@pytest.mark.slow
def test_every_bye_can_be_taken_one_after_the_other_and_then_places_change(organiser: Any) -> None:
    tournament = planned(organiser, 9, PLANS["knock-out"])
    for number in range(7):
        sits(organiser, tournament, comes(organiser, tournament, f"Late {number}"), free(tournament))
        assert redraw.check(tournament) == []
    assert queries.free_places(tournament) == []
    takes(organiser, tournament, seeded(tournament, 16), seeded(tournament, 1))
    assert redraw.check(tournament) == []
    played_out(organiser, tournament, "B")
    sound(tournament)


def free(tournament: Tournament) -> Match:
    return queries.free_places(tournament)[0].match


@pytest.mark.slow
@pytest.mark.parametrize("plan", first(PLANS.values(), 1, PLANS))
@pytest.mark.parametrize("teams", [6, 9])
def test_a_late_team_takes_the_place_of_one_that_is_not_here_in_any_format(
    organiser: Any, plan: Any, teams: int
) -> None:
    tournament = planned(organiser, teams, plan)
    absent, team = seeded(tournament, 2), comes(organiser, tournament)
    places = [[one.number, one.team_ids] for one in Match.objects.filter(stage__tournament=tournament)]
    takes(organiser, tournament, team, absent, seeds=(0, 2))
    renamed = {absent.pk: team.pk}
    assert [[one.number, one.team_ids] for one in Match.objects.filter(stage__tournament=tournament)] == [
        [number, [renamed.get(pk, pk) for pk in sides]] for number, sides in places
    ]
    assert queries.waiting_teams(tournament) == [absent]
    assert redraw.check(tournament) == []
    assert refused(takes, organiser, tournament, team, absent, seeds=(0, 2)) == "done_already"
    played_out(organiser, tournament, "B")
    sound(tournament)
    assert absent.public_id not in {row["team"] for row in standings(tournament)["rows"]}
    assert replay.check(Tournament.objects.get(pk=tournament.pk)) == []


@pytest.mark.slow
def test_whoever_lost_its_place_can_have_it_again_or_another_one(organiser: Any) -> None:
    tournament = planned(organiser, 3, PLANS["knock-out"])
    absent, team = seeded(tournament, 3), comes(organiser, tournament)
    takes(organiser, tournament, team, absent)
    takes(organiser, tournament, absent, team)
    assert queries.waiting_teams(tournament) == [team]
    takes(organiser, tournament, team, absent)
    sits(organiser, tournament, absent, free(tournament))
    assert redraw.check(tournament) == []
    played_out(organiser, tournament, "B")
    sound(tournament)


def test_players_at_tables_are_replaced_before_they_have_played(organiser: Any) -> None:
    tournament = at_tables(organiser, 9)
    late = acts.add_team(actor=organiser, tournament=tournament, name="Ann", players=())
    takes(organiser, tournament, late, seeded(tournament, 4))
    assert redraw.check(tournament) == []
    assert queries.free_places(tournament) == []


def test_a_bye_is_not_free_once_its_team_has_begun_to_play_or_has_gone_home(organiser: Any) -> None:
    tournament = planned(organiser, 3, PLANS["knock-out"])
    team, bye = comes(organiser, tournament), free(tournament)
    give(organiser, tournament, ready(tournament)[0].number, "A")
    assert free(tournament) == bye
    give(organiser, tournament, ready(tournament)[0].number, "A")
    assert queries.free_places(tournament) == []
    assert refused(sits, organiser, tournament, team, bye) == "no_free_place"
    other = planned(organiser, 3, PLANS["knock-out"])
    bye = free(other)
    acts.withdraw_team(actor=organiser, team=queries.free_places(other)[0].team, reason="had to leave")
    assert queries.free_places(other) == []
    assert refused(sits, organiser, other, comes(organiser, other), bye) == "no_free_place"


@pytest.mark.parametrize(
    "plan",
    [
        [stage("knockout", plate=True)],
        [stage("knockout", play_out=True)],
        READY["double"],
        [stage("swiss", rounds=2)],
        [stage("league")],
    ],
)
def test_a_bye_that_decides_more_than_who_goes_on_is_no_free_place(organiser: Any, plan: Any) -> None:
    tournament = planned(organiser, 7, plan)
    assert queries.free_places(tournament) == []
    byes = Match.objects.filter(stage__tournament=tournament, state="bye")
    for bye in byes:
        assert refused(sits, organiser, tournament, comes(organiser, tournament), bye) == "no_free_place"


@pytest.mark.slow
def test_nobody_sits_down_twice_and_nobody_without_a_reason(organiser: Any) -> None:
    tournament = planned(organiser, 5, PLANS["knock-out"])
    team, bye = comes(organiser, tournament), free(tournament)
    with pytest.raises(acts.Refused, match="why"):
        acts.give_place(actor=organiser, tournament=tournament, team=team, match=bye, reason=" ")
    sits(organiser, tournament, team, bye)
    assert refused(sits, organiser, tournament, team, free(tournament)) == "done_already"
    assert refused(sits, organiser, tournament, comes(organiser, tournament, "More"), bye) == "no_free_place"
    gone = comes(organiser, tournament, "Gone")
    acts.withdraw_team(actor=organiser, team=gone, reason="went home")
    assert refused(sits, organiser, tournament, gone, free(tournament)) == "withdrawn"
    assert gone not in queries.waiting_teams(tournament)
    assert refused(takes, organiser, tournament, gone, seeded(tournament, 1)) == "has_played"
    more = queries.waiting_teams(tournament)[0]
    assert refused(takes, organiser, tournament, more, comes(organiser, tournament, "Most")) == "not_in_draw"
    elsewhere = comes(organiser, planned(organiser, 4, PLANS["knock-out"]))
    assert refused(takes, organiser, tournament, elsewhere, seeded(tournament, 1)) == "not_in_draw"
    assert redraw.check(tournament) == []


def test_the_record_tells_who_came_in_where_and_why_and_finds_it_changed(organiser: Any) -> None:
    tournament = planned(organiser, 5, PLANS["knock-out"])
    team, bye = comes(organiser, tournament), free(tournament)
    sits(organiser, tournament, team, bye)
    [notice] = told.notices.about(tournament.public_id, told.DRAWS).filter(kind="late")
    assert (notice.actor, notice.reason) == (f"user:{organiser.pk}", WHY)
    assert notice.body == {"stage": 1, "team": team.public_id, "match": bye.number}
    row = Stage.objects.get(tournament=tournament)
    row.inputs["late"] = []
    row.save()
    assert "late teams of stage 1, and what the record tells" in {one.where for one in redraw.check(tournament)}
    acts.redraw_event(actor=organiser, tournament=tournament)
    assert redraw.check(tournament) == []
    assert tournament.stages.get().inputs["order"].count(team.public_id) == 1


def test_who_waits_owes_nothing_and_stands_nowhere_and_what_was_paid_is_not_lost(organiser: Any) -> None:
    tournament = planned(organiser, 5, PLANS["knock-out"])
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=True, entry_fee=40000)
    team = comes(organiser, tournament)
    assert team not in {account.team for account in accounts_of(tournament)}
    assert team.public_id not in {row["team"] for row in standings(tournament)["rows"]}
    sits(organiser, tournament, team, free(tournament))
    assert {account.owed for account in accounts_of(tournament) if account.team == team} == {40000}
    acts.take_money(
        actor=organiser, tournament=tournament, amount=40000, kind="entry", method="cash", device="desk",
        client_uuid=uuid.uuid4(), team=team,
    )  # fmt: skip
    takes(organiser, tournament, comes(organiser, tournament, "Even later"), team)
    assert {account.over for account in accounts_of(tournament) if account.team == team} == {40000}


def test_a_team_that_was_left_out_at_the_door_is_taken_in_to_wait(organiser: Any) -> None:
    tournament = acts.undo_draw(actor=organiser, tournament=planned(organiser, 4, PLANS["knock-out"]))
    here = list(tournament.teams.all())[:3]
    for team in here:
        acts.check_in(actor=organiser, team=team, here=True)
    absent = tournament.teams.exclude(pk__in=[team.pk for team in here])
    [left] = acts.leave_out_absent(
        actor=organiser, tournament=tournament, seen=list(absent.values_list("public_id", flat=True))
    )
    acts.draw_event(actor=organiser, tournament=tournament)
    tournament.refresh_from_db()
    team = acts.accept_sign_up(actor=organiser, signed_up=left)
    assert queries.waiting_teams(tournament) == [team]
    assert acts.accept_sign_up(actor=organiser, signed_up=left) == team
    sits(organiser, tournament, team, free(tournament))
    assert redraw.check(tournament) == []


def joins(organiser: Any, tournament: Tournament, team: Team, number: int) -> None:
    acts.join_round(actor=organiser, tournament=tournament, team=team, reason=WHY, number=number)


def over(organiser: Any, tournament: Tournament) -> None:
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")


@pytest.mark.slow
@pytest.mark.parametrize("teams", [5, 6])
def test_in_a_swiss_a_late_team_plays_from_the_next_round_on_with_nothing_before(organiser: Any, teams: int) -> None:
    tournament = planned(organiser, teams, [stage("swiss", rounds=3)])
    assert queries.joins_from(tournament) == 2
    first_late, second_late = comes(organiser, tournament), comes(organiser, tournament, "Later")
    joins(organiser, tournament, first_late, 2)
    assert redraw.check(tournament) == []
    over(organiser, tournament)
    acts.pair_round(actor=organiser, tournament=tournament)
    assert first_late.match_sides.get().match.round.number == 2
    joins(organiser, tournament, second_late, 3)
    over(organiser, tournament)
    acts.pair_round(actor=organiser, tournament=tournament)
    over(organiser, tournament)
    assert [side.match.round.number for side in second_late.match_sides.all()] == [3]
    sound(tournament)
    rows = {row["team"]: row for row in standings(tournament)["rows"]}
    assert len(rows) == teams + 2
    assert rows[second_late.public_id]["values"]["score"] <= 1
    assert replay.check(Tournament.objects.get(pk=tournament.pk)) == []
    [*notices] = told.notices.about(tournament.public_id, told.DRAWS).filter(kind="late")
    assert [notice.body["round"] for notice in notices] == [2, 3]


def test_nobody_joins_a_round_that_is_paired_or_one_that_never_comes(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("swiss", rounds=2)])
    team = comes(organiser, tournament)
    assert refused(joins, organiser, tournament, team, 1) == "no_free_place"
    over(organiser, tournament)
    acts.pair_round(actor=organiser, tournament=tournament)
    assert queries.joins_from(tournament) is None
    assert refused(joins, organiser, tournament, team, 3) == "no_free_place"
    acts.undo_round(actor=organiser, tournament=tournament)
    joins(organiser, tournament, team, 2)
    assert refused(joins, organiser, tournament, team, 2) == "done_already"
    knockout = planned(organiser, 4, PLANS["knock-out"])
    assert queries.joins_from(knockout) is None
    assert refused(joins, organiser, knockout, comes(organiser, knockout), 2) == "no_free_place"
    assert redraw.check(tournament) == []
