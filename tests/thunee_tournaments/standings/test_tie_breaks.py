"""Tie-breaks where all was played, certainty and prizes: known answers, and what must hold whatever the results."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.standings import prizes
from thunee_tournaments.standings.clinched import OPEN, OUT, SAFE, by_final_places, by_wins
from thunee_tournaments.standings.metrics import (
    MatchLine,
    TeamRecord,
    buchholz,
    buchholz_cut_1,
    deciding,
    rank,
    sonneborn_berger,
)
from thunee_tournaments.standings.tie_break_rounds import tie_break_rounds


def record(name, *results, **more):
    """results: (opponent, won, balls for, balls against)."""
    lines = [MatchLine(won, True, int(won), int(not won), plus, minus, opponent, number)
             for number, (opponent, won, plus, minus) in enumerate(results, start=1)]  # fmt: skip
    return TeamRecord(name, matches=tuple(lines), **more)


FOUR = [
    record("a", ("b", True, 12, 3), ("c", True, 12, 10), ("d", False, 2, 12), lot=4),
    record("b", ("a", False, 3, 12), ("d", True, 12, 0), ("c", True, 12, 8), lot=3),
    record("c", ("d", True, 12, 11), ("a", False, 10, 12), ("b", False, 8, 12), lot=2),
    record("d", ("c", False, 11, 12), ("b", False, 0, 12), ("a", True, 12, 2), lot=1),
]


def test_opponents_scores_are_added_up():
    """Points: a 2, b 2, c 1, d 1."""
    field = {one.team: one for one in FOUR}
    assert buchholz(tie_break_rounds(field["a"], field)) == 2 * (2 + 1 + 1)
    assert buchholz_cut_1(tie_break_rounds(field["a"], field)) == 2 * (2 + 1)
    assert sonneborn_berger(tie_break_rounds(field["a"], field)) == 2 * (2 + 1)
    assert sonneborn_berger(tie_break_rounds(field["b"], field)) == 2 * (1 + 1)
    assert sonneborn_berger(tie_break_rounds(field["d"], field)) == 2 * 2


def test_who_won_among_the_tied_is_above_whatever_the_balls_say():
    assert [line.record.team for line in rank(FOUR, ["score", "head_to_head", "ball_difference"])] == [
        "a",
        "b",
        "c",
        "d",
    ]
    assert [line.record.team for line in rank(FOUR, ["score", "ball_difference"])] == ["b", "a", "d", "c"]


def test_what_was_won_among_the_tied_is_left_out_unless_all_of_them_have_met():
    field = [
        record("a", ("b", True, 12, 0), ("d", False, 0, 12)),
        record("b", ("a", False, 0, 12), ("d", True, 12, 2)),
        record("c", ("d", True, 12, 5), ("e", False, 1, 12)),
    ]
    lines = rank(field, ["score", "head_to_head"])
    assert [line.values["head_to_head"] for line in lines] == [None, None, None]
    assert {(line.place, line.place_to) for line in lines} == {(1, 3)}


def test_a_circle_of_three_is_left_to_the_next_metric():
    field = [
        record("a", ("b", True, 12, 0), ("c", False, 11, 12)),
        record("b", ("c", True, 12, 6), ("a", False, 0, 12)),
        record("c", ("a", True, 12, 11), ("b", False, 6, 12)),
    ]
    lines = rank(field, ["score", "head_to_head", "ball_difference"])
    assert [line.record.team for line in lines] == ["a", "c", "b"]
    assert {line.values["head_to_head"] for line in lines} == {1}
    assert deciding(lines[0].values, lines[1].values, ["score", "head_to_head", "ball_difference"]) == "ball_difference"


def test_the_lot_decides_what_nothing_else_does():
    field = [TeamRecord("a", lot=3), TeamRecord("b", lot=1), TeamRecord("c", lot=2)]
    assert [line.record.team for line in rank(field, ["score", "lot"])] == ["b", "c", "a"]


@st.composite
def half_played(draw):
    """A small round robin, some of it played: (results, pairs left)."""
    teams = draw(st.integers(2, 5))
    pairs = [(a, b) for a in range(teams) for b in range(a)]
    played = draw(st.sets(st.sampled_from(pairs)))
    return teams, {pair: draw(st.booleans()) for pair in sorted(played)}, sorted(set(pairs) - played)


@given(half_played(), st.integers(1, 4))
def test_what_is_called_certain_is_so_however_the_rest_is_played(field, places):
    teams, played, left = field
    wins = dict.fromkeys(range(teams), 0)
    for (a, b), first in played.items():
        wins[a if first else b] += 1
    open_matches = {team: sum(team in pair for pair in left) for team in range(teams)}
    said = by_wins(wins, open_matches, places)
    for outcome in product([True, False], repeat=len(left)) if len(left) <= 6 else []:
        end = dict(wins)
        for (a, b), first in zip(left, outcome, strict=True):
            end[a if first else b] += 1
        for team, word in said.items():
            level_or_above = sum(end[other] >= end[team] for other in end if other != team)
            above = sum(end[other] > end[team] for other in end if other != team)
            assert word != SAFE or level_or_above < places
            assert word != OUT or above >= places


def test_when_all_is_played_only_a_shared_place_on_the_line_stays_open():
    assert by_final_places({"a": (1, 1), "b": (2, 3), "c": (2, 3), "d": (4, 4)}, 2) == {
        "a": SAFE,
        "b": OPEN,
        "c": OPEN,
        "d": OUT,
    }


def test_who_shares_places_shares_their_prizes():
    places = [("a", 1, 1), ("b", 2, 2), ("c", 3, 4), ("d", 3, 4), ("e", 5, 8)]
    assert prizes.shared(places, [1000, 500, 250, 151]) == {"a": 1000, "b": 500, "c": 201, "d": 200}


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.lists(st.integers(0, 10**6), max_size=12))
def test_no_cent_is_lost_or_made(level_sizes, amounts):
    places, first = [], 1
    for size in level_sizes:
        places += [(f"{first}-{n}", first, first + size - 1) for n in range(size)]
        first += size
    assert sum(prizes.shared(places, amounts).values()) == sum(amounts[: first - 1])


def test_a_team_takes_one_prize_the_dearest_and_leaves_the_other_to_the_next():
    overall = ([("a", 1, 1), ("b", 2, 2), ("c", 3, 3)], [1000, 300])
    group = ([("b", 1, 1), ("c", 2, 2)], [400])
    assert prizes.one_each({"overall": overall, "group": group}) == {
        "overall": {"a": 1000, "c": 300},
        "group": {"b": 400},
    }


@pytest.mark.parametrize("places", [1, 2])
def test_before_anything_is_played_all_is_open(places):
    assert set(by_wins({"a": 0, "b": 0, "c": 0}, {"a": 2, "b": 2, "c": 2}, places).values()) == {OPEN}


def test_the_first_of_each_group_are_compared_by_what_their_own_opponents_did():
    first = [
        record("a", ("b", True, 12, 3), ("c", True, 12, 10), group=1, lot=2),
        record("d", ("e", True, 12, 3), ("f", True, 12, 10), group=2, lot=1),
    ]
    others = [
        record("b", ("a", False, 3, 12), ("c", True, 12, 0), group=1),
        record("c", ("a", False, 10, 12), ("b", False, 0, 12), group=1),
        record("e", ("d", False, 3, 12), ("f", False, 5, 12), group=2),
        record("f", ("d", False, 10, 12), ("e", True, 12, 5), ("g", True, 12, 0), group=2),
        record("g", ("f", False, 0, 12), group=2),
    ]
    ranked = rank(first, ["score", "buchholz", "lot"], everybody=[*first, *others])
    assert [(line.record.team, line.values["buchholz"]) for line in ranked] == [("d", 2 * 2), ("a", 2 * 1)]
    assert [line.values["buchholz"] for line in rank(first, ["score", "lot"])] == [None, None]


def test_a_cup_without_an_amount_stays_with_its_place_whatever_money_its_team_takes_elsewhere():
    overall = ([("a", 1, 1), ("b", 2, 2), ("c", 3, 3)], [0, 500, 300])  # the first gets the cup
    group = ([("a", 1, 1), ("c", 2, 2)], [100])
    assert prizes.awarded({"overall": overall, "group": group}) == {
        "overall": [("a", 1, 1, 0), ("b", 2, 2, 500), ("c", 3, 3, 300)],
        "group": [("a", 1, 1, 100)],
    }


def test_the_cup_of_a_group_goes_to_its_first_who_has_won_money_too():
    overall = ([("a", 1, 1), ("b", 2, 2)], [1000])
    group = ([("a", 1, 1), ("c", 2, 2), ("d", 3, 3)], [0, 200])
    told = prizes.awarded({"overall": overall, "group": group})
    assert told["group"] == [("a", 1, 1, 0), ("c", 2, 2, 200), ("d", 3, 3, 0)]


@given(
    st.lists(st.permutations("abcdef"), min_size=1, max_size=3),
    st.lists(st.lists(st.sampled_from([0, 100, 200, 500]), max_size=5), min_size=3, max_size=3),
)
def test_nobody_takes_money_on_two_lists_and_all_of_it_is_given(orders, amounts):
    lists = {
        str(number): ([(team, place, place) for place, team in enumerate(order, start=1)], carried)
        for number, (order, carried) in enumerate(zip(orders, amounts, strict=False))
    }
    given_out = prizes.one_each(lists)
    takers = [team for found in given_out.values() for team in found]
    assert len(takers) == len(set(takers))
    for name, told in prizes.awarded(lists).items():
        assert {team: amount for team, _first, _last, amount in told if amount} == given_out[name]
        cups = [place for place, amount in enumerate(lists[name][1], start=1) if not amount]
        assert all(any(first == place for _team, first, _last, _amount in told) for place in cups if place <= len(told))
