"""`manage.py wipe`: write the database anew, so that nothing that was deleted is left in its files."""

from typing import Any

from django.core.management.base import BaseCommand

from thunee_tournaments.services.record import traces


class Command(BaseCommand):
    help = "Writes the database anew, so that nothing that was deleted or forgotten is left in its files."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for line in traces.wipe():
            self.stdout.write(line)
