"""Who sits where and who deals first."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.brackets.settling import lock_match
from thunee_tournaments.services.core.access import require_role, writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import games
from thunee_tournaments.services.match.games import change_first_dealer, open_next_game, playable
from thunee_tournaments.services.match.settlement import needs_game
from thunee_tournaments.services.setup.seeding import checked_lot
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.models import Player


@transaction.atomic
def set_seats(*, actor: User, match: Match, seats: Sequence[str | None]) -> Match:
    """Put players (public ids, by seat from 0; None: left open) on their seats: team a on the even ones, team b on the
    odd ones; single players (Tunge) each on their own.

    Refused: not_allowed, teams_unknown, match_over, wrong_seat (a player of the other team, or on two seats).
    """
    require_role(actor, match.stage.tournament)
    match = playable(lock_match(match.pk))
    chosen = [seat or None for seat in seats]
    named = [seat for seat in chosen if seat]
    players = Player.objects.filter(Q(left_at=None) | Q(public_id__in=match.seats), public_id__in=named)
    team_of = dict(players.values_list("public_id", "team_id"))
    teams = [team and team.pk for team in match.teams]
    fits = all(team_of.get(player) == teams[seat % len(teams)] for seat, player in enumerate(chosen) if player)
    if len(chosen) != match.seat_count or len(set(named)) < len(named) or not fits:
        raise Refused(
            "wrong_seat",
            _("The teams sit in turn: the first team on the odd seats, the second on the even ones, each player once."),
        )
    match.seats = chosen
    match.save(update_fields=["seats"])
    publish(match.stage.tournament)
    return match


@transaction.atomic
def set_first_dealer(*, actor: User, match: Match, seat: int) -> MatchGame:
    """Set by hand who deals first (a seat, from 0) in the game about to begin.

    Refused: not_allowed, wrong_seat, teams_unknown, match_over, begun (once a hand is written).
    """
    require_role(actor, match.stage.tournament)
    if seat not in range(match.seat_count):
        raise Refused("wrong_seat", _("There are only the seats 1 to %(count)s.") % {"count": match.seat_count})
    return _deal_first(match, lambda _number: {"by": "hand", "dealer": seat})


@transaction.atomic
def draw_dealer(*, actor: User, match: Match, lot: str | None = None) -> MatchGame:
    """Draw afresh who deals first in the game about to begin: the first black jack (TH-DEAL-1), from a lot of its own.

    Refused: as set_first_dealer, and bad_lot.
    """
    require_role(actor, match.stage.tournament)
    fresh = checked_lot(lot)
    return _deal_first(match, lambda number: games.draw_dealer(match, number, fresh))


@transaction.atomic
def start_next_game(*, actor: User | TableLink, match: Match) -> MatchGame:
    """The game to be played now; its sheet is opened if it is not yet. Safe to call again. Refused: not_here,
    match_over, teams_unknown. (Settling a game opens the next by itself; this is for a page that wants to be sure.)"""
    writer(actor, match)
    match = playable(lock_match(match.pk))
    game = current_game(match)
    if game is None or needs_game(match):
        game = open_next_game(match)
        publish(match.stage.tournament)
    return game


def _deal_first(match: Match, drawn: Callable[[int], games.FirstDealer]) -> MatchGame:
    """Let the dealer that `drawn(game number)` gives deal first in the coming game."""
    lock_concerned(match)
    match = playable(lock_match(match.pk))
    game = current_game(match) or open_next_game(match)
    if game.sheet.seq > 0:
        raise Refused("begun", _("This game has begun: its first hand is written, and the deal went on from there."))
    game = change_first_dealer(match, game, drawn(game.number))
    publish(match.stage.tournament)
    return game
