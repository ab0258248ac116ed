"""Hands from Parquet files and rulings into them: the same as with JSON Lines, row for row."""

import contextlib
import json
from random import Random
from unittest import mock

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import bulk, commands, games
from engine.bulk import kept, parquet
from tests.engine import random_hands
from tests.engine.cases import load
from tests.engine.strategies import examples

CASES = [(record, ruling) for _, record, ruling in load()]
SEEN = {}
for _record, _ruling in CASES:  # a few of each game and status
    SEEN.setdefault((_record.get("game"), _ruling.get("status")), []).append(_record)
RECORDS = [record for some in SEEN.values() for record in some[:5]]


def said(capsys, *arguments):
    capsys.readouterr()
    status = commands.main(arguments)
    return status, *capsys.readouterr()


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS), encoding="utf-8")
    parquet.write_hands("hands.parquet", RECORDS)
    return tmp_path


def test_there_are_hands_of_every_game_to_try():
    assert {game for game, _status in SEEN} >= set(games.GAMES)
    assert {status for _game, status in SEEN} >= {"decided", "void", "undecidable"}


def test_hands_come_back_as_they_were_written(files):
    assert [json.loads(line) for line in parquet.lines("hands.parquet")] == RECORDS
    good = [record for record in RECORDS if readable(record)]
    parquet.write_hands("good.parquet", good)
    assert list(engine.hands("good.parquet")) == [engine.read(record) for record in good]


def readable(record):
    try:
        engine.read(record)
    except engine.RecordError:
        return False
    return True


@pytest.mark.parametrize("how", [(), ("--brief",), ("--jobs", "2")])
def test_the_answers_are_those_to_json_lines(capsys, files, how):
    assert said(capsys, "adjudicate", "hands.parquet", *how) == said(capsys, "adjudicate", "hands.jsonl", *how)


def test_rulings_go_into_columns_in_order_with_nothing_lost(capsys, files):
    status, answers, _ = said(capsys, "adjudicate", "hands.jsonl")
    assert said(capsys, "adjudicate", "hands.parquet", "-o", "rulings.parquet") == (status, "", "")
    table = pq.read_table("rulings.parquet").to_pylist()
    assert [row["ruling"] for row in table] == answers.splitlines()
    for row in table:
        ruling = json.loads(row["ruling"])
        assert (row["status"], row["kind"]) == (ruling["status"], ruling.get("kind"))
        for worth in (ruling.get("balls"), ruling.get("scores")):
            if isinstance(worth, dict):
                assert {"A": row["gets_a"], "B": row["gets_b"]} == worth
        after = ruling.get("after") or {}
        for stands in (after.get("balls"), after.get("scores")):
            if isinstance(stands, dict):
                assert {"A": row["after_a"], "B": row["after_b"]} == stands
        assert (row["target"], row["game_over"], row["next_dealer"]) == (
            after.get("target"), after.get("game_over"), after.get("next_dealer"),
        )  # fmt: skip
    assert {row["gets_a"] for row in table if '"balls"' in row["ruling"]} - {None, 0}
    assert {row["gets_a"] for row in table if '"scores"' in row["ruling"]} - {None, 0}


def test_a_text_file_can_be_named_too(capsys, files):
    status, answers, _ = said(capsys, "adjudicate", "hands.jsonl")
    assert said(capsys, "adjudicate", "hands.jsonl", "--output", "rulings.jsonl") == (status, "", "")
    assert (files / "rulings.jsonl").read_text(encoding="utf-8") == answers


def test_hands_go_to_parquet_and_back(capsys, files):
    good = [record for record in RECORDS if readable(record)]
    (files / "good.jsonl").write_text("".join(json.dumps(record) + "\n" for record in good), encoding="utf-8")
    assert said(capsys, "convert", "good.jsonl", "-o", "good.parquet") == (0, "", "")
    status, text, _ = said(capsys, "convert", "good.parquet", "--to", "jsonl")
    assert (status, [json.loads(line) for line in text.splitlines()]) == (0, good)
    assert said(capsys, "convert", "good.parquet") == said(capsys, "convert", "good.jsonl")
    assert said(capsys, "convert", "good.parquet", "-o", "again.thn") == (0, "", "")
    assert (files / "again.thn").read_text(encoding="utf-8") == said(capsys, "convert", "good.jsonl")[1]


