"""Who sits where, in words: four seats in the order of play, counter-clockwise, the even ones side A."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.drawing.rulings import Voices

# Seen from above with seat 0 at the foot of the table, the next to play sits to the right.
PLACES = ("foot", "right", "head", "left")


@dataclass(frozen=True)
class Seat:
    """A seat, who sits there and for which team; `note` says what falls to it in the hand to come."""

    number: int
    name: str
    team: str
    note: str = ""

    @property
    def side(self) -> str:
        return "AB"[self.number % 2]

    @property
    def place(self) -> str:
        return PLACES[self.number]

    def __str__(self) -> str:
        return self.name


def seats_of(match: Match, dealer: int | None = None) -> list[Seat]:
    """The four seats of a match, the dealer's and the one to the right noted. Teams' players should be prefetched."""
    teams = (match.team_a, match.team_b)
    names = {player.public_id: player.name for team in teams if team for player in team.players.all()}
    sitting = [*match.seats, None, None, None, None][:4]
    notes = {} if dealer is None else {dealer: _("deals"), (dealer + 1) % 4: _("sets trump unless outcalled")}
    return [
        Seat(
            number,
            names.get(sitting[number] or "") or _unnamed(number, teams[number % 2]),
            str(teams[number % 2] or "?"),
            notes.get(number, ""),
        )
        for number in range(4)
    ]


def voices_of(match: Match) -> Voices:
    """What a ruling's sides and seats are called on the pages of this match."""
    sides = {"A": str(match.team_a or "?"), "B": str(match.team_b or "?")}
    return Voices(sides, [seat.name for seat in seats_of(match)])


def _unnamed(number: int, team: object) -> str:
    # Translators: a player nobody has entered by name, such as "Umgeni Spades, player 2"
    return _("%(team)s, player %(number)s") % {"team": team or "?", "number": number // 2 + 1}
