"""What a team needs to go on: held against every way in which what is left can end."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.standings.clinched import by_wins, needs_of

TEAMS = "ABCDE"
PAIRS = [(a, b) for place, a in enumerate(TEAMS) for b in TEAMS[place + 1 :]]


def endings(wins: dict[str, int], fixtures: list[tuple[str, str]]) -> list[tuple[dict[str, int], int]]:
    """Every way in which these matches can end: the wins of all in the end, and how many of them A has won."""
    ends = []
    for winners in product((0, 1), repeat=len(fixtures)):
        final, own = dict(wins), 0
        for pair, side in zip(fixtures, winners, strict=True):
            final[pair[side]] += 1
            own += pair[side] == "A"
        ends.append((final, own))
    return ends


@st.composite
def in_mid_play(draw: st.DrawFn) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """A table of five after some matches, and what is left to be played."""
    fixtures = draw(st.lists(st.sampled_from(PAIRS), min_size=0, max_size=7))
    return {team: draw(st.integers(0, 4)) for team in TEAMS}, fixtures


@given(table=in_mid_play(), places=st.integers(1, 4))
def test_what_is_said_of_a_team_holds_however_the_rest_is_played(
    table: tuple[dict[str, int], list[tuple[str, str]]], places: int
) -> None:
    wins, fixtures = table
    left = {team: sum(team in pair for pair in fixtures) for team in TEAMS}
    to_meet = [other for pair in fixtures if "A" in pair for other in pair if other != "A"]
    due = needs_of("A", wins, left, to_meet, places)
    assert due.left == left["A"]
    for final, own in endings(wins, fixtures):
        beside = sum(final[other] >= final["A"] for other in TEAMS[1:])
        above = sum(final[other] > final["A"] for other in TEAMS[1:])
        if due.enough is not None and own >= due.enough:
            assert beside < places, "it has a place, whatever breaks the tie"
        if own < due.least:
            assert above >= places, "others are above it for certain"
    fate = by_wins(wins, left, places)["A"]
    assert due.safe or fate != "safe"
    assert due.hopeless or fate != "out"


@pytest.mark.parametrize(
    ("wins", "left", "to_meet", "places", "found"),
    [
        ({"A": 2, "B": 1, "C": 0}, {"A": 1, "B": 1, "C": 0}, ["B"], 1, (1, 1, 0)),
        ({"A": 0, "B": 2, "C": 2}, {"A": 1, "B": 1, "C": 0}, ["B"], 1, (1, None, 2)),
        ({"A": 3, "B": 1, "C": 1}, {"A": 1, "B": 1, "C": 1}, [], 1, (1, 0, 0)),
        ({"A": 1, "B": 1, "C": 1, "D": 1}, {"A": 2, "B": 2, "C": 2, "D": 2}, [], 2, (2, None, 0)),
    ],
)
def test_needs_are_counted_in_wins(
    wins: dict[str, int], left: dict[str, int], to_meet: list[str], places: int, found: tuple[int, int | None, int]
) -> None:
    due = needs_of("A", wins, left, to_meet, places)
    assert (due.left, due.enough, due.least) == found
