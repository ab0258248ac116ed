"""More than one site in one test: each has its own key and its own database, of which one at a time is there."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction

from tests.support.worlds import _nothing_is_remembered
from thunee_tournaments import site_key


class Sites:
    """`turn_to("hall")` puts the rows of the site one leaves away, and brings back those of the other.

    Keys of rows begin somewhere else on every site, so that nothing is right by chance.
    """

    def __init__(self, settings: Any) -> None:
        self.settings = settings
        self.rows: dict[str, list[models.Model]] = {}
        self.name = ""

    def turn_to(self, name: str) -> None:
        if self.name:
            self.rows[self.name] = [row for model in _models() for row in models.QuerySet(model).order_by("pk")]
            call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True)
        self.name = name
        self.settings.SITE_KEY = f"the key of the site {name}"
        with transaction.atomic():
            for row in self.rows.get(name, []):
                row.save_base(raw=True, force_insert=True)
            connection.check_constraints()
        if name not in self.rows:
            _start_elsewhere(name)
        elif statements := connection.ops.sequence_reset_sql(no_style(), _models()):
            with connection.cursor() as cursor:
                for statement in statements:
                    cursor.execute(statement)
        _nothing_is_remembered()

    @contextmanager
    def signing_as(self, name: str) -> Iterator[None]:
        """Whoever has the key of another site."""
        kept, self.settings.SITE_KEY = self.settings.SITE_KEY, f"the key of the site {name}"
        yield
        self.settings.SITE_KEY = kept

    @property
    def code(self) -> str:
        return site_key.own().code

    @property
    def address(self) -> str:
        return str(site_key.own())


def _models() -> list[type[models.Model]]:
    left_out = {"contenttypes", "auth.permission", "sessions"}  # made by the flush itself, or of no matter
    return [
        model for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not left_out & {model._meta.app_label, model._meta.label_lower}
    ]  # fmt: skip


def _start_elsewhere(name: str) -> None:
    """Let keys begin at a number that is this site's own."""
    start = random.Random(name).randrange(1_000, 9_000)
    with connection.cursor() as cursor:
        for model in _models():
            table, key = model._meta.db_table, model._meta.pk.column
            if model._meta.pk.get_internal_type() not in ("AutoField", "BigAutoField"):
                continue
            start += 7
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, start])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [f'"{table}"', key, start])
