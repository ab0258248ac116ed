"""`manage.py load_demo`: a fund-raiser in mid-play, and the links to look at it from every side."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction

from thunee_tournaments.services import demo
from thunee_tournaments.tournaments.models import Role, Tournament

ORGANISER, REFEREE, TREASURER = "demo-organiser", "demo-referee", "demo-treasurer"
OTHER_GAMES = "games"
ANNOUNCED = "announced"
WORDS = ("jack", "nine", "ace", "ten", "king", "queen", "trump", "ball", "khanuck", "royals", "double", "trick")


class Command(BaseCommand):
    help = "Loads a 16-team fund-raiser in mid-play and prints a link for each role. Run again: new links, same event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fresh", action="store_true", help="load it once more, beside the one that is there")
        parser.add_argument("--fixture", default="fundraiser", help="which file of fixtures/ (fundraiser)")
        parser.add_argument("--only", action="store_true", help="without the small events of the other games")
        parser.add_argument("--password", default="", help="the organiser's password (made up otherwise)")
        parser.add_argument(
            "--base-url", default="", help="what links begin with (PUBLIC_URL, or http://localhost:8000)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        password = options["password"] or made_up_password()
        with transaction.atomic():
            organiser, *helpers = (demo_account(name, password) for name in (ORGANISER, REFEREE, TREASURER))
            fixture = demo.read_fixture(options["fixture"])
            loaded = demo.load(
                fixture, organiser, again=options["fresh"], referee=helpers[0], treasurer=helpers[1]
            )  # fmt: skip
            others = [] if options["only"] else demo.load_each(OTHER_GAMES, organiser, again=options["fresh"])
            coming = [] if options["only"] else demo.load_announced(ANNOUNCED, organiser, again=options["fresh"])
            Role.objects.get_or_create(tournament=loaded.tournament, user=organiser, role=Role.Name.ORGANISER)
            demo.hold_together([loaded.tournament, *coming], organiser)
        base = (options["base_url"] or settings.PUBLIC_URL or "http://localhost:8000").rstrip("/")
        lines = [*links(loaded, base, password), *coming_links(coming, base), *other_links(others, base)]
        self.stdout.write("\n".join(lines))


def coming_links(coming: list[Tournament], base: str) -> list[str]:
    """The events for which teams sign up, and where the organiser finds those who did."""
    lines = []
    for tournament in coming:
        lines += [
            "Coming: teams sign themselves up, and the next ones wait",
            f"  as a captain        {base}/{tournament.slug}/",
            f"  at the desk         {base}/desk/{tournament.slug}/sign-ups",
            "",
        ]
    return lines


def other_links(others: list[demo.Loaded], base: str) -> list[str]:
    """The small events of the other games, each with its first table."""
    if not others:
        return []
    lines = ["The other games, a small event of each (the organiser's desk lists them)"]
    for loaded in others:
        title = loaded.tournament.name
        lines.append(f"  {title:<26}{base}/{loaded.tournament.slug}/   table 1: {base}/t/{loaded.tokens[1]}")
    return [*lines, ""]


def demo_account(name: str, password: str) -> User:
    """An account of the demo, with this password from now on, without rights beyond it."""
    user, _created = User.objects.get_or_create(username=name)
    user.set_password(password)
    user.save()
    return user


def made_up_password() -> str:
    """Three words of the game and a number: easy to type on a phone, made up anew each time."""
    return "-".join([*(secrets.choice(WORDS) for _ in range(3)), str(secrets.randbelow(9000) + 1000)])


def links(loaded: demo.Loaded, base: str, password: str) -> list[str]:
    """What to open, role by role."""
    tournament = loaded.tournament
    event = f"{base}/{tournament.slug}/"
    playing = demo.tables_in_play(tournament)
    state = "loaded" if loaded.fresh else "is there already; its tables have new links"
    return [
        "",
        f"{tournament.name}: {state}.",
        "",
        "Everybody",
        f"  the event           {event}",
        f"  its bracket         {event}bracket",
        f"  its standings       {event}standings",
        f"  the rules           {base}/rules",
        "",
        "Organiser",
        f"  the desk            {base}/desk/{tournament.slug}/",
        f"  log in as           {ORGANISER}   password  {password}",
        "",
        "Referee, who has decided two disputes (the organiser can hear the appeal)",
        f"  the disputes        {base}/desk/{tournament.slug}/disputes",
        f"  log in as           {REFEREE}   password  {password}",
        "",
        "Treasurer",
        f"  the money           {base}/desk/{tournament.slug}/money",
        f"  log in as           {TREASURER}   password  {password}",
        "",
        "Scorekeepers (open one on a phone)",
        *(
            f"  table {number:<14}{base}/t/{token}   {playing[number]}".rstrip()
            for number, token in loaded.tokens.items()
        ),
        "",
    ]
