"""Buchholz, its cut and Sonneborn-Berger where a round was not played: FIDE's article 16 of 1 August 2024, by a worked
example, and whatever happens in a Swiss by a second, plainer count."""

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.brackets import from_scratch
from tests.support.brackets.from_scratch import Told
from thunee_tournaments.standings.metrics import (
    MatchLine,
    TeamRecord,
    buchholz,
    buchholz_cut_1,
    sonneborn_berger,
)
from thunee_tournaments.standings.tie_break_rounds import tie_break_rounds

PLAYED, WALKOVER, OPEN = "played", "walkover", "open"


def swiss(teams, rounds, half=()):
    """The field after these rounds: of each the pairs (who won first, who lost, how) and perhaps who sat out. `half`:
    round and team where half a point was given."""
    lines, byes, playing = defaultdict(list), defaultdict(list), defaultdict(list)
    for number, (pairs, bye) in enumerate(rounds, start=1):
        for winner, loser, how in pairs:
            for one, other in ((winner, loser), (loser, winner)):
                if how == OPEN:
                    playing[one].append(number)
                else:
                    lines[one].append(MatchLine(one == winner, how == PLAYED, opponent=other, round=number))
        if bye is not None:
            byes[bye].append(number)
    return {
        team: TeamRecord(team, matches=tuple(lines[team]), byes=tuple(byes[team]), rounds=len(rounds),
                         playing=tuple(playing[team]),
                         half=tuple(number for number, given in half if given == team))
        for team in teams
    }  # fmt: skip


EVENING = swiss(
    "ABCDEF",
    [
        ([("A", "B", PLAYED), ("C", "D", PLAYED), ("E", "F", PLAYED)], None),
        ([("A", "C", PLAYED), ("E", "B", PLAYED), ("D", "F", PLAYED)], None),
        ([("A", "E", PLAYED), ("C", "B", WALKOVER)], "D"),  # F has gone home, B does not turn up
        ([("E", "C", PLAYED), ("A", "D", PLAYED)], "B"),
    ],
)
# Scores: A 4, E 3, C 2, D 2, B 1, F 0. For those it met F has 1: two rounds it was not there for are draws, for it
# played in none after them. B's walkover stays a loss: a bye came after it.
BY_HAND = {
    "A": (1 + 2 + 3 + 2, 2 + 3 + 2, 1 + 2 + 3 + 2),
    "B": (4 + 3 + 1 + 1, 4 + 3 + 1, 1),  # a dummy of one point for the walkover, which is cut, and one for the bye
    "C": (2 + 4 + 2 + 3, 4 + 2 + 3, 2 + 2),  # a dummy of two points, its own, for the walkover won
    "D": (2 + 1 + 2 + 4, 2 + 2 + 4, 1 + 2),
    "E": (1 + 1 + 4 + 2, 1 + 4 + 2, 1 + 1 + 2),
    "F": (3 + 2 + 0 + 0, 3 + 2 + 0, 0),
}


@pytest.mark.parametrize("team", BY_HAND)
def test_an_evening_on_which_a_team_goes_home_and_another_does_not_turn_up(team):
    assert figures(EVENING, team) == tuple(2 * points for points in BY_HAND[team])


def figures(field, team):
    rounds = tie_break_rounds(field[team], field)
    return tuple(compute(rounds) for compute in (buchholz, buchholz_cut_1, sonneborn_berger))


def test_a_round_counts_once_for_who_sat_out_and_sits_in_a_match_under_review():
    """A has a bye in round 2, and a walkover it lost there is under review: two rounds, not three."""
    field = swiss("ABC", [([("A", "B", PLAYED)], "C"), ([("C", "A", WALKOVER)], "A")])
    assert field["A"].score == 2
    # In half points: B, whose round without a match is a draw, and a dummy with A's own two points, which is cut.
    assert figures(field, "A") == (1 + 4, 1, 1)


def test_a_walkover_lost_is_cut_before_an_opponent_who_scored_less():
    """A has 2 points and met one with none: cut is the round it did not play, although that counts 2."""
    field = swiss(
        "ABCD",
        [
            ([("A", "D", PLAYED), ("B", "C", PLAYED)], None),
            ([("A", "B", PLAYED), ("C", "D", PLAYED)], None),
            ([("C", "A", WALKOVER), ("B", "D", PLAYED)], None),
        ],
    )
    assert figures(field, "A") == (2 * (0 + 2 + 2), 2 * (0 + 2), 2 * (0 + 2))


