"""The results of hands in columns, without rulings: row for row what the single call finds, however each is written."""

import json
from random import Random

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.bulk import in_brief
from engine.lines import answers
from tests.engine import random_hands, random_tallies
from tests.engine.cases import load
from tests.engine.thunee.alike import lines, patched

CASES = [record for _, record, _ in load()][::7]


def some(rng, number):
    """Hands of every kind, in every plain way of writing, with names and without."""
    made = []
    for place in range(number):
        record = rng.choice((random_hands.plain, random_hands.plain, random_hands.odd, random_tallies.tally))(rng)
        if place % 3 == 0:
            record |= {"note": "n", "id": f"hand {place}"}
        if place % 7 == 0:
            record |= {"id": place}
        if place % 5 == 0:
            record |= {"claimed": {"winner": "A"}}
        made.append(rng.choice(lines(record)))
    return made


def same(rows, given_, rules=None):
    """Every row has what the answer in brief to its line has, and what is missing or wrong is told in its ruling."""
    told = list(answers(given_, rules, brief=True))
    assert len(rows) == len(told)
    for row, answer in zip(rows, told, strict=True):
        ruling = json.loads(answer.text)
        name = ruling.get("id")
        assert row["id"] == (name if name is None or isinstance(name, str) else json.dumps(name))
        assert (row["status"], row["kind"], row["winner"]) == (
            ruling["status"], ruling.get("kind"), plain(ruling.get("winner")),
        )  # fmt: skip
        assert row["ruling"] == (None if ruling["status"] in ("decided", "void") else answer.text)
        worth, after = ruling.get("balls") or ruling.get("scores"), ruling.get("after")
        if isinstance(worth, dict):
            assert {"A": row["gets_a"], "B": row["gets_b"]} == worth
        if after and "balls" in after:
            found = {
                "balls": {"A": row["after_a"], "B": row["after_b"]},
                "cornerhouse": list(row["cornerhouse"] or ""),
                **{key: row[key] for key in ("target", "khanuck_called", "game_over", "game_winner", "next_dealer")},
            }
            assert found == after


def plain(winner):
    return winner if winner is None or isinstance(winner, str) else json.dumps(winner)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), chance=st.randoms(use_true_random=False))
def test_each_line_comes_out_as_it_does_alone(seed, chance):
    given_ = some(Random(seed), 12)
    given_ += [patched(line, chance) for line in given_[:4]]
    given_ = [line for line in given_ if line.strip()]
    table, valid = in_brief.results(given_, None)
    same(table.to_pylist(), given_)
    assert valid == all(answer.valid for answer in answers(given_))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_of_hands_is_judged_in_parts_and_in_order(tmp_path, monkeypatch, jobs):
    monkeypatch.setattr(in_brief, "ROWS", 7)
    given_ = [json.dumps(record).encode() for record in CASES] + some(Random(3), 60)
    apart = [b"\xef\xbb\xbf \n", b"\n", *(line + b"\r\n" for line in given_), b" "]
    valid = in_brief.write_results(tmp_path / "results.parquet", apart, "club-strict", jobs)
    assert not valid
    same(pq.read_table(tmp_path / "results.parquet").to_pylist(), given_, "club-strict")


def test_the_command_writes_results_alone_and_says_whether_all_were_valid(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    good = [json.dumps(random_hands.plain(Random(seed))).encode() for seed in range(30)]
    (tmp_path / "good.jsonl").write_bytes(b"\n".join(good))
    (tmp_path / "bad.jsonl").write_bytes(b"\n".join([*good, b"{"]))
    for name, status in (("good", 0), ("bad", 1)):
        assert commands.main(["adjudicate", "--brief", f"{name}.jsonl", "-o", "results.parquet"]) == status
        assert capsys.readouterr() == ("", "")
        same(pq.read_table("results.parquet").to_pylist(), (tmp_path / f"{name}.jsonl").read_bytes().splitlines())


def test_a_file_that_cannot_be_written_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.jsonl").write_bytes(json.dumps(random_hands.plain(Random(1))).encode())
    assert commands.main(["adjudicate", "--brief", "good.jsonl", "-o", "nowhere/results.parquet"]) != 0
    assert "nowhere/results.parquet cannot be written" in capsys.readouterr().err


def test_no_hands_are_a_file_without_rows(tmp_path):
    assert in_brief.write_results(tmp_path / "results.parquet", [])
    assert pq.read_table(tmp_path / "results.parquet").num_rows == 0
