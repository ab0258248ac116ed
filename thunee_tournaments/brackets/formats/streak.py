"""Win-streak qualifier: so many wins in a row and you are through; a loss ends the entry, and you may buy in again.

Entries are numbered as they are bought. Whoever waits is paired with whoever waits on the same streak, the longest
wait first; a team it has met before, and its own club, come last. Nobody is ever paired with another entry of its own
team, nor called while its team is still at a table.

When entries are closed, running matches finish and pairs are made as before; once nothing is being played and nobody
else waits on the same streak, those left meet across streaks, the nearest first. The last one waiting is out, or, if
the event says so, goes on without a match when one more win completes its row.

An organiser can set how long an entry waits for its own streak at most: once it has, and nobody else waits on as many
wins, it meets somebody with one win more or less, the longest wait first.

Where only so many places go through, the first teams to get there have them. From that moment nobody is called any
more: what is being played is finished, and nobody else gets through.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import Format, Inputs, Parameters
from thunee_tournaments.brackets.formats.fixtures import Side
from thunee_tournaments.brackets.formats.settings import Number, OneOf, Price

GOES_ON = "goes_on"
WAITING, PLAYING, OUT, QUALIFIED = "waiting", "playing", "out", "qualified"
T = TypeVar("T", bound=Hashable)  # a team, by whatever tells it from the others
Moment = Any  # when an entry was bought or a match ended, in whatever can be compared


@dataclass(frozen=True)
class Entry(Generic[T]):
    """An entry as it was bought; `at` is when."""

    number: int
    team: T
    at: Moment
    ended: bool = False


@dataclass(frozen=True)
class Result:
    """A match of the qualifier: two entries (b None: nobody to play), its winner, and when it ended, once it has.

    `kept`: a referee keeps the loser in, because it had gone on already when the result was changed."""

    a: int
    b: int | None
    winner: Side | None = None
    at: Moment = None
    kept: bool = False


@dataclass(frozen=True)
class Standing(Generic[T]):
    """Where an entry stands: how many it has won in a row, and since when it has waited or been through."""

    entry: Entry[T]
    state: str
    streak: int
    since: Moment


def standings(
    entries: Iterable[Entry[T]], results: Iterable[Result], wins: int, places: int = 0
) -> list[Standing[T]]:  # fmt: skip
    """Every entry, in order of number. `places`: how many teams go through; 0: as many as get there."""
    streaks: dict[int, int] = {}
    since: dict[int, Moment] = {}
    lost: set[int] = set()
    playing: set[int] = set()
    for result in results:
        if result.winner is None:
            playing |= {number for number in (result.a, result.b) if number is not None}
            continue
        won, beaten = (result.a, result.b) if result.winner == "A" else (result.b, result.a)
        if won is not None:
            streaks[won] = streaks.get(won, 0) + 1
            since[won] = result.at
        if beaten is not None and not result.kept:
            lost.add(beaten)
            since[beaten] = result.at
    rows = []
    for entry in entries:
        streak = streaks.get(entry.number, 0)
        if entry.number in playing:
            state = PLAYING
        elif entry.number in lost or (entry.ended and streak < wins):
            state = OUT
        else:
            state = QUALIFIED if streak >= wins else WAITING
        rows.append(Standing(entry, state, streak, since.get(entry.number, entry.at)))
    return _within(rows, places) if places else rows


def _within(everybody: list[Standing[T]], places: int) -> list[Standing[T]]:
    """Once these places are taken, who waits is out, and so is who gets there later."""
    through = qualified(everybody)
    if len(through) < places:
        return everybody
    first = set(through[:places])
    return [replace(standing, state=OUT) if _too_late(standing, first) else standing for standing in everybody]


def _too_late(standing: Standing[T], first: Collection[T]) -> bool:
    """Whether an entry has nothing to play for any more once these teams have the places."""
    return standing.state == WAITING or (standing.state == QUALIFIED and standing.entry.team not in first)


def full(everybody: Sequence[Standing[T]], places: int) -> bool:
    """Whether all places are taken."""
    return 0 < places <= len(qualified(everybody))


@dataclass(frozen=True)
class Waiting(Generic[T]):
    """An entry in the queue."""

    number: int
    team: T
    streak: int
    club: str = ""


def queue(everybody: Sequence[Standing[T]], clubs: Mapping[T, str]) -> list[Waiting[T]]:
    """Who can be called now, longest wait first: one entry of each team, and none of a team at a table."""
    busy = {standing.entry.team for standing in everybody if standing.state == PLAYING}
    waiting = []
    for standing in _longest_first(everybody, WAITING):
        entry = standing.entry
        if entry.team not in busy:
            busy.add(entry.team)
            waiting.append(Waiting(entry.number, entry.team, standing.streak, clubs.get(entry.team, "")))
    return waiting


def _longest_first(everybody: Sequence[Standing[T]], state: str) -> list[Standing[T]]:
    """Those in this state, by how long they have been in it."""
    return sorted(
        (standing for standing in everybody if standing.state == state),
        key=lambda standing: (standing.since, standing.entry.number),
    )


def next_pair(
    waiting: Sequence[Waiting[T]], met: Collection[frozenset[T]], across: bool = False
) -> tuple[int, int] | None:
    """The next two entries to be called, the one that has waited longest first; None if nobody fits anybody.

    `met`: pairs of teams that have met in this qualifier. `across`: other streaks will do.
    """
    for index, first in enumerate(waiting):
        others = [other for other in waiting[index + 1 :] if across or other.streak == first.streak]
        if others:  # the first of the best: whoever has waited longer
            fits = (other for other in others if _misfit(first, other, met) == (0, False, False))
            opponent = next(fits, None) or min(others, key=lambda other: _misfit(first, other, met))
            return first.number, opponent.number
    return None


def _misfit(first: Waiting[T], other: Waiting[T], met: Collection[frozenset[T]]) -> tuple[int, bool, bool]:
    """How ill these two fit: the difference of their streaks, whether they have met, whether they are of one club."""
    clubmates = first.club != "" and first.club == other.club
    return abs(other.streak - first.streak), frozenset((first.team, other.team)) in met, clubmates


def neighbours(waiting: Sequence[Waiting[T]], met: Collection[frozenset[T]], patient: int) -> tuple[int, int] | None:
    """Two entries whose streaks differ by one, the first of them among the first `patient` in the queue, who have
    waited long enough; None if there are none. To be asked where nobody waits on the same streak as another."""
    for first in waiting[:patient]:
        others = [other for other in waiting if abs(other.streak - first.streak) == 1]
        if others:
            return first.number, next_pair([first, *others], met, across=True)[1]  # type: ignore[index]
    return None


def pairs(waiting: Sequence[Waiting[T]], met: Collection[frozenset[T]]) -> list[tuple[int, int]]:
    """All pairs that can be called now, in the order in which they are called: nobody who waits comes in between."""
    left = list(waiting)
    called = []
    while pair := next_pair(left, met):
        called.append(pair)
        left = [entry for entry in left if entry.number not in pair]
    return called


def price_of(parameters: Parameters, *, again: bool) -> int:
    """What an entry costs, the first of its team or a re-buy. In the currency's smallest unit."""
    price = parameters["price"]
    return parameters.get("rebuy_price") or price if again else price


