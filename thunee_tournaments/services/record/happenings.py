"""What happens in an event, told to programs: found by holding the event as it is beside how it was told last.

Nothing that is told comes from an act itself: so nothing is ever left out, whatever changed it, and what was put right
before anybody was told is told as it is. Only what the public pages show is in it. Pure, but for reading the event.
"""

from typing import TypedDict

from thunee_tournaments.brackets.at_hand import event_at_hand
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament

KINDS = (
    "stage.drawn", "stage.undrawn", "match.called", "match.scored", "match.ended", "match.changed", "match.reopened",
    "event.closed",
)  # fmt: skip


class TeamFacts(TypedDict):
    """A team, by its public id."""

    id: str
    name: str


class SideFacts(TypedDict):
    """A side of a match; `team` is None while nobody is known for it."""

    team: TeamFacts | None
    games: int
    balls: int


class MatchFacts(TypedDict):
    """A match under the names that `GET tournaments/…/matches/` has for it; `table` is its number."""

    id: str
    stage: int
    number: int
    round: str
    state: str
    outcome: str
    table: int | None
    winner: str | None
    sides: dict[str, SideFacts]


class Details(TypedDict, total=False):
    """What is told of a happening, besides what it is: of a match the match, of a draw the stage and its lot."""

    match: MatchFacts
    stage: int
    lot: str


class Picture(TypedDict):
    """An event as it is told. `stages`: the lot by which each was drawn, by its place from "1"; `matches` by their
    ids, in order."""

    closed: bool
    stages: dict[str, str]
    matches: dict[str, MatchFacts]


Happening = tuple[str, Details]  # one of KINDS, and what is told of it
NOTHING: Picture = {"closed": False, "stages": {}, "matches": {}}


def picture(tournament: Tournament) -> Picture:
    """The event as the public pages show it: nothing of one that is still being prepared."""
    if tournament.status == Tournament.Status.DRAFT:
        return NOTHING
    event = event_at_hand(tournament)
    seatings = Seating.objects.filter(match__stage__tournament=tournament)
    tables = dict(seatings.values_list("match", "table__number"))
    return {
        "closed": tournament.status == Tournament.Status.CLOSED,
        "stages": {str(stage.order): stage.lot for stage in event.stages if stage.drawn_at is not None},
        "matches": {match.public_id: _facts(match, tables.get(match.pk)) for match in event.matches},
    }


def _facts(match: Match, table: int | None) -> MatchFacts:
    return {
        "id": match.public_id,
        "stage": match.stage.order,
        "number": match.number,
        "round": match.round.name,
        "state": match.state,
        "outcome": match.outcome,
        "table": table,
        "winner": match.winning_side or None,
        "sides": {
            side.side: {
                "team": {"id": side.team.public_id, "name": side.team.name} if side.team else None,
                "games": side.games_won,
                "balls": side.score,
            }
            for side in match.sides
        },
    }


def happenings(before: Picture, after: Picture) -> list[Happening]:
    """What has happened from one to the other, in the order in which it is told."""
    happened: list[Happening] = []
    for place in before["stages"]:
        if place not in after["stages"]:
            happened.append(("stage.undrawn", {"stage": int(place)}))
    for place, lot in after["stages"].items():
        if before["stages"].get(place) != lot:
            happened.append(("stage.drawn", {"stage": int(place), "lot": lot}))
    for public_id, facts in after["matches"].items():
        if kind := _kind(before["matches"].get(public_id), facts):
            happened.append((kind, {"match": facts}))
    if after["closed"] and not before["closed"]:
        happened.append(("event.closed", {}))
    return happened


def _kind(before: MatchFacts | None, now: MatchFacts) -> str:
    """What has happened to a match; "" for nothing that is told. Byes are never told: nobody plays them."""
    over = now["state"] == Match.State.DONE
    was_over = before is not None and before["state"] == Match.State.DONE
    if now == before or now["state"] == Match.State.BYE:
        return ""
    if over and not was_over:
        return "match.ended"
    if was_over and not over:
        return "match.reopened"
    if over:
        return "match.changed"
    if now["table"] is not None and (before is None or before["table"] != now["table"]):
        return "match.called"
    if _points(now) != (_points(before) if before else _none(now)):
        return "match.scored"
    return "match.changed" if before is not None and _teams(before) != _teams(now) else ""


def _points(facts: MatchFacts) -> list[tuple[int, int]]:
    return [(side["games"], side["balls"]) for side in facts["sides"].values()]


def _none(facts: MatchFacts) -> list[tuple[int, int]]:
    return [(0, 0) for _side in facts["sides"]]


def _teams(facts: MatchFacts) -> list[object]:
    return [side["team"] for side in facts["sides"].values()]
