"""What each kind of notice says of a tournament, as it stands in the record."""

from typing import NotRequired, TypedDict

from thunee_tournaments.brackets.shapes import PlannedStage


class SeedsBody(TypedDict):
    """What a notice says of seeds drawn by lot; teams by their public ids, as in all of these."""

    lot: str
    label: str
    teams: list[str]


class DrawBody(TypedDict):
    """What it says of a draw: all it takes to make it again."""

    stage: int
    format: str
    lot: str
    drawn_at: str
    teams: list[str]
    seeded: list[str]
    order: list[str]


class DrawBackBody(TypedDict):
    """What it says of a draw that was taken back."""

    stage: int
    lot: str


class RoundBody(TypedDict):
    """What it says of a Swiss round; `inputs` is the hash of what it was paired from (not of one taken back). Of what
    was set by hand: `pairs` and who sits `out`, for `half` a point or none, and who has the `bye`."""

    stage: int
    round: int
    inputs: NotRequired[str]
    pairs: NotRequired[list[list[str]]]
    bye: NotRequired[str]
    out: NotRequired[list[str]]
    half: NotRequired[bool]


class RoundsBody(TypedDict):
    """What it says of a number of rounds that was changed: what it was, what it is, and how many were paired."""

    stage: int
    was: int
    rounds: int
    paired: int


class MeetingBody(TypedDict):
    """What it says of two that met by hand, in a qualifier or a play-off: their match, and their teams."""

    stage: int
    match: int
    teams: list[str]


class ComingStage(PlannedStage):
    """A stage that is not drawn yet."""

    stage: int


class PlanBody(TypedDict):
    """What it says of stages that are played next, and were to be before: each with its order, what is drawn left
    out."""

    was: list[ComingStage]
    coming: list[ComingStage]


class SwapBody(TypedDict):
    """What it says of two teams that changed places in a draw; in a stage behind another with their seeds there."""

    stage: int
    teams: list[str]
    seeds: NotRequired[list[int]]


class LateBody(TypedDict):
    """What it says of a team that came in after the draw: into the bye of a match, or from a round of a Swiss on."""

    stage: int
    team: str
    match: NotRequired[int]
    round: NotRequired[int]


class SigningBody(TypedDict):
    """What it says of signing that was changed in play: whether games are signed in the matches that begin from now
    on."""

    signing: bool


class PutOffBody(TypedDict):
    """What it says of a match that was put off; no day: it was let be played."""

    stage: int
    match: int
    day: NotRequired[str]


class MovedBody(TypedDict):
    """What it says of a match that was moved to another table, by their numbers; no `was`: it had none. `room`: the
    matches that were called to a table, had not begun and had to leave it for this one."""

    stage: int
    match: int
    table: int
    was: NotRequired[int]
    room: NotRequired[list[int]]


class WalkoverBody(TypedDict):
    """What it says of a match that was given away; no winner: the walkover was taken back."""

    stage: int
    match: int
    winner: NotRequired[str]
