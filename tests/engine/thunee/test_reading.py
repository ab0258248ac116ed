"""How a record is read: its keys, its spelling, what may be left out, and what the table claims."""

import json
from typing import Any

import pytest

import engine
from tests.engine.hands import (
    COUNTERS_SWEEP,
    EVEN,
    REVOKE,
    THUNEE_WON,
    TRUMPLESS,
    differences,
    paths,
    possible,
    sheet,
    story,
)

BARE: dict[str, Any] = {"format": "hand-record/1", "game": "thunee", "dealer": 3}


# --- what may be left out


def test_format_game_and_dealer_are_all_a_record_needs() -> None:
    ruling = engine.adjudicate(BARE)
    assert ruling.status == "undecidable"
    assert ruling.rules["preset"] == "durban-classic"
    for key in BARE:
        with pytest.raises(engine.RecordError) as wrong:
            engine.read({name: value for name, value in BARE.items() if name != key})
        assert {"path": key, "message": "is missing"} in wrong.value.errors


def test_rules_may_be_a_presets_name_or_changes_to_one() -> None:
    by_name = engine.adjudicate({**BARE, "rules": "club-strict"}).rules
    assert (by_name["preset"], by_name["changed"]) == ("club-strict", {})
    changed = engine.adjudicate({**BARE, "rules": {"two_to_clear": "always", "max_call": 100}}).rules
    assert (changed["preset"], changed["changed"]) == ("durban-classic", {"two_to_clear": "always"})


def test_rules_for_records_that_name_none_may_be_handed_in() -> None:
    assert engine.read(BARE, "club-strict").profile.preset == "club-strict"
    assert engine.read({**BARE, "rules": None}, "club-strict").profile.preset == "club-strict"
    assert engine.read({**BARE, "rules": "fundraiser"}, "club-strict").profile.preset == "fundraiser"


@pytest.mark.parametrize("seats", [0, 3, 5])
def test_a_deal_has_a_hand_or_null_for_every_seat(seats: int) -> None:
    with pytest.raises(engine.RecordError) as wrong:
        engine.read({**BARE, "deal": [None] * seats})
    assert [fault["path"] for fault in wrong.value.errors] == ["deal"]


def test_a_complete_play_gives_the_hands_by_itself() -> None:
    with_deal, without = story(EVEN).rest().ruling.to_dict(), story(EVEN, deal=False).rest().ruling.to_dict()
    assert {**with_deal, "trusted": []} == {**without, "trusted": []}


def test_one_hand_nobody_wrote_down_is_what_the_other_three_leave() -> None:
    """Seat 0's hearts are known though the play stops in trick 2, so its club in trick 1 was a revoke."""
    hand = story(REVOKE)
    hand.record["deal"][0] = None
    assert hand.play(1).offences == [("revoke", 0)]
    whole, known = story(EVEN), story(EVEN)
    whole.record["deal"][2] = None
    assert whole.rest().ruling.to_dict() == known.rest().ruling.to_dict()
    assert whole.ruling.trusted == []


def test_a_seat_nobody_wrote_down_is_known_by_what_it_plays() -> None:
    hand = story(EVEN)
    hand.record["deal"][0] = hand.record["deal"][2] = None
    assert hand.rest().result == "count: A 1"


@pytest.mark.parametrize("players", [True, "4", 4.0, None, 3, 5, [4]])
def test_players_are_a_number_of_players_there_can_be(players: Any) -> None:
    with pytest.raises(engine.RecordError) as wrong:
        engine.read({**BARE, "players": players})
    assert wrong.value.errors[0]["path"] == "players"


def test_the_score_before_may_speak_of_the_khanuck_alone() -> None:
    held = engine.read({**BARE, "before": {"khanuck_called": True}})
    assert held.before.to_dict() == {"balls": {"A": 0, "B": 0}, "khanuck_called": True}


def test_null_stands_for_nothing_only_where_nothing_is_a_default() -> None:
    assert engine.read(story(EVEN).say("declare", seat=0, kind="thunee", suit=None).record)
    assert engine.read(story(EVEN).say("redeal", reason="other", seat=None).record)
    for what in (
        {"type": "call", "seat": 0, "amount": 10, "blind": None},
        {"type": "trump", "seat": None, "suit": "s"},
    ):
        with pytest.raises(engine.RecordError):
            engine.read({**BARE, "events": [what]})


def test_passes_may_be_written_down_or_not() -> None:
    hand = story(EVEN, dealer=0)
    for seat in (2, 3):
        hand.say("pass", seat=seat)
    assert hand.call(0, 10).say("pass", seat=1).rest().result == "call_and_loss: B 2"
    assert story(EVEN).say("pass").rest().result == "count: A 1"


# --- spelling


