"""`manage.py follow`: this laptop is the spare of another, until Ctrl-C; for `dev.py spare`."""

import json
import signal
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from thunee_tournaments.hall_server import backups
from thunee_tournaments.hall_server.spare import following, sealing
from thunee_tournaments.hall_server.spare.following import Following, WrongCode

SECONDS = 2.0  # between two questions


class Command(BaseCommand):
    help = "Keeps everything that another laptop's site has, to take its place if it is lost (take_over)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", nargs="?", default="", help="its address, such as http://192.168.1.20:8000")

    def handle(self, *_args: Any, **options: Any) -> None:
        self.stopped = False
        for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self.stop)
        try:
            with backups.only_instance(settings.VAR, "following"):
                url, code = self.whom(options["url"])
                self.say("Making ready to go on in its place …")
                backups.collect_static(settings.STATIC_ROOT)  # half a minute that nobody has when the other is lost
                spare = Following(url, code, settings.VAR / "received", self.say)
                self.say(f"Following {url}. Stop with Ctrl-C.")
                following.follow(spare, lambda: self.stopped, SECONDS)
        except backups.AlreadyServed:
            raise CommandError("A spare already follows from this folder: its window says how far it is.") from None
        except WrongCode as error:
            self.followed.unlink(missing_ok=True)
            raise CommandError(f"{error} Start again and type it anew.") from None
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None
        self.say("Stopped. What arrived is kept.")

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        if self.stopped or not hasattr(self, "asked"):
            raise KeyboardInterrupt  # out of a question, or of an answer that does not come
        self.stopped = True

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    @property
    def followed(self) -> Path:
        """Whom the spare follows, with the code: kept for the next start."""
        return Path(settings.VAR) / "followed.json"

    def whom(self, url: str) -> tuple[str, str]:
        """The address and the code: as they are said, or as they were the last time."""
        try:
            kept = json.loads(self.followed.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            kept = {"url": "", "code": ""}
        url = url.strip().rstrip("/") or kept["url"]
        parsed = urlsplit(url)
        if parsed.scheme not in ("http", "https") or not parsed.hostname or parsed.path or parsed.query:
            raise CommandError(
                "Say the address of the laptop that runs the evening, as its site prints it: "
                "python3 dev.py spare http://192.168.1.20:8000"
            )
        code = kept["code"] if kept["url"] == url else self.ask(url)
        self.asked = True
        following.write(self.followed, json.dumps({"url": url, "code": code}))
        return url, code

    def ask(self, url: str) -> str:
        try:
            code = input(f"The code that stands where {url} was started with --spare: ")
        except EOFError:
            code = ""
        if not sealing.is_code(code):
            raise CommandError("That is no code: it has twenty letters and digits, such as k7qd-m2xp-….")
        return code
