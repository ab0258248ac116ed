"""A whole event at hand: each team, stage and round read once, and shared by all the matches they stand in."""

from dataclasses import dataclass

from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

NOT_FOR_RESULTS = ("seats", "first_dealer", "dealer_draw", "queue")  # how a match was paired and seated


@dataclass(frozen=True)
class EventAtHand:
    """The teams, stages and matches of an event, each in order."""

    teams: list[Team]
    stages: list[Stage]
    matches: list[Match]


def event_at_hand(tournament: Tournament) -> EventAtHand:
    """All that standings are made of, in five queries; what is asked of it besides (seats, the queue of a qualifier) is
    read when it is asked for."""
    teams = {team.pk: team for team in tournament.teams.all()}
    stages = {stage.pk: stage for stage in tournament.stages.order_by("order")}
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(stage__in=stages).defer("inputs").order_by()}
    in_order = Match.objects.filter(stage__in=stages).prefetch_related(None).defer(*NOT_FOR_RESULTS)
    matches = list(in_order.order_by("stage__order", "number"))
    of_match: dict[int, list[MatchSide]] = {match.pk: [] for match in matches}
    for side in MatchSide.objects.filter(match__stage__in=stages).order_by("side"):
        if side.match_id in of_match:  # not of a match that came while we read
            of_match[side.match_id].append(side)
            side.team = teams.get(side.team_id) if side.team_id else None
            side.due = teams.get(side.due_id) if side.due_id else None
    for stage in stages.values():
        stage.tournament = tournament
    for match in matches:
        match.stage, match.round, match.sides = stages[match.stage_id], rounds[match.round_id], of_match[match.pk]
        for side in match.sides:
            side.match = match
    return EventAtHand(list(teams.values()), list(stages.values()), matches)
