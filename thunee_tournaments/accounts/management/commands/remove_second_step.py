"""`manage.py remove_second_step NAME`: for somebody who has lost the phone and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Takes the second step off an account: the app, the passkeys and the recovery codes. The password stays, and "
        "is enough again. Be sure who asks for it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the name the account signs in with")

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"there is no account with the name {options['name']!r}")
        steps, _by_kind = Authenticator.objects.filter(user=user).delete()
        self.stdout.write("The password alone is enough again." if steps else "This account has no second step.")
