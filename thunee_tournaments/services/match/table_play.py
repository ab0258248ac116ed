"""Playing at tables without sides: a table's result from its one sheet.

A part of settling: it runs inside the transaction of the act, with the sheet and the match locked.
"""

from django.utils import timezone

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match


def apply(match: Match) -> None:
    """Let a table say what its sheet says, and store it."""
    games = settling.games_of(match)
    score = settling.table_score(games)
    match.scores = list(score.scores)
    winner = None if score.winner is None else match.at_table[score.winner]
    if score.over:
        match.state, match.outcome, match.winner = Match.State.DONE, Match.Outcome.PLAYED, winner
        match.done_at = match.done_at or timezone.now()
    else:
        begun = settling.begun(games)
        match.state = Match.State.PLAYING if begun else Match.State.READY
        match.outcome, match.winner, match.done_at = "", None, None
    match.save()
