"""What the library raises says what is wrong and, after it, what to do next."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import engine
from engine.equity import equity
from engine.ironclad import weaknesses
from engine.positions import Position
from engine.replay import replay
from tests.engine import random_hands

PLAIN = random_hands.plain(Random(2), "durban-classic")
TUNGE = {"format": "hand-record/1", "game": "tunge", "dealer": 0, "events": []}


def without_deal() -> dict[str, Any]:
    return {**PLAIN, "events": PLAIN["events"][:10], "deal": None}


def without_trump() -> dict[str, Any]:
    return {**PLAIN, "events": [event for event in PLAIN["events"] if event["type"] == "play"]}


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: equity(engine.read(PLAIN), 500), "ask for one from 0 to"),
    (lambda: equity(engine.read({**PLAIN, "events": []}), 0), "write down what happened"),
    (lambda: equity(engine.read(without_deal()), 6), "give the record its deal"),
    (lambda: equity(engine.read(without_trump()), 6), "add that event before the first card"),
    (lambda: equity(engine.read(TUNGE), 0), "judge it instead"),
    (lambda: equity(engine.read(PLAIN), len(PLAIN["events"]) - 24, most=2), "ask of a later moment, or grant more"),
    (lambda: engine.HandInPlay({"format": "hand-record/1", "game": "thunee", "dealer": 0}).pop(), "push an event"),
    (lambda: engine.HandInPlay(TUNGE).cards(), "ask of an event whether it allows it"),
    (lambda: engine.HandInPlay(without_deal()).cards(), "give the record its deal"),
    (lambda: weaknesses(["Jh", "1h", "9h", "Ah", "Th", "Kh"]), "write such as Jh or Tc"),
    (lambda: weaknesses(["Jh", "Jh", "9h", "Ah", "Th", "Kh"]), "name each once"),
    (lambda: Position((1, 6), 0), "as between two tricks"),
    (lambda: Position((1, 2), 2), "numbered from 0"),
    (lambda: engine.read({**PLAIN, "dealr": 1}), 'did you mean "dealer"'),
    (lambda: engine.read({**PLAIN, "dealer": 4}), "must be from 0 to 3"),
    (lambda: engine.read({**PLAIN, "rules": "durban"}), "did you mean"),
]


@pytest.mark.parametrize(("act", "next_"), WRONG, ids=[text for _, text in WRONG])
def test_an_error_says_what_to_do_next(act: Callable[[], object], next_: str) -> None:
    with pytest.raises((ValueError, LookupError, engine.RecordError)) as raised:
        act()
    assert next_ in str(raised.value)


def test_a_game_that_is_not_replayed_is_judged_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    record = engine.read(PLAIN)
    monkeypatch.setattr(record.module, "moments", lambda *_: None)
    with pytest.raises(LookupError, match="adjudicate says what they are worth"):
        replay(record)
