"""The place of a team in groups, a Swiss, a league or rounds at tables: one seed, and every match played from it.

When a late result sends another team to such a place, its matches that have not begun take that team, and each of those
that have is under review (EV-LATE-1). A table cannot hold half a team: one match kept keeps the place, all of it, and
who was struck out of one match of a place cannot be kept in another.
"""

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, StruckSide
from thunee_tournaments.brackets.selectors import with_teams
from thunee_tournaments.services.match.progression import can_be_drawn
from thunee_tournaments.teams.models import Team


def has_places(match: Match) -> bool:
    """Whether the teams of a match have places in groups, a Swiss, a league or rounds at tables."""
    return format_of(match.stage).one_place


def other_matches(match: Match, side: str) -> list[tuple[Match, str]]:
    """The other matches played from the place of a side, each with its side there, in order."""
    source = match.side(side).source
    others = with_teams(Match.objects.filter(side__source=source, stage=match.stage_id)).exclude(pk=match.pk)
    return [(other, own.side) for other in others for own in other.sides if own.source == source]


def alike_under_review(match: Match) -> list[Match]:
    """The other matches under review because the same team plays there from the same place."""
    if not has_places(match):
        return []
    alike = {
        other.pk: other
        for side in match.conflict
        for other, name in other_matches(match, side)
        if name in other.conflict and other.team(name) == match.team(side)
    }
    return sorted(alike.values(), key=lambda other: other.number)


def source_is_open(match: Match) -> bool:
    """Whether the stage before is open again, so that nobody can say whose place it is (and the stages beside this one
    could not follow: somebody would be in two)."""
    by_seed = any(side.source[0] == "seed" and side.in_conflict for side in match.sides)
    return by_seed and bool(match.stage.parameters.get("feed")) and not can_be_drawn(match.stage)


def given_up(match: Match) -> bool:
    """Whether the place of a team on a side under review is another's already: in another match it was struck out."""
    if not has_places(match):
        return False
    return any(
        _stands_for_another(other, name, team)
        for side in match.conflict
        if (team := match.team(side)) is not None
        for other, name in other_matches(match, side)
    )


def _stands_for_another(match: Match, side: str, team: Team) -> bool:
    if match.team(side) == team:
        return False
    if settling.stands(match, settling.games_of(match)):
        return True
    return StruckSide.objects.filter(game__match=match, side=side, team=team).exists()
