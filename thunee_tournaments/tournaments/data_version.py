"""The data version of a tournament: the last row any act locks, and what pages and snapshots are keyed by."""

from django.db import connection

from adjudication.prepared import Prepared, PreparedUpdate, number
from thunee_tournaments.tournaments.models import Tournament

LOCKED = Prepared(lambda: Tournament.objects.select_for_update().filter(pk=number("tournament")).order_by())
COUNTED = PreparedUpdate(lambda: Tournament.objects.filter(pk=number("tournament")), "version", "beyond_hands")
NOTICES = "thunee_versions"  # by this name PostgreSQL tells who listens that a version was counted (`version_notices`)


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament as it is now, locked until the transaction ends. Sheets and matches are locked before it."""
    tournament = LOCKED.first(tournament=tournament_id)
    if tournament is None:
        raise Tournament.DoesNotExist
    return tournament


def bump_version(tournament: Tournament, *, only_hand: bool = False) -> Tournament:
    """Count one more public change, inside the transaction that makes it; gives the tournament as it is now, locked.

    `only_hand`: nothing has changed but the score of a game in play. The row is read under its lock, so that two
    changes at once are two versions.
    """
    now = lock_tournament(tournament.pk)
    now.version = tournament.version = now.version + 1
    if not only_hand:
        now.beyond_hands = tournament.beyond_hands = now.version
    COUNTED.write(tournament=now.pk, version=now.version, beyond_hands=now.beyond_hands)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {NOTICES}")  # heard when the transaction commits, once for all in it
    return now
