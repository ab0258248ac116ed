"""A game struck out by a referee's decision, with its match or by itself, and counted again when that is overturned.

Part of acts, which lock the match and its sheets. The game stays, with who played it and which decision struck it out;
its hands are struck out one by one (`adjudication.striking`).
"""

from django.utils import timezone

from adjudication import striking
from adjudication.book import Actor
from adjudication.models import Decision
from thunee_tournaments.brackets.models import Match, MatchGame, StruckSide

STRUCK = ["struck_at", "struck_by"]


def strike_out(game: MatchGame, match: Match, decision: Decision, referee: Actor) -> None:
    """Strike out everything that counts in a game of this match."""
    striking.strike_out(
        game.sheet_id, dispute=decision.dispute, actor=referee, device=decision.device, key=decision.client_uuid,
        text=decision.text,
    )  # fmt: skip
    game.struck_at, game.struck_by = timezone.now(), decision.dispute.public_id
    game.save(update_fields=STRUCK)
    StruckSide.objects.bulk_create(StruckSide(game=game, side=side.side, team=side.team) for side in match.sides)


def struck_by(match: Match, decision: Decision) -> list[MatchGame]:
    """The games of a match that this decision (or another of the same dispute) struck out, in order."""
    games = MatchGame.also_struck.filter(match=match, struck_by=decision.dispute.public_id).order_by("number")
    return list(games.select_related("sheet").prefetch_related("struck_sides__team"))


def count_again(game: MatchGame, decision: Decision, referee: Actor) -> None:
    """Let a game count again that this decision struck out."""
    striking.count_again(
        game.sheet_id, dispute=decision.dispute, actor=referee, device=decision.device, key=decision.client_uuid,
        text=decision.text,
    )  # fmt: skip
    game.struck_at, game.struck_by = None, ""
    game.save(update_fields=STRUCK)
    game.struck_sides.all().delete()
