"""`manage.py simulate`: a whole event, from the entries to the champion, by simple players."""

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from thunee_tournaments import garbage
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.simulation.evening import Chances, Evening, Stuck
from thunee_tournaments.simulation.invariants import Broken
from thunee_tournaments.simulation.setting_up import PLAYED, draw, entered, plan_of
from thunee_tournaments.tournaments.models import Tournament

WIDTH = 40
STOPPED = 130  # what a shell says of a command ended by Ctrl-C


class Command(BaseCommand):
    help = (
        "Plays a whole event through the same acts as people use: hands entered, corrected, disputed, signed, until "
        "there is a champion; checks on the way that nothing breaks, and prints a summary."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--teams", type=int, default=16)
        parser.add_argument(
            "--format",
            default="knockout",
            help=f"{', '.join(PLAYED)}, or a chain of them such as streak+knockout; with settings: "
            "streak:wins=6:places=16+knockout",
        )
        parser.add_argument("--lot", default="304", help="the same lot plays the same event")
        parser.add_argument("--corrections", type=float, default=0.0, metavar="P", help="share of hands put right")
        parser.add_argument("--disputes", type=float, default=0.0, metavar="P", help="share of hands disputed")
        parser.add_argument("--no-shows", type=float, default=0.0, metavar="P", help="share of matches nobody comes to")
        parser.add_argument("--rebuys", type=float, default=0.5, metavar="P", help="share of teams that buy in again")
        parser.add_argument(
            "--by-hand", type=float, default=0.0, metavar="P", help="share of Swiss rounds partly set by hand"
        )
        parser.add_argument(
            "--turns",
            type=float,
            default=0.0,
            metavar="P",
            help="share of matches after which something unplanned happens: a team goes home or comes late, a result "
            "is turned, a draw taken back",
        )
        parser.add_argument("--best-of", type=int, default=1, choices=(1, 3, 5))
        parser.add_argument("--balls", type=int, default=None, help="to win a game, for a shorter event")
        parser.add_argument("--tables", type=int, default=None, help="in the hall")
        parser.add_argument("--preset", default="durban-classic")

    def handle(self, *_args: Any, **options: Any) -> None:
        named = ("corrections", "disputes", "no_shows", "rebuys", "by_hand", "turns")
        chances = Chances(**{name: options[name] for name in named})
        if not 2 <= options["teams"] <= MOST_TEAMS:
            raise CommandError(f"--teams is {options['teams']}: write 2 to {MOST_TEAMS} teams")
        for name, chance in vars(chances).items():
            if not 0 <= chance <= 1:
                raise CommandError(f"--{name.replace('_', '-')} is {chance}: write a share from 0 to 1, such as 0.1")
        rng = Random(options["lot"])
        organiser, referee = self._person("organiser"), self._person("referee")
        try:
            plan = plan_of(options["format"], options["teams"])
            with transaction.atomic():  # no half of an event is left behind
                tournament = entered(
                    plan, options["teams"], rng, organiser, referee, options["preset"], options["best_of"],
                    options["balls"],
                )  # fmt: skip
                draw(tournament, organiser, rng, options["tables"])
        except ValueError as wrong:
            raise CommandError(f"{wrong}") from None
        except Refused as refused:
            faults = "; ".join(f"{fault['path']}: {fault['message']}" for fault in refused.errors)
            raise CommandError(f"{refused} {faults}".strip()) from None
        evening = Evening(tournament, organiser, referee, rng, chances)
        try:
            for done in self._played(evening):
                self._show(done, tournament)
        except (Stuck, Broken, Refused) as fault:
            raise CommandError(f"{tournament.slug}: {fault}") from None
        except KeyboardInterrupt:
            message = f"{tournament.slug}: stopped after {evening.done['matches']} matches; what was played is kept"
            raise CommandError(message, returncode=STOPPED) from None
        finally:
            self._end_of_bar()
        self._sum_up(evening)

    def _played(self, evening: Evening) -> Iterator[int]:
        with garbage.looked_for_seldom():
            yield from evening.play()

    def _person(self, role: str) -> User:
        person, made = User.objects.get_or_create(username=f"simulated-{role}")
        if made:
            person.set_unusable_password()
            person.save()
        return person

    def _show(self, done: int, tournament: Tournament) -> None:
        """How far it is: the whole grows with every round that is paired and every stage that is drawn."""
        if self.stderr.isatty():
            whole = Match.objects.filter(stage__tournament=tournament).exclude(state="bye").count()
            bar = "#" * (WIDTH * done // whole)
            self.stderr.write(f"\r[{bar:<{WIDTH}}] {done}/{whole} matches", style_func=str, ending="")

    def _end_of_bar(self) -> None:
        if self.stderr.isatty():
            self.stderr.write("", style_func=str)

    def _sum_up(self, evening: Evening) -> None:
        counts = ", ".join(f"{number} {noun}" for noun, number in evening.done.items())
        self.stdout.write(f"{evening.tournament.slug}: {counts}")
        champion = evening.champion or "none, nobody stands first alone"
        self.stdout.write(f"champion: {champion}; totals equal their replay, draws can be made again")
