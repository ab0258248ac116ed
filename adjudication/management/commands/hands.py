"""`manage.py hands convert FILE`: hand records as notation (.thn), notation as hand records (JSON Lines)."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.management.commands.adjudicate import located
from engine import RecordError, notation, read
from engine.lines import load

TEXT, LINES = "thn", "jsonl"


class Command(BaseCommand):
    help = "Convert hands between JSON Lines and the notation of docs/notation.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="what", required=True)
        convert = commands.add_parser("convert", help="from JSON Lines to notation, or back")
        convert.add_argument("file", metavar="FILE", help="what ends in .thn is notation, everything else JSON Lines")
        convert.add_argument("-o", "--output", metavar="FILE", default="", help="where to (standard output)")
        convert.add_argument("--to", choices=[TEXT, LINES], default="", help="the other of the two, unless said here")

    def handle(self, *_args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            text = Path(name).read_text(encoding="utf-8")
        except OSError as wrong:
            raise CommandError(f"{name} cannot be read: {wrong.strerror}", returncode=2) from None
        except UnicodeDecodeError:
            raise CommandError(f"{name} is no text in UTF-8", returncode=2) from None
        written = name.endswith(".thn")
        hands = self._notation(name, text) if written else self._records(name, text)
        if (options["to"] or (LINES if written else TEXT)) == TEXT:
            out = notation.write(hands)
        else:
            out = "".join(json.dumps(hand.record, ensure_ascii=False) + "\n" for hand in hands)
        if not options["output"]:
            self.stdout.write(out, ending="")
            return
        try:
            Path(options["output"]).write_text(out, encoding="utf-8")
        except OSError as wrong:
            raise CommandError(f"{options['output']} cannot be written: {wrong.strerror}", returncode=2) from None

    def _notation(self, name: str, text: str) -> list[notation.TextHand]:
        try:
            return notation.read(text)
        except notation.NotationError as wrong:
            raise CommandError("\n".join(located(name, wrong))) from None

    def _records(self, name: str, text: str) -> list[notation.TextHand]:
        hands, faults = [], []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                record = load(line)
                read(record)
                hands.append(notation.TextHand(record))
            except RecordError as wrong:
                faults += [f"{name}:{number}: {one['path']}: {one['message']}" for one in wrong.errors]
        if faults:
            raise CommandError("\n".join(faults))
        return hands
