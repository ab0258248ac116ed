"""The edition of the rules a stage is drawn under: it stays with the stage, and says how it is drawn and ranked."""

from typing import Any

import pytest

from tests.support.ready_plans import READY
from tests.support.services.formats import give, planned, ready, sound, stage
from tests.thunee_tournaments.services.conftest import LOT, match
from thunee_tournaments.brackets.formats import double_elimination, feeds
from thunee_tournaments.brackets.formats.editions import FIRST, NEWEST
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.presentation import seeds
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import redraw
from thunee_tournaments.standings.table_kinds import stage_table
from thunee_tournaments.teams.models import Team

pytestmark = pytest.mark.walks
GROUPS = [stage("groups", groups=2), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2, "best": 0})]


def set_edition(tournament: Any, edition: int) -> None:
    one = stage_of(tournament)
    one.inputs["edition"] = edition
    one.save()


@pytest.mark.slow
def test_a_draw_made_again_follows_the_edition_it_was_made_under(organiser: Any) -> None:
    tournament = planned(organiser, 9, READY["double"])
    assert stage_of(tournament).inputs["edition"] == NEWEST
    sound(tournament)
    set_edition(tournament, FIRST)
    assert [one.where for one in redraw.check(tournament)] == ["bracket"]


def test_a_stage_that_keeps_no_edition_was_drawn_under_the_first(organiser: Any, monkeypatch: Any) -> None:
    usual = double_elimination.draw
    monkeypatch.setattr(double_elimination, "draw", lambda *args: usual(*args[:3], FIRST))
    tournament = planned(organiser, 9, READY["double"])
    monkeypatch.undo()
    one = stage_of(tournament)
    del one.inputs["edition"]
    one.save()
    sound(tournament)


def test_a_table_of_the_first_edition_asks_head_to_head_once(organiser: Any) -> None:
    tournament = planned(organiser, 4, READY["league"])
    for edition, asked in ((NEWEST, True), (FIRST, False)):
        set_edition(tournament, edition)
        table = stage_table(stage_of(tournament), Team.objects.filter(tournament=tournament), [])
        assert ("head_to_head_again" in table.ranked_by) is asked


def drawn_out_of_groups(organiser: Any) -> Any:
    """Eight teams in two groups. The better seed wins, but for seed 1 against seed 8; so the first of group B has won
    all three matches, the first of group A two."""
    tournament = planned(organiser, 8, GROUPS)
    while ready(tournament).exists():
        for one in list(ready(tournament)):
            best = min(one.teams, key=lambda team: team.seed)  # type: ignore[union-attr, arg-type, return-value]
            side = one.side_of(best).side  # type: ignore[union-attr]
            upset = {team.seed for team in one.teams if team} == {1, 8}
            give(organiser, tournament, one.number, {"A": "B", "B": "A"}[side] if upset else side)
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    return tournament


@pytest.mark.slow
def test_the_first_that_won_more_is_seeded_above_the_first_of_group_a(organiser: Any) -> None:
    tournament = drawn_out_of_groups(organiser)
    inputs = stage_of(tournament).inputs
    names = dict(tournament.teams.values_list("public_id", "name"))
    assert [names[team] for team in inputs["order"]][:2] == ["Team 2", "Team 1"]
    assert inputs["ranks"][:2] == [[2, 1], [1, 1]]
    assert seeds.later([stage_of(tournament)]) == [
        "Stage 2 is seeded by the standings of stage 1. "
        "Teams placed alike in their groups stand by what they did per match."
    ]
    sound(tournament)


@pytest.mark.slow
def test_firsts_that_change_their_order_after_the_draw_keep_their_seeds(organiser: Any) -> None:
    """Each seed stands for a place of a group: a corrected result moves who holds that place, and nobody else."""
    tournament = drawn_out_of_groups(organiser)
    held = stage_of(tournament).inputs["order"]
    give(organiser, tournament, list(ready(tournament))[-1].number, "A")
    upset = next(
        one
        for one in Match.objects.filter(stage__tournament=tournament, stage__order=1)
        if {team.seed for team in one.teams if team} == {1, 8}
    )
    acts.withdraw_walkover(actor=organiser, match=upset, reason="test")
    winner = next(seat.side for seat in match(tournament, upset.number).sides if seat.team and seat.team.seed == 1)
    give(organiser, tournament, upset.number, winner)
    assert stage_of(tournament).inputs["order"] == held
    sound(tournament)


def test_clubmates_of_a_knock_out_meet_late_if_that_is_ticked(organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("knockout", apart=True)])
    acts.undo_draw(actor=organiser, tournament=tournament)
    Team.objects.filter(tournament=tournament, name__in=["Team 2", "Team 7"]).update(club="Rovers")
    acts.draw_event(actor=organiser, tournament=tournament, lot=LOT)
    first = [{team.name for team in one.teams if team} for one in ready(tournament)]
    assert {"Team 2", "Team 8"} in first  # 7 has changed places with 8
    assert {"Team 1", "Team 7"} in first
    sound(tournament)


def test_seats_in_a_bracket_meet_in_the_round_their_places_say() -> None:
    places = feeds.bracket_places(8)
    assert feeds.round_of_meeting(places[1], places[8]) == 1
    assert feeds.round_of_meeting(places[1], places[2]) == 3
