"""What depends on the game that is played: {% load games %}.

{% if tournament|single_players %}   whether each plays alone: what is called a team elsewhere is a player there
{{ total|minus }}                    a number with a true minus
"""

from django import template

from thunee_tournaments.presentation.points import written
from thunee_tournaments.tournaments.games import side_size
from thunee_tournaments.tournaments.models import Tournament

register = template.Library()


@register.filter
def single_players(tournament: Tournament) -> bool:
    """Whether every side of this tournament is one player."""
    return side_size(tournament.game, tournament.players) == 1


@register.filter
def minus(number: int) -> str:
    """A number with a true minus."""
    return written(number)
