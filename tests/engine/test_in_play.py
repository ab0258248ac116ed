"""A hand in play against the rules by the letter, against whole judgements, and against itself."""

import copy
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import games, profiles, replay
from engine.in_play import HandInPlay
from tests.engine import random_hands
from tests.engine.cases import load

TABLES = [
    (game, players, preset)
    for game in games.GAMES
    for players in sorted(games.traits(game).tricks)
    for preset in games.PRESETS[game]
]
CLASSIC = {"format": "hand-record/1", "game": "thunee", "rules": "durban-classic", "dealer": 0}
DEAL = [["Js 9c Ts Ad", "Kh Qc"], ["Kd Qd Jd 9h", "Jc Th"], ["As 9s Jh Ah", "Tc Kc"], ["Ks Qs 9d Td", "Qh Ac"]]


def played(*events):
    hand = HandInPlay(CLASSIC | {"deal": DEAL})
    for event in events:
        hand.push(event)
    return hand


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
def test_a_hand_played_out_at_random_ends_and_nobody_broke_a_rule(seed, table):
    game, players, preset = table
    hand = HandInPlay.deal(seed, game=game, players=players, rules=preset).play_out(seed)
    assert hand.is_over
    assert hand.ruling.infractions == []
    assert hand.to_play is None
    assert hand.cards() == []
    again = engine.adjudicate(hand.record.to_dict())
    assert again.to_dict() == hand.ruling.to_dict()


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), preset=st.sampled_from(games.PRESETS["thunee"]))
def test_the_cards_allowed_are_those_the_letter_of_the_rules_allows(seed, preset):
    """TH-PLAY-2 and TH-PLAY-4, written once more in tests/engine/random_hands.py."""
    rng = Random(seed)
    hand = HandInPlay.deal(rng, rules=preset)
    trump = rng.choice([call for call in hand.calls() if call["type"] == "trump"])
    hand.push(trump)
    undercut = profiles.build(preset).undercut
    while not hand.is_over:
        trick = hand.now.table if len(hand.now.table) < 4 else ()
        held = hand.now.hands[hand.to_play]
        letter = random_hands.allowed(held, trick, trump["suit"], undercut)
        assert sorted(hand.cards()) == sorted(letter)
        hand.push(rng.choice(hand.cards()))


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
def test_what_is_taken_back_was_never_there(seed, table):
    game, players, preset = table
    hand = HandInPlay.deal(seed, game=game, players=players, rules=preset)
    rng, stands = Random(seed), []
    while not hand.is_over and len(stands) < 12:
        stands.append((hand.now, hand.to_play, hand.record, len(hand.calls())))
        said = hand.calls() or [{"type": "play", "seat": hand.to_play, "card": card} for card in hand.cards()]
        hand.push(rng.choice(said))
    for now, to_play, record, calls in reversed(stands):
        hand.pop()
        assert hand.record == record
        assert hand.to_play == to_play
        assert len(hand.calls()) == calls
        assert hand.now._replace(event=None) == now._replace(event=None)
    with pytest.raises(IndexError):
        hand.pop()


CASES = [
    (name, record) for name, record, ruling in load() if record.get("events") and ruling.get("status") == "decided"
]


@pytest.mark.parametrize(("name", "record"), CASES[::7], ids=lambda value: value if isinstance(value, str) else "")
def test_pushed_event_by_event_a_hand_is_worth_what_it_is_worth_whole(name, record):
    hand = HandInPlay(record)
    whole = engine.read(record)
    assert hand.ruling.to_dict() == engine.adjudicate(record).to_dict()
    assert hand.now == replay.replay(whole)[-1]._replace(event=hand.now.event)
    assert len(hand.events) == len(record["events"])


def test_every_call_offered_is_taken_without_an_offence_and_a_worse_one_is_not_offered():
    hand = HandInPlay.deal(5, rules="durban-classic")
    offered = hand.calls()
    for call in offered:
        hand.push(call)
        assert hand.ruling.infractions == [], call
        hand.pop()
    for seat in range(4):
        for amount in range(0, 120, 5):
            call = {"type": "call", "seat": seat, "amount": amount}
            hand.push(call)
            assert (hand.ruling.infractions == []) == (call in offered), call
            hand.pop()


def test_a_card_is_written_alone_and_belongs_to_whoever_is_to_play():
    hand = played("0:20", "0:trump=s")
    assert hand.to_play == 1
    hand.push("Jd")
    assert hand.events[-1] == {"type": "play", "seat": 1, "card": "Jd"}
    assert hand.to_play == 2


def test_a_card_against_the_rules_lies_there_and_is_told():
    hand = played("0:20", "0:trump=s", "1:Jd", "2:As")
    assert hand.cards() == ["9d", "Td"]
    assert not hand.allows("3:Ks")
    hand.push("3:Ks")
    assert [offence["offence"] for offence in hand.ruling.infractions] == ["revoke"]
    assert hand.now.table[-1] == (3, "Ks")


