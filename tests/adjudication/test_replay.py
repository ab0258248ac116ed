"""The record checked against itself: a whole chain, tampering found, caches repaired."""

import hashlib
import json

import pytest
from django.db import connection

from adjudication import chain, judge, replay
from adjudication.book import Book
from adjudication.models import Entry, Scoresheet
from tests.adjudication.conftest import BOOK, REFEREE, Write, tally, thunee
from tests.adjudication.raw import tampering

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(sheet: Scoresheet, write: Write) -> Scoresheet:
    """Five entries: three hands, one corrected, one void."""
    write(tally("A", note="ダブル"))
    write(tally("B"))
    write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
    write(thunee(0))
    write({}, kind="void", supersedes=4, reason="dealt again")
    return sheet


def test_an_untouched_sheet_has_no_difference(played: Scoresheet) -> None:
    assert replay.check(Scoresheet.objects.get(pk=played.pk)) == []


def test_the_chain_can_be_recomputed_with_nothing_but_a_standard_library(played: Scoresheet) -> None:
    entry = played.entries.get(seq=1)
    said = {
        "format": "entry/1",
        "sheet": played.public_id,
        "seq": 1,
        "kind": "hand",
        "device": entry.device,
        "client_uuid": str(entry.client_uuid),
        "body": entry.body,
        "supersedes": None,
        "rulings": entry.rulings,
        "actor": entry.actor,
        "reason": "",
        "at": chain.written_at(entry.created_at),
        "prev": entry.prev_hash,
        "engine": judge.today(),
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == entry.hash


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seq", 77),
        ("kind", "void"),
        ("device", "another"),
        ("client_uuid", "0" * 32),
        ("body", '{"tally": {}}'),
        ("body_hash", "0" * 64),
        ("rulings", "[]"),
        ("engine", ""),
        ("engine", "0" * 64),
        ("prev_hash", "0" * 64),
        ("hash", "0" * 64),
        ("actor", "user:666"),
        ("reason", "because"),
        ("created_at", "2020-01-01 00:00:00+00:00"),
    ],
)
def test_tampering_with_any_column_of_an_entry_is_found(played: Scoresheet, column: str, value: object) -> None:
    pk = played.entries.get(seq=3).pk
    with tampering() as cursor:
        cursor.execute(f"UPDATE adjudication_entry SET {column} = %s WHERE id = %s", [value, pk])
    assert replay.check(Scoresheet.objects.get(pk=played.pk))


def test_a_removed_last_entry_is_found(played: Scoresheet) -> None:
    with tampering() as cursor:
        cursor.execute("DELETE FROM adjudication_entry WHERE seq = 5")
    wheres = [difference.where for difference in replay.check(Scoresheet.objects.get(pk=played.pk))]
    assert "head" in wheres
    assert "seq" in wheres


@pytest.mark.parametrize(
    ("column", "value"), [("rules", '{"preset": "club-strict"}'), ("first_dealer", 2), ("fingerprint", "0" * 64)]
)
def test_tampering_with_what_a_sheet_was_opened_with_is_found(played: Scoresheet, column: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE adjudication_scoresheet SET {column} = %s", [value])
    assert replay.check(Scoresheet.objects.get(pk=played.pk))


def test_caches_that_went_wrong_are_found_and_repaired(played: Scoresheet) -> None:
    right = Scoresheet.objects.get(pk=played.pk)
    Scoresheet.objects.filter(pk=played.pk).update(winner="B", state="over", ledger={"after": {}})
    wrong = Scoresheet.objects.get(pk=played.pk)
    assert {difference.where for difference in replay.check(wrong)} == {"winner", "state", "ledger"}
    replay.repair(wrong)
    repaired = Scoresheet.objects.get(pk=played.pk)
    assert replay.check(repaired) == []
    assert (repaired.state, repaired.winner, repaired.ledger) == (right.state, right.winner, right.ledger)


def test_repair_leaves_a_broken_chain_to_people(played: Scoresheet) -> None:
    with tampering() as cursor:
        cursor.execute("UPDATE adjudication_entry SET reason = 'x' WHERE seq = 2")
    with pytest.raises(ValueError, match="do not fit"):
        replay.repair(Scoresheet.objects.get(pk=played.pk))


def test_a_book_has_one_head_that_moves_with_every_entry(sheet: Scoresheet, write: Write) -> None:
    empty = Book(BOOK).head()
    write()
    assert Book(BOOK).head() != empty
    assert Entry.objects.count() == 1
