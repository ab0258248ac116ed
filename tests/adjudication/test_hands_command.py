"""`manage.py hands convert` and `manage.py adjudicate` with notation."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

HERE = Path(__file__).parents[1] / "engine" / "notation"


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_notation_becomes_records_and_records_notation(tmp_path: Path) -> None:
    lines = said("hands", "convert", str(HERE / "canonical.thn"))
    assert lines == (HERE / "canonical.jsonl").read_text(encoding="utf-8")
    records, back = tmp_path / "hands.jsonl", tmp_path / "hands.thn"
    records.write_text(lines, encoding="utf-8")
    said("hands", "convert", str(records), "-o", str(back))
    assert said("hands", "convert", str(back)) == lines


def test_notation_is_put_in_its_one_way() -> None:
    text = said("hands", "convert", str(HERE / "lenient.thn"), "--to", "thn")
    assert (HERE / "canonical.thn").read_text(encoding="utf-8").startswith(text)


def test_faults_are_said_with_file_line_and_column() -> None:
    for command in (["hands", "convert"], ["adjudicate"]):
        with pytest.raises(CommandError) as caught:
            said(*command, str(HERE / "faulty.thn"))
        assert "faulty.thn:2:1: no tag is called Deel" in str(caught.value)


def test_what_is_wrong_with_a_line_of_json_is_said(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text('\n{"format": "hand-record/1", "game": "thunee"}\n', encoding="utf-8")
    with pytest.raises(CommandError, match=r"hands\.jsonl:2: dealer"):
        said("hands", "convert", str(file))


def test_adjudicate_judges_notation_as_it_judges_the_records() -> None:
    rulings = [json.loads(line) for line in said("adjudicate", str(HERE / "canonical.thn")).splitlines()]
    assert rulings == [json.loads(line) for line in said("adjudicate", str(HERE / "canonical.jsonl")).splitlines()]
    assert [one["status"] for one in rulings] == ["undecidable", "decided", "undecidable", "undecidable"]


def test_a_file_of_notation_is_one_game(tmp_path: Path) -> None:
    file = tmp_path / "game.thn"
    file.write_text("[Dealer 0]\n[Tally {trumper:1,declared:{seat:1,kind:thunee}}]\n*\n" * 2, encoding="utf-8")
    ledger = json.loads(said("adjudicate", "--game", str(file)))
    assert len(ledger["hands"]) == 2
