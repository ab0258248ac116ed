"""`manage.py redraw --check TOURNAMENT`: does the stored lot give the draw that was published?"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from thunee_tournaments.services.management.commands.replay import chosen
from thunee_tournaments.services.record import redraw


class Command(BaseCommand):
    help = (
        "Makes the draw again from the stored lot and inputs and compares seeds, bracket, byes and first dealers. Exit "
        "status 1 if there is a difference. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", metavar="TOURNAMENT", help="slug")
        parser.add_argument("--check", action="store_true", required=True, help="compare, and change nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        [tournament] = chosen([options["tournament"]])
        stages = list(tournament.stages.filter(drawn_at__isnull=False).order_by("order"))
        if not stages:
            raise CommandError(f"{tournament.slug} has not been drawn")
        differences = redraw.check(tournament)
        for difference in differences:
            self.stdout.write(f"{tournament.slug}: {difference}")
        for stage in stages:
            self.stdout.write(
                f"{tournament.slug}: {stage.format} of {len(stage.inputs['order'])} teams, lot {stage.lot}"
            )
        if differences:
            raise CommandError(f"{len(differences)} differences: this is not the draw that the lot gives")
        self.stdout.write(f"{tournament.slug}: the draw is the one its lot gives")
