"""What holds of every hand of the Tarneeb family, held against a naive judge or against itself."""

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import rulebook
from engine.explain import explain
from tests.engine import mutations
from tests.engine.strategies import SEEDS, examples
from tests.engine.survival import survives
from tests.engine.tarneeb import hands
from tests.engine.tarneeb.hands import SOLO, Record, naive, random_hand


def told(ruling: engine.Ruling) -> tuple[Any, ...]:
    """The result, as `possible` lists it."""
    return ruling.kind, ruling.winner, json.dumps(ruling.scores)


def among(result: tuple[Any, ...], ruling: engine.Ruling) -> bool:
    """Whether a result is one that an undecided ruling holds possible; scores of None stand for any."""
    rows = {(one["kind"], one["winner"], json.dumps(one["scores"])) for one in ruling.possible}
    return result in rows or (*result[:2], "null") in rows


def odd_hand(rng: Random) -> Record:
    """A hand with things left out, put in, or out of their place."""
    record, _ = random_hand(rng)
    events = record["events"]
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        wheel = rng.random()
        if wheel < 0.2:
            record.pop("deal", None)
        elif wheel < 0.4 and events:
            events.insert(rng.randrange(len(events)), hands.bid(rng.randrange(4), rng.randrange(15)))
            if record["game"] == "egyptian-tarneeb":
                events[:] = [{"suit": "d", **event} if event["type"] == "bid" else event for event in events]
        elif wheel < 0.6 and events:
            del events[rng.randrange(min(6, len(events)))]
        elif wheel < 0.75 and len(events) > 20:
            a, b = sorted(rng.sample(range(8, len(events)), 2))
            events[a], events[b] = events[b], events[a]
        elif record["game"] in SOLO:
            events.insert(rng.randrange(len(events) + 1), {"type": "slow", "seat": rng.randrange(4)})
        else:
            events.insert(rng.randrange(len(events) + 1), hands.trump(rng.randrange(4), rng.choice("shdc")))
    return record


@examples(300)
@given(SEEDS)
def test_a_legal_hand_is_worth_what_a_naive_judge_says(seed: int) -> None:
    record, truth = random_hand(Random(seed))
    ruling = engine.adjudicate(record)
    kind, scores = naive(truth, record["rules"])
    assert (ruling.kind, list(ruling.verdict.scores)) == (kind, scores)
    assert ruling.infractions == []
    assert ruling.trusted == []
    if truth.tricks:
        won = [trick["winner"] for trick in ruling.tricks]
        assert [won.count(seat) for seat in range(4)] == truth.tricks


@examples(200)
@given(SEEDS)
def test_the_deal_need_not_be_written_down(seed: int) -> None:
    record, _ = random_hand(Random(seed))
    whole = engine.adjudicate(record)
    del record["deal"]
    assert told(engine.adjudicate(record)) == told(whole)
    assert engine.adjudicate(record).infractions == []


@examples(200)
@given(SEEDS)
def test_a_hand_is_worth_the_same_by_its_cards_and_by_its_sheet(seed: int) -> None:
    record, truth = random_hand(Random(seed))
    ruling = engine.adjudicate(record)
    if not truth.tricks:
        return
    if record["game"] in SOLO:
        sheet: Record = {"bids": truth.bids, "tricks": truth.tricks}
    else:
        sheet = {"declarer": truth.declarer, "bid": truth.bid, "tricks": {"A": truth.tricks[0] + truth.tricks[2]}}
        sheet |= {"doubled": truth.doubled} if record["game"] == "egyptian-tarneeb" else {}
    by_sheet = {key: value for key, value in record.items() if key not in ("events", "deal")} | {"tally": sheet}
    other = engine.adjudicate(by_sheet)
    assert told(other) == told(ruling)
    assert other.after == ruling.after
    assert other.players == ruling.players
    both = engine.adjudicate({**record, "tally": sheet})
    assert both.discrepancies == []
    assert told(both) == told(ruling)


@examples(200)
@given(SEEDS)
def test_totals_grow_by_the_scores_of_the_hand(seed: int) -> None:
    record = odd_hand(Random(seed))
    ruling = engine.adjudicate(record)
    if ruling.status not in ("decided", "void"):
        assert (ruling.scores, ruling.after) == (None, None)
        return
    before, change, after = record["before"]["scores"], ruling.scores, ruling.after["scores"]
    keys = before if isinstance(before, dict) else range(4)
    assert all(after[key] == before[key] + change[key] for key in keys)
    assert (ruling.after["game_winner"] is None) == (not ruling.after["game_over"])
    assert (ruling.after["next_dealer"] is None) == ruling.after["game_over"]
    if ruling.status == "void":
        assert not any(change[key] for key in keys)


