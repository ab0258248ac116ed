"""Win-streak qualifier: so many wins in a row and you are through; a loss ends the entry, and you may buy in again.

Entries are numbered as they are bought. Whoever waits is paired with whoever waits on the same streak, the longest
wait first; a team it has met before, and its own club, come last. Nobody is ever paired with another entry of its own
team, nor called while its team is still at a table.

When entries are closed, running matches finish and pairs are made as before; once nothing is being played and nobody
else waits on the same streak, those left meet across streaks, the nearest first. The last one waiting is out, or, if
the event says so, goes on without a match when one more win completes its row.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import Format, Inputs, Parameters
from thunee_tournaments.brackets.formats.fixtures import Side
from thunee_tournaments.brackets.formats.settings import Number, OneOf, Price

GOES_ON = "goes_on"
WAITING, PLAYING, OUT, QUALIFIED = "waiting", "playing", "out", "qualified"


@dataclass(frozen=True)
class Entry:
    """An entry as it was bought; `at` is when, in whatever can be compared with the end of a match."""

    number: int
    team: Any
    at: Any
    ended: bool = False


@dataclass(frozen=True)
class Result:
    """A match of the qualifier: two entries (b None: nobody to play), its winner, and when it ended, once it has.

    `kept`: a referee keeps the loser in, because it had gone on already when the result was changed."""

    a: int
    b: int | None
    winner: Side | None = None
    at: Any = None
    kept: bool = False


@dataclass(frozen=True)
class Standing:
    """Where an entry stands: how many it has won in a row, and since when it has waited or been through."""

    entry: Entry
    state: str
    streak: int
    since: Any


def standings(entries: Iterable[Entry], results: Iterable[Result], wins: int) -> list[Standing]:
    """Every entry, in order of number."""
    streaks: dict[int, int] = {}
    since: dict[int, Any] = {}
    lost: set[int] = set()
    playing: set[int] = set()
    for one in results:
        if one.winner is None:
            playing |= {number for number in (one.a, one.b) if number is not None}
            continue
        won, beaten = (one.a, one.b) if one.winner == "A" else (one.b, one.a)
        if won is not None:
            streaks[won] = streaks.get(won, 0) + 1
            since[won] = one.at
        if beaten is not None and not one.kept:
            lost.add(beaten)
            since[beaten] = one.at
    found = []
    for entry in entries:
        streak = streaks.get(entry.number, 0)
        if entry.number in playing:
            state = PLAYING
        elif entry.number in lost or (entry.ended and streak < wins):
            state = OUT
        else:
            state = QUALIFIED if streak >= wins else WAITING
        found.append(Standing(entry, state, streak, since.get(entry.number, entry.at)))
    return found


@dataclass(frozen=True)
class Waiting:
    """An entry in the queue."""

    number: int
    team: Any
    streak: int
    club: str = ""


def queue(everybody: Sequence[Standing], clubs: dict[Any, str]) -> list[Waiting]:
    """Who can be called now, longest wait first: one entry of each team, and none of a team at a table."""
    busy = {one.entry.team for one in everybody if one.state == PLAYING}
    found = []
    for one in sorted(
        (one for one in everybody if one.state == WAITING), key=lambda one: (one.since, one.entry.number)
    ):
        if one.entry.team not in busy:
            busy.add(one.entry.team)
            found.append(Waiting(one.entry.number, one.entry.team, one.streak, clubs.get(one.entry.team, "")))
    return found


def next_pair(
    waiting: Sequence[Waiting], met: Collection[frozenset[Any]], across: bool = False
) -> tuple[int, int] | None:
    """The next two entries to be called, the one that has waited longest first; None if nobody fits anybody.

    `met`: pairs of teams that have met in this qualifier. `across`: other streaks will do.
    """
    for index, one in enumerate(waiting):
        others = [other for other in waiting[index + 1 :] if across or other.streak == one.streak]
        if others:
            found = min(
                others,
                key=lambda other: (
                    abs(other.streak - one.streak),
                    frozenset((one.team, other.team)) in met,
                    one.club != "" and one.club == other.club,
                    waiting.index(other),
                ),
            )
            return one.number, found.number
    return None


def qualified(everybody: Sequence[Standing]) -> list[Any]:
    """The teams that are through, in the order they got there, each once however often it qualified."""
    through = sorted(
        (one for one in everybody if one.state == QUALIFIED), key=lambda one: (one.since, one.entry.number)
    )
    return list(dict.fromkeys(one.entry.team for one in through))


class Streak(Format):
    """So many wins in a row and a team is through; who loses may buy in again."""

    key, title = "streak", _("win-streak qualifier")
    page = "qualifier"
    settings = {
        "wins": Number(_("Wins in a row to go through"), 3, 1, 12),
        "entries": Number(_("Entries of a team, the first included"), 3, 1, 20),
        "price": Price(
            _("Price of an entry in %(sign)s"), 0, 0, 10_000_000, _("Every re-buy costs it again. Empty: nothing.")
        ),
        "last_waiting": OneOf(
            _("At the end, the last team that waits"),
            GOES_ON,
            {GOES_ON: _("goes through if one win is all it lacks"), OUT: _("is out")},
        ),
    }
    sold, takes = True, "qualified"
    order, columns = ("reached",), ("matches_played", "reached")

    def rounds_to_come(self, _parameters: Parameters, inputs: Inputs, _rounds: int) -> int:
        return 0 if inputs.get("closed") else 1
