"""A line of JSON is read strictly, and whatever was read can be written again as JSON."""

import json

import pytest

from engine import RecordError
from engine.json_text import load
from engine.lines import answers


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity", "9" * 5000])
def test_a_number_that_cannot_be_held_is_refused(number: str) -> None:
    with pytest.raises(RecordError):
        load(f'{{"id": {number}}}')


def test_an_answer_is_json_whatever_number_was_carried_through() -> None:
    record = '{"format": "hand-record/1", "game": "thunee", "dealer": 0, "id": 1e400}'
    (answer,) = answers([record])
    assert not answer.valid
    json.loads(answer.text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


@pytest.mark.parametrize("blank", [b"\xef\xbb\xbf\n", b"\xef\xbb\xbf \r\n", b" \t\r\n", "\ufeff\n", ""])
def test_a_blank_line_is_skipped_whatever_an_editor_put_before_it(blank: str | bytes) -> None:
    assert list(answers([blank])) == []
