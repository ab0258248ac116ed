"""A whole event at hand: each team, stage and round read once, and shared by all the matches they stand in."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import Expression, QuerySet
from django.db.models.base import ModelState

from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.brackets.sources import AS_TEXT, source_in
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

# Told to thousands of rows whose keys are read already: setting the attribute would check each of them again.
STAGE, ROUND = Match.stage.field, Match.round.field
EVENT = Team.tournament.field
TEAM, DUE, MATCH = MatchSide.team.field, MatchSide.due.field, MatchSide.match.field
# How a match was paired and seated says nothing of its result.
NOT_FOR_RESULTS = ("seats", "first_dealer", "dealer_draw", "queue")
Column = tuple[Expression, Callable[[str], object]]  # what is read instead of a field, and what makes its value of it
NOTHING_ELSE: Mapping[str, Column] = MappingProxyType({})


@dataclass(frozen=True)
class EventAtHand:
    """The teams, stages and matches of an event, each in order."""

    teams: list[Team]
    stages: list[Stage]
    matches: list[Match]


def event_at_hand(tournament: Tournament, *, states: Collection[str] = ()) -> EventAtHand:
    """All that standings are made of, in five queries; what is asked of it besides (seats, the queue of a qualifier) is
    read when it is asked for. `states`: of the matches only those in one of these."""
    teams = {team.pk: team for team in rows_of(tournament.teams.all())}
    stages = {stage.pk: stage for stage in tournament.stages.order_by("order")}
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(stage__in=stages).defer("inputs").order_by()}
    in_order = Match.objects.filter(stage__in=stages).order_by("stage__order", "number")
    sides = MatchSide.objects.filter(match__stage__in=stages).order_by("side")
    if states:
        in_order, sides = in_order.filter(state__in=states), sides.filter(match__state__in=states)
    matches = rows_of(in_order, but=NOT_FOR_RESULTS)
    by_key = {}
    for match in matches:
        by_key[match.pk], match.sides = match, []
    for side in rows_of(sides, made={"source": (AS_TEXT, source_in)}):
        if (match := by_key.get(side.match_id)) is not None:  # not of one that came while we read
            match.sides.append(side)
            MATCH.set_cached_value(side, match)
            TEAM.set_cached_value(side, teams.get(side.team_id))
            DUE.set_cached_value(side, teams.get(side.due_id))
    for stage in stages.values():
        stage.tournament = tournament
    for team in teams.values():
        EVENT.set_cached_value(team, tournament)
    for match in matches:
        STAGE.set_cached_value(match, stages[match.stage_id])
        ROUND.set_cached_value(match, rounds[match.round_id])
    return EventAtHand(list(teams.values()), list(stages.values()), matches)


def rows_of(rows: QuerySet[Any], but: Collection[str] = (), made: Mapping[str, Column] = NOTHING_ELSE) -> list[Any]:
    """All of a query as what its model makes of it, in half the time that takes: the fields are put in place as they
    come, without asking each row's constructor. Those in `but` are read when they are asked for. `made`: fields that
    are read as another expression, with what makes their value of it."""
    model = rows.model
    names = [field.attname for field in model._meta.concrete_fields if field.attname not in but]
    columns = [made[name][0] if name in made else name for name in names]
    whole, database = [], rows.db
    for values in rows.prefetch_related(None).values_list(*columns):
        row, stored = object.__new__(model), ModelState()
        stored.adding, stored.db = False, database
        row.__dict__.update(zip(names, values, strict=True), _state=stored)
        for name, (_column, make) in made.items():
            row.__dict__[name] = make(row.__dict__[name])
        whole.append(row)
    return whole
