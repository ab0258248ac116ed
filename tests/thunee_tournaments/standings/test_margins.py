"""By how much a team may lose its last match: held against every way in which what is left can end."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.standings.margins import ANY, Way, ways
from thunee_tournaments.standings.metrics import MatchLine, TeamRecord, rank

USUAL = ("score", "head_to_head", "head_to_head_again", "ball_difference", "balls_for", "lot")
BALLS = ("score", "ball_difference", "balls_for", "lot")
PAIRS = [("A", "C"), ("B", "D"), ("A", "D"), ("B", "C"), ("A", "B"), ("C", "D")]  # the last two are open
LAST = 99


def table(results, lots="ABCD"):
    """The records after these matches: who won, who lost, by how much (None: a walkover)."""
    lines = {name: [] for name in lots}
    for number, (winner, loser, balls) in enumerate(results, start=1):
        lines[winner].append(MatchLine(True, balls is not None, 0, 0, balls or 0, 0, loser, number))
        lines[loser].append(MatchLine(False, balls is not None, 0, 0, 0, balls or 0, winner, number))
    return {name: TeamRecord(name, matches=tuple(own), lot=lots.index(name)) for name, own in lines.items()}


GROUP = [("A", "C", 5), ("D", "B", 2), ("A", "D", 3), ("C", "B", 6)]  # A 2 wins +8, C 1 +1, D 1 −1, B 0 −8


@pytest.mark.parametrize(
    ("team", "places", "by", "found"),
    [
        ("A", 2, BALLS, [Way(None), Way(ANY)]),
        ("A", 1, BALLS, [Way(None)]),  # whoever of the others wins may win by any number
        ("A", 3, BALLS, [Way(None), Way(ANY)]),
        ("B", 2, BALLS, []),
    ],
)
def test_what_is_said_in_a_group_of_four(team, places, by, found):
    assert ways(team, table(GROUP), by, ("A", "B"), [("C", "D")], places) == found


def test_a_way_that_hangs_on_who_wins_the_other_match():
    """A has two wins and +10, C two and -7, B one, D none. If D wins, C stays where it is: beaten by B by up to 16
    balls A has more than C, and two go on."""
    results = [("A", "C", 9), ("C", "B", 1), ("A", "D", 2), ("B", "D", 1), ("C", "A", 1)]
    assert ways("A", table(results), BALLS, ("A", "B"), [("C", "D")], 2)[-1] == Way(16, ("D",))


def test_nothing_is_said_of_a_table_that_goes_by_something_else_before_the_balls():
    assert ways("A", table(GROUP), ("score", "buchholz", "ball_difference"), ("A", "B"), [("C", "D")], 1) == []
    assert ways("A", table(GROUP), ("score", "lot"), ("A", "B"), [("C", "D")], 1) == []


def test_with_no_other_match_open_it_is_exact():
    records = table([*GROUP, ("C", "D", 4)])  # C has 2 wins and +5 now
    assert ways("A", records, BALLS, ("A", "B"), [], 1) == [Way(None), Way(2)]
    level = table([*GROUP, ("C", "D", 4), ("B", "A", 3)])
    assert [line.record.team for line in rank(list(level.values()), BALLS[:2])][:2] == ["A", "C"]
    assert rank(list(level.values()), BALLS[:2])[0].place_to == 2  # lost by three they are level


def test_who_wins_a_match_of_several_games_may_have_fewer_balls_and_so_a_win_may_not_be_enough():
    ahead = table([*GROUP, ("C", "D", 4), ("C", "E", 1)], "ABCDE")  # C has three wins and +6, A two and +8
    assert ways("A", ahead, BALLS, ("A", "B"), [], 1) == [Way(None)]
    assert ways("A", ahead, BALLS, ("A", "B"), [], 1, several_games=True) == []
    level = table([*GROUP, ("C", "D", 4)])  # C has two wins and +5
    assert ways("A", level, BALLS, ("A", "B"), [], 1, several_games=True) == [Way(None), Way(2)]


def place(records, by):
    return {line.record.team: line.place_to for line in rank(list(records.values()), by)}["A"]


@st.composite
def in_mid_play(draw, least=1):
    balls = st.one_of(st.none(), st.integers(least, 6))
    return [(*draw(st.sampled_from([pair, pair[::-1]])), draw(balls)) for pair in PAIRS[:4]]


@given(results=in_mid_play(), places=st.integers(1, 3), by=st.sampled_from([USUAL, BALLS]))
def test_what_is_said_holds_however_the_two_matches_end(results, places, by):
    said = ways("A", table(results), by, ("A", "B"), [("C", "D")], places)
    for own, other in product([None, 1, 2, 3, 5, 8, 13], [None, 1, 2, 3, 5, 8, 13, 40]):
        for won, winner in product((True, False), "CD"):
            mine = ("A", "B", own) if won else ("B", "A", own)
            theirs = ("C", "D", other) if winner == "C" else ("D", "C", other)
            if not won and own is None:
                continue  # a match that is given away is not lost by balls
            holds = [
                way for way in said
                if way.if_win in ((), (winner,)) and (won if way.lost_by is None else won or own <= way.lost_by)
            ]  # fmt: skip
            if holds:
                assert place(table([*results, mine, theirs], "BCDA"), by) <= places


@given(results=in_mid_play(least=-6), places=st.integers(1, 3), by=st.sampled_from([USUAL, BALLS]))
def test_of_several_games_it_holds_whoever_has_more_balls(results, places, by):
    sentences = ways("A", table(results), by, ("A", "B"), [("C", "D")], places, several_games=True)
    margins = [None, -40, -9, -4, -1, 0, 1, 4, 9, 40]
    for own, other, won, winner in product(margins, margins, (True, False), "CD"):
        if not won and own is None:
            continue
        holds = [
            way for way in sentences
            if way.if_win in ((), (winner,)) and (won or (way.lost_by is not None and own <= way.lost_by))
        ]  # fmt: skip
        if holds:
            mine = ("A", "B", own) if won else ("B", "A", own)
            theirs = ("C", "D", other) if winner == "C" else ("D", "C", other)
            assert place(table([*results, mine, theirs], "BCDA"), by) <= places


@given(results=in_mid_play(), places=st.integers(1, 3), by=st.sampled_from([BALLS]))
def test_one_ball_more_would_not_always_be_enough(results, places, by):
    for way in ways("A", table(results), by, ("A", "B"), [("C", "D")], places):
        if way.lost_by is None or way.lost_by == ANY:
            continue
        winners = way.if_win or ["C", "D"]
        ends = [
            table([*results, ("B", "A", way.lost_by + 1), (winner, "D" if winner == "C" else "C", balls)])
            for winner in winners
            for balls in (None, *range(1, 60))
        ]
        assert any(
            next(line.place_to for line in rank(list(end.values()), by[:2]) if line.record.team == "A") > places
            for end in ends
        )


SIX = [pair for pair in combinations("ABCDEF", 2) if pair not in [("A", "B"), ("C", "D"), ("E", "F")]]
TWO = [("C", "D"), ("E", "F")]


@st.composite
def six_in_mid_play(draw):
    balls = st.one_of(st.none(), st.integers(1, 6))
    return [(*draw(st.sampled_from([pair, pair[::-1]])), draw(balls)) for pair in SIX]


def test_a_way_that_hangs_on_two_other_matches():
    """Three go on. A has three wins and +9, F three and +8, B two and -1, C two and +5, E two and -4. A that loses by
    five is level with B, while C may pass it and one of E and F; by seven E and F may both come level with it."""
    results = [
        ("A", "C", 4), ("A", "D", 5), ("E", "A", 3), ("A", "F", 3), ("C", "B", 6), ("B", "D", 3),
        ("B", "E", 6), ("F", "B", 4), ("C", "E", 6), ("F", "C", 3), ("E", "D", 5), ("F", "D", 4),
    ]  # fmt: skip
    found = ways("A", table(results, "ABCDEF"), BALLS, ("A", "B"), TWO, 3)
    assert found == [Way(None), Way(4), Way(6, ("D",)), Way(ANY, ("D", "F"))]


def test_nothing_is_said_where_a_team_plays_both_of_the_other_matches():
    results = [("A", "C", 4), ("A", "D", 5), ("C", "B", 6), ("B", "D", 3)]
    assert ways("A", table(results, "ABCDE"), BALLS, ("A", "B"), [("C", "D")], 1)
    assert ways("A", table(results, "ABCDE"), BALLS, ("A", "B"), [("C", "D"), ("C", "E")], 1) == []


@pytest.mark.slow
@given(results=six_in_mid_play(), places=st.integers(1, 4), by=st.sampled_from([USUAL, BALLS]), data=st.data())
@settings(deadline=None)
def test_what_is_said_holds_however_three_matches_end(results, places, by, data):
    said = ways("A", table(results, "ABCDEF"), by, ("A", "B"), TWO, places)
    margins = st.sampled_from([None, 1, 2, 3, 5, 8, 13, 40])
    for _ in range(20 if said else 0):
        won, own = data.draw(st.booleans()), data.draw(margins)
        if not won and own is None:
            continue
        ends = [data.draw(st.sampled_from([pair, pair[::-1]])) for pair in TWO]
        mine = ("A", "B", own) if won else ("B", "A", own)
        winners = {winner for winner, _loser in ends}
        if any(
            winners.issuperset(way.if_win) and (won or (way.lost_by is not None and own <= way.lost_by)) for way in said
        ):
            after = [*results, mine, *((*pair, data.draw(margins)) for pair in ends)]
            assert place(table(after, "FBCDEA"), by) <= places
