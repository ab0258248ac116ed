"""Hands as text: nothing is lost on the way there and back, reading is lenient, every fault is said with its place."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import notation
from tests.engine import random_hands, random_tallies
from tests.engine.tarneeb import hands as tarneeb

HERE = Path(__file__).parent / "notation"
CASES = Path(__file__).parent.parent / "cases"
CANONICAL = (HERE / "canonical.thn").read_text(encoding="utf-8")


def golden() -> list[dict[str, Any]]:
    """Every record of tests/cases, of all games."""
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [json.loads(line)["record"] for line in lines if line.strip()]


def there_and_back(records: list[dict[str, Any]]) -> None:
    text = notation.write(records)
    hands = notation.read(text)
    assert [engine.read(hand.record).to_dict() for hand in hands] == [engine.read(one).to_dict() for one in records]
    assert notation.write(hands) == text


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(text)
    return [(one["line"], one["column"], one["message"]) for one in caught.value.errors]


def test_nothing_of_a_golden_record_is_lost_on_its_own() -> None:
    for record in golden():
        there_and_back([record])


def test_nothing_is_lost_with_all_of_them_in_one_file_where_tags_hold_for_what_follows() -> None:
    there_and_back(golden())


@pytest.mark.parametrize("seed", range(40))
def test_nothing_of_a_random_record_is_lost(seed: int) -> None:
    rng = random.Random(f"notation {seed}")
    there_and_back([random_hands.plain(rng), random_hands.odd(rng), random_tallies.tally(rng)])
    there_and_back([tarneeb.random_hand(rng)[0], random_hands.plain(rng)])


def test_a_record_without_events_is_not_one_with_none() -> None:
    bare = {"format": "hand-record/1", "game": "thunee", "dealer": 0}
    for record in (bare, bare | {"events": []}):
        (hand,) = notation.read(notation.write([record]))
        assert hand.record == record


@pytest.mark.parametrize("value", [None, "", "-", "null", "2s", "a b", 'say "no"', "true", 0, -3, "ü\n", "[x]", "1."])
def test_any_id_and_note_stay_what_they_are(value: Any) -> None:
    record = {"format": "hand-record/1", "game": "thunee", "dealer": 0, "id": value}
    if isinstance(value, str):
        record["note"] = value
    (hand,) = notation.read(notation.write([record]))
    assert hand.record == record


def test_the_canonical_file_is_written_as_it_was_read() -> None:
    assert notation.write(notation.read(CANONICAL)) == CANONICAL


def test_the_canonical_file_holds_these_records() -> None:
    wanted = [json.loads(line) for line in (HERE / "canonical.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [hand.record for hand in notation.read(CANONICAL)] == wanted


def test_what_somebody_types_is_read_as_the_canonical_hand() -> None:
    typed = notation.read((HERE / "lenient.thn").read_text(encoding="utf-8"))
    assert notation.write(typed) == notation.write(notation.read(CANONICAL)[:1])


def test_keys_and_values_are_read_in_any_case() -> None:
    small = """[Game thunee] [Rules {preset: durban-modern, thunee_winner: team}] [Dealer 3] [Note "As It Is"]
        [Before {balls: {A: 3, B: 4}}] [Tally {trumper: 0, trump: s, card_points: {B: 85}, last_trick: 1}]
        [Claimed {winner: A, kind: count}] *
        [Tally -] [Claimed -] 0:accuse=revoke,against=1,late=true 1:redeal=low_hand 1:jodhi=s,jack=true,value=50 *"""
    large = small.upper().replace('"AS IT IS"', '"As It Is"').replace("TRUE", "true")
    assert [hand.record for hand in notation.parse(large)] == [hand.record for hand in notation.parse(small)]


@pytest.mark.parametrize("tag", ["Referee", "North", "Weather", "Hall", "Name", "Deck", "Table2", "Trump"])
def test_a_tag_of_somebodys_own_is_no_slip(tag: str) -> None:
    (hand,) = notation.parse(f"[{tag} fine]\n*")
    assert hand.about == {tag: "fine"}


@pytest.mark.parametrize(
    ("tag", "meant"), [("Dealr", "dealer"), ("Deale", "dealer"), ("Delaer", "dealer"), ("Deel", "deal")]
)
def test_a_slip_of_one_letter_in_a_tag_is_named(tag: str, meant: str) -> None:
    with pytest.raises(notation.NotationError, match=f'did you mean "{meant}"'):
        notation.parse(f"[{tag} 0]\n*")


def test_a_fingerprint_needs_no_quotes_though_it_looks_like_a_number() -> None:
    for digits in ("1e913140", "12345678", "0e000000"):
        (hand,) = notation.parse(f"[Fingerprint {digits}]\n*")
        assert hand.about == {"Fingerprint": digits}


def test_tags_hold_for_the_hands_that_follow_until_they_are_taken_back() -> None:
    first, second, third, _tunge = notation.read(CANONICAL)
    assert first.about["Table"] == second.about["Table"] == 3
    assert second.record["rules"] == first.record["rules"]
    assert third.about == {}
    assert "rules" not in third.record


def test_every_fault_of_a_file_is_said_with_line_and_column() -> None:
    found = faults((HERE / "faulty.thn").read_text(encoding="utf-8"))
    assert [place[:2] for place in found] == [(1, 1), (2, 1), (4, 1), (5, 4), (6, 1), (6, 9), (9, 1)]


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("[Dealer 0]\nJc *", (2, 1), "whose card"),
        ("[Dealer 0]\n0:Jc 99h", (2, 6), "a seat and an amount"),
        ("[Dealer 0]\n0:jodhy=s", (2, 1), 'did you mean "jodhi"'),
        ("[Dealer 0]\n0:jodhi=s,value=4,value=5", (2, 19), "twice"),
        ("[Dealer 0]\n[Dealer 1]\n*", (2, 1), "twice"),
        ("[Dealer 0]\n{! 0:pass", (2, 10), "not closed"),
        ("[Dealer 0]\n{ never closed", (2, 1), "not closed"),
        ('[Dealer 0]\n[Note "open]\n*', (2, 7), "does not end"),
        ("[Dealer 0]\n@5 *", (2, 1), "an {event: whole}"),
        ("[Rules {balls_to_win:{}}]\n[Dealer 0]\n*", (1, 1), "balls_to_win"),
        ("[Dealer 0]\n[Fingerprint deadbeef]\n*", (2, 1), "fingerprint"),
        ("[Dealer 0]\n123:pass", (2, 1), "so many seats"),
    ],
)
def test_a_fault_says_where_it_is_and_what_should_be_there(text: str, place: tuple[int, int], said: str) -> None:
    line, column, message = faults(text)[0]
    assert (line, column) == place
    assert said in message


def test_a_fingerprint_that_fits_is_taken() -> None:
    mark = engine.read({"format": "hand-record/1", "game": "thunee", "dealer": 0}).profile.fingerprint
    (hand,) = notation.read(f'[Fingerprint "{mark[:12]}"] [Dealer 0] *')
    assert hand.about == {"Fingerprint": mark[:12]}


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet=st.sampled_from('[]{}",:;=@!*-. \n019JhTs♥\\aDeal'), max_size=60))
def test_no_text_is_read_with_anything_but_hands_or_faults(text: str) -> None:
    try:
        hands = notation.read(text)
    except notation.NotationError:
        return
    assert [hand.record for hand in notation.read(notation.write(hands))] == [hand.record for hand in hands]


@pytest.mark.parametrize("seed", range(60))
def test_a_file_that_was_damaged_is_read_with_nothing_but_hands_or_faults(seed: int) -> None:
    rng = random.Random(f"damage {seed}")
    text = CANONICAL
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(text))
        text = (
            text[:at]
            + rng.choice(["{", "[Dealer 2]", "{! ", "@[1]", "10♥ ", "9" * 5000, ""])
            + text[at + rng.randint(0, 8) :]
        )
    try:
        hands = notation.read(text)
    except notation.NotationError:
        return
    again = notation.read(notation.write(hands))
    assert [(hand.record, hand.about) for hand in again] == [(hand.record, hand.about) for hand in hands]
