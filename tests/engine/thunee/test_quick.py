"""The quick reader reads what the one that explains reads, to the last attribute, and leaves everything else to it."""

import copy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import record as records
from engine.thunee import quick
from tests.engine import mutations
from tests.engine.cases import load
from tests.engine.thunee.alike import plain, read_by, varied

BARE = {"format": "hand-record/1", "game": "thunee", "dealer": 0}


CALLS = [{"type": "call", "seat": 1, "amount": amount} for amount in (10, 1)]


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from([None, "fundraiser", {"preset": "club-strict", "double": 3}]))
def test_a_plain_record_is_read_alike_by_both(seed, rules):
    record = varied(seed)
    if isinstance(rules, dict):
        rules = None
    assert quick.read_plainly(record, rules) is not None
    assert read_by(records.read, record, rules) == read_by(records.read_closely, record, rules)


@settings(max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_a_spoilt_record_is_taken_or_refused_alike_by_both(seed):
    rng = Random(seed)
    record = plain(seed)
    spoilt = mutations.mutated(rng, record) if rng.random() < 0.7 else mutations.rearranged(rng, record)
    assert read_by(records.read, spoilt) == read_by(records.read_closely, spoilt)


@pytest.mark.parametrize("record", [record for _, record, _ in load() if record.get("game") == "thunee"][::2])
def test_the_given_records_are_read_alike_by_both(record):
    assert read_by(records.read, record) == read_by(records.read_closely, record)


def play(record):
    return next(event for event in record["events"] if event["type"] == "play")


LOOK_ALIKES = {
    "true for a seat": lambda record: play(record).update(seat=True),
    "a number with a fraction for a seat": lambda record: play(record).update(seat=1.0),
    "true for a dealer": lambda record: record.update(dealer=True),
    "a fraction for the players": lambda record: record.update(players=4.0),
    "true for balls": lambda record: record["before"]["balls"].update(A=True),
    "one for true": lambda record: record["before"].update(khanuck_called=0),
    "a key too many in a card": lambda record: play(record).update(suit="s"),
    "a key too many": lambda record: record.update(dealr=1),
    "true for an amount": lambda record: record["events"].insert(0, {"type": "call", "seat": 1, "amount": True}),
    "a number for a flag": lambda record: record["events"].insert(
        0, {"type": "call", "seat": 1, "amount": 10, "blind": 0}
    ),
    "a parameter that is true": lambda record: record.update(rules={"preset": "durban-classic", "thunee_win": True}),
    "two cards in a wrong packet": lambda record: record["deal"][0].reverse(),
    "another kind of blank": lambda record: record["deal"][0].__setitem__(0, record["deal"][0][0].replace(" ", ",", 3)),
    "a small letter": lambda record: record["deal"][0].__setitem__(1, record["deal"][0][1].lower()),
    "a card of another": lambda record: play(record).update(seat=(play(record)["seat"] + 1) % 4),
    "a claim of more than there is": lambda record: record.update(claimed={"winner": "C", "balls": True}),
    "a long note": lambda record: record.update(note="x" * 20_000),
    "half a character": lambda record: record.update(id="\ud800"),
    "a game that is won": lambda record: record["before"]["balls"].update(A=40),
    "the whole hand twice": lambda record: record["events"].extend([*record["events"]]),
    "a card before the calling": lambda record: record["events"].insert(0, play(record) | {"seat": 3}),
    "a seat below the first": lambda record: play(record).update(seat=play(record)["seat"] - 4),
    "a seat above the last": lambda record: play(record).update(seat=play(record)["seat"] + 4),
    "a list for an event": lambda record: record["events"].append([]),
}


@pytest.mark.parametrize("spoil", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_what_only_looks_plain_is_looked_at_more_closely(spoil):
    for seed in range(12):
        record = plain(seed)
        read_by(records.read, copy.deepcopy(record))  # what looks alike may have been kept
        engine.read(BARE | {"events": CALLS})
        spoil(record)
        assert read_by(records.read, record) == read_by(records.read_closely, record)


def test_what_is_kept_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(quick, "KEPT", quick.Kept())
    monkeypatch.setattr(quick, "MOST_KEPT", 3)
    for seed in range(20):
        assert read_by(records.read, plain(seed)) == read_by(records.read_closely, plain(seed))
    assert len(quick.KEPT.said) == len(quick.KEPT.callings) == len(quick.KEPT.profiles) == 3


def test_a_very_long_calling_is_read_but_not_kept(monkeypatch):
    monkeypatch.setattr(quick, "KEPT", quick.Kept())
    record = plain(3)
    record["events"][:0] = [{"type": "call", "seat": 1, "amount": 10}] * 100
    assert quick.read_plainly(record, None) is not None
    assert read_by(records.read, record) == read_by(records.read_closely, record)
    assert not quick.KEPT.callings


def test_a_record_keeps_what_it_was_read_from_whatever_becomes_of_that():
    given = plain(5)
    record, before = engine.read(given), copy.deepcopy(given)
    given["events"].clear()
    given["deal"][0].clear()
    assert record.to_dict() == engine.read(before).to_dict()
