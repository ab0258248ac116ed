"""Removing what a draw has made. Part of acts, not an act itself."""

from thunee_tournaments.brackets.models import Match, MatchGame, Round, StreakEntry
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Stage


def clear_stage(stage: Stage) -> None:
    """Remove the matches of a stage: it is planned only from now on. Its sheets are discarded by the caller."""
    Seating.objects.filter(match__stage=stage).delete()
    MatchGame.also_struck.filter(match__stage=stage).delete()
    Match.objects.filter(stage=stage).delete()
    Round.objects.filter(stage=stage).delete()
    StreakEntry.objects.filter(stage=stage).delete()
    stage.lot, stage.inputs, stage.drawn_at = "", {}, None
    stage.save()
