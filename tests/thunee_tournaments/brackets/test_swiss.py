"""Swiss rounds: nobody meets twice, byes go where they belong, scores are as near as can be, and "none" means none."""

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.formats.editions import FIRST, NEWEST
from thunee_tournaments.brackets.formats.swiss import Entrant, NoPairing, pair


def after(entrants: dict[int, Entrant], paired: swiss.Round, chance: random.Random) -> dict[int, Entrant]:
    """The field after this round, decided by chance."""
    new = {}
    for a, b in paired.pairs:
        winner = chance.choice((a, b))
        for me, other, side in ((a, b, 1), (b, a, -1)):
            old = entrants[me]
            new[me] = replace(
                old,
                score=old.score + (winner == me),
                met=old.met | {other},
                sides=old.sides + side,
                floated=old.score != entrants[other].score,
                run=swiss.run_on(old.run, side),
            )
    if paired.bye is not None:
        old = entrants[paired.bye]
        new[paired.bye] = replace(old, score=old.score + 1, had_bye=True, floated=False)
    return new


@pytest.mark.slow
@given(st.integers(2, 96), st.randoms(use_true_random=False), st.booleans())
@settings(deadline=None, max_examples=40)
def test_nobody_meets_twice_and_nobody_sits_out_twice(teams, chance, apart):
    field = {seed: Entrant(seed, club=f"club {seed % 5}") for seed in range(1, teams + 1)}
    for _round in range(min(5, teams - 1)):
        try:
            paired = pair(field.values(), apart=apart)
        except NoPairing:
            assert teams < 12  # with more teams a few rounds always leave a pairing
            return
        busy = [seed for both in paired.pairs for seed in both] + ([paired.bye] if paired.bye else [])
        assert sorted(busy) == sorted(field)
        assert (paired.bye is not None) == bool(teams % 2)
        assert all(b not in field[a].met for a, b in paired.pairs)
        if paired.bye:
            assert not field[paired.bye].had_bye
            lowest = min(entrant.score for entrant in field.values() if not entrant.had_bye)
            assert field[paired.bye].score == lowest
        field = after(field, paired, chance)


@pytest.mark.parametrize("teams", [2, 3, 127, 256])
def test_the_first_round_sets_the_upper_half_against_the_lower(teams):
    paired = pair(Entrant(seed) for seed in range(1, teams + 1))
    half = teams // 2
    assert {frozenset(both) for both in paired.pairs} == {frozenset((n, n + half)) for n in range(1, half + 1)}
    assert paired.bye == (teams if teams % 2 else None)


def forced(a: Entrant, b: Entrant) -> int:
    """How many of the two would sit on a side for the third match running, or three times oftener than on the other, if
    they are seated as well as can be."""

    def bears(entrant: Entrant, side: int) -> bool:
        return abs(entrant.sides + side) > 2 or abs(entrant.run + side) > 2

    return min(bears(a, 1) + bears(b, -1), bears(a, -1) + bears(b, 1))


def best_by_trying(entrants: list[Entrant]) -> tuple[int, int] | None:
    """The fewest teams on a side they should not have to take, then the least sum of squared score differences, over
    all legal pairings of an even field, found by trying them all."""
    if not entrants:
        return 0, 0
    first, rest = entrants[0], entrants[1:]
    found = []
    for other in rest:
        if other.seed in first.met:
            continue
        below = best_by_trying([entrant for entrant in rest if entrant is not other])
        if below is not None:
            found.append((below[0] + forced(first, other), below[1] + (first.score - other.score) ** 2))
    return min(found, default=None)


@st.composite
def small_fields(draw):
    teams = draw(st.sampled_from([2, 4, 6, 8]))
    met = draw(st.sets(st.sampled_from(list(combinations(range(1, teams + 1), 2)))))
    return [
        Entrant(
            seed,
            score=draw(st.integers(0, 5)),
            met=frozenset(a + b - seed for a, b in met if seed in (a, b)),
            floated=draw(st.booleans()),
            sides=draw(st.integers(-2, 2)),
            run=draw(st.integers(-2, 2)),
            club=draw(st.sampled_from(["", "x", "y"])),
        )
        for seed in range(1, teams + 1)
    ]


