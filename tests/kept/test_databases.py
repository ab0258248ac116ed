"""Databases of earlier versions are migrated: what they record stays as it is, and play goes on."""

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.kept_databases import KEPT, ROOT, manage, migrate

RECORD = "adjudication_"  # what nobody may change, a migration neither
TILL = "fundraising_"
HEADS = {"before-0.1.0": ("hall-roof-evening", "8db5dbf06620d14c40a9d509091b5504e8b56c17437019f2d81216e204bca40b")}
Columns = dict[str, list[str]]
Upgraded = tuple[str, Path, dict[str, list[tuple[object, ...]]], Columns]
GO_ON = """
import django; django.setup()
from django.contrib.auth.models import User
from adjudication.book import Book
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament
tournament = Tournament.objects.get(slug="{slug}")
print(Book(tournament.public_id).head())
open_ = Match.objects.filter(stage__tournament=tournament, state="playing").order_by("number").first()
acts.award_walkover(actor=User.objects.get(username="demo-organiser"), match=open_, side="A", reason="upgraded")
"""


@pytest.fixture(params=sorted(HEADS))
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Upgraded:
    """Its name, the database after `migrate`, what its record held before, and in which columns."""
    file = tmp_path / "site.sqlite3"
    database = sqlite3.connect(file)
    database.executescript(gzip.decompress((KEPT / f"{request.param}.sql.gz").read_bytes()).decode())
    before, columns = recorded(database), columns_of(database)
    before[TILL] = receipts_before(database)
    database.close()
    migrate(file)
    return request.param, file, before, columns


def recorded(database: sqlite3.Connection, columns: Columns | None = None) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of the record, in these columns: a newer version may have more."""
    return {
        name: sorted(database.execute(f'SELECT {", ".join((columns or {}).get(name, own))} FROM "{name}"'), key=repr)
        for name, own in columns_of(database).items()
    }


def columns_of(database: sqlite3.Connection) -> Columns:
    """The columns of these tables."""
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        name: [f'"{column[1]}"' for column in database.execute(f'PRAGMA table_info("{name}")')]
        for name in names
        if name.startswith(RECORD)
    }


def receipts_before(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    """What receipts, givers and reversals said while they were tables of their own; the present till says the same."""
    return database.execute(
        "SELECT r.tournament_id, r.public_id, r.number, r.amount, r.method, r.team, r.kind, r.actor, r.created_at, "
        "r.device, r.client_uuid, g.name, g.named, g.note, b.reason, b.actor, b.created_at FROM fundraising_receipt r "
        "LEFT JOIN fundraising_giver g ON g.receipt_id = r.id LEFT JOIN fundraising_reversal b ON b.receipt_id = r.id "
        "ORDER BY 1, 3"
    ).fetchall()


def receipts_in_the_till(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    """The same of a database of today."""
    return database.execute(
        "SELECT r.tournament_id, r.public_id, r.number, r.amount, r.method, r.team, substr(l.given_by, 8), r.actor, "
        "r.created_at, r.device, r.client_uuid, p.name, p.named, p.note, b.reason, b.actor, b.created_at "
        "FROM fundraising_movement r JOIN fundraising_line l ON l.movement_id = r.id "
        "LEFT JOIN fundraising_party p ON p.movement_id = r.id "
        "LEFT JOIN fundraising_movement b ON b.takes_back_id = r.id WHERE r.act = 'receipt' ORDER BY 1, 3"
    ).fetchall()


@pytest.mark.slow
def test_a_database_of_before_is_upgraded_and_goes_on(upgraded: Upgraded) -> None:
    name, file, before, columns = upgraded
    assert any(before.values())
    database = sqlite3.connect(file)
    assert recorded(database, columns) == {table: rows for table, rows in before.items() if table != TILL}
    assert receipts_in_the_till(database) == before[TILL]
    assert any(reason for *_said, reason, _by, _at in before[TILL]), "none was taken back"
    left = {one for (one,) in database.execute("SELECT name FROM sqlite_master WHERE name LIKE 'running_%'")}
    assert left == set(), "tables that nobody knows any more hold on to matches"
    guards = {one for (one,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    assert "adjudication_entry_no_update" in guards
    database.close()
    slug, head = HEADS[name]
    assert manage(file, code=GO_ON.format(slug=slug)).strip() == head
    assert "no difference" in manage(file, "replay", "--check", slug)
    assert "the draw is the one its lot gives" in manage(file, "redraw", "--check", slug)


def test_every_kept_database_is_tried() -> None:
    assert {path.name.removesuffix(".sql.gz") for path in KEPT.glob("*.sql.gz")} == set(HEADS)


def test_one_that_cannot_be_upgraded_is_refused_in_words_and_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    database = sqlite3.connect(file)
    database.executescript(gzip.decompress((KEPT / "before-0.1.0.sql.gz").read_bytes()).decode())
    database.execute("DELETE FROM django_migrations WHERE app = 'brackets' AND name LIKE '0006%'")
    database.commit()
    before = recorded(database)
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CI")}
    env |= {"THUNEE_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings"}
    command = [sys.executable, "manage.py", "serve", "--port", "1"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "an earlier state of the program" in done.stderr
    assert "Traceback" not in done.stderr
    assert recorded(database) == before
