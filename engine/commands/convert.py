"""`thunee convert`: hand records between JSON Lines, notation (.thn) and Parquet."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from .. import notation
from ..faults import RecordError
from ..files import NOTATION
from ..json_text import load
from ..record import in_order, read
from . import Refused, Say
from .reading import lines_of, located, parquet, put, text_of, unwritable

HELP = "Convert hands between JSON Lines, the notation and Parquet."
TEXT, LINES, COLUMNS = "thn", "jsonl", "parquet"
MOST_FAULTS = 1000  # more nobody reads


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE",
        help="what ends in .thn is notation, in .parquet a Parquet file, else JSON Lines; - standard input",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="where to (standard output)")
    parser.add_argument(
        "--to", choices=[TEXT, LINES, COLUMNS], default="",
        help="unless said here, what the output's name ends in, or the notation, or from that JSON Lines",
    )  # fmt: skip


def run(options: Namespace, say: Say) -> None:
    name = options.file
    written = name.endswith(NOTATION) or (name == "-" and options.to == LINES)
    hands = _notation(name, text_of(name)) if written else _records(name)
    to = options.to or _by_name(options.output) or (LINES if written else TEXT)
    if to == COLUMNS:
        _in_columns(options.output, hands)
    elif to == TEXT:
        put(options.output, notation.write_each(hands), say)
    else:
        put(options.output, (json.dumps(in_order(hand.record), ensure_ascii=False) + "\n" for hand in hands), say)


def _by_name(name: str) -> str:
    return next((to for to in (TEXT, LINES, COLUMNS) if name.endswith(f".{to}")), "")


def _in_columns(name: str, hands: Iterable[notation.TextHand]) -> None:
    if not name:
        raise Refused("a Parquet file is no text: say with -o where it goes")
    try:
        parquet().write_hands(name, (in_order(hand.record) for hand in hands))
    except OSError as wrong:
        raise unwritable(name, wrong) from None


def _notation(name: str, text: str) -> list[notation.TextHand]:
    try:
        return notation.read(text)
    except notation.NotationError as wrong:
        raise Refused("\n".join(located(name, wrong)), 1) from None


def _records(name: str) -> Iterator[notation.TextHand]:
    """The hands of a file, one after the other, so that it may be larger than memory. Raises Refused at its end where
    any was no record, with all faults: what was made of the others by then is thrown away."""
    faults: list[str] = []
    for number, line in enumerate(lines_of(name), 1):
        if not line.strip():
            continue
        try:
            record = load(line)
            read(record)
        except RecordError as wrong:
            faults += [f"{name}:{number}: {RecordError([fault])}" for fault in wrong.errors]
            if len(faults) >= MOST_FAULTS:
                faults.append(f"{name}: it may have more faults behind these: mend them first")
                break
            continue
        if not faults:
            yield notation.TextHand(record)
    if faults:
        raise Refused("\n".join(faults), 1)
