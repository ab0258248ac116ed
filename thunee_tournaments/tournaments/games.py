"""What a tournament says of the game it is played in, and its rules: a line for each game, and one for each preset.

What a game is like (its pack, sides or single players, balls or points) and what its hands are worth is the engine's
business (`engine.games`).
"""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.games import traits
from engine.profiles import Profile, readable
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.shapes import Words


class TournamentGame(NamedTuple):
    """A game as tournaments have it.

    `title` is what people call it, `in_programs` the word that names what programs send of it. `presets` say in a
    sentence or two what each is like. `at_a_table`: how many can sit there, the usual number first. `offline`: how many
    have to sit there so that its phone can enter hands without network, card by card too.
    """

    title: Words
    in_programs: str
    presets: dict[str, Words]
    at_a_table: tuple[int, ...] = (4,)
    offline: tuple[int, ...] = ()


THUNEE_PRESETS: dict[str, Words] = {
    "durban-classic": _("12 balls. A jodhi after a side's own first or third trick. No backside calls."),
    "durban-modern": _(
        "12 balls. A jodhi after the first or third trick of the hand. Backside double and khanuck count."
    ),
    "club-strict": _("12 balls. Calls rise one step at a time, up to 104. No blind calls, no royals, no murrials."),
    "fundraiser": _("As Durban modern, but 13 balls and 2 to clear, for long evenings."),
}
# At Tunge three sit where four do not come out even.
GAMES: dict[str, TournamentGame] = {
    "thunee": TournamentGame(_("Thunee"), "Thunee", THUNEE_PRESETS, at_a_table=(4, 2, 6), offline=(4,)),
    "tarneeb": TournamentGame(
        _("Tarneeb"),
        "Tarneeb",
        {"tarneeb": _("Two against two, for tricks bid and taken, to 41 points. The highest bid names trump.")},
    ),
    "egyptian-tarneeb": TournamentGame(
        _("Egyptian Tarneeb"),
        "EgyptianTarneeb",
        {"egyptian-tarneeb": _("Tarneeb with a suit in every bid, and with doubling. To 41 points.")},
    ),
    "400": TournamentGame(
        _("400"),
        "FourHundred",
        {"400": _("Partners with a score of their own each; hearts are always trump. A player at 41 wins.")},
    ),
    "forty-one": TournamentGame(
        _("Forty-One"),
        "FortyOne",
        {"forty-one": _("As 400, with gentler points; on a tie at 41 the higher sum of a side wins.")},
    ),
    "tunge": TournamentGame(
        _("Tunge"),
        "Tunge",
        {"tunge": _("Each alone, three or four at a table, over several hands. The low total wins.")},
    ),
}


def profile_of(tournament: Tournament) -> Profile:
    """The rules a tournament is played by: frozen once drawn, as chosen before. To show, as far as this version can
    read what another may have frozen; what judges reads it strictly."""
    return readable(tournament.rules, tournament.game)


def in_programs(game: str) -> str:
    """The word that names what programs send of a game, such as "FourHundred"."""
    return GAMES[game].in_programs


def title(game: str, players: int = 4) -> str:
    """What a game is called, with the number of players where it is not the usual one."""
    name = str(GAMES[game].title)
    if players == GAMES[game].at_a_table[0]:
        return name
    # Translators: Thunee for two or for six players, such as "Thunee for six"
    number = {2: pgettext_lazy("players", "two"), 6: pgettext_lazy("players", "six")}.get(players, players)
    return str(_("%(game)s for %(number)s")) % {"game": name, "number": number}


def side_size(game: str, players: int) -> int:
    """How many players of a team sit at a table."""
    return players // 2 if traits(game).sides else 1
