"""`manage.py equity`: what each side could still get before and after an event of a recorded hand."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import RecordError, read
from engine.equity import Equity, NoAnswer, Outlook, equity


class Command(BaseCommand):
    help = "Say what a card or a call cost: the count with best play before it and after it. Advice, not a ruling."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", metavar="RECORD", help="a file with one hand record; - for standard input")
        parser.add_argument("--event", type=int, required=True, help="the number of the event, counted from 0")
        parser.add_argument("--json", action="store_true", help="write JSON instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            record = read(json.loads(_text(options["record"])))
            outlook = equity(record, options["event"])
        except json.JSONDecodeError as wrong:
            raise CommandError(f"this is no JSON: {wrong}", returncode=2) from None
        except RecordError as wrong:
            faults = "\n".join(f"{fault['path'] or 'record'}: {fault['message']}" for fault in wrong.errors)
            raise CommandError(f"this is no hand record:\n{faults}", returncode=2) from None
        except NoAnswer as unknown:
            raise CommandError(f"{unknown}", returncode=1) from None
        self.stdout.write(json.dumps(outlook.to_dict()) if options["json"] else "\n".join(_in_words(outlook)))


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as wrong:
        raise CommandError(f"{name} cannot be read: {wrong.strerror}", returncode=2) from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no text", returncode=2) from None


def _in_words(answer: Equity) -> list[str]:
    lines = [f"event {answer.event}, after {answer.cards} cards; side {answer.side}, with best play by everybody:"]
    lines.append(f"  before  {_words(answer.before, answer.target)}")
    lines.append(f"  after   {_words(answer.after, answer.target)}")
    if answer.called is not None:
        lines.append(f"  what was called could {'still' if answer.called else 'no longer'} be made")
    lines += [f"  {card}      {_words(outlook, answer.target)}" for card, outlook in answer.choices.items()]
    lines.append("This is advice, not a ruling: nobody at the table saw all cards.")
    return lines


def _words(outlook: Outlook, target: int | None) -> str:
    if outlook.total is None:
        return "every trick" if outlook.reached else "a trick is lost"
    return f"a count of {outlook.total}: {'reaches' if outlook.reached else 'misses'} {target}"
