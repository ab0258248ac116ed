"""A list of matches cut down by what stands in the query: `?state=playing&stage=1&team=…`."""

import re

from django.db.models import Q, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from thunee_tournaments.api.errors import bad_query
from thunee_tournaments.api.paging import asked
from thunee_tournaments.brackets.models import Match

MOST_STAGES = 100
TEAM = re.compile(r"[-A-Za-z0-9_]{1,24}")
MATCHES = [
    OpenApiParameter(
        "state", {"type": "string", "enum": list(Match.State.values)}, description="Only those that stand so"
    ),
    OpenApiParameter(
        "stage", {"type": "integer", "minimum": 1, "maximum": MOST_STAGES}, description="Only those of this stage"
    ),
    OpenApiParameter("team", {"type": "string", "pattern": f"^{TEAM.pattern}$"}, description="Only those of this team"),
]


def wanted(request: Request, matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches that were asked for; all of them where nothing is said. Raises Problem (bad_query)."""
    conditions = Q()
    if "state" in request.query_params:
        state = request.query_params["state"]
        if state not in Match.State.values:
            raise bad_query("state", f"must be one of {', '.join(Match.State.values)}")
        conditions &= Q(state=state)
    if "stage" in request.query_params:
        conditions &= Q(stage__order=asked(request, "stage", 1, MOST_STAGES))
    if "team" in request.query_params:
        team = request.query_params["team"]
        if not TEAM.fullmatch(team):
            raise bad_query("team", "must be the id of a team")
        conditions &= Q(side__team__public_id=team)
    return matches.filter(conditions)
