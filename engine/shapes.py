"""The shapes of the JSON that the engine takes and gives (`hand-record/1`, `ruling/1`, `game-ledger/1`), key by key.

They check nothing and cost nothing at run time. What comes from outside is raw until `engine.record.read` has been
through it; the shape of a tally is its game's own (`thunee.tally_form`, `tarneeb.facts`, `tunge.facts`).
"""

from typing import Any, NotRequired, TypedDict

Raw = dict[str, Any]  # an object of JSON that nobody has checked yet
RawRecord = Raw  # a hand record, if it is one
Figures = dict[str, Any]  # what a line of an explanation is filled in with, by the names in its template
BySide = dict[str, int]  # A and B
Points = BySide | list[int]  # by side, or by seat where each plays alone


class Fault(TypedDict):
    """What is wrong with a record, or missing from it, and where."""

    path: str
    message: str


class Rules(TypedDict):
    """How a ruling names the profile it was made under."""

    preset: str
    changed: dict[str, str | int | None]
    fingerprint: str


class Score(TypedDict, total=False):
    """Where a game stands before a hand: balls, or points (`scores`)."""

    balls: BySide
    khanuck_called: bool
    scores: Any  # Points: the game itself knows which


class State(Score):
    """Where it stands after one. What ends a game before its time (a forfeit, the bell) is written by referees."""

    target: int | None
    cornerhouse: NotRequired[list[str]]
    game_over: bool
    game_winner: Any  # a side; where each plays alone a list of seats; None while it lasts
    next_dealer: int | None
    forfeited: NotRequired[str]
    bell: NotRequired[dict[str, str]]


class Claimed(TypedDict, total=False):
    """What the table wrote as the result."""

    winner: str | None
    balls: int | BySide | None
    kind: str | None
    detail: str | None
    count: int | None
    seat: int | None
    scores: Any  # Points, None for what is not said


class Count(TypedDict):
    """The count that decided a hand."""

    counting_team: str | None
    card_points: BySide | None
    tricks: BySide | None
    last_trick: str | None
    jodhi: BySide | None
    call: int | None
    total: int | None
    target: int


class Trick(TypedDict):
    """A completed trick; cards count nothing (`points` None) beside Thunee."""

    number: int
    leader: int
    cards: list[str]
    winner: int
    points: int | None


class Claim(TypedDict):
    """A jodhi as called, and what became of it."""

    type: str
    seat: int
    suit: str | None
    value: int
    true_value: int | None
    timely: bool | None
    held: bool | None
    murrials: str | None
    points: int
    rules: list[str]


class Infraction(TypedDict):
    """Something done against the rules; `count` is the right number where a number was wrong."""

    offence: str
    seat: int
    trick: int | None
    card: str | None
    rule: str
    accused: bool
    enforced: bool
    count: NotRequired[int]


class Step(TypedDict):
    """A line of an explanation."""

    rule: str
    side: str | None
    points: int | None
    values: Figures
    text: str


class Discrepancy(TypedDict):
    """A difference between what the table wrote and what was found."""

    field: str
    claimed: Any
    found: Any
    rule: str | None


class Player(TypedDict):
    """What a seat did, where each plays alone."""

    seat: int
    bid: int | None
    tricks: int | None
    points: int


class Possible(TypedDict):
    """A result that an undecidable hand can still have."""

    kind: str
    winner: str | None
    balls: NotRequired[BySide]
    scores: NotRequired[Points | None]


class Result(TypedDict, total=False):
    """What a hand is worth, in balls or in scores, and where the game stands after it."""

    status: str
    kind: str | None
    detail: str | None
    winner: str | None
    balls: BySide | None
    scores: Points | None
    seat: int | None
    after: State | None


class Ruling(Result, total=False):
    """A ruling, whole; which keys are there, the game and the status say."""

    format: str
    game: str
    rules: Any  # Rules; of a decision on the score the ids of those it rests on
    players: list[Player] | None
    count: Count | None
    tricks: list[Trick]
    claims: list[Claim]
    infractions: list[Infraction]
    steps: list[Step]
    discrepancies: list[Discrepancy]
    trusted: list[str]
    reasons: list[Fault]
    possible: list[Possible]
    exact: bool
    errors: list[Fault]
    id: Any
    note: str | None


class Problem(TypedDict):
    """What a ledger notes about a hand, counted from 1."""

    hand: int
    message: str


class Ledger(TypedDict):
    """The ledger of a game."""

    format: str
    hands: list[Any]  # Ruling, or as much of each as is kept
    after: State | None
    winner: str | list[int] | None
    problems: list[Problem]
