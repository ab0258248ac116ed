"""Standings of a tournament: what they say while it is played, and that nobody ever reads stale ones."""

from random import Random

import pytest
from django.utils import timezone

from adjudication.models import Entry
from tests.factories import SnapshotFactory
from tests.support.services.formats import give, planned, play, ready, stage
from tests.support.services.late_results import resolve
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.public import events
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import stages
from thunee_tournaments.standings import event_standings, snapshots
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask, Stage


def lines(tournament):
    return [(row["name"], row["place"], row["place_to"]) for row in snapshots.read(tournament).data["rows"]]


def test_before_the_draw_all_are_equal(organiser):
    tournament = draw(organiser, 4)
    acts.undo_draw(actor=organiser, tournament=tournament)
    assert lines(tournament) == [("Team 1", 1, 4), ("Team 2", 1, 4), ("Team 3", 1, 4), ("Team 4", 1, 4)]
    assert snapshots.read(tournament).data["rounds"] == []


def test_the_round_reached_is_the_place_and_losers_of_a_round_share_theirs(organiser, win):
    tournament = draw(organiser, 5)
    win(tournament, 2, "B")  # 4 v 5
    assert lines(tournament)[-1] == ("Team 4", 5, 5)
    win(tournament, 5, "A")  # 1 v 5
    win(tournament, 6, "A")  # 3 v 2
    assert lines(tournament)[2:] == [("Team 5", 3, 4), ("Team 2", 3, 4), ("Team 4", 5, 5)]
    win(tournament, 7, "B")
    assert lines(tournament)[:2] == [("Team 3", 1, 1), ("Team 1", 2, 2)]
    rows = snapshots.read(tournament).data["rows"]
    assert [row["champion"] for row in rows] == [True, False, False, False, False]
    assert [row["out"] for row in rows] == [False, True, True, True, True]
    assert rows[0]["values"]["matches_won"] == rows[0]["values"]["matches_played"] == 2  # the bye is none


def test_a_match_counts_when_it_is_over(organiser, write):
    tournament = draw(organiser, 2)
    write(game(tournament, 1), count("A"))
    assert snapshots.read(tournament).data["rows"][0]["values"]["balls_for"] is None
    for _ in range(3):
        write(game(tournament, 1), thunee("A"))
    assert [row["values"]["ball_difference"] for row in snapshots.read(tournament).data["rows"]] == [13, -13]


def test_a_walkover_has_no_balls_whatever_was_played_before(organiser, write):
    tournament = draw(organiser, 2)
    write(game(tournament, 1), thunee("A"))
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="B", reason="hurt")
    champion = snapshots.read(tournament).data["rows"][0]
    assert champion["name"] == "Team 2"
    assert (champion["values"]["balls_for"], champion["values"]["matches_won"]) == (None, 1)


