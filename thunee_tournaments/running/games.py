"""Opening and removing the scoresheets of a match; drawing who deals first. Parts of acts, not acts themselves."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication import sheets
from adjudication.models import Scoresheet
from thunee_tournaments.brackets import black_jack
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import affected_by
from thunee_tournaments.running.errors import Refused, in_our_words
from thunee_tournaments.teams.models import Team


def lock_sheets(*matches: Match) -> list[Scoresheet]:
    """Lock all sheets of these matches and of those a change of them can touch, in a fixed order. Acts that may remove
    sheets begin with this: sheets come before matches in the order of locks, for phones that write on them do it so."""
    touched = {match.pk for match in [*matches, *affected_by(*matches)]}
    found = Scoresheet.objects.select_for_update(of=("self",)).filter(match_game__match__in=touched)
    return list(found.order_by("pk"))


def playable(match: Match) -> Match:
    """The match itself, if its teams are known and it is not over. Refused: match_over, teams_unknown."""
    if match.over:
        raise Refused("match_over", _("This match is over."))
    if match.team_a_id is None or match.team_b_id is None:
        raise Refused("teams_unknown", _("It is not known yet who plays this: the matches before it are not over."))
    return match


def open_next_game(match: Match) -> MatchGame:
    """Open the sheet of the match's next game, its first dealer drawn by the black jack from the stage's lot.

    Puts players on their seats if nobody sits yet.
    """
    number = match.games.count() + 1
    tournament = match.stage.tournament
    if not match.seats:
        match.seats = default_seats(match.team_a, match.team_b)
    drawn = black_jack.draw_first_dealer(match.stage.lot, black_jack.label_of(match.number, number))
    dealer_draw: dict[str, Any] = {**drawn}
    sheet = sheets.open_sheet(
        book=tournament.public_id,
        label=f"{tournament.slug} match {match.number} game {number}",
        rules=tournament.rules,
        first_dealer=drawn["dealer"],
    )
    note_dealer(match, dealer_draw)
    return MatchGame.objects.create(match=match, number=number, sheet=sheet, dealer_draw=dealer_draw)


def remove_games(games: list[MatchGame]) -> None:
    """Remove games nothing was ever written in, with their sheets. Refused: begun."""
    for game in games:
        game.delete()
        with in_our_words():
            sheets.discard(game.sheet)


def change_first_dealer(match: Match, game: MatchGame, dealer_draw: dict[str, Any]) -> MatchGame:
    """Let another seat deal first in a game nothing was written in yet. Refused: begun."""
    with in_our_words():
        game.sheet = sheets.change_first_dealer(game.sheet, dealer_draw["dealer"])
    game.dealer_draw = dealer_draw
    game.save(update_fields=["dealer_draw"])
    note_dealer(match, dealer_draw)
    return game


def note_dealer(match: Match, dealer_draw: dict[str, Any]) -> None:
    """Let the match say who deals first in its last game, and how that was found."""
    match.first_dealer, match.dealer_draw = dealer_draw["dealer"], dealer_draw
    match.save(update_fields=["seats", "first_dealer", "dealer_draw"])


def default_seats(team_a: Team | None, team_b: Team | None) -> list[str | None]:
    """Players by seat as they were entered: the first two of team a on 0 and 2, of team b on 1 and 3; None: unknown."""
    a, b = (_first_two(team) for team in (team_a, team_b))
    return [a[0], b[0], a[1], b[1]]


def _first_two(team: Team | None) -> list[str | None]:
    players = list(team.players.all()[:2]) if team else []
    return [*(player.public_id for player in players), None, None][:2]
