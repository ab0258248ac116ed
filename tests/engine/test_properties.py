"""What holds of every hand, however odd: found by trying very many."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.thunee import play
from tests.engine import random_hands
from tests.engine.random_hands import WORTH, beats, winning
from tests.engine.rotation import rotated_record, rotated_ruling
from tests.engine.strategies import SEEDS, examples, odd_records, plain_records, tally_records

Json = dict[str, Any]
# What may still be written down after the last card, and may change the result (or be an accusation marked late).
AFTER_THE_LAST_CARD = {"accuse", "jodhi", "murrials", "khanuck", "redeal"}


def told(ruling: engine.Ruling) -> tuple[Any, ...]:
    """The result, as `possible` lists it."""
    balls = ruling.balls
    return ruling.kind, ruling.winner, balls and (balls["A"], balls["B"])


def possible(ruling: engine.Ruling) -> set[tuple[Any, ...]]:
    return {(one["kind"], one["winner"], (one["balls"]["A"], one["balls"]["B"])) for one in ruling.possible}


def trump_of(record: Json) -> str | None:
    """Trump of a hand as the record says it, for hands without a declaration."""
    said = [event["suit"] for event in record["events"] if event["type"] == "trump"]
    return said[0] if said else None


# --- cards and tricks


@examples(200)
@given(odd_records())
def test_the_cards_of_a_whole_play_count_304(record: Json) -> None:
    ruling = engine.adjudicate(record)
    if ruling.status != "invalid" and len(ruling.tricks) == 6:
        assert sum(trick["points"] for trick in ruling.tricks) == 304
    if ruling.count is not None:
        assert sum(ruling.count["card_points"].values()) == 304
        assert sum(ruling.count["tricks"].values()) == 6


@examples(200)
@given(odd_records())
def test_the_points_of_a_trick_are_those_of_its_cards(record: Json) -> None:
    for trick in engine.adjudicate(record).tricks:
        assert trick["points"] == sum(WORTH[card[0]] for card in trick["cards"])


@examples(200)
@given(odd_records(leave_out=("no_trump", "declare", "six_of_suit")))
def test_the_winner_of_a_trick_holds_a_card_that_beats_the_others(record: Json) -> None:
    ruling = engine.adjudicate(record)
    if any(event["type"] == "declare" for event in record["events"]):
        return  # see below
    trump = trump_of(record)
    for number, trick in enumerate(ruling.tricks):
        played = [event for event in record["events"] if event["type"] == "play"][number * 4 : number * 4 + 4]
        seats = [event["seat"] for event in played]
        best = trick["cards"][seats.index(trick["winner"])]
        led = trick["cards"][0][1]
        assert all(beats(best, other, led, trump) for other in trick["cards"] if other != best)
        assert trick["leader"] == seats[0]


@examples(150)
@given(SEEDS, st.sampled_from(("thunee", "royals", "blind_thunee", "blind_royals")))
def test_the_tricks_of_a_declared_hand_go_to_the_card_that_beats_the_others(seed: int, kind: str) -> None:
    """TH-CARD-3: in royals the rank is turned over."""
    rng = Random(seed)
    pack = random_hands.PACK[:]
    rng.shuffle(pack)
    hands = [pack[seat * 6 : seat * 6 + 6] for seat in range(4)]
    caller = rng.randrange(4)
    events: list[Json] = [{"type": "declare", "seat": caller, "kind": kind}]
    leader, trump, winners = caller, None, []
    for _ in range(6):
        trick: list[tuple[int, str]] = []
        for seat in ((leader + step) % 4 for step in range(4)):
            card = rng.choice(random_hands.allowed(hands[seat], trick, trump or ""))
            trump = trump or card[1]
            hands[seat].remove(card)
            trick.append((seat, card))
            events.append({"type": "play", "seat": seat, "card": card})
        leader = winning(trick, trump, royal="royals" in kind)
        winners.append(leader)
    ruling = engine.adjudicate({"format": "hand-record/1", "game": "thunee", "dealer": 0, "events": events})
    assert [trick["winner"] for trick in ruling.tricks] == winners
    if ruling.status == "decided":
        assert (ruling.detail == "made") == (set(winners) == {caller})


@examples(200)
@given(plain_records())
def test_legal_play_is_never_an_infraction(record: Json) -> None:
    ruling = engine.adjudicate(record)
    assert ruling.infractions == []
    assert ruling.status in ("decided", "void")
    assert ruling.discrepancies == []


# --- balls


@examples(300)
@given(odd_records())
def test_balls_go_to_one_side_only(record: Json) -> None:
    ruling = engine.adjudicate(record)
    if ruling.status == "decided":
        loser = "A" if ruling.winner == "B" else "B"
        assert ruling.winner in ("A", "B")
        assert ruling.balls[loser] == 0
        before = record["before"]["balls"]
        assert ruling.after["balls"] == {side: before[side] + ruling.balls[side] for side in "AB"}
    elif ruling.status == "void":
        assert (ruling.winner, ruling.balls) == (None, {"A": 0, "B": 0})
        assert ruling.after["next_dealer"] == record["dealer"]
    else:
        assert (ruling.winner, ruling.balls, ruling.after) == (None, None, None)
    if ruling.status == "undecidable":
        assert ruling.reasons
        assert ruling.possible
        assert all(0 in one["balls"].values() for one in ruling.possible)
    assert bool(ruling.errors) == (ruling.status == "invalid")


@examples(200)
@given(st.one_of(odd_records(), tally_records()))
def test_the_explanation_awards_what_the_ruling_says(record: Json) -> None:
    """Some step, under the rule that decided, gives the winner just these balls."""
    ruling = engine.adjudicate(record)
    if ruling.status == "decided":
        awards = [(step["rule"], step["side"], step["points"]) for step in ruling.to_dict()["steps"]]
        assert (ruling.verdict.rule.id, ruling.winner, ruling.balls[ruling.winner]) in awards


# --- a record that breaks off


@examples(250)
@given(odd_records(leave_out=("claim",)), st.data())
def test_a_prefix_never_contradicts_the_whole(record: Json, data: st.DataObject) -> None:
    whole = engine.adjudicate(record)
    if whole.status == "invalid":
        return
    cut = data.draw(st.integers(0, len(record["events"])), label="events kept")
    part = engine.adjudicate({**record, "events": record["events"][:cut]})
    assert part.status != "invalid", part.errors
    rest = {event["type"] for event in record["events"][cut:]}
    if part.status in ("decided", "void"):
        if not rest & AFTER_THE_LAST_CARD:
            assert told(part) == told(whole)
    elif whole.status == "undecidable":
        assert possible(whole) <= possible(part)
    else:
        assert told(whole) in possible(part)


@examples(150)
@given(plain_records(), st.data())
def test_a_record_that_breaks_off_before_the_last_card_is_undecidable(record: Json, data: st.DataObject) -> None:
    plays = [place for place, event in enumerate(record["events"]) if event["type"] == "play"]
    cut = data.draw(st.sampled_from(plays), label="events kept")
    assert engine.adjudicate({**record, "events": record["events"][:cut]}).status == "undecidable"


# --- the same again


@examples(250)
@given(odd_records())
def test_the_same_record_gets_the_same_ruling_to_the_byte(record: Json) -> None:
    first, again = (json.dumps(engine.adjudicate(json.loads(json.dumps(record))).to_dict()) for _ in range(2))
    assert first == again
    held = engine.read(record)
    assert json.dumps(engine.adjudicate(held).to_dict()) == first
    assert json.dumps(engine.adjudicate(held).to_dict()) == first, "a record is not changed by being judged"


@examples(200)
@given(odd_records())
def test_a_record_written_out_and_read_again_is_the_same(record: Json) -> None:
    once = engine.read(record).to_dict()
    again = engine.read(json.loads(json.dumps(once)))
    assert again.to_dict() == once
    assert engine.adjudicate(again).to_dict() == engine.adjudicate(record).to_dict()


@examples(200)
@given(odd_records())
def test_asking_for_the_explanation_changes_nothing(record: Json) -> None:
    quiet = engine.adjudicate(record)
    before = told(quiet), quiet.infractions, quiet.claims, quiet.discrepancies
    assert quiet.steps or quiet.status in ("undecidable", "invalid")
    assert (told(quiet), quiet.infractions, quiet.claims, quiet.discrepancies) == before


@pytest.mark.parametrize("make", [plain_records, odd_records])
@pytest.mark.parametrize("spoil", [False, True])
def test_the_quick_way_through_a_play_in_turn_finds_what_the_long_way_finds(
    make: Any, spoil: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spoilt: a card of the play is another one, or two seats' cards are exchanged, with and without a deal."""

    @examples(150)
    @given(make(), SEEDS)
    def both_ways(record: Json, seed: int) -> None:
        given_ = spoilt_play(Random(seed), record) if spoil else record
        quick = engine.adjudicate(given_).to_dict()
        with monkeypatch.context() as patched:
            patched.setattr(play, "_in_turn", lambda *_: False)
            long = engine.adjudicate(given_).to_dict()
        assert quick == long

    both_ways()