@pytest.mark.parametrize(
    ("event", "path", "message"),
    [
        ("2:Jd", "events[3]", "Jd was played already"),
        ("2:Xs", "events[3]", "should be a card"),
        ("2:As 3:Ks", "events[3]", "one event, not 2"),
        ("", "events[3]", "one event, not 0"),
        ({"type": "play", "seat": 7, "card": "As"}, "events[3].seat", "from 0 to 3"),
        ("1:trump=h", "events[3]", "trump was set already"),
        ({"type": "play"}, "events[3].seat", "is missing"),
    ],
)
def test_what_cannot_have_happened_is_refused_and_nothing_changes(event, path, message):
    hand = played("0:20", "0:trump=s", "1:Jd")
    before = (hand.record, hand.now, hand.events)
    with pytest.raises(engine.RecordError) as refused:
        hand.push(event)
    assert refused.value.errors[0]["path"].startswith(path)
    assert any(message in error["message"] for error in refused.value.errors)
    assert (hand.record, hand.now, hand.events) == before
    assert not hand.allows(event)


def test_a_jodhi_is_offered_to_whom_holds_it_and_only_while_it_is_time():
    """TH-JODHI-2 and 4: after the side's first trick, before the next card, with the cards still in the hand."""
    hand = played("0:20", "0:trump=s", "1:Jd", "2:Ah", "3:9d", "0:Ad")
    mine = {"type": "jodhi", "seat": 1, "suit": "d", "jack": False, "value": 20}
    partners = {"type": "jodhi", "seat": 3, "suit": "s", "jack": False, "value": 40}
    assert [call for call in hand.calls() if call["type"] == "jodhi"] == [mine, partners]
    assert not hand.allows({**mine, "jack": True, "value": 30})  # the jack is played
    assert not hand.allows({**mine, "suit": "h"})  # nobody answers it, but it is not held
    assert not hand.allows({**mine, "value": 40})
    hand.push(mine)
    for card in ("1:Kd", "2:Kc", "3:Td"):  # TH-JODHI-3: open until the third card
        hand.push(card)
    assert not any(call["type"] == "jodhi" for call in hand.calls())
    assert not hand.allows("3:jodhi=s,jack=false,value=40")


def test_a_double_is_offered_before_the_last_trick_and_not_sooner():
    events = ["0:20", "0:trump=s", "1:Jd", "2:As", "3:9d", "0:Ad"]
    assert not played(*events).allows("0:double")


def test_two_players_are_shown_their_second_half_as_soon_as_it_is_dealt():
    """TH2-1."""
    hand = HandInPlay.deal(1, players=2)
    hand.push("1:trump=s" if hand.allows("1:trump=s") else next(c for c in hand.calls() if c["type"] == "trump"))
    for _ in range(12):
        assert not hand.is_over
        hand.push(hand.cards()[0])
    assert [len(held) for held in hand.now.hands] == [6, 6]
    assert hand.cards()


def test_whose_cards_nobody_wrote_down_is_not_told_what_may_be_played():
    hand = HandInPlay(CLASSIC)
    hand.push("1:trump=s")
    with pytest.raises(LookupError, match="seat 2"):
        hand.cards()
    hand.push("2:Jc")
    assert hand.to_play == 3


def test_a_game_without_tricks_takes_events_and_lists_no_cards():
    hand = HandInPlay.deal(7, game="tunge", players=3)
    hand.push({"type": "draw", "seat": 1})
    assert hand.now.to_play == 2
    assert hand.calls() == [{"type": "draw", "seat": 2}]
    with pytest.raises(LookupError, match="tunge"):
        hand.play_out()
    with pytest.raises(LookupError, match="tunge"):
        hand.cards()


@pytest.mark.parametrize(
    "wrong", [{"game": "whist"}, {"players": 3}, {"rules": "no-such"}, {"dealer": 9}, {"before": {"balls": {"A": -1}}}]
)
def test_no_hand_is_dealt_for_what_is_no_table(wrong):
    with pytest.raises(engine.RecordError):
        HandInPlay.deal(1, **wrong)


def test_a_seed_deals_and_plays_the_same_again():
    assert HandInPlay.deal(9).play_out(2) == HandInPlay.deal(9).play_out(2)
    assert HandInPlay.deal(9) != HandInPlay.deal(10)


def test_records_rulings_and_hands_in_play_survive_a_copy_and_a_pickle():
    for record in (record for _, record in CASES[::11]):
        ruling = engine.adjudicate(record)
        for one in (ruling.record, ruling):
            for twin in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
                assert twin == one
                assert hash(twin) == hash(one)
                assert twin.to_dict() == one.to_dict()
    hand = played("0:20", "0:trump=s", "1:Jd")
    for twin in (pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand)):
        assert twin == hand
        assert twin.cards() == hand.cards()
        twin.push(twin.cards()[0])
        assert twin != hand


def test_records_differ_by_what_they_say_and_by_the_score_before_them():
    record = engine.read(CLASSIC | {"deal": DEAL, "id": 1})
    assert record != engine.read(CLASSIC | {"deal": DEAL, "id": 2})
    assert record != engine.read({**CLASSIC, "rules": "durban-modern", "deal": DEAL, "id": 1})
    later = copy.copy(record)
    assert later == record
    record.module.set_before(later, {"balls": {"A": 3, "B": 0}, "khanuck_called": False})
    assert later != record
    assert len({record, later, engine.read(record.to_dict())}) == 2
