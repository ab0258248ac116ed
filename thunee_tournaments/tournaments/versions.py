"""The data version of a tournament: the last row any act locks, and what pages and snapshots are keyed by."""

from django.db.models import F

from thunee_tournaments.tournaments.models import Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament as it is now, locked until the transaction ends. Sheets and matches are locked before it."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def bump_version(tournament: Tournament) -> int:
    """Count one more public change, inside the transaction that makes it, and return the new version.

    The count is made by the database, so that two changes at once are two versions.
    """
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])
    return tournament.version
