"""Metrics are data and pure: what counts, which way is better, and what cannot be computed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.metrics import BY_KEY, METRICS, MatchLine, TeamRecord, rank

WON = MatchLine(True, True, 2, 1, 30, 24)
LOST = MatchLine(False, True, 0, 2, 9, 24)
WALKOVER = MatchLine(True, played=False)
OF_OPPONENTS = {"head_to_head", "head_to_head_again", "buchholz", "buchholz_cut_1", "sonneborn_berger"}


def values(record):
    return metrics.values_of(record, {record.team: record})


def test_matches_games_and_balls_are_added_up():
    found = values(TeamRecord("Aces", seed=3, reached=2, matches=(WON, LOST)))
    assert {key: found[key] for key in found if key not in OF_OPPONENTS} == {
        "reached": 2,
        "losses": None,
        "beside": 0,
        "matches_played": 2,
        "matches_won": 1,
        "score": 1,
        "games_won": 2,
        "games_lost": 3,
        "balls_for": 39,
        "points": 39,
        "balls_against": 48,
        "ball_difference": -9,
        "seed": 3,
        "khanucks": 0,
        "streak": 1,
        "lot": None,
    }


def test_a_walkover_counts_as_played_and_won_without_games_or_balls():
    found = values(TeamRecord("Aces", matches=(WALKOVER,)))
    assert (found["matches_won"], found["matches_played"]) == (1, 1)
    assert (found["games_won"], found["balls_for"]) == (None, None)


@pytest.mark.parametrize("key", ["games_won", "games_lost", "balls_for", "balls_against", "ball_difference"])
def test_what_cannot_be_computed_is_none_and_not_nought(key):
    assert values(TeamRecord("Aces", matches=(WALKOVER,)))[key] is None
    assert values(TeamRecord("Aces", matches=(MatchLine(False, True, 0, 0, 0, 0),)))[key] == 0


def test_keys_are_unique_and_every_metric_has_its_words():
    assert len(BY_KEY) == len(METRICS)
    assert all(str(metric.name) and str(metric.abbreviation) and metric.best in {"high", "low"} for metric in METRICS)


def test_teams_that_cannot_be_told_apart_share_their_places():
    records = [
        TeamRecord("a", reached=3),
        TeamRecord("b", reached=2),
        TeamRecord("c", reached=2),
        TeamRecord("d", reached=1),
    ]
    assert [(line.record.team, line.place, line.place_to) for line in rank(records, ["reached"])] == [
        ("a", 1, 1),
        ("b", 2, 3),
        ("c", 2, 3),
        ("d", 4, 4),
    ]


def test_within_a_shared_place_the_list_has_an_order_of_its_own():
    records = [TeamRecord("a", reached=2, seed=2), TeamRecord("b", reached=2, seed=1), TeamRecord("c", reached=2)]
    listed = rank(records, ["reached"], ["seed"])
    assert [line.record.team for line in listed] == ["b", "a", "c"]
    assert {(line.place, line.place_to) for line in listed} == {(1, 3)}


def test_what_is_low_is_better_where_the_metric_says_so():
    records = [TeamRecord("a", matches=(LOST,)), TeamRecord("b", matches=(WON,)), TeamRecord("c")]
    assert [line.record.team for line in rank(records, ["games_lost"])] == ["b", "a", "c"]


RECORDS = st.lists(
    st.builds(
        TeamRecord,
        team=st.uuids(),
        seed=st.none() | st.integers(1, 9),
        reached=st.none() | st.integers(1, 4),
        matches=st.lists(
            st.builds(
                MatchLine, st.booleans(), st.booleans(), *(st.integers(0, 3) for _ in range(2)),
                *(st.integers(0, 40) for _ in range(2)), opponent=st.none(), round=st.integers(0, 9),
                khanucks=st.integers(0, 2), fixed=st.booleans(),
            ),
            max_size=3,
        ).map(tuple),
    ),
    max_size=12,
)  # fmt: skip


@given(RECORDS, st.lists(st.sampled_from(sorted(BY_KEY)), min_size=1, max_size=4, unique=True))
def test_places_run_from_one_to_the_last_without_gaps(records, keys):
    lines = rank(records, keys)
    assert sorted(map(id, (line.record for line in lines))) == sorted(map(id, records))
    for place, line in enumerate(lines, start=1):
        assert line.place <= place <= line.place_to
    for one, other in pairwise(lines):
        same = all(one.values[key] == other.values[key] for key in keys)
        assert same == (one.place == other.place)
