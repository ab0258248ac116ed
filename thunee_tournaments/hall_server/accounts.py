"""The first organiser's account, made where the site runs, before anybody can reach it."""

import getpass
import secrets
import sys
from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

# No letters or digits that are taken for one another when a password is read off a screen.
READABLE = "abcdefghjkmnpqrstuvwxyz23456789"


def generated_password() -> str:
    """Three groups of five, about 74 bits."""
    return "-".join("".join(secrets.choice(READABLE) for _ in range(5)) for _ in range(3))


def ask(say: Callable[[str], None]) -> tuple[str, str]:
    """Ask for a name and a password until both will do."""
    say("Welcome. This is the first start, so it needs an organiser who can log in.")
    name = ""
    while not name:
        name = input("Name to log in with [organiser]: ").strip() or "organiser"
        try:
            get_user_model().username_validator(name)
        except ValidationError as error:
            say(" ".join(error.messages))
            name = ""
    while True:
        password = getpass.getpass("Password (at least 10 characters): ")
        try:
            validate_password(password, get_user_model()(username=name))
        except ValidationError as error:
            say(" ".join(error.messages))
            continue
        if password == getpass.getpass("The same password again: "):
            return name, password
        say("The two were not the same.")


def first_organiser(name: str, say: Callable[[str], None]) -> None:
    """Make the first account, if there is none: `name` with a generated password, or, without a name, what is asked.

    Without a terminal to ask at, the name is "organiser". A generated password is shown here and never again.
    """
    users = get_user_model().objects
    if users.exists():
        return
    if not name and sys.stdin.isatty():
        name, password = ask(say)
        users.create_superuser(username=name, password=password)
        return
    name = name or "organiser"
    password = generated_password()
    users.create_superuser(username=name, password=password)
    say("The first organiser's account is made.")
    show_once(name, password, say)


def new_password(name: str, say: Callable[[str], None]) -> bool:
    """Give the account `name` a generated password and show it; False when there is no such account."""
    user = get_user_model().objects.filter(username=name).first()
    if user is None:
        return False
    password = generated_password()
    user.set_password(password)
    user.save(update_fields=["password"])
    show_once(name, password, say)
    return True


def show_once(name: str, password: str, say: Callable[[str], None]) -> None:
    say(f"Write this down, it is shown only this once:\n\n    name      {name}\n    password  {password}\n")
