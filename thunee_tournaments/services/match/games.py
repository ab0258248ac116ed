"""Opening and removing the scoresheets of a match; drawing who deals first. Parts of acts, not acts themselves."""

import base64
import hashlib
from collections.abc import Iterable, Sequence

from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from adjudication import judging, sheets
from adjudication.models import Scoresheet
from engine import RecordError
from engine.games import traits
from thunee_tournaments.brackets import black_jack
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.columns import write_columns
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage

FirstDealer = black_jack.DealerDraw | black_jack.ChosenDealer


def playable(match: Match) -> Match:
    """The match itself, if its teams are known and it is not over. Refused: match_over, teams_unknown."""
    if match.over:
        raise Refused("match_over", _("This match is over."))
    if not match.known:
        raise Refused("teams_unknown", _("It is not known yet who plays this: the matches before it are not over."))
    return match


def open_next_game(match: Match) -> MatchGame:
    """Open the sheet of the match's next game: as open_games."""
    return _open([match])[0]


def open_games(matches: Iterable[Match]) -> None:
    """Open the sheet of the next game of each of these matches of a stage that is ready to be played, its first dealer
    drawn by the black jack from the stage's lot.

    Puts players on their seats if nobody sits yet. Refused: rules_unreadable.
    """
    ready = [match for match in matches if match.state == Match.State.READY]
    if ready:
        _open(ready)


def _open(matches: Sequence[Match]) -> list[MatchGame]:
    stage = matches[0].stage
    opened = MatchGame.also_struck.filter(match__in=matches).order_by().values_list("match")
    before = dict(opened.annotate(games=Count("pk")))
    games = []
    for match in matches:
        number = before.get(match.pk, 0) + 1
        if not match.seats:
            match.seats = default_seats(match)
        games.append(MatchGame(match=match, number=number, dealer_draw=draw_dealer(match, number, stage.lot)))
    for game, sheet in zip(games, _sheets_of(stage, games), strict=True):
        game.sheet = sheet
    _note_dealers(games)
    return MatchGame.objects.bulk_create(games)


def _sheets_of(stage: Stage, games: Sequence[MatchGame]) -> list[Scoresheet]:
    """A new sheet for each game, not stored itself yet."""
    event = stage.tournament
    new = [
        sheets.NewGame(
            label=f"{event.slug} match {game.match.number} game {game.number}",
            first_dealer=game.dealer_draw["dealer"],
            players=game.match.seat_count,
            length=stage.parameters.get("hands") if game.match.alone else None,
            public_id=sheet_id(game.match, game.number),
        )
        for game in games
    ]
    try:
        return sheets.open_sheets(book=event.public_id, rules=event.rules, game=event.game, new=new)
    except RecordError as error:
        raise Refused("rules_unreadable", judging.UNREADABLE, error.errors) from None


def sheet_id(match: Match, number: int) -> str:
    """What the sheet of a game is called. A site that went back to a copy from before that game, or took the event
    over from another site, calls it the same, so that phones know it again and give back the hands they had sent."""
    digest = hashlib.sha256(f"thunee: sheet {match.public_id} {number}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


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


def _note_dealers(games: Sequence[MatchGame]) -> None:
    """Let each match say who deals first in its last game, and how that was found; and who sits where."""
    for game in games:
        game.match.first_dealer, game.match.dealer_draw = game.dealer_draw["dealer"], game.dealer_draw
    write_columns([game.match for game in games], ["seats", "first_dealer", "dealer_draw"])


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