def test_cards_and_suits_may_be_spelled_in_any_known_way() -> None:
    plain = story(EVEN).play(1).jodhi(1, "s", 40).rest()
    record = json.loads(json.dumps(plain.record).replace("Th", "10♥").replace("Js", "jS").replace('"s"', '"♠"'))
    record["deal"] = [hand and [", ".join(packet.split()) for packet in hand] for hand in record["deal"]]
    assert engine.adjudicate(record).to_dict() == plain.ruling.to_dict()
    assert engine.read(record).to_dict() == engine.read(plain.record).to_dict(), "and are written out in one"


@pytest.mark.parametrize(("card", "fault"), [("2h", "pack"), ("Zh", "must be a card"), (7, "must be a card")])
def test_a_card_of_another_pack_is_refused(card: Any, fault: str) -> None:
    with pytest.raises(engine.RecordError, match=fault):
        engine.read(story(EVEN).say("play", seat=0, card=card).record)


def test_flags_are_false_without_a_word() -> None:
    said = story(EVEN, dealer=0).call(0, 10, blind=False, both=False).rest()
    assert said.ruling.to_dict() == story(EVEN, dealer=0).call(0, 10).rest().ruling.to_dict()


def test_what_cards_cannot_show_needs_the_referees_finding() -> None:
    with pytest.raises(engine.RecordError, match="finding"):
        engine.read(story(EVEN).accuse(1, 0, "signal").record)
    with pytest.raises(engine.RecordError, match="finding"):
        engine.read(story(EVEN).say("accuse", seat=1, against=0, offence="signal", upheld=None).record)
    assert engine.read(story(EVEN).accuse(1, 0, "revoke").record)


def test_note_and_id_are_carried_through_unchanged() -> None:
    for identity in ("case-66", 66, 6.5, "é", None):
        given = story(EVEN).rest().record | {"note": "Halls have bad light. ♠", "id": identity}
        told = engine.adjudicate(given).to_dict()
        assert (told["note"], told["id"]) == (given["note"], identity)
    assert "id" not in story(EVEN).rest().ruling.to_dict()


# --- a record that stops short


def test_a_record_that_stops_short_says_what_is_missing() -> None:
    assert paths(story(EVEN).play(4)) == ["events"]
    assert "16 of 24" in story(EVEN).play(4).ruling.reasons[0]["message"]
    assert paths(story(EVEN, trump=None).play(4))[0] == "events"
    assert paths(story(EVEN).trump(0, "s")) == ["events"]


def test_a_hand_before_its_first_card_may_end_in_nearly_any_way() -> None:
    told = possible(story(EVEN, deal=False).trump(0, "s").ruling)
    assert {"count: A 1", "count: B 1", "khanuck: A 3", "khanuck: B 4", "double: B 2", "four_ball: A 4"} <= told
    assert {"thunee: A 4", "thunee: B 3", "trumpless: A 1", "exposed_card: nobody"} <= told
    assert not any(one.startswith("call_and_loss") for one in told), "nobody called"


def test_a_hand_that_was_called_can_be_lost_as_a_call() -> None:
    told = possible(story(EVEN, dealer=0).call(0, 10).play(1).ruling)
    assert {"count: A 1", "call_and_loss: B 2"} <= told
    assert "count: B 1" not in told


def test_a_double_that_can_no_longer_be_made_is_not_possible() -> None:
    told = possible(story(EVEN).play(2).ruling)
    assert {"double: B 4", "double: A 4"} <= told
    assert not {"double: A 2", "double: B 2"} & told


def test_a_hand_with_trump_on_the_counting_side_is_not_trumpless() -> None:
    assert not any(one.startswith("trumpless: A") for one in possible(story(EVEN).play(1).ruling))
    assert "trumpless: A 1" in possible(story(TRUMPLESS).play(1).ruling)


def test_a_whole_play_without_trump_lists_what_each_trump_would_give() -> None:
    hand = story(COUNTERS_SWEEP, trump=None).rest()
    assert hand.result == "undecidable"
    assert possible(hand.ruling) <= {"count: A 1", "count: B 1", "trumpless: nobody", "trumpless: A 1"}
    assert "count: B 1" in possible(hand.ruling)


def test_an_undecidable_record_counts_for_nothing() -> None:
    ruling = story(EVEN).play(4).ruling
    told = ruling.to_dict()
    assert [told[key] for key in ("kind", "detail", "winner", "balls", "seat", "after", "count")] == [None] * 7
    assert len(told["tricks"]) == 4


def test_an_invalid_record_lists_its_faults_and_nothing_else() -> None:
    told = story(EVEN).rest().double(1).ruling.to_dict()
    assert told["status"] == "invalid"
    assert [error["path"] for error in told["errors"]] == ["events[25]"]
    assert [told[key] for key in ("tricks", "claims", "infractions", "steps", "trusted")] == [[]] * 5


