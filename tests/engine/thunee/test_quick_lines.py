"""A line of JSON is read without its cards being made objects as it is read with them: taken, refused, and content."""

import json
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import commands
from engine import record as records
from engine.json_text import load as as_json
from engine.lines import answers
from engine.thunee import quick, quick_lines
from tests.engine import mutations
from tests.engine.cases import load
from tests.engine.thunee.alike import all_of, lines, patched, plain, read_by, varied

RULES = (None, "fundraiser", {"preset": "club-strict", "double_win": 3})


def of_line(line, rules=None):
    """What is made of a line, or what is wrong with it."""
    try:
        return all_of(records.read_line(line, rules))
    except engine.RecordError as wrong:
        return wrong.errors
    except AttributeError:
        return "no cards"


def closely(line, rules=None):
    try:
        given = as_json(line)
    except engine.RecordError as wrong:
        return wrong.errors
    if isinstance(given, dict) and given.get("game") == "thunee":
        return read_by(records.read_closely, given, rules)
    return of_line(line.decode(), rules)  # which no quick reader takes


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from(RULES))
def test_a_plain_line_is_read_alike_by_both(seed, rules):
    record = varied(seed)
    for line in lines(record) * 2:  # the second time out of what was kept
        assert quick_lines.read_line(line, rules) is not None
        assert of_line(line, rules) == closely(line, rules)


