"""A team out of the tournament, by its own wish or by a referee's decision, and back in when that is taken back.

Parts of acts, not acts themselves. What was played stands. What was not is won by the opponents without play, now or
as soon as they are known (`settlement.forfeit`), and counts like any walkover; the team is not paired any more and does
not go on to a later stage.
"""

from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Decision
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.disputed import cases_of, given_by_decision
from thunee_tournaments.services.match.settlement import forfeit
from thunee_tournaments.services.officiating.forfeits import play_after_all
from thunee_tournaments.services.officiating.impact import Impact, impact_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament

Outcome = Decision.Outcome


def open_matches(team: Team) -> QuerySet[Match]:
    """What it has still to play, as far as it is known."""
    return _matches(team).exclude(state__in=[Match.State.DONE, Match.State.BYE])


def given_away(team: Team) -> list[Match]:
    """What its opponents won without play because it was out, the last first."""
    if team.withdrawn_at is None:
        return []
    lost = _matches(team).filter(outcome=Match.Outcome.WALKOVER, done_at__gte=team.withdrawn_at)
    return [match for match in lost.reverse() if match.winner_id != team.pk and not given_by_decision(match)]


def take_out(team: Team, *, why: str = "", disqualified: bool = False) -> Team:
    """Take a team out; `why` it withdraws is for everybody. Its open matches are locked with all they concern. One
    that has withdrawn can still be disqualified."""
    matches = [settling.lock_match(pk) for pk in open_matches(team).values_list("pk", flat=True)]
    lock_tournament(team.tournament_id)
    team = Team.objects.select_for_update().get(pk=team.pk)
    team.disqualified = team.disqualified or disqualified
    team.withdrawn_at, team.withdrawn_why = team.withdrawn_at or timezone.now(), why or team.withdrawn_why
    team.save(update_fields=["withdrawn_at", "withdrawn_why", "disqualified"])
    StreakEntry.objects.filter(team=team, stage__tournament=team.tournament_id).update(ended=True)
    for match in matches:
        if not match.alone:  # a table of single players plays on with the cards of who is out left unplayed
            forfeit(match)
    return team


def let_back_in(team: Team) -> Team:
    """Let a team play on: what it lost because it was out is to be played after all, where nothing later stands in the
    way; what was drawn without it stays as it is. Those matches are locked with all they concern. Refused: as settling
    a match."""
    matches = given_away(team)
    lock_tournament(team.tournament_id)
    team = Team.objects.select_for_update().get(pk=team.pk)
    _note_missed_draws(team)
    team.withdrawn_at, team.withdrawn_why, team.disqualified = None, "", False
    team.save(update_fields=["withdrawn_at", "withdrawn_why", "disqualified"])
    entries = StreakEntry.objects.filter(team=team, stage__tournament=team.tournament_id, ended=True)
    entries = entries.filter(taken_back_at__isnull=True)
    for entry in entries.select_related("stage"):
        if not entry.stage.inputs.get("closed"):
            entry.ended = False
            entry.save(update_fields=["ended"])
    for match in matches:
        forfeit(play_after_all(match.pk))  # its opponent may be out, too
    return team


def _note_missed_draws(team: Team) -> None:
    """Once nobody can tell from the team that it was away, the stages that were drawn meanwhile must say so."""
    for stage in Stage.objects.filter(tournament=team.tournament_id, order__gt=1, drawn_at__gte=team.withdrawn_at):
        stage.inputs["missed_by"] = sorted({*stage.inputs.get("missed_by", []), team.public_id})
        stage.save(update_fields=["inputs"])


def overturned(team: Team, decision: Decision) -> Team:
    """A disqualification does not hold any more. The team stays out if another one does, or if it had gone home."""
    if any(_disqualifies(team, case.decided, case.match) for case in cases_of(team.tournament)):
        return team
    if team.withdrawn_at is not None and team.withdrawn_at < decision.created_at:
        Team.objects.filter(pk=team.pk).update(disqualified=False)
        return team
    return let_back_in(team)


def _disqualifies(team: Team, decision: Decision | None, match: Match | None) -> bool:
    if decision is None or match is None or decision.outcome != Outcome.DISQUALIFIED:
        return False
    return match.team(decision.side) == team


def _matches(team: Team) -> QuerySet[Match]:
    matches = Match.objects.filter(side__team=team, stage__tournament=team.tournament_id)
    return matches.select_related("stage__tournament").order_by("stage__order", "number")


@transaction.atomic
def withdraw_team(*, actor: User, team: Team, reason: str) -> Team:
    """A team goes home. What it has played stands; what it has not is won by its opponents without play, now or as
    soon as they are known, and it is not paired or counted among those who go on any more.

    Refused: not_allowed, reason_missing, not_running, withdrawn, alone (at a table of single players).
    """
    require_role(actor, team.tournament)
    reason = given_reason(reason)
    lock_concerned(*open_matches(team))
    tournament = lock_tournament(team.tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running: before the draw, take the team off the list."))
    team = Team.objects.select_for_update().get(pk=team.pk)
    if team.withdrawn_at is not None:
        raise Refused("withdrawn", _("%(team)s is out of the tournament already.") % {"team": team.name})
    if any(match.alone for match in open_matches(team)):
        raise Refused(
            "alone",
            _("The tables are drawn with everybody. Let the tables play their hands with this player's cards left "
              "unplayed, or undo the draw as long as nothing is written."),
        )  # fmt: skip
    team = take_out(team, why=reason)
    publish(tournament)
    return team


@transaction.atomic
def reinstate_team(*, actor: User, team: Team) -> Team:
    """A team that went home plays on after all: what its opponents won for that alone is to be played.

    Refused: not_allowed, not_running, not_withdrawn, disqualified (that is for an appeal), and as
    settling a match.
    """
    require_role(actor, team.tournament)
    lock_concerned(*given_away(Team.objects.select_related("tournament").get(pk=team.pk)))
    tournament = lock_tournament(team.tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    team = Team.objects.select_for_update().get(pk=team.pk)
    if team.withdrawn_at is None:
        raise Refused("not_withdrawn", _("%(team)s has not withdrawn.") % {"team": team.name})
    if team.disqualified:
        raise Refused(
            "disqualified",
            _("%(team)s was disqualified by a referee. It plays on only if that is overturned on appeal.")
            % {"team": team.name},
        )
    team = let_back_in(team)
    publish(tournament)
    return team


def preview_going(*, actor: User, team: Team) -> Impact:
    """What it would change if a team went home, or played on after all if it has. Nothing is stored; refused as
    withdraw_team and reinstate_team."""
    if team.withdrawn_at is not None:
        return impact_of(team.tournament, partial(reinstate_team, actor=actor, team=team))
    return impact_of(team.tournament, partial(withdraw_team, actor=actor, team=team, reason="preview"))
