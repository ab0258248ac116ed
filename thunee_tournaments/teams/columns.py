"""The heading of a table somebody pastes: which column is the team, which its club, which its players, and which is
none of these and left out.

A heading names its columns; a line that names none is a team. Only what stands in every spreadsheet of entries is known
here: a column of another name is left out, and said to be.
"""

import csv
import re
from dataclasses import dataclass

from thunee_tournaments.teams.names import name_key, tidy

TEAM, CLUB, PLAYER, LEFT_OUT = "team", "club", "player", "left out"
MARKS = ("\t", ";", ",")

_TEAM = re.compile(r"teams?|teamnames?|nameof(the)?team|squad|pair|pairname|チーム名?")
_CLUB = re.compile(r"clubs?|clubname|nameofclub|association|union|temple|school|company|branch|クラブ名?|所属")
_PLAYER = re.compile(
    r"(the)?players?(names?)?(\d|one|two|three|four|[ab])?|p\d|names?\d|partner\d?|captain|member\d?|members|reserve\d?|"
    r"sub(stitute)?\d?|nameofplayers?\d?|(first|second|third|fourth)player|プレーヤー\d?|選手名?\d?"
)
_NAME = re.compile(r"name|氏名|名前")
_OTHER = re.compile(
    r"no|nr|number|entry|entryno|cell(phone)?(no|number)?\d?|mobile(no|number)?|phone(no|number)?\d?|tel(ephone)?|contact"
    r"(no|number|details)?|whatsapp|email(address)?|paid|fee|amount|payment|seed|date|time|timestamp|remarks?|notes?|"
    r"comments?|town|city|area|region|address|電話(番号)?|備考"
)


@dataclass(frozen=True)
class Heading:
    """A heading line (counted from 1): the mark between its columns, their titles, and what each is."""

    line: int
    mark: str
    titles: tuple[str, ...]
    kinds: tuple[str, ...]
    text: str

    @property
    def left_out(self) -> list[str]:
        """The titles of the columns that are not read."""
        return [title for title, kind in zip(self.titles, self.kinds, strict=True) if kind == LEFT_OUT and title]

    @property
    def read(self) -> list[str]:
        """The titles of the columns that are."""
        return [title for title, kind in zip(self.titles, self.kinds, strict=True) if kind != LEFT_OUT]

    @property
    def club(self) -> str:
        """The title of the column that is the club, "" if there is none."""
        return next((title for title, kind in zip(self.titles, self.kinds, strict=True) if kind == CLUB), "")

    def cells(self, line: str) -> dict[str, list[str]]:
        """What stands in a line, by what its columns are; what stands beyond the last column under ""."""
        cells: dict[str, list[str]] = {TEAM: [], CLUB: [], PLAYER: [], LEFT_OUT: [], "": []}
        for place, cell in enumerate(split(line, self.mark)):
            if cell.strip():
                cells[self.kinds[place] if place < len(self.kinds) else ""].append(cell)
        return cells


def split(line: str, mark: str) -> list[str]:
    """The fields of a line, quoted as in CSV where the mark belongs to one."""
    return next(csv.reader([line], delimiter=mark, skipinitialspace=True), [""])


def heading_of(number: int, line: str) -> Heading | None:
    """The heading a line is, or None: it names a team's column and at least one other that is known."""
    mark = next((mark for mark in MARKS if mark in line), "")
    if not mark:
        return None
    titles = tuple(tidy(title) for title in split(line, mark))
    keys = [name_key(title) for title in titles]
    kinds = [_kind(key) for key in keys]
    if TEAM not in kinds:  # "Name, Player 1, Player 2"
        kinds = [TEAM if kind == "" and _NAME.fullmatch(key) else kind for key, kind in zip(keys, kinds, strict=True)]
    known = sum(kind != "" for kind in kinds)
    if kinds.count(TEAM) != 1 or known < 2 or kinds.count(CLUB) > 1 or known < len([key for key in keys if key]) / 2:
        return None
    return Heading(number, mark, titles, tuple(kind or LEFT_OUT for kind in kinds), line)


def _kind(key: str) -> str:
    for kind, known in ((TEAM, _TEAM), (CLUB, _CLUB), (PLAYER, _PLAYER), (LEFT_OUT, _OTHER)):
        if known.fullmatch(key):
            return kind
    return ""
