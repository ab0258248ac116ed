"""The shapes of the JSON that a plan, a draw and its pairings are kept as, key by key. They check nothing.

What an organiser chose is checked by `plans.checked`; a stage keeps its parameters and inputs as they are here, a round
its `RoundInputs`, a match of a qualifier its `Queue`. Keys are in the order in which they are written: records hash it.
"""

from typing import Any, NotRequired, TypedDict

from thunee_tournaments.tournaments.shapes import Seeding

# How fixtures write where a team comes from: ["seed", 3], ["winner", 7], ["bye"] (`formats.fixtures.Source`, in JSON).
SourceRow = list[Any]
# A team before a Swiss round, as `swiss.Entrant` has it: seed, score, seeds met, had a bye, floated, club, sides, run
# (not kept in the first edition).
EntrantRow = list[Any]
# An entry in the queue of a qualifier, as `streak.Waiting` has it: number, team (public id), wins in a row, club.
WaitingRow = list[Any]


class Feed(TypedDict, total=False):
    """Who comes into a stage from an earlier one (`plans`): `take` and `stage`, and what the take asks for."""

    take: str
    stage: int
    first: int  # ranks, top
    last: int
    best: int
    compare: str  # how teams of different groups are compared
    count: int  # top
    round: int  # losers


class Parameters(TypedDict, total=False):
    """The parameters of a stage: what its format is set to (`Format.settings`), and what every stage can have."""

    third_place: bool  # knock-out
    plate: bool
    play_out: bool
    seed_anew: bool
    grand_final: str  # double elimination
    groups: int  # groups
    legs: int
    spread: str
    apart: bool
    days_between: int  # league
    rounds: int  # Swiss, rounds at tables
    accelerated: bool  # Swiss
    walkover: int  # tables: what a walkover counts in balls or points
    gone: str  # groups, league
    hands: int
    wins: int  # qualifier
    places: int
    entries: int
    price: int  # in the smallest unit of the currency
    rebuy_price: int
    last_waiting: str
    patience: int  # in minutes
    best_of: int  # every stage
    best_of_rounds: dict[str, int]  # by the key of a round
    order: list[str]  # the metrics a table is ordered by
    feed: Feed
    first_day: str  # year-month-day
    zones: list[str]
    zone_only: bool
    letter: str  # A, B … where several share out the places of one stage


class PlannedStage(TypedDict):
    """A stage of a plan; the format by its key."""

    format: str
    parameters: Parameters


Plan = list[PlannedStage]


class Inputs(TypedDict, total=False):
    """What a stage was drawn from, beside its lot and its parameters; teams by their public ids."""

    teams: list[str]  # as they were entered
    seeded: list[str]
    order: list[str]  # of the seeds, as it is now
    seeding: Seeding
    offset: int  # match numbers go on from here
    best_of: int
    groups: list[list[int]]  # the seeds in each
    tables: list[list[list[int]]]  # by round and table, the seeds in the order of their seats
    clubs: list[str]  # in the order of seed
    drawn: list[str]  # the order at the draw, where it was changed since
    closed: bool  # no entry is sold any more
    closes_at: str  # when that is to be, with its time zone
    kept: dict[str, str]  # seed: the team that a referee keeps on this place
    kept_by: dict[str, int]  # seed: the match whose decision keeps it there
    unplayed: str  # how matches against teams that withdrew count
    edition: int  # of the rules of drawing and ranking (`editions`)
    # Pairs that changed places since the draw, one after another: of teams; in a stage behind another, of seeds, for
    # there the results say which team a seed is.
    swaps: list[list[Any]]
    late: list[list[Any]]  # who came in since the draw, with the match whose bye it took; in a Swiss, its first round
    rounds_planned: int  # how many there were to be at the draw, where that was changed since
    ranks: list[list[int]]  # out of groups: the group and place that each seed stands for
    missed_by: list[str]  # the teams that had gone home when it was drawn, and came back


class ByHandRow(TypedDict):
    """What an organiser wanted of a Swiss round (`by_hand.ByHand`), by seeds; a bye of 0: as the rules give it. `half`:
    whoever sits out scores half a point (not kept where nobody does)."""

    pairs: list[list[int]]
    bye: int
    out: list[int]
    half: NotRequired[bool]


class RoundInputs(TypedDict):
    """What a Swiss round was paired from. `halves`: scores are in half points, for somebody had been given one (not
    kept where nobody had). `ahead`: how many of the first seeds count as if they had scored more, and by how many half
    points (not kept where none do)."""

    entrants: list[EntrantRow]
    apart: bool
    relaxed: list[str]
    halves: NotRequired[bool]
    ahead: NotRequired[list[int]]
    by_hand: NotRequired[ByHandRow]


class Queue(TypedDict):
    """Who waited when a qualifier paired a match, the longest wait first, and which of their teams had met.

    `across`: other streaks would do. `patient`: how many of the first had waited so long that a neighbouring streak
    would, `by_hand`: the numbers of the two entries that an organiser let meet (neither is kept where it did not
    matter)."""

    waiting: list[WaitingRow]
    met: list[list[str]]
    across: bool
    patient: NotRequired[int]
    by_hand: NotRequired[list[int]]


class QueueAfter(TypedDict):
    """A match that was paired at the same moment as the match of this number, out of what that one left."""

    after: int
