"""The cone behind a result, recomputed from scratch: who stands where, and where a referee has to decide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import double_elimination, knockout, propagation
from thunee_tournaments.brackets.formats.fixtures import Bracket, standing
from thunee_tournaments.brackets.formats.propagation import Record


@st.composite
def brackets(draw: st.DrawFn) -> Bracket:
    teams = draw(st.integers(2, 13))
    if draw(st.booleans()):
        return double_elimination.draw(teams, draw(st.sampled_from(double_elimination.GRAND_FINALS)))
    return knockout.draw(teams, third_place=draw(st.booleans()) and teams > 3, plate=draw(st.booleans()) and teams > 3)


def played(draw: st.DrawFn, bracket: Bracket, teams: list[str], stands: bool = True) -> dict[int, Record[str]]:
    """Results for as many matches as can have one: each is decided with the teams that stand there by then."""
    records: dict[int, Record[str]] = {}
    for fixture in bracket.fixtures:
        place = propagation.recompute(bracket.fixtures, teams, records)[fixture.number]
        if place.bye or None in place.teams or not draw(st.integers(0, 4)):
            continue
        records[fixture.number] = Record(place.teams, draw(st.sampled_from("AB")), stands)
    return records


def teams_of(bracket: Bracket) -> list[str]:
    return [f"team {number}" for number in range(1, bracket.teams + 1)]


@given(st.data(), brackets())
def test_where_nothing_was_changed_it_is_what_the_draw_says(data: st.DataObject, bracket: Bracket) -> None:
    teams = teams_of(bracket)
    records = played(data.draw, bracket, teams)
    places = propagation.recompute(bracket.fixtures, teams, records)
    results = {number: record.winner for number, record in records.items() if record.winner}
    drawn = standing(bracket.fixtures, teams, results)
    for number, place in places.items():
        assert place.conflict == ""
        assert (*place.teams, place.winner) == (drawn[number].a, drawn[number].b, drawn[number].winner)


@pytest.mark.slow
@given(st.data(), brackets())
def test_a_turned_result_moves_who_has_not_played_and_nobody_else(data: st.DataObject, bracket: Bracket) -> None:
    teams = teams_of(bracket)
    records = played(data.draw, bracket, teams)
    decided = [number for number, record in records.items() if record.winner]
    if not decided:
        return
    turned = data.draw(st.sampled_from(decided))
    before = records[turned]
    assert before.winner is not None
    records[turned] = Record(before.teams, propagation.OTHER[before.winner], True)
    places = propagation.recompute(bracket.fixtures, teams, records)
    for number, place in places.items():
        record = records.get(number)
        if record is not None:
            assert (place.teams, place.winner) == (record.teams, record.winner)
        else:
            assert place.conflict == ""  # who has not begun stands where the results say
            assert place.teams == place.due
    behind = {
        fixture.number
        for fixture in bracket.fixtures
        for _side, slot in fixture.sides
        if slot[0] != "seed" and slot[1:] == (turned,)
    }
    conflicts = {number for number, place in places.items() if place.conflict}
    alike = {number for number in behind & set(records) if set(places[number].teams) == set(before.teams)}
    assert conflicts - alike == behind & set(records) - alike  # by one step: what is behind follows what stands


@given(st.data(), brackets())
def test_a_kept_team_ends_the_conflict_and_nobody_stands_twice_for_one_match(
    data: st.DataObject, bracket: Bracket
) -> None:
    teams = teams_of(bracket)
    records = played(data.draw, bracket, teams)
    decided = [number for number, record in records.items() if record.winner]
    if not decided:
        return
    turned = data.draw(st.sampled_from(decided))
    before = records[turned]
    assert before.winner is not None
    was, other = before.teams if before.winner == "A" else before.teams[::-1]
    records[turned] = Record(before.teams, propagation.OTHER[before.winner], True, goes_on=was, goes_down=other)
    places = propagation.recompute(bracket.fixtures, teams, records)
    assert not [number for number, place in places.items() if place.conflict]
    for place in places.values():
        assert place.teams[0] is None or place.teams[0] != place.teams[1]


def test_who_is_kept_goes_on_only_from_a_match_in_which_it_plays() -> None:
    bracket = knockout.draw(4)
    records = {
        1: Record(("a", "d"), "A", True, goes_on="x", goes_down="d"),
        2: Record(("b", "c"), "B", True, goes_on="x"),
    }
    places = propagation.recompute(bracket.fixtures, ["a", "b", "c", "d"], records)
    assert places[3].teams == ("a", "c")


def test_the_same_two_teams_on_each_others_sides_are_the_right_ones_but_in_a_grand_final() -> None:
    drawn = double_elimination.draw(4)
    won = {1: Record(("a", "d"), "A", True), 2: Record(("b", "c"), "A", True), 3: Record(("d", "c"), "A", True)}
    final = {4: Record(("a", "b"), "A", True), 5: Record(("b", "d"), "A", True)}
    for number, teams, conflict in ((5, "bd", ""), (6, "ba", "AB")):
        records = {**won, **final, number: Record((teams[0], teams[1]), None if number == 6 else "A", True)}
        found = propagation.recompute(drawn.fixtures, "abcd", records)
        assert found[number].conflict == conflict, number


def test_who_has_withdrawn_loses_what_has_not_begun_and_gets_no_conflict() -> None:
    bracket = knockout.draw(4)
    records = {1: Record(("a", "d"), "A", True), 3: Record(("a", "b"), "A", False)}
    places = propagation.recompute(
        bracket.fixtures, ["a", "b", "c", "d"], {**records, 2: Record(("b", "c"), "B", True)}, {"c"}
    )
    assert (*places[3].teams, places[3].winner, places[3].conflict) == ("a", "c", "A", "")


def test_an_entry_that_lost_is_misplaced_where_it_played_on_unless_it_is_kept_or_lost_there_without_play() -> None:
    lost = (1, 1, 2, "B", False, None)
    then = (2, 1, 3, "A", False, None)
    assert propagation.misplaced([lost, then]) == {2: "A"}
    assert propagation.misplaced([(*lost[:4], True, None), then]) == {}
    assert propagation.misplaced([lost, (2, 1, 3, "B", False, "B")]) == {}