def test_a_round_missed_by_a_team_that_came_back_is_no_draw():
    gone, back = [([("B", "C", PLAYED)], None)], [([("A", "B", PLAYED)], "C")]
    assert figures(swiss("ABC", gone + back), "B")[0] == 2 * (1 + 1)  # C and its bye, A and its win
    assert figures(swiss("ABC", back + gone), "B")[0] == 2 * (1 + 1) + 1  # the round A is not there any more is half


def test_a_round_that_is_still_played_counts_for_nobody_and_takes_no_draw_away():
    paired = swiss("ABC", [([("A", "B", PLAYED)], "C"), ([("B", "C", OPEN)], None)])
    assert figures(paired, "B")[0] == 2 * 1 + 1
    assert figures(paired, "C")[0] == 2 * 1


def test_where_everybody_meets_everybody_a_walkover_is_held_against_whom_it_was_to_be_played_against():
    one = TeamRecord("A", matches=(MatchLine(True, False, opponent="B", round=1),))
    other = TeamRecord("B", matches=(MatchLine(False, False, opponent="A", round=1),
                                     MatchLine(True, opponent="C", round=2)))  # fmt: skip
    field = {"A": one, "B": other, "C": TeamRecord("C", matches=(MatchLine(False, opponent="B", round=2),))}
    assert figures(field, "A") == (2, 0, 2)


def test_what_was_drawn_under_the_rule_of_2009_is_ranked_by_it():
    """A bye stood for a virtual opponent with the points of before and half a point for each later round, a walkover
    for half a point, and a round nobody paired a team in for nothing: for those they met A has 4, B 1, C and D 1½, E 3,
    F 0."""
    old = {team: replace(record, edition=2009) for team, record in EVENING.items()}
    by_hand = {
        "A": (1 + 1.5 + 3 + 1.5, 1.5 + 3 + 1.5, 1 + 1.5 + 3 + 1.5),
        "B": (4 + 3 + (0 + 1 + 0.5) + 0, 4 + 3 + 1.5, 0),
        "C": (1.5 + 4 + (1 + 0.5) + 3, 1.5 + 4 + 3, 1.5 + 1.5),
        "D": (1.5 + 0 + (1 + 0.5) + 4, 1.5 + 1.5 + 4, 0 + 1.5),
        "E": (0 + 1 + 4 + 1.5, 1 + 4 + 1.5, 0 + 1 + 1.5),
        "F": (3 + 1.5, 3, 0),
    }
    assert {team: figures(old, team) for team in old} == {
        team: tuple(2 * points for points in found) for team, found in by_hand.items()
    }


@st.composite
def swisses(draw):
    """Teams that come and go, for half a point or none, rounds paired by chance, some of the last still being
    played."""
    teams = list(range(draw(st.integers(2, 7))))
    rounds, half = [], []
    last = draw(st.integers(1, 5))
    for number in range(1, last + 1):
        there = draw(st.lists(st.sampled_from(teams), unique=True, max_size=len(teams)))
        how = st.sampled_from([PLAYED, WALKOVER, OPEN] if number == last else [PLAYED, PLAYED, WALKOVER])
        pairs = [(*pair, draw(how)) for pair in zip(there[::2], there[1::2], strict=False)]
        if pairs:  # a round that nobody plays is not paired
            rounds.append((pairs, there[-1] if len(there) % 2 else None))
            out = sorted(set(teams) - set(there))
            half += [(len(rounds), team) for team in (draw(st.sets(st.sampled_from(out))) if out else ())]
    return teams, rounds, half


@pytest.mark.slow
@given(swisses())
def test_whatever_happens_in_a_swiss_the_figures_are_those_of_a_plainer_count(found):
    teams, rounds, half = found
    told, byes, paired = [], [], {}
    for number, (pairs, bye) in enumerate(rounds, start=1):
        told += [Told(number, one, other, one, how == PLAYED) for one, other, how in pairs if how != OPEN]
        byes += [(number, bye)] if bye is not None else []
        paired[number] = {team for pair in pairs for team in pair[:2]} | ({bye} - {None})
    field = swiss(teams, rounds, half)
    for team in teams:
        assert figures(field, team) == from_scratch.tie_breaks(team, told, byes, paired, half)
