"""What every public change ends with: the next data version, what the record has to tell, and the standings."""

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_kept_here
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.tasks import is_promised, promise_snapshot
from thunee_tournaments.tournaments.data_version import bump_version
from thunee_tournaments.tournaments.models import Tournament


def publish(tournament: Tournament, *, only_hand: bool = False) -> Tournament:
    """Count a public change and promise the standings that go with it. Gives the tournament as it is now, locked.

    `only_hand`: nothing changed but the score of a game in play, as by most hands; the standings that are there then go
    on to the new version, and where they are still to be made one promise is enough. To be called when everything else
    is locked (`locking`).
    """
    tournament = bump_version(tournament, only_hand=only_hand)
    require_kept_here(tournament)
    if not only_hand:
        notices.post(tournament)
    if not (only_hand and (snapshots.carry_over(tournament) or is_promised(tournament))):
        promise_snapshot(tournament, tournament.version)
    return tournament


def publish_copy(tournament: Tournament) -> Tournament:
    """Count a change of an event that another site keeps: its record is told nothing. Gives it as it is now, locked."""
    tournament = bump_version(tournament)
    promise_snapshot(tournament, tournament.version)
    return tournament


def publish_running(match: Match) -> Tournament:
    """Count the change of a locked match in public; refuses (tournament_closed) once the tournament is closed."""
    tournament = publish(match.stage.tournament)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is written any more."))
    return tournament
