"""What every public change ends with: the next data version, what the record has to tell, and the standings."""

from thunee_tournaments.running import notices
from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.tasks import promise_snapshot
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.versions import bump_version


def publish(tournament: Tournament, *, only_hand: bool = False) -> Tournament:
    """Count a public change and promise the standings that go with it. Gives the tournament as it is now, locked.

    `only_hand`: nothing changed but the score of a game in play, as by most hands; the standings that are there then go
    on to the new version. To be called when everything else is locked (`locking`).
    """
    tournament = bump_version(tournament, only_hand=only_hand)
    if not only_hand:
        notices.tell(tournament)
    if not (only_hand and snapshots.carry_over(tournament)):
        promise_snapshot(tournament, tournament.version)
    return tournament
