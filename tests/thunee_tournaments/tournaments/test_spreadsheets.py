"""Spreadsheets in and out: what people's programs write is read, and no file is larger than it may be."""

import io
import zipfile
from datetime import datetime

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from thunee_tournaments.tournaments import spreadsheets
from thunee_tournaments.tournaments.spreadsheets import Unreadable, defused, file_of, rows_of

CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)


def book(*rows: tuple[object, ...]) -> bytes:
    made, file = Workbook(), io.BytesIO()
    for row in rows:
        made.active.append(row)
    made.save(file)
    return file.getvalue()


def test_cells_are_read_as_people_see_them() -> None:
    rows = rows_of(
        book(("Team", None, "Paid"), ("Aces\nof Hearts", 821234567.0, datetime(2026, 11, 28)), (), ("7", 2.5))
    )
    assert rows == [["Team", "", "Paid"], ["Aces of Hearts", "821234567", "2026-11-28"], [], ["7", "2.5"]]


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"\xef\xbb\xbfTeam;Player\r\nAces;Zo\xc3\xab\r\n", [["Team", "Player"], ["Aces", "Zoë"]]),
        ("Team\tPlayer\nAces\tZoë".encode("utf-16"), [["Team", "Player"], ["Aces", "Zoë"]]),
        ("Team,Player\nAces,Zoë".encode("cp1252"), [["Team", "Player"], ["Aces", "Zoë"]]),
        (b'Team,Player\n"Aces, the",Lina', [["Team", "Player"], ["Aces, the", "Lina"]]),
        (b"Aces: Lina, Prem\nTens: Rani, Kris", [["Aces: Lina, Prem"], ["Tens: Rani, Kris"]]),
        (b"", []),
    ],
)  # fmt: skip
def test_a_text_is_read_whoever_wrote_it(content: bytes, rows: list[list[str]]) -> None:
    assert rows_of(content) == rows


def test_an_old_japanese_spreadsheet_is_read_where_japanese_is_spoken() -> None:
    content = "チーム名,選手1\nエース,山田".encode("cp932")
    with translation.override("ja"):
        assert rows_of(content) == [["チーム名", "選手1"], ["エース", "山田"]]


def swollen() -> bytes:
    """A small file that unpacks to more than a machine in a hall has room for."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * (spreadsheets.MOST_UNPACKED + 1))
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04",
        b"PK\x03\x04 nothing",
        b"\x00\x01\x02\x00",
        b"\xff\xfe\x00",
        swollen(),
        b"x" * (spreadsheets.MOST_BYTES + 1),
        b"\n".join(b"Team %d,A,B" % n for n in range(2_001)),
        b",".join(b"a" for _ in range(41)),
        book(tuple("x" * 41)),
        book(*[(f"Team {n}",) for n in range(2_001)]),
    ],
    ids=["cut", "no book", "no text", "half", "swollen", "long", "many rows", "many columns", "wide book", "long book"],
)
def test_what_is_no_list_is_refused(content: bytes) -> None:
    with pytest.raises(Unreadable):
        rows_of(content)


def test_a_sheet_that_calls_itself_vast_is_read_as_far_as_a_list_goes() -> None:
    made, file = Workbook(), io.BytesIO()
    made.active.append(("Aces", "Lina"))
    made.active["XFD1048576"] = "far away"
    made.save(file)
    with pytest.raises(Unreadable):  # in the time of two thousand rows, not of a million
        rows_of(file.getvalue())


@pytest.mark.slow
@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5), st.sampled_from(["csv", "xlsx"]))
def test_what_is_written_is_what_is_read(rows: list[list[str]], kind: spreadsheets.Kind) -> None:
    content = file_of(kind, ["Team", "Club", "Player 1"], rows)
    read = [[*row, "", "", ""][:3] for row in rows_of(content)]
    assert read[0] == ["Team", "Club", "Player 1"]
    wanted = [[spreadsheets._plain(cell) for cell in row] for row in rows]
    assert [row for row in read[1:] if any(row)] == [row for row in wanted if any(row)]


@pytest.mark.parametrize("text", ["=1+1", "+27 82", "-2", "@here", " =1", "＝1", "'=1"])
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    assert defused(text) == f"'{text}"
    assert rows_of(file_of("csv", ["Team", "Club"], [[text, "x"]]))[1][0].lstrip("'") == text.strip().lstrip("'")


def test_what_is_no_formula_stays_as_it_is() -> None:
    assert defused("Corner Bakery = best") == "Corner Bakery = best"
