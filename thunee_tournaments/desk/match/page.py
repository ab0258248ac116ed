"""A match at the desk: its hands with ruling and claim, who sits where, who deals first, its table, a walkover."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.judging import profile_of
from engine import games, shapes
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.order import current_of, surplus_in
from thunee_tournaments.brackets.selectors import goes_on_to
from thunee_tournaments.brackets.settling import plays_with_signatures, signs_by_tap
from thunee_tournaments.desk.access import (
    ANYBODY,
    CHIEFS,
    ORGANISERS,
    REFEREES,
    WRITERS,
    DeskRequest,
    page_for,
    unkept,
)
from thunee_tournaments.desk.match.hands import HandRow, rows_of
from thunee_tournaments.desk.match.no_shows import view_of
from thunee_tournaments.desk.match.struck_games import struck_of
from thunee_tournaments.desk.pages import Trail, crumb, desk_page
from thunee_tournaments.desk.selectors import GameSheet, match_with_sheets
from thunee_tournaments.presentation import bell
from thunee_tournaments.presentation.disputes import views_of
from thunee_tournaments.presentation.seats import seats_of, voices_of
from thunee_tournaments.presentation.signatures import Signatures, signatures_of
from thunee_tournaments.presentation.stages import name_of_side, put_off_to
from thunee_tournaments.services.queries import (
    barred,
    can_be_put_off,
    cases_of,
    displaced,
    kept_surplus,
    leaves_in,
    pin_of,
    waits_for,
)
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.timers import clock_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

State = Match.State


@dataclass(frozen=True)
class GameView:
    """A game as its panel shows it."""

    game: MatchGame
    hands: list[HandRow]
    signatures: Signatures | None = None
    ended_by_bell: str = ""
    bell: Mapping[str, object] | None = None

    @property
    def sheet(self) -> Any:
        return self.game.sheet

    @property
    def after(self) -> shapes.State:
        after: shapes.State = self.sheet.ledger["after"]
        return after

    @property
    def clear(self) -> bool:
        """Whether it takes a lead of two balls to win (TH-GAME-3)."""
        return games.load(self.sheet.game).two_clear(profile_of(self.sheet), self.after)

    @property
    def begun(self) -> bool:
        return self.sheet.seq > 0


def match_href(tournament: Tournament, match: Match) -> str:
    return reverse("desk:match", args=[tournament.slug, match.public_id])


def trail_of(tournament: Tournament, match: Match, *more: str) -> Trail:
    """The way from the desk to a page of this match."""
    own = _("Match %(number)s") % {"number": match.number}
    there = match_href(tournament, match) if more else ""
    return (
        crumb(tournament, "bracket"),
        (own, there),
        *((label, "") for label in more),
    )


@require_safe
@page_for(ORGANISERS, looking=ANYBODY)
def match(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For everybody with a role: a match as it stands, its hands, signatures and disputes, and what can be done about
    it."""
    shown, sheets = match_with_sheets(tournament, match_id)
    games = _games(shown, sheets)
    now = current_of(shown, [view.game for view in games])
    game = next((view for view in games if view.game == now), None)
    seating = Seating.objects.filter(match=shown, ended_at=None).select_related("table").first()
    review = waits_for(shown)
    running = tournament.status == Tournament.Status.RUNNING
    writes = running and review is None and bool(request.roles & WRITERS)
    changeable = running and not shown.over and shown.known and bool(request.roles & ORGANISERS)
    aside = surplus_in(shown, [view.game for view in games])
    kept = kept_surplus(aside) if aside else []
    hands = [hand for sheet in sheets for hand in sheet.hands]
    context = {
        "match": shown,
        "round": title_of(shown),
        "voices": voices_of(shown),
        "sides": [_side(shown, side) for side in shown.letters],
        "games": list(reversed(games)),
        "game": game,
        "beyond": aside,
        "kept": kept,
        "undecided": [game for game in aside if game not in kept and not shown.conflict],
        "seats": seats_of(shown, game.after["next_dealer"] if game else None) if shown.known else [],
        "seating": seating,
        "goes_on_to": goes_on_to(shown),
        "review": review,
        "clock": clock_of(shown.round) if running and not shown.over else None,
        "no_show": view_of(shown, tournament, request.roles, seating),
        "displaced": displaced(shown),
        "struck": struck_of(shown, names=bool(request.roles & REFEREES)),
        "late_accusations": bool(games) and profile_of(games[0].sheet).values.get("late_accusation") == "allowed",
        "disputes": views_of(cases_of(tournament, shown), shown, [sheet.game for sheet in sheets], hands),
        "changeable": changeable,
        "put_off": put_off_to(shown),
        "can_be_put_off": can_be_put_off(shown.stage) and not any(view.begun for view in games),
        "may_deal": changeable and (game is None or not game.begun),
        "may_write": writes and shown.outcome != Match.Outcome.WALKOVER,
        "may_change": running and bool(request.roles & REFEREES),
        "own": [str(shown.team(side)) for side in sorted(barred(request.user, shown))],
        "chief": bool(request.roles & CHIEFS),
        "leaves": leaves_in(shown),
        "pins": _pins(shown) if running and request.roles & REFEREES else [],
        "late_scorecard": policies.read(tournament.policies).late_scorecard,
    }
    page = desk_page(request, tournament, "desk/match.html", context, tab="bracket", trail=trail_of(tournament, shown))
    return unkept(page)  # it tells a referee the PINs


def _games(match: Match, sheets: Sequence[GameSheet]) -> list[GameView]:
    voices = voices_of(match)
    return [
        GameView(
            sheet.game, rows_of(sheet.hands, match, sheet.game), signatures_of(match, sheet.game),
            bell.ended(sheet.game.sheet.ledger["after"], voices), bell.words_for(match, sheet.game, voices),
        )
        for sheet in sheets
    ]  # fmt: skip


def _pins(match: Match) -> list[tuple[Any, str]]:
    """The PINs with which the teams sign; none once nothing is signed any more."""
    with_pins = plays_with_signatures(match) and not signs_by_tap(match)
    if match.outcome == Match.Outcome.WALKOVER or not match.known or not with_pins:
        return []
    return [(match.team(side), pin_of(match, side)) for side in "AB"]


class Side(TypedDict):
    """A side of the match; `name`, also where its team is not known yet."""

    side: str
    team: Team | None
    name: str
    games: int
    won: bool


def _side(match: Match, side: str) -> Side:
    return {
        "side": side,
        "team": match.team(side),
        "name": name_of_side(match, side),
        "games": match.side(side).games_won,
        "won": match.winning_side == side,
    }