def spoilt_play(rng: Random, record: Json) -> Json:
    events = [dict(event) for event in record["events"]]
    plays = [event for event in events if event["type"] == "play"]
    if plays:
        one, other = rng.choice(plays), rng.choice(plays)
        if rng.random() < 0.5:
            one["card"] = rng.choice(random_hands.PACK)
        else:
            key = rng.choice(("card", "seat"))
            one[key], other[key] = other[key], one[key]
    spoilt = {**record, "events": events}
    if rng.random() < 0.5:
        spoilt.pop("deal", None)
    return spoilt


# --- seats


@examples(250)
@given(odd_records(), st.integers(1, 3))
def test_turning_the_table_turns_the_ruling(record: Json, turn: int) -> None:
    """By two seats the sides stay, by one or three they change places; nothing else may depend on the seat numbers."""
    straight = engine.adjudicate(record).to_dict()
    turned = engine.adjudicate(rotated_record(record, turn)).to_dict()
    assert turned == rotated_ruling(straight, turn, turned)


@examples(200)
@given(tally_records(missing=0), st.integers(1, 3))
def test_turning_the_table_turns_the_ruling_on_a_sheet(record: Json, turn: int) -> None:
    straight = engine.adjudicate(record).to_dict()
    turned = engine.adjudicate(rotated_record(record, turn)).to_dict()
    assert turned == rotated_ruling(straight, turn, turned)


