"""`manage.py adjudicate` on many hands: in brief, and by several processes."""

import io
import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from engine import adjudicate
from tests.engine import random_hands
from tests.support.adjudication.sheets import SHEETS

BRIEF = {"status", "kind", "winner", "balls", "after"}


def judged(file: Path, *arguments: str) -> list[str]:
    """The lines that are written; where a record is invalid the command ends with a status of its own."""
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("adjudicate", str(file), *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """More hands than one process is given at a time, odd ones among them, a blank line and a line that is none."""
    records: list[Any] = [random_hands.odd(Random(seed)) | {"id": seed} for seed in range(450)]
    lines = [json.dumps(record) for record in records]
    lines[207:207] = ["", "no record"]
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize("how", [[], ["--brief"], ["--explain"]])
def test_several_processes_answer_the_same_in_the_same_order(hands: Path, how: list[str]) -> None:
    alone = judged(hands, *how)
    assert judged(hands, *how, "--jobs", "3") == alone
    assert len(alone) >= 451


@pytest.mark.slow
def test_a_ruling_in_brief_has_its_result_and_what_is_wrong(hands: Path) -> None:
    whole = [json.loads(line) for line in judged(hands)]
    brief = [json.loads(line) for line in judged(hands, "--brief")]
    assert {ruling["status"] for ruling in whole} == {"decided", "void", "undecidable", "invalid"}
    for long, short in zip(whole, brief, strict=True):
        if "format" not in long:
            assert short == long  # no record at all
            continue
        more = {"undecidable": {"reasons"}, "invalid": {"errors"}}.get(long["status"], set())
        assert set(short) == BRIEF | {"id"} | more
        assert all(short[key] == long[key] for key in short)


@pytest.mark.parametrize("game", SHEETS)
def test_in_brief_a_hand_played_for_points_has_its_scores(game: str, tmp_path: Path) -> None:
    record = {"format": "hand-record/1", "game": game, "dealer": 0, "tally": SHEETS[game]}
    file = tmp_path / "hand.jsonl"
    file.write_text(json.dumps(record))
    [line] = judged(file, "--brief")
    said = json.loads(line)
    assert set(said) == BRIEF - {"balls"} | {"scores"}
    assert said["scores"] == adjudicate(record).to_dict()["scores"]


@pytest.mark.parametrize("how", [["--brief", "--explain"], ["--brief", "--game"], ["--jobs", "0"], ["--jobs", "65"]])
def test_what_does_not_go_together_is_refused(hands: Path, how: list[str]) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("adjudicate", str(hands), *how, stdout=io.StringIO())
    assert refused.value.returncode == 2
