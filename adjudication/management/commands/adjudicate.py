"""`manage.py adjudicate`: hand records in, rulings out, a line each; files that end in .thn are read as notation."""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import notation, profiles
from engine.faults import nearest, shown
from engine.games import GAMES
from engine.lines import Answer, answers

MOST_JOBS = 64


class Command(BaseCommand):
    help = (
        "Judge hand records (JSON Lines, or notation in files that end in .thn) and write one ruling a line, in the "
        "same order."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="files of records; - or none: standard input")
        parser.add_argument("--rules", metavar="PRESET", help="the preset for records that name none")
        parser.add_argument("--explain", action="store_true", help="write readable text instead of JSON")
        parser.add_argument("--game", action="store_true", help="each line is an array, each .thn file: one game")
        parser.add_argument(
            "--brief", action="store_true", help="of each ruling the result, where the game stands, and what is wrong"
        )
        parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that judge at once (1)")

    def handle(self, *_args: Any, **options: Any) -> None:
        self._check_preset(options["rules"])
        if options["brief"] and (options["explain"] or options["game"]):
            raise CommandError("--brief is for single hands as JSON: leave out --explain and --game", returncode=2)
        if not 1 <= options["jobs"] <= MOST_JOBS:
            raise CommandError(f"--jobs must be from 1 to {MOST_JOBS}, not {options['jobs']}", returncode=2)
        how = {"as_text": options["explain"], "games": options["game"], "brief": options["brief"]}
        valid = True
        with ExitStack() as stack, suppress(BrokenPipeError):
            lines = _lines([_opened(name, stack, options["game"]) for name in options["files"] or ["-"]])
            judged = answers(lines, options["rules"], jobs=options["jobs"], **how)
            for answer in self._counted(judged) if sys.stderr.isatty() and not sys.stdout.isatty() else judged:
                self.stdout.write(answer.text)
                valid = valid and answer.valid
        if not valid:
            sys.exit(1)

    def _counted(self, judged: Iterator[Answer]) -> Iterator[Answer]:
        """The answers, with how many there are so far told on the terminal while they go to a file."""
        began = shown_at = time.monotonic()
        for number, answer in enumerate(judged, 1):
            yield answer
            if (now := time.monotonic()) - shown_at >= 1:
                shown_at = now
                self.stderr.write(f"\r{number:,} records, {number / (now - began):,.0f} a second ", ending="")
                self.stderr.flush()
        self.stderr.write("\r" + " " * 60 + "\r", ending="")

    def _check_preset(self, name: str | None) -> None:
        if name is None:
            return
        known = [preset for game in GAMES for preset in profiles.presets(game)]
        if name not in known:
            message = f"--rules must be one of {', '.join(known)}, not {shown(name)}{nearest(name, known)}"
            raise CommandError(message, returncode=2)


def _opened(name: str, stack: ExitStack, game: bool) -> Iterable[bytes]:
    if name == "-":
        return sys.stdin.buffer
    try:
        if name.endswith(".thn"):
            records = [hand.record for hand in notation.parse(Path(name).read_text(encoding="utf-8"))]
            return [json.dumps(record).encode() + b"\n" for record in ([records] if game else records)]
        return stack.enter_context(Path(name).open("rb"))
    except OSError as wrong:
        raise CommandError(f"{name} cannot be read: {wrong.strerror}", returncode=2) from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no text in UTF-8", returncode=2) from None
    except notation.NotationError as wrong:
        raise CommandError("\n".join(located(name, wrong)), returncode=2) from None


def located(name: str, wrong: notation.NotationError) -> list[str]:
    """The faults of a text, each with its place, as editors read it."""
    return [f"{name}:{fault['line']}:{fault['column']}: {fault['message']}" for fault in wrong.errors]


def _lines(files: list[Iterable[bytes]]) -> Iterator[bytes]:
    for file in files:
        yield from file
