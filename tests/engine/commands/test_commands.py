"""The command `thunee`, and that `manage.py` says the same with the same options."""

import io
import json
import os
import select
import subprocess
import sys
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

import engine
from engine import commands, notation
from engine.lines import answers
from tests.engine import random_hands
from tests.engine.cases import load

ROOT = Path(engine.__file__).parent.parent
RECORDS = [record for _, record, ruling in load() if ruling.get("status") == "decided" and record.get("events")][:6]
HELD = "Jd 9d Ad Jc 9c Ac"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("hands.jsonl").write_text("\n".join(map(json.dumps, RECORDS)) + "\n", encoding="utf-8")
    Path("evening.thn").write_text(notation.write(RECORDS), encoding="utf-8")
    Path("hand.json").write_text(json.dumps(RECORDS[0]), encoding="utf-8")
    Path("bad.jsonl").write_text('{"format": 3}\nno\n', encoding="utf-8")
    Path("bad.thn").write_text("[Dealer 0]\n1. 2:Xx\n", encoding="utf-8")
    return tmp_path


def ours(capsys, *arguments):
    """What `thunee` says: the exit status, the answer and the complaint."""
    capsys.readouterr()
    try:
        status = commands.main(arguments)
    except SystemExit as ended:
        status = ended.code
    return status, *capsys.readouterr()


def managed(*arguments):
    """What `manage.py` says to the same."""
    out = io.StringIO()
    try:
        call_command(*arguments, stdout=out)
    except CommandError as refused:
        return refused.returncode, out.getvalue(), f"{refused}\n"
    except SystemExit as ended:
        return ended.code, out.getvalue(), ""
    return 0, out.getvalue(), ""


@pytest.mark.parametrize(
    ("given", "site"),
    [
        (("adjudicate", "hands.jsonl"), ()),
        (("adjudicate", "hands.jsonl", "--brief"), ()),
        (("adjudicate", "hands.jsonl", "evening.thn", "--jobs", "2"), ()),
        (("adjudicate", "evening.thn", "--game"), ()),
        (("adjudicate", "bad.jsonl", "hands.jsonl"), ()),
        (("adjudicate", "bad.thn"), ()),
        (("adjudicate", "nothing.jsonl"), ()),
        (("adjudicate", "hands.jsonl", "--rules", "durban-clasic"), ()),
        (("adjudicate", "hands.jsonl", "--brief", "--explain"), ()),
        (("explain", "hands.jsonl"), ("adjudicate", "--explain", "hands.jsonl")),
        (("rules",), ()),
        (("rules", "khanuck"), ()),
        (("rules", "th-khan-2"), ()),
        (("rules", "TH-KHNA-2"), ()),
        (("rules", "--diff", "durban-classic", "fundraiser"), ()),
        (("rules", "--diff", "durban-classic", "tarneeb"), ()),
        (("ironclad", *HELD.split()), ()),
        (("ironclad", HELD, "--royals"), ()),
        (("ironclad", "Jd"), ()),
        (("convert", "hands.jsonl"), ("hands", "convert", "hands.jsonl")),
        (("convert", "evening.thn"), ("hands", "convert", "evening.thn")),
        (("convert", "bad.jsonl"), ("hands", "convert", "bad.jsonl")),
        (("convert", "bad.thn"), ("hands", "convert", "bad.thn")),
        (("solve", "hand.json", "--event", "20"), ("equity", "hand.json", "--event", "20")),
        (("solve", "hand.json", "--event", "20", "--json"), ("equity", "hand.json", "--event", "20", "--json")),
        (("solve", "bad.jsonl", "--event", "1"), ("equity", "bad.jsonl", "--event", "1")),
        (("solve", "hand.json", "--event", "400"), ("equity", "hand.json", "--event", "400")),
    ],
    ids=" ".join,
)
def test_the_library_and_the_site_say_the_same(capsys, files, given, site):
    said = ours(capsys, *given)
    assert said == managed(*(site or given))
    assert said[1] or said[2]