def test_a_snapshot_is_made_for_every_version_and_read_by_everybody(
    organiser, write, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        tournament = draw(organiser, 4)
        write(game(tournament, 1), count("A"))
    tournament.refresh_from_db()
    snapshot = Snapshot.objects.get()
    assert snapshot.version == tournament.version
    read = snapshots.read(tournament)
    assert (read.live, read.version) == (False, tournament.version)
    assert not OutboxTask.objects.filter(key=f"{tournament.public_id}:{tournament.version}", done_at=None).exists()


def test_without_a_worker_the_standings_are_computed_on_the_spot(organiser, win):
    tournament = draw(organiser, 4)
    SnapshotFactory(tournament=tournament, version=tournament.version, data={"rounds": [], "rows": ["of old"]})
    assert snapshots.read(tournament).data["rows"] == ["of old"]
    win(tournament, 1, "A")
    read = snapshots.read(tournament)
    assert read.live
    assert len(read.data["rows"]) == 4


def test_a_snapshot_says_what_a_computation_on_the_spot_says(organiser, win):
    tournament = draw(organiser, 6)
    win(tournament, 2, "A")
    live = snapshots.read(tournament)
    made = snapshots.build(tournament)
    assert live.live
    assert made.data == live.data


def test_a_hand_in_the_middle_of_a_game_takes_the_standings_along_as_they_are(organiser, write):
    tournament = draw(organiser, 4)
    made = snapshots.build(tournament)
    promised = OutboxTask.objects.count()
    write(game(tournament, 1), count("A"))
    tournament.refresh_from_db()
    read = snapshots.read(tournament)
    assert (read.live, read.version, read.data) == (False, tournament.version, made.data)
    assert read.data == event_standings.standings(tournament)
    assert OutboxTask.objects.count() == promised


def test_one_promise_is_enough_for_the_hands_that_come_before_it_is_kept(organiser, write):
    tournament = draw(organiser, 4)
    promised = OutboxTask.objects.filter(done_at=None)
    before = promised.count()
    for number in (1, 2, 1):
        write(game(tournament, number), count("A"))
        assert snapshots.read(tournament).live
    assert promised.count() == before
    for task in promised:
        assert outbox.run(task.pk)
    tournament.refresh_from_db()
    assert [snapshot.version for snapshot in Snapshot.objects.filter(tournament=tournament)] == [tournament.version]


@pytest.mark.parametrize("became", [{"attempts": 1}, {"done_at": timezone.now()}])
def test_a_promise_that_failed_or_was_kept_too_early_is_made_anew_by_the_next_hand(organiser, write, became):
    tournament = draw(organiser, 4)
    OutboxTask.objects.update(**became)
    before = OutboxTask.objects.count()
    for _ in range(2):
        write(game(tournament, 1), count("A"))
    assert OutboxTask.objects.count() == before + 2


def test_what_was_taken_along_is_made_anew_by_the_hand_that_decides(organiser, write):
    tournament = draw(organiser, 2)
    for _ in range(2):
        write(game(tournament, 1), thunee("A"))
        assert snapshots.build(tournament).data == event_standings.standings(tournament)
    promised = OutboxTask.objects.count()
    write(game(tournament, 1), thunee("A"))
    tournament.refresh_from_db()
    assert OutboxTask.objects.count() == promised + 1
    assert snapshots.read(tournament).live
    assert snapshots.read(tournament).data["rows"][0]["champion"]


def test_making_it_twice_makes_it_once_and_old_ones_go(organiser, write):
    tournament = draw(organiser, 2)
    assert snapshots.build(tournament) == snapshots.build(tournament)
    for number in range(5):
        acts.update_details(
            actor=organiser, tournament=tournament, name=f"Shield {number}", cause="", venue="", date=None
        )
        snapshots.build(tournament)
    tournament.refresh_from_db()
    newest = tournament.version
    assert list(tournament.snapshots.values_list("version", flat=True)) == [newest, newest - 1, newest - 2]


def test_standings_of_many_teams_take_few_queries(organiser, django_assert_max_num_queries):
    tournament = draw(organiser, 64)
    with django_assert_max_num_queries(6):
        snapshots.read(tournament)


def by_name(tournament, key):
    return {row["name"]: row[key] for row in event_standings.standings(tournament)["rows"]}


def test_who_went_out_before_the_last_stage_stands_in_the_round_of_its_own_stage(organiser):
    tournament = planned(
        organiser, 8, [stage("knockout"), stage("knockout", feed={"take": "top", "count": 4})]
    )  # fmt: skip
    play(organiser, tournament, Random(1))
    rounds = by_name(tournament, "round")
    rows = snapshots.read(tournament).data["rows"]
    assert [rounds[row["name"]] for row in rows] == ["final"] * 2 + ["semi-final"] * 2 + ["quarter-final"] * 4


def test_who_did_not_qualify_stands_in_the_qualifier_and_in_no_round_of_the_knock_out(organiser):
    qualified = {"take": "qualified"}
    tournament = planned(organiser, 6, [stage("streak", wins=2, entries=1), stage("knockout", feed=qualified)])
    play(organiser, tournament, Random(2))
    through = Stage.objects.get(tournament=tournament, order=2).inputs["order"]
    rounds = by_name(tournament, "round")
    others = tournament.teams.exclude(public_id__in=through)
    assert {rounds[team.name] for team in others} == {"qualifier"}
    assert (
        events.standings_table(event_standings.standings(tournament), tournament.game)["rows"][-1]["reached"]
        == "Out: Qualifier"
    )


def test_a_team_that_a_referee_keeps_in_is_not_out_but_the_one_that_beat_it_is(organiser, write, correct, win):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    for side in "BAABB":
        write(first, thunee(side))
    win(tournament, 2, "A")
    write(game(tournament, 3), thunee("A"))
    correct(first, Entry.objects.get(sheet=first.sheet, seq=5), thunee("A"))  # now Team 1 has won it
    assert by_name(tournament, "out")["Team 4"] is False  # it sits in the final until that is decided
    resolve(organiser, tournament, 3, "match_kept")
    assert by_name(tournament, "out") == {"Team 1": True, "Team 2": False, "Team 3": True, "Team 4": False}
    win(tournament, 3, "A")
    assert by_name(tournament, "champion")["Team 4"]


def test_nobody_is_the_champion_while_the_final_is_under_review(organiser, win):
    tournament = draw(organiser, 2)
    win(tournament, 1, "A")
    assert by_name(tournament, "champion")["Team 1"]
    Match.objects.filter(stage__tournament=tournament).update(conflict="A")
    assert not any(by_name(tournament, "champion").values())


def test_who_still_plays_in_the_losers_bracket_is_not_out_when_the_title_is_won(organiser):
    tournament = planned(organiser, 4, [stage("double", grand_final="none")])
    for number in (1, 2, 3):
        give(organiser, tournament, number, "A")
    final = Match.objects.get(stage__tournament=tournament, round__name="winners-final")
    if not final.over:
        give(organiser, tournament, final.number, "A")
    playing = Match.objects.exclude(state="done").filter(stage__tournament=tournament)
    names = {team.name for one in playing for team in one.teams if team}
    assert names
    assert {by_name(tournament, "out")[name] for name in names} == {False}


def test_a_team_that_was_disqualified_is_not_the_champion_of_a_league(organiser):
    tournament = planned(organiser, 3, [stage("league")])
    while (one := ready(tournament).first()) is not None:
        give(organiser, tournament, one.number, "A" if one.team("A").name < one.team("B").name else "B")
    assert by_name(tournament, "champion")["Team 1"]
    tournament.teams.filter(name="Team 1").update(disqualified=True, withdrawn_at=timezone.now())
    assert by_name(tournament, "champion") == {"Team 1": False, "Team 2": True, "Team 3": False}
    assert stages.outlook(tournament).champion.name == "Team 2"
