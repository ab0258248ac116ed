"""The match of a game in which somebody writes, signs or decides."""

from adjudication.prepared import Prepared, number
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.access import NOT_HERE
from thunee_tournaments.services.core.errors import Refused

# Asked with every hand.
STORED = Prepared(
    lambda: Match.objects.select_related("stage__tournament", "round").filter(pk=number("match")).order_by()
)


def match_of(game: MatchGame) -> Match:
    """The game's match as it is now. Refused: not_here (its draw was taken back meanwhile)."""
    match = STORED.first(match=game.match_id)
    if match is None:
        raise Refused("not_here", NOT_HERE)
    return match
