"""Opening and removing the scoresheets of a match; drawing who deals first. Parts of acts, not acts themselves."""

from django.utils.translation import gettext_lazy as _

from adjudication import judging, sheets
from engine import RecordError
from engine.games import traits
from thunee_tournaments.brackets import black_jack
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.teams.models import Team

FirstDealer = black_jack.DealerDraw | black_jack.ChosenDealer


def playable(match: Match) -> Match:
    """The match itself, if its teams are known and it is not over. Refused: match_over, teams_unknown."""
    if match.over:
        raise Refused("match_over", _("This match is over."))
    if not match.known:
        raise Refused("teams_unknown", _("It is not known yet who plays this: the matches before it are not over."))
    return match


def open_next_game(match: Match) -> MatchGame:
    """Open the sheet of the match's next game, its first dealer drawn by the black jack from the stage's lot.

    Puts players on their seats if nobody sits yet.
    """
    number = match.games(manager="also_struck").count() + 1
    tournament = match.stage.tournament
    seats = match.seat_count
    if not match.seats:
        match.seats = default_seats(match)
    dealer_draw = draw_dealer(match, number, match.stage.lot)
    try:
        sheet = sheets.open_sheet(
            book=tournament.public_id,
            label=f"{tournament.slug} match {match.number} game {number}",
            rules=tournament.rules,
            first_dealer=dealer_draw["dealer"],
            game=tournament.game,
            players=seats,
            length=match.stage.parameters.get("hands") if match.alone else None,
        )
    except RecordError as error:
        raise Refused("rules_unreadable", judging.UNREADABLE, error.errors) from None
    note_dealer(match, dealer_draw)
    return MatchGame.objects.create(match=match, number=number, sheet=sheet, dealer_draw=dealer_draw)


def remove_games(games: list[MatchGame]) -> None:
    """Remove games nothing was ever written in, with their sheets. Refused: begun."""
    for game in games:
        game.delete()
        sheets.discard(game.sheet)


def change_first_dealer(match: Match, game: MatchGame, dealer_draw: FirstDealer) -> MatchGame:
    """Let another seat deal first in a game nothing was written in yet. Refused: begun."""
    game.sheet = sheets.change_first_dealer(game.sheet, dealer_draw["dealer"])
    game.dealer_draw = dealer_draw
    game.save(update_fields=["dealer_draw"])
    note_dealer(match, dealer_draw)
    return game


def note_dealer(match: Match, dealer_draw: FirstDealer) -> None:
    """Let the match say who deals first in its last game, and how that was found."""
    match.first_dealer, match.dealer_draw = dealer_draw["dealer"], dealer_draw
    match.save(update_fields=["seats", "first_dealer", "dealer_draw"])


def draw_dealer(match: Match, number: int, lot: str, shuffler: int = black_jack.SHUFFLER) -> black_jack.DealerDraw:
    """Who deals first in a game of the match, by the first black jack of the game's own pack."""
    pack = black_jack.PACK if traits(match.stage.tournament.game).short_pack else black_jack.FULL_PACK
    label = black_jack.label_of(match.number, number)
    return black_jack.draw_first_dealer(lot, label, shuffler, match.seat_count, pack)


def default_seats(match: Match) -> list[str | None]:
    """Players by seat as they were entered: the first ones of team a on the even seats, of team b on the odd ones (of
    single players each on their own); None: unknown."""
    teams, count = match.teams, match.seat_count
    each = count // len(teams)
    players = [_first(team, each) for team in teams]
    return [players[seat % len(teams)][seat // len(teams)] for seat in range(count)]


def _first(team: Team | None, count: int) -> list[str | None]:
    players = team.roster[:count] if team else []
    return [*(player.public_id for player in players), *[None] * count][:count]
