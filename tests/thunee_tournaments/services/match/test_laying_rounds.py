"""A knock-out that is seeded anew: its rounds are laid as the ones before end, and stay once somebody has begun."""

import random

import pytest

from tests.support.services.formats import give, planned, play, sound, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tables.selectors import open_seatings

pytestmark = pytest.mark.walks


def drawn(organiser, teams=8, **more):
    return planned(organiser, teams, [stage("knockout", seed_anew=True, **more)])


def pairs(tournament, *numbers):
    return [{team and team.name for team in match(tournament, number).teams} for number in numbers]


def through(organiser, tournament, winners):
    """The first round of eight, won by these."""
    for number in range(1, 5):
        names = [team.name for team in match(tournament, number).teams]
        side = next(side for side, name in zip("AB", names, strict=True) if int(name[5:]) in winners)
        give(organiser, tournament, number, side)


@pytest.mark.parametrize(
    "teams", [2, 3, 5, 8, pytest.param(13, marks=pytest.mark.slow), pytest.param(21, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("more", [{}, {"third_place": True, "plate": True}, {"play_out": True}], ids=str)
def test_any_field_is_played_to_its_end(organiser, teams, more):
    tournament = drawn(organiser, teams, **more)
    play(organiser, tournament, random.Random(teams))
    sound(tournament)
    assert not Match.objects.filter(stage__tournament=tournament, side__source__0="left").exists()


def test_the_next_round_is_paired_when_the_last_match_of_this_one_ends(organiser):
    tournament = drawn(organiser)
    through(organiser, tournament, {8, 4, 7, 3})
    assert pairs(tournament, 5, 6) == [{"Team 3", "Team 8"}, {"Team 4", "Team 7"}]


def test_before_that_nobody_is_sent_on_and_the_side_says_who_will_come(organiser):
    tournament = drawn(organiser)
    give(organiser, tournament, 1, "A")
    assert pairs(tournament, 5, 6) == [{None}, {None}]
    assert [side.source for side in match(tournament, 5).sides] == [["left", 1], ["left", 4]]
    sound(tournament)


@pytest.mark.slow
def test_a_correction_pairs_the_round_anew_while_nobody_has_begun(organiser):
    tournament = drawn(organiser)
    through(organiser, tournament, {1, 2, 3, 4})
    assert pairs(tournament, 5, 6) == [{"Team 1", "Team 4"}, {"Team 2", "Team 3"}]
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="The wrong team was called.")
    assert pairs(tournament, 5, 6) == [{None}, {None}]
    assert {seating.match.number for seating in open_seatings(tournament).values()} == {1}
    give(organiser, tournament, 1, "B" if match(tournament, 1).team("B").name == "Team 8" else "A")
    assert pairs(tournament, 5, 6) == [{"Team 2", "Team 8"}, {"Team 3", "Team 4"}]
    sound(tournament)


@pytest.mark.slow
def test_once_somebody_has_begun_a_correction_changes_only_the_team_that_comes_out_of_that_match(organiser):
    tournament = drawn(organiser)
    through(organiser, tournament, {1, 2, 3, 4})
    give(organiser, tournament, 6, "A")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="The wrong team was called.")
    give(organiser, tournament, 1, "B" if match(tournament, 1).team("B").name == "Team 8" else "A")
    assert pairs(tournament, 5, 6) == [{"Team 8", "Team 4"}, {"Team 2", "Team 3"}]
    sound(tournament)


@pytest.mark.slow
def test_who_has_gone_home_is_passed_over_as_the_round_is_laid(organiser):
    tournament = drawn(organiser, 16)
    for number in range(1, 12):
        give(organiser, tournament, number, "A")
    gone = match(tournament, 9).through
    acts.withdraw_team(actor=organiser, team=gone, reason="They have gone home.")
    assert pairs(tournament, 13, 14) == [{None}, {None}]
    give(organiser, tournament, 12, "A")
    semi = next(one for one in (match(tournament, 13), match(tournament, 14)) if gone in one.teams)
    assert (semi.outcome, semi.winner == gone) == (Match.Outcome.WALKOVER, False)
    assert semi.winner in match(tournament, 15).teams
    sound(tournament)


def test_a_bye_that_becomes_a_match_counts_for_the_round_behind(organiser):
    tournament = drawn(organiser, 7)
    for number in (2, 3):
        give(organiser, tournament, number, "A")
    late = acts.add_team(actor=organiser, tournament=tournament, name="Late", players=["a", "b"])
    give(organiser, tournament, 4, "A")  # the round behind is laid, for the bye counts
    assert None not in pairs(tournament, 5)[0]
    acts.give_place(
        actor=organiser, tournament=tournament, team=late, match=match(tournament, 1), reason="They came late."
    )
    assert pairs(tournament, 5, 6) == [{None}, {None}]
    give(organiser, tournament, 1, "B" if match(tournament, 1).team("B") == late else "A")
    assert "Late" in pairs(tournament, 5)[0] | pairs(tournament, 6)[0]
    sound(tournament)


def test_a_round_that_was_not_laid_by_the_seeds_left_is_found(organiser):
    tournament = drawn(organiser)
    through(organiser, tournament, {1, 2, 3, 4})
    assert redraw.check(tournament) == []
    round_ = match(tournament, 5).round
    round_.inputs["laid"] = round_.inputs["laid"][::-1]
    round_.save(update_fields=["inputs"])
    assert redraw.check(tournament)
