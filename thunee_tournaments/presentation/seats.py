"""Who sits where, in words: the seats in the order of play, counter-clockwise; with sides the even ones are side A."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.seats import ALL_SIDES
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.sitting import Moment, sitting
from thunee_tournaments.presentation.rulings import Voices

# Seen from above with seat 0 at the foot of the table, the next to play sits to the right.
PLACES = {
    2: ("foot", "head"),
    3: ("foot", "right", "left"),
    4: ("foot", "right", "head", "left"),
    6: ("foot", "right-low", "right-high", "head", "left-high", "left-low"),
}


@dataclass(frozen=True)
class Seat:
    """A seat, who sits there and for which team; `note` says what falls to it in the hand to come. `of`: how many
    seats there are. `alone`: nobody has a partner, and the seats are sides of their own, A to D."""

    number: int
    name: str
    team: str
    note: str = ""
    of: int = 4
    alone: bool = False
    deals: bool = False

    @property
    def side(self) -> str:
        return ALL_SIDES[self.number] if self.alone else "AB"[self.number % 2]

    @property
    def place(self) -> str:
        return PLACES[self.of][self.number]

    def __str__(self) -> str:
        return self.name


def seats_of(match: Match, dealer: int | None = None, at: Moment | None = None) -> list[Seat]:
    """The seats of a match, the dealer's and the one to the right noted. Teams' players should be prefetched.

    `at`: with those who sat there when this entry was written, before somebody was substituted.
    """
    count, teams = match.seat_count, match.teams
    names = {player.public_id: player.name for team in teams if team for player in team.players.all()}
    there = [*sitting(match, at), *[None] * count][:count]
    notes = {} if dealer is None else {dealer: _("deals"), (dealer + 1) % count: _next_note(match)}
    return [
        Seat(
            number,
            names.get(there[number] or "") or _unnamed(number, teams, count),
            str(teams[number % len(teams)] or "?"),
            notes.get(number, ""),
            count,
            match.alone,
            number == dealer,
        )
        for number in range(count)
    ]


def voices_of(match: Match, at: Moment | None = None) -> Voices:
    """What a ruling's sides and seats are called on the pages of this match (`at`: see `seats_of`)."""
    return Voices({} if match.alone else parties_of(match), [seat.name for seat in seats_of(match, at=at)])


def parties_of(match: Match) -> dict[str, str]:
    """Who can speak for themselves in a match, by side: both teams, or each of the single players."""
    return {side.side: str(side.team or "?") for side in match.sides}


def team_voices(match: Match) -> Voices:
    """The same without the players' names, for lists of many matches."""
    if match.alone:
        return Voices({}, [str(team or "?") for team in match.teams])
    return Voices(parties_of(match))


def _next_note(match: Match) -> str:
    """What falls to the player to the dealer's right."""
    notes = {"thunee": _("first chance to trump"), "tunge": _("plays first")}
    return notes.get(match.stage.tournament.game, _("bids first"))


def _unnamed(number: int, teams: Sequence[object], seats: int) -> str:
    team = teams[number % len(teams)] or "?"
    if len(teams) == seats:
        return str(team)
    # Translators: a player nobody has entered by name, such as "Umgeni Spades, player 2"
    return _("%(team)s, player %(number)s") % {"team": team, "number": number // 2 + 1}
