"""What the OpenAPI document says of a record, beside the engine's reader: it allows no more and no less.

But for what no schema can say (`unsaid`).
"""

import json
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import engine
from engine import games
from tests.engine import cases, mutations, random_hands, random_tallies
from tests.engine.strategies import SEEDS, examples
from tests.engine.tarneeb.hands import random_hand
from tests.engine.tunge.hands import Simulation
from tests.thunee_tournaments.api.asking import COUNTED
from tests.thunee_tournaments.api.unsaid import only_unsaid
from thunee_tournaments.api import records
from thunee_tournaments.api.schema import document

# Known hands and fresh ones of every game, to be spoiled.
HANDS = (
    lambda rng: rng.choice(cases.load())[1],
    lambda rng: random_hands.odd(rng, rules=random_hands.tuned_rules(rng)),
    lambda rng: random_tallies.tally(rng),
    lambda rng: random_hand(rng)[0],
    lambda rng: Simulation(rng).run(40).record(),
)
TELEPHONE = str.maketrans("", "", "\ufe0e\ufe0f")  # by which it chooses between a sign and a picture of a suit


@pytest.fixture(scope="module")
def form() -> Any:
    """Says whether the document allows something for a record."""
    return jsonschema_rs.validator_for({**records.REF, "components": document()["components"]})


def faults(record: Any) -> list[dict[str, str]]:
    try:
        engine.read(record)
    except engine.RecordError as wrong:
        return wrong.errors
    return []


def tidied(value: Any) -> Any:
    """Without the blanks and marks around cards and suits that the reader lets pass and the document leaves out."""
    if isinstance(value, dict):
        return {key: tidied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [tidied(one) for one in value]
    return " ".join(value.translate(TELEPHONE).split()) if isinstance(value, str) else value


def test_every_game_has_its_form() -> None:
    assert all(records.forms_of(game) for game in games.GAMES)


def test_every_known_hand_is_allowed(form: Any) -> None:
    refused = [name for name, record, _expected in cases.load() if not form.is_valid(record) and not faults(record)]
    assert not refused


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "hand-record/2"}, {"game": "whist"}, {"dealer": 4}, {"dealer": None}, {"tallly": {}}, {"players": 3},
        {"rules": "tunge"}, {"rules": {"target": 41}}, {"events": None}, {"deal": [["Jh 9h"]]}, {"id": []},
        {"events": [{"type": "play", "seat": 0, "card": "2h"}]}, {"events": [{"type": "bid", "seat": 0, "tricks": 7}]},
        {"events": [{"type": "accuse", "seat": 0, "against": 1, "offence": "signal"}]}, {"claimed": {"balls": -1}},
    ],
)  # fmt: skip
def test_a_fault_of_form_is_one_in_the_document_too(form: Any, changed: dict[str, Any]) -> None:
    assert form.is_valid(COUNTED)
    assert faults({**COUNTED, **changed})
    assert not form.is_valid({**COUNTED, **changed})


def record(game: str, **parts: Any) -> dict[str, Any]:
    return {"format": "hand-record/1", "game": game, "dealer": 0, **parts}


def four_cards(length: int) -> dict[str, Any]:
    """A deal of which one packet is written so long."""
    return record("thunee", deal=[["Jh" + "9h Ks Qs".rjust(length - 2)], None, None, None])


PACK = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]


@pytest.mark.parametrize(
    ("last", "beyond"),
    [
        (record("thunee", tally={"call": 104}), record("thunee", tally={"call": 105})),
        (record("thunee", claimed={"count": 1000}), record("thunee", claimed={"count": 1001})),
        (record("thunee", claimed={"count": -1000}), record("thunee", claimed={"count": -1001})),
        (four_cards(60), four_cards(61)),
        (record("tarneeb", tally={"bid": 7}), record("tarneeb", tally={"bid": 6})),
        (record("tarneeb", tally={"bid": 13}), record("tarneeb", tally={"bid": 14})),
        (record("400", tally={"bids": [1, 13, None, 2]}), record("400", tally={"bids": [0, 13, None, 2]})),
        (record("tunge", tally={"left": [PACK, *[None] * 3]}), record("tunge", tally={"left": [[*PACK, "2s"]] * 4})),
        (
            record("tunge", tally={"left": ["2s" + "3s".rjust(298), *[None] * 3]}),
            record("tunge", tally={"left": ["2s" + "3s".rjust(299), *[None] * 3]}),
        ),
        (
            record("tunge", before={"scores": [0, 0]}, claimed={"scores": [1, 1]}),  # two, by their totals
            record("tunge", claimed={"scores": [1, 1]}),
        ),
    ],
)
def test_the_last_that_is_allowed_and_the_first_that_is_not_are_the_readers(form: Any, last: Any, beyond: Any) -> None:
    assert (faults(last), form.is_valid(last)) == ([], True)
    assert faults(beyond)
    assert not form.is_valid(beyond)


@examples(400)
@given(SEEDS, st.sampled_from(HANDS))
def test_the_document_allows_what_the_reader_takes_and_nothing_else_that_a_schema_can_refuse(
    form: Any, seed: int, hand: Any
) -> None:
    rng = Random(seed)
    spoiled = mutations.mutated(rng, hand(rng), json_only=True)
    try:
        sent = json.dumps(spoiled, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:  # no JSON, or half a character
        assume(False)
    record = json.loads(sent)
    wrong = faults(record)
    if not wrong:
        assert form.is_valid(tidied(record))
    elif form.is_valid(record):
        assert only_unsaid(wrong), wrong


def test_who_declared_and_lost_to_itself_is_what_no_schema_says(form: Any) -> None:
    declared = {"kind": "thunee", "seat": 0, "lost_to": 0}
    record = {"format": "hand-record/1", "game": "thunee", "rules": {}, "dealer": 0, "tally": {"declared": declared}}
    assert form.is_valid(record)
    assert only_unsaid(faults(record)), faults(record)
