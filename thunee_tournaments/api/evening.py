"""What the evening's other pages show: who gets which prize, what is played where and when, what was raised."""

from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from thunee_tournaments.api import shapes
from thunee_tournaments.api.views import Reading, answer, public_or_404
from thunee_tournaments.fundraising.raised import fund_of, raised_in_public
from thunee_tournaments.standings import prizing
from thunee_tournaments.tables import expected
from thunee_tournaments.tables.selectors import all_with_tables, open_seatings, tables_of
from thunee_tournaments.tournaments.models import Tournament

Shape = serializers.Serializer


class WinnerShape(Shape[Any]):
    """`first` to `last`: the places it shares; `amount`: what it gets in all, in cents; `won`: nothing that is played
    can change that any more."""

    team = serializers.CharField()
    name = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    amount = serializers.IntegerField()
    won = serializers.BooleanField()


class PrizeShape(Shape[Any]):
    """A prize for the places `first` to `last` of a group (0: of the event); `amount`: cents for each place."""

    group = serializers.IntegerField(source="prize.group")
    first = serializers.IntegerField(source="prize.first")
    last = serializers.IntegerField(source="prize.last")
    name = serializers.CharField(source="prize.name")
    amount = serializers.IntegerField(source="prize.amount")
    winners = WinnerShape(many=True)


class PrizesShape(Shape[Any]):
    currency = serializers.CharField(help_text='how amounts are written, such as "R"; "" where none is')
    prizes = PrizeShape(many=True)


class Prizes(Reading):
    """For everybody: the prizes of a tournament that has been drawn."""

    @extend_schema(operation_id="prizes", responses={200: PrizesShape, 404: shapes.Problem})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every prize, with the teams that get it as the standings are now."""
        tournament = public_or_404(slug)
        kept = prizing.list_of(tournament)

        def make() -> Any:
            awarded = prizing.prizes_of(tournament, kept) if kept else []
            return PrizesShape({"currency": kept.currency if kept else "", "prizes": awarded}).data

        return answer(request, make, tournament.pk, tournament.version, kept and (kept.prizes, kept.ties))


class AtTable(shapes.TableShape):
    """A table, and the match that is called to it."""

    match = serializers.CharField(allow_null=True)


class ComingMatch(Shape[Any]):
    """A match that is at no table yet, and about when it may begin (null: nobody can tell)."""

    match = serializers.CharField()
    number = serializers.IntegerField()
    expected = serializers.DateTimeField(allow_null=True)


class ScheduleShape(Shape[Any]):
    tables = AtTable(many=True)
    coming = ComingMatch(many=True)


class Schedule(Reading):
    """For everybody: what is played where, and what comes."""

    @extend_schema(operation_id="schedule", responses={200: ScheduleShape, 404: shapes.Problem})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every table with the match that is called to it, and the matches to come with a guess when they may begin."""
        tournament = public_or_404(slug)
        now = timezone.now().replace(second=0, microsecond=0)
        return answer(request, lambda: _schedule(tournament), tournament.pk, tournament.version, now)


def _schedule(tournament: Tournament) -> Any:
    matches, tables = all_with_tables(tournament), list(tables_of(tournament))
    at_table = {number: seating.match.public_id for number, seating in open_seatings(tournament).items()}
    times = expected.starts(matches, tables, timezone.now())
    called = set(at_table.values())
    coming = [match for match in matches if not match.over and match.public_id not in called]
    return ScheduleShape(
        {
            "tables": [
                {"number": table.number, "name": table.name, "zone": table.zone, "match": at_table.get(table.number)}
                for table in tables
            ],
            "coming": [
                {"match": match.public_id, "number": match.number, "expected": times.get(match.pk)} for match in coming
            ],
        }
    ).data


class RaisedShape(Shape[Any]):
    """In cents. `total` null: the organiser keeps it to the desk; `goal` null: none is set, or shown; `after_costs`:
    costs are taken off the total."""

    total = serializers.IntegerField(allow_null=True)
    goal = serializers.IntegerField(allow_null=True)
    currency = serializers.CharField()
    after_costs = serializers.BooleanField()


class RaisedMoney(Reading):
    """For everybody: what a tournament has raised, where its organiser shows that."""

    @extend_schema(operation_id="raised", responses={200: RaisedShape, 404: shapes.Problem})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What was raised so far, and what is hoped for, as far as the organiser shows it."""
        tournament = public_or_404(slug)
        raised = raised_in_public(fund_of(tournament))
        known = (raised.total, raised.goal, raised.currency, raised.net) if raised else (None, None, "", False)
        total, goal, currency, after_costs = known
        figures = {"total": total, "goal": goal, "currency": currency, "after_costs": after_costs}
        return answer(request, lambda: RaisedShape(figures).data, tournament.pk, *known)
