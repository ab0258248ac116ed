"""`manage.py forget NAME`: erase a person who asked for it; the record's chain stays whole."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.services.record import traces


class Command(BaseCommand):
    help = (
        "Erases a person: the name of a player, a team, a giver of money or an account everywhere on this site, who "
        "made a pledge or held a paddle, what was typed to sign a team up, and what the record's commitments to it "
        "stand for. It stays whole: exports taken before and after can still be checked."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="a name as it is written, an e-mail address, or an id")
        parser.add_argument("--yes", action="store_true", help="do it; without this it only says what it would erase")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["name"].strip():  # accounts without an e-mail address would all be meant
            raise CommandError("give a name, an e-mail address or an id")
        person = pseudonyms.find(options["name"])
        if not person:
            raise CommandError(f"nobody here is called {options['name']!r}")
        names = _names(person) | {options["name"]}
        for line in _who(person):
            self.stdout.write(line)
        if not options["yes"]:
            self.stdout.write("Nothing was erased. To erase all of these: add --yes. To erase one: give its id.")
            return
        for line in pseudonyms.forget(person):
            self.stdout.write(f"erased: {line}")
        for line in pseudonyms.mentions(names):
            self.stdout.write(self.style.WARNING(f"still there: {line}"))
        for line in traces.wipe():
            self.stdout.write(line)
        for copy, holds in traces.copies(names):
            finding = "holds a name that was erased" if holds else "holds none of the names as they were written here"
            self.stdout.write(self.style.WARNING(f"copy {copy}: {finding}") if holds else f"copy {copy}: {finding}")
        self.stdout.write(
            "Delete the copies that hold a name, and those of your own, as soon as a newer one is made and checked: "
            "a laptop makes one at each start, for a server see docs/operators.md."
        )


def _names(person: pseudonyms.KnownBy) -> set[str]:
    """All that these people are called, to look for where it is still spoken of."""
    names = {player.name for player in person.players} | {team.name for team in person.teams}
    names |= {user.get_full_name() for user in person.users if user.get_full_name()}
    names |= {giver.name for giver in person.givers}
    names |= {text for pledger in person.pledgers for text in (pledger.name, pledger.contact) if text}
    names |= {text for paddle in person.bidders for text in (paddle.name, paddle.contact) if text}
    return names | {text for signed in person.sign_ups for text in (signed.name, signed.phone, signed.email) if text}


def _who(person: pseudonyms.KnownBy) -> Iterator[str]:
    """Who is meant, a line each."""
    for player in person.players:
        yield f"player {player.public_id}: {player.name}, {player.team.name}, {player.team.tournament.slug}"
    for team in person.teams:
        yield f"team {team.public_id}: {team.name}, {team.tournament.slug}"
    for user in person.users:
        yield f"account user:{user.pk}: {user.get_full_name() or user.username}"
    for giver in person.givers:
        yield f"{giver.movement.act} {giver.movement.number}: {giver.name}, {giver.movement.tournament.slug}"
    for pledger in person.pledgers:
        yield f"pledge {pledger.pledge.number}: {pledger.name}, {pledger.pledge.tournament.slug}"
    for sponsor in person.sponsors:
        yield f"sponsor: {sponsor.name}, {sponsor.tournament.slug}"
    for book in person.sellers:
        yield f"raffle tickets {book}: {book.seller}, {book.raffle.tournament.slug}"
    for paddle in person.bidders:
        yield f"paddle {paddle.number}: {paddle.name}, {paddle.tournament.slug}"
    for sign_up in person.sign_ups:
        yield f"sign-up {sign_up.number}: {sign_up.name}, {sign_up.tournament.slug}"