def test_a_hand_goes_to_notation_and_back(capsys, files):
    assert ours(capsys, "convert", "hands.jsonl", "-o", "there.thn") == (0, "", "")
    assert ours(capsys, "convert", "there.thn", "-o", "back.jsonl") == (0, "", "")
    assert list(map(json.loads, Path("back.jsonl").read_text(encoding="utf-8").splitlines())) == [
        json.loads(json.dumps(hand.record)) for hand in notation.read(Path("evening.thn").read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\x0b", "\x1e"])
def test_what_other_programs_take_for_the_end_of_a_line_may_stand_in_a_hand(capsys, files, mark):
    record = {**json.loads(Path("hands.jsonl").read_text(encoding="utf-8").splitlines()[0]), "note": f"a{mark}b"}
    Path("odd.jsonl").write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    assert ours(capsys, "convert", "odd.jsonl", "-o", "odd.thn") == (0, "", "")
    assert [hand.record["note"] for hand in notation.read(Path("odd.thn").read_text(encoding="utf-8"))] == [f"a{mark}b"]


def test_one_bad_hand_and_what_was_there_before_stays_and_all_faults_are_told(capsys, files):
    Path("there.thn").write_text("as it was", encoding="utf-8")
    good = Path("hands.jsonl").read_text(encoding="utf-8")
    Path("mixed.jsonl").write_bytes(good.encode() + b"{}\n" + good.encode() + b"\xff\n[1]\n")
    lines = good.count("\n")
    status, said, wrong = ours(capsys, "convert", "mixed.jsonl", "-o", "there.thn")
    assert (status, said) == (1, "")
    for number in (lines + 1, 2 * lines + 2, 2 * lines + 3):
        assert f"mixed.jsonl:{number}: " in wrong
    assert Path("there.thn").read_text(encoding="utf-8") == "as it was"
    assert ours(capsys, "convert", "mixed.jsonl") == (status, said, wrong)
    assert not list(Path().glob(".*.part"))


def test_where_nothing_is_a_hand_not_every_line_is_told(capsys, files):
    Path("wrong.jsonl").write_text("{}\n" * 5000, encoding="utf-8")
    status, _said, wrong = ours(capsys, "convert", "wrong.jsonl", "-o", "there.thn")
    assert status == 1
    assert 1000 < len(wrong.splitlines()) < 1020
    assert wrong.splitlines()[-1] == "wrong.jsonl: it may have more faults behind these: mend them first"


@pytest.mark.parametrize("to", ["made.thn", "made.jsonl", "rulings.jsonl"])
def test_a_file_may_be_larger_than_memory(files, to):
    """Eight times as many hands take hardly more memory, though each has a long note."""
    line = json.dumps(random_hands.plain(Random(1)) | {"note": "x" * 8_000}) + "\n"
    most = []
    for number in (40, 320):
        Path("many.jsonl").write_text(line * number, encoding="utf-8")
        tracemalloc.start()
        commands.main(["adjudicate" if to.startswith("rulings") else "convert", "many.jsonl", "-o", to])
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert Path(to).stat().st_size > 100 * number
    assert most[1] < 1.5 * most[0] + 100_000


def test_hands_played_out_at_random_are_hands(capsys, files):
    status, text, _ = ours(capsys, "play", "--seed", "4", "--hands", "5", "--rules", "durban-modern")
    assert status == 0
    hands = notation.read(text)
    assert len(hands) == 5
    for hand in hands:
        assert engine.adjudicate(hand.record).status in ("decided", "void")
    assert ours(capsys, "play", "--seed", "4", "--hands", "5", "--rules", "durban-modern")[1] == text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--players", "3"), "players: must be 2, 4 or 6"),
        (("--rules", "tarneeb"), "rules: must be one of"),
        (("--game", "tunge", "--players", "4", "--hands", "1"), "tunge has no tricks"),
        (("--hands", "-1"), "--hands must be"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(capsys, files, arguments, complaint):
    status, said, wrong = ours(capsys, "play", *arguments)
    assert (status, said) == (2, "")
    assert wrong.startswith(complaint)


def at_the_terminal(*lines):
    ran = subprocess.run(
        [sys.executable, "-m", "engine", "play", "--seed", "3"],
        input="\n".join(lines), capture_output=True, text=True, cwd=ROOT, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


def test_a_hand_is_played_at_the_terminal_with_its_wrong_turns():
    said = at_the_terminal(
        "1:trump=h", "cards", "zz", "2:Jj", "1:9h", "calls", "back", "back", "back", "?", "quit", "on"
    )
    assert "here should be a card, a call or another event" in said
    assert "against the rules: out of turn [TH-PLAY-5]" in said
    assert "nothing has happened yet" in said
    assert said.count("back: take the last back") == 2
    assert "Result" not in said  # nothing is read after quit


def test_a_hand_is_played_on_at_random_and_explained():
    said = at_the_terminal("0:20", "0:trump=s", "on", "why", "json", "file")
    assert "Result: side " in said
    assert "[TH-CALL-2]" in said
    record = next(json.loads(line) for line in said.splitlines() if line.startswith('{"format"'))
    [hand] = notation.read(said[said.rindex("[Game thunee]") :])
    assert engine.read(record) == engine.read(hand.record)


def test_whoever_reads_the_answers_may_stop_reading():
    many = subprocess.Popen(
        [sys.executable, "-m", "engine", "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    many.stdout.readline()
    many.stdout.close()
    assert many.wait(60) in (0, 120)  # 120: Python found its output closed as it ended
    assert "Traceback" not in many.stderr.read()
    many.stderr.close()


@pytest.mark.parametrize("program", [("-m", "engine"), ("manage.py",)])
def test_whoever_sends_line_by_line_gets_each_answer_before_the_next_line(program):
    without = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [sys.executable, *program, "adjudicate", "--brief"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=without,
    ) as asked:
        assert asked.stdin
        assert asked.stdout
        for record in RECORDS[:2]:
            asked.stdin.write(json.dumps(record).encode() + b"\n")
            asked.stdin.flush()
            ready, _, _ = select.select([asked.stdout], [], [], 30)
            assert ready
            assert json.loads(asked.stdout.readline())["status"] == "decided"
        asked.stdin.close()


def test_many_lines_of_a_file_are_answered_as_each_by_itself(files, capsys):
    lines = [json.dumps(record) for record in RECORDS] * 8
    lines[3], lines[20] = "no", '{"format": 3}'
    Path("many.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    _, together, _ = ours(capsys, "adjudicate", "many.jsonl")
    assert together.splitlines() == [answer.text for answer in answers(lines)]
    assert len(together.splitlines()) == len(lines)


def test_an_answer_may_take_the_place_of_what_was_asked_and_nothing_else_takes_it(files, capsys):
    asked = Path("hands.jsonl").read_bytes()
    assert ours(capsys, "adjudicate", "hands.jsonl", "nothing.jsonl", "-o", "hands.jsonl")[0] == 2
    assert Path("hands.jsonl").read_bytes() == asked
    _status, answers, _ = ours(capsys, "adjudicate", "hands.jsonl")
    Path("linked.jsonl").symlink_to("hands.jsonl")
    Path("hands.jsonl").chmod(0o600)
    Path("hands.jsonl.part").write_text("somebody's own")
    assert ours(capsys, "adjudicate", "hands.jsonl", "-o", "linked.jsonl") == (0, "", "")
    assert Path("hands.jsonl").read_text(encoding="utf-8") == answers
    assert Path("linked.jsonl").is_symlink()
    assert Path("hands.jsonl").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in files.glob("*.part")] == ["hands.jsonl.part"]


def test_what_is_no_file_is_written_as_it_comes(files, capsys):
    os.mkfifo("pipe")
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True) as reader:
        assert ours(capsys, "adjudicate", "hands.jsonl", "-o", "pipe") == (0, "", "")
        read, _ = reader.communicate(timeout=60)
    assert read == ours(capsys, "adjudicate", "hands.jsonl")[1]
    assert not Path("pipe").is_file()
