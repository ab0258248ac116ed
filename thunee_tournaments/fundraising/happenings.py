"""What was done at the tables that a pledge can be for, read from the record: balls opened, khanucks made, matches
won.

Each *happening* names the hand it is found in and the rule that gives it. It belongs to the moment at which its hand
was first written down; a correction changes what is there, never when it was. What counts for nothing elsewhere does so
here: hands struck out, games struck out with their match, and what was written before a match became a walkover.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudication.hands import Hand, all_steps
from adjudication.models import Entry, Scoresheet
from engine import games, rulebook
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.tables.selectors import table_of, with_tables
from thunee_tournaments.tournaments.models import Tournament

BALL, HAND, KHANUCK, DOUBLE, THUNEE, MATCH = "ball", "hand", "khanuck", "double", "thunee", "match"
# What a hand is called whose call was made.
CALLS = {
    "khanuck": KHANUCK, "backside_khanuck": KHANUCK,
    "double": DOUBLE, "backside_double": DOUBLE,
    "thunee": THUNEE, "blind_thunee": THUNEE, "royals": THUNEE, "blind_royals": THUNEE,
}  # fmt: skip
MADE = "made"
KEPT_SHEETS = 4096


class OnSheet(NamedTuple):
    """Something a side did on a sheet, `times` over (balls that a referee takes away: below nought). `hand` is the seq
    of the entry that first wrote the hand down, `number` which hand of the game it is (None: a decision)."""

    unit: str
    side: str
    times: int
    at: datetime
    hand: int
    number: int | None
    rule: str


class Happening(NamedTuple):
    """The same in its event: by which team (its public id), in which match and game, at which table."""

    unit: str
    times: int
    at: datetime
    team: str
    table: int | None
    match: Match
    game: int
    hand: int
    number: int | None
    rule: str


def units_of(tournament: Tournament) -> tuple[str, ...]:
    """What a pledge can be for in the game that is played."""
    traits = games.traits(tournament.game)
    if traits.balls:
        return (BALL, MATCH) if tournament.players == 2 else (BALL, KHANUCK, DOUBLE, THUNEE, MATCH)
    return (HAND, MATCH) if traits.sides else (MATCH,)


def happenings_of(tournament: Tournament) -> list[Happening]:
    """Everything so far that a pledge can be for, in the order in which it was first written down."""
    played = MatchGame.objects.filter(match__stage__tournament=tournament).select_related("sheet").order_by("number")
    games_of: dict[int, list[MatchGame]] = defaultdict(list)
    for game in played:
        games_of[game.match_id].append(game)
    done = on_sheets([game.sheet for of_match in games_of.values() for game in of_match])
    rows = [
        row
        for match in with_tables(matches_of(tournament))
        if match.pk in games_of and match.outcome != Match.Outcome.WALKOVER
        for row in _in_match(match, games_of[match.pk], done)
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (row.at, row.match.pk, row.game, row.hand, row.unit))


def _in_match(match: Match, played: Sequence[MatchGame], done: dict[str, tuple[OnSheet, ...]]) -> Iterator[Happening]:
    table = table_of(match)
    where = table.number if table else None
    teams = {side.side: side.team.public_id if side.team else "" for side in match.sides}
    last: tuple[int, OnSheet] | None = None
    for game in played:
        for row in done[game.sheet.head]:
            if row.unit != MATCH:
                yield Happening(
                    row.unit, row.times, row.at, teams[row.side], where, match, game.number, row.hand, row.number,
                    row.rule,
                )  # fmt: skip
            else:
                last = (game.number, row)
    if last is not None and match.state == Match.State.DONE and match.winning_side:
        number, row = last
        yield Happening(
            MATCH, 1, row.at, teams[match.winning_side], where, match, number, row.hand, row.number, row.rule
        )  # fmt: skip


_kept: dict[str, tuple[OnSheet, ...]] = {}


def on_sheets(sheets: Iterable[Scoresheet]) -> dict[str, tuple[OnSheet, ...]]:
    """What was done on each of these sheets, by its head. A head stands for all that is written, so what was read once
    under it is never read again."""
    wanted = {sheet.head: sheet for sheet in sheets}
    done = {head: rows for head in wanted if (rows := _kept.get(head)) is not None}
    new = {head: sheet for head, sheet in wanted.items() if head not in done}
    if new:
        entries: dict[int, list[Entry]] = defaultdict(list)
        for entry in Entry.objects.filter(sheet__in=new.values()).order_by("sheet", "seq"):
            entries[entry.sheet_id].append(entry)
        read = {head: tuple(_on_sheet(sheet, entries[sheet.pk])) for head, sheet in new.items()}
        if len(_kept) + len(read) > KEPT_SHEETS:
            _kept.clear()
        _kept.update(read)
        done |= read
    return done


def _on_sheet(sheet: Scoresheet, entries: list[Entry]) -> Iterator[OnSheet]:
    last: Hand | None = None
    for step in all_steps(sheet, entries):
        if step.voided or step.ruling.get("status") != "decided":
            continue
        yield from _in_hand(step)
        last = step
    if last is not None:
        end = games.load(sheet.game).CITED[sheet.game].end
        yield OnSheet(MATCH, "", 1, _at(last), last.seq, last.number, end)


def _in_hand(step: Hand) -> Iterator[OnSheet]:
    ruling, at, rule = step.ruling, _at(step), _rule(step)
    for side, balls in (ruling.get("balls") or {}).items():
        if balls:
            yield OnSheet(BALL, side, balls, at, step.seq, step.number, rule)
    winner = ruling.get("winner")
    if step.is_decision or winner not in ("A", "B"):
        return
    yield OnSheet(HAND, winner, 1, at, step.seq, step.number, rule)
    unit = CALLS.get(ruling.get("kind") or "")
    if unit is not None and ruling.get("detail") == MADE:
        yield OnSheet(unit, winner, 1, at, step.seq, step.number, rule)


def _at(step: Hand) -> datetime:
    at: datetime = step.entries[0].created_at
    return at


def _rule(step: Hand) -> str:
    """The rule that gave it: of a hand the line that says what it comes to, of a decision the first it rests on."""
    if step.is_decision:
        return str(step.body["rules"][0])
    lines = step.ruling.get("steps") or []
    results = [line for line in lines if rulebook.is_result(line)] or lines
    return str(results[-1]["rule"]) if results else ""
