"""How far events are, where many of them are listed: each figure is counted by itself, beside the others."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.teams.models import Team

TEAMS = Team.objects.filter(tournament=OuterRef("pk"))
MATCHES = Match.objects.filter(stage__tournament=OuterRef("pk")).exclude(state=Match.State.BYE)


def figures() -> dict[str, Coalesce]:
    """What to annotate tournaments with: their teams, their matches (byes are none), those that are over, and those
    that are being played."""
    of = "stage__tournament"
    return {
        "team_count": _number(TEAMS, "tournament"),
        "match_count": _number(MATCHES, of),
        "played_count": _number(MATCHES.filter(state=Match.State.DONE), of),
        "playing_count": _number(MATCHES.filter(state=Match.State.PLAYING), of),
    }


def _number(rows: QuerySet[Any], of: str) -> Coalesce:
    """How many of these rows an event has; `of` leads from them to it."""
    return Coalesce(Subquery(rows.order_by().values(of).annotate(number=Count("pk")).values("number")), 0)