@settings(max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_a_line_of_a_spoilt_record_is_taken_or_refused_alike_by_both(seed):
    rng = Random(seed)
    record = plain(seed)
    for line in lines(record):
        records.read_line(line)  # what looks alike may have been kept
    spoilt = mutations.mutated(rng, record) if rng.random() < 0.7 else mutations.rearranged(rng, record)
    try:
        written = lines(spoilt)
    except (TypeError, ValueError, RecursionError):
        return  # no JSON
    for line in written:
        assert of_line(line) == closely(line)


@settings(max_examples=400)
@given(seed=st.integers(0, 40), chance=st.randoms(use_true_random=False))
def test_a_line_cut_or_patched_anywhere_is_taken_or_refused_alike_by_both(seed, chance):
    line = chance.choice(lines(plain(seed) | chance.choice(({}, {"id": "a"}, {"note": 'b \\" "events": [c'}))))
    line = patched(line, chance)
    assert of_line(line) == closely(line)


CARD = b'{"type": "play", "seat": '
BEFORE_THE_CARDS = b', "events": ['


def put_before(mark, text, number=0):
    """Put a text into a line before the mark, the first or another."""

    def spoil(line):
        pieces = line.split(mark)
        return mark.join(pieces[: number + 1]) + text + mark + mark.join(pieces[number + 1 :])

    return spoil


LOOK_ALIKES = {
    "text that only an object keeps apart": put_before(CARD, b'"', 3),
    "an empty word before the cards": lambda line: b'"events": [, '.join(line.split(b'"events": [')),
    "two commas between cards": put_before(CARD, b", ", 5),
    "the list closed before the cards": put_before(CARD, b"], ", 0),
    "another list of events": put_before(BEFORE_THE_CARDS, b', "events": []'),
    "the deal twice": put_before(BEFORE_THE_CARDS, b', "deal": null'),
    "a key twice before the deal": put_before(b', "deal"', b', "dealer": 2'),
    "a key twice behind": lambda line: line[:-1] + b', "id": "a", "id": "a"}',
    "a comma behind": lambda line: line[:-1] + b", }",
    "no comma behind": lambda line: line[:-1] + b' "id": "a"}',
    "something behind the object": lambda line: line + b" 1",
    "an object within": lambda line: line.replace(b', "events": [', b', "before": {"events": [').replace(
        b"}]}", b"}]}}"
    ),
    "two blanks for the comma before the cards": lambda line: re.sub(rb', ({"type": "play")', rb"  \1", line, count=1),
    "two blanks for the comma behind a word": lambda line: re.sub(rb'("type": "jodhi"[^}]*}), ', rb"\1  ", line),
    "two blanks for the comma behind the events": lambda line: line[:-1] + b'  "id": "a"}',
    "a brace for a bracket": lambda line: line[:-2] + b"}}",
    "more keys behind": lambda line: line[:-1] + b', "id": "a", "dealr": 1}',
    "more keys before": put_before(b', "deal"', b', "dealr": 2'),
    "the id before the deal": put_before(b', "deal"', b', "id": "a"'),
    "a card cut short": lambda line: line.replace(b'"}]}', b'"]}'),
    "a word after the last card": lambda line: line[:-2] + b', {"type": "pass"}]}',
    "nothing between two cards": put_before(CARD, b"{}, ", 7),
    "a seat that is too high": lambda line: line.replace(CARD + b"3", CARD + b"4", 1),
    "true for a seat": lambda line: line.replace(CARD + b"1", CARD + b"true", 1),
    "a seat with a fraction": lambda line: line.replace(CARD + b"1", CARD + b"1.0", 1),
    "a note that opens like a card": lambda line: line[:-1] + b', "note": "{\\"type\\": \\"play\\", \\"seat\\": "}',
    "half a character": lambda line: line[:-1] + b', "id": "\\ud800"}',
}


@pytest.mark.parametrize("spoil", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_line_that_only_looks_plain_is_looked_at_more_closely(spoil):
    for seed in range(12):
        line = json.dumps(plain(seed)).encode()
        records.read_line(line)
        assert of_line(spoil(line)) == closely(spoil(line))


@pytest.mark.parametrize("record", [record for _, record, _ in load() if record.get("game") == "thunee"][1::2])
def test_the_given_lines_are_read_alike_by_both(record):
    for line in lines(record):
        assert of_line(line) == closely(line)


def test_what_is_kept_of_lines_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(quick, "KEPT", quick.Kept())
    monkeypatch.setattr(quick, "MOST_KEPT", 3)
    monkeypatch.setattr(quick_lines, "MOST_OPENINGS", 3)
    for seed in range(40):
        for line in lines(plain(seed)):
            assert of_line(line) == closely(line)
    kept = quick.KEPT
    assert len(kept.openings) == len(kept.callings) == len(kept.lines) == 3


def test_a_line_without_rules_is_read_under_those_that_are_given():
    record = plain(3)
    del record["rules"]
    for rules in (*RULES, *RULES, {"preset": "club-strict", "double_win": 4}, 7, True):
        for line in lines(record):
            assert of_line(line, rules) == closely(line, rules)


def test_a_very_long_line_is_left_to_the_reader_that_explains(monkeypatch):
    monkeypatch.setattr(quick, "KEPT", quick.Kept())
    record = plain(3)
    record["events"][:0] = [{"type": "call", "seat": 1, "amount": 10}] * 200
    for line in lines(record):
        assert quick_lines.read_line(line, None) is None
        assert of_line(line) == closely(line)
    assert not quick.KEPT.openings


def test_a_line_with_too_many_words_is_refused_by_both():
    record = plain(3)
    at = next(place for place, event in enumerate(record["events"]) if event["type"] == "play")
    for number in (300, 345, 377, 400):
        longer = record | {"events": [*record["events"][:at], *[{"type": "pass"}] * number, *record["events"][at:]]}
        for line in lines(longer):
            assert of_line(line) == closely(line)


def test_a_deal_nested_deep_is_refused_in_words():
    deep = b"[" * 2_000 + b"]" * 2_000
    for line in lines(plain(3)):
        start, end = line.index(b"[["), line.index(b"]]") + 2
        (answer,) = answers([line[:start] + deep + line[end:]])
        assert (answer.valid, "nested too deep" in answer.text) == (False, True)


def test_rules_that_somebody_changed_afterwards_change_no_other_record():
    line = json.dumps(plain(3) | {"rules": {"preset": "club-strict", "double_win": 3}}).encode()
    records.read_line(line).rules["double_win"] = 4
    assert records.read_line(line).to_dict()["rules"] == {"preset": "club-strict", "double_win": 3}


def test_what_convert_writes_is_read_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hands = [plain(seed) | {"note": "n"} for seed in range(20)]
    (tmp_path / "hands.jsonl").write_text("".join(json.dumps(dict(sorted(hand.items()))) + "\n" for hand in hands))
    for given_, written in (("hands.jsonl", "again.jsonl"), ("hands.jsonl", "hands.thn"), ("hands.thn", "read.jsonl")):
        to = () if written.endswith(".thn") else ("--to", "jsonl")
        assert commands.main(["convert", given_, "-o", written, *to]) == 0
        if to:
            made = (tmp_path / written).read_bytes().splitlines()
            assert all(quick_lines.read_line(line, None) is not None for line in made)
            assert [json.loads(line) for line in made] == hands
