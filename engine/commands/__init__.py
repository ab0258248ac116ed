"""The command `thunee`: one module for each thing it does, with `HELP`, `arguments(parser)` and `run(options, say)`.

`say` writes a line, or a text that ends its last. The site's `manage.py` runs the same modules, so both take the same
options.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

Say = Callable[[str], object]
COMMANDS = ("adjudicate", "explain", "rules", "convert", "solve", "ironclad", "play")
UNUSABLE = 2


class Refused(Exception):
    """What the command will not do, and why; `status` is what it ends with: 2 for arguments that cannot be used."""

    def __init__(self, message: str, status: int = UNUSABLE) -> None:
        super().__init__(message)
        self.status = status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; answers the exit status."""
    options = _parser().parse_args(arguments)
    try:
        status = int(options.run(options, _say) or 0)
        sys.stdout.flush()
        return status
    except Refused as refused:
        print(refused, file=sys.stderr)
        return refused.status
    except BrokenPipeError:  # whoever read the answers has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _say(text: str) -> None:
    print(text, end="" if text.endswith("\n") else "\n")


def _parser() -> argparse.ArgumentParser:
    from .. import __version__

    parser = argparse.ArgumentParser(prog="thunee", description="Judge hands of Thunee and its relatives, and say why.")
    parser.add_argument("--version", action="version", version=f"thunee-engine {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in COMMANDS:
        module: Any = import_module(f".{name}", __name__)
        added = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.arguments(added)
        added.set_defaults(run=module.run)
    return parser
