"""The win-streak qualifier: who waits, who meets whom, who is through, and that it always comes to its end."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.streak import Entry, Result, Waiting, next_pair, qualified, queue, standings


def test_the_longest_wait_comes_first_and_only_equal_streaks_meet():
    waiting = [Waiting(1, "a", 1), Waiting(2, "b", 0), Waiting(3, "c", 1), Waiting(4, "d", 0)]
    assert next_pair(waiting, []) == (1, 3)
    assert next_pair(waiting[:2], []) is None
    assert next_pair(waiting[:2], [], across=True) == (1, 2)


def test_a_team_met_before_and_the_own_club_come_last():
    waiting = [Waiting(1, "a", 0, "x"), Waiting(2, "b", 0), Waiting(3, "c", 0, "x"), Waiting(4, "d", 0)]
    assert next_pair(waiting, [frozenset("ab")]) == (1, 4)
    assert next_pair(waiting[:3], [frozenset("ab")]) == (1, 3)
    assert next_pair(waiting[:2], [frozenset("ab")]) == (1, 2)


@given(st.integers(1, 24), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_pairs_called_at_one_moment_are_those_called_one_after_the_other(teams, chance: random.Random):
    """A team has several entries at times: the one that is called keeps the others away."""
    entries = [Entry(n, f"t{chance.randint(1, teams)}", n) for n in range(1, teams + 1)]
    results = []
    for a, b in zip(entries[::2], entries[1::2], strict=False):
        if a.team != b.team and chance.random() < 0.4:
            results.append(Result(a.number, b.number, chance.choice("AB"), teams + a.number))
    met = {frozenset((entries[r.a - 1].team, entries[r.b - 1].team)) for r in results}
    clubs = {f"t{n}": chance.choice(["", "x", "y"]) for n in range(teams + 1)}
    at_once = streak.pairs(queue(standings(entries, results, 3), clubs), met)
    in_turn = []
    while pair := next_pair(queue(standings(entries, results, 3), clubs), met):
        in_turn.append(pair)
        results.append(Result(*pair))
    assert at_once == in_turn


def test_a_team_at_a_table_is_not_called_with_another_entry():
    entries = [Entry(1, "a", 0), Entry(2, "b", 1), Entry(3, "a", 2), Entry(4, "c", 3)]
    everybody = standings(entries, [Result(1, 2)], 3)
    assert [one.number for one in queue(everybody, {})] == [4]


def test_a_team_through_twice_holds_one_place():
    entries = [Entry(1, "a", 0), Entry(2, "b", 0), Entry(3, "a", 3), Entry(4, "c", 0), Entry(5, "d", 0)]
    results = [Result(1, 2, "A", 1), Result(4, 5, "A", 2), Result(3, None, "A", 4)]
    assert qualified(standings(entries, results, 1)) == ["a", "c"]


@given(st.integers(2, 64), st.integers(1, 5), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_every_entry_ends_through_or_out_and_each_match_ends_one(teams, wins, limit, chance: random.Random):
    entries = [Entry(number, f"t{number}", number) for number in range(1, teams + 1)]
    results: list[Result] = []
    clock = teams
    while True:
        clock += 1
        everybody = standings(entries, results, wins)
        waiting = queue(everybody, {})
        pair = next_pair(waiting, []) or next_pair(waiting, [], across=True)
        if pair is None:
            break
        one, other = (entries[number - 1].team for number in pair)
        assert one != other
        winner = chance.choice("AB")
        results.append(Result(*pair, winner, clock))
        loser = other if winner == "A" else one
        if sum(entry.team == loser for entry in entries) < limit:
            entries.append(Entry(len(entries) + 1, loser, clock))
    states = [one.state for one in standings(entries, results, wins)]
    assert states.count(streak.OUT) == len(results)
    assert states.count(streak.WAITING) <= 1
    assert states.count(streak.PLAYING) == 0
    assert all(one.streak == wins for one in standings(entries, results, wins) if one.state == streak.QUALIFIED)
