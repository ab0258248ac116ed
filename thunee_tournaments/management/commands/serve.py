"""`manage.py serve`: this machine runs the site, with its own database, until Ctrl-C; for `dev.py demo` and `run`."""

import io
import os
import shutil
import signal
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from thunee_tournaments import disk, site_key
from thunee_tournaments.hall_server import accounts, backups, hosts, processes, upgrading
from thunee_tournaments.hall_server.copying import Copies
from thunee_tournaments.hall_server.spare import giving


class Command(BaseCommand):
    help = "Serve the site from this machine: database, web server and worker, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action="store_true", help="forget what was there and load the demo")
        parser.add_argument("--organiser", default="", help="name of the first organiser's account, at the first start")
        parser.add_argument("--new-password", default="", metavar="NAME", help="give this account a new password")
        parser.add_argument("--copy-every", type=float, default=5, metavar="MINUTES", help="copy the database (5)")
        parser.add_argument("--copies-to", type=Path, action="append", default=[], metavar="FOLDER",
                            help="copy it there, too, such as to a stick; can be said more than once")  # fmt: skip
        parser.add_argument("--spare", action="store_true", help="let a second laptop follow, and take over one day")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("This is for the embedded database; docs/operators.md says how a server runs the site.")
        self.stopped = self.serving = False
        for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self.stop)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self.stop)  # somebody closed the terminal's window, and did not say nohup
        try:
            with backups.only_instance(settings.VAR, f"port {options['port']}"):
                minutes = 0 if options["demo"] else options["copy_every"]
                database = Path(settings.DATABASES["default"]["NAME"])
                self.copies = Copies(database, minutes, options["copies_to"], self.say)
                giving.end()  # what a killed site has left there
                self.giving: giving.Giving | None = None
                self.prepare(**options)
                if options["spare"] and not options["demo"]:
                    self.giving = giving.Giving(database, giving.kept_code(), giving.own_keys(), self.say)
                self.serve(options["host"], options["port"], options["demo"])
        except (backups.AlreadyServed, backups.Damaged, upgrading.TooEarly, processes.DidNotStart) as error:
            raise CommandError(str(error)) from None
        except (OSError, OperationalError) as error:
            if not disk.is_unwritable(error):
                raise
            raise CommandError(
                f"{settings.VAR} cannot be written to ({error}). Make room on its disk, and start again."
            ) from None
        except KeyboardInterrupt:
            raise CommandError("Stopped before it was open.", returncode=130) from None

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopped = True
        if not self.serving:
            raise KeyboardInterrupt  # out of a question or a migration

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def prepare(self, demo: bool, organiser: str, new_password: str, **_: Any) -> None:
        """Bring the folder up to date: a copy of the database first, then migrations, static files, accounts."""
        database = Path(settings.DATABASES["default"]["NAME"])
        if demo:
            for path in database.parent.glob(f"{database.name}*"):
                path.unlink()
            shutil.rmtree(settings.QUEUE, ignore_errors=True)
        else:
            self.keep_a_copy()
        upgrading.upgrade()
        site_key.own()  # made at the first start: copies of the folder have it, and its code stands on the first card
        backups.collect_static(settings.STATIC_ROOT)
        if demo:
            call_command("load_demo", stdout=self.stdout)
            return
        accounts.first_organiser(organiser, self.say)
        if new_password and not accounts.new_password(new_password, self.say):
            raise CommandError(f'There is no account with the name "{new_password}".')

    def keep_a_copy(self) -> None:
        copy = self.copies.make(damaged_is_told=False)
        if copy:
            self.say(f"The database as it was is kept in {copy}")

    def serve(self, host: str, port: int, demo: bool) -> None:
        connection.close()
        processes.allow_many_connections()
        if demo:  # its passwords are known to everybody: no page of another site may reach it by a name of its own
            os.environ.setdefault("ALLOWED_HOSTS", ",".join(hosts.own_names(host, settings.PUBLIC_URL)))
        logs = settings.VAR / "logs"
        web = processes.web(host, port, logs)
        services = [web, processes.beat(logs), processes.worker(logs)]
        self.serving = True
        try:
            for service in services:
                service.start()
            processes.wait_until_healthy(web, f"http://127.0.0.1:{port}/healthz", lambda: self.stopped)
            if not self.stopped:
                self.open_to_a_spare(port)
                self.welcome(port, demo)
            processes.watch(services, lambda: self.stopped, self.say, self.besides)
        finally:
            giving.end()
            self.say("\nStopping …")
            processes.stop_all(services)
            if not demo and self.copies.make():
                self.say("A last copy of the database is made.")
            self.say("Stopped. Everything that was saved is kept." if not demo else "Stopped.")

    def besides(self) -> None:
        self.copies.when_due()
        if self.giving:
            self.giving.when_due()

    def open_to_a_spare(self, port: int) -> None:
        if not self.giving:
            return
        self.giving.open()
        self.say(
            "\nA spare laptop may follow. There, in the same version of this program:\n"
            f"  python3 dev.py spare {settings.PUBLIC_URL or f'http://localhost:{port}'}\n"
            f"  code  {self.giving.code}\n"
            "Whoever has the code can read everything that is saved here."
        )

    def welcome(self, port: int, demo: bool) -> None:
        local = f"http://localhost:{port}"
        public = settings.PUBLIC_URL or local
        lines = ["", "Thunee Tournaments is open.", f"  on this machine    {local}/"]
        if public != local:
            lines.append(f"  on phones          {public}/   (in the same network)")
        lines.append(f"  organiser's desk   {public}/desk/")
        self.say("\n".join(lines))
        if public != local:
            picture = io.StringIO()
            segno.make(f"{public}/", error="l").terminal(out=picture, compact=True)
            self.say(picture.getvalue())
        if not demo:
            self.say(f"Everything is kept in {settings.VAR}.")
        self.say("Stop with Ctrl-C.")
