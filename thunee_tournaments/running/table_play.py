"""Playing at tables without sides: a table's result from its one sheet, and which tables can be played next.

A part of settling: it runs inside the transaction of the act, with the sheet and the match locked.
"""

from django.utils import timezone

from thunee_tournaments.brackets import results, settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running import stages
from thunee_tournaments.running.group_play import lock_stage, open_or_hold
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments.models import Stage


def apply(match: Match) -> bool:
    """Let a table say what its sheet says, and store it; says whether it is over now and was not, or the other way, or
    somebody else has won."""
    was = (match.over, match.winner_id)
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
    return was != (match.over, match.winner_id)


def carry_on(match: Match) -> None:
    """What a table that is over, or open again, means for the others: who can sit down next, and later stages."""
    open_due(lock_stage(match.stage))
    stages.follow(match.stage)


def open_due(stage: Stage) -> None:
    """Let every table be ready whose players have no earlier one to play, and no other that has not begun."""
    left = list(
        stage.matches.exclude(state=Match.State.DONE)
        .select_related("stage__tournament", "round", "team_a", "team_b", "team_c", "team_d")
        .order_by("number")
    )
    due = results.due_tables((match.number, [team.pk for team in match.at_table if team]) for match in left)
    open_or_hold(left, due)


def seat(match: Match) -> None:
    """Free the table of a match that is over, or bring it back there."""
    if match.over:
        assigning.leave(match)
    else:
        assigning.come_back(match)
