"""Events of every format, played from the draw to the champion through the same acts as people use."""

import random
import uuid

import pytest

from adjudication.outcomes import ProposedDecision
from tests.factories import TournamentFactory
from tests.support.quick import first
from tests.support.ready_plans import READY
from tests.support.services.formats import PLANS, give, planned, play, ready, sound, stage
from tests.thunee_tournaments.services.conftest import LOT, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import goes_on_to, stage_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import stages
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks


@pytest.mark.slow
@pytest.mark.parametrize("planned_for", first((one[1:] for one in PLANS), 7, ids=[one[0] for one in PLANS]))
def test_an_event_comes_to_its_end_and_can_be_checked_all_the_way(organiser, planned_for):
    teams, plan = planned_for
    tournament = planned(organiser, teams, plan)
    sound(tournament)
    play(organiser, tournament, random.Random(teams))
    sound(tournament)
    rows = snapshots.read(tournament).data["rows"]
    assert len(rows) == teams
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    now = stages.outlook(tournament)
    assert now.decided
    assert now.champion.name == rows[0]["name"]
    acts.close_tournament(actor=organiser, tournament=tournament)
    assert Tournament.objects.get(pk=tournament.pk).status == "closed"


def test_the_loser_of_the_winners_bracket_goes_on_in_the_losers_bracket(organiser):
    tournament = planned(organiser, 4, READY["double"])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    names = {m.round.name: (m.team("A").name, m.team("B").name) for m in ready(tournament).select_related("round")}
    assert names == {"winners-final": ("Team 1", "Team 2"), "losers-1": ("Team 4", "Team 3")}


def test_the_second_grand_final_is_played_only_if_the_first_is_won_from_below(organiser):
    tournament = planned(organiser, 2, READY["double"])
    give(organiser, tournament, 1, "A")  # Team 1 beats Team 2
    first = ready(tournament).get()
    assert first.round.name == "grand-final"
    give(organiser, tournament, first.number, "A")
    again = Match.objects.get(round__name="grand-final-again")
    assert (again.state, again.winner.name) == ("bye", "Team 1")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, first.number), reason="test")
    again.refresh_from_db()
    assert (again.state, again.winner) == ("waiting", None)
    give(organiser, tournament, first.number, "B")
    again.refresh_from_db()
    assert again.state == "ready"
    sound(tournament)


def test_a_corrected_semi_final_leaves_the_losers_next_match_to_the_referee_once_it_is_decided(organiser):
    tournament = planned(organiser, 4, READY["double"])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    give(organiser, tournament, 3, "A")  # the losers' first match
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    stands = match(tournament, 3)
    assert (stands.conflict, stands.side("A").due, stands.state) == ("A", None, "done")
    assert not match(tournament, 4).conflict  # it had not begun: it waits for its team again
    sound(tournament)
    give(organiser, tournament, 1, "A")
    assert match(tournament, 3).conflict == ""
    sound(tournament)


def test_in_a_group_only_the_next_match_of_both_teams_is_ready(organiser):
    tournament = planned(organiser, 4, [stage("groups", groups=1)])
    assert [m.number for m in ready(tournament)] == [1, 2]
    give(organiser, tournament, 1, "A")
    assert [m.number for m in ready(tournament)] == [2]
    give(organiser, tournament, 2, "A")
    assert [m.number for m in ready(tournament)] == [3, 4]
    sound(tournament)


def test_a_match_put_off_keeps_nobody_waiting(organiser):
    import datetime

    tournament = planned(organiser, 4, READY["league"])
    first = match(tournament, 1)
    acts.postpone_match(actor=organiser, match=first, day=datetime.date(2026, 5, 1), reason="Rain.")
    give(organiser, tournament, 2, "A")
    assert [m.number for m in ready(tournament)] == [3, 4]
    sound(tournament)
    give(organiser, tournament, 3, "A")
    give(organiser, tournament, 4, "A")
    acts.postpone_match(actor=organiser, match=first, day=None)
    assert 1 in [m.number for m in ready(tournament)]
    sound(tournament)


