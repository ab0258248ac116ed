"""The results of very many hands as rows of a Parquet file: plain hands through columns, all others one by one."""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..files import replacing
from ..lines import AT_ONCE, answers, bare
from .columns import Columns
from .judging import Judged, judge_columns
from .kept import results_of
from .lines import pack_lines
from .parquet import ROWS, RULINGS, Name, row_of

SAID = ("decided", "void")  # of these the columns say all there is to say
ID = re.compile(rb'"id": ?"([^"]*)"\}$')
LONGEST_ID = 120  # bytes, with what is around it, in a line that goes through columns
Part = tuple[Any, bool]  # a table, and whether all its hands were valid


def write_results(path: Name, lines: Iterable[bytes], rules: Any = None, jobs: int = 1) -> bool:
    """Judge hands, each a line of JSON, and write what they come to into a file, a row of `RULINGS` each, in order;
    blank lines are passed over. `ruling` stands only where something is missing or wrong: it says what. `jobs`: how
    many processes judge. Gives whether all were valid. Raises OSError, and then leaves what was there before."""
    valid, written = True, (text for line in lines if isinstance(text := bare(line), bytes) and text)
    with replacing(path) as part, pq.ParquetWriter(part, RULINGS, compression="zstd") as writer:
        for table, all_valid in _parts(written, rules, jobs):
            writer.write_table(table)
            valid = valid and all_valid
    return valid


def _parts(lines: Iterator[bytes], rules: Any, jobs: int) -> Iterator[Part]:
    if jobs == 1:
        while some := list(islice(lines, ROWS)):
            yield results(some, rules)
        return
    with ProcessPoolExecutor(jobs) as pool:
        given: deque[Future[Part]] = deque()
        while some := list(islice(lines, ROWS)):
            given.append(pool.submit(results, some, rules))
            if len(given) > 2 * jobs:
                yield given.popleft().result()
        while given:
            yield given.popleft().result()


def results(lines: list[bytes], rules: Any) -> Part:
    """What some lines come to, a row each in their order; and whether all were valid."""
    columns, others = pack_lines(lines, rules)
    judged = judge_columns(columns)
    odd = judged.odd
    others = sorted([*others, *columns.row[odd].tolist()])
    columns, judged = columns.part(~odd), judged.part(~odd)
    single = list(answers([lines[row] for row in others], rules, brief=True, at_once=AT_ONCE))
    table = pa.concat_tables([_table(columns, judged, lines), pa.Table.from_pylist(list(map(_row, single)), RULINGS)])
    places = np.concatenate([columns.row, np.array(others, dtype=np.int32)])
    return table.take(pa.array(np.argsort(places))), all(answer.valid for answer in single)


def _row(answer: Any) -> dict[str, object]:
    row = row_of(answer.text)
    return row | {"ruling": None} if row["status"] in SAID else row


def _table(columns: Columns, judged: Judged, lines: list[bytes]) -> Any:
    """What packed hands come to as rows."""
    found = results_of(judged) | {
        "id": pa.array([_id(lines[row]) for row in columns.row], pa.string()),
        "khanuck_called": pa.array(columns.khanuck_called),
        "ruling": pa.nulls(len(columns), pa.string()),
    }
    return pa.table({name: found[name] for name in RULINGS.names}, schema=RULINGS)


def _id(line: bytes) -> str | None:
    """The id at the end of a line that went through columns; it is plain text."""
    name = ID.search(line, max(len(line) - LONGEST_ID, 0)) if line.endswith(b'"}') else None
    return None if name is None else json.loads(b'"%b"' % name[1])
