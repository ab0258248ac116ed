"""`manage.py ironclad`: does a hand win every trick against every distribution of the other cards?"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.ironclad import weaknesses


class Command(BaseCommand):
    help = "Say whether six cards win every trick of a thunee (or of royals), however the other cards lie."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cards", nargs="+", metavar="CARD", help="six cards, such as Jd 9d Ad Jc 9c Ac")
        parser.add_argument("--royals", action="store_true", help="with the rank turned over")

    def handle(self, *_args: Any, **options: Any) -> None:
        cards = [card for given in options["cards"] for card in given.split()]
        try:
            answer = weaknesses(cards, options["royals"])
        except ValueError as wrong:
            raise CommandError(f"{wrong}", returncode=2) from None
        for suit, weak in answer.items():
            if weak is None:
                self.stdout.write(f"{suit} as trump: iron-clad")
            else:
                self.stdout.write(f"{suit} as trump: {weak.card} is {weak.how} by a hand of {' '.join(weak.held)}")
