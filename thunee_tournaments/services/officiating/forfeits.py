"""A match lost by a referee's decision: given to the other side, and taken back when the decision is overturned.

Part of `decisions`. It is a walkover with the decision as its reason, so that everything that knows walkovers (the
bracket, the standings, what is recomputed) knows it, too.
"""

from django.utils.translation import gettext_lazy as _

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match.games import remove_games
from thunee_tournaments.services.match.settlement import carry_on, settle


def forfeit(match_id: int, side: str, reason: str) -> Match:
    """Let a side lose the match, whatever was played. Its sheets are locked. Refused: walkover,
    tournament_closed."""
    match = settling.lock_match(match_id)
    if match.outcome == Match.Outcome.WALKOVER:
        raise Refused(
            "walkover", _("This match was given to a side without play already. Take that back first, then decide.")
        )
    was = match.winner_id
    remove_games([game for game in settling.games_of(match) if game.sheet.seq == 0])
    games = settling.games_of(match)
    score = settling.score_of(match, games)
    settling.apply_walkover(match, OTHER_SIDE[side], reason)
    settling.apply_score(match, score, settling.begun(games))
    carry_on(match, was)
    return match


def play_after_all(match_id: int) -> Match:
    """Take a forfeit back: the match stands as its sheets say. Refused: tournament_closed."""
    match = settling.lock_match(match_id)
    match.outcome, match.reason = "", ""
    match.save(update_fields=["outcome", "reason"])
    return settle(match_id)
