"""The heading of a table somebody pastes: which column is the team, which its club, which its players, and which is
none of these and left out.

A heading names its columns; a line that names none is a team. Only what stands in every spreadsheet of entries is known
here: a column of another name is left out, and said to be. Where somebody says what the columns are, that is written
into the heading, so that the list says it itself from then on: a title in brackets is left out.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thunee_tournaments.teams.names import name_key, tidy

TEAM, CLUB, PLAYER, LEFT_OUT = "team", "club", "player", "left out"
TABLE_MARKS = ("\t", ";", "|")  # which stand in no name
MARKS = (*TABLE_MARKS, ",")
MAX_LINE, MAX_COLUMNS = 1000, 40  # characters; columns that can be named one by one

_TEAM = re.compile(r"teams?|teamnames?|nameof(the)?team|squad|pair|pairname|チーム名?")
_CLUB = re.compile(
    r"clubs?|clubname|nameofclub|association|union|temple|school|company|branch|"
    rf"{name_key('クラブ')}名?|所属"
)
_PLAYER = re.compile(
    r"(the)?players?(names?)?(\d|one|two|three|four|[ab])?|p\d|names?\d|partner\d?|captain|member\d?|members|reserve\d?|"
    r"sub(stitute)?\d?|nameofplayers?\d?|(first|second|third|fourth)player|選手名?\d?|"
    rf"{name_key('プレーヤー')}\d?"
)
_NAME = re.compile(r"name|氏名|名前")
_OTHER = re.compile(
    r"no|nr|number|entry|entryno|cell(phone)?(no|number)?\d?|mobile(no|number)?|phone(no|number)?\d?|tel(ephone)?|contact"
    r"(no|number|details)?|whatsapp|email(address)?|paid|fee|amount|payment|seed|date|time|timestamp|remarks?|notes?|"
    r"comments?|town|city|area|region|address|電話(番号)?|備考|"
    rf"{name_key('シード')}"
)
_TEAM_FIRST = re.compile(r"[:：]|\s[-–—]\s")
_IN_BRACKETS = re.compile(r"[(（].*[)）]")


@dataclass(frozen=True)
class Heading:
    """A heading line (counted from 1): the mark between its columns, their titles, and what each is."""

    line: int
    mark: str
    titles: tuple[str, ...]
    kinds: tuple[str, ...]
    text: str

    def fields(self, line: str) -> list[str]:
        """The fields of a line of this table."""
        return split(line, self.mark)

    def cells(self, line: str) -> dict[str, list[str]]:
        """What stands in a line, by what its columns are; what stands beyond the last column under ""."""
        cells: dict[str, list[str]] = {TEAM: [], CLUB: [], PLAYER: [], LEFT_OUT: [], "": []}
        for place, cell in enumerate(self.fields(line)):
            if cell.strip():
                cells[self.kinds[place] if place < len(self.kinds) else ""].append(cell)
        return cells


def split(line: str, mark: str) -> list[str]:
    """The fields of a line, quoted as in CSV where the mark belongs to one. A line too long for a team is cut at each
    mark: CSV knows no field of any length."""
    if mark == "|":
        line = line.strip().removeprefix(mark).removesuffix(mark).strip()  # it may frame the line, too
    if len(line) > MAX_LINE:
        return line.split(mark)
    return next(csv.reader([line], delimiter=mark, skipinitialspace=True), []) or [""]


def heading_of(number: int, line: str) -> Heading | None:
    """The heading a line is, or None: it names a team's column and at least one other that is known."""
    mark = next((mark for mark in MARKS if mark in line), "")
    if not mark:
        return None
    titles = tuple(tidy(title) for title in split(line, mark))
    keys = [name_key(title) for title in titles]
    kinds = [LEFT_OUT if _IN_BRACKETS.fullmatch(title) else _kind(key) for title, key in zip(titles, keys, strict=True)]
    if TEAM not in kinds:  # "Name, Player 1, Player 2"
        kinds = [TEAM if kind == "" and _NAME.fullmatch(key) else kind for key, kind in zip(keys, kinds, strict=True)]
    known = sum(kind != "" for kind in kinds)
    if kinds.count(TEAM) != 1 or known < 2 or kinds.count(CLUB) > 1 or known < len([key for key in keys if key]) / 2:
        return None
    return Heading(number, mark, titles, tuple(kind or LEFT_OUT for kind in kinds), line)


def table_of(text: str) -> Heading | None:
    """The columns of a list whose lines are all cut by the same mark, as they are read: by its heading, or, under line
    0, the team first and then its players. None for any other list."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines or any(len(line) > MAX_LINE for _number, line in lines):
        return None
    table = heading_of(*lines[0]) or _without_heading(text, lines)
    return table if table is not None and len(table.kinds) <= MAX_COLUMNS else None


def _without_heading(text: str, lines: Sequence[tuple[int, str]]) -> Heading | None:
    for mark in MARKS:
        widths = [len(split(line, mark)) for _number, line in lines]
        # A comma may also stand between players only, behind a colon or a dash.
        if min(widths) > 1 and (mark != "," or (len(set(widths)) == 1 and not _TEAM_FIRST.search(text))):
            return Heading(0, mark, ("",) * max(widths), (TEAM, *[PLAYER] * (max(widths) - 1)), "")
    return None


def written_by(table: Heading, kinds: Sequence[str], text: str) -> str:
    """The list under a heading that says of each column what it is."""
    titles, players = list[str](), 0
    for title, was, kind in zip(table.titles, table.kinds, kinds, strict=True):
        players += kind == PLAYER
        named = {TEAM: "Team", CLUB: "Club", PLAYER: f"Player {players}", LEFT_OUT: f"({title.strip('()（） ')})"}
        titles.append(title if title and kind == was else named[kind])
    heading = joined(titles, table.mark)
    lines = text.splitlines()
    return "\n".join([*lines[: max(table.line - 1, 0)], heading, *lines[table.line :]])


def joined(cells: Iterable[str], mark: str = "\t") -> str:
    """A line of these fields, as `split` reads it."""
    line = io.StringIO()
    csv.writer(line, delimiter=mark, lineterminator="").writerow(cells)
    return line.getvalue()


def _kind(key: str) -> str:
    for kind, known in ((TEAM, _TEAM), (CLUB, _CLUB), (PLAYER, _PLAYER), (LEFT_OUT, _OTHER)):
        if known.fullmatch(key):
            return kind
    return ""
