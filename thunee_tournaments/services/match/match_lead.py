"""Who leads a match in games before one of them: what the bell goes by where that one is level (EV-BELL-2)."""

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import results, settling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.errors import Refused


def lead_of(match: Match, game: MatchGame, games: list[MatchGame] | None = None) -> str:
    """The side that won more of the games before this one; "" while they are level."""
    played = settling.games_of(match) if games is None else games
    score = settling.score_of(match, [earlier for earlier in played if earlier.number < game.number])
    return results.leader(score.games)


def require_lead_stands(match: Match, games: list[MatchGame]) -> None:
    """Refuse (bell_first) a change of an earlier game after which a later one, that the bell gave to the side leading
    in games, would have gone to another side."""
    for game in games:
        rang = game.sheet.ledger["after"].get("bell")
        if rang and rang["by"] == "games" and rang["lead"] != lead_of(match, game, games):
            raise Refused(
                "bell_first",
                _("Game %(game)s was level when the bell gave it to the side that led in games; after this change that "
                  "would be another side. Take the bell back there first, then change this.") % {"game": game.number},
            )  # fmt: skip
