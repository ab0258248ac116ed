"""Tournaments, their matches, standings and teams: what the public pages show, once there has been a draw."""

from typing import Any

from django.db.models import Count, F, Max, Q, Sum
from django.db.models.functions import Coalesce
from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request

from engine.schema import Schema
from thunee_tournaments.api import filtering, shapes, sheets
from thunee_tournaments.api.paging import LIMIT, MOST, page_of
from thunee_tournaments.api.views import Reading, answer, public_or_404
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import goes_on_to, match_for, matches_of, stages_of
from thunee_tournaments.services.queries import outlook
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import with_tables
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import public_tournaments

PLACE = F("stage__order") * 10**6 + F("number")  # of a match among all of its tournament
LIMITS: Schema = {"type": "integer", "minimum": 1, "maximum": MOST, "default": LIMIT}
PAGING = [
    OpenApiParameter("cursor", str, description="As `next` or `previous` of a page of this list says it"),
    OpenApiParameter("limit", LIMITS, description="At most so many on a page"),
]


def paged(shape: type[serializers.BaseSerializer[Any]]) -> dict[int, Any]:
    """The answers of a list by pages, for the OpenAPI document."""
    fields: dict[str, serializers.Field[Any, Any, Any, Any]] = {
        name: serializers.IntegerField() for name in ("count", "limit")
    }
    fields |= {name: serializers.CharField(allow_null=True) for name in ("next", "previous")}
    page = inline_serializer(f"PageOf{shape.__name__}", {**fields, "results": shape(many=True)})
    return {200: page, 400: shapes.Problem, 404: shapes.Problem}


class Tournaments(Reading):
    """For everybody: the tournaments that have been drawn."""

    asks = PAGING

    @extend_schema(operation_id="tournaments", parameters=asks, responses=paged(shapes.TournamentShape))
    def get(self, request: Request) -> HttpResponseBase:
        """Every tournament that has been drawn, the one that was made last first."""
        state = public_tournaments().aggregate(versions=Coalesce(Sum("version"), 0), count=Count("pk"), last=Max("pk"))
        rows = public_tournaments()
        return answer(
            request,
            lambda: page_of(request, rows, "-created_at", lambda page: shapes.TournamentShape(page, many=True).data),
            *state.values(),
        )


class OneTournament(Reading):
    """For everybody: one tournament that has been drawn."""

    @extend_schema(operation_id="tournament", responses={200: shapes.TournamentDetail, 404: shapes.Problem})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """One tournament: what, where, for what, under which rules, and how far it is."""
        tournament = public_or_404(slug)
        return answer(request, lambda: _tournament(tournament), tournament.pk, tournament.version)


def _tournament(tournament: Tournament) -> Any:
    stages = stages_of(tournament)
    draws = [stage for stage in stages if stage.drawn_at is not None]
    states = Match.objects.filter(stage__tournament=tournament).aggregate(
        matches=Count("pk", filter=~Q(state=Match.State.BYE)),
        played=Count("pk", filter=Q(state=Match.State.DONE)),
        playing=Count("pk", filter=Q(state=Match.State.PLAYING)),
    )
    counts = {"teams": tournament.teams.count(), **states}
    context = {"counts": counts, "champion": outlook(tournament, stages).champion, "draws": draws}
    return shapes.TournamentDetail(tournament, context=context).data


class Matches(Reading):
    """For everybody: the matches of a tournament that has been drawn."""

    asks = [*filtering.MATCHES, *PAGING]

    @extend_schema(operation_id="matches", parameters=asks, responses=paged(shapes.MatchShape))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every match from the first round to the final, byes too, in the order of their numbers; or some of them."""
        tournament = public_or_404(slug)
        rows = filtering.wanted(request, with_tables(matches_of(tournament))).annotate(place=PLACE)
        return answer(
            request,
            lambda: page_of(request, rows, "place", lambda page: shapes.MatchShape(page, many=True).data),
            tournament.pk,
            tournament.version,
        )


class OneMatch(Reading):
    """For everybody: one match, with its hands."""

    @extend_schema(operation_id="match", responses={200: shapes.MatchDetail, 404: shapes.Problem})
    def get(self, request: Request, slug: str, public_id: str) -> HttpResponseBase:
        """A match hand by hand: what was written down, what it is worth and why, what was changed afterwards."""
        tournament = public_or_404(slug)
        match = match_for(tournament, public_id)
        return answer(request, lambda: _match(match), tournament.pk, tournament.version)


def _match(match: Match) -> Any:
    following = goes_on_to(match)
    context = {
        "seats": sheets.seats_of(match),
        "goes_on_to": following.public_id if following else None,
        "games": sheets.games_of(match),
    }
    return shapes.MatchDetail(match, context=context).data


class Standings(Reading):
    """For everybody: the standings of a tournament that has been drawn."""

    @extend_schema(operation_id="standings", responses={200: shapes.StandingsShape, 404: shapes.Problem})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every team with what it has done, from the top down."""
        tournament = public_or_404(slug)
        return answer(request, lambda: _standings(tournament), tournament.pk, tournament.version)


def _standings(tournament: Tournament) -> Any:
    standings = snapshots.read(tournament)
    return shapes.StandingsShape({"version": standings.version, "stages": [], **standings.data}).data


class Teams(Reading):
    """For everybody: the teams of a tournament that has been drawn."""

    asks = PAGING

    @extend_schema(operation_id="teams", parameters=asks, responses=paged(shapes.TeamShape))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every team with its players, by name."""
        tournament = public_or_404(slug)
        rows = tournament.teams.prefetch_related("players")
        return answer(
            request,
            lambda: page_of(request, rows, "name_key", lambda page: shapes.TeamShape(page, many=True).data),
            tournament.pk,
            tournament.version,
        )
