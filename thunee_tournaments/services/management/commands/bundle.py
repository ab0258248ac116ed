"""`manage.py bundle`: an event as one signed file, to another site and back."""

import os
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from thunee_tournaments import site_key
from thunee_tournaments.services.acts import (
    Refused,
    TakenIn,
    hand_over,
    start_sending,
    stop_sending,
    take_bundle,
    take_in,
    take_over,
)
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.bundles.sending import ON_ITS_WAY, send
from thunee_tournaments.services.bundles.taking_in import check_record
from thunee_tournaments.services.management.commands.replay import chosen
from thunee_tournaments.services.models import Sending
from thunee_tournaments.tournaments.models import Role

EXPORT = "write the whole of an event as one signed file"
VERIFY = "check a bundle without taking it in (verify.py in it does the same without this site)"
IMPORT = "take a bundle in, for the first time or once more: the event is judged again, and shown as a copy"
PUBLISH = "let the site at an address follow an event live, and send it there now (its first bundle goes by hand)"
HAND_OVER = "let another site keep an event from now on: here it becomes a copy"
TAKE_OVER = "keep an event here from now on, from its last bundle, because the site that kept it is gone"
KEY = "say what others have to know of this site: its code and its address"


class Command(BaseCommand):
    help = "An event as one signed file that travels: from a laptop to a site, to a spare, to an archive."

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="what", required=True)
        commands.add_parser("key", help=KEY, description=KEY)
        out = commands.add_parser("export", help=EXPORT, description=EXPORT)
        out.add_argument("tournament", metavar="TOURNAMENT", help="slug")
        out.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write it")
        out.add_argument(
            "--private-for", metavar="ADDRESS", default="", help="also what is private, sealed for the site with this "
            "address (its `bundle key`)",
        )  # fmt: skip
        check = commands.add_parser("verify", help=VERIFY, description=VERIFY)
        check.add_argument("file", metavar="FILE")
        into = commands.add_parser("import", help=IMPORT, description=IMPORT)
        into.add_argument("file", metavar="FILE")
        into.add_argument("--code", default="", help="of the site that made it, as its `bundle key` says (first time)")
        into.add_argument("--organiser", metavar="USER", default="", help="whose copy it is: an account of this site")
        live = commands.add_parser("publish", help=PUBLISH, description=PUBLISH)
        live.add_argument("tournament", metavar="TOURNAMENT", help="slug")
        live.add_argument("--to", metavar="URL", default="", help="web address of that site (default: as before)")
        live.add_argument("--private-for", metavar="ADDRESS", default="", help="as of `export`")
        live.add_argument("--patience", type=int, default=600, metavar="SECONDS", help="try for so long (600)")
        live.add_argument("--stop", action="store_true", help="send nothing more; what is there stays there")
        over = commands.add_parser("hand-over", help=HAND_OVER, description=HAND_OVER)
        over.add_argument("tournament", metavar="TOURNAMENT", help="slug")
        over.add_argument("--to", metavar="ADDRESS", required=True, help="of the site that keeps it then")
        over.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write the bundle for it")
        here = commands.add_parser("take-over", help=TAKE_OVER, description=TAKE_OVER)
        here.add_argument("tournament", metavar="TOURNAMENT", help="slug")
        for parser_of_act in (over, here):
            parser_of_act.add_argument("--reason", required=True, help="why; it is public, and stays in the record")

    def handle(self, *_args: Any, **options: Any) -> None:
        acts = {
            "key": self._key, "export": self._export, "verify": self._verify, "import": self._import,
            "publish": self._publish, "hand-over": self._hand_over, "take-over": self._take_over,
        }  # fmt: skip
        try:
            acts[options["what"]](options)
        except Refused as refused:
            raise CommandError(str(refused.message)) from None
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None

    def _key(self, _options: dict[str, Any]) -> None:
        own = site_key.own()
        self.stdout.write(f"code     {own.code}\naddress  {own}")

    def _export(self, options: dict[str, Any]) -> None:
        [tournament] = chosen([options["tournament"]])
        content = take_bundle(actor=None, tournament=tournament, private_for=options["private_for"])
        self._written(options["output"], content)

    def _verify(self, options: dict[str, Any]) -> None:
        bundle = container.opened(Path(options["file"]).read_bytes())
        check_record(bundle)
        manifest = bundle.manifest
        self.stdout.write(
            f"{manifest['name']}, as of {manifest['made_at']}: every hash holds.\n"
            f"made by          {bundle.made_by.code}  {manifest['site']['name']}".rstrip()
            + f"\nkept by          {bundle.keeper.code}\n"
            f"head of record   {manifest['head']}\nhead of till     {manifest['till'] or '(nothing was written in it)'}"
        )

    def _import(self, options: dict[str, Any]) -> None:
        content = Path(options["file"]).read_bytes()
        user = None
        if options["organiser"]:
            user = User.objects.filter(username=options["organiser"], is_active=True).first()
            if user is None:
                raise CommandError(f"there is no account {options['organiser']}")
        taken = take_in(actor=None, content=content, code=options["code"])
        if user is not None:
            Role.objects.get_or_create(tournament=taken.tournament, user=user, role=Role.Name.ORGANISER)
        self.stdout.write(f"{taken.tournament.slug}: {_became(taken)}")

    def _publish(self, options: dict[str, Any]) -> None:
        [tournament] = chosen([options["tournament"]])
        if options["stop"]:
            stop_sending(actor=None, tournament=tournament)
            self.stdout.write(f"{tournament.slug} is sent nowhere any more.")
            return
        if options["to"]:
            private = options["private_for"]
            start_sending(actor=None, tournament=tournament, url=options["to"], private_for=private)
        until = time.monotonic() + options["patience"]
        while True:
            row = Sending.objects.filter(tournament=tournament).first()
            if row is None:
                raise CommandError("it is sent nowhere yet: say where to with --to")
            if send(row):
                break
            row.refresh_from_db()
            wait = (row.next_at - timezone.now()).total_seconds()
            if row.problem not in ON_ITS_WAY or time.monotonic() + wait > until:
                raise CommandError(f"{row.url}: {row.get_problem_display()} The worker goes on trying.")
            self.stdout.write(f"{row.get_problem_display()} Once more in {wait:.0f} s.")
            time.sleep(max(0.0, wait))
        self.stdout.write(f"{tournament.slug} is at {row.url}. The worker sends what is new; --stop ends that.")

    def _hand_over(self, options: dict[str, Any]) -> None:
        [tournament] = chosen([options["tournament"]])
        target = Path(options["output"])
        if target.exists():
            raise CommandError(f"{target} is there already: give the bundle another name")
        with transaction.atomic():  # nothing is handed over by a file that could not be written
            content = hand_over(actor=None, tournament=tournament, to=options["to"], reason=options["reason"])
            self._written(options["output"], content)
        self.stdout.write("Here the event is a copy now. The other site keeps it as soon as it has taken this file in.")

    def _take_over(self, options: dict[str, Any]) -> None:
        [tournament] = chosen([options["tournament"]])
        take_over(actor=None, tournament=tournament, reason=options["reason"])
        self.stdout.write(f"{tournament.slug} is kept here now. The site that kept it must not go on with it.")

    def _written(self, name: str, content: bytes) -> None:
        """Whole or not at all, and on the disk before anybody is told so."""
        target = Path(name)
        part = target.with_name(f"{target.name}.part")
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
        self.stdout.write(f"{len(content)} bytes to {target}. Check it anywhere with the verify.py that is in it.")


def _became(taken: TakenIn) -> str:
    """What became of a bundle, in words."""
    if not taken.new and not taken.rows:
        return "it is here already, as it is in this bundle"
    sealed = "; what is private came too" if taken.sealed else ""
    kept = "kept here now" if not taken.tournament.kept_by else f"a copy, kept by {taken.tournament.kept_by}"
    return f"{taken.rows} rows came or changed, {taken.entries} entries judged again, all as recorded; {kept}{sealed}"
