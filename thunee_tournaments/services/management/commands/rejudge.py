"""`manage.py rejudge TOURNAMENT [--rules …]`: what would differ if other rules had been in force."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import RecordError
from thunee_tournaments.services.management.commands.replay import chosen
from thunee_tournaments.services.models import Rejudging
from thunee_tournaments.services.record import rejudging
from thunee_tournaments.services.record.rejudging import Difference

WIDTH = 40


class Command(BaseCommand):
    help = (
        "Judges every hand of a tournament once more, under its stored rules or others, and lists each hand, game and "
        "match that would come out differently. Nothing is changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", nargs="?", metavar="TOURNAMENT", help="the slug of a tournament")
        parser.add_argument(
            "--rules",
            default="",
            help="a preset (club-strict), or changes to the stored rules (balls_to_win=13,royals=off)",
        )
        parser.add_argument("--background", action="store_true", help="leave the work to the workers; see --resume")
        parser.add_argument(
            "--resume", metavar="RUN", help="go on with a run that was broken off, or see what it found"
        )
        parser.add_argument("--keep", action="store_true", help="keep the run after it was reported")

    def handle(self, *_args: Any, **options: Any) -> None:
        run = self._resumed(options["resume"]) if options["resume"] else self._begun(options)
        if options["background"] and not options["resume"]:
            self.stdout.write(
                f"{run.parts.count()} parts are left to the workers. See: manage.py rejudge --resume {run.public_id}"
            )
            return
        try:
            self._work(run)
        except KeyboardInterrupt:
            raise CommandError(f"broken off. To go on: manage.py rejudge --resume {run.public_id}") from None
        self._report(run)
        if not options["keep"]:
            rejudging.forget(run)

    def _begun(self, options: dict[str, Any]) -> Rejudging:
        if not options["tournament"]:
            raise CommandError("which tournament? manage.py rejudge TOURNAMENT [--rules …]")
        tournament = chosen([options["tournament"]])[0]
        rules = None
        if options["rules"]:
            try:
                rules = rejudging.rules_from(options["rules"], tournament)
            except RecordError as wrong:
                faults = "; ".join(f"{fault['path']}: {fault['message']}" for fault in wrong.errors)
                raise CommandError(f"--rules {options['rules']}: {faults}") from None
        return rejudging.begin(tournament, rules, options["background"])

    def _resumed(self, public_id: str) -> Rejudging:
        run = Rejudging.objects.filter(public_id=public_id).first()
        if run is None:
            raise CommandError(f"there is no run {public_id!r}")
        return run

    def _work(self, run: Rejudging) -> None:
        whole = run.parts.count()
        for part in rejudging.open_parts(run):
            rejudging.judge_part(part)
            if sys.stderr.isatty():
                done = whole - run.parts.filter(done_at__isnull=True).count()
                bar = "#" * (WIDTH * done // whole)
                self.stderr.write(f"\r[{bar:<{WIDTH}}] {done}/{whole}", ending="" if done < whole else "\n")

    def _report(self, run: Rejudging) -> None:
        differences = rejudging.differences(run)
        for difference in differences:
            self.stdout.write(_line_of(difference))
        hands = _several(sum(run.parts.values_list("hands", flat=True)), "hand")
        counts = ", ".join(
            f"{_count(differences, kind)} of them {kind}{_s(differences, kind)}" for kind in ("hand", "game", "match")
        )
        self.stdout.write(
            f"{hands} judged; {_several(len(differences), 'difference')}, {counts}"
            if differences
            else f"{hands} judged; nothing differs"
        )


def _several(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _count(differences: Iterable[Difference], kind: str) -> int:
    return sum(difference["what"] == kind for difference in differences)


def _s(differences: Iterable[Difference], kind: str) -> str:
    plural = {"hand": "s", "game": "s", "match": "es"}
    return "" if _count(differences, kind) == 1 else plural[kind]


def _line_of(difference: Difference) -> str:
    where = f"stage {difference['stage']}, match {difference['match']}"
    if "game" in difference:
        where += f", game {difference['game']}"
    if difference["what"] == "hand":
        where += f", hand {difference['hand']}" if difference["hand"] else ""
        return f"{where}: {rejudging.short(difference['was'])} -> {rejudging.short(difference['would'])}"
    return f"{where}: won by {difference['was'] or 'nobody'} -> {difference['would'] or 'nobody'}"
