"""The matches of a qualifier from a few columns: its queue asks for all of them whenever one ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from thunee_tournaments.brackets.formats import propagation, streak
from thunee_tournaments.brackets.formats.fixtures import Side
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import sources_in
from thunee_tournaments.tournaments.models import Stage


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match: the entries that play it (the second None where the first has nobody to play), who has won it and when,
    whether without play, whether a referee keeps the loser in, and the sides in conflict."""

    number: int
    entries: tuple[int, int | None]
    winner: Side | None
    at: datetime | None
    given: bool
    kept: bool
    conflict: str


def meetings_in(stage: Stage) -> list[Meeting]:
    """All of them in order, in two queries."""
    entries = {
        number: (first[1], other[1] if other[0] == "seed" else None)
        for _key, number, (first, other) in sources_in(stage)
    }
    rows = stage.matches.order_by("number").prefetch_related(None)
    walkover = Match.Outcome.WALKOVER.value
    return [
        Meeting(number, entries[number], _side(won_by), done_at, outcome == walkover, goes_on is not None, conflict)
        for number, won_by, done_at, outcome, goes_on, conflict in rows.values_list(
            "number", "won_by", "done_at", "outcome", "goes_on", "conflict"
        )
    ]


def results_of(meetings: Iterable[Meeting]) -> list[streak.Result]:
    """The same as `streak` wants it."""
    return [
        streak.Result(*meeting.entries, winner=meeting.winner, at=meeting.at, kept=meeting.kept) for meeting in meetings
    ]


def note_misplaced(stage: Stage, meetings: list[Meeting] | None = None) -> None:
    """Mark the matches in which an entry plays that has not won all it played before, and no others. `meetings`: all of
    the qualifier, if they were read already."""
    meetings = meetings_in(stage) if meetings is None else meetings
    wrong = propagation.misplaced(
        (
            meeting.number,
            *meeting.entries,
            meeting.winner,
            meeting.kept,
            meeting.winner if meeting.given else None,
        )
        for meeting in meetings
    )
    for meeting in meetings:
        if meeting.conflict != wrong.get(meeting.number, ""):
            stage.matches.filter(number=meeting.number).update(conflict=wrong.get(meeting.number, ""))


def misplaced_in(matches: list[Match]) -> dict[int, str]:
    """The sides in conflict in the matches of a qualifier, by number."""
    return propagation.misplaced(
        (
            match.number,
            *entries_of(match),
            _side(match.winning_side),
            match.goes_on_id is not None,
            _side(match.winning_side) if match.outcome == Match.Outcome.WALKOVER else None,
        )
        for match in matches
    )


def entries_of(match: Match) -> tuple[int, int | None]:
    """The entries that play a match; the second is None where the first has nobody to play."""
    first, other = match.seeds
    assert first is not None
    return first, other


def _side(side: str) -> Side | None:
    return "A" if side == "A" else "B" if side == "B" else None
