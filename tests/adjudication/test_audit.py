"""The export, and the one file that checks it: what holds, what is found, and what it says in words."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from adjudication import audit, chain, commitments, verify
from adjudication.book import Book
from adjudication.models import AuditExport, Decision, Dispute, Opening, Scoresheet, SignOff
from tests.adjudication import tampering
from tests.adjudication.conftest import BOOK
from tests.adjudication.evening import play_an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> list[Scoresheet]:
    return play_an_evening()


@pytest.fixture
def export(evening: list[Scoresheet]) -> bytes:
    return b"".join(audit.export(Book(BOOK))[0])


def test_an_export_holds_and_its_head_is_the_books(export: bytes) -> None:
    report = verify.check(export, Book(BOOK).head())
    assert report.faults == []
    assert report.head == Book(BOOK).head()
    assert report.summary == ["The receipt is that of the whole record as it is in this file."]


def test_the_totals_it_adds_up_are_the_sites(export: bytes, evening: list[Scoresheet]) -> None:
    report = verify.check(export)
    for sheet in evening:
        sheet.refresh_from_db()
        told = report.sheets[sheet.public_id]
        assert (told["points"], told["winner"]) == (sheet.ledger["after"]["balls"], sheet.winner)
    assert sorted(len(told["signed"]) for told in report.sheets.values()) == [0, 0, 2]


def test_two_exports_of_the_same_record_are_the_same_bytes(export: bytes) -> None:
    assert b"".join(audit.export(Book(BOOK))[0]) == export
    assert [made.head for made in AuditExport.objects.all()] == [Book(BOOK).head()] * 2


def test_every_acknowledgement_and_signature_is_a_receipt(export: bytes, evening: list[Scoresheet]) -> None:
    for sheet in evening[:2]:
        for row in [*sheet.entries.all(), *sheet.sign_offs.all(), *sheet.acceptances.all()]:
            assert verify.check(export, row.hash).holds
    assert not verify.check(export, "0" * 64).holds
    assert not verify.check(export, "by heart").holds


@pytest.mark.slow
@pytest.mark.walks
@pytest.mark.parametrize("start", range(4))
def test_random_edits_are_all_found_given_one_head_from_outside(export: bytes, start: int) -> None:
    head = Book(BOOK).head()
    rng = random.Random(f"tampering {start}")
    for _ in range(250):
        what, other = tampering.edited(export, rng)
        assert tampering.found(other, head), f"{what}: not found"


def test_a_forger_who_makes_every_hash_fit_is_found_by_the_head_alone(export: bytes) -> None:
    head, rng = Book(BOOK).head(), random.Random(1)
    for _ in range(40):
        forged = tampering.forge(export, rng)
        chain_faults = [fault for fault in verify.check(forged).faults if "hash" in fault or "follow from" in fault]
        assert chain_faults == []
        assert any("receipt" in fault for fault in verify.check(forged, head).faults)


def forged_in_one_sheet(export: bytes) -> bytes:
    """The record with the first sheet's first hand told otherwise, and every hash made to fit again."""
    lines = [json.loads(line) for line in tampering.lines_of(export)]
    entry = next(line for line in lines if line["type"] == "entry" and line["seq"] == 1)
    entry["body"]["note"] = "never said"
    return tampering.joined([verify.canonical(line) for line in tampering.hashed_again(lines)])


