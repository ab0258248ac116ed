"""A record as it was played: moment by moment what happened, who held what, what was allowed, and what could be called.

Nothing is judged here a second time: a moment tells what the game's own judgement of the record found, and asks the
same functions what else would have been allowed. Moment 0 is the deal, moment n the table after the n-th event.
"""

from typing import Any, NamedTuple

from .record import HandRecord, read


class Offence(NamedTuple):
    """What was against the rules in an event, by the names of the ruling's infractions."""

    offence: str
    rule: str
    accused: bool
    enforced: bool


class Window(NamedTuple):
    """What may be called now, and by which seats."""

    call: str
    seats: tuple[int, ...]


class Tally(NamedTuple):
    """The hand so far, by side: card points (None where cards count nothing) and tricks won, jodhi as they stand.

    `total` is the count of the counting side, with everything that counts so far, None where there is none to take; in
    games of tricks it is the tricks of the side that declared, `counting`, and `target` what it bid. Where each plays
    alone, `seats` are the tricks of each seat and `bids` what each has bid so far.
    """

    points: tuple[int, int] | None
    tricks: tuple[int, int]
    jodhi: tuple[int, int]
    counting: int | None
    total: int | None
    target: int | None
    seats: tuple[int, ...] | None = None
    bids: tuple[int | None, ...] | None = None


class Pile(NamedTuple):
    """What lies in the middle of a game of sequences: how many cards face down, how many open, the last sequence as it
    counts now (ranks; None where nobody can tell), and who owes a pick-up of how many cards (None: unknown)."""

    stock: int
    open: int
    last: tuple[str, ...] | None
    owes: tuple[int, int | None] | None


class Moment(NamedTuple):
    """The table after one event.

    `place` and `event` are the event's (None at moment 0); `played` is how many cards were played with it. `hands` are
    the cards each seat still holds as far as known, `whole` whether that is all of them. `table` has the cards of the
    trick that lies there, the last one until the next is led; `trick` is its number, `winner` the seat that won it.
    Where there are no tricks, `trick` counts the sequences played, and `pile` is what lies in the middle. `said` is how
    many lines of the explanation have been said by now; None where they are not told event by event.
    `allowed` are the cards the player might have played, of those known; None for an event that is no card, and where
    the play is not understood any more. `to_play` is whose turn it is next, None if nobody's.
    """

    number: int
    place: int | None
    event: Any
    played: int
    trick: int
    hands: tuple[tuple[str, ...], ...]
    whole: tuple[bool, ...]
    table: tuple[tuple[int, str], ...]
    winner: int | None
    allowed: tuple[str, ...] | None
    offences: tuple[Offence, ...]
    to_play: int | None
    windows: tuple[Window, ...]
    tally: Tally
    pile: Pile | None = None
    said: int | None = None


def replay(record: Any, last: bool = False) -> list[Moment]:
    """Every moment of a record's hand, as far as it can have happened, or the `last` of them alone; `record` is a
    HandRecord or what `read` takes.

    Raises RecordError where `read` would, and LookupError for a game whose hands are not replayed.
    """
    if not isinstance(record, HandRecord):
        record = read(record)
    moments: list[Moment] | None = record.module.moments(record, last)
    if moments is None:
        raise LookupError(f"hands of {record.game} are not replayed; adjudicate says what they are worth")
    return moments
