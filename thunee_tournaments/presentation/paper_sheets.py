"""A scoresheet on paper, for when every phone is flat: the columns each game needs, so that what is written there can
be typed in later, and who sits where if that is known."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.games import Traits, traits
from engine.seats import ALL_SIDES
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.presentation.seats import Seat, seats_of
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Tournament

MATCH_ROWS, POINT_ROWS, LONG_ROWS = 25, 20, 13


@dataclass(frozen=True)
class Column:
    """A column: what is written in it, and how wide it is among the others."""

    label: str
    width: int = 2

    @property
    def narrow(self) -> bool:
        """Whether its label has to stand upright."""
        return self.width < 3


@dataclass(frozen=True)
class Sheet:
    """One sheet of paper: `of`, which match it is for ("" for any), where it is played, and by whom; `headings`: the
    players, where each has columns of their own."""

    of: str = ""
    table: str = ""
    seats: list[Seat] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Grid:
    """The grid of a game's sheet: its columns, how many of them each player has (0: they are shared), and how many
    hands it has room for."""

    columns: list[Column]
    each: int
    rows: int

    @property
    def numbers(self) -> range:
        return range(1, self.rows + 1)


def grid_of(tournament: Tournament) -> Grid:
    """The grid for the game that is played."""
    game = traits(tournament.game)
    first = [Column(_("Hand"), 1)]
    if game.balls:
        return Grid([*first, *_of_balls()], 0, MATCH_ROWS)
    if not game.own:
        return Grid([*first, *_of_bids()], 0, POINT_ROWS)
    each = list(_of_one(game))
    return Grid([*first, *each * tournament.players], len(each), LONG_ROWS if game.low else POINT_ROWS)


def seat_sides(tournament: Tournament) -> str:
    """The side of each seat, in order."""
    count = tournament.players
    return "AB" * (count // 2) if traits(tournament.game).sides else ALL_SIDES[:count]


def blank(tournament: Tournament) -> Sheet:
    """A sheet for any match."""
    numbers = range(1, tournament.players + 1)
    return Sheet(headings=[_("Player %(number)s") % {"number": number} for number in numbers])


def _of_balls() -> Iterator[Column]:
    yield Column(pgettext("on paper", "Dealer"), 3)
    yield Column(pgettext("on paper", "Trump set by"), 3)
    yield Column(pgettext("on paper", "Trump"))
    yield Column(pgettext("on paper", "Call"))
    yield Column(pgettext("on paper", "Jodhi A"), 3)
    yield Column(pgettext("on paper", "Jodhi B"), 3)
    yield Column(pgettext("on paper", "Count"), 2)
    yield Column(pgettext("on paper", "Last trick"))
    yield Column(pgettext("on paper", "Thunee, double, khanuck, caught"), 5)
    for side in "AB":
        yield Column(pgettext("on paper", "%(side)s opens") % {"side": side})
    for side in "AB":
        yield Column(pgettext("on paper", "Balls %(side)s") % {"side": side})


def _of_bids() -> Iterator[Column]:
    yield Column(pgettext("on paper", "Dealer"), 3)
    yield Column(pgettext("on paper", "Bid by"), 3)
    yield Column(pgettext("on paper", "Bid"))
    yield Column(pgettext("on paper", "Trump"))
    yield Column(pgettext("on paper", "Doubled"))
    for side in "AB":
        yield Column(pgettext("on paper", "Tricks %(side)s") % {"side": side})
    for side in "AB":
        yield Column(pgettext("on paper", "Points %(side)s") % {"side": side})
    for side in "AB":
        yield Column(pgettext("on paper", "Total %(side)s") % {"side": side})


def _of_one(game: Traits) -> Iterator[Column]:
    if game.low:
        yield Column(pgettext("on paper", "Cards left"), 3)
    else:
        yield Column(pgettext("on paper", "Bid"), 3)
        yield Column(pgettext("on paper", "Tricks"), 3)
    yield Column(pgettext("on paper", "Total"), 3)


def sheet_for(match: Match) -> Sheet:
    """The sheet of a match that can be played. Its players should be prefetched, and its table at hand."""
    table = table_of(match)
    of = f"{title_of(match)} · {_('Match %(number)s') % {'number': match.number}}"
    seats = seats_of(match, match.first_dealer)
    return Sheet(of, table.title if table else "", seats, [seat.name for seat in seats])