def test_a_slip_of_one_sheet_proves_that_sheet_and_says_that_it_proves_no_other(
    export: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = forged_in_one_sheet(export)
    before, after = (verify.check(one).sheets for one in (export, forged))
    [changed] = [name for name in before if before[name]["head"] != after[name]["head"]]
    other = next(name for name in before if name != changed and before[name]["entries"])
    (tmp_path / "record").write_bytes(forged)
    assert verify.main([str(tmp_path / "record"), "--receipt", before[other]["head"]]) == 3
    told = capsys.readouterr().out
    assert re.search(f"Sheet {other}: .* PROVEN$", told, re.MULTILINE)
    assert re.search(f"Sheet {changed}: .* not proven$", told, re.MULTILINE)
    assert f"Proven by a receipt: {other}." in told
    assert verify.main([str(tmp_path / "record"), "--receipt", before[changed]["head"]]) == 1


def test_a_slip_given_before_later_entries_proves_the_sheet_up_to_there(export: bytes) -> None:
    sheet = Scoresheet.objects.filter(seq__gt=3).first()
    assert sheet is not None
    slips = [sheet.entries.get(seq=seq).hash for seq in (2, 1)]
    report = verify.check(export, *slips)
    assert report.proven == {sheet.public_id: 2}
    assert verify.proof_of(sheet.public_id, report) == f"PROVEN up to entry 2 of {sheet.seq}"
    assert report.status == 3


def test_the_status_tells_all_proven_from_some_from_nothing(export: bytes) -> None:
    last = Scoresheet.objects.filter(seq__gt=0).first()
    assert last is not None
    assert verify.check(export, Book(BOOK).head()).status == 0
    assert verify.check(export, last.head, Book(BOOK).head()).status == 0
    assert verify.check(export, last.head).status == 3
    assert verify.check(export, Dispute.objects.all()[0].hash).status == 4
    assert verify.check(export).status == 4
    assert verify.check(export, "0" * 64, Book(BOOK).head()).status == 1


def test_a_signature_and_a_decision_prove_the_sheet_they_were_written_under(export: bytes) -> None:
    signed = SignOff.objects.all()[0]
    assert verify.check(export, signed.hash).proven == {signed.sheet.public_id: signed.entries_seq}
    decided = Decision.objects.exclude(entry=None)[0]
    assert decided.entry is not None
    assert verify.check(export, decided.hash).proven == {decided.entry.sheet.public_id: decided.entry.seq}


def test_a_draw_that_was_taken_back_cannot_leave_the_record(export: bytes) -> None:
    lines = [json.loads(line) for line in tampering.lines_of(export)]
    drawn = [line for line in lines if line["type"] == "notice" and line["subject"] == "draws"]
    assert [line["kind"] for line in drawn] == ["draw", "draw_back", "draw"]
    kept = [line for line in lines if line not in drawn[:2]]
    faults = verify.check(tampering.joined([verify.canonical(line) for line in kept])).faults
    assert any("About draws, notice 3 does not follow" in fault for fault in faults)
    assert verify.check(export, drawn[0]["hash"]).summary[0].startswith("The receipt is that of about draws, notice 1")


def test_what_is_wrong_is_said_in_words(export: bytes) -> None:
    lines = tampering.lines_of(export)
    entry = next(n for n, line in enumerate(lines) if b'"seq":2' in line and b'"entry"' in line)
    changed = json.loads(lines[entry])
    changed["reason"] = "nobody will notice"
    lines[entry] = verify.canonical(changed)
    said = " ".join(verify.check(tampering.joined(lines)).faults)
    assert "entry 2 was changed: its hash is another." in said
    cut = " ".join(verify.check(tampering.joined(tampering.lines_of(export)[:-1])).faults)
    assert "cut off" in cut


def test_totals_that_the_site_made_up_are_found(export: bytes, evening: list[Scoresheet]) -> None:
    Scoresheet.objects.filter(pk=evening[0].pk).update(winner="B")
    report = verify.check(b"".join(audit.export(Book(BOOK))[0]))
    assert any("the site says" in fault and "won by side B" in fault for fault in report.faults)


def test_an_erased_person_does_not_break_the_chain(export: bytes) -> None:
    commitments.erase(BOOK, "user:7")
    again = b"".join(audit.export(Book(BOOK))[0])
    assert again == export
    assert b"name" not in export


def test_openings_are_held_against_what_was_committed_to(export: bytes, tmp_path: Path) -> None:
    opening = Opening.objects.get(commitment__subject="user:7")
    (tmp_path / "record").write_bytes(export)
    said = {"subject": "user:7", "value": opening.value, "salt": opening.salt}
    for value, code in ((opening.value, 0), ("somebody else", 1)):
        (tmp_path / "openings").write_text(json.dumps({**said, "value": value}) + "\n")
        command = [str(tmp_path / "record"), "--receipt", Book(BOOK).head(), "--openings", str(tmp_path / "openings")]
        assert verify.main(command) == code


def test_the_command_writes_the_file_and_its_checker_which_needs_nothing_else(
    evening: list[Scoresheet], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("export_audit", BOOK, "-o", str(tmp_path / "record.jsonl"))
    assert Book(BOOK).head() in capsys.readouterr().out
    command = [sys.executable, "-I", "-S", str(tmp_path / "verify.py"), str(tmp_path / "record.jsonl")]
    done = subprocess.run([*command, "--receipt", Book(BOOK).head()], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Everything holds, and the head proves all of it: 3 sheets." in done.stdout
    data = (tmp_path / "record.jsonl").read_bytes().replace(b"read wrongly", b"read rightly")
    (tmp_path / "record.jsonl").write_bytes(data)
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert "FAULT: " in done.stdout
    assert "agrees with itself" not in done.stdout
    (tmp_path / "record.jsonl").write_bytes(b"hello\n")
    assert subprocess.run(command, capture_output=True, cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(("output", "names"), [("verify.py", None), ("record", "record"), ("record", "verify.py")])
def test_the_record_the_names_and_the_checker_never_take_each_others_place(
    evening: list[Scoresheet], tmp_path: Path, output: str, names: str | None
) -> None:
    more = ["--openings", str(tmp_path / names)] if names else []
    with pytest.raises(CommandError, match="files of their own"):
        call_command("export_audit", BOOK, "-o", str(tmp_path / output), *more)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("names", [None, "no such folder/names"])
def test_an_export_that_could_not_be_written_is_not_said_to_have_been_taken(
    evening: list[Scoresheet], tmp_path: Path, names: str | None
) -> None:
    more = ["--openings", str(tmp_path / names)] if names else []
    output = "record" if names else "no such folder/record"
    with pytest.raises(CommandError, match=r"no such folder.* cannot be written"):
        call_command("export_audit", BOOK, "-o", str(tmp_path / output), *more)
    assert not AuditExport.objects.exists()
    assert not (tmp_path / output).exists()


def test_a_book_nobody_knows_is_named(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no book called 'nothing'"):
        call_command("export_audit", "nothing", "-o", str(tmp_path / "x"))


def test_the_checker_imports_the_standard_library_only() -> None:
    import ast

    tree = ast.parse(Path(verify.__file__).read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    # The signature of a bundle is checked where this package is there: see services/bundles/test_checking.py.
    assert {name for name in names if not name.startswith("cryptography.")} <= sys.stdlib_module_names


def test_what_a_side_accepted_is_checked_with_the_rest(export: bytes) -> None:
    lines = tampering.lines_of(export)
    at = next(n for n, line in enumerate(lines) if b'"type":"acceptance"' in line)
    for change, fault in (
        ({"side": "A"}, "was changed: its hash is another"),
        ({"entry": "0" * 64}, "is of something that is not on the sheet"),
        ({"actor": "user:7"}, "is of what its own side wrote"),
        ({"entry": ["a"]}, "entry is not text"),
    ):
        changed = [*lines]
        changed[at] = verify.canonical({**json.loads(lines[at]), **change})
        assert fault in " ".join(verify.check(tampering.joined(changed)).faults)
    del lines[at]
    assert "does not follow from the one before it" in " ".join(verify.check(tampering.joined(lines)).faults)


def test_a_head_from_before_anything_was_accepted_still_is_the_books(sheet: Scoresheet) -> None:
    assert Book(BOOK).head() == chain.book_head(
        BOOK, [(sheet.public_id, sheet.head, chain.first_signature_link(sheet))]
    )


def test_a_decision_by_leave_needs_the_leave(export: bytes) -> None:
    lines = tampering.lines_of(export)
    at = next(n for n, line in enumerate(lines) if b'"type":"leave"' in line)
    changed = {**json.loads(lines[at]), "referee": "user:9"}
    lines[at] = verify.canonical(changed)
    said = " ".join(verify.check(tampering.joined(lines)).faults)
    assert "was changed: its hash is another" in said
    assert "was decided by a leave that is not in the file" in said


@pytest.mark.walks
def test_whatever_a_forger_writes_the_checker_says_so_and_does_not_break_down(export: bytes) -> None:
    """Values of other kinds than the site ever writes, on a line of each kind: no random edit comes upon them."""
    odd: list[Any] = [None, True, -1, 2**70, "x", [1], {"A": 1}]
    lines = tampering.lines_of(export)
    first = {json.loads(line)["type"]: number for number, line in reversed(list(enumerate(lines)))}
    for number in first.values():
        for key, was in json.loads(lines[number]).items():
            for value in odd:
                if (value, type(value)) == (was, type(was)):
                    continue
                changed = verify.canonical({**json.loads(lines[number]), key: value})
                try:
                    assert not verify.check(tampering.joined([*lines[:number], changed, *lines[number + 1 :]])).holds
                except verify.Unreadable:
                    assert number == 0


def test_a_winner_that_is_no_side_is_a_fault_and_not_a_crash(export: bytes) -> None:
    lines = [json.loads(one) for one in tampering.lines_of(export)]
    for entry in lines:
        for one in entry.get("rulings", ()):
            if (after := one["ruling"].get("after")) and after["game_over"]:
                after["game_winner"] = 5
    said = verify.check(tampering.joined([verify.canonical(line) for line in tampering.hashed_again(lines)]))
    assert any("the site says" in fault for fault in said.faults)


def test_openings_that_are_none_are_named_by_their_line(export: bytes, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "record").write_bytes(export)
    odd = [b"no json", b"[]", b'{"subject":[],"value":1,"salt":"x"}', b'{"subject":"user:7"}', b"\xff", b"[" * 9999]
    (tmp_path / "openings").write_bytes(b"\n".join(odd))
    assert verify.main([str(tmp_path / "record"), "--openings", str(tmp_path / "openings")]) == 1
    told = capsys.readouterr().out
    assert [f"Opening {number} cannot be read." in told for number in range(1, 7)] == [True] * 6
    assert verify.main([str(tmp_path / "record"), "--openings", str(tmp_path / "not-there")]) == 2
    assert "not-there" in capsys.readouterr().err


def test_a_receipt_is_told_with_the_name_of_its_sheet_as_it_is_written(export: bytes) -> None:
    sheet = Scoresheet.objects.latest("seq")
    told = verify.check(export, sheet.entries.get(seq=1).hash).summary
    assert told == [
        f"The receipt is that of sheet {sheet.public_id}, entry 1, and what it was chained to is as it was."
    ]
