"""Matches under review: a result before them was changed after they had begun, and a referee has not decided yet."""

from dataclasses import dataclass

from django.db.models import Q, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from adjudication.prepared import Prepared, number
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES
from thunee_tournaments.brackets.models import DUE, Match, sides_of
from thunee_tournaments.brackets.selectors import matches_of, sources_in
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match.origins import Ways
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament
from thunee_tournaments.tournaments.shapes import Words

# Asked with every hand.
UNDER_REVIEW = Prepared(
    lambda: (
        Match.objects.exclude(conflict="")
        .filter(stage__tournament=number("tournament"))
        .select_related("stage")
        .order_by("stage__order", "number")
    )
)


@dataclass(frozen=True)
class Displaced:
    """A side of a match under review: who played, and who should have (None: nobody, or not known yet)."""

    side: str
    there: Team | None
    due: Team | None


def matches_under_review(tournament: Tournament) -> list[Match]:
    """The matches a referee has to decide about, the earliest first."""
    matches = matches_of(tournament).exclude(conflict="").prefetch_related(DUE)
    return list(matches.order_by("stage__order", "number"))


def displaced(match: Match) -> list[Displaced]:
    """The sides of a match on which another team should stand."""
    return [Displaced(side, match.team(side), match.side(side).due) for side in match.conflict]


def around(match: Match) -> list[Match]:
    """The matches besides this one out of which grows all that a decision about it can touch: those its teams come out
    of, where a team may be kept; in a stage that is fed by another, all of that stage, for others may be beside."""
    before = Q(pk__in=[origin.pk for origin in Ways(match.stage).before(match)])
    if feed := match.stage.parameters.get("feed"):
        before |= Q(stage__order=feed["stage"], stage__tournament=match.stage.tournament_id)
    return list(Match.objects.filter(before).order_by("stage__order", "number"))


def waits_for(match: Match) -> Match | None:
    """What a referee has to decide about before anything is written in a match: itself, one it comes out of, or another
    (of a plate, of the stage beside) in which one of its teams sits or should sit: nobody plays in two places."""
    if match.conflict:
        return match
    numbers = [side.source[1] for side in match.sides if side.source[0] in FROM_FIXTURES]
    if not numbers and match.stage.order == 1:
        return None
    own = _teams(match)
    waiting = UNDER_REVIEW.all(tournament=match.stage.tournament_id)
    prefetch_related_objects(waiting, sides_of())
    for other in waiting:
        if other.stage_id == match.stage_id and other.number in numbers:
            return other
        if _waiting(other) & own and not _leads_to(match, other):
            return other
    return None


def _leads_to(match: Match, later: Match) -> bool:
    """Whether teams come to `later` by the result of `match`: that one is open, so that it can be put right."""
    if match.stage_id != later.stage_id:
        stages = Stage.objects.filter(tournament=match.stage.tournament_id)
        feeds = {order: parameters.get("feed", {}) for order, parameters in stages.values_list("order", "parameters")}
        order = later.stage.order
        while feed := feeds[order]:
            order = feed["stage"]
            if order == match.stage.order:
                return bool(not feed.get("round") or match.round.number <= feed["round"])
        return False
    sources_of = {number: sources for _key, number, sources in sources_in(later.stage)}
    before, reached = [later.number], set()
    while before:
        for source in sources_of[before.pop()]:
            if source[0] in FROM_FIXTURES and source[1] not in reached:
                reached.add(source[1])
                before.append(source[1])
    return match.number in reached


def _teams(match: Match) -> set[int]:
    """The teams that sit in a match, and those that should."""
    due = (side.due_id for side in match.sides if side.in_conflict)
    return {pk for pk in (*(side.team_id for side in match.sides), *due) if pk is not None}


def _waiting(match: Match) -> set[int]:
    """The teams that wait until a match under review is decided. In a table who played against the team in question
    plays on as soon as that match is over: whatever is decided, it keeps its own place."""
    if match.over and format_of(match.stage).one_place:
        return _teams(match) - {side.team_id for side in match.sides if not side.in_conflict}
    return _teams(match)


def require_no_review(match: Match) -> None:
    """Refuse (under_review) to write in a match that waits for a referee because of a changed result."""
    waits = waits_for(match)
    if waits is None:
        return
    if waits.pk == match.pk:
        message: Words = _(
            "This match is under review: a result before it was changed, and another team may belong here. The referee "
            "has been called. What is written stays; play goes on when the referee has decided."
        )
    else:
        message = _(
            "Match %(number)s is under review, and this one waits for it. Play goes on when the referee has decided."
        ) % {"number": waits.number}
    raise Refused("under_review", message)