def qualified(everybody: Sequence[Standing[T]]) -> list[T]:
    """The teams that are through, in the order they got there, each once however often it qualified."""
    return list(dict.fromkeys(standing.entry.team for standing in _longest_first(everybody, QUALIFIED)))


def closes_at(inputs: Inputs) -> datetime | None:
    """When the entries of a qualifier close by the clock; None if they do not, or are closed."""
    moment = inputs.get("closes_at")
    return datetime.fromisoformat(moment) if moment and not inputs.get("closed") else None


class Streak(Format):
    """So many wins in a row and a team is through; who loses may buy in again."""

    key, title = "streak", _("win-streak qualifier")
    page = "qualifier"
    settings = {
        "wins": Number(_("Wins in a row to go through"), 3, 1, 12),
        "places": Number(_("Places to go through; 0: as many as get there"), 0, 0, 256),
        "entries": Number(_("Entries of a team, the first included"), 3, 1, 20),
        "price": Price(
            _("Price of an entry in %(sign)s"), 0, 0, 10_000_000, _("What a team pays to come in. Empty: nothing.")
        ),
        "rebuy_price": Price(
            _("Price of a re-buy in %(sign)s"), 0, 0, 10_000_000, _("Each further entry. Empty: as much as the first.")
        ),
        "patience": Number(
            _("Minutes after which a team may meet one with a win more or less"),
            0,
            0,
            240,
            optional=True,
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