@pytest.mark.slow
def test_a_group_corrected_before_the_knock_out_begins_sends_the_right_teams_there(organiser):
    tournament = planned(organiser, 4, [stage("groups", groups=2), READY["groups-knockout"][1]])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    before = stage_of(tournament).inputs["order"]
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    assert stage_of(tournament).format == "groups"  # not over any more: the knock-out is taken back
    give(organiser, tournament, 1, "B")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    assert stage_of(tournament).inputs["order"] != before
    sound(tournament)


def test_a_group_turned_round_once_the_knock_out_has_begun_moves_whoever_has_not_played(organiser):
    tournament = planned(organiser, 8, [stage("groups", groups=4), READY["groups-knockout"][1]])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    begun, other = list(ready(tournament))[:2]
    give(organiser, tournament, begun.number, "A")
    held = stage_of(tournament).inputs["order"]
    turned = Match.objects.get(stage__order=1, side__side="A", side__team=begun.team("A"))
    acts.withdraw_walkover(actor=organiser, match=turned, reason="test")
    assert match(tournament, begun.number).conflict == ""  # the group is open again: nothing is known yet
    give(organiser, tournament, turned.number, "B")
    stands = match(tournament, begun.number)
    assert (stands.conflict, stands.side("A").due) == ("A", turned.team("B"))
    moved = Match.objects.exclude(pk=begun.pk).get(stage__order=2, side__side="B", side__team=turned.team("A"))
    assert (moved.conflict, moved.state) == ("", "ready")
    assert sorted(stage_of(tournament).inputs["order"]) == sorted(held)
    assert match(tournament, other.number).team("A") == other.team("A")
    sound(tournament)


def test_a_group_cannot_be_turned_round_once_a_qualifier_behind_it_has_begun(organiser):
    qualifier = stage("streak", wins=1, feed={"take": "ranks", "last": 1})
    tournament = planned(organiser, 4, [stage("groups", groups=2), qualifier])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    give(organiser, tournament, ready(tournament).first().number, "A")
    with pytest.raises(Refused) as caught:
        acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    assert caught.value.code == "later_stage_begun"
    for said in ("stage 2 (win-streak qualifier)", "raise a dispute about this match", "the record stands"):
        assert said in str(caught.value)
    about = {"actor": organiser, "match": match(tournament, 1), "device": "desk"}
    dispute = acts.raise_dispute(about="match", reason="late", words="", client_uuid=uuid.uuid4(), **about).dispute
    proposed = ProposedDecision("stands", ("EV-LATE-2",), "The qualifier is played on with the teams it has.")
    acts.decide_dispute(dispute=dispute, proposed=proposed, client_uuid=uuid.uuid4(), **about)
    sound(tournament)


