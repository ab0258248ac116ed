"""Equity: what an irregularity cost, by best play from the moment before and the moment after."""

import itertools
from random import Random

import pytest
from hypothesis import assume, given

import engine
from engine.equity import NoAnswer, equity
from tests.engine import random_hands
from tests.engine.strategies import SEEDS, examples


def plain(seed, **changes):
    record = random_hands.plain(Random(seed), "durban-classic")
    return engine.read(record | changes)


def plays(record):
    return [number for number, event in enumerate(record.events) if event.type == "play"]


def whole(seed):
    """A plain record whose every card is known and which is decided by the count."""
    record = plain(seed)
    ruling = engine.adjudicate(record)
    assume(ruling.count is not None and len(plays(record)) == 24)
    return record, ruling


@examples(15)
@given(seed=SEEDS)
def test_after_the_last_card_the_outlook_is_the_count(seed):
    record, ruling = whole(seed)
    last = equity(record, plays(record)[-1])
    assert last.side == ruling.count["counting_team"]
    assert last.after.total == last.before.total == ruling.count["total"]
    assert last.after.reached == (ruling.winner == last.side)


@examples(10)
@given(seed=SEEDS)
def test_no_card_of_the_counting_side_gains_and_none_of_the_others_loses(seed):
    record, _ = whole(seed)
    for number in plays(record)[12:]:
        found = equity(record, number)
        counting = "AB"[record.events[number].seat & 1] == found.side
        assert found.choices[record.events[number].card] == found.after
        totals = [outlook.total for outlook in found.choices.values()]
        assert found.before.total == (max(totals) if counting else min(totals))


@examples(10)
@given(seed=SEEDS)
def test_a_card_leads_from_its_outlook_to_the_next_ones(seed):
    """What is sure after one card is what is sure before the next, unless somebody called in between."""
    record, _ = whole(seed)
    numbers = plays(record)[14:]
    for one, following in itertools.pairwise(numbers):
        if following == one + 1:
            assert equity(record, one).after == equity(record, following).before


# Ways to play a khanuck, and plain hands in which a side's jodhi come near to outweighing the others.
WAYS = [
    {"khanuck_needs_opponent_trick": "yes"},
    {"khanuck_counts_call": "yes"},
    {"khanuck_last_trick": "caller"},
    {"khanuck_timing": "own_turn", "khanuck_last_trick": "caller"},
    {"backside_khanuck": "always", "khanuck_needs_jodhi": "no"},
]
NEAR = (233, 523, 623, 878, 1072, 1593, 1696, 1819, 1912, 2139)


def made(record, kind, seat):
    """Whether the call was made, as the hand was judged."""
    ruling = engine.adjudicate(record)
    return (ruling.kind or "").endswith(kind) and ruling.detail == "made" and ruling.winner == "AB"[seat & 1]


def test_a_double_can_be_made_as_it_is_judged_when_the_hand_ends():
    """Everybody has one card left then, so the end of the record is the only one."""
    seen = set()
    for seed in range(400):
        chance = Random(seed)
        record = engine.read(random_hands.plain(chance, random_hands.tuned_rules(chance)))
        for number, event in enumerate(record.events):
            if event.type == "double":
                can = equity(record, number).called
                assert can == made(record, "double", event.seat), seed
                seen.add(can)
    assert seen == {True, False}


def test_a_khanuck_can_be_made_as_it_is_judged_when_the_hand_ends():
    seen = set()
    for seed, way, seat in itertools.product(NEAR, WAYS, range(4)):
        record = plain(seed)
        events = record.to_dict()["events"]
        at = Random(seed).choice([*plays(record)[20:], len(events)])
        events.insert(at, {"type": "khanuck", "seat": seat})
        rules = {"preset": "durban-classic", **way}
        called = engine.read(record.to_dict() | {"events": events, "rules": rules})
        can = equity(called, at).called
        assert can == made(called, "khanuck", seat), (seed, way, seat)
        seen.add(can)
    assert seen == {True, False}


@examples(10)
@given(seed=SEEDS)
def test_a_call_before_the_last_trick_cannot_be_made(seed):
    record, _ = whole(seed)
    chance = Random(seed)
    events = record.to_dict()["events"]
    at = chance.choice([number for number, event in enumerate(events) if event["type"] == "play"][12:20])
    kind = chance.choice(("double", "khanuck"))
    events.insert(at, {"type": kind, "seat": chance.randrange(4)})
    assert equity(engine.read(record.to_dict() | {"events": events}), at).called is False


def thunee(cards, others, played):
    """A thunee of seat 0, and the cards played in turn from there."""
    events = [{"type": "declare", "seat": 0, "kind": "thunee"}]
    hands = [cards.split(), *[hand.split() for hand in others]]
    deal = [[hand[:4], hand[4:]] for hand in hands]
    deal = [[" ".join(part) for part in hand] for hand in deal]
    events += [{"type": "play", "seat": number % 4, "card": card} for number, card in enumerate(played.split())]
    return engine.read(
        {"format": "hand-record/1", "game": "thunee", "rules": "durban-classic", "dealer": 3, "deal": deal,
         "events": events}
    )  # fmt: skip


OTHERS = ("Td Kd Qd Js 9s As", "Ts Ks Qs Jh 9h Ah", "Th Kh Qh Tc Kc Qc")


def test_an_iron_clad_thunee_is_sure_whichever_of_its_suits_is_led():
    found = equity(thunee("Jd 9d Ad Jc 9c Ac", OTHERS, "Jd"), 1)
    assert found.before.reached
    assert found.after.reached
    assert found.target is None
    assert {card for card, outlook in found.choices.items() if outlook.reached} == {"Jd", "9d", "Ad", "Jc", "9c", "Ac"}


def test_leading_the_side_suit_before_trumps_are_out_costs_the_thunee():
    hand = thunee("Jd 9d Ad Jc 9c Ac", OTHERS, "Jd Td Ts Th Jc")
    found = equity(hand, len(hand.events) - 1)
    assert found.before.reached
    assert not found.after.reached
    assert {card for card, outlook in found.choices.items() if outlook.reached} == {"9d", "Ad"}


@pytest.mark.parametrize("number", [-1, 400])
def test_an_event_that_is_not_there_is_said_to_be_missing(number):
    with pytest.raises(NoAnswer, match="there is none of number"):
        equity(plain(3), number)


def test_a_record_without_the_cards_of_somebody_has_no_outlook():
    record = plain(3)
    short = record.to_dict()
    short["deal"] = None
    short["events"] = short["events"][:12]
    with pytest.raises(NoAnswer, match=r"not all cards of seat|nobody wrote down"):
        equity(engine.read(short), len(short["events"]) - 1)


def test_a_game_that_is_not_thunee_has_no_outlook():
    record = engine.read({"format": "hand-record/1", "game": "tunge", "players": 3, "dealer": 0, "events": []})
    with pytest.raises(NoAnswer, match="only hands of thunee"):
        equity(record, 0)
