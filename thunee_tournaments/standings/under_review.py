"""Of whom nothing is proven while a match is under review: a referee may yet keep either team, or have it played anew
with all that came of it. Pure, on the matches and stages at hand."""

from collections.abc import Iterable, Sequence

from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.shapes import SourceRow
from thunee_tournaments.tournaments.models import Stage


def teams_in_question(matches: Iterable[Match]) -> set[int | None]:
    """The teams (their keys) that sit, or should sit, on the sides of these matches that are under review."""
    sides = (side for match in matches if match.conflict for side in match.sides if side.in_conflict)
    return {key for side in sides for key in (side.team_id, side.due_id)}


def teams_still_open(matches: Iterable[Match]) -> set[int | None]:
    """The teams (their keys) of a bracket that have a place in a match under review or in one that follows from it:
    it may be played anew, and then by whoever comes there."""
    open_: set[int] = set()
    teams: set[int | None] = set()
    for match in sorted(matches, key=lambda match: match.number):
        if match.conflict or any(_follows(side.source, open_) for side in match.sides):
            open_.add(match.number)
            teams |= set(match.team_ids)
    return teams


def stages_in_doubt(stages: Sequence[Stage], matches: Iterable[Match]) -> set[int]:
    """The orders of the stages that may get other teams: something they come from is under review."""
    reviewed = {match.stage_id for match in matches if match.conflict}
    under_review = {stage.order for stage in stages if stage.pk in reviewed}
    doubtful: set[int] = set()
    for stage in stages:
        if stage.parameters.get("feed", {}).get("stage") in under_review | doubtful:
            doubtful.add(stage.order)
    return doubtful


def _follows(source: SourceRow, numbers: set[int]) -> bool:
    return source[0] in FROM_FIXTURES and source[1] in numbers
