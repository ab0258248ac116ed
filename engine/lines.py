"""JSON Lines in, rulings out: one record a line, one answer a line, in the same order; a bad line spoils no other."""

import json
import marshal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, NamedTuple

from .explain import explain
from .faults import RecordError, fault, shown
from .json_text import load
from .ledger import adjudicate_game
from .record import read_line
from .ruling import Ruling, adjudicate
from .shapes import Fault, Raw

MOST_HANDS = 1000
AT_ONCE = 16  # lines that are gone through together where nobody waits for each answer
FOR_ONE_PROCESS = 200  # lines that one process is given at a time
MOST_KEPT = 16_384


class Answer(NamedTuple):
    """What a line is answered with, and whether the record (every record of a game) was valid."""

    text: str
    valid: bool


_RESULTS = ("decided", "void")
_KEPT: dict[bytes, str] = {}
_ENCODER = json.JSONEncoder(separators=(",", ":"))


def answers(
    lines: Iterable[str | bytes],
    rules: Any = None,
    *,
    as_text: bool = False,
    games: bool = False,
    brief: bool = False,
    jobs: int = 1,
    at_once: int = 1,
) -> Iterator[Answer]:
    """An answer for every line that is not blank: a ruling (with `games` a ledger) as JSON, or as readable text.

    `brief`: of a ruling the result alone. `jobs`: how many processes judge; the order stays, and however many
    lines there are only a few are held at a time. `at_once`: how many lines are taken before the first of them is
    answered; some together are quicker, but with more than 1 nobody may wait for one answer before the next line.
    """
    how = rules, as_text, games, brief
    if jobs > 1:
        yield from _by_many(lines, jobs, how)
        return
    left = iter(lines)
    while some := list(islice(left, at_once)):
        yield from _some(some, how)


How = tuple[Any, bool, bool, bool]


def _by_many(lines: Iterable[str | bytes], jobs: int, how: How) -> Iterator[Answer]:
    left = iter(lines)
    with ProcessPoolExecutor(jobs) as pool:
        given: deque[Future[list[Answer]]] = deque()
        while some := list(islice(left, FOR_ONE_PROCESS)):
            given.append(pool.submit(_some, some, how))
            if len(given) > 2 * jobs:
                yield from given.popleft().result()
        while given:
            yield from given.popleft().result()


def _some(lines: list[str | bytes], how: How) -> list[Answer]:
    """Step by step, each for all lines: what one step needs is then at hand in the processor, which makes it quicker
    than line by line."""
    rules, as_text, games, brief = how
    given = [text for line in lines if (text := bare(line))]
    if games:
        answered = _each(lambda game: _game(load(game), rules, as_text), given)
    else:
        rulings = _each(adjudicate, _each(lambda line: read_line(line, rules), given))
        answered = _each(lambda ruling: _answer(ruling, as_text, brief), rulings)
    return [_invalid(answer, as_text) if isinstance(answer, RecordError) else answer for answer in answered]


def _each(step: Callable[[Any], Any], things: Iterable[Any]) -> list[Any]:
    """What a step makes of each thing; what was refused, by it or before, stays its RecordError."""
    made = []
    for thing in things:
        if type(thing) is not RecordError:
            try:
                thing = step(thing)
            except RecordError as wrong:
                thing = wrong
        made.append(thing)
    return made


def bare(line: str | bytes) -> str | bytes:
    """A line without the blanks around it, and without the mark some editors put before the first."""
    text = line.strip()
    return text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text.removeprefix("\ufeff")


def _answer(ruling: Ruling, as_text: bool, brief: bool) -> Answer:
    text = _explained(ruling) if as_text else _in_brief(ruling) if brief else dump(ruling.to_dict())
    return Answer(text, ruling.status != "invalid")


def _in_brief(ruling: Ruling) -> str:
    """The result, where the game stands after it, and what is wrong or missing."""
    worth = "scores" if hasattr(type(ruling), "scores") else "balls"
    status = ruling.status
    result: Raw = {"status": status, "kind": ruling.kind, "winner": ruling.winner}
    result[worth], result["after"] = getattr(ruling, worth), ruling.after
    if status in _RESULTS:
        text = _written(result)
    else:
        text = dump(result | {key: getattr(ruling, key) for key in ("reasons", "errors") if getattr(ruling, key)})
    if "id" in ruling.record.stated:
        return f'{text[:-1]},"id":{dump(ruling.record.id)}}}'
    return text


def _written(result: Raw) -> str:
    """A result as JSON. Few differ, so they are kept by what marshal makes of them: the same for the same."""
    key = marshal.dumps(result, 1)
    text = _KEPT.get(key)
    if text is None:
        text = dump(result)
        if len(_KEPT) < MOST_KEPT:
            _KEPT[key] = text
    return text


def _game(given: Any, rules: Any, as_text: bool) -> Answer:
    if not isinstance(given, list):
        raise RecordError([fault("", "with --game a line is an array of the consecutive hands of one game")])
    if len(given) > MOST_HANDS:
        raise RecordError([fault("", f"a game may have at most {MOST_HANDS} hands, not {len(given)}")])
    ledger = adjudicate_game(given, rules)
    valid = all(isinstance(hand, Ruling) and hand.status != "invalid" for hand in ledger.hands)
    if not as_text:
        return Answer(dump(ledger.to_dict()), valid)
    parts = []
    for number, hand in enumerate(ledger.hands, 1):
        text = _explained(hand) if isinstance(hand, Ruling) else _faulty(hand["errors"])
        parts.append(f"Hand {number}\n{text}")
    parts.extend(f"Problem with hand {problem['hand']}: {problem['message']}.\n" for problem in ledger.problems)
    parts.append(f"Winner of the game: {ledger.winner or 'nobody yet'}\n")
    return Answer("\n".join(parts), valid)


def _explained(ruling: Ruling) -> str:
    name = ruling.record.id
    heading = [f"Record {shown(name) if not isinstance(name, str) else printable(name)}"] if name is not None else []
    return "\n".join([*heading, *(printable(line) for line in explain(ruling))]) + "\n"


def _faulty(errors: list[Fault]) -> str:
    lines = [f"{error['path']}: {error['message']}" if error["path"] else error["message"] for error in errors]
    return "\n".join(["This is no valid record:", *(f"  {printable(line)}" for line in lines)]) + "\n"


def _invalid(wrong: RecordError, as_text: bool) -> Answer:
    text = _faulty(wrong.errors) if as_text else dump({"status": "invalid", "errors": wrong.errors})
    return Answer(text, False)


def printable(text: str) -> str:
    """Text without what a terminal or an encoder cannot take."""
    safe = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(char if char.isprintable() else " " for char in safe)


def dump(value: Any) -> str:
    """JSON on one line, in ASCII, so that any text can be carried through."""
    return _ENCODER.encode(value)
