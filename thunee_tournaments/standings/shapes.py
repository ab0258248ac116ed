"""The shapes of the standings as plain data: what a snapshot keeps, pages read and the API answers. They check nothing.

Teams are named by their public ids, rounds by their keys, stages by their order in the plan.
"""

from typing import TypedDict


class Row(TypedDict):
    """A team in the standings; of `values` a metric is None where it cannot be computed.

    `out`: it is proven to be out. `round`: the one it has reached in the last stage it played in on the way to the
    title ("" in a table). `won_plate`: it has won a stage beside that; `won_final`: "B" if that was the B final, ""
    if it was a plate (snapshots of before may lack it). `gone`: "withdrawn", "disqualified", or "".
    """

    place: int
    place_to: int
    team: str
    name: str
    club: str
    seed: int | None
    out: bool
    champion: bool
    round: str
    won_plate: bool
    won_final: str
    gone: str
    values: dict[str, float | None]


class TableRow(Row):
    """A team in a table of its stage. `certain`: `clinched.SAFE`, `OUT` or `OPEN`; "" where nothing can be said."""

    certain: str


class GroupTable(TypedDict):
    """The table of a group; `group` is 0 where there are no groups."""

    group: int
    rows: list[TableRow]


class StageTables(TypedDict):
    """The tables of a stage, and the metrics that order them."""

    stage: int
    format: str
    ranked_by: list[str]
    tables: list[GroupTable]


class StandingsData(TypedDict):
    """The standings of an event: its rounds (of the last stage for the title), all its teams, and the tables of the
    stages that have any."""

    rounds: list[str]
    rows: list[Row]
    stages: list[StageTables]


class PlayerRow(TypedDict):
    """A player in the table of own scores, over so many games."""

    place: int
    name: str
    team: str
    games: int
    points: int


class SnapshotTask(TypedDict):
    """What the worker is told of a promised snapshot: whose (the key of the tournament), and of which version."""

    tournament: int
    version: int
