"""A rehearsed evening: right where it can be worked out, and between bounds where it cannot."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.plans import checked
from thunee_tournaments.brackets.rehearsing.evening import GRACE, LONGEST, SHORTEST, Evening, Hall
from thunee_tournaments.brackets.rehearsing.figures import FEW, rehearse
from thunee_tournaments.brackets.rehearsing.programme import Part
from thunee_tournaments.standings.metrics import CHOOSABLE

HALL = Hall(tables=8, minutes=30)


def parts(*stages: tuple[str, dict[str, Any]]) -> list[Part]:
    plan = checked([{"format": format_, "parameters": parameters} for format_, parameters in stages], CHOOSABLE)
    return [Part(stage["format"], stage["parameters"], whole=stage["format"] != "league") for stage in plan]


def evening(plan: list[Part], teams: int, hall: Hall = HALL, seed: int = 1) -> Evening:
    return Evening(plan, teams, hall, Random(seed)).played()


KNOCKOUT = parts(("knockout", {}))


@pytest.mark.parametrize(
    ("plan", "teams", "matches"),
    [
        (KNOCKOUT, 2, 1),
        (KNOCKOUT, 13, 12),
        (parts(("knockout", {"third_place": True})), 8, 8),
        (parts(("knockout", {"plate": True})), 8, 10),
        (parts(("knockout", {"seed_anew": True})), 13, 12),
        (parts(("knockout", {"play_out": True})), 8, 12),
        (parts(("double", {"grand_final": "none"})), 8, 13),
        (parts(("double", {"grand_final": "single"})), 11, 20),
        (parts(("groups", {"groups": 2, "legs": 2})), 8, 24),
        (parts(("swiss", {"rounds": 4})), 9, 16),
        (parts(("tables", {"rounds": 3})), 11, 9),
        (parts(("league", {})), 10, 5),
    ],
)
def test_each_format_has_as_many_matches_as_it_has_in_the_hall(plan: list[Part], teams: int, matches: int) -> None:
    assert evening(plan, teams).matches == matches


def test_a_grand_final_is_played_again_where_who_came_up_wins_it() -> None:
    double = parts(("double", {}))
    assert {evening(double, 8, seed=seed).matches for seed in range(20)} == {14, 15}


def test_a_chain_takes_those_who_go_on() -> None:
    chain = parts(
        ("groups", {"groups": 4}),
        ("knockout", {"feed": {"take": "ranks", "stage": 1, "first": 1, "last": 1, "best": 2}}),
        ("knockout", {"feed": {"take": "losers", "stage": 1}}),
    )
    # 16 teams: 24 in groups, 6 go on and play 5, the other 10 play 9.
    assert evening(chain, 16).matches == 24 + 5 + 9


def test_the_losers_of_a_round_play_their_plate_while_the_cup_goes_on() -> None:
    chain = parts(("knockout", {}), ("knockout", {"feed": {"take": "losers", "stage": 1, "round": 1}}))
    played = evening(chain, 16, replace(HALL, tables=20))
    assert played.matches == 15 + 7
    assert played.spans[1][0] < played.spans[0][1]


def test_a_stage_for_whom_nobody_is_left_is_left_out_and_what_follows_it() -> None:
    chain = parts(
        ("knockout", {}),
        ("knockout", {"feed": {"take": "top", "stage": 1, "count": 2, "first": 3}}),
        ("knockout", {"feed": {"take": "top", "stage": 2, "count": 2}}),
    )
    played = evening(chain, 3)
    assert sorted(played.spans) == [0]
    assert rehearse(chain, 3, HALL, FEW).stages[1:] == (None, None)


def test_what_follows_a_league_is_played_on_another_evening() -> None:
    chain = parts(("league", {}), ("knockout", {"feed": {"take": "top", "stage": 1, "count": 4}}))
    assert sorted(evening(chain, 8).spans) == [0]


def test_one_table_plays_one_match_after_the_other_and_nobody_sits_idle() -> None:
    likely = rehearse(KNOCKOUT, 9, replace(HALL, tables=1))
    assert likely.minutes.middle == pytest.approx(8 * 30, rel=0.05)
    assert likely.idle == pytest.approx(0)


def test_a_final_leaves_all_tables_but_one_idle() -> None:
    likely = rehearse(KNOCKOUT, 2, replace(HALL, tables=4))
    assert likely.idle == pytest.approx(0.75)
    assert likely.in_use[0] == pytest.approx(1)


def test_a_match_of_three_games_takes_two_or_three_times_as_long() -> None:
    best_of_three = [replace(KNOCKOUT[0], best_of=3)]
    likely = rehearse(best_of_three, 2, HALL)
    assert 2 * SHORTEST * 30 <= likely.minutes.low <= likely.minutes.high <= 3 * LONGEST * 30
    by_round = parts(("knockout", {"best_of_rounds": {"final": 5}}))
    assert rehearse(by_round, 2, HALL).minutes.middle > likely.minutes.middle


def test_who_does_not_come_costs_a_wait_once_and_then_nothing() -> None:
    league = parts(("groups", {"groups": 1}))
    played = evening(league, 4, replace(HALL, tables=1, absent=1))
    assert played.matches == 4  # three among those who came, one table that waited
    assert [ends - begins for begins, ends in played.in_use].count(GRACE) == 1
    everybody = evening(league, 4, replace(HALL, tables=1, absent=4))
    assert everybody.now <= 3 * GRACE


def test_three_of_four_play_on_at_their_table() -> None:
    tables = parts(("tables", {"rounds": 2}))
    assert evening(tables, 4, replace(HALL, absent=1)).matches == 2


def test_the_same_question_has_the_same_answer() -> None:
    assert rehearse(KNOCKOUT, 9, HALL) == rehearse(KNOCKOUT, 9, HALL)


def test_more_tables_take_no_longer() -> None:
    by_tables = [rehearse(KNOCKOUT, 64, replace(HALL, tables=tables)).minutes.middle for tables in (4, 8, 16, 32)]
    assert by_tables == sorted(by_tables, reverse=True)


def test_tables_in_use_add_up_to_the_time_that_was_played() -> None:
    played = evening(KNOCKOUT, 32)
    assert max(ends for _begins, ends in played.in_use) == played.now
    likely = rehearse(KNOCKOUT, 32, HALL)
    assert all(0 <= tables <= HALL.tables + 1e-9 for tables in likely.in_use)


STAGES = st.sampled_from(
    [
        ("knockout", {}), ("knockout", {"plate": True, "third_place": True}), ("knockout", {"play_out": True}),
        ("knockout", {"seed_anew": True}), ("double", {}), ("double", {"grand_final": "none"}),
        ("groups", {"groups": 2}), ("swiss", {"rounds": 3}), ("streak", {"wins": 2, "entries": 2}), ("league", {}),
        ("tables", {"rounds": 2}),
    ]
)  # fmt: skip
LATER = {"groups": {"take": "ranks", "stage": 1, "first": 1, "last": 1}, "streak": {"take": "qualified", "stage": 1}}


@given(
    st.integers(6, 30), STAGES, st.sampled_from(["knockout", "swiss", "double"]), st.integers(1, 9),
    st.integers(0, 8), st.floats(0, 1), st.integers(0, 10_000),
)  # fmt: skip
@settings(max_examples=200)
def test_whatever_is_played_comes_to_its_end_within_the_hall(
    teams: int, first: tuple[str, dict[str, Any]], second: str, tables: int, absent: int, again: float, seed: int
) -> None:
    feed = LATER.get(first[0], {"take": "top", "stage": 1, "count": 4})
    later = [] if first[0] == "tables" else [(second, {"feed": feed})]
    hall = Hall(tables, 30, again, absent)
    played = evening(parts(first, *later), teams, hall, seed)
    moments = sorted([(begins, 1) for begins, _ends in played.in_use] + [(ends, -1) for _begins, ends in played.in_use])
    in_use = peak = 0
    for _moment, change in moments:
        in_use += change
        peak = max(peak, in_use)
    assert peak <= tables
    assert len(played.in_use) == played.matches
    assert played.now == max(ends for _begins, ends in played.in_use)
    assert 0 <= played.longest_wait <= played.now
    assert all(0 <= begins <= ends <= played.now for begins, ends in played.spans.values())
