"""What holds of the golden hands of every game, and of Thunee for two and six: spoilt, as text, and turned."""

import json
import random
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import notation
from engine.replay import replay
from tests.engine import cases, mutations, naive_sizes
from tests.engine.rotation import players_of, rotated_record, rotated_ruling
from tests.engine.strategies import SEEDS, examples
from tests.engine.survival import survives

Json = dict[str, Any]
BY_FILE: dict[str, list[Json]] = {}
for name, record, _ in cases.load():
    BY_FILE.setdefault(name.split(":")[0], []).append(record)
FILES = sorted(BY_FILE)
DAMAGE = ("{", "}", "[Dealer 2]", "{! ", "@[1]", "@{", "10♥ ", "9" * 5000, "", '"', "=", ",", "|", "-", "\x00", "*")


def golden(file: str, seed: int) -> tuple[Random, Json]:
    """One of the golden hands of a file."""
    rng = Random(seed)
    return rng, json.loads(json.dumps(rng.choice(BY_FILE[file])))


def of_size(rng: Random, players: int) -> Json:
    """A hand of Thunee for so many, with a few things said between the cards, some of them out of their place."""
    record = naive_sizes.play_out(naive_sizes.deal(rng, players), rng)
    events = record["events"]
    for _ in range(rng.randrange(4)):
        seat = rng.randrange(players)
        said: Json = rng.choice(
            (
                {"type": "jodhi", "seat": seat, "suit": rng.choice("shdc"), "jack": False, "value": 20},
                {"type": "accuse", "seat": seat, "against": (seat + 1) % players, "offence": "revoke"},
                {"type": "double", "seat": seat},
                {"type": "khanuck", "seat": seat},
                {"type": "call", "seat": seat, "amount": rng.choice((10, 20, 55))},
            )
        )
        events.insert(rng.randrange(len(events) + 1), said)
    return record


@pytest.mark.parametrize("file", FILES)
def test_a_spoilt_golden_hand_is_refused_or_judged_but_never_raises_anything_else(file: str) -> None:
    @examples(200)
    @given(SEEDS)
    def spoilt(seed: int) -> None:
        rng, record = golden(file, seed)
        survives(mutations.mutated(rng, record))

    spoilt()


@pytest.mark.parametrize("file", FILES)
def test_a_spoilt_golden_hand_is_decided_void_open_with_its_reasons_or_wrong_with_its_faults(file: str) -> None:
    @examples(200)
    @given(SEEDS)
    def spoilt(seed: int) -> None:
        rng, record = golden(file, seed)
        try:
            ruling = engine.adjudicate(mutations.mutated(rng, record))
        except engine.RecordError:
            return  # with its faults: see `survives`
        told = ruling.to_dict()
        assert told["status"] in ("decided", "void", "undecidable", "invalid")
        assert (told["after"] is not None) == (told["status"] in ("decided", "void"))
        for key, status in (("reasons", "undecidable"), ("errors", "invalid")):
            rows = told.get(key) or []
            assert bool(rows) == (told["status"] == status)
            assert all(isinstance(one["path"], str) and one["path"] and one["message"] for one in rows)

    spoilt()


@pytest.mark.parametrize("file", FILES)
def test_a_golden_hand_turned_at_the_table_gets_its_ruling_turned(file: str) -> None:
    @examples(150)
    @given(SEEDS, st.integers(1, 5))
    def turned(seed: int, turn: int) -> None:
        _, record = golden(file, seed)
        _turns(record, turn)

    turned()


@pytest.mark.parametrize("players", [2, 6])
def test_a_hand_of_two_or_six_turned_at_the_table_gets_its_ruling_turned(players: int) -> None:
    @examples(150)
    @given(SEEDS, st.integers(1, 5))
    def turned(seed: int, turn: int) -> None:
        _turns(of_size(Random(seed), players), turn)

    turned()


def _turns(record: Json, turn: int) -> None:
    straight = engine.adjudicate(record).to_dict()
    moved = engine.adjudicate(rotated_record(record, turn)).to_dict()
    assert moved == rotated_ruling(straight, turn, moved, players_of(record))


@pytest.mark.parametrize("players", [2, 6])
def test_a_spoilt_hand_of_two_or_six_is_refused_or_judged_but_never_raises_anything_else(players: int) -> None:
    @examples(250)
    @given(SEEDS)
    def spoilt(seed: int) -> None:
        rng = Random(seed)
        survives(mutations.mutated(rng, of_size(rng, players)))

    spoilt()


@pytest.mark.parametrize("file", FILES)
def test_a_damaged_text_of_golden_hands_is_read_with_nothing_but_hands_or_faults(file: str) -> None:
    @examples(60)
    @given(SEEDS)
    def damaged(seed: int) -> None:
        rng = random.Random(seed)
        text = notation.write([notation.TextHand(one) for one in rng.sample(BY_FILE[file], 3)])
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(DAMAGE) + text[at + rng.choice((0, 1, 1, 2, 8, 60)) :]
        try:
            hands = notation.read(text)
        except notation.NotationError as wrong:
            faults = wrong.errors
        else:
            faults = []
            again = notation.read(notation.write(hands))
            assert [(hand.record, hand.about) for hand in again] == [(hand.record, hand.about) for hand in hands]
            return
        last = text.count("\n") + 1
        assert faults
        assert all(1 <= one["line"] <= last and one["column"] >= 1 and one["message"] for one in faults)

    damaged()


@pytest.mark.parametrize("file", [file for file in FILES if not file.startswith("thunee")])
def test_the_moments_of_a_hand_of_any_game_name_what_its_ruling_lists(file: str) -> None:
    @examples(150)
    @given(SEEDS, st.booleans())
    def told(seed: int, spoil: bool) -> None:
        rng, record = golden(file, seed)
        if spoil:
            record = mutations.rearranged(rng, record)
        try:
            ruling = engine.adjudicate(record)
        except engine.RecordError:
            return
        _moments_agree(record, ruling)

    told()


def _moments_agree(record: Json, ruling: engine.Ruling) -> None:
    found = replay(record)
    assert [moment.number for moment in found] == list(range(len(found)))
    if ruling.status == "invalid" or "events" not in record:
        return
    assert len(found) == len(record["events"]) + 1
    named = sorted(one.offence for moment in found for one in moment.offences)
    if "tally" not in record or any(event["type"] == "play" for event in record["events"]):  # a sheet has no moments
        assert named == sorted(one["offence"] for one in ruling.infractions)
    won = [moment.winner for moment in found if moment.event is not None and moment.allowed is not None]
    assert [seat for seat in won if seat is not None] == [trick["winner"] for trick in ruling.tricks]
    for before, moment in pairwise(found):
        if moment.allowed is not None:
            assert (moment.event.card in moment.allowed) == (not moment.offences), moment
            assert len(moment.hands[moment.event.seat]) == len(before.hands[moment.event.seat]) - 1
