"""`manage.py equity` and `manage.py ironclad`: what they say, and what they say to nonsense."""

import json
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.engine import random_hands


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "hand.json"
    hand = random_hands.plain(Random(5), "durban-classic")
    file.write_text(json.dumps(hand))
    last = max(number for number, event in enumerate(hand["events"]) if event["type"] == "play")
    return file, last


def test_equity_tells_the_count_before_and_after_a_card(record, capsys):
    file, last = record
    call_command("equity", str(file), "--event", str(last))
    told = capsys.readouterr().out
    assert f"event {last}, after 23 cards" in told
    assert "before  a count of" in told
    assert "not a ruling" in told


def test_equity_as_json_holds_the_same(record, capsys):
    file, last = record
    call_command("equity", str(file), "--event", str(last), "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["event"] == last
    assert told["before"] == told["after"]
    assert len(told["choices"]) == 1


@pytest.mark.parametrize(
    ("text", "event", "said", "code"),
    [
        ("{", 0, "is not JSON", 2),
        ("{}", 0, "no hand record", 2),
        ('{"format": "hand-record/1", "game": "thunee", "dealer": 0, "events": []}', 3, "none of number 3", 1),
    ],
)
def test_equity_says_what_is_wrong_with_what_it_is_given(tmp_path, text, event, said, code):
    file = tmp_path / "hand.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=said) as refused:
        call_command("equity", str(file), "--event", str(event))
    assert refused.value.returncode == code


def test_equity_of_a_file_that_is_not_there_is_a_plain_sentence(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("equity", str(tmp_path / "none.json"), "--event", "0")


def test_ironclad_answers_for_each_suit_of_the_hand(capsys):
    call_command("ironclad", "Jd 9d Ad Jc 9c Js")
    told = capsys.readouterr().out
    assert "d as trump: iron-clad" in told
    assert "s as trump: " in told
    assert "is cut by a hand of" in told


def test_ironclad_refuses_what_is_no_hand():
    with pytest.raises(CommandError, match="six different cards"):
        call_command("ironclad", "Jd", "9d")
