"""A rehearsed qualifier: right where it can be worked out, between bounds where not, and called as in the hall."""

import time
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats.streak import Waiting, next_pair
from thunee_tournaments.brackets.rehearsing.evening import Evening, Hall
from thunee_tournaments.brackets.rehearsing.figures import Figures, rehearse
from thunee_tournaments.brackets.rehearsing.plays import Chance
from thunee_tournaments.brackets.rehearsing.programme import Begun, Part
from thunee_tournaments.brackets.rehearsing.waiting_lines import Terms, WaitingLines, at_the_start, terms_of

HALL = Hall(tables=32, minutes=30, again=0.0)
SIX = {"wins": 6, "entries": 1}


def likely(teams: int, hall: Hall = HALL, **parameters: Any) -> Figures:
    return rehearse([Part("streak", {**SIX, **parameters})], teams, hall)  # type: ignore[typeddict-item]


def test_two_teams_and_one_win_are_one_match() -> None:
    found = likely(2, wins=1)
    assert (found.matches.low, found.matches.high, found.through.middle) == (1, 1, 1)
    assert 30 * 0.75 <= found.minutes.low <= found.minutes.middle <= found.minutes.high <= 30 * 1.25
    assert found.wait.high == 0


def test_a_power_of_two_without_re_buys_is_a_knock_out() -> None:
    found = likely(64)
    assert (found.matches.low, found.matches.high) == (63, 63)
    assert (found.through.low, found.through.high, found.rebuys.high) == (1, 1, 0)
    assert 6 * 30 * 0.75 < found.minutes.middle < 6 * 30 * 1.25


def test_half_of_them_see_the_other_half_begin_at_one_table() -> None:
    assert likely(64, replace(HALL, tables=1)).wait.middle > 16 * 30


def test_more_re_buys_take_no_shorter_and_let_no_fewer_through() -> None:
    by_share = [likely(64, replace(HALL, tables=8, again=again), entries=3) for again in (0.0, 0.5, 1.0)]
    matches = [found.matches.middle for found in by_share]
    assert matches == sorted(matches)
    assert by_share[2].through.middle >= by_share[0].through.middle
    assert by_share[0].rebuys.high == 0 < by_share[1].rebuys.low < by_share[2].rebuys.low


def test_it_ends_when_the_places_are_taken() -> None:
    hall = Hall(20, 30, again=1.0)
    free, found = likely(100, hall, wins=3, entries=3), likely(100, hall, wins=3, entries=3, places=16)
    assert (found.through.low, found.through.high) == (16, 16)
    assert found.minutes.middle < free.minutes.middle * 0.8


def test_the_last_one_waiting_goes_on_or_is_out() -> None:
    assert likely(3, wins=2).through.middle == 1 > likely(3, wins=2, last_waiting="out").through.middle


def test_who_may_meet_a_neighbour_after_a_while_waits_less_long() -> None:
    hall = Hall(8, 30, again=0.8)
    usual = likely(20, hall, wins=5, entries=3)
    assert likely(20, hall, wins=5, entries=3, patience=15).wait.middle < usual.wait.middle


def test_nobody_buys_in_again_once_the_entries_are_closed() -> None:
    def closing(closes: float) -> Part:
        terms = Terms(wins=3, entries=9, closes=closes)
        return Part("streak", {}, resume=lambda given: Begun(WaitingLines(terms, at_the_start(range(16)), given)))

    hall = Hall(8, 30, again=1.0)
    assert rehearse([closing(0)], 16, hall).rebuys.high == 0
    early, late = rehearse([closing(45)], 16, hall), rehearse([closing(400)], 16, hall)
    assert 0 < early.rebuys.middle < late.rebuys.middle


def test_the_largest_field_is_told_in_a_moment() -> None:
    began = time.process_time()
    likely(512, Hall(60, 30, again=1.0), entries=20)
    assert time.process_time() - began < 10


TERMS = st.builds(
    Terms, wins=st.integers(1, 6), entries=st.integers(1, 4), places=st.integers(0, 8), goes_on=st.booleans(),
)  # fmt: skip
HALLS = st.builds(Hall, tables=st.integers(1, 12), minutes=st.just(30.0), again=st.sampled_from([0.0, 0.5, 1.0]))


class Watched(WaitingLines):
    """A queue that looks up whom the qualifier itself would call."""

    def next_pair(self, now: float) -> Any:
        lines = [(since, streak, team) for streak, line in self.waiting.items() for since, team in line]
        ordered = sorted(lines, key=lambda one: (one[0], -one[1]))  # since one moment: as they stand in line
        waiting = [Waiting(team, team, streak) for _since, streak, team in ordered]
        expected = next_pair(waiting, met=(), across=False) or (
            None if self._playing else next_pair(waiting, met=(), across=True)
        )
        pair = super().next_pair(now)
        assert (pair and (pair[0][1][1], pair[1][1][1])) == expected
        return pair


@given(st.integers(2, 40), TERMS, HALLS, st.integers(0, 10_000))
@settings(max_examples=150)
def test_every_evening_ends_as_its_rules_allow_and_calls_whom_the_qualifier_would_call(
    teams: int, terms: Terms, hall: Hall, seed: int
) -> None:
    made: list[Watched] = []

    def resume(chance: Chance) -> Begun:
        made.append(Watched(terms, at_the_start(range(teams)), chance))
        return Begun(made[-1])

    evening = Evening([Part("streak", {}, resume=resume)], teams, hall, Random(seed)).played()
    lines = made[0]
    entries = sum(lines.bought.values())
    assert entries == teams + evening.rebuys <= teams * terms.entries
    assert evening.matches <= entries * terms.wins
    assert evening.through == len(set(lines.through)) <= teams
    assert not terms.places or evening.through <= terms.places
    assert evening.now >= evening.matches / hall.tables * 30 * 0.75 - 1e-6
    if not terms.places:
        left = [streak for streak, line in lines.waiting.items() if line]
        assert len(left) <= 1  # nobody who could still meet somebody goes home


def test_a_stage_is_asked_by_its_parameters() -> None:
    terms = terms_of({"wins": 6, "places": 16, "entries": 3, "last_waiting": "out", "patience": 20}, 3, 90.0)
    assert terms == Terms(6, 3, 16, 20, goes_on=False, closes=90.0, best_of=3)
