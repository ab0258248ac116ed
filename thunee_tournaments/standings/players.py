"""The single players' own scores, in games where partners have one each (400, Forty-One)."""

from adjudication import scores
from engine.games import traits
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.brackets.order import counting, has_hands
from thunee_tournaments.brackets.sitting import fetch, sitting
from thunee_tournaments.standings.shapes import PlayerRow
from thunee_tournaments.teams.models import Player
from thunee_tournaments.tournaments.models import Tournament

AT_THE_END = 2**31  # of a game: after any entry on its sheet


def own_scores(tournament: Tournament) -> list[PlayerRow]:
    """Every player's points over all games that count, the most first; players level on points share a place.

    Empty in games where partners score together. A game's points are of whoever sat there at its end. Five queries at
    most.
    """
    scored = traits(tournament.game)
    if not (scored.own and scored.sides):
        return []
    points: dict[str, int] = {}
    games: dict[str, int] = {}
    played = MatchGame.objects.filter(match__stage__tournament=tournament, sheet__seq__gt=0)
    games_played = [game for game in counting(played).select_related("match", "sheet") if has_hands(game)]
    fetch(game.match for game in games_played)
    for game in games_played:
        seated = sitting(game.match, (game.number, AT_THE_END))
        for player, own in zip(seated, scores.by_seat(game.sheet.ledger["after"]), strict=False):
            if player:
                points[player] = points.get(player, 0) + own
                games[player] = games.get(player, 0) + 1
    known = Player.objects.filter(public_id__in=points).select_related("team")
    rows = sorted(known, key=lambda player: (-points[player.public_id], player.name))
    ranked = [points[player.public_id] for player in rows]
    return [
        {
            "place": ranked.index(points[player.public_id]) + 1,
            "name": player.name,
            "team": player.team.name,
            "games": games[player.public_id],
            "points": points[player.public_id],
        }
        for player in rows
    ]
