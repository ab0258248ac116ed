"""Bringing the database of an earlier version up to date."""

from collections.abc import Set

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


class TooEarly(Exception):
    """The database was made by a state of the program before those that can be brought up to date."""


def upgrade() -> None:
    """Migrate it. Raises TooEarly, and then nothing was changed."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    if any(_half_way(set(migration.replaces), applied) for migration in MigrationLoader(None).disk_migrations.values()):
        raise TooEarly(
            "The database was made by an earlier state of the program than this one can bring up to date. Nothing was "
            "changed. Put its file away, and start again with an empty one."
        )
    call_command("migrate", interactive=False, verbosity=0)


def _half_way(replaced: Set[tuple[str, str]], applied: Set[tuple[str, str]]) -> bool:
    """Whether some, but not all of what a migration stands for was applied before it."""
    return bool(replaced & applied) and not replaced <= applied
