"""`/api/v1/`: what there is."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from thunee_tournaments.api.views import Reading, answer

BELOW = {
    "tournaments": "tournaments/",
    "tournament": "tournaments/{slug}/",
    "matches": "tournaments/{slug}/matches/",
    "match": "tournaments/{slug}/matches/{id}/",
    "standings": "tournaments/{slug}/standings/",
    "teams": "tournaments/{slug}/teams/",
    "prizes": "tournaments/{slug}/prizes/",
    "schedule": "tournaments/{slug}/schedule/",
    "raised": "tournaments/{slug}/raised/",
    "rules": "rules/",
    "rule": "rules/{id}/",
    "presets": "presets/",
    "adjudicate": "adjudicate/",
    "bundle": "bundles/{id}/",
    "desk": "desk/{slug}/",
    "write_hand": "desk/{slug}/hands/",
    "correct_hand": "desk/{slug}/corrections/",
    "sign_game": "desk/{slug}/signatures/",
    "enter_team": "desk/{slug}/teams/",
    "change_team": "desk/{slug}/teams/changes/",
    "remove_team": "desk/{slug}/teams/removals/",
    "check_in": "desk/{slug}/teams/check-ins/",
    "draw": "desk/{slug}/draw/",
    "pair_round": "desk/{slug}/rounds/",
    "draw_stage": "desk/{slug}/stages/",
    "call_match": "desk/{slug}/calls/",
    "award_walkover": "desk/{slug}/walkovers/",
    "schema": "schema",
}


class Index(Reading):
    """For everybody: the way in."""

    @extend_schema(operation_id="index", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> HttpResponseBase:
        """The addresses of this version, by name."""
        return answer(request, lambda: {name: request.path + address for name, address in BELOW.items()})
