"""`manage.py hands`: hand records as notation (.thn) and back, and the hands of a tournament taken out and read in."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from adjudication.management.engine_command import engine_refuses, run_engine
from engine import notation
from engine.commands import convert
from engine.commands.reading import put, text_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.services.acts import Refused, import_hands
from thunee_tournaments.services.management.commands.replay import chosen
from thunee_tournaments.services.record import hand_texts
from thunee_tournaments.services.scoring.hand_import import Import, belongs, read_text
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.selectors import people_with


class Command(BaseCommand):
    help = "Convert hands between JSON Lines and the notation of docs/notation.md; take a tournament's out, or read in."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="what", required=True)
        out = commands.add_parser("export", help="every hand of a tournament, as its public pages show them")
        out.add_argument("tournament", metavar="TOURNAMENT", help="the slug of a tournament")
        out.add_argument("-o", "--output", metavar="FILE", default="", help="where to (standard output)")
        back = commands.add_parser("import", help="read hands in, match by match: all hands of a match, or none")
        back.add_argument("tournament", metavar="TOURNAMENT", help="the slug of a tournament")
        back.add_argument("file", metavar="FILE", help="notation; each hand says its match: [Match 3]")
        back.add_argument("--as", metavar="USER", dest="user", default="", help="in whose name (its one organiser)")
        convert.arguments(commands.add_parser("convert", help=convert.HELP))

    def handle(self, *_args: Any, **options: Any) -> None:
        {"convert": self._convert, "export": self._export, "import": self._import}[options["what"]](options)

    def _convert(self, options: dict[str, Any]) -> None:
        run_engine(self, convert, options)

    def _export(self, options: dict[str, Any]) -> None:
        written = hand_texts.text_of_tournament(chosen([options["tournament"]])[0])
        with engine_refuses():
            put(options["output"], written, self.stdout.write)

    def _import(self, options: dict[str, Any]) -> None:
        """Match after match in the order of the bracket; one that does not fit keeps no other from being read."""
        tournament, name = chosen([options["tournament"]])[0], options["file"]
        actor = _organiser(tournament, options["user"])
        with engine_refuses():
            text = text_of(name)
        try:
            hands = read_text(text, tournament)
        except Refused as refused:
            raise CommandError("\n".join(_faults(name, refused))) from None
        matches = list(matches_of(tournament))
        faults = [_at(name, text, hand, problem) for hand in hands if (problem := _homeless(hand, matches))]
        if not all("Match" in hand.about for hand in hands):  # it would be a hand of every match
            raise CommandError("\n".join(faults))
        for listed in matches:
            if not any(belongs(hand, listed) for hand in hands):
                continue
            match = Match.objects.select_related("stage__tournament").get(pk=listed.pk)  # as those before left it
            try:
                self._say(match, import_hands(actor=actor, match=match, text=text, hands=hands))
            except Refused as refused:
                faults += _faults(name, refused)
        if faults:
            raise CommandError("\n".join(faults))

    def _say(self, match: Match, done: Import) -> None:
        written = f"{done.new} hands written" if done.new else "written already"
        self.stdout.write(f"match {match.number}: {written}")
        for note in done.notes:
            self.stdout.write(f"  {note}")


def _organiser(tournament: Tournament, name: str) -> User:
    """In whose name hands are read in: whoever was named, else the one organiser."""
    if name:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"there is no user {name!r}", returncode=2)
        return user
    users = list(people_with(tournament, Role.Name.ORGANISER))
    if len(users) != 1:
        raise CommandError("say in whose name the hands are read in: --as USER", returncode=2)
    return users[0]


def _homeless(hand: notation.TextHand, matches: Sequence[Match]) -> str:
    """Why a hand belongs to none of these matches, which are all; "" if it does."""
    if "Match" not in hand.about:
        return "say of which match this hand is: [Match 3]"
    if any(belongs(hand, match) for match in matches):
        return ""
    return f"there is no match {hand.about['Match']}"


def _at(name: str, text: str, hand: notation.TextHand, problem: str) -> str:
    fault = notation.fault(text, hand, "Match", problem)
    return f"{name}:{fault['line']}:{fault['column']}: {problem}"


def _faults(name: str, refused: Refused) -> list[str]:
    return [f"{name}:{fault['path']}: {fault['message']}" for fault in refused.errors] or [f"{name}: {refused}"]
