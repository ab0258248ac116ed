"""What the record of an event calls an account: "user:12", a label that says nobody's name.

In an event that came from another site, where "user:12" is somebody else, the accounts of this one have another ending:
"user:12@" and the space of its own rows here.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User

from thunee_tournaments.tournaments.models import BEGUN_HERE, Tournament

START = "user:"


def label_of(account: int, tournament: Tournament) -> str:
    """How an event's record calls the account with this key."""
    return f"{START}{account}{_ending(tournament)}"


def account_of(label: str, tournament: Tournament) -> int | None:
    """The key of the account that is meant; None for what is no account of this site."""
    key = label.removeprefix(START).removesuffix(_ending(tournament))
    return int(key) if label == f"{START}{key}{_ending(tournament)}" and key.isascii() and key.isdecimal() else None


def people(labels: Iterable[str], tournament: Tournament) -> dict[str, str]:
    """What accounts are called, by their labels."""
    accounts = {account: label for label in labels if (account := account_of(label, tournament)) is not None}
    users = User.objects.filter(pk__in=accounts)
    return {accounts[user.pk]: user.get_full_name() or user.get_username() for user in users}


def _ending(tournament: Tournament) -> str:
    return "" if tournament.row_space == BEGUN_HERE else f"@{tournament.row_space}"