@given(small_fields())
@settings(deadline=None, max_examples=150)
def test_no_legal_pairing_is_nearer_in_score_and_none_is_overlooked(field):
    best = best_by_trying(field)
    by_seed = {entrant.seed: entrant for entrant in field}
    try:
        paired = pair(field, apart=True)
    except NoPairing:
        assert best is None
    else:
        pairs = [(by_seed[a], by_seed[b]) for a, b in paired.pairs]
        assert best == (sum(forced(a, b) for a, b in pairs), sum((a.score - b.score) ** 2 for a, b in pairs))


def test_when_everybody_has_met_it_names_who_and_what_could_be_relaxed():
    field = [Entrant(seed, met=frozenset(range(1, 5)) - {seed}) for seed in range(1, 5)]
    with pytest.raises(NoPairing) as caught:
        pair(field)
    assert caught.value.alone == (1, 2, 3, 4)
    assert caught.value.relax == (swiss.REMATCHES,)
    assert len(pair(field, relaxed=caught.value.relax).pairs) == 2


def test_when_everybody_has_sat_out_a_second_bye_is_offered():
    field = [Entrant(seed, had_bye=True) for seed in range(1, 4)]
    with pytest.raises(NoPairing) as caught:
        pair(field)
    assert caught.value.relax == (swiss.SECOND_BYES,)  # to meet again would not help
    assert pair(field, relaxed=[swiss.SECOND_BYES]).bye == 3


def offers(field, *relaxed):
    """What is offered to be relaxed; nothing if there is a pairing."""
    try:
        pair(field, relaxed=relaxed)
    except NoPairing as none:
        return list(none.relax)
    return []


@given(small_fields(), st.sets(st.integers(1, 8)), st.booleans())
@settings(deadline=None, max_examples=150)
def test_whatever_is_offered_to_be_relaxed_makes_a_pairing_possible(field, sat_out, odd):
    field = [replace(one, had_bye=one.seed in sat_out) for one in field[odd and len(field) > 2 :]]
    offered = offers(field)
    if offered:
        enough = [name for name in swiss.RELAXATIONS if not offers(field, name)]
        assert offered == (enough or list(swiss.RELAXATIONS))
        assert not offers(field, *offered)


def test_three_that_can_only_meet_one_team_leave_two_over():
    met = {1: {2, 3}, 2: {1, 3}, 3: {1, 2}, 4: set()}
    field = [Entrant(seed, met=frozenset(there)) for seed, there in met.items()]
    with pytest.raises(NoPairing) as caught:
        pair(field)
    assert len(caught.value.left) == 2
    assert caught.value.alone == ()


def test_clubmates_meet_only_where_scores_leave_no_other_way():
    clubs = ["x", "y", "x", "y"]
    field = [Entrant(seed, club=club) for seed, club in enumerate(clubs, start=1)]
    assert {frozenset(both) for both in pair(field).pairs} == {frozenset((1, 3)), frozenset((2, 4))}
    assert {frozenset(both) for both in pair(field, apart=True).pairs} in (
        {frozenset((1, 2)), frozenset((3, 4))},
        {frozenset((1, 4)), frozenset((2, 3))},
    )


def test_who_left_its_score_group_last_time_stays_in_it_if_another_can_leave():
    field = [Entrant(1, 2, floated=True), Entrant(2, 2), Entrant(3, 2), Entrant(4, 1)]
    assert frozenset((1, 4)) not in {frozenset(both) for both in pair(field).pairs}


def test_whoever_was_on_one_side_more_often_takes_the_other():
    paired = pair([Entrant(1, sides=2), Entrant(2, sides=0)])
    assert paired.pairs == ((2, 1),)


def test_whoever_was_on_a_side_twice_running_takes_the_other_even_off_the_usual_pairs():
    twice = [Entrant(seed, 2, run=2 if seed in (1, 3) else -2) for seed in range(1, 5)]
    usual = pair([Entrant(seed, 2) for seed in range(1, 5)])
    assert {frozenset(both) for both in usual.pairs} == {frozenset((1, 3)), frozenset((2, 4))}
    assert {a for a, _b in pair(twice).pairs} == {2, 4}


