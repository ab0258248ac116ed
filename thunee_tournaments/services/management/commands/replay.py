"""`manage.py replay --check [TOURNAMENT …]`: is everything that is stored what the entries come to?

Two voices: differences are faults; where an older engine judged otherwise than today's would is only told.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Computes every ledger, match, winner, advancement and standing once more from the entries, and names what is "
        "stored otherwise. Exit status 1 if there is a difference. Rulings of an older engine stand: where today's "
        "would judge otherwise is told, and is no difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournaments", nargs="*", metavar="TOURNAMENT", help="slugs; without any, all tournaments")
        check_or_repair = parser.add_mutually_exclusive_group(required=True)
        check_or_repair.add_argument("--check", action="store_true", help="compare, and change nothing")
        check_or_repair.add_argument(
            "--repair", action="store_true", help="write what the entries say over what is stored"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        different = 0
        for tournament in chosen(options["tournaments"]):
            try:
                differences = (replay.repair if options["repair"] else replay.check)(tournament)
            except replay.CannotRepair as error:
                raise CommandError(f"{tournament.slug}: {error}") from None
            for difference in differences:
                self.stdout.write(f"{tournament.slug}: {difference}")
            different += len(differences)
            word = "put right" if options["repair"] else "different"
            self.stdout.write(
                f"{tournament.slug}: {len(differences)} {word}" if differences else f"{tournament.slug}: no difference"
            )
            for line in replay.judged_otherwise(tournament) if options["check"] else ():
                self.stdout.write(f"{tournament.slug}: {line}")
        if different and options["check"]:
            raise CommandError(f"{different} differences. See what happened, then: manage.py replay --repair")


def chosen(slugs: list[str]) -> list[Tournament]:
    """The tournaments of these slugs, or all of them. Raises CommandError for a slug nobody has."""
    by_slug = {tournament.slug: tournament for tournament in Tournament.objects.order_by("pk")}
    for slug in slugs:
        if slug not in by_slug:
            raise CommandError(f"there is no tournament {slug!r}; there are: {', '.join(by_slug) or 'none'}")
    return [by_slug[slug] for slug in slugs] if slugs else list(by_slug.values())