def test_a_row_without_a_hand_is_answered_in_its_place(capsys, files):
    rows = pa.table({"record": [json.dumps(RECORDS[0]), None, "", "no", json.dumps(RECORDS[0])], "hall": range(5)})
    pq.write_table(rows, "some.parquet")
    status, answers, _ = said(capsys, "adjudicate", "some.parquet")
    found = [json.loads(answer) for answer in answers.splitlines()]
    assert status == 1
    assert [ruling["status"] for ruling in found[1:4]] == ["invalid"] * 3
    assert found[0]["status"] != "invalid"
    assert found[0] == found[4]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"no", "hands.parquet is no Parquet file"),
        (pa.table({"hand": ["{}"]}), 'hands.parquet has no column "record" with the hands as JSON, but: hand'),
        (pa.table({"record": [1]}), "must be text, with the hands as JSON; it is int64"),
        (None, "hands.parquet cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_is_no_file_of_hands_is_refused_in_a_sentence(capsys, files, content, complaint):
    (files / "hands.parquet").unlink()
    if isinstance(content, bytes):
        (files / "hands.parquet").write_bytes(content)
    elif content is not None:
        pq.write_table(content, "hands.parquet")
    for command in (("adjudicate", "hands.parquet"), ("convert", "hands.parquet"), ("explain", "hands.parquet")):
        status, answers, told = said(capsys, *command)
        assert (status, answers) == (2, "")
        assert complaint in told


def test_a_file_cut_off_is_refused_and_what_was_there_stays(capsys, files):
    whole = (files / "hands.parquet").read_bytes()
    (files / "rulings.parquet").write_bytes(b"of yesterday")
    (files / "hands.parquet").write_bytes(whole[: len(whole) // 2] + whole[-8:])
    assert said(capsys, "adjudicate", "hands.parquet", "-o", "rulings.parquet")[0] == 2
    assert (files / "rulings.parquet").read_bytes() == b"of yesterday"
    assert [path.name for path in files.glob("*.part")] == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("adjudicate", "hands.jsonl", "--game", "-o", "x.parquet"), "leave out --explain and --game"),
        (("adjudicate", "hands.jsonl", "--explain", "-o", "x.parquet"), "leave out --explain and --game"),
        (("adjudicate", "hands.jsonl", "-o", "nowhere/x.parquet"), "nowhere/x.parquet cannot be written"),
        (("adjudicate", "hands.jsonl", "-o", "nowhere/x.jsonl"), "nowhere/x.jsonl cannot be written"),
        (("convert", "good.jsonl", "--to", "parquet"), "say with -o where it goes"),
        (("convert", "good.jsonl", "-o", "nowhere/x.parquet"), "nowhere/x.parquet cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(capsys, files, arguments, complaint):
    (files / "good.jsonl").write_text(json.dumps(next(filter(readable, RECORDS))) + "\n", encoding="utf-8")
    status, answers, told = said(capsys, *arguments)
    assert (status, answers) == (2, "")
    assert complaint in told


@pytest.mark.parametrize("command", ["adjudicate", "convert"])
def test_without_the_package_it_is_said_what_is_missing(capsys, files, monkeypatch, command):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    for name in ("engine.bulk.parquet", "engine.bulk.kept"):
        monkeypatch.delitem(__import__("sys").modules, name, raising=False)
    monkeypatch.delattr(bulk, "parquet", raising=False)
    status, _, told = said(capsys, command, "hands.parquet")
    assert status == 2
    assert "Parquet files need the package pyarrow: pip install pyarrow" in told


# --- packed hands


def packed(number=300, seed=7):
    rng = Random(seed)
    hands = []
    for _ in range(number):
        record = random_hands.plain(rng, random_hands.tuned_rules(rng))
        events = [event for event in record["events"] if event["type"] in ("call", "trump", "play")]
        hands.append(engine.read(record | {"events": events}))
    columns, _others = bulk.pack_plain(hands)
    return hands, columns


def test_packed_hands_are_kept_and_come_to_the_same(tmp_path):
    _hands, columns = packed()
    kept.write_columns(tmp_path / "packed.parquet", columns)
    again = kept.read_columns(tmp_path / "packed.parquet")
    assert [profile.fingerprint for profile in again.profiles] == [profile.fingerprint for profile in columns.profiles]
    for name, values in vars(columns).items():
        if name != "profiles":
            assert np.array_equal(getattr(again, name), values), name
    ours, theirs = vars(bulk.judge_columns(columns)), vars(bulk.judge_columns(again))
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_packed_hands_that_cannot_be_written_leave_what_was_there(tmp_path):
    _hands, columns = packed(5)
    file = tmp_path / "packed.parquet"
    file.write_bytes(b"of yesterday")
    with pytest.raises(pa.ArrowException):
        kept.write_columns(file, replaced(columns, "call", columns.call.astype(str)))
    with (
        mock.patch.object(kept.pq, "write_table", side_effect=OSError("no space left")),
        pytest.raises(OSError, match="no space"),
    ):
        kept.write_columns(file, columns)
    assert file.read_bytes() == b"of yesterday"
    assert [path.name for path in tmp_path.iterdir()] == ["packed.parquet"]


def test_no_packed_hands_are_kept_too(tmp_path):
    columns, _ = bulk.pack_plain([])
    kept.write_columns(tmp_path / "packed.parquet", columns)
    again = kept.read_columns(tmp_path / "packed.parquet")
    assert len(again) == 0
    kept.write_judged(tmp_path / "judged.parquet", again, bulk.judge_columns(again))
    assert pq.read_table(tmp_path / "judged.parquet").num_rows == 0


def test_what_packed_hands_come_to_stands_in_columns_as_the_single_call_says_it(tmp_path):
    hands, columns = packed()
    judged = bulk.judge_columns(columns)
    kept.write_judged(tmp_path / "judged.parquet", columns, judged)
    rows = pq.read_table(tmp_path / "judged.parquet").to_pylist()
    assert len(rows) == len(columns) > 250
    decided = 0
    for row in rows:
        ruling = engine.adjudicate(hands[row["row"]])
        if row["odd"]:
            assert {value for name, value in row.items() if name not in ("row", "odd")} == {None}
            continue
        after, decided = ruling.after, decided + 1
        assert (row["status"], row["kind"], row["winner"]) == (ruling.status, ruling.kind, ruling.winner)
        assert {"A": row["gets_a"], "B": row["gets_b"]} == ruling.balls
        assert {"A": row["after_a"], "B": row["after_b"]} == after["balls"]
        assert (row["target"], row["game_over"], row["game_winner"], row["next_dealer"]) == (
            after["target"], after["game_over"], after["game_winner"], after["next_dealer"],
        )  # fmt: skip
        assert row["count"] == (ruling.count["total"] if ruling.count else None)
    assert decided > 200


def test_hands_that_are_odd_in_columns_are_marked_and_say_nothing_else(tmp_path):
    rng = Random(3)
    odd = [engine.read(random_hands.odd(rng, ["revoke", "undercut"])) for _ in range(80)]
    columns, _ = bulk.pack_plain(odd)
    judged = bulk.judge_columns(columns)
    kept.write_judged(tmp_path / "judged.parquet", columns, judged)
    rows = pq.read_table(tmp_path / "judged.parquet").to_pylist()
    assert [row["odd"] for row in rows] == judged.odd.tolist()
    assert any(judged.odd)
    assert {row["winner"] for row in rows if row["odd"]} == {None}


FALSE = {
    "dealer": 4, "trumper": -1, "trump": 4, "leads": [0, 1, 2, 3, 0, 4], "call": -10, "balls": [0, -1],
    "profile": 99_999, "dealt": [0, 0, 0, (1 << 24) - 1], "cards": [0] * 24,
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_numbers_that_are_no_hands_are_refused_with_their_row(tmp_path, name):
    _hands, columns = packed(40)
    values = getattr(columns, name).copy()
    values[7] = FALSE[name]
    kept.write_columns(tmp_path / "packed.parquet", replaced(columns, name, values))
    with pytest.raises(engine.RecordError) as wrong:
        kept.read_columns(tmp_path / "packed.parquet")
    [fault] = wrong.value.errors
    assert fault["path"] == "row 8"
    assert fault["message"].startswith(f"{name} cannot be")


def test_a_card_played_by_whom_it_was_not_dealt_to_is_refused(tmp_path):
    _hands, columns = packed(40)
    cards = columns.cards.copy()
    cards[3, [0, 1]] = cards[3, [1, 0]]
    kept.write_columns(tmp_path / "packed.parquet", replaced(columns, "cards", cards))
    with pytest.raises(engine.RecordError, match="row 4: cards cannot be"):
        kept.read_columns(tmp_path / "packed.parquet")


def replaced(columns, name, values):
    return bulk.Columns(**(vars(columns) | {name: values}))


@pytest.mark.parametrize("rules", [None, b"[]", b"no", b'[{"preset": "none", "changed": {}}]', b"[3]"])
def test_packed_hands_whose_rules_nobody_knows_are_refused(tmp_path, rules):
    _hands, columns = packed(5)
    file = tmp_path / "packed.parquet"
    kept.write_columns(file, columns)
    metadata = {kept.PROFILES: rules} if rules is not None else None
    pq.write_table(pq.read_table(file).replace_schema_metadata(metadata), file)
    with pytest.raises((engine.RecordError, parquet.ParquetError)):
        kept.read_columns(file)


def test_a_file_of_something_else_has_no_packed_hands(tmp_path):
    parquet.write_hands(tmp_path / "hands.parquet", RECORDS[:2])
    with pytest.raises(parquet.ParquetError, match="no packed hands"):
        kept.read_columns(tmp_path / "hands.parquet")


def test_packed_hands_with_rules_of_another_game_or_with_holes_are_refused(tmp_path):
    _hands, columns = packed(5)
    file = tmp_path / "packed.parquet"
    kept.write_columns(file, columns)
    table = pq.read_table(file)
    other = json.dumps([{"preset": "tarneeb", "changed": {}}] * len(columns.profiles)).encode()
    pq.write_table(table.replace_schema_metadata({kept.PROFILES: other}), file)
    with pytest.raises(engine.RecordError, match="not 'tarneeb'"):
        kept.read_columns(file)
    for name in ("call", "balls", "cards"):
        values = table.column(name).to_pylist()
        for hole in (None, [None] + [0] * (len(values[0]) - 1) if isinstance(values[0], list) else None):
            column = pa.array([hole, *values[1:]], table.schema.field(name).type)
            place = table.schema.get_field_index(name)
            pq.write_table(table.set_column(place, table.schema.field(name), column), file)
            with pytest.raises(parquet.ParquetError, match="without a hand"):
                kept.read_columns(file)


@examples(60)
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_file_is_refused_or_read_and_never_breaks(tmp_path_factory, place, byte, cut):
    folder = tmp_path_factory.mktemp("damaged")
    parquet.write_hands(folder / "hands.parquet", RECORDS[:20])
    kept.write_columns(folder / "packed.parquet", packed(20)[1])
    for name, read in (("hands", lambda file: list(parquet.lines(file))), ("packed", kept.read_columns)):
        file = folder / f"{name}.parquet"
        content = bytearray(file.read_bytes())
        content[int(place * len(content))] ^= byte
        file.write_bytes(content[: int(place * len(content))] if cut else content)
        with contextlib.suppress(parquet.ParquetError, engine.RecordError):
            read(file)