@pytest.mark.parametrize(("teams", "worst"), [(16, 1), (17, 2), (40, 1)])
def test_over_nine_rounds_sides_stay_even_and_nobody_sits_on_one_three_times_running(teams, worst):
    for start in range(3):
        chance = random.Random(start)
        field = {seed: Entrant(seed) for seed in range(1, teams + 1)}
        for _round in range(9):
            field = after(field, pair(field.values()), chance)
            assert max(abs(entrant.run) for entrant in field.values()) <= 2
        assert max(abs(entrant.sides) for entrant in field.values()) <= worst


def test_a_round_of_the_first_edition_is_paired_as_it_was_then():
    """Whoever was on side A twice running has to go there again: nobody looked at that."""
    field = [Entrant(1, 2, sides=0, run=2), Entrant(2, 2, sides=0, run=-2)]
    assert pair(field, edition=FIRST).pairs == ((1, 2),)
    assert pair(field).pairs == ((2, 1),)


@pytest.mark.parametrize("edition", [FIRST, NEWEST])
@pytest.mark.parametrize("teams", [2, 3, 8, 9, 31, 40])
def test_a_first_round_is_what_is_found_where_all_pairs_are_weighed(teams, edition, monkeypatch):
    field = [Entrant(seed, club=f"club {seed}") for seed in range(1, teams + 1)]
    at_once = pair(field, apart=True, edition=edition)
    monkeypatch.setattr(swiss, "_nothing_is_known", lambda _entrants, _apart: False)
    assert pair(field, apart=True, edition=edition) == at_once


def test_clubmates_are_weighed_in_a_first_round_too():
    field = [Entrant(seed, club="one" if seed in (1, 5) else "") for seed in range(1, 9)]
    assert (1, 5) in {tuple(sorted(both)) for both in pair(field).pairs}
    assert (1, 5) not in {tuple(sorted(both)) for both in pair(field, apart=True).pairs}


def weighed(entrants: dict[int, Entrant]) -> tuple[int, ...]:
    """What the pairs of a round come to, figure by figure."""
    field = swiss._Field(sorted(entrants.values(), key=lambda one: (-one.score, one.seed)), frozenset(), apart=False)
    _nodes, matched = field.match()
    costs = [
        field.bye_cost(field.entrants[a]) if b == len(entrants) else field.cost(field.entrants[a], field.entrants[b])
        for a, b in matched
    ]
    assert 2 * len(matched) == len(entrants) + len(entrants) % 2
    return tuple(sum(figures) for figures in zip(*costs, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("teams", [300, 301])
def test_a_large_field_is_paired_as_well_as_if_every_pair_were_weighed(teams, monkeypatch):
    chance = random.Random(teams)
    field = {seed: Entrant(seed) for seed in range(1, teams + 1)}
    for _round in range(4):
        with monkeypatch.context() as large:
            large.setattr(swiss, "MAX_TEAMS", 100)
            near = weighed(field)
        assert near == weighed(field)
        field = after(field, pair(field.values()), chance)


def found(entrants: dict[int, Entrant]) -> tuple[swiss.Round | None, tuple[int, Any]]:
    """The next round, and how many are left over, with what could be relaxed."""
    try:
        return pair(entrants.values()), (0, ())
    except NoPairing as none:
        return None, (len(none.left), none.relax)


@given(st.integers(2, 12), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=100)
def test_a_large_field_finds_a_pairing_wherever_there_is_one(teams, chance):
    """All that is near has met: pairs farther off are looked at before anybody is said to be left over."""
    field = {seed: Entrant(seed) for seed in range(1, teams + 1)}
    for _round in range(teams):
        paired, left = found(field)
        with pytest.MonkeyPatch.context() as large:
            large.setattr(swiss, "MAX_TEAMS", 0)
            large.setattr(swiss, "NEAR", 1)
            assert found(field)[1] == left
        if paired is None:
            return
        field = after(field, paired, chance)
