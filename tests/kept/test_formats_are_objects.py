"""The stages of before keep their formats, and each is one that the catalogue knows."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from tests.support.kept_databases import KEPT, migrate
from thunee_tournaments.brackets.formats.catalogue import FORMATS

STAGES = 'SELECT id, tournament_id, "order", format, parameters, lot, inputs FROM tournaments_stage ORDER BY id'
BEFORE = ("knockout", "double", "groups", "swiss", "streak", "league", "tables")


@pytest.mark.slow
def test_stages_keep_the_formats_they_were_planned_with(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    database = sqlite3.connect(file)
    database.executescript(gzip.decompress((KEPT / "before-0.1.0.sql.gz").read_bytes()).decode())
    event, last = database.execute('SELECT tournament_id, max("order") FROM tournaments_stage').fetchone()
    for number, name in enumerate(BEFORE, last + 1):
        database.execute(
            'INSERT INTO tournaments_stage (tournament_id, "order", format, parameters, lot, inputs) '
            "VALUES (?, ?, ?, '{}', '', '{}')",
            (event, number, name),
        )
    database.commit()
    before = database.execute(STAGES).fetchall()
    database.close()
    migrate(file)
    after = sqlite3.connect(file).execute(STAGES).fetchall()
    assert after == before
    assert {row[3] for row in after} == set(BEFORE) <= set(FORMATS)
