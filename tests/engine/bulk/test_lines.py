"""Columns out of lines of JSON, held against the single call on the same lines."""

import json
import re
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import bulk
from engine.bulk.columns import pack_plain
from engine.bulk.results import FIELDS, Results
from engine.record import read_line
from tests.engine import random_hands, random_tallies
from tests.engine.strategies import SEEDS, examples
from tests.engine.thunee.alike import lines, patched


def quiet(rng, rules=None):
    """A plain hand in which nothing was said during the play."""
    record = random_hands.plain(rng, rules or rng.choice(random_hands.PRESETS))
    return record | {"events": [event for event in record["events"] if event["type"] in ("call", "trump", "play")]}


def record_of(line, rules=None):
    try:
        return read_line(line.strip(), rules)
    except engine.RecordError:
        return None


def same(given_, rules=None):
    """Every line is in the columns or among the others, and what is in the columns comes out as one by one. Gives how
    many are in them."""
    columns, others = bulk.pack_lines(given_, rules)
    assert sorted([*columns.row.tolist(), *others]) == list(range(len(given_)))
    assert others == sorted(others)
    records = [record_of(line, rules) for line in given_]
    results = Results(records, columns, bulk.judge_columns(columns))
    for number in columns.row.tolist():
        assert records[number] is not None, given_[number]
        ruling = engine.adjudicate(records[number])
        assert results[number] == {name: getattr(ruling, name) for name in FIELDS}
    return len(columns)


@examples(25)
@given(seed=SEEDS, rules=st.sampled_from([None, "fundraiser", {"preset": "club-strict", "double_win": 3}]))
def test_quiet_hands_go_from_lines_into_columns(seed, rules):
    rng, given_ = Random(seed), []
    for number in range(8):
        record = quiet(rng)
        if number % 3 == 0:
            del record["rules"]
        if number % 4 == 0:
            record |= {"note": "as the sheet has it", "id": f"hand {number}"}
        given_ += lines(record)
    _columns, left = pack_plain([record_of(line, rules) for line in given_])
    assert same(given_, rules) == len(given_) - len(left)


@examples(40)
@given(seed=SEEDS)
def test_the_columns_are_those_of_the_records(seed):
    rng = Random(seed)
    given_ = [line for _ in range(6) for line in lines(quiet(rng))]
    columns, others = bulk.pack_lines(given_)
    packed, left = pack_plain([record_of(line) for line in given_])
    assert others == left
    for name in ("cards", "leads", "dealt", "dealer", "trumper", "trump", "call", "blind", "balls", "khanuck_called"):
        assert np.array_equal(getattr(columns, name), getattr(packed, name)), name
    assert [profile.fingerprint for profile in columns.profiles] == [p.fingerprint for p in packed.profiles]


@examples(25)
@given(seed=SEEDS)
def test_what_is_not_plain_is_left_to_be_judged_one_by_one(seed):
    rng = Random(seed)
    odd = [random_hands.odd(rng), random_tallies.tally(rng), random_hands.plain(rng), {"game": "tarneeb"}, [], None]
    same([line for record in odd for line in lines(record)] + [b"", b" \n", b"{", b"\xff", b'"thunee"'])


@settings(max_examples=300)
@given(seed=st.integers(0, 40), chance=st.randoms(use_true_random=False))
def test_no_line_that_was_cut_or_patched_is_packed_as_another_hand(seed, chance):
    """Also among lines that are as they should be."""
    rng = Random(seed)
    given_ = [line for _ in range(2) for line in lines(quiet(rng) | {"id": "a"})]
    same([*given_, *(patched(line, chance) for line in given_)])


def swapped(events, one, other, *keys):
    """Two events change places, or only what they say under some keys."""
    for key in keys or ("type", "seat", "card"):
        events[one][key], events[other][key] = events[other][key], events[one][key]


def first_card_of(record, seat):
    return next(event["card"] for event in record["events"] if event["type"] == "play" and event["seat"] == seat)


def another_suit(event):
    """The trumper sets another suit than in this event."""
    return event | {"suit": "s" if event["suit"] == "h" else "h"}


