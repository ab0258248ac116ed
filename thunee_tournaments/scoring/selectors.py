"""What a table's phone may see: the match that is at the table, and the one that ended there last."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404

from adjudication.hands import Hand, all_hands, newest
from adjudication.judging import profile_of
from adjudication.models import Scoresheet
from engine.profiles import Profile
from engine.thunee.race import lead_needed
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import next_match
from thunee_tournaments.drawing.rulings import Voices
from thunee_tournaments.drawing.seats import Seat, seats_of, voices_of
from thunee_tournaments.drawing.signatures import void_again
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tables.selectors import last_match_at, match_at


@dataclass(frozen=True)
class Sitting:
    """One game of a match at a table, with everything its pages show."""

    match: Match
    game: MatchGame

    @property
    def sheet(self) -> Scoresheet:
        return self.game.sheet

    @cached_property
    def hands(self) -> list[Hand]:
        """Every hand, the struck out ones too."""
        return all_hands(self.sheet)

    @cached_property
    def last(self) -> Hand | None:
        """The hand that may be fixed from here."""
        return newest(self.hands)

    @cached_property
    def profile(self) -> Profile:
        return profile_of(self.sheet)

    @property
    def after(self) -> dict[str, Any]:
        return self.sheet.ledger["after"]

    @property
    def clear(self) -> bool:
        """Whether the winner must lead by two (TH-GAME-3)."""
        return lead_needed(self.after["khanuck_called"], self.profile) == 2

    @property
    def dealer(self) -> int | None:
        return self.after["next_dealer"]

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.match, self.dealer)

    @cached_property
    def names(self) -> Voices:
        return voices_of(self.match)

    @property
    def games_won(self) -> dict[str, int]:
        return {"A": self.match.games_a, "B": self.match.games_b}

    @cached_property
    def previous(self) -> MatchGame | None:
        """The game of this match before this one."""
        return next((game for game in self.match.games.all() if game.number == self.game.number - 1), None)


def sitting_of(match: Match | None) -> Sitting | None:
    """The game a match is in, or was decided by; None if no game of it was ever opened."""
    if match is None:
        return None
    _fetch_around(match)
    games = sorted(match.games.all(), key=lambda game: game.number)
    return Sitting(match, games[-1]) if games else None


def _fetch_around(match: Match) -> None:
    """Players, games and sheets of a match, a query for each kind."""
    prefetch_related_objects([team for team in (match.team_a, match.team_b) if team], "players")
    prefetch_related_objects([match], "games__sheet")


def now_at(link: TableLink) -> Sitting | None:
    """The game that is played at the table of this link, if the link is for it."""
    return _if_reached(link, match_at(link.table))


def ended_at(link: TableLink) -> Sitting | None:
    return _if_reached(link, last_match_at(link.table))


def _if_reached(link: TableLink, match: Match | None) -> Sitting | None:
    return sitting_of(match) if match is not None and link.reaches(match) else None


def sitting_for(link: TableLink, sheet_id: str) -> Sitting:
    """The game whose sheet has this public id, if it is or was played at the link's table. Raises Http404."""
    game = (
        MatchGame.objects.filter(sheet__public_id=sheet_id, match__seating__table=link.table_id)
        .select_related("match__round", "match__stage__tournament", "match__team_a", "match__team_b", "sheet")
        .first()
    )
    if game is None or not link.reaches(game.match):
        raise Http404("no such game at this table")
    _fetch_around(game.match)
    return Sitting(game.match, game)


def to_sign_again(table: int) -> list[MatchGame]:
    """The games of this table (its primary key) that were signed and then corrected: to be signed anew."""
    return void_again(MatchGame.objects.filter(match__seating__table=table))


def goes_on_to(match: Match) -> Match | None:
    """The match the winner plays next; None after the final."""
    found = next_match(match)
    return found[0] if found else None
