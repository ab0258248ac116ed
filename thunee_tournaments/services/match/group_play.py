"""Playing where all is drawn at once (groups, a league, rounds at tables): which match comes next for whom."""

from collections.abc import Iterable, Mapping, Set

from django.db.models import Min, QuerySet

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats import scheduled
from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.services.match.games import open_next_game, remove_games
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments.models import Stage


def lock_stage(stage: Stage) -> Stage:
    """The stage, locked: before the version row (`locking`). Two results at once must not open a match twice."""
    return Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage.pk)


def open_due(stage: Stage) -> None:
    """Let every match be ready that is the next one of all its teams, and no other that has not begun. A league has
    thousands of matches that stay as they are: of these only numbers are read."""
    left = stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).order_by("number")
    rows = list(left.prefetch_related(None).values_list("number", "state", "postponed_to"))
    teams: dict[int, list[int]] = {}
    for number, team in MatchSide.objects.filter(match__in=left.order_by()).values_list("match__number", "team"):
        teams.setdefault(number, []).append(team or 0)
    due = scheduled.due((number, teams.get(number, ()), day is not None) for number, _state, day in rows)
    _move(left, {number: state for number, state, _day in rows}, due)


def open_due_of(match: Match) -> None:
    """The same after one match was decided, or is open again, and nothing else was changed: of the others only those
    of its teams can be another's turn now."""
    left = match.stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).order_by("number")
    teams = {team for team in match.team_ids if team is not None}
    own = left.prefetch_related(None).filter(side__team__in=teams)
    rows = list(own.values_list("number", "state", "postponed_to", "side__team"))
    first: dict[int, int] = {}  # the match each team has to play next
    for number, _state, day, team in rows:
        if day is None:
            first.setdefault(team, number)
    sides = MatchSide.objects.filter(match__in=left.order_by()).order_by()
    next_of_one = set(first.values())
    met = list(sides.filter(match__number__in=next_of_one).values_list("match__number", "team"))
    others = sides.filter(team__in={team for _number, team in met} - teams, match__postponed_to=None)
    first |= dict(others.values_list("team").annotate(Min("match__number")))
    due = next_of_one - {number for number, team in met if first.get(team) != number}
    _move(left, {number: state for number, state, _day, _team in rows}, due)


def _move(left: QuerySet[Match], states: Mapping[int, str], due: Set[int]) -> None:
    """Let those of these matches (by number) be ready that are due, and no other."""
    moved = [
        number
        for number, state in states.items()
        if (state == Match.State.WAITING and number in due) or (state == Match.State.READY and number not in due)
    ]
    for match in left.filter(number__in=moved).select_related("stage__tournament", "round"):
        if match.number in due:
            match.state = Match.State.READY
            match.save(update_fields=["state"])
            open_next_game(match)
        else:
            hold(match)


def next_ones(left: Iterable[Match]) -> set[int]:
    """The numbers of the matches that are the next ones of all their teams, out of those not over, in order."""
    return scheduled.due(
        (match.number, [side.team_id or 0 for side in match.sides], match.postponed_to is not None) for match in left
    )


def hold(match: Match) -> None:
    """A match that has not begun waits again: no sheet, no table."""
    games = settling.games_of(match)
    if settling.begun(games):
        return
    remove_games(games)
    match.seats, match.first_dealer, match.dealer_draw, match.state = [], None, {}, Match.State.WAITING
    match.save()
    assigning.uncall(match)