def test_match_numbers_go_on_from_stage_to_stage(organiser):
    tournament = planned(organiser, 4, [stage("groups", groups=2), READY["groups-knockout"][1]])
    play(organiser, tournament, random.Random(1))
    numbers = list(Match.objects.filter(stage__tournament=tournament).values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


@pytest.mark.slow
def test_a_stage_drawn_too_early_is_refused_and_one_drawn_can_be_taken_back(organiser):
    tournament = planned(organiser, 4, [stage("groups", groups=2), READY["groups-knockout"][1]])
    with pytest.raises(Refused) as caught:
        acts.start_next_stage(actor=organiser, tournament=tournament)
    assert caught.value.code == "stage_open"
    play(organiser, tournament, random.Random(1), until=1)
    acts.start_next_stage(actor=organiser, tournament=tournament)
    acts.undo_stage(actor=organiser, tournament=tournament)
    assert stage_of(tournament).order == 1
    acts.start_next_stage(actor=organiser, tournament=tournament)
    sound(tournament)


def test_a_team_that_withdraws_loses_what_it_has_not_played_and_is_not_counted_among_those_who_go_on(organiser):
    tournament = planned(organiser, 6, [stage("groups", groups=2), READY["groups-knockout"][1]])
    first = ready(tournament).first()
    gone = first.team("A")
    acts.withdraw_team(actor=organiser, team=gone, reason="the car broke down")
    mine = Match.objects.filter(side__team=gone)
    assert {(m.state, m.outcome) for m in mine} == {("done", "walkover")}
    assert all(m.winner_id != gone.pk for m in mine)
    play(organiser, tournament, random.Random(2))
    second = stage_of(tournament)
    assert gone.public_id not in second.inputs["order"]
    sound(tournament)


def test_whoever_meets_a_withdrawn_team_later_goes_on_without_playing(organiser):
    tournament = planned(organiser, 4, READY["double"])
    give(organiser, tournament, 1, "A")  # Team 4 falls into the losers' bracket
    acts.withdraw_team(actor=organiser, team=match(tournament, 1).team("B"), reason="had to leave")
    give(organiser, tournament, 2, "A")  # Team 3 falls and finds nobody there
    fallen = Match.objects.get(round__name="losers-1")
    assert (fallen.state, fallen.outcome, fallen.winner.name) == ("done", "walkover", "Team 3")
    sound(tournament)


def test_a_walkover_over_a_team_that_went_home_is_not_taken_back_by_itself(organiser):
    tournament = planned(organiser, 4, [stage("swiss", rounds=2)])
    acts.withdraw_team(actor=organiser, team=match(tournament, 1).team("A"), reason="had to leave")
    with pytest.raises(Refused) as caught:
        acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    assert caught.value.code == "withdrawn"
    sound(tournament)


def test_the_next_swiss_round_waits_for_the_last_result(organiser):
    tournament = planned(organiser, 5, [stage("swiss", rounds=2)])
    assert Match.objects.filter(state="bye").get().team("A").name == "Team 5"
    give(organiser, tournament, 1, "A")
    with pytest.raises(Refused) as caught:
        acts.pair_round(actor=organiser, tournament=tournament)
    assert caught.value.code == "round_open"
    give(organiser, tournament, 2, "B")
    acts.pair_round(actor=organiser, tournament=tournament)
    assert stage_of(tournament).rounds.count() == 2
    acts.undo_round(actor=organiser, tournament=tournament)
    acts.pair_round(actor=organiser, tournament=tournament)
    sound(tournament)


def test_when_no_swiss_pairing_is_left_it_says_what_could_be_relaxed(organiser):
    tournament = planned(organiser, 2, [stage("swiss", rounds=2)])
    give(organiser, tournament, 1, "A")
    with pytest.raises(Refused) as caught:
        acts.pair_round(actor=organiser, tournament=tournament)
    assert caught.value.code == "no_pairing"
    assert "Team 1" in str(caught.value)
    acts.pair_round(actor=organiser, tournament=tournament, relaxed=[one["path"] for one in caught.value.errors])
    sound(tournament)


def test_no_round_is_paired_for_the_one_team_that_has_not_gone_home(organiser):
    tournament = planned(organiser, 3, [stage("swiss", rounds=2)])
    for team in tournament.teams.order_by("seed")[:2]:
        acts.withdraw_team(actor=organiser, team=team, reason="had to leave")
    with pytest.raises(Refused) as caught:
        acts.pair_round(actor=organiser, tournament=tournament)
    assert caught.value.code == "too_few_teams"
    acts.close_tournament(actor=organiser, tournament=tournament, reason="everybody else went home")


def test_a_qualifier_ends_although_both_entries_of_its_last_team_wait(organiser):
    """The team had bought in again before its first loss was found to be a win."""
    tournament = planned(organiser, 2, [stage("streak", wins=3, entries=2)])
    lost = give(organiser, tournament, 1, "A")
    acts.buy_entry(actor=organiser, tournament=tournament, team=lost.team("B"))
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    give(organiser, tournament, 1, "B")
    acts.close_entries(actor=organiser, tournament=tournament)
    assert stages.outlook(tournament).over
    sound(tournament)


def test_a_lost_entry_can_be_bought_again_up_to_the_limit(organiser):
    tournament = planned(organiser, 4, [stage("streak", wins=3, entries=2, price=40000)])
    loser = give(organiser, tournament, 1, "A").team("B")
    with pytest.raises(Refused) as caught:
        acts.buy_entry(actor=organiser, tournament=tournament, team=match(tournament, 1).team("A"))
    assert caught.value.code == "still_in"
    entry = acts.buy_entry(actor=organiser, tournament=tournament, team=loser)
    assert (entry.number, entry.price) == (5, 40000)
    give(organiser, tournament, 2, "A")  # winners of 1 and 2 wait on one win: they meet
    meeting = ready(tournament).get()
    assert {meeting.team("A").name, meeting.team("B").name} == {"Team 1", "Team 3"}
    other = match(tournament, 2).team("B")
    acts.buy_entry(actor=organiser, tournament=tournament, team=other)  # and those who lost meet on none
    again = ready(tournament).last()
    assert set(again.teams) == {loser, other}
    give(organiser, tournament, again.number, "A" if again.team("B") == loser else "B")
    with pytest.raises(Refused) as caught:
        acts.buy_entry(actor=organiser, tournament=tournament, team=loser)
    assert caught.value.code == "no_more_entries"
    acts.close_entries(actor=organiser, tournament=tournament)
    with pytest.raises(Refused) as caught:
        acts.buy_entry(actor=organiser, tournament=tournament, team=loser)
    assert caught.value.code == "entries_closed"
    sound(tournament)


def test_a_bad_plan_is_refused_with_every_fault(organiser):
    tournament = TournamentFactory(organiser=organiser)
    with pytest.raises(Refused) as caught:
        acts.set_plan(
            actor=organiser,
            tournament=tournament,
            stages=[stage("groups", groups=0), stage("chess"), stage("swiss", x=1)],
        )
    assert [fault["path"] for fault in caught.value.errors][:2] == ["1.groups", "2.format"]


def test_too_many_groups_for_the_teams_are_refused_at_the_draw(organiser):
    with pytest.raises(Refused) as caught:
        planned(organiser, 4, [stage("groups", groups=3)])
    assert caught.value.code == "plan_does_not_fit"


def test_who_wins_a_grand_final_that_is_not_played_again_has_no_match_to_go_on_to(organiser):
    tournament = planned(organiser, 2, [stage("double")])
    first = ready(tournament).get()
    give(organiser, tournament, first.number, "A")
    grand = ready(tournament).get()
    again = goes_on_to(match(tournament, grand.number))
    give(organiser, tournament, grand.number, "A")
    assert (again.state, goes_on_to(match(tournament, grand.number))) == ("waiting", None)
    acts.withdraw_walkover(actor=organiser, match=match(tournament, grand.number), reason="test")
    give(organiser, tournament, grand.number, "B")
    assert goes_on_to(match(tournament, grand.number)) == again


@pytest.mark.slow
def test_an_accelerated_swiss_is_played_to_its_end_and_its_rounds_can_be_made_again(organiser):
    tournament = planned(organiser, 17, [stage("swiss", rounds=5, accelerated=True)])
    play(organiser, tournament, random.Random(4))
    sound(tournament)
    drawn = tournament.stages.get()
    kept = [round_.inputs.get("ahead") for round_ in drawn.rounds.order_by("number")]
    assert kept == [[10, 2], [10, 2], [10, 1], None, None]
    score = max(row[1] for row in drawn.rounds.get(number=5).inputs["entrants"])
    assert score <= 4  # the table knows nothing of it
