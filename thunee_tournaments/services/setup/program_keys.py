"""Keys for programs: made by an organiser, shown once, taken back by any organiser."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.setup import offers
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.program_keys import PREFIX, ProgramKey

SALT = "thunee_tournaments.program_keys"
DAYS = (1, 30, 365)  # how long a key can last
MOST_LIVE = 20  # keys of one event


@dataclass(frozen=True)
class MadeKey:
    """A fresh key and its token, which is told to whoever asked with this one-time key: only its hash is kept."""

    program_key: ProgramKey
    token: str


@transaction.atomic
def make_program_key(*, actor: User, tournament: Tournament, note: str, may: str, days: int, key: str) -> MadeKey:
    """A key by which a program acts in this event for whoever makes it. `key` is a one-time key of the request: asked
    again with it, the same key is answered.

    Refused: not_allowed, bad_key, note_missing, too_long, bad_may, bad_days, revoked (it was made, and taken back),
    too_many.
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    token = PREFIX + offers.token_of(SALT, key, tournament.pk)
    earlier = ProgramKey.objects.filter(tournament=tournament, token_hash=tokens.token_hash(token)).first()
    if earlier is not None:
        if not earlier.live:
            raise Refused("revoked", _("This key has been taken back. Make another one."))
        return MadeKey(earlier, token)
    note = offers.checked_note(note)
    if not note:
        raise Refused("note_missing", _("Say what the key is for: keys are told apart by it."))
    if may not in ProgramKey.May.values:
        raise Refused("bad_may", _("Choose what the program can do."))
    if days not in DAYS:
        raise Refused("bad_days", _("Choose how long the key lasts."))
    if len(live_keys(tournament)) >= MOST_LIVE:
        raise Refused("too_many", _("There are so many keys that no more can be made. Take one back first."))
    made = ProgramKey.objects.create(
        tournament=tournament,
        user=actor,
        may=may,
        note=note,
        token_hash=tokens.token_hash(token),
        expires_at=timezone.now() + timedelta(days=days),
    )
    return MadeKey(made, token)


def live_keys(tournament: Tournament) -> list[ProgramKey]:
    """The keys that open something, with whoever made them, the newest first."""
    return [key for key in tournament.program_keys.select_related("user") if key.live]


@transaction.atomic
def revoke_program_key(*, actor: User, program_key: ProgramKey) -> ProgramKey:
    """The key opens nothing any more; asked again it is the same. Refused: not_allowed."""
    require_role(actor, program_key.tournament)
    program_key = ProgramKey.objects.select_for_update().select_related("tournament").get(pk=program_key.pk)
    if program_key.revoked_at is None:
        program_key.revoked_at = timezone.now()
        program_key.save(update_fields=["revoked_at"])
    return program_key
