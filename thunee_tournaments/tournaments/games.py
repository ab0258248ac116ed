"""What a tournament has to know of the game it is played in: how many sit at a table, and what a score is called.

A game is data here; what its hands are worth is the engine's business. A seventh game is one more line in each table.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine import games
from engine.profiles import Profile, readable
from thunee_tournaments.tournaments.models import Tournament

Words = str | Promise

TITLES: dict[str, Words] = {
    "thunee": _("Thunee"),
    "tarneeb": _("Tarneeb"),
    "egyptian-tarneeb": _("Egyptian Tarneeb"),
    "400": _("400"),
    "forty-one": _("Forty-One"),
    "tunge": _("Tunge"),
}
# How many can sit at a table, the usual number first. At Tunge three sit where four do not come out even.
AT_A_TABLE: dict[str, tuple[int, ...]] = dict.fromkeys(games.GAMES, (4,)) | {"thunee": (4, 2, 6)}


def profile_of(tournament: Tournament) -> Profile:
    """The rules a tournament is played by: frozen once drawn, as chosen before. To show, as far as this version can
    read what another may have frozen; what judges reads it strictly."""
    return readable(tournament.rules, tournament.game)


class Scoring(NamedTuple):
    """How a game is scored in a tournament.

    `balls`: by balls, shown on the sixes; else by points. `sides`: two sides play, else each plays alone. `own`: each
    player has a score of their own. `low`: the low total wins. `short_pack`: it is played with part of the pack.
    `offline`: how many have to sit at a table so that its phone can enter hands without network, card by card too.
    """

    balls: bool = False
    sides: bool = True
    own: bool = False
    low: bool = False
    short_pack: bool = False
    offline: tuple[int, ...] = ()


SCORING: dict[str, Scoring] = {
    "thunee": Scoring(balls=True, short_pack=True, offline=(4,)),
    "400": Scoring(own=True),
    "forty-one": Scoring(own=True),
    "tunge": Scoring(sides=False, own=True, low=True),
}


def scoring(game: str) -> Scoring:
    """How a game is scored; partners together for points where nothing else is said."""
    return SCORING.get(game, Scoring())


def title(game: str, players: int = 4) -> str:
    """What a game is called, with the number of players where it is not the usual one."""
    name = str(TITLES.get(game, game))
    if players == AT_A_TABLE[game][0]:
        return name
    # Translators: Thunee for two or for six players, such as "Thunee for six"
    number = {2: pgettext_lazy("players", "two"), 6: pgettext_lazy("players", "six")}.get(players, players)
    return str(_("%(game)s for %(number)s")) % {"game": name, "number": number}


def side_size(game: str, players: int) -> int:
    """How many players of a team sit at a table."""
    return players // 2 if scoring(game).sides else 1
