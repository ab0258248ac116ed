"""Hands from Parquet files, and rulings into them: what needs PyArrow besides NumPy.

A file of hands has a column `record`: each row a hand as JSON, as a line of JSON Lines would have it. A file of rulings
has a row for each hand, in the same order, with `RULINGS` as its columns. Both are read and written in parts, so that a
file may be larger than memory.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..files import replacing

Name = str | PathLike[str]
RECORD = "record"
ROWS = 16_384  # that are held at a time
HANDS = pa.schema([pa.field(RECORD, pa.string(), nullable=False)])
# What the sides A and B get, balls or points, and what they have after the hand: empty where each plays alone. On
# cornerhouse is A, B, AB or nobody. Who won, where that is no side, is a list as JSON; so is the ruling, with all that
# has no column of its own.
RULINGS = pa.schema(
    [
        ("id", pa.string()),
        ("status", pa.string()),
        ("kind", pa.string()),
        ("winner", pa.string()),
        ("gets_a", pa.int32()),
        ("gets_b", pa.int32()),
        ("after_a", pa.int32()),
        ("after_b", pa.int32()),
        ("target", pa.int32()),
        ("khanuck_called", pa.bool_()),
        ("cornerhouse", pa.string()),
        ("game_over", pa.bool_()),
        ("game_winner", pa.string()),
        ("next_dealer", pa.int32()),
        ("ruling", pa.string()),
    ]
)


class ParquetError(ValueError):
    """A file that is not what it should be: no Parquet, or without a column that is looked for."""


def lines(path: Name) -> Iterator[bytes]:
    """The hands of a file as JSON, one after the other. A row without a hand is `null`, which is no record: so the
    answers stay in step with the rows.

    Raises OSError for a file that cannot be read, and ParquetError.
    """
    file = opened(path)
    if RECORD not in file.schema_arrow.names:
        others = ", ".join(file.schema_arrow.names) or "none"
        raise ParquetError(f'{path} has no column "{RECORD}" with the hands as JSON, but: {others}')
    kind = file.schema_arrow.field(RECORD).type
    if not any(is_kind(kind) for is_kind in (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary)):
        raise ParquetError(f'the column "{RECORD}" of {path} must be text, with the hands as JSON; it is {kind}')
    return _each(file, path)


def _each(file: Any, path: Name) -> Iterator[bytes]:
    try:
        for batch in file.iter_batches(ROWS, columns=[RECORD]):
            for text in batch.column(0).to_pylist():
                yield (text.encode() if isinstance(text, str) else text or b"").strip() or b"null"
    except (pa.ArrowException, OSError, UnicodeDecodeError) as wrong:
        raise ParquetError(f"{path} cannot be read to its end: {wrong}") from None


def write_hands(path: Name, records: Iterable[Any]) -> None:
    """Write hands (as JSON makes them) to a file. Raises OSError, and then leaves what was there before."""
    _write(path, HANDS, ({RECORD: json.dumps(record)} for record in records))


def write_rulings(path: Name, rulings: Iterable[str]) -> None:
    """Write rulings (each as JSON, brief or whole) to a file, a row each. Raises as `write_hands`."""
    _write(path, RULINGS, map(row_of, rulings))


def row_of(text: str) -> dict[str, object]:
    """A ruling as a row of `RULINGS`; what it does not have is None."""
    ruling = json.loads(text)
    after = ruling.get("after") or {}
    gets, stands = _by_side(ruling), _by_side(after)
    return {
        "id": _word(ruling.get("id")),
        "status": ruling["status"],
        "kind": ruling.get("kind"),
        "winner": _word(ruling.get("winner")),
        "gets_a": gets.get("A"),
        "gets_b": gets.get("B"),
        "after_a": stands.get("A"),
        "after_b": stands.get("B"),
        "target": after.get("target"),
        "khanuck_called": after.get("khanuck_called"),
        "cornerhouse": "".join(after.get("cornerhouse", ())) or None,
        "game_over": after.get("game_over"),
        "game_winner": _word(after.get("game_winner")),
        "next_dealer": after.get("next_dealer"),
        "ruling": text,
    }


def _by_side(result: Any) -> dict[str, int]:
    worth = result.get("balls") or result.get("scores")
    return worth if isinstance(worth, dict) else {}


def _word(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _write(path: Name, schema: Any, rows: Iterable[dict[str, object]]) -> None:
    left = iter(rows)
    with replacing(path) as part, pq.ParquetWriter(part, schema, compression="zstd") as writer:
        while some := list(islice(left, ROWS)):
            writer.write_table(pa.Table.from_pylist(some, schema))


def opened(path: Name) -> Any:
    """A file, with its schema. Raises OSError and ParquetError."""
    with Path(path).open("rb"):  # says itself why it cannot be read
        pass
    try:
        file = pq.ParquetFile(path)
        _ = file.schema_arrow.names
        return file
    except (pa.ArrowException, OSError, UnicodeDecodeError):
        raise ParquetError(f"{path} is no Parquet file") from None
