"""`thunee adjudicate`: hand records in, rulings out, a line each; files that end in .thn are read as notation."""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from stat import S_ISREG

from .. import notation, profiles
from ..faults import nearest, shown
from ..files import PARQUET, replacing
from ..games import GAMES
from ..lines import AT_ONCE, Answer, answers
from . import Refused, Say
from .reading import located, parquet, records_in, text_of, unreadable, unwritable

HELP = (
    "Judge hand records (JSON Lines, notation in files that end in .thn, or Parquet in files that end in .parquet) and "
    "write one ruling a line, in the same order; in columns, a row each, into a file that ends in .parquet."
)
MOST_JOBS = 64


def arguments(parser: ArgumentParser) -> None:
    inputs(parser)
    parser.add_argument("--explain", action="store_true", help="write readable text instead of JSON")
    parser.add_argument(
        "--brief", action="store_true", help="of each ruling the result, where the game stands, and what is wrong"
    )


def inputs(parser: ArgumentParser) -> None:
    """The arguments that say what is judged, and how."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="files of records; - or none: standard input")
    parser.add_argument("--rules", metavar="PRESET", help="the preset for records that name none")
    parser.add_argument("--game", action="store_true", help="each line is an array, each .thn file: one game")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that judge at once (1)")
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="where to (standard output)")


def run(options: Namespace, say: Say) -> int:
    """Answers 1 where a record was not valid."""
    _check_preset(options.rules)
    if options.brief and (options.explain or options.game):
        raise Refused("--brief is for single hands as JSON: leave out --explain and --game")
    if not 1 <= options.jobs <= MOST_JOBS:
        raise Refused(f"--jobs must be from 1 to {MOST_JOBS}, not {options.jobs}")
    in_columns = options.output.endswith(PARQUET)
    if in_columns and (options.explain or options.game):
        raise Refused("a Parquet file takes single hands: leave out --explain and --game")
    valid = True

    def texts(judged: Iterable[Answer]) -> Iterator[str]:
        nonlocal valid
        for answer in judged:
            valid = valid and answer.valid
            yield answer.text

    with ExitStack() as stack, suppress(BrokenPipeError):
        files = [_opened(name, stack, options.game) for name in options.files or ["-"]]
        if in_columns and options.brief:
            return 0 if _write_results(options, _lines(files)) else 1
        whole = all(map(_is_whole, files))
        judged = answers(
            _lines(files), options.rules, as_text=options.explain, games=options.game, brief=options.brief,
            jobs=options.jobs, at_once=AT_ONCE if whole else 1,
        )  # fmt: skip
        apart = bool(options.output) or not sys.stdout.isatty()
        lines = texts(_counted(judged) if sys.stderr.isatty() and apart else judged)
        if options.output:
            _write(options.output, lines, in_columns)
        else:
            _say_each(lines, say, at_once=not whole)
    return 0 if valid else 1


def _say_each(texts: Iterable[str], say: Say, at_once: bool) -> None:
    for text in texts:
        say(text)
        if at_once:  # whoever sends line by line may wait for each answer
            sys.stdout.flush()


def _write_results(options: Namespace, lines: Iterable[bytes]) -> bool:
    """The results alone, in columns; whether all were valid."""
    parquet()  # says what is missing
    from ..bulk import in_brief

    try:
        return in_brief.write_results(options.output, lines, options.rules, options.jobs)
    except OSError as wrong:
        raise unwritable(options.output, wrong) from None


def _write(name: str, texts: Iterable[str], in_columns: bool) -> None:
    try:
        if in_columns:
            parquet().write_rulings(name, texts)
            return
        with replacing(name) as part, part.open("w", encoding="utf-8") as file:
            file.writelines(text if text.endswith("\n") else text + "\n" for text in texts)
    except OSError as wrong:
        raise unwritable(name, wrong) from None


def _counted(judged: Iterator[Answer]) -> Iterator[Answer]:
    """The answers, with how many there are so far told on the terminal while they go to a file."""
    began = shown_at = time.monotonic()
    for number, answer in enumerate(judged, 1):
        yield answer
        if (now := time.monotonic()) - shown_at >= 1:
            shown_at = now
            sys.stderr.write(f"\r{number:,} records, {number / (now - began):,.0f} a second ")
            sys.stderr.flush()
    sys.stderr.write("\r" + " " * 60 + "\r")


def _check_preset(name: str | None) -> None:
    if name is None:
        return
    known = [preset for game in GAMES for preset in profiles.presets(game)]
    if name not in known:
        raise Refused(f"--rules must be one of {', '.join(known)}, not {shown(name)}{nearest(name, known)}")


def _opened(name: str, stack: ExitStack, game: bool) -> Iterable[bytes]:
    if name == "-":
        return sys.stdin.buffer
    if name.endswith(PARQUET):
        return records_in(name)
    if not name.endswith(".thn"):
        try:
            return stack.enter_context(Path(name).open("rb"))
        except OSError as wrong:
            raise unreadable(name, wrong) from None
    try:
        records = [hand.record for hand in notation.parse(text_of(name))]
    except notation.NotationError as wrong:
        raise Refused("\n".join(located(name, wrong))) from None
    return [json.dumps(record).encode() + b"\n" for record in ([records] if game else records)]


def _is_whole(file: Iterable[bytes]) -> bool:
    """Whether all lines are there already: a file, not a program that may wait for each answer."""
    try:
        return isinstance(file, (list, Generator)) or S_ISREG(os.fstat(file.fileno()).st_mode)  # type: ignore[attr-defined]
    except (OSError, AttributeError):
        return False


def _lines(files: list[Iterable[bytes]]) -> Iterator[bytes]:
    for file in files:
        yield from file
