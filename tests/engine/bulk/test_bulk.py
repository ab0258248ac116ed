"""Hands in columns, held against the single call: every field, on plain hands, odd ones, tallies and other games."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import bulk, games
from tests.engine import random_hands, random_tallies
from tests.engine.cases import load
from tests.engine.strategies import SEEDS, examples


def same(records):
    results = bulk.judge_all(records)
    assert len(results) == len(records)
    for record, found in zip(records, results, strict=True):
        ruling = engine.adjudicate(record)
        assert found == {name: getattr(ruling, name) for name in found}
    return results


@examples(25)
@given(seed=SEEDS, preset=st.sampled_from(random_hands.PRESETS))
def test_plain_hands_come_out_as_one_by_one(seed, preset):
    rng = Random(seed)
    records = [engine.read(random_hands.plain(rng, preset)) for _ in range(20)]
    assert same(records).in_columns > 0


@examples(25)
@given(seed=SEEDS)
def test_every_parameter_reaches_the_columns(seed):
    """Tuned rules: each parameter anywhere in its range."""
    rng = Random(seed)
    same([engine.read(random_hands.plain(rng, random_hands.tuned_rules(rng))) for _ in range(12)])


@examples(25)
@given(seed=SEEDS)
def test_odd_hands_are_handed_to_the_single_call(seed):
    rng = Random(seed)
    same([engine.read(random_hands.odd(rng)) for _ in range(8)] + [engine.read(random_tallies.tally(rng))])


def quiet(rng, rules, **before):
    """A plain hand in which nothing was said during the play."""
    record = random_hands.plain(rng, rules) | before
    events = [e for e in record["events"] if e["type"] in ("call", "trump", "play")]
    return engine.read(record | {"events": events})


def test_most_quiet_hands_go_through_the_columns_and_odd_ones_do_not():
    rng = Random(1)
    hands = [quiet(rng, "durban-classic") for _ in range(200)]
    assert same(hands).in_columns > 190
    odd = [engine.read(random_hands.odd(rng, ["revoke", "undercut"])) for _ in range(60)]
    against_the_rules = [hand for hand in odd if engine.adjudicate(hand).infractions]
    assert len(against_the_rules) > 10
    assert same(against_the_rules).in_columns == 0


@pytest.mark.parametrize("preset", random_hands.PRESETS)
@pytest.mark.parametrize("score", [(11, 0), (11, 11), (10, 11), (0, 11), (5, 4)])
@pytest.mark.parametrize("called", [False, True])
def test_the_end_of_the_game_is_the_same_in_columns(preset, score, called):
    rng = Random(f"{preset} {score} {called}")
    before = {"balls": dict(zip("AB", score, strict=True)), "khanuck_called": called}
    assert same([quiet(rng, preset, before=before) for _ in range(10)]).in_columns


def test_the_given_cases_come_out_as_one_by_one():
    records = []
    for _, record, _ in load():
        try:
            records.append(engine.read(record))
        except engine.RecordError:
            continue
    assert len(records) > 100
    same(records)


def test_no_hands_are_no_results():
    assert list(bulk.judge_all([])) == []


def test_the_parameters_that_decide_a_plain_hand_are_named():
    known = {parameter.name for parameter in games.parameters("thunee")}
    assert set(bulk.PARAMETERS) <= known
