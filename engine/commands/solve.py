"""`thunee solve`: what each side could still get before and after an event of a recorded hand."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from ..equity import Equity, NoAnswer, Outlook, equity
from ..faults import RecordError
from ..json_text import load
from ..record import read
from . import Refused, Say
from .reading import text_of

HELP = "Say what a card or a call cost: the count with best play before it and after it. Advice, not a ruling."


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file with one hand record; - for standard input")
    parser.add_argument("--event", type=int, required=True, help="the number of the event, counted from 0")
    parser.add_argument("--json", action="store_true", help="write JSON instead of text")


def run(options: Namespace, say: Say) -> None:
    try:
        outlook = equity(read(load(text_of(options.record))), options.event)
    except RecordError as wrong:
        faults = "\n".join(f"{fault['path'] or 'record'}: {fault['message']}" for fault in wrong.errors)
        raise Refused(f"this is no hand record:\n{faults}") from None
    except NoAnswer as unknown:
        raise Refused(f"{unknown}", 1) from None
    say(json.dumps(outlook.to_dict()) if options.json else "\n".join(_in_words(outlook)))


def _in_words(answer: Equity) -> Iterator[str]:
    yield f"event {answer.event}, after {answer.cards} cards; side {answer.side}, with best play by everybody:"
    yield f"  before  {_words(answer.before, answer.target)}"
    yield f"  after   {_words(answer.after, answer.target)}"
    if answer.called is not None:
        yield f"  what was called could {'still' if answer.called else 'no longer'} be made"
    for card, outlook in answer.choices.items():
        yield f"  {card}      {_words(outlook, answer.target)}"
    yield "This is advice, not a ruling: nobody at the table saw all cards."


def _words(outlook: Outlook, target: int | None) -> str:
    if outlook.total is None:
        return "every trick" if outlook.reached else "a trick is lost"
    return f"a count of {outlook.total}: {'reaches' if outlook.reached else 'misses'} {target}"
