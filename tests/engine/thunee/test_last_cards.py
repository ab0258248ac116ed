"""A hand that stops short by at most six cards: what is listed is what some way to go on leads to, and nothing else."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.engine import random_hands
from tests.engine.strategies import SEEDS, examples
from tests.engine.ways_on import ways_on

Json = dict[str, Any]
Results = set[tuple[Any, ...]]
ENDINGS = {"four_ball", "false_accusation", "cornerhouse_double", "trumpless", "low_hand", "exposed_card", "other",
           "six_of_suit"}  # fmt: skip


def result(ruling: engine.Ruling) -> tuple[Any, ...]:
    return ruling.kind, ruling.winner, tuple(ruling.balls.values())


def listed(ruling: engine.Ruling) -> Results:
    return {(one["kind"], one["winner"], tuple(one["balls"].values())) for one in ruling.possible}


def cut_short(seed: int, missing: int) -> Json | None:
    """A random hand under random rules whose last cards nobody wrote down."""
    rng = Random(seed)
    wanted = [name for name in random_hands.ODDITIES if rng.random() < 0.15]
    record = engine.read(random_hands.odd(rng, wanted, random_hands.tuned_rules(rng))).to_dict()
    record.pop("claimed", None)
    plays = [place for place, event in enumerate(record["events"]) if event["type"] == "play"]
    if len(plays) != 24 or None in record.get("deal", [None]) or any(len(hand) < 2 for hand in record["deal"]):
        return None
    return {**record, "events": record["events"][: plays[-missing]]}


def ways_to_end(record: Json) -> Iterator[list[Json]]:
    """Every order in which the missing cards can be played, whoever's turn it is, where all hands are known."""
    played = [event["card"] for event in record["events"] if event["type"] == "play"]
    hands = [[card for card in " ".join(hand).split() if card not in played] for hand in record["deal"]]
    seats = [event["seat"] for event in record["events"] if event["type"] == "play"]
    yield from ways_on(hands, seats[len(seats) // 4 * 4 :])


def sayings(record: Json, plays: list[Json]) -> Iterator[list[Json]]:
    """A way on with whatever may be called in it: jodhi of one side, murrials before them, a double or khanuck."""
    hands = [" ".join(hand).split() for hand in record["deal"]]
    for side, many in ((0, False), (0, True), (1, True)):
        jodhi = [
            {"type": "jodhi", "seat": seat, "suit": suit, "jack": jack, "value": value}
            for suit, jack in product("shdc", (True, False))
            for seat in range(4)
            if seat & 1 == side and many
            for value in _worth(hands[seat], suit, jack, record)
        ]
        murrials = [{"type": "murrials", "seat": side, "suit": suit} for suit in "shdc" if many]
        for at in range(len(plays) + 1 if many else 1):
            yield [*murrials, *plays[:at], *jodhi, *plays[at:]]
            for kind, seat, place in product(("double", "khanuck"), range(4), range(len(plays) + 1)):
                call = {"type": kind, "seat": seat}
                said = [[play] for play in plays]
                said.insert(place, [call])
                said.insert(at, jodhi)
                yield [*murrials, *(event for few in said for event in few)]


def _worth(hand: list[str], suit: str, jack: bool, record: Json) -> list[int]:
    """The values worth trying: the right one of cards that were dealt, and any at all where it would stand."""
    if engine.read(record).profile.unanswered_jodhi == "stands":
        return [10_000]
    cards = {"K" + suit, "Q" + suit} | ({"J" + suit} if jack else set())
    trump = next((event["suit"] for event in record["events"] if event["type"] == "trump"), None)
    return [(40 if suit == trump else 20) + 10 * jack] if cards <= set(hand) else []


def tried(record: Json) -> Results:
    """The results of every way on, judged whole."""
    found = set()
    for plays in ways_to_end(record):
        for events in sayings(record, plays):
            ruling = engine.adjudicate({**record, "events": [*record["events"], *events]})
            if ruling.status in ("decided", "void"):
                found.add(result(ruling))
    return found


@examples(40)
@given(SEEDS, st.sampled_from((1, 1, 1, 2)))
def test_what_is_listed_is_what_some_way_on_leads_to_and_nothing_else(seed: int, missing: int) -> None:
    record = cut_short(seed, missing)
    ruling = None if record is None else engine.adjudicate(record)
    if ruling is None or ruling.status != "undecidable" or ruling.facts.trump is None:
        return
    assert ruling.exact
    by_cards = {one for one in listed(ruling) if one[0] not in ENDINGS}
    assert by_cards == {one for one in tried(record) if one[0] not in ENDINGS}


@examples(150)
@given(SEEDS, st.integers(1, 6))
def test_the_hand_as_it_went_on_is_always_listed(seed: int, missing: int) -> None:
    rng = Random(seed)
    record = random_hands.odd(rng, None, random_hands.tuned_rules(rng))
    record.pop("claimed", None)
    plays = [place for place, event in enumerate(record["events"]) if event["type"] == "play"]
    whole = engine.adjudicate(record)
    if len(plays) != 24 or whole.status not in ("decided", "void"):
        return
    part = engine.adjudicate({**record, "events": record["events"][: plays[-missing]]})
    if part.status == "undecidable":
        assert result(whole) in listed(part)
