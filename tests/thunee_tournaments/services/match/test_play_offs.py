"""Two that are level in a table play one match more: it decides between them, and counts for nothing else."""

from typing import Any

import pytest

from tests.support.services.formats import give, planned, ready, sound, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match.pairing import pair_round
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import open_seatings
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
WHY = "Both won two, and one place is left."
FINAL = stage("knockout", feed={"take": "top", "stage": 1, "count": 2})
GROUPS = [
    stage("groups", groups=2),
    stage("knockout", feed={"take": "ranks", "stage": 1, "first": 1, "last": 1}),
]


def level_event(organiser: Any, plan: list[Any] | None = None, teams: int = 4, **details: Any) -> Tournament:
    """A league (or another plan) in which every match is a walkover, so that nobody has balls: 1 beats 2 beats 3 beats
    1, and all of them beat 4."""
    tournament = planned(organiser, teams, plan or [stage("league"), FINAL], **details)
    beats = {("Team 1", "Team 2"), ("Team 2", "Team 3"), ("Team 3", "Team 1")}
    while waiting := ready(tournament).first():
        a, b = (team.name for team in waiting.teams)
        ahead = (a, b) in beats or (b == "Team 4" and (b, a) not in beats)
        give(organiser, tournament, waiting.number, "A" if ahead else "B")
    return tournament


def table(tournament: Tournament) -> list[tuple[int, int, str]]:
    rows = snapshots.read(tournament).data["stages"][0]["tables"][0]["rows"]
    return [(row["place"], row["place_to"], row["name"]) for row in rows]


def certain(tournament: Tournament) -> dict[str, str]:
    rows = snapshots.read(tournament).data["stages"][0]["tables"][0]["rows"]
    return {row["name"]: row["certain"] for row in rows}


def let(organiser: Any, tournament: Tournament, first: str, other: str, reason: str = WHY, order: int = 1) -> Match:
    teams = tournament.teams.get(name=first), tournament.teams.get(name=other)
    return acts.set_play_off(actor=organiser, tournament=tournament, teams=teams, stage=order, reason=reason)


def level(tournament: Tournament) -> list[set[str]]:
    return [{team.name for team in teams} for teams in queries.level_teams(tournament.stages.get(order=1))]


def test_who_is_level_in_everything_but_the_lot_can_play_it_off(organiser: Any) -> None:
    tournament = level_event(organiser)
    assert level(tournament) == [{"Team 1", "Team 2", "Team 3"}]
    assert [name for _place, _to, name in table(tournament)][3] == "Team 4"


def one_round(organiser: Any) -> Tournament:
    """A Swiss of one round: two of four teams have won, and are level."""
    tournament = planned(organiser, 4, [stage("swiss", rounds=1, order=["score", "lot"]), FINAL])
    while waiting := ready(tournament).first():
        give(organiser, tournament, waiting.number, "A")
    return tournament


def test_the_play_off_decides_between_two_and_counts_for_nothing_else(organiser: Any) -> None:
    tournament = one_round(organiser)
    first, other = sorted(level(tournament)[0])
    before = rows(tournament)
    played = let(organiser, tournament, first, other)
    assert (played.round.name, played.state) == ("play-off", "ready")
    assert played.number in {seating.match.number for seating in open_seatings(tournament).values()}
    give(organiser, tournament, played.number, "B" if played.team("A").name == first else "A")
    assert [row[2] for row in table(tournament)][:2] == [other, first]
    changed = {name: {**values, "play_off": None} for name, values in rows(tournament).items()}
    assert changed == {name: {**values, "play_off": None} for name, values in before.items()}
    sound(tournament)


def test_who_has_met_is_told_apart_by_that_and_not_level(organiser: Any) -> None:
    tournament = planned(organiser, 4, GROUPS)
    while waiting := ready(tournament).first():
        give(organiser, tournament, waiting.number, "A")
    assert level(tournament) == []


def rows(tournament: Tournament) -> dict[str, dict[str, Any]]:
    found = snapshots.read(tournament).data["stages"][0]["tables"][0]["rows"]
    return {row["name"]: row["values"] for row in sorted(found, key=lambda row: row["name"])}


