"""The sides of matches, once in columns a to d, are rows afterwards, and nothing of them is lost on the way."""

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.support.kept_databases import KEPT, migrate

SEEDED = ('["seed", 1]', '["seed", 2]', '["seed", 3]', '["seed", 4]')


@pytest.fixture
def before(tmp_path: Path) -> tuple[Path, list[dict[str, Any]], int]:
    """A database of before with its file, the matches it held, and a game that was struck out. One match is made a
    table of four single players whose lowest total is shared, another stands under review."""
    file = tmp_path / "site.sqlite3"
    database = sqlite3.connect(file)
    database.row_factory = sqlite3.Row
    database.executescript(gzip.decompress((KEPT / "before-0.1.0.sql.gz").read_bytes()).decode())
    teams = [row[0] for row in database.execute("SELECT id FROM teams_team ORDER BY id LIMIT 4")]
    table = database.execute("SELECT id FROM brackets_match WHERE winner_id IS NULL ORDER BY id DESC").fetchone()[0]
    seats = ", ".join(f"slot_{side} = ?, team_{side}_id = ?" for side in "abcd")
    database.execute(
        f"UPDATE brackets_match SET {seats}, scores = '[5, 5, 9, 12]', state = 'done', outcome = 'played' WHERE id = ?",
        [value for pair in zip(SEEDED, teams, strict=True) for value in pair] + [table],
    )
    database.execute("UPDATE brackets_match SET conflict = 'B', due_b_id = ? WHERE number = 1", [teams[3]])
    struck = database.execute("SELECT min(id) FROM brackets_matchgame").fetchone()[0]
    database.execute(
        "UPDATE brackets_matchgame SET struck_at = '2026-08-01 12:00', struck_by = 'd', struck_a_id = ? WHERE id = ?",
        [teams[0], struck],
    )
    database.commit()
    held = [dict(row) for row in database.execute("SELECT * FROM brackets_match ORDER BY id")]
    database.close()
    migrate(file)
    return file, held, struck


def expected(match: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The rows of a match that has its sides in columns."""
    alone = match["slot_c"] is not None
    scores = json.loads(match["scores"])
    return [
        (
            match["id"], side.upper(), json.loads(match[f"slot_{side}"]), match[f"team_{side}_id"],
            match[f"due_{side}_id"], 0 if alone else match[f"games_{side}"],
            (scores[place] if scores else 0) if alone else match[f"balls_{side}"],
        )
        for place, side in enumerate("abcd")
        if match[f"slot_{side}"] is not None
    ]  # fmt: skip


@pytest.mark.slow
def test_every_side_is_a_row_with_all_it_had(before: tuple[Path, list[dict[str, Any]], int]) -> None:
    file, held, struck = before
    database = sqlite3.connect(file)
    rows = database.execute(
        "SELECT match_id, side, source, team_id, due_id, games_won, score FROM brackets_matchside ORDER BY 1, 2"
    )
    found = [(match, side, json.loads(source), *rest) for match, side, source, *rest in rows]
    assert found == [row for match in held for row in expected(match)]
    assert {len(expected(match)) for match in held} == {2, 4}
    assert [match["due_b_id"] is not None for match in held].count(True) == 1
    won_by = dict(database.execute("SELECT id, won_by FROM brackets_match"))
    for match in held:
        teams = {match[f"team_{side}_id"]: side.upper() for side in "dcba" if match[f"team_{side}_id"] is not None}
        over = match["state"] in ("done", "bye")
        assert won_by[match["id"]] == (teams.get(match["winner_id"], "=") if over else "")
    assert set(won_by.values()) >= {"", "A", "B", "="}
    played = database.execute("SELECT game_id, side, team_id IS NULL FROM brackets_struckside ORDER BY side").fetchall()
    assert played == [(struck, "A", 0), (struck, "B", 1)]
    assert "team_a_id" not in {row[1] for row in database.execute("PRAGMA table_info(brackets_match)")}
