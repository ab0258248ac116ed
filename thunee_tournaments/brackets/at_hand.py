"""A whole event at hand: each team, stage and round read once, and shared by all the matches they stand in."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from django.db.models import Expression, QuerySet
from django.db.models.base import ModelState

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.brackets.sources import AS_TEXT, source_in
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

BY_SIDE = attrgetter("side")
# How a match was paired and seated says nothing of its result.
NOT_FOR_RESULTS = ("seats", "first_dealer", "dealer_draw", "queue")
NOT_OF_TEAMS = ("created_at", "arrived_at", "name_key", "withdrawn_why")  # for standings
NOT_FOR_STANDINGS = (*NOT_FOR_RESULTS, "public_id", "postponed_to", "signing", "reason")
Column = tuple[Expression, Callable[[str], object]]  # what is read instead of a field, and what makes its value of it
NOTHING_ELSE: Mapping[str, Column] = MappingProxyType({})


@dataclass(frozen=True)
class EventAtHand:
    """The teams, stages and matches of an event, each in order."""

    teams: list[Team]
    stages: list[Stage]
    matches: list[Match]

    def let_go(self) -> None:
        """Nobody asks it any more. Matches and their sides know each other: let go of, they need not be looked for as
        garbage, of which a large event leaves fifty thousand pieces."""
        for match in self.matches:
            match.sides.clear()


def event_at_hand(tournament: Tournament, *, states: Collection[str] = (), standings_only: bool = False) -> EventAtHand:
    """An event in five queries; what is asked of it besides (seats, the queue of a qualifier) is read when it is asked
    for. `states`: of the matches only those in one of these; `standings_only`: of each only what standings are made
    of."""
    teams = {team.pk: team for team in rows_of(tournament.teams.all(), but=NOT_OF_TEAMS if standings_only else ())}
    stages = {stage.pk: stage for stage in tournament.stages.order_by("order")}
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(stage__in=stages).defer("inputs").order_by()}
    in_order = Match.objects.filter(stage__in=stages).order_by("stage__order", "number")
    sides = MatchSide.objects.filter(match__stage__in=stages).order_by()  # a database sorts them all, we a few each
    if states:
        in_order, sides = in_order.filter(state__in=states), sides.filter(match__state__in=states)
    for stage in stages.values():
        stage.tournament = tournament
    for team in teams.values():
        team.__dict__["_state"].fields_cache = {"tournament": tournament}
    matches = rows_of(in_order, but=_left_out(stages.values(), teams.values()) if standings_only else NOT_FOR_RESULTS)
    _link(matches, rows_of(sides, made={"source": (AS_TEXT, source_in)}), stages, rounds, teams)
    return EventAtHand(list(teams.values()), list(stages.values()), matches)


def _left_out(stages: Iterable[Stage], teams: Iterable[Team]) -> Collection[str]:
    """What standings do not ask of a match. When it was decided counts only in a qualifier, and of who has gone home
    (`standings.annulling`)."""
    asked = any(format_of(stage).sold for stage in stages) or any(team.withdrawn_at is not None for team in teams)
    return NOT_FOR_STANDINGS if asked else (*NOT_FOR_STANDINGS, "done_at")


def _link(
    matches: list[Match],
    sides: list[MatchSide],
    stages: Mapping[int, Stage],
    rounds: Mapping[int, Round],
    teams: Mapping[int, Team],
) -> None:
    """Let matches and their sides know each other and what they stand in. Of thousands of rows: what Django keeps is
    put in its place, for its own way asks each of them what it has read already."""
    by_key = {}
    for match in matches:
        says = match.__dict__
        by_key[says["id"]] = match
        says["sides"] = []
        says["_state"].fields_cache = {"stage": stages[says["stage_id"]], "round": rounds[says["round_id"]]}
    for side in sides:
        says = side.__dict__
        if (own := by_key.get(says["match_id"])) is not None:  # not of one that came while we read
            own.__dict__["sides"].append(side)
            team, due = teams.get(says["team_id"]), teams.get(says["due_id"])
            says["_state"].fields_cache = {"match": own, "team": team, "due": due}
    for match in matches:
        match.__dict__["sides"].sort(key=BY_SIDE)


def rows_of(rows: QuerySet[Any], but: Collection[str] = (), made: Mapping[str, Column] = NOTHING_ELSE) -> list[Any]:
    """All of a query as what its model makes of it, in half the time that takes: the fields are put in place as they
    come, without asking each row's constructor. Those in `but` are read when they are asked for. `made`: fields that
    are read as another expression, with what makes their value of it."""
    model = rows.model
    names = [field.attname for field in model._meta.concrete_fields if field.attname not in but]
    columns = [made[name][0] if name in made else name for name in names]
    whole, database, new = [], rows.db, object.__new__
    for values in rows.prefetch_related(None).values_list(*columns):
        row, stored = new(model), ModelState()
        stored.adding, stored.db = False, database
        says = dict(zip(names, values, strict=True))
        for name, (_column, make) in made.items():
            says[name] = make(says[name])
        says["_state"] = stored
        row.__dict__ = says
        whole.append(row)
    return whole