# --- after the end


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("call", {"seat": 1, "amount": 10}),
        ("pass", {"seat": 1}),
        ("trump", {"seat": 0, "suit": "s"}),
        ("declare", {"seat": 0, "kind": "thunee"}),
        ("double", {"seat": 1}),
        ("redeal", {"reason": "low_hand"}),
        ("redeal", {"reason": "exposed_card"}),
    ],
)
def test_most_things_cannot_happen_after_the_last_card(what: str, fields: dict[str, Any]) -> None:
    assert story(EVEN).rest().say(what, **fields).ruling.status == "invalid"


def test_nothing_happens_after_a_new_deal() -> None:
    for what in ("khanuck", "pass", "double"):
        assert story(EVEN).play(1).redeal("other").say(what, seat=0).ruling.status == "invalid", what
    assert story(EVEN).play(1).redeal("other").play(1).ruling.status == "invalid"


# --- what the table claims


def test_a_right_claim_is_no_difference() -> None:
    hand = story(EVEN, dealer=0).call(0, 10).rest().claims(winner="B", balls=2, kind="call_and_loss", count=105)
    assert hand.ruling.discrepancies == []


def test_a_wrong_number_of_balls_is_a_difference_with_the_rule_that_accounts_for_it() -> None:
    hand = story(EVEN, dealer=0).call(0, 10).rest().claims(winner="B", balls=1)
    assert differences(hand) == [("balls.B", 1, 2, "TH-COUNT-6")]


def test_a_wrong_winner_is_a_difference() -> None:
    hand = story(EVEN).rest().claims(winner="B", balls=1)
    assert ("winner", "B", "A", "TH-COUNT-5") in differences(hand)
    assert {row[0] for row in differences(hand)} == {"winner", "balls.A", "balls.B"}


def test_balls_may_be_claimed_by_side() -> None:
    assert story(EVEN).rest().claims(balls={"A": 1, "B": 0}).ruling.discrepancies == []
    hand = story(EVEN).rest().claims(balls={"A": 0, "B": 0})
    assert differences(hand) == [("balls.A", 0, 1, "TH-COUNT-5")]


def test_a_wrong_count_is_a_difference() -> None:
    assert differences(story(EVEN).rest().claims(count=97)) == [("count.total", 97, 95, "TH-COUNT-1")]


def test_a_wrong_kind_or_detail_is_a_difference() -> None:
    hand = story(THUNEE_WON).declare(0, "thunee").rest().claims(kind="thunee", detail="caught")
    assert [row[:3] for row in differences(hand)] == [("detail", "caught", "made")]


def test_a_void_hand_somebody_claimed_balls_for_is_a_difference() -> None:
    hand = story(EVEN).play(1).redeal("other").claims(winner="A", balls=1)
    assert ("winner", "A", None, "TH-DEAL-2") in differences(hand)


def test_a_claim_decides_nothing() -> None:
    assert story(EVEN).play(4).claims(winner="B", balls=2).result == "undecidable"
    assert sheet().claims(winner="B", balls=2).result == "undecidable"


# --- a record is a value


def test_a_record_stays_what_it_was() -> None:
    hand = story(EVEN).play(1).jodhi(1, "s", 40).rest().claims(winner="B", balls=1)
    before = json.dumps(hand.record)
    held = engine.read(hand.record)
    engine.adjudicate(held).to_dict()
    assert json.dumps(hand.record) == before
    assert held.to_dict() == engine.read(hand.record).to_dict()


def test_only_read_raises() -> None:
    """What shows when the hand is replayed is a ruling."""
    held = engine.read(story("1: 9h 9h 9h 9h", deal=False).rest().record)
    assert engine.adjudicate(held).status == "invalid"


@pytest.mark.parametrize("status", ["decided", "void", "undecidable", "invalid"])
def test_the_parts_of_a_ruling_bear_the_names_of_its_json(status: str) -> None:
    hand = story(EVEN).play(1).jodhi(1, "s", 40).play(4)
    if status == "void":
        hand.redeal("exposed_card")
    elif status != "undecidable":
        hand.rest()
    if status == "invalid":
        hand.double(1)
    ruling = hand.ruling
    assert ruling.status == status
    for key, value in ruling.to_dict().items():
        held = getattr(ruling, key)
        assert ([step.to_dict() for step in held] if key == "steps" else held) == value, key
    with pytest.raises(AttributeError):
        _ = ruling.nothing_of_the_kind


@pytest.mark.parametrize(
    ("key", "value", "wrong"),
    [
        ("id", "\ud800", "half a character"),
        ("note", "fine \udfff", "half a character"),
        ("id", float("nan"), "nan"),
        ("id", float("inf"), "inf"),
    ],
)
def test_what_no_file_can_hold_is_refused_as_an_id_or_a_note(key: str, value: Any, wrong: str) -> None:
    with pytest.raises(engine.RecordError, match=wrong) as refused:
        engine.read({**story(EVEN).rest().record, key: value})
    assert [row["path"] for row in refused.value.errors] == [key]
