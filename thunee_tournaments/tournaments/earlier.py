"""Seeding by how teams stood in an earlier event. Pure: which team was which, and the order that comes of it.

A team is the earlier one of the same name (case, spaces and accents make no difference), or else the one of the same
players: at least two of them, or the only one where each plays alone. Nobody is two, and what is not clear is left
open: such a team goes below the others, by the lot of the draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
    who: dict[str, tuple[str, str]] = {}
    for line in standings:
        if (same := by_key.get(line.team.key)) is not None:
            who[line.team.id] = (same.id, NAME)
    named = {team for team, _how in who.values()}
    left = [team for team in teams if team.id not in named]
    earlier = [line.team for line in standings if line.team.id not in who]
    for team in left:
        alike = [one for one in earlier if _same_players(team, one)]
        claims = [other for other in left for one in alike if _same_players(other, one)]
        if len(alike) == 1 and len(claims) == 1:
            who[alike[0].id] = (team.id, PLAYERS)
    return [
        EarlierPlace(who[line.team.id][0], line.team.id, line.place, line.to, who[line.team.id][1])
        for line in standings
        if line.team.id in who
    ]


def _same_players(one: Entered, other: Entered) -> bool:
    shared = len(one.players & other.players)
    return shared >= 2 or (shared == 1 and len(one.players) == len(other.players) == 1)


def kept(
    source: str, standings: Sequence[Placed], found: Sequence[EarlierPlace], teams: Sequence[str]
) -> dict[str, Any]:
    """The seeding as it is stored: by public ids alone, so that names can be erased.

    `standings`: `[team, place, to]` of the earlier event; `who`: of a team, which it was and by what; `teams`: all that
    were entered, `order`: the seeds.
    """
    return {
        "by": BY,
        "from": source,
        "standings": [[line.team.id, line.place, line.to] for line in standings],
        "who": {place.team: [place.earlier, place.by] for place in found},
        "teams": list(teams),
        "order": [place.team for place in found],
    }


def order_of(seeding: dict[str, Any]) -> list[str]:
    """The seeds a stored seeding gives, made again from its standings."""
    team_of = {earlier: team for team, (earlier, _how) in seeding["who"].items()}
    return [team_of[earlier] for earlier, _place, _to in seeding["standings"] if earlier in team_of]


def places_of(seeding: dict[str, Any]) -> dict[str, tuple[int, int, str]]:
    """For each team that took part: its place there, to which it is shared, and what it was known by."""
    places = {earlier: (place, to) for earlier, place, to in seeding["standings"]}
    return {team: (*places[earlier], how) for team, (earlier, how) in seeding["who"].items() if earlier in places}


def source_of(seeding: dict[str, Any]) -> dict[str, Any] | None:
    """The stored seeding by an earlier event, also where it was changed by hand afterwards; else None."""
    if seeding.get("by") == BY:
        return seeding
    before = seeding.get("before")
    return before if isinstance(before, dict) and before.get("by") == BY else None


def without(seeding: dict[str, Any], team: str) -> dict[str, Any]:
    """What is stored once a team is taken out before the draw: {} where nothing of it is an earlier event's."""
    source = source_of(seeding)
    if source is None:
        return {}
    left = {
        **source,
        "who": {entered: which for entered, which in source["who"].items() if entered != team},
        "teams": [entered for entered in source["teams"] if entered != team],
        "order": [entered for entered in source["order"] if entered != team],
    }
    return left if source is seeding else {**seeding, "before": left}
