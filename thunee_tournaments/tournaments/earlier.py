"""Seeding by how teams stood in an earlier event. Pure: which team was which, and the order that comes of it.

A team is the earlier one of the same name (case, spaces and accents make no difference), or else the one of the same
players: at least two of them, or the only one where each plays alone. Nobody is two, and what is not clear is left
open: such a team goes below the others, by the lot of the draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from thunee_tournaments.tournaments.shapes import Seeding

NAME, PLAYERS = "name", "players"
BY = "earlier"


@dataclass(frozen=True)
class Entered:
    """A team by its public id, with its name and its players' names as they are compared."""

    id: str
    key: str
    players: frozenset[str]


@dataclass(frozen=True)
class Placed:
    """A team in the final standings of the earlier event, from the top down; level teams share `place` to `to`."""

    team: Entered
    place: int
    to: int


@dataclass(frozen=True)
class EarlierPlace:
    """A team and the place it is seeded by; `by`: its name or its players."""

    team: str
    earlier: str
    place: int
    to: int
    by: str


def matched(teams: Sequence[Entered], standings: Sequence[Placed]) -> list[EarlierPlace]:
    """Those teams that took part, in the order of the earlier standings."""
    by_key = {team.key: team for team in teams}
    team_of: dict[str, tuple[str, str]] = {}  # of an earlier team: which it is now, and by what it is known
    for line in standings:
        if (same := by_key.get(line.team.key)) is not None:
            team_of[line.team.id] = (same.id, NAME)
    named = {team for team, _by in team_of.values()}
    left = [team for team in teams if team.id not in named]
    earlier = [line.team for line in standings if line.team.id not in team_of]
    for team in left:
        alike = [was for was in earlier if _same_players(team, was)]
        claims = [other for other in left for was in alike if _same_players(other, was)]
        if len(alike) == 1 and len(claims) == 1:
            team_of[alike[0].id] = (team.id, PLAYERS)
    return [
        EarlierPlace(team_of[line.team.id][0], line.team.id, line.place, line.to, team_of[line.team.id][1])
        for line in standings
        if line.team.id in team_of
    ]


def _same_players(team: Entered, other: Entered) -> bool:
    shared = len(team.players & other.players)
    return shared >= 2 or (shared == 1 and len(team.players) == len(other.players) == 1)


def kept(source: str, standings: Sequence[Placed], places: Sequence[EarlierPlace], teams: Sequence[str]) -> Seeding:
    """The seeding as it is stored: by public ids alone, so that names can be erased.

    `standings`: `[team, place, to]` of the earlier event; `who`: of a team, which it was and by what; `teams`: all that
    were entered, `order`: the seeds.
    """
    return {
        "by": BY,
        "from": source,
        "standings": [[line.team.id, line.place, line.to] for line in standings],
        "who": {place.team: [place.earlier, place.by] for place in places},
        "teams": list(teams),
        "order": [place.team for place in places],
    }


def order_of(seeding: Seeding) -> list[str]:
    """The seeds a stored seeding gives, made again from its standings."""
    team_of = {earlier: team for team, (earlier, _by) in seeding["who"].items()}
    return [team_of[earlier] for earlier, _place, _to in seeding["standings"] if earlier in team_of]


def places_of(seeding: Seeding) -> dict[str, tuple[int, int, str]]:
    """For each team that took part: its place there, to which it is shared, and what it was known by."""
    places = {earlier: (place, to) for earlier, place, to in seeding["standings"]}
    return {team: (*places[earlier], by) for team, (earlier, by) in seeding["who"].items() if earlier in places}


def source_of(seeding: Seeding) -> Seeding | None:
    """The stored seeding by an earlier event, also where it was changed by hand afterwards; else None."""
    if seeding.get("by") == BY:
        return seeding
    before = seeding.get("before")
    return before if isinstance(before, dict) and before.get("by") == BY else None


def without(seeding: Seeding, team: str) -> Seeding:
    """What is stored once a team is taken out before the draw: {} where nothing of it is an earlier event's."""
    source = source_of(seeding)
    if source is None:
        return {}
    left: Seeding = {
        **source,
        "who": {entered: was for entered, was in source["who"].items() if entered != team},
        "teams": [entered for entered in source["teams"] if entered != team],
        "order": [entered for entered in source["order"] if entered != team],
    }
    return left if source is seeding else {**seeding, "before": left}
