"""The export, and the one file that checks it: what holds, what is found, and what it says in words."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from adjudication import audit, commitments, verify
from adjudication.book import Book
from adjudication.models import AuditExport, Opening, Scoresheet
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
        assert (told["balls"], told["winner"]) == (sheet.ledger["after"]["balls"], sheet.winner)
    assert sorted(len(told["signed"]) for told in report.sheets.values()) == [0, 0, 2]


def test_two_exports_of_the_same_record_are_the_same_bytes(export: bytes) -> None:
    assert b"".join(audit.export(Book(BOOK))[0]) == export
    assert [made.head for made in AuditExport.objects.all()] == [Book(BOOK).head()] * 2


def test_every_acknowledgement_and_signature_is_a_receipt(export: bytes, evening: list[Scoresheet]) -> None:
    for sheet in evening[:2]:
        for row in [*sheet.entries.all(), *sheet.sign_offs.all()]:
            assert verify.check(export, row.hash).holds
    assert not verify.check(export, "0" * 64).holds
    assert not verify.check(export, "by heart").holds


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
        assert verify.main([str(tmp_path / "record"), "--openings", str(tmp_path / "openings")]) == code


def test_the_command_writes_the_file_and_its_checker_which_needs_nothing_else(
    evening: list[Scoresheet], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("export_audit", BOOK, "-o", str(tmp_path / "record.jsonl"))
    assert Book(BOOK).head() in capsys.readouterr().out
    command = [sys.executable, "-I", "-S", str(tmp_path / "verify.py"), str(tmp_path / "record.jsonl")]
    done = subprocess.run([*command, "--receipt", Book(BOOK).head()], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Everything holds: 3 sheets." in done.stdout
    data = (tmp_path / "record.jsonl").read_bytes().replace(b"read wrongly", b"read rightly")
    (tmp_path / "record.jsonl").write_bytes(data)
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert "FAULT: " in done.stdout
    assert "No receipt" not in done.stdout
    (tmp_path / "record.jsonl").write_bytes(b"hello\n")
    assert subprocess.run(command, capture_output=True, cwd=tmp_path).returncode == 2


def test_a_book_nobody_knows_is_named(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no book called 'nothing'"):
        call_command("export_audit", "nothing", "-o", str(tmp_path / "x"))


def test_the_checker_imports_the_standard_library_only() -> None:
    import ast

    tree = ast.parse(Path(verify.__file__).read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names
