"""Packed hands kept in a Parquet file, so that they are packed once, and what they come to, in columns too."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .. import profiles
from ..faults import RecordError, fault
from ..files import replacing
from ..seats import SIDES
from .columns import Column, Columns
from .judging import CHUNK, KINDS, TRUMPLESS, Judged
from .parquet import ROWS, Name, ParquetError, opened

CARDS = 24
CALLED = BALLS = 10_000  # more than any rules know
PROFILES = b"thunee profiles"  # where the rules stand in a file of columns
FLAGS = ("blind", "khanuck_called")
WHOLE = ("dealer", "trumper", "trump", "call", "profile", "row")
NUMBERS = dict.fromkeys(WHOLE, pa.int32()) | dict.fromkeys(FLAGS, pa.bool_())
# The columns of more than one number a hand, and how many those are.
SEVERAL = {"cards": (pa.uint8(), CARDS), "leads": (pa.uint8(), 6), "dealt": (pa.uint32(), 4), "balls": (pa.int32(), 2)}
COLUMNS = pa.schema([*((name, pa.list_(kind, size)) for name, (kind, size) in SEVERAL.items()), *NUMBERS.items()])


def write_columns(path: Name, columns: Columns) -> None:
    """Keep packed hands. Raises OSError."""
    several = [
        pa.FixedSizeListArray.from_arrays(pa.array(getattr(columns, name).reshape(-1), kind), size)
        for name, (kind, size) in SEVERAL.items()
    ]
    numbers = [pa.array(getattr(columns, name), kind) for name, kind in NUMBERS.items()]
    rules = json.dumps([profile.to_dict() for profile in columns.profiles])
    schema = COLUMNS.with_metadata({PROFILES: rules.encode()})
    _write(path, pa.Table.from_arrays(several + numbers, schema=schema))


def read_columns(path: Name) -> Columns:
    """Packed hands as they were kept. Raises OSError, ParquetError, and RecordError where the numbers are no hands':
    not 24 cards, a seat that is none, rules that nobody knows."""
    file = opened(path)
    rules = (file.schema_arrow.metadata or {}).get(PROFILES)
    if rules is None or not file.schema_arrow.equals(COLUMNS):
        raise ParquetError(f"{path} has no packed hands in it")
    try:
        table = file.read()
        known = tuple(profiles.build({"preset": rule["preset"], **rule["changed"]}) for rule in json.loads(rules))
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError) as wrong:
        raise ParquetError(f"{path} cannot be read to its end: {wrong}") from None
    parts = [table.column(name) for name in COLUMNS.names]
    if any(part.null_count for part in (*parts, *(pc.list_flatten(part) for part in parts[: len(SEVERAL)]))):
        raise ParquetError(f"{path} has rows without a hand")
    values = {name: _several(table.column(name), size) for name, (_kind, size) in SEVERAL.items()}
    values |= {name: table.column(name).to_numpy() for name in NUMBERS}
    columns = Columns(**values, profiles=known)
    _require_hands(columns)
    return columns


def write_judged(path: Name, columns: Columns, judged: Judged) -> None:
    """What packed hands come to, a row each: `row` as it is packed, `odd` for one that has to be judged by itself,
    which has nothing else. Raises OSError."""
    found = {"row": pa.array(columns.row, pa.int32()), "odd": pa.array(judged.odd)} | results_of(judged)
    found["count"] = _numbers(judged.total, judged.odd | (judged.kind == TRUMPLESS))
    _write(path, pa.table(found))


def results_of(judged: Judged) -> dict[str, pa.Array]:
    """What hands come to, column by column as `parquet.RULINGS` names them; nothing of odd ones."""
    odd, winner, over = judged.odd, judged.winner, judged.game_winner >= 0
    opened_by = [np.where(winner == place, judged.opened, 0) for place in range(len(SIDES))]
    corners = judged.cornerhouse.astype(np.int32) @ np.array([1, 2], dtype=np.int32)
    return {
        "status": _words(judged.void, ("decided", "void"), odd),
        "kind": _words(judged.kind, KINDS, odd),
        "winner": _words(winner, SIDES, odd | (winner < 0)),
        "gets_a": _numbers(opened_by[0], odd),
        "gets_b": _numbers(opened_by[1], odd),
        "after_a": _numbers(judged.after[:, 0], odd),
        "after_b": _numbers(judged.after[:, 1], odd),
        "target": _numbers(judged.target, odd),
        "cornerhouse": _words(corners - 1, ("A", "B", "AB"), odd | (corners == 0)),
        "game_over": pa.array(over, mask=odd),
        "game_winner": _words(judged.game_winner, SIDES, odd | ~over),
        "next_dealer": _numbers(judged.next_dealer, odd | (judged.next_dealer < 0)),
    }


def _write(path: Name, table: Any) -> None:
    with replacing(path) as part:
        pq.write_table(table, part, compression="zstd", row_group_size=ROWS)


def _numbers(values: Column, without: Column) -> Any:
    return pa.array(values, pa.int32(), mask=without)


def _words(places: Column, words: Sequence[str], without: Column) -> Any:
    """The words that stand for places in a list of them; none in the rows `without`."""
    return pa.array(words).take(pa.array(places.astype(np.int32), mask=without))


def _several(column: Any, size: int) -> Column:
    flat = pa.concat_arrays([chunk.flatten() for chunk in column.chunks]) if column.num_chunks else pa.array([])
    values: Column = flat.to_numpy(zero_copy_only=False).reshape(-1, size)
    return values


def _require_hands(columns: Columns) -> None:
    """Raises RecordError at the first row whose numbers cannot be a hand's."""
    for first in range(0, len(columns), CHUNK):
        part = columns.part(slice(first, first + CHUNK))
        for name, right in _right(part):
            if not right.all():
                row = int(np.argmin(right))
                value = getattr(part, name)[row]
                raise RecordError([fault(f"row {first + row + 1}", f"{name} cannot be {np.asarray(value).tolist()}")])


def _right(columns: Columns) -> Iterator[tuple[str, Column]]:
    """For each column which rows have a hand's numbers in it; what comes later may rely on what came before."""
    for name in ("dealer", "trumper", "trump", "leads"):
        values = getattr(columns, name)
        yield name, ((values >= 0) & (values < 4)).reshape(len(columns), -1).all(axis=1)
    for name, most in (("call", CALLED), ("balls", BALLS), ("profile", len(columns.profiles) - 1)):
        values = getattr(columns, name)
        yield name, ((values >= 0) & (values <= most)).reshape(len(columns), -1).all(axis=1)
    whole = np.bitwise_or.reduce(columns.dealt, axis=1) == (1 << CARDS) - 1
    held = np.array(sum((columns.dealt >> place) & 1 for place in range(CARDS)))
    yield "dealt", whole & (held == 6).all(axis=1)
    once = (np.sort(columns.cards, axis=1) == np.arange(CARDS)).all(axis=1)
    seats = ((columns.leads[:, :, None] + np.arange(4)) & 3).reshape(-1, CARDS)
    own = np.take_along_axis(columns.dealt, seats, axis=1) >> np.minimum(columns.cards, CARDS - 1)
    yield "cards", once & ((own & 1) == 1).all(axis=1)
