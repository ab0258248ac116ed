"""What every public change ends with: the next data version, and the promise of fresh standings for it."""

from thunee_tournaments.standings.tasks import promise_snapshot
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.versions import bump_version


def publish(tournament: Tournament) -> Tournament:
    """Count a public change and promise the standings that go with it. Gives the tournament as it is now, locked.

    To be called after sheets and matches are locked (the order is sheet, match, next matches, version row).
    """
    tournament = bump_version(tournament)
    promise_snapshot(tournament, tournament.version)
    return tournament
