"""Playing where all is drawn at once (groups, a league, rounds at tables): which match comes next for whom, and matches
put off to another day."""

from collections.abc import Iterable
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats import scheduled
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import open_next_game, playable, remove_games
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments import days
from thunee_tournaments.tournaments.models import Stage, Tournament


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


@transaction.atomic
def postpone_match(*, actor: User, match: Match, day: date | None) -> Match:
    """Put a match of a group or league off to another day, or (day None) let it be played now. What follows it for its
    teams need not wait. Refused: not_allowed, bad_day, not_in_a_group, match_over, teams_unknown, begun,
    tournament_closed."""
    require_role(actor, match.stage.tournament)
    if not days.possible(day):
        raise Refused("bad_day", days.OUTSIDE, [{"path": "day", "message": days.OUTSIDE}])
    lock_concerned(match)
    match = playable(settling.lock_match(match.pk))
    if not format_of(match.stage).can_be_put_off:
        raise Refused(
            "not_in_a_group", _("Only matches of a group or a league can be put off: others wait for this one.")
        )
    if settling.begun(settling.games_of(match)):
        raise Refused("begun", _("This match has begun."))
    match.postponed_to = day
    match.save(update_fields=["postponed_to"])
    if day is not None:
        hold(match)
    open_due(lock_stage(match.stage))
    tournament = publish(match.stage.tournament)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is played any more."))
    assigning.call_ready(tournament)
    match.refresh_from_db()
    return match
