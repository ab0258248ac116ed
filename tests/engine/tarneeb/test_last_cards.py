"""A play that stops short by at most six cards: what is listed is what some way to go on leads to, and nothing else."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.engine.cases import load
from tests.engine.strategies import SEEDS, examples
from tests.engine.ways_on import ways_on

Json = dict[str, Any]
GAMES = ("tarneeb", "egyptian-tarneeb", "400", "forty-one")
WHOLE = [
    record
    for _, record, expected in load()
    if record["game"] in GAMES and expected.get("status") == "decided" and record.get("deal")
    and sum(event["type"] == "play" for event in record.get("events", [])) == 52
    and not any(event["type"] == "slow" for event in record["events"])
]  # fmt: skip


def result(ruling: engine.Ruling) -> str:
    return repr((ruling.kind, ruling.winner, ruling.scores))


def listed(ruling: engine.Ruling) -> set[str]:
    return {repr((one["kind"], one["winner"], one["scores"])) for one in ruling.possible}


@examples(40)
@given(SEEDS, st.integers(1, 5), st.booleans())
def test_what_is_listed_is_what_some_way_on_leads_to_and_nothing_else(seed: int, missing: int, dealt: bool) -> None:
    whole = engine.read(Random(seed).choice(WHOLE)).to_dict()
    events = [event for event in whole["events"] if event["type"] != "claim"]
    plays = [place for place, event in enumerate(events) if event["type"] == "play"]
    short = {**whole, "events": events[: plays[-missing]], "rules": {"preset": whole["game"], "pace": "off"}}
    if whole["game"] not in ("400", "forty-one"):
        short["rules"] = whole.get("rules", whole["game"])
    short.pop("claimed", None)
    ruling = engine.adjudicate(short if dealt else {key: short[key] for key in short if key != "deal"})
    if ruling.status != "undecidable" or ruling.facts.trump is None:
        return
    assert ruling.exact
    if not dealt:  # nobody knows who held what: more can be
        assert listed(engine.adjudicate(short)) <= listed(ruling)
        return
    played = [event for event in short["events"] if event["type"] == "play"]
    gone = {event["card"] for event in played}
    hands = [[card for card in " ".join(hand).split() if card not in gone] for hand in short["deal"]]
    trick = [event["seat"] for event in played[len(played) // 4 * 4 :]]
    ways = [engine.adjudicate({**short, "events": [*short["events"], *way]}) for way in ways_on(hands, trick)]
    assert listed(ruling) == {result(way) for way in ways}


@pytest.mark.parametrize("game", GAMES)
def test_there_are_whole_plays_of_every_game_to_cut(game: str) -> None:
    assert any(record["game"] == game for record in WHOLE)


def test_seven_missing_cards_are_not_tried() -> None:
    record = next(record for record in WHOLE if record["game"] == "tarneeb")
    plays = [place for place, event in enumerate(record["events"]) if event["type"] == "play"]
    short = {**record, "events": record["events"][: plays[-7]], "claimed": None}
    assert not engine.adjudicate(short).exact


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_of_which_no_card_is_played_is_not_told_exactly(game: str) -> None:
    record = next(record for record in WHOLE if record["game"] == game)
    first = next(place for place, event in enumerate(record["events"]) if event["type"] == "play")
    for kept in (0, 1, first):
        assert not engine.adjudicate({**record, "events": record["events"][:kept], "claimed": None}).exact
