"""The PIN with which a side signs on the table's phone: told at the desk, known to nobody else, stored nowhere.

Each side of each match has its own, or each team one for the evening, as the event chose. It is worked out from what
only this installation knows, so there is nothing to keep; whoever guesses is stopped after a few tries, counted in the
database, so that every process counts the same.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.models import SigningTries
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.policies import SignWith

DIGITS = 4
TRIES = 5
PAUSE = timedelta(minutes=10)
SALT = "thunee_tournaments.running.pins"  # with another, the PINs on slips that were handed out are wrong


def pin_of(match: Match, side: str) -> str:
    """The PIN of the team on this side of the match; "" while it is not known who plays there, or where a tap does."""
    team, sign_with = match.team(side), policies.read(match.stage.tournament.policies).sign_with
    if team is None or sign_with == SignWith.TAP:
        return ""
    if sign_with == SignWith.EVENING_PIN:
        return pin_of_team(team)
    return _pin(f"{match.public_id}/{side}/{team.public_id}")


def pin_of_team(team: Team) -> str:
    """The PIN of a team for the whole evening."""
    return _pin(f"evening/{team.public_id}")


def _pin(of: str) -> str:
    mac = salted_hmac(SALT, of, algorithm="sha256").digest()
    return str(int.from_bytes(mac[:8], "big") % 10**DIGITS).zfill(DIGITS)


def check(match: Match, side: str, typed: str) -> None:
    """Refused: wrong_pin; pin_locked after too many wrong ones for this side, until some time has passed.

    In a transaction of its own, which the refusal does not undo: call it outside any other.
    """
    SigningTries.objects.get_or_create(match=match, side=side)
    with transaction.atomic():
        tries = SigningTries.objects.select_for_update().get(match=match, side=side)
        locked, right = _tried(tries, pin_of(match, side), typed.replace(" ", ""))
    if locked:
        raise Refused(
            "pin_locked",
            _("Too many wrong PINs. Wait %(minutes)s minutes, or ask a referee to sign at the desk.")
            % {"minutes": PAUSE // timedelta(minutes=1)},
        )
    if not right:
        raise Refused("wrong_pin", _("This is not the PIN of %(team)s in this match. It is on the team's slip.")
                      % {"team": match.team(side)})  # fmt: skip


def _tried(tries: SigningTries, pin: str, typed: str) -> tuple[bool, bool]:
    """Count one try on the locked row: whether it came too late, and whether it was the right PIN."""
    now, before = timezone.now(), (tries.wrong, tries.since)
    if tries.since is None or now - tries.since >= PAUSE:
        tries.wrong, tries.since = 0, now
    if tries.wrong >= TRIES:
        return True, False
    right = bool(pin) and constant_time_compare(typed, pin)
    tries.wrong = 0 if right else tries.wrong + 1
    if (tries.wrong, tries.since) != before:
        tries.save(update_fields=["wrong", "since"])
    return False, right
