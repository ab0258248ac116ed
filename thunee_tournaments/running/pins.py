"""The PIN with which a side signs on the table's phone: told at the desk, known to nobody else, stored nowhere.

Each side of each match has its own. It is worked out from what only this installation knows, so there is nothing to
keep; whoever guesses is stopped after a few tries.
"""

from django.core.cache import cache
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running.errors import Refused

DIGITS = 4
TRIES = 5
PAUSE = 10 * 60  # seconds


def pin_of(match: Match, side: str) -> str:
    """The PIN of the team on this side of the match; "" while it is not known who plays there."""
    team = match.team(side)
    if team is None:
        return ""
    mac = salted_hmac("thunee_tournaments.running.pins", f"{match.public_id}/{side}/{team.public_id}",
                      algorithm="sha256").digest()  # fmt: skip
    return str(int.from_bytes(mac[:8], "big") % 10**DIGITS).zfill(DIGITS)


def check(match: Match, side: str, typed: str) -> None:
    """Refused: wrong_pin; pin_locked after too many wrong ones for this side, until some time has passed."""
    key = f"signing-pin:{match.public_id}:{side}"
    cache.add(key, 0, PAUSE)
    try:
        tries = cache.incr(key)  # counted before it is looked at: guesses sent at once gain nothing
    except ValueError:  # ended between the two lines
        cache.set(key, 1, PAUSE)
        tries = 1
    if tries > TRIES:
        raise Refused(
            "pin_locked",
            _("Too many wrong PINs. Wait %(minutes)s minutes, or ask a referee to sign at the desk.")
            % {"minutes": PAUSE // 60},
        )
    pin = pin_of(match, side)
    if not pin or not constant_time_compare(typed.replace(" ", ""), pin):
        raise Refused("wrong_pin", _("This is not the PIN of %(team)s in this match. It stands on the team's slip.")
                      % {"team": match.team(side)})  # fmt: skip
    cache.delete(key)