# What is done to a quiet hand that is then no hand for the columns: to the record, and to its text.
NOT_FOR_COLUMNS = {
    "a card twice in a packet": lambda r: r["deal"][0].__setitem__(0, "Js Js Js Js"),
    "no card at all": lambda r: r["deal"][0].__setitem__(1, "Jx Xs"),
    "a deal of another length": lambda r: r["deal"][0].__setitem__(1, "Js"),
    "no deal": lambda r: r.pop("deal"),
    "a card played twice": lambda r: r["events"][-1].update(card=first_card_of(r, r["events"][-1]["seat"])),
    "cards of each other": lambda r: swapped(r["events"], -1, -2, "card"),
    "out of turn": lambda r: swapped(r["events"], -1, -2),
    "a seat that is none": lambda r: r["events"][-1].update(seat=7),
    "a game that was won": lambda r: r.update(before={"balls": {"A": 40, "B": 0}, "khanuck_called": False}),
    "a claim": lambda r: r.update(claimed={"winner": "A"}),
    "a claim that cannot be": lambda r: r.update(claimed={"winner": "C"}),
    "an id that is a number": lambda r: r.update(id=7),
    "a note with a letter of its own": lambda r: r.update(note="\u00e9"),
    "a thunee": lambda r: r["events"].insert(-24, {"type": "declare", "seat": 1, "kind": "thunee"}),
    "a call that is too low": lambda r: r["events"].insert(0, {"type": "call", "seat": r["dealer"], "amount": 1}),
    "a double before the first card": lambda r: r["events"].insert(-24, {"type": "double", "seat": 1}),
    "a word during the play": lambda r: r["events"].insert(-8, {"type": "khanuck", "seat": 1}),
    "trump set twice": lambda r: r["events"].insert(-24, another_suit(r["events"][-25])),
}
IN_THE_TEXT = {
    "a rank that is none": lambda line: re.sub(rb'9([shdc][ "])', rb"X\1", line, count=1),
    "a suit that is none": lambda line: re.sub(rb'(J)[shdc]([ "])', rb"\1x\2", line, count=1),
    "another mark in the deal": lambda line: line.replace(b'"deal": [["', b'"deal": [[\'', 1),
    "a comma between cards": lambda line: line[:200] + line[200:260].replace(b" Q", b",Q") + line[260:],
    "the id twice": lambda line: line[:-1] + b', "id": "a", "id": "a"}',
    "something behind": lambda line: line + b" 1",
    "no end": lambda line: line[:-1],
}


@pytest.mark.parametrize("spoil", NOT_FOR_COLUMNS.values(), ids=NOT_FOR_COLUMNS)
def test_what_the_columns_cannot_judge_is_left_out_of_them(spoil):
    for seed in range(20):
        record = quiet(Random(seed))
        spoil(record)
        assert same(lines(record)) == 0


@pytest.mark.parametrize("spoil", IN_THE_TEXT.values(), ids=IN_THE_TEXT)
def test_a_text_that_is_not_just_so_is_left_out_of_the_columns(spoil):
    for seed in range(20):
        line = json.dumps(quiet(Random(seed))).encode()
        assert same([line, spoil(line)]) == 1 + (spoil(line) == line)


def test_a_suit_the_trumper_did_not_hold_is_judged_one_by_one():
    """That is an infraction, which the columns have no place for (TH-CALL-4)."""
    rng, found = Random(7), 0
    for _ in range(40):
        record = quiet(rng)
        setter = next(event for event in record["events"] if event["type"] == "trump")
        for suit in "shdc":
            for last_card in (False, True):
                setter |= {"suit": suit, "last_card": last_card}
                packed, hand = same(lines(record)), record_of(lines(record)[0])
                wrong = any(one["offence"] == "bad_trump" for one in engine.adjudicate(hand).infractions)
                found += wrong
                assert packed == (0 if wrong else 2)
    assert found > 20


def test_lines_under_rules_that_have_no_name_are_not_taken_for_each_other():
    rng, given_ = Random(3), []
    for _ in range(40):
        record = quiet(rng, "durban-classic")
        del record["rules"]
        given_ += lines(record)
    rules = {"preset": "durban-classic", "balls_to_win": 40}
    assert same(given_, rules) > 70
    columns, _ = bulk.pack_lines(given_, rules)
    packed, _ = pack_plain([record_of(line, rules) for line in given_])
    assert np.array_equal(columns.dealer, packed.dealer)
    assert np.array_equal(columns.balls, packed.balls)


def test_no_lines_are_no_columns():
    columns, others = bulk.pack_lines([])
    assert (len(columns), others) == (0, [])