# --- scoresheets


@examples(300)
@given(tally_records(missing=0), st.sampled_from(("card_points", "last_trick", "tricks", "lost_to")))
def test_what_a_sheet_leaves_out_only_widens_what_is_possible(record: Json, key: str) -> None:
    """Without a key that decides it a sheet lists the result it has with that key, or has the same.

    What is written must go together: card points that so many tricks cannot hold are not listed without them.
    """
    whole = engine.adjudicate(record)
    written = dict(record["tally"])
    if any(row["rule"] == "TH-COUNT-1" for row in whole.discrepancies):
        return
    if key == "lost_to":
        if "declared" not in written:
            return
        written["declared"] = {name: value for name, value in written["declared"].items() if name != key}
    else:
        written.pop(key, None)
    part = engine.adjudicate({**record, "tally": written})
    if part.status == "undecidable":
        if whole.status == "undecidable":
            assert possible(whole) <= possible(part)
        else:
            assert told(whole) in possible(part)
    elif key != "tricks":
        assert told(part) == told(whole)


@examples(200)
@given(tally_records())
def test_a_sheet_written_out_and_read_again_is_the_same(record: Json) -> None:
    once = engine.read(record).to_dict()
    again = engine.read(json.loads(json.dumps(once)))
    assert again.to_dict() == once
    assert engine.adjudicate(again).to_dict() == engine.adjudicate(record).to_dict()


@examples(200)
@given(plain_records())
def test_a_hand_is_worth_the_same_by_its_cards_and_by_its_sheet(record: Json) -> None:
    by_cards = engine.adjudicate(record)
    if by_cards.detail == "failed" or by_cards.status == "void":
        return  # a sheet does not say at which moment a double was called, nor that nobody noticed
    sheet = {key: value for key, value in record.items() if key not in ("events", "deal")}
    sheet["tally"] = written_down(record, by_cards)
    by_sheet = engine.adjudicate(sheet)
    assert told(by_sheet) == told(by_cards)
    assert by_sheet.count == by_cards.count
    assert by_sheet.after == by_cards.after
    assert by_sheet.discrepancies == []
    both = engine.adjudicate({**record, "tally": sheet["tally"]})
    assert (told(both), both.discrepancies) == (told(by_cards), [])


def written_down(record: Json, ruling: engine.Ruling) -> Json:
    """A plain hand as its scorekeeper would write it down."""
    last = {event["type"]: event for event in record["events"]}
    taken = {side: [trick for trick in ruling.tricks if "AB"[trick["winner"] % 2] == side] for side in "AB"}
    sheet = {
        "trumper": last["trump"]["seat"],
        "trump": last["trump"]["suit"],
        "call": last["call"]["amount"] if "call" in last else 0,
        "card_points": {side: sum(trick["points"] for trick in tricks) for side, tricks in taken.items()},
        "tricks": {side: len(tricks) for side, tricks in taken.items()},
        "last_trick": ruling.tricks[-1]["winner"],
        "jodhi": [{key: claim[key] for key in ("seat", "suit", "value")} for claim in ruling.claims],
        "double": next((event["seat"] for event in record["events"] if event["type"] == "double"), None),
    }
    return sheet | ({"trumpless": "unnoticed"} if ruling.kind == "trumpless" else {})


# --- the game


@examples(60)
@given(st.lists(SEEDS, min_size=2, max_size=25), st.sampled_from(random_hands.PRESETS))
def test_the_ledger_of_a_game_adds_up(seeds: list[int], preset: str) -> None:
    hands = [{**random_hands.plain(Random(seed), preset), "dealer": seed % 4} for seed in seeds]
    for hand in hands:
        del hand["before"]
    ledger = engine.adjudicate_game(hands).to_dict()
    sums = dict.fromkeys("AB", 0)
    over = False
    for number, ruling in enumerate(ledger["hands"], 1):
        if over:
            assert any(p["hand"] == number and "TH-GAME-1" in p["message"] for p in ledger["problems"])
        elif ruling["status"] in ("decided", "void"):
            sums = {side: sums[side] + ruling["balls"][side] for side in "AB"}
            over = ruling["after"]["game_over"]
    assert ledger["after"]["balls"] == sums
    assert (ledger["winner"] is not None) == over
