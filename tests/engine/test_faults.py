"""What is wrong with something handed in is said at once, in words that can be shown and stored, whatever it is."""

import json
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given

import engine
from engine.faults import MOST_ERRORS
from tests.engine import mutations, random_hands, random_tallies
from tests.engine.strategies import SEEDS, examples

EMPTY: dict[str, Any] = {"format": "hand-record/1", "game": "thunee", "dealer": 0}


def faults(record: Any) -> list[dict[str, str]]:
    with pytest.raises(engine.RecordError) as caught:
        engine.read(record)
    return caught.value.errors


def fault_at(record: Any, path: str) -> str:
    (found,) = [fault["message"] for fault in faults(record) if fault["path"] == path]
    return found


def deep(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("record", [None, 1, "hand-record/1", [], [[]], True, b"{}"])
def test_something_that_is_no_object_is_no_record(record: Any) -> None:
    assert "must be an object" in faults(record)[0]["message"]


def test_every_fault_is_named_at_once_with_its_path() -> None:
    record = {
        "format": "hand-record/2",
        "game": "thunee",
        "dealer": 4,
        "deal": [["Jh 9h Ks Qs", "Tc Qd"], None, None, ["Jh Zz As Ts", "Kd Qc"]],
        "events": [
            {"type": "play", "seat": True, "card": "2h"},
            {"type": "jodhi", "seat": 0, "suit": "x", "jack": 1, "value": 20.0},
            {"type": "accuse", "seat": 0, "against": 1, "offence": "signal"},
            {"type": "dubble", "seat": 0},
        ],
        "claimed": {"winner": "C"},
    }
    assert [fault["path"] for fault in faults(record)] == [
        "format",
        "dealer",
        "deal[3][0]",
        "deal[3][0]",
        "events[0].seat",
        "events[0].card",
        "events[1].suit",
        "events[1].jack",
        "events[1].value",
        "events[2].upheld",
        "events[3].type",
        "claimed.winner",
    ]


def test_an_unknown_key_is_named_with_the_nearest_known_one() -> None:
    assert 'did you mean "dealer"?' in fault_at({**EMPTY, "dealr": 1}, "dealr")
    assert 'did you mean "card"?' in fault_at(
        {**EMPTY, "events": [{"type": "play", "seat": 0, "card": "Jh", "cards": []}]}, "events[0].cards"
    )


def test_types_are_exact() -> None:
    """No text, fraction or `true` for a number."""
    for seat in ("0", 0.0, True, None, [0]):
        assert "whole number" in fault_at({**EMPTY, "dealer": seat}, "dealer")
    for flag in (0, 1, "true", None):
        record = {**EMPTY, "before": {"balls": {"A": 0, "B": 0}, "khanuck_called": flag}}
        assert "true or false" in fault_at(record, "before.khanuck_called")


MONSTERS: dict[str, Any] = {
    "deep list": deep(5000),
    "deep object": {"a": deep(5000)},
    "huge number": 10**5000,
    "half a character": "\ud800",
    "long text": "x" * 100_000,
    "no number": float("nan"),
    "set": {1, 2},
}
KEYS: dict[str, Any] = {
    "half a character": "\ud800",
    "long": "x" * 100_000,
    "huge": 10**5000,
    "null": None,
    "pair": (1, 2),
}


@pytest.mark.parametrize("value", MONSTERS)
@pytest.mark.parametrize("key", ["game", "format", "dealer", "rules", "players", "tally", "claimed", "events", "deal"])
def test_a_value_of_any_size_or_depth_is_told_in_a_short_message(key: str, value: str) -> None:
    told = faults({**EMPTY, key: MONSTERS[value]})
    assert told
    assert all(len(fault["message"]) < 300 for fault in told)
    json.dumps(told, ensure_ascii=False).encode()


@pytest.mark.parametrize("key", KEYS)
def test_a_key_of_any_kind_is_named_so_that_it_can_be_written_down(key: str) -> None:
    for record in ({**EMPTY, KEYS[key]: 1}, {**EMPTY, "rules": {"preset": "durban-classic", KEYS[key]: 1}}):
        told = faults(record)
        assert len(told) == 1
        assert len(told[0]["path"]) < 200
        json.dumps(told, ensure_ascii=False).encode()


def test_a_flood_of_faults_is_cut_off_before_it_takes_time() -> None:
    started = time.thread_time()  # of the processor, however busy the machine is
    assert len(faults({**EMPTY, "rules": {f"two_to_clea{n}": 1 for n in range(100_000)}})) == MOST_ERRORS
    assert len(faults({**EMPTY, **{f"dealr{n}": 1 for n in range(100_000)}})) == MOST_ERRORS
    assert time.thread_time() - started < 2


def test_a_record_has_at_most_so_many_events() -> None:
    record = {**EMPTY, "events": [{"type": "pass", "seat": 0}] * 100_000}
    assert "at most" in fault_at(record, "events")


def test_a_note_and_an_id_have_their_limits() -> None:
    assert "at most" in fault_at({**EMPTY, "note": "x" * 100_000}, "note")
    assert "at most" in fault_at({**EMPTY, "id": "x" * 100_000}, "id")
    assert "at most" in fault_at({**EMPTY, "id": 10**5000}, "id")
    assert "text or a number" in fault_at({**EMPTY, "id": {"of": "mine"}}, "id")


@examples(1500)
@given(SEEDS)
def test_a_spoilt_record_is_refused_or_judged_but_never_raises_anything_else(seed: int) -> None:
    """Three records for each example: dropped, doubled, swapped, retyped, cut short, made rubbish."""
    rng = Random(seed)
    record = random_hands.odd(rng) if rng.random() < 0.6 else random_tallies.tally(rng)
    for _ in range(3):
        _survives(mutations.mutated(rng, record))


def _survives(spoilt: Any) -> None:
    try:
        held = engine.read(spoilt)
    except engine.RecordError as wrong:
        told = wrong.errors
    else:
        json.dumps(engine.adjudicate(held).to_dict())
        engine.read(held.to_dict())
        return
    assert told
    assert all(fault.keys() == {"path", "message"} for fault in told)
    json.dumps(told, ensure_ascii=False).encode()
