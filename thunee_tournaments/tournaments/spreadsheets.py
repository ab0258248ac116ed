"""Spreadsheets people send and take away: rows out of CSV and XLSX, and files of both kinds.

A file that comes in is bounded before it is read: so many rows, columns and unpacked bytes, and no more, whatever it
says of itself. What people wrote is defused on the way out, so that no cell is taken for a formula, and the mark of
that goes again on the way in.
"""

import csv
import io
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook
from tablib import Dataset

from thunee_tournaments.tournaments.shapes import Words

MOST_BYTES = 2_000_000
MOST_UNPACKED = 40_000_000  # bytes; a page of teams unpacks to some tens of thousands
MOST_ROWS, MOST_COLUMNS = 2_001, 40
MARKS = ("\t", ";", ",")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
Kind = Literal["csv", "xlsx"]


class Unreadable(Exception):
    """A file that is no spreadsheet, or too much of one; `message` says which and what to do."""

    def __init__(self, message: Words) -> None:
        super().__init__(str(message))
        self.message = message


def defused(text: str) -> str:
    """Text that a spreadsheet shows as it is: an apostrophe before what it would take for a formula."""
    plain_width = unicodedata.normalize("NFKC", text)  # a Japanese spreadsheet takes ＝ for =
    return f"'{text}" if plain_width.lstrip(" '").startswith(FORMULA) or text.startswith(FORMULA) else text


def rows_of(content: bytes) -> list[list[str]]:
    """The rows of a file, as texts, without the empty cells at their ends; a plain list has one cell a row. Raises
    Unreadable."""
    if len(content) > MOST_BYTES:
        raise Unreadable(_("This file is too long. Send the list of teams alone, of 2 MB at most."))
    rows = _rows_of_xlsx(content) if content.startswith(b"PK") else _rows_of_text(_decoded(content))
    texts = [[_plain(cell) for cell in row] for row in rows[:MOST_ROWS]]
    ended = [row[: max((n for n, cell in enumerate(row, start=1) if cell), default=0)] for row in texts]
    if len(ended) == MOST_ROWS or any(len(row) > MOST_COLUMNS for row in ended):
        raise Unreadable(_("This is too much for one list: 2,000 rows of 40 columns at most."))
    return ended


def file_of(kind: Kind, heading: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A file of that kind. CSV bears the mark by which spreadsheets know that it is UTF-8."""
    table = Dataset(*[tuple(map(defused, row)) for row in rows], headers=list(heading))
    if kind == "csv":
        return b"\xef\xbb\xbf" + str(table.export("csv")).encode()
    return bytes(table.export("xlsx"))


def _rows_of_xlsx(content: bytes) -> list[Sequence[object]]:
    """tablib reads a sheet as large as it calls itself; this reads so much and no more."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > MOST_UNPACKED:
            raise Unreadable(_("This file is too long. Send the list of teams alone, of 2 MB at most."))
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        return list(sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS + 1, values_only=True))
    except Unreadable:
        raise
    except Exception as fault:  # whatever a broken file makes the library say
        raise Unreadable(
            _("This file cannot be read as a spreadsheet. Save it as XLSX or CSV and send that, or paste its cells.")
        ) from fault


def _decoded(content: bytes) -> str:
    of_old = "cp932" if (get_language() or "").startswith("ja") else "cp1252"  # what Excel writes where it is not asked
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if marked else ["utf-8-sig", of_old]:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise Unreadable(
        _("This file cannot be read as a spreadsheet. Save it as XLSX or CSV and send that, or paste its cells.")
    )


def _rows_of_text(text: str) -> list[Sequence[object]]:
    """The rows of a CSV file; of a plain text, its lines. They are a table if the first line is cut by the mark."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(MARKS, key=first.count)
    if ":" in first or mark not in first:
        return [[line] for line in text.splitlines()]
    try:
        return list(csv.reader(io.StringIO(text), delimiter=mark, skipinitialspace=True))
    except csv.Error:
        return [[line] for line in text.splitlines()]


def _plain(cell: object) -> str:
    """A cell as a person reads it, on one line."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = cell.date().isoformat() if isinstance(cell, datetime) else str(cell)
    if text.startswith("'") and defused(text[1:]) == text:
        text = text[1:]
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
