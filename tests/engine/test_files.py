"""Hands from files, one after the other, with what is wrong told by its line."""

import json

import pytest

import engine
from engine import notation
from tests.engine.cases import load

RECORDS = [record for _, record, ruling in load() if ruling.get("status") == "decided"][:40]


def test_lines_and_notation_give_the_same_hands(tmp_path):
    lines, text = tmp_path / "evening.jsonl", tmp_path / "evening.thn"
    lines.write_text("\n\n".join(map(json.dumps, RECORDS)) + "\n", encoding="utf-8")
    text.write_text(notation.write(RECORDS), encoding="utf-8")
    asked = [engine.read(record) for record in RECORDS]
    assert list(engine.hands(lines)) == asked
    assert [engine.adjudicate(hand).to_dict() for hand in engine.hands(str(text))] == [
        engine.adjudicate(hand).to_dict() for hand in asked
    ]


def test_rules_are_for_hands_that_name_none(tmp_path):
    file = tmp_path / "evening.jsonl"
    bare = {"format": "hand-record/1", "game": "thunee", "dealer": 0}
    file.write_text(json.dumps(bare) + "\n" + json.dumps(bare | {"rules": "fundraiser"}), encoding="utf-8")
    assert [hand.profile.preset for hand in engine.hands(file, "club-strict")] == ["club-strict", "fundraiser"]


def test_the_hands_before_a_bad_line_are_there_and_the_line_is_named(tmp_path):
    file = tmp_path / "evening.jsonl"
    file.write_text(json.dumps(RECORDS[0]) + '\n\n{"format": 3}\n', encoding="utf-8")
    hands = engine.hands(file)
    assert next(hands) == engine.read(RECORDS[0])
    with pytest.raises(engine.RecordError) as wrong:
        next(hands)
    assert {error["path"] for error in wrong.value.errors} >= {"3: format", "3: game"}


def test_a_text_with_faults_and_a_file_that_is_not_there_are_told(tmp_path):
    file = tmp_path / "evening.thn"
    file.write_text("[Dealer 0]\n1. 2:Xx\n", encoding="utf-8")
    with pytest.raises(engine.NotationError) as wrong:
        list(engine.hands(file))
    assert wrong.value.errors[0]["line"] == 2
    with pytest.raises(FileNotFoundError):
        list(engine.hands(tmp_path / "nothing.jsonl"))
