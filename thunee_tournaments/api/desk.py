"""What programs do at the desk: teams, who is here, draws, calls to tables, walkovers."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from thunee_tournaments.api import shapes, typed
from thunee_tournaments.api.desk_now import DeskShape, DeskTeam, desk_now
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.keys import key_in
from thunee_tournaments.api.views import unless_known
from thunee_tournaments.api.writing import Answer, Writing, documented, once, sent_as
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import matches_of, rounds_paired
from thunee_tournaments.services import acts, queries
from thunee_tournaments.tables.selectors import with_tables
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.program_keys import ProgramKey


class Desk(Writing):
    """For programs with a key: the event, what can be written in it, and by which names."""

    http_method_names = ["get", "head"]
    needs = ProgramKey.May.SCORES

    @extend_schema(
        operation_id="desk",
        responses={200: DeskShape, **dict.fromkeys((401, 403, 404, 429), shapes.Problem)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The event of the key, also before its draw: its teams, its tables, and the matches that can be written in."""
        return unless_known(request, desk_now(self.event(request, slug), key_in(request)))


class OfTeam(Writing):
    """A write about a team."""

    def team(self, tournament: Tournament, public_id: str) -> Team:
        """A team of the event. Raises Problem."""
        team = tournament.teams.prefetch_related("players").filter(public_id=public_id).first()
        if team is None:
            raise Problem(
                422, "unknown_team", "There is no such team.", [{"path": "team", "message": "is no team of this event"}]
            )
        return team


def _team(team: Team) -> Any:
    return DeskTeam(Team.objects.prefetch_related("players").get(pk=team.pk)).data


class Entries(Writing):
    """For programs with a key: a team is entered."""

    @documented("enter_team", typed.TeamIn, DeskTeam, 201)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a team; once the draw is published it waits for a place."""
        sent, tournament = sent_as(typed.TeamIn, request), self.event(request, slug)

        def act(user: Any) -> Answer:
            return 201, _team(acts.add_team(actor=user, tournament=tournament, **sent))

        return once(request, act)


class Changes(OfTeam):
    """For programs with a key: a team gets another name, club or players."""

    @documented("change_team", typed.TeamChange, DeskTeam)
    def post(self, request: Request, slug: str) -> Response:
        """Say what a team is called, of which club it is and who plays for it."""
        sent, tournament = sent_as(typed.TeamChange, request), self.event(request, slug)
        team = self.team(tournament, sent.pop("team"))
        return once(request, lambda user: (200, _team(acts.edit_team(actor=user, team=team, **sent))))


class Removals(OfTeam):
    """For programs with a key: a team is taken out before the draw."""

    @documented("remove_team", typed.TeamNamed, typed.TeamNamed)
    def post(self, request: Request, slug: str) -> Response:
        """Take a team out again, as long as nothing is drawn."""
        sent, tournament = sent_as(typed.TeamNamed, request), self.event(request, slug)

        def act(user: Any) -> Answer:
            acts.remove_team(actor=user, team=self.team(tournament, sent["team"]))
            return 200, sent

        return once(request, act)


class CheckIns(OfTeam):
    """For programs with a key: a team is here."""

    @documented("check_in", typed.CheckIn, DeskTeam)
    def post(self, request: Request, slug: str) -> Response:
        """Note that a team is here, or that it is not."""
        sent, tournament = sent_as(typed.CheckIn, request), self.event(request, slug)
        team = self.team(tournament, sent["team"])
        return once(request, lambda user: (200, _team(acts.check_in(actor=user, team=team, here=sent["here"]))))


class Draws(Writing):
    """For programs with a key: the event is drawn."""

    @documented("draw", typed.DrawIn, shapes.DrawShape, 201)
    def post(self, request: Request, slug: str) -> Response:
        """Draw the first stage of the plan and start the event."""
        sent, tournament = sent_as(typed.DrawIn, request), self.event(request, slug)

        def act(user: Any) -> Answer:
            lot, tables = sent["lot"] or None, sent.get("tables")
            return 201, shapes.DrawShape(
                acts.draw_event(actor=user, tournament=tournament, lot=lot, tables=tables)
            ).data

        return once(request, act)


class Rounds(Writing):
    """For programs with a key: the next round of a Swiss is paired."""

    @documented("pair_round", typed.RoundIn, shapes.MatchShape(many=True), 201)
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round of the Swiss that is played."""
        sent, tournament = sent_as(typed.RoundIn, request), self.event(request, slug)

        def act(user: Any) -> Answer:
            stage = queries.outlook(tournament).stage
            if stage is None or rounds_paired(stage) != sent["before"]:
                raise Problem(409, "done_already", "That round has been paired already, or cannot be paired.")
            made = acts.pair_round(actor=user, tournament=tournament)
            matches = with_tables(matches_of(tournament)).filter(pk__in=[match.pk for match in made])
            return 201, shapes.MatchShape(matches, many=True).data

        return once(request, act)


class Stages(Writing):
    """For programs with a key: the next stage of the plan is drawn."""

    @documented("draw_stage", typed.StageIn, shapes.DrawShape, 201)
    def post(self, request: Request, slug: str) -> Response:
        """Draw the next stage of the plan with the teams that go on."""
        sent, tournament = sent_as(typed.StageIn, request), self.event(request, slug)

        def act(user: Any) -> Answer:
            stage = acts.start_next_stage(actor=user, tournament=tournament, meant=sent["stage"])
            return 201, shapes.DrawShape(stage).data

        return once(request, act)


class Calls(Writing):
    """For programs with a key: a match is called to a table."""

    @documented("call_match", typed.TableIn, shapes.MatchShape)
    def post(self, request: Request, slug: str) -> Response:
        """Call a match to a table, or move it there."""
        sent, tournament = sent_as(typed.TableIn, request), self.event(request, slug)
        match = self.match(tournament, sent["match"])
        table = tournament.tables.filter(number=sent["table"]).first()
        if table is None:
            raise Problem(
                422, "unknown_table", "There is no such table.", [{"path": "table", "message": "is no table here"}]
            )

        def act(user: Any) -> Answer:
            acts.move_match(actor=user, match=match, table=table, reason=sent.get("reason", ""))
            return 200, _match(match)

        return once(request, act)


class Walkovers(Writing):
    """For programs with a key: a match is given to a side without play."""

    @documented("award_walkover", typed.WalkoverIn, shapes.MatchShape)
    def post(self, request: Request, slug: str) -> Response:
        """Give a match to a side because the other did not come or cannot go on."""
        sent, tournament = sent_as(typed.WalkoverIn, request), self.event(request, slug)
        match = self.match(tournament, sent["match"])

        def act(user: Any) -> Answer:
            acts.award_walkover(actor=user, match=match, side=sent["side"], reason=sent["reason"])
            return 200, _match(match)

        return once(request, act)


def _match(match: Match) -> Any:
    now = with_tables(matches_of(match.stage.tournament)).filter(pk=match.pk).first()
    if now is None:
        raise exceptions.NotFound
    return shapes.MatchShape(now).data
