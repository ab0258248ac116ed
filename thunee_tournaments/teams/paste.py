"""A pasted list of teams, as people send them: one team a line, in whatever form their spreadsheet or chat gave it.

Read are, after an optional number or bullet:

* ``Team name: Player, Player`` (also ``Team name - Player & Player``),
* fields between tabs, semicolons, upright strokes or commas, the first the team; quoted as in CSV where a comma belongs
  to a name,
* a team's name alone,
* the columns of a table whose first line names them (`columns`): team, club, players; what else it holds is left out.

A club stands in brackets at the end of the name: ``Jack Attack (Merebank): …``. Phone numbers are taken out of names,
which are public, and kept beside them. Of a chat the stamps, the senders and what the chat itself says go (`chat`).
Nothing is guessed in silence and nothing else is lost: each line becomes a team or a problem that says what is odd
about it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.teams import chat, phones
from thunee_tournaments.teams.columns import CLUB, MAX_LINE, PLAYER, TABLE_MARKS, TEAM, Heading, heading_of, split
from thunee_tournaments.teams.names import MAX_NAME, name_key, tidy
from thunee_tournaments.tournaments.shapes import Words

MAX_PLAYERS = 4  # two who play and two who stand by
MAX_LINES = 2500

_NUMBERING = re.compile(r"^\s*(?:\(?\d{1,3}[.)]|[-*•–])\s+")
_DASH = re.compile(r"\s[-–—]\s")
_BETWEEN_PLAYERS = re.compile(r"\s*(?:[,;/&+\t、，／＆]|\sand\s)\s*", re.IGNORECASE)
_CLUB = re.compile(r"^(?P<name>.*?)\s*[(\[（](?P<club>[^()\[\]（）]*)[)\]）]$")
_NOT_KNOWN = frozenset({"tbc", "tba", "tbd", "tobeconfirmed", "tobeannounced", "?", "??", "???", "n/a", "na"})
_HEADINGS = frozenset({"team", "teams", "teamname", "nameofteam", "teamnames", "squad", "teamlist", "listofteams"})


@dataclass(frozen=True)
class PastedTeam:
    """A team read from a line (counted from 1). `phones`: the phone numbers of the line, for the desk alone."""

    line: int
    name: str
    club: str
    players: tuple[str, ...]
    text: str
    phones: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """What is odd about a line. `code` is stable, `message` is for people, `text` is the line as it was pasted."""

    line: int
    code: str
    message: Words
    text: str


@dataclass(frozen=True)
class Parsed:
    """What a list comes to. `heading`: the line that names its columns, if it has one; `left_out`: the lines (counted
    from 1) in which a chat speaks itself."""

    teams: tuple[PastedTeam, ...]
    problems: tuple[Problem, ...]
    heading: Heading | None = None
    left_out: tuple[int, ...] = ()

    @property
    def phones(self) -> int:
        """How many phone numbers stood beside the teams that are understood."""
        return sum(len(team.phones) for team in self.teams)

    @property
    def rest(self) -> str:
        """The lines that have a problem, as they were pasted, to be put right, under the heading they are read by."""
        lines = {problem.line: problem.text for problem in self.problems}
        if lines and self.heading is not None:
            lines[self.heading.line] = self.heading.text
        return "\n".join(lines[number] for number in sorted(lines))

    @property
    def repeated(self) -> list[tuple[str, int]]:
        """Who plays for more than one team, and for how many: where no heading says so it may be a column of clubs."""
        names: dict[str, list[str]] = {}
        for team in self.teams:
            for player in team.players:
                names.setdefault(name_key(player), []).append(player)
        return [(spellings[0], len(spellings)) for spellings in names.values() if len(spellings) > 1]


def parse(text: str, taken: Collection[str] = ()) -> Parsed:
    """Read a pasted list. `taken` are the names (any spelling) of teams that are entered already."""
    teams: list[PastedTeam] = []
    problems: list[Problem] = []
    entered = {name_key(name) for name in taken}
    lines_by_key: dict[str, int] = {}
    numbered = enumerate(text.splitlines(), start=1)
    written = [(number, line) for number, line in numbered if line.strip() and not _is_ruled(line)]
    heading = heading_of(*written[0]) if written and len(written[0][1]) <= MAX_LINE else None
    of_chat = heading is None and any(chat.is_chat(line[:MAX_LINE]) for _number, line in written)
    left_out: list[int] = []
    for number, line in written[1:] if heading else written:
        if of_chat and not chat.message(line[:MAX_LINE]).strip():
            left_out.append(number)
            continue
        if heading is not None and heading.cells(line)[""]:
            problems.append(
                Problem(number, "too_many_columns", _("This line has more columns than the heading."), line)
            )
            continue
        team = read_row(number, line, heading) if heading else read_line(number, line)
        key = name_key(team.name)
        if faults := _problems_of(team, entered, lines_by_key.get(key), of_chat):
            problems += [Problem(number, code, message, line) for code, message in faults]
        else:
            teams.append(team)
        if key:
            lines_by_key.setdefault(key, number)
    return Parsed(tuple(teams), tuple(problems), heading, tuple(left_out))


def _is_ruled(line: str) -> bool:
    """Whether a line only rules off the heading of a table: |---|---|"""
    return "|" in line and "-" in line and not line.strip("|-:+= \t")


def read_line(number: int, line: str) -> PastedTeam:
    """The team a line names. Names may be empty or too long: that is for `parse` to say."""
    words = chat.plain(chat.message(line)) if len(line) <= MAX_LINE else line
    text, numbers = phones.take_out(_NUMBERING.sub("", chat.bare(words)))
    head, players = _fields(text)
    name, club = _split_club(chat.bare(tidy(head)))
    if players and not club:
        last, club_at_end = _split_club(players[-1])
        if club_at_end:
            players[-1], club = last, club_at_end
    return PastedTeam(number, name, club, tuple(player for player in players if player), line, tuple(numbers))


def read_row(number: int, line: str, heading: Heading) -> PastedTeam:
    """The team in a line of a table whose columns are known."""
    numbers, named = list[str](), {}
    for kind, cells in heading.cells(line).items():
        taken = [phones.take_out(_NUMBERING.sub("", cell) if kind == TEAM else cell) for cell in cells]
        named[kind] = [tidy(cell) for cell, _numbers in taken if tidy(cell)]
        numbers += [written for _cell, cell_numbers in taken for written in cell_numbers]
    name, club = _split_club("".join(named[TEAM]))
    players = [player for cell in named[PLAYER] for player in _players(cell)]
    return PastedTeam(number, name, "".join(named[CLUB]) or club, tuple(players), line, tuple(numbers))


def team_problems(name: str, players: Sequence[str], club: str = "") -> list[tuple[str, Words]]:
    """What is wrong with a team's name and players, as (code, message); the same for a form and for a pasted line."""
    problems: list[tuple[str, Words]] = []
    if not name_key(name):
        problems.append(("name_missing", _("The team has no name.")))
    if len(name) > MAX_NAME:
        problems.append(
            ("name_too_long", _("The team's name is longer than %(most)s characters.") % {"most": MAX_NAME})
        )
    if len(club) > MAX_NAME:
        problems.append(
            ("club_too_long", _("The club's name is longer than %(most)s characters.") % {"most": MAX_NAME})
        )
    problems += [
        ("player_too_long", _("A player's name is longer than %(most)s characters.") % {"most": MAX_NAME})
        for player in players
        if len(player) > MAX_NAME
    ]
    problems += [("phone_number", phone_in(text)) for text in (name, club, *players) if phones.holds_number(text)]
    if len(players) > MAX_PLAYERS:
        problems.append(
            (
                "too_many_players",
                _("There are %(count)s players; a team has at most %(most)s (two play, two stand by).")
                % {"count": len(players), "most": MAX_PLAYERS},
            )
        )
    keys = [name_key(player) for player in players]
    problems += [
        ("player_twice", _("%(player)s is named twice.") % {"player": player})
        for place, player in enumerate(players)
        if keys[place] in keys[:place]
    ]
    return problems


