"""A command of the engine (`engine.commands`), with the same options as `manage.py` runs it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.commands import Refused


class EngineCommand(BaseCommand):
    """Runs `module`, one of those in `engine.commands`."""

    module: ModuleType
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.module.arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        run_engine(self, self.module, options)


def run_engine(command: BaseCommand, module: ModuleType, options: Mapping[str, object]) -> None:
    """Let a module of the engine's answer in place of a command; raises CommandError for what it refuses."""
    with engine_refuses():
        status = module.run(Namespace(**options), command.stdout.write)
    if status:
        raise SystemExit(status)


@contextmanager
def engine_refuses() -> Iterator[None]:
    """What the engine's commands refuse in here is refused by ours."""
    try:
        yield
    except Refused as refused:
        raise CommandError(f"{refused}", returncode=refused.status) from None
