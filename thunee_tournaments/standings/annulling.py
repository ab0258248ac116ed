"""Whose matches count for nobody, because a team went home before it had played them all.

An event chooses before its draw what becomes of them where everybody meets everybody (`settings.GONE`): they stand, and
the rest is won by the others; or none of them counts, so that nobody gains by whom it had not met yet; or that only if
the team played fewer than half of them.
"""

from collections.abc import Iterable, Sequence

from thunee_tournaments.brackets.formats.settings import ANNUL, KEEP
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def annulled(stage: Stage, teams: Iterable[Team], matches: Sequence[Match]) -> frozenset[int]:
    """The teams (their keys) none of whose matches in a stage counts. `matches`: all of it."""
    rule = stage.parameters.get("gone", KEEP)
    if rule == KEEP:
        return frozenset()
    gone = [team for team in teams if team.withdrawn_at is not None]
    return frozenset(team.pk for team in gone if _counts_for_nobody(team, matches, halfway=rule != ANNUL))


def _counts_for_nobody(team: Team, matches: Sequence[Match], *, halfway: bool) -> bool:
    """Whether a team that is out left matches of a stage unplayed, and, `halfway`, more than half of them."""
    own = [match for match in matches if team.pk in match.team_ids]
    if not any(_left_behind(match, team) for match in own):
        return False  # it went home after its last match here
    played = sum(match.state == Match.State.DONE and match.outcome == Match.Outcome.PLAYED for match in own)
    return not halfway or 2 * played < len(own)


def _left_behind(match: Match, team: Team) -> bool:
    """Whether a team has not played a match because it went home."""
    if not match.over:
        return True
    assert team.withdrawn_at is not None
    given = match.outcome == Match.Outcome.WALKOVER and match.through_id != team.pk
    return given and match.done_at is not None and match.done_at >= team.withdrawn_at
