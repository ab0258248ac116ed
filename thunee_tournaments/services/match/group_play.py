"""Playing where all is drawn at once (groups, a league, rounds at tables): which match comes next for whom."""

from collections.abc import Iterable

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
    moved = [
        number
        for number, state, _day in rows
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
