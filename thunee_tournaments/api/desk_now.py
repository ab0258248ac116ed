"""The event as a program with a key needs it, and whether it still is as that program read it."""

from typing import Any, TypedDict

from django.utils.cache import get_conditional_response
from rest_framework import serializers
from rest_framework.request import Request

from thunee_tournaments.api import shapes
from thunee_tournaments.api.keys import key_in
from thunee_tournaments.api.views import PreconditionFailed, tag_of
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import matches_of, rounds_paired
from thunee_tournaments.services import queries
from thunee_tournaments.tables.selectors import tables_of, with_tables
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.program_keys import ProgramKey

Shape = serializers.Serializer


class DeskTeam(shapes.TeamShape):
    """A team as the desk sees it. `seed` null: it has none, or waits for a place; `here`: it has been checked in;
    `gone`: it has withdrawn."""

    here = serializers.SerializerMethodField()
    gone = serializers.SerializerMethodField()

    class Meta(shapes.TeamShape.Meta):
        fields = [*shapes.TeamShape.Meta.fields, "here", "gone"]

    def get_here(self, team: Team) -> bool:
        return team.arrived_at is not None

    def get_gone(self, team: Team) -> bool:
        return team.withdrawn_at is not None


class OpenMatch(Shape[Any]):
    """A match that can be written in: the number of the game that is played now, and the head of its sheet."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    teams = serializers.ListField(child=serializers.CharField(allow_null=True))
    game = serializers.IntegerField(allow_null=True)
    head = serializers.CharField(allow_null=True)


class DeskShape(Shape[Any]):
    """An event as a program with a key needs it. `round`: how many rounds of a Swiss are paired, in the stage that is
    played; `next_stage`: which stage of the plan can be drawn now."""

    slug = serializers.CharField()
    status = serializers.CharField()
    may = serializers.CharField(help_text="what this key is for: scores, or desk for everything")
    round = serializers.IntegerField(allow_null=True)
    next_stage = serializers.IntegerField(allow_null=True)
    tables = serializers.ListField(child=serializers.IntegerField())
    teams = DeskTeam(many=True)
    matches = OpenMatch(many=True)


def desk_now(tournament: Tournament, key: ProgramKey) -> Any:
    """What `GET desk/<slug>/` answers."""
    now = queries.outlook(tournament)
    drawn = now.following if now.can_draw else None
    whole = {
        "slug": tournament.slug,
        "status": tournament.status,
        "may": key.may,
        "round": rounds_paired(now.stage) if now.stage is not None else None,
        "next_stage": drawn.order if drawn is not None else None,
        "tables": list(tables_of(tournament).values_list("number", flat=True)),
        "teams": tournament.teams.prefetch_related("players").order_by("name_key"),
        "matches": open_matches(tournament),
    }
    return DeskShape(whole).data


def hold_to_what_was_read(request: Request) -> None:
    """Of a write that says what it was decided upon (If-Match: the ETag of the desk), hold everything as it is, and
    refuse it if that is something else by now. Raises PreconditionFailed."""
    if "If-Match" not in request.headers:
        return
    key = key_in(request)
    tournament = queries.hold_event(key.tournament)
    if get_conditional_response(request._request, etag=tag_of(desk_now(tournament, key))) is not None:
        raise PreconditionFailed


class OpenRow(TypedDict):
    """An open match, as `OpenMatch` wants it."""

    id: str
    number: int
    state: str
    table: int | None
    teams: list[str | None]
    game: int | None
    head: str | None


def open_matches(tournament: Tournament) -> list[OpenRow]:
    """The matches that are ready or being played; three queries."""
    state = Match.State
    open_ = list(with_tables(matches_of(tournament)).filter(state__in=[state.READY, state.PLAYING]))
    games: dict[int, list[MatchGame]] = {match.pk: [] for match in open_}
    for game in MatchGame.objects.filter(match__in=open_).select_related("sheet").order_by("number"):
        games[game.match_id].append(game)
    rows: list[OpenRow] = []
    for match in open_:
        game_now = current_of(match, games[match.pk])
        seating = getattr(match, "seating", None)
        rows.append(
            {
                "id": match.public_id,
                "number": match.number,
                "state": match.state,
                "table": seating.table.number if seating is not None and seating.ended_at is None else None,
                "teams": [team.public_id if team else None for team in match.teams],
                "game": game_now.number if game_now else None,
                "head": game_now.sheet.head if game_now else None,
            }
        )
    return rows
