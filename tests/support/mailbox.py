"""What somebody with a mailbox does: wait for the letter, open its link, type its code."""

import re
from urllib.parse import urlsplit

from django.core import mail

from thunee_tournaments.services.tasks import send_letters

SITE = "https://thunee.example"


def letters_to(address: str) -> list[str]:
    """The letters that have arrived there, the earliest first."""
    send_letters()
    return [str(letter.body) for letter in mail.outbox if letter.to == [address]]


def link_to(address: str) -> str:
    """The path of the first link in the last letter there."""
    found = re.search(rf"{SITE}(/accounts/\S+)", letters_to(address)[-1])
    assert found is not None
    return urlsplit(found[1]).path


def code_to(address: str) -> str:
    """The code in the last letter there: a line by itself."""
    found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", letters_to(address)[-1], re.MULTILINE)
    assert found is not None
    return found[1]