@examples(200)
@given(SEEDS, st.data())
def test_a_prefix_never_contradicts_the_whole(seed: int, data: st.DataObject) -> None:
    record = odd_hand(Random(seed))
    whole = engine.adjudicate(record)
    if whole.status == "invalid":
        return
    cut = data.draw(st.integers(0, len(record["events"])), label="events kept")
    part = engine.adjudicate({**record, "events": record["events"][:cut]})
    assert part.status != "invalid", part.errors
    if part.status in ("decided", "void"):
        assert told(part) == told(whole) or any(event["type"] == "slow" for event in record["events"][cut:])
    elif whole.status == "undecidable":
        assert all(among((one["kind"], one["winner"], json.dumps(one["scores"])), part) for one in whole.possible)
    else:
        assert among(told(whole), part)
    if part.status == "undecidable":
        assert part.reasons
        assert part.possible


def turned(record: Record, turn: int) -> Record:
    """A record with everybody `turn` seats further on."""
    out = copy.deepcopy(record)
    out["dealer"] = (record["dealer"] + turn) % 4
    for event in out["events"]:
        if "seat" in event:
            event["seat"] = (event["seat"] + turn) % 4
    if "deal" in out:
        out["deal"] = [record["deal"][(seat - turn) % 4] for seat in range(4)]
    scores = record["before"]["scores"]
    if isinstance(scores, dict):
        out["before"] = {"scores": {side: scores["BA"["AB".index(side)] if turn % 2 else side] for side in "AB"}}
    else:
        out["before"] = {"scores": [scores[(seat - turn) % 4] for seat in range(4)]}
    return out


@examples(200)
@given(SEEDS, st.integers(1, 3))
def test_turning_the_table_turns_the_ruling(seed: int, turn: int) -> None:
    record = odd_hand(Random(seed))
    straight, moved = engine.adjudicate(record), engine.adjudicate(turned(record, turn))
    assert (moved.status, moved.kind) == (straight.status, straight.kind)
    if straight.scores is None:
        return
    if isinstance(straight.scores, dict):
        assert moved.scores == {side: straight.scores["BA"["AB".index(side)] if turn % 2 else side] for side in "AB"}
    else:
        assert moved.scores == [straight.scores[(seat - turn) % 4] for seat in range(4)]
    swapped = {None: None, "A": "B", "B": "A"} if turn % 2 else {None: None, "A": "A", "B": "B"}
    assert moved.winner == swapped[straight.winner]
    assert moved.after["game_winner"] == swapped[straight.after["game_winner"]]
    assert [(one["offence"], (one["seat"] + turn) % 4, one["card"]) for one in straight.infractions] == [
        (one["offence"], one["seat"], one["card"]) for one in moved.infractions
    ]


@examples(200)
@given(SEEDS)
def test_a_record_written_out_and_read_again_is_the_same(seed: int) -> None:
    record = odd_hand(Random(seed))
    once = engine.read(record).to_dict()
    assert engine.read(json.loads(json.dumps(once))).to_dict() == once
    assert engine.adjudicate(once).to_dict() == engine.adjudicate(record).to_dict()


@examples(200)
@given(SEEDS)
def test_every_step_can_be_said_again_from_its_rule_and_its_values(seed: int) -> None:
    ruling = engine.adjudicate(odd_hand(Random(seed)))
    for step in ruling.steps:
        stored = json.loads(json.dumps(step.to_dict()))
        assert rulebook.template_of(stored) == step.template, stored
        assert "None" not in step.text
    lines = explain(ruling)
    assert lines[-1].startswith("Result: ")
    assert not any("None" in line or "{" in line for line in lines)


@examples(800)
@given(SEEDS)
def test_a_spoilt_record_is_refused_or_judged_but_never_raises_anything_else(seed: int) -> None:
    rng = Random(seed)
    record = odd_hand(rng)
    if rng.random() < 0.3:
        solo = record["game"] in SOLO
        record["tally"] = {"bids": [3, 3, 3, 3], "tricks": [4, 3, 3, 3]} if solo else hands.tally(1, 8, 9)
        if rng.random() < 0.5:
            del record["events"]
    if rng.random() < 0.3:
        record["claimed"] = {"winner": "A", "scores": record["before"]["scores"], "kind": "made"}
    for _ in range(3):
        survives(mutations.mutated(rng, record))


@pytest.mark.parametrize("game", hands.GAMES)
def test_a_game_from_beginning_to_end_adds_up(game: str) -> None:
    rng = Random(game)
    for _ in range(12):
        records = []
        for _ in range(rng.randint(1, 14)):
            record, _ = random_hand(rng, game, {"preset": game})
            del record["before"]
            records.append(record)
        ledger = engine.adjudicate_game(records).to_dict()
        sums = [0] * (4 if game in SOLO else 2)
        over = False
        for ruling in ledger["hands"]:
            if not over and ruling["status"] in ("decided", "void"):
                change = ruling["scores"] if game in SOLO else list(ruling["scores"].values())
                sums = [total + more for total, more in zip(sums, change, strict=True)]
                over = ruling["after"]["game_over"]
        found = ledger["after"]["scores"]
        assert (found if game in SOLO else list(found.values())) == sums
        assert (ledger["winner"] is not None) == over
