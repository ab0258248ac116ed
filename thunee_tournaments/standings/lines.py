"""Lines of standings put together: places that go on after others, and a line as plain data."""

from collections.abc import Sequence

from thunee_tournaments.standings.metrics import Standing
from thunee_tournaments.standings.shapes import Row
from thunee_tournaments.teams.models import Team


def closed_up(lines: Sequence[Standing], offset: int) -> list[Standing]:
    """The lines as the next ones of a longer list: places go on after `offset`, and who shared a place shares it."""
    return placed(levels_of(lines), offset)


def levels_of(lines: Sequence[Standing]) -> list[list[Standing]]:
    """The lines of a table, those who share a place together."""
    levels: dict[tuple[int, int], list[Standing]] = {}
    for line in lines:
        levels.setdefault((line.place, line.place_to), []).append(line)
    return list(levels.values())


def placed(levels: Sequence[list[Standing]], offset: int) -> list[Standing]:
    """All lines with the places they have after `offset` others."""
    lines: list[Standing] = []
    for level in levels:
        first = offset + len(lines) + 1
        lines += [Standing(line.record, first, first + len(level) - 1, line.values) for line in level]
    return lines


def row_of(
    line: Standing, champion: bool, out: bool | None = None, round_: str = "", won_beside: str | None = None
) -> Row:
    """A line as plain data. `won_beside`: the letter of the stage beside the title it has won, "" for a plate; None if
    it has won none."""
    team = line.record.team
    return {
        "place": line.place,
        "place_to": line.place_to,
        "team": team.public_id,
        "name": team.name,
        "club": team.club,
        "seed": team.seed,
        "out": line.record.out if out is None else out,
        "champion": champion,
        "round": round_,
        "won_plate": won_beside is not None,
        "won_final": won_beside or "",
        "gone": _gone(team),
        "values": line.values,
    }


def _gone(team: Team) -> str:
    """ "disqualified" or "withdrawn"; "" of a team that plays on, or that played to its end."""
    if team.withdrawn_at is None:
        return ""
    return "disqualified" if team.disqualified else "withdrawn"
