"""The forecast of a qualifier: right where it can be worked out, and between bounds where it cannot."""

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats.streak import Waiting, next_pair
from thunee_tournaments.brackets.formats.streak_forecast import Evening, Qualifier, forecast, of_parameters

NOBODY = Qualifier(teams=64, tables=32, wins=6, entries=1, places=0, minutes=30, again=0.0)


def test_two_teams_and_one_win_are_one_match() -> None:
    found = forecast(replace(NOBODY, teams=2, wins=1))
    assert (found.matches.low, found.matches.high, found.through.middle) == (1, 1, 1)
    assert 30 * 0.75 <= found.minutes.low <= found.minutes.middle <= found.minutes.high <= 30 * 1.25
    assert found.wait.high == 0


def test_a_power_of_two_without_re_buys_is_a_knock_out() -> None:
    found = forecast(NOBODY)
    assert (found.matches.low, found.matches.high) == (63, 63)
    assert (found.through.low, found.through.high) == (1, 1)
    assert 6 * 30 * 0.75 < found.minutes.middle < 6 * 30 * 1.25


def test_one_table_plays_one_match_after_the_other() -> None:
    found = forecast(replace(NOBODY, tables=1))
    assert found.minutes.middle == pytest.approx(63 * 30, rel=0.05)
    assert found.wait.middle > 16 * 30  # half of them see the other half begin


def test_more_tables_take_no_longer_and_more_re_buys_no_shorter() -> None:
    by_tables = [forecast(replace(NOBODY, tables=tables)).minutes.middle for tables in (4, 8, 16, 32)]
    assert by_tables == sorted(by_tables, reverse=True)
    by_share = [forecast(replace(NOBODY, entries=3, tables=8, again=again)) for again in (0.0, 0.5, 1.0)]
    assert [round(found.matches.middle) for found in by_share] == sorted(
        round(found.matches.middle) for found in by_share
    )
    assert by_share[2].through.middle >= by_share[0].through.middle


def test_it_ends_when_the_places_are_taken() -> None:
    free = forecast(replace(NOBODY, teams=100, wins=3, entries=3, again=1.0, tables=20))
    found = forecast(replace(NOBODY, teams=100, wins=3, entries=3, again=1.0, tables=20, places=16))
    assert (found.through.low, found.through.high) == (16, 16)
    assert found.minutes.middle < free.minutes.middle * 0.8


def test_the_last_one_waiting_goes_on_or_is_out() -> None:
    three = replace(NOBODY, teams=3, wins=2)
    assert forecast(three).through.high >= forecast(replace(three, goes_on=False)).through.high


QUALIFIERS = st.builds(
    Qualifier, teams=st.integers(2, 40), tables=st.integers(1, 12), wins=st.integers(1, 6),
    entries=st.integers(1, 4), places=st.integers(0, 8), minutes=st.just(30.0),
    again=st.sampled_from([0.0, 0.5, 1.0]), goes_on=st.booleans(),
)  # fmt: skip


@given(QUALIFIERS, st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_every_evening_ends_as_its_rules_allow(qualifier: Qualifier, rng: Any) -> None:
    evening = Evening(qualifier, rng).played()
    entries = sum(evening.bought)
    assert qualifier.teams <= entries <= qualifier.teams * qualifier.entries
    assert evening.matches <= entries * qualifier.wins
    assert evening.through <= qualifier.teams
    assert not qualifier.places or evening.through <= max(qualifier.places, 1) + 1
    assert evening.longest_wait <= evening.now
    assert evening.now >= evening.matches / qualifier.tables * 30 * 0.75 - 1e-6
    if not qualifier.places:
        left = [streak for streak, line in evening.waiting.items() if line]
        assert len(left) <= 1  # nobody who could still meet somebody goes home


def test_a_stage_is_asked_by_its_parameters() -> None:
    parameters: dict[str, object] = {"wins": 6, "places": 16, "entries": 3, "last_waiting": "out"}
    found = of_parameters(parameters, teams=100, tables=20, minutes=25, again=1.0)
    assert found == forecast(Qualifier(100, 20, 6, 3, 16, 25, 1.0, goes_on=False))
    assert found.through.high <= 16


def test_the_largest_field_is_told_in_a_moment() -> None:
    began = time.process_time()
    forecast(Qualifier(teams=512, tables=60, wins=6, entries=20, places=0, minutes=30, again=1.0))
    assert time.process_time() - began < 10


class Watched(Evening):
    """An evening that looks up whom the qualifier itself would call."""

    def _next_pair(self) -> Any:
        lines = [(since, streak, team) for streak, line in self.waiting.items() for since, team in line]
        ordered = sorted(lines, key=lambda one: (one[0], -one[1]))  # since one moment: as they stand in line
        waiting = [Waiting(team, team, streak) for _since, streak, team in ordered]
        expected = next_pair(waiting, met=(), across=False) or (
            None if self.playing else next_pair(waiting, met=(), across=True)
        )
        pair = super()._next_pair()
        called = pair and (pair[0][1][1], pair[1][1][1])
        assert called == expected
        return pair


@given(QUALIFIERS, st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_whoever_is_called_is_whom_the_qualifier_would_call(qualifier: Qualifier, rng: Any) -> None:
    Watched(qualifier, rng).played()


def test_who_may_meet_a_neighbour_after_a_while_waits_less_long() -> None:
    open_evening = Qualifier(teams=20, tables=8, wins=5, entries=3, places=0, minutes=30, again=0.8)
    usual, patient = forecast(open_evening), forecast(replace(open_evening, patience=15))
    assert patient.wait.middle < usual.wait.middle
