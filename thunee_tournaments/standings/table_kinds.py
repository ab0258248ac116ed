"""Which kind of table a stage has, by what its format is like."""

from collections.abc import Iterable, Sequence

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.standings.bracket_table import BracketTable
from thunee_tournaments.standings.points_table import PointsTable
from thunee_tournaments.standings.qualifier_table import QualifierTable
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def stage_table(
    stage: Stage, teams: Iterable[Team], matches: Sequence[Match], *, places_only: bool = False
) -> StageTable:
    """What the teams of a stage have done, out of the event's teams and the stage's matches (with their rounds)."""
    format_ = format_of(stage)
    kind = BracketTable if format_.bracket else QualifierTable if format_.sold else PointsTable
    return kind(stage, teams, matches, places_only=places_only)
