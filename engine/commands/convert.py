"""`thunee convert`: hand records from JSON Lines to notation (.thn), or back."""

import json
from argparse import ArgumentParser, Namespace

from .. import notation
from ..faults import RecordError
from ..files import NOTATION
from ..lines import load
from ..record import read
from . import Refused, Say
from .reading import located, put, text_of

HELP = "Convert hands from JSON Lines to the notation, or back."
TEXT, LINES = "thn", "jsonl"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="what ends in .thn is notation, else JSON Lines; - standard input")
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="where to (standard output)")
    parser.add_argument("--to", choices=[TEXT, LINES], default="", help="the other of the two, unless said here")


def run(options: Namespace, say: Say) -> None:
    name = options.file
    text = text_of(name)
    written = name.endswith(NOTATION) or (name == "-" and options.to == LINES)
    hands = _notation(name, text) if written else _records(name, text)
    if (options.to or (LINES if written else TEXT)) == TEXT:
        put(options.output, notation.write(hands), say)
    else:
        put(options.output, "".join(json.dumps(hand.record, ensure_ascii=False) + "\n" for hand in hands), say)


def _notation(name: str, text: str) -> list[notation.TextHand]:
    try:
        return notation.read(text)
    except notation.NotationError as wrong:
        raise Refused("\n".join(located(name, wrong)), 1) from None


def _records(name: str, text: str) -> list[notation.TextHand]:
    hands, faults = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = load(line)
            read(record)
            hands.append(notation.TextHand(record))
        except RecordError as wrong:
            faults += [f"{name}:{number}: {RecordError([fault])}" for fault in wrong.errors]
    if faults:
        raise Refused("\n".join(faults), 1)
    return hands