def phone_in(name: str) -> Words:
    """What is wrong with a name that holds a phone number."""
    return _("There is a phone number in “%(name)s”. Names are public: leave the number out.") % {"name": name}


def _problems_of(
    team: PastedTeam, entered: Collection[str], first_line: int | None, of_chat: bool
) -> list[tuple[str, Words]]:
    key = name_key(team.name)
    if team.line > MAX_LINES or len(team.text) > MAX_LINE:
        return [
            (
                "too_long",
                _("This is too long for one paste: %(lines)s lines of %(length)s characters at most.")
                % {"lines": MAX_LINES, "length": MAX_LINE},
            )
        ]
    if (key in _HEADINGS and (team.line == 1 or not team.players)) or (key and _ends_open(team)):
        return [("heading", _("This looks like a heading, not a team."))]
    if of_chat and key and (not team.players or team.text.rstrip().endswith(("?", "!"))):
        message = _("This looks like a message, not a team. Write the players behind it, or take the line out.")
        return [("chatter", message)]
    problems = team_problems(team.name, team.players, team.club)
    if any(mark in team.name for mark in "()[]（）"):
        problems.append(("odd_brackets", _("A bracket is not closed, or stands inside the name.")))
    problems += [
        ("to_be_confirmed", _("“%(word)s” is no name: leave it out, or write who plays.") % {"word": player})
        for player in team.players
        if name_key(player) in _NOT_KNOWN
    ]
    if key and first_line is not None:
        problems.append(("duplicate", _("The same team is in line %(line)s.") % {"line": first_line}))
    if key in entered:
        problems.append(("already_entered", _("A team of this name is entered already.")))
    return problems


def _ends_open(team: PastedTeam) -> bool:
    """Whether a line only says what comes below it: "Confirmed:"."""
    return not team.players and chat.plain(team.text).rstrip(" *_~").endswith((":", "："))


def _fields(line: str) -> tuple[str, list[str]]:
    """The team's part of a line and its players."""
    for mark in TABLE_MARKS:
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
    fields = split(line, mark)
    return fields[0], [player for field in fields[1:] for player in _players(field)]


def _players(text: str) -> list[str]:
    return [name for part in _BETWEEN_PLAYERS.split(text) if (name := chat.bare(tidy(part)))]


def _split_club(text: str) -> tuple[str, str]:
    match = _CLUB.match(text)
    return (tidy(match["name"]), tidy(match["club"])) if match else (text, "")
