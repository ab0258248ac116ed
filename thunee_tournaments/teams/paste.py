"""A pasted list of teams, as people send them: one team a line, in whatever form their spreadsheet or chat gave it.

Read are, after an optional number or bullet:

* ``Team name: Player, Player`` (also ``Team name - Player & Player``),
* fields between tabs, semicolons or commas, the first the team; quoted as in CSV where a comma belongs to a name,
* a team's name alone.

A club stands in brackets at the end of the name: ``Jack Attack (Merebank): …``. Nothing is guessed in silence and
nothing is lost: each line becomes a team or a problem that says what is odd about it.
"""

import csv
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.teams.names import MAX_NAME, name_key, tidy

MAX_PLAYERS = 4  # two who play and two who stand by
MAX_LINES = 2000
MAX_LINE = 1000

_NUMBERING = re.compile(r"^\s*(?:\(?\d{1,3}[.)]|[-*•–])\s+")
_DASH = re.compile(r"\s[-–—]\s")
_BETWEEN_PLAYERS = re.compile(r"\s*(?:[,;/&+\t、，／＆]|\sand\s)\s*", re.IGNORECASE)
_CLUB = re.compile(r"^(?P<name>.*?)\s*[(\[（](?P<club>[^()\[\]（）]*)[)\]）]$")
_HEADINGS = frozenset({"team", "teams", "teamname", "nameofteam", "teamnames", "squad"})


@dataclass(frozen=True)
class PastedTeam:
    """A team read from a line (counted from 1)."""

    line: int
    name: str
    club: str
    players: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Problem:
    """What is odd about a line. `code` is stable, `message` is for people, `text` is the line as it was pasted."""

    line: int
    code: str
    message: Any
    text: str


@dataclass(frozen=True)
class Parsed:
    teams: tuple[PastedTeam, ...]
    problems: tuple[Problem, ...]

    @property
    def rest(self) -> str:
        """The lines that have a problem, as they were pasted, to be put right."""
        lines = {problem.line: problem.text for problem in self.problems}
        return "\n".join(lines[number] for number in sorted(lines))


def parse(text: str, taken: Collection[str] = ()) -> Parsed:
    """Read a pasted list. `taken` are the names (any spelling) of teams that are entered already."""
    teams: list[PastedTeam] = []
    problems: list[Problem] = []
    entered = {name_key(name) for name in taken}
    lines_by_key: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        team = read_line(number, line)
        key = name_key(team.name)
        if found := _problems_of(team, entered, lines_by_key.get(key)):
            problems += [Problem(number, code, message, line) for code, message in found]
        else:
            teams.append(team)
        if key:
            lines_by_key.setdefault(key, number)
    return Parsed(tuple(teams), tuple(problems))


def read_line(number: int, line: str) -> PastedTeam:
    """The team a line names. Names may be empty or too long: that is for `parse` to say."""
    head, players = _fields(_NUMBERING.sub("", line))
    name, club = _split_club(tidy(head))
    if players and not club:
        last, club_at_end = _split_club(players[-1])
        if club_at_end:
            players[-1], club = last, club_at_end
    return PastedTeam(number, name, club, tuple(player for player in players if player), line)


def team_problems(name: str, players: Sequence[str], club: str = "") -> list[tuple[str, Any]]:
    """What is wrong with a team's name and players, as (code, message); the same for a form and for a pasted line."""
    found: list[tuple[str, Any]] = []
    if not name_key(name):
        found.append(("name_missing", _("The team has no name.")))
    if len(name) > MAX_NAME:
        found.append(("name_too_long", _("The team's name is longer than %(most)s characters.") % {"most": MAX_NAME}))
    if len(club) > MAX_NAME:
        found.append(("club_too_long", _("The club's name is longer than %(most)s characters.") % {"most": MAX_NAME}))
    found += [
        ("player_too_long", _("A player's name is longer than %(most)s characters.") % {"most": MAX_NAME})
        for player in players
        if len(player) > MAX_NAME
    ]
    if len(players) > MAX_PLAYERS:
        found.append(
            (
                "too_many_players",
                _("There are %(count)s players; a team has at most %(most)s (two play, two stand by).")
                % {"count": len(players), "most": MAX_PLAYERS},
            )
        )
    keys = [name_key(player) for player in players]
    found += [
        ("player_twice", _("%(player)s is named twice.") % {"player": player})
        for place, player in enumerate(players)
        if keys[place] in keys[:place]
    ]
    return found


def _problems_of(team: PastedTeam, entered: Collection[str], first_line: int | None) -> list[tuple[str, Any]]:
    key = name_key(team.name)
    if team.line > MAX_LINES or len(team.text) > MAX_LINE:
        return [
            (
                "too_long",
                _("This is too long for one paste: %(lines)s lines of %(length)s characters at most.")
                % {"lines": MAX_LINES, "length": MAX_LINE},
            )
        ]
    if key in _HEADINGS and team.line == 1:
        return [("heading", _("This looks like a heading, not a team."))]
    found = team_problems(team.name, team.players, team.club)
    if any(mark in team.name for mark in "()[]（）"):
        found.append(("odd_brackets", _("A bracket is not closed, or stands inside the name.")))
    if key and first_line is not None:
        found.append(("duplicate", _("The same team is in line %(line)s.") % {"line": first_line}))
    if key in entered:
        found.append(("already_entered", _("A team of this name is entered already.")))
    return found


def _fields(line: str) -> tuple[str, list[str]]:
    """The team's part of a line and its players."""
    for mark in ("\t", ";"):
        if mark in line:
            return _separated(line, mark)
    if ":" in line or "：" in line:
        head, _colon, tail = line.replace("：", ":", 1).partition(":")
        return head, _players(tail)
    if line.count('"') >= 2 and "," in line:
        return _separated(line, ",")
    if _DASH.search(line):
        head, tail = _DASH.split(line, maxsplit=1)
        return head, _players(tail)
    if "," in line:
        return _separated(line, ",")
    return line, []


def _separated(line: str, mark: str) -> tuple[str, list[str]]:
    """A line of a table: the first field is the team, each other one player, or several."""
    fields = next(csv.reader([line], delimiter=mark, skipinitialspace=True), [""])
    return fields[0], [player for field in fields[1:] for player in _players(field)]


def _players(text: str) -> list[str]:
    return [name for part in _BETWEEN_PLAYERS.split(text) if (name := tidy(part))]


def _split_club(text: str) -> tuple[str, str]:
    match = _CLUB.match(text)
    return (tidy(match["name"]), tidy(match["club"])) if match else (text, "")