@pytest.mark.slow
def test_of_three_each_has_to_meet_each_before_it_counts(organiser: Any) -> None:
    tournament = level_event(organiser)
    for first, other in (("Team 3", "Team 1"), ("Team 3", "Team 2")):
        give(organiser, tournament, let(organiser, tournament, first, other).number, side_of(tournament, first))
        assert level(tournament) == [{"Team 1", "Team 2", "Team 3"}]
        assert "play_off" not in {key for key, value in rows(tournament)["Team 3"].items() if value is not None}
    give(organiser, tournament, let(organiser, tournament, "Team 2", "Team 1").number, side_of(tournament, "Team 2"))
    assert [name for _place, _to, name in table(tournament)] == ["Team 3", "Team 2", "Team 1", "Team 4"]
    assert [row[:2] for row in table(tournament)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    acts.start_next_stage(actor=organiser, tournament=tournament)
    assert {team.name for team in match(tournament, 10).teams} == {"Team 3", "Team 2"}
    sound(tournament)


def side_of(tournament: Tournament, name: str) -> str:
    """The side of a team in the last match there is."""
    last = Match.objects.filter(stage__tournament=tournament).order_by("number").last()
    return next(side.side for side in last.sides if side.team.name == name)


def test_until_it_is_played_nobody_goes_on_by_the_lot(organiser: Any) -> None:
    tournament = level_event(organiser)
    let(organiser, tournament, "Team 1", "Team 2")
    assert [row[:2] for row in table(tournament)] == [(1, 3)] * 3 + [(4, 4)]
    assert certain(tournament) == {"Team 1": "open", "Team 2": "open", "Team 3": "open", "Team 4": "out"}
    with pytest.raises(Refused, match="not over"):
        acts.start_next_stage(actor=organiser, tournament=tournament)


def test_it_is_refused_where_it_would_decide_nothing(organiser: Any) -> None:
    tournament = level_event(organiser)
    for first, other, code in (
        ("Team 1", "Team 4", "not_level"),
        ("Team 1", "Team 1", "same_team"),
        ("Team 4", "Team 4", "same_team"),
    ):
        with pytest.raises(Refused) as refused:
            let(organiser, tournament, first, other)
        assert refused.value.code == code
    with pytest.raises(Refused, match="Say why"):
        let(organiser, tournament, "Team 1", "Team 2", reason=" ")
    let(organiser, tournament, "Team 1", "Team 2")
    with pytest.raises(Refused) as refused:
        let(organiser, tournament, "Team 2", "Team 1")
    assert refused.value.code == "have_met"
    with pytest.raises(Refused) as refused:
        let(organiser, tournament, "Team 2", "Team 1", order=9)
    assert refused.value.code == "not_level"


def test_while_matches_are_left_and_once_the_next_stage_is_drawn_nobody_is_level(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("league"), FINAL])
    assert level(tournament) == []
    tournament = level_event(organiser)
    acts.start_next_stage(actor=organiser, tournament=tournament)
    assert level(tournament) == []
    with pytest.raises(Refused) as refused:
        let(organiser, tournament, "Team 1", "Team 2")
    assert refused.value.code == "not_level"


@pytest.mark.slow
def test_it_can_be_taken_back_until_something_is_written(organiser: Any) -> None:
    tournament = level_event(organiser)
    played = let(organiser, tournament, "Team 1", "Team 2")
    with pytest.raises(Refused, match="Say why"):
        acts.take_back_play_off(actor=organiser, match=played, reason="")
    acts.take_back_play_off(actor=organiser, match=played, reason="They agreed to share.")
    assert not tournament.stages.get(order=1).rounds.filter(name="play-off").exists()
    with pytest.raises(Refused) as refused:
        acts.take_back_play_off(actor=organiser, match=played, reason="Again.")
    assert refused.value.code == "done_already"
    played = let(organiser, tournament, "Team 1", "Team 2")
    give(organiser, tournament, played.number, "A")
    with pytest.raises(Refused) as refused:
        acts.take_back_play_off(actor=organiser, match=match(tournament, played.number), reason="Too late.")
    assert refused.value.code == "begun"
    sound(tournament)


def test_no_other_match_can_be_taken_back_as_a_play_off(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("league"), FINAL])
    with pytest.raises(Refused) as refused:
        acts.take_back_play_off(actor=organiser, match=match(tournament, 1), reason="x")
    assert refused.value.code == "done_already"


@pytest.mark.slow
def test_a_correction_before_it_holds_it_back_until_that_is_played_again(organiser: Any) -> None:
    tournament = level_event(organiser)
    played = let(organiser, tournament, "Team 1", "Team 2")
    earlier = next(
        one
        for one in Match.objects.filter(stage__tournament=tournament).order_by("number")
        if {team.name for team in one.teams} == {"Team 1", "Team 4"}
    )
    acts.withdraw_walkover(actor=organiser, match=earlier, reason="It was the other table.")
    assert match(tournament, played.number).state == "waiting"
    sound(tournament)
    give(organiser, tournament, earlier.number, side_of_team(earlier, "Team 4"))
    assert match(tournament, played.number).state == "ready"
    give(organiser, tournament, played.number, "A")
    assert [row[2] for row in table(tournament)] == ["Team 2", "Team 3", "Team 4", "Team 1"]  # nobody is level with 2
    sound(tournament)


def side_of_team(played: Match, name: str) -> str:
    return next(side.side for side in played.sides if side.team.name == name)


def test_a_swiss_with_a_play_off_gets_no_more_rounds_nor_loses_one(organiser: Any) -> None:
    tournament = one_round(organiser)
    first, other = sorted(level(tournament)[0])[:2]
    let(organiser, tournament, first, other)
    with pytest.raises(Refused) as refused:
        acts.change_rounds(actor=organiser, tournament=tournament, rounds=2, was=1, reason="One more.")
    assert refused.value.code == "play_off"
    with pytest.raises(Refused):
        pair_round(actor=organiser, tournament=tournament)
    with pytest.raises(Refused):
        acts.undo_round(actor=organiser, tournament=tournament)
    sound(tournament)


@pytest.mark.slow
def test_a_team_that_goes_home_loses_it(organiser: Any) -> None:
    tournament = level_event(organiser)
    played = let(organiser, tournament, "Team 1", "Team 2")
    acts.withdraw_team(actor=organiser, team=tournament.teams.get(name="Team 1"), reason="They have gone home.")
    assert match(tournament, played.number).winner.name == "Team 2"
    sound(tournament)
