"""What a table's phone may see: the match that is at the table, and the one that ended there last."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import prefetch_related_objects
from django.http import Http404

from adjudication.hands import Hand, all_hands, newest
from adjudication.judging import profile_of
from adjudication.models import Scoresheet, SignOff
from adjudication.prepared import Prepared, number, text
from engine import games
from engine.profiles import Profile
from engine.shapes import State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.settling import games_of
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat, seats_of, voices_of
from thunee_tournaments.presentation.signatures import void_again
from thunee_tournaments.services.queries import waits_for
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tables.selectors import last_match_at, match_at
from thunee_tournaments.tournaments.games import GAMES


@dataclass(frozen=True)
class Sitting:
    """One game of a match at a table, with everything its pages show."""

    match: Match
    game: MatchGame

    @property
    def sheet(self) -> Scoresheet:
        return self.game.sheet

    @cached_property
    def games(self) -> list[MatchGame]:
        """Every game of the match with its sheet, in order."""
        return games_of(self.match)

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

    @cached_property
    def review(self) -> Match | None:
        """The match a referee has to decide about before anything is written here, if there is one."""
        return waits_for(self.match)

    @property
    def after(self) -> State:
        return self.sheet.ledger["after"]

    @property
    def offline(self) -> bool:
        """Whether its hands can be entered without network, and card by card."""
        return self.sheet.players in GAMES[self.sheet.game].offline

    @property
    def clear(self) -> bool:
        """Whether the winner must lead by two (TH-GAME-3)."""
        return games.load(self.sheet.game).two_clear(self.profile, self.after)

    @property
    def dealer(self) -> int | None:
        return self.after["next_dealer"]

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.match, self.dealer)

    @cached_property
    def names(self) -> Voices:
        return voices_of(self.match)

    def names_at(self, hand: Hand) -> Voices:
        """The same as when a hand was written, before somebody was substituted."""
        return voices_of(self.match, (self.game.number, hand.seq))

    @property
    def games_won(self) -> dict[str, int]:
        return {side.side: side.games_won for side in self.match.sides}

    @cached_property
    def previous(self) -> MatchGame | None:
        """The game of this match before this one."""
        return next((game for game in self.games if game.number == self.game.number - 1), None)


def sitting_of(match: Match | None) -> Sitting | None:
    """The game a match is in, or was decided by; None if no game of it was ever opened."""
    if match is None:
        return None
    games = games_of(match)
    if not games:
        return None
    _fetch_players(match)
    sitting = Sitting(match, current_of(match, games) or games[-1])
    sitting.__dict__["games"] = games  # at hand already
    return sitting


def _fetch_players(match: Match) -> None:
    """The players of both teams, in one query."""
    prefetch_related_objects([team for team in match.teams if team], "players")


def now_at(link: TableLink) -> Sitting | None:
    """The game that is played at the table of this link, if the link is for it."""
    return _if_reached(link, match_at(link.table))


def ended_at(link: TableLink) -> Sitting | None:
    return _if_reached(link, last_match_at(link.table))


def _if_reached(link: TableLink, match: Match | None) -> Sitting | None:
    if match is None or not link.reaches(match):
        return None
    match.stage.tournament = link.tournament
    match.round.stage = match.stage
    return sitting_of(match)


OF_SHEET = Prepared(
    lambda: (
        MatchGame.objects.filter(sheet__public_id=text("sheet"), match__seating__table_id=number("table"))
        .select_related(
            "match__round__timer",
            "match__stage__tournament",
            "sheet",
        )
        .order_by()
    )
)


def sitting_for(link: TableLink, sheet_id: str) -> Sitting:
    """The game whose sheet has this public id, if it is or was played at the link's table. Raises Http404."""
    game = OF_SHEET.first(sheet=sheet_id, table=link.table_id)
    if game is None or not link.reaches(game.match):
        raise Http404("no such game at this table")
    game.match.round.stage = game.match.stage
    _fetch_players(game.match)
    return Sitting(game.match, game)


SIGNED = Prepared(
    lambda: MatchGame.objects.filter(
        match__seating__table_id=number("table"),
        sheet__state=Scoresheet.State.OVER,
        sheet__in=SignOff.objects.values("sheet"),
    ).order_by()
)


def to_sign_again(table: int) -> list[MatchGame]:
    """The games of this table (its primary key) that were signed and then corrected: to be signed anew."""
    signed = SIGNED.all(table=table)
    return void_again(MatchGame.objects.filter(pk__in=[game.pk for game in signed])) if signed else []
