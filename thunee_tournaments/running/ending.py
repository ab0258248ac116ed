"""Deciding a match without play, and closing a tournament."""

from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running import going_home, moving, notices
from thunee_tournaments.running.authority import require_role
from thunee_tournaments.running.consequences import Consequences, foresee
from thunee_tournaments.running.disputed import given_by_decision
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.running.games import playable, remove_games
from thunee_tournaments.running.impartiality import require_impartial
from thunee_tournaments.running.locking import lock_concerned
from thunee_tournaments.running.publishing import publish
from thunee_tournaments.running.reviews import require_no_review
from thunee_tournaments.running.seen import Moved
from thunee_tournaments.running.settling import carry_on, forfeit
from thunee_tournaments.running.stages import outlook
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.versions import lock_tournament


@transaction.atomic
def award_walkover(*, actor: User, match: Match, side: str, reason: str) -> Match:
    """Give the match to side "A" or "B" because the other did not come or cannot go on. The reason is published.

    Hands written so far stay on record, and count for nothing. Refused: not_allowed, conflict, reason_missing,
    bad_side, teams_unknown, match_over, under_review, tournament_closed.
    """
    require_role(actor, match.stage.tournament)
    require_impartial(actor, match)
    reason = _given(reason)
    if side not in ("A", "B"):
        raise Refused("bad_side", _("Say which of the two teams goes on."))
    if match.alone:
        raise Refused("alone", _("At a table where each plays alone nobody can be given the match: write the hands."))
    lock_concerned(match)
    match = playable(settling.lock_match(match.pk))
    require_no_review(match)
    return give_away(match, side, reason, actor=actor)


def give_away(match: Match, side: str, reason: str, *, actor: User) -> Match:
    """Let a side win a match (locked, its sheets too, and playable) without play. Part of an act."""
    remove_games([game for game in settling.games_of(match) if game.sheet.seq == 0])
    settling.apply_walkover(match, side, reason)
    notices.tell_walkover(match, actor=actor, reason=reason)
    carry_on(match, None)
    return match


@transaction.atomic
def withdraw_walkover(*, actor: User, match: Match, reason: str) -> Match:
    """Take a walkover back: the match is to be played after all. Refused: not_allowed, conflict, reason_missing,
    no_walkover, decided (by a referee, in a dispute), withdrawn, under_review, tournament_closed."""
    require_role(actor, match.stage.tournament)
    require_impartial(actor, match)
    reason = _given(reason)
    lock_concerned(match)
    match = settling.lock_match(match.pk)
    if match.outcome != Match.Outcome.WALKOVER:
        raise Refused("no_walkover", _("This match was not decided by a walkover."))
    require_no_review(match)
    if given_by_decision(match):
        raise Refused("decided", _("A referee decided a dispute so. It changes only if that is overturned on appeal."))
    if match.loser is not None and match.loser.withdrawn_at is not None:
        raise Refused(
            "withdrawn",
            _("%(team)s has withdrawn. Let it play on first, on its own page: then this match is to be played again.")
            % {"team": match.loser.name},
        )
    was = match.winner_id
    match.outcome, match.reason = "", ""
    notices.tell_walkover(match, actor=actor, reason=reason)
    games = settling.games_of(match)
    settling.apply_score(match, settling.score_of(match, games), settling.begun(games))
    carry_on(match, was)
    if moving.withdrawn_side(match):  # who had won it has gone home since
        forfeit(match)
        match.refresh_from_db()
    return match


def preview_without_walkover(*, actor: User, match: Match) -> Consequences:
    """What taking a walkover back would change in the whole tournament, the match itself too. Nothing is stored;
    refused as withdraw_walkover."""
    back = partial(withdraw_walkover, actor=actor, match=match, reason="preview")
    return foresee(match.stage.tournament, back)


@transaction.atomic
def withdraw_team(*, actor: User, team: Team, reason: str) -> Team:
    """A team goes home. What it has played stands; what it has not is won by its opponents without play, now or as
    soon as they are known, and it is not paired or counted among those who go on any more.

    Refused: not_allowed, reason_missing, not_running, withdrawn, alone (at a table of single players).
    """
    require_role(actor, team.tournament)
    reason = _given(reason)
    lock_concerned(*going_home.open_matches(team))
    tournament = lock_tournament(team.tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running: before the draw, take the team off the list."))
    team = Team.objects.select_for_update().get(pk=team.pk)
    if team.withdrawn_at is not None:
        raise Refused("withdrawn", _("%(team)s is out of the tournament already.") % {"team": team.name})
    if any(match.alone for match in going_home.open_matches(team)):
        raise Refused(
            "alone",
            _("The tables are drawn with everybody. Let the tables play their hands with this player's cards left "
              "unplayed, or undo the draw as long as nothing is written."),
        )  # fmt: skip
    team = going_home.take_out(team, why=reason)
    publish(tournament)
    return team


@transaction.atomic
def reinstate_team(*, actor: User, team: Team) -> Team:
    """A team that went home plays on after all: what its opponents won for that alone is to be played.

    Refused: not_allowed, not_running, not_withdrawn, disqualified (that is for an appeal), and as
    settling a match.
    """
    require_role(actor, team.tournament)
    lock_concerned(*going_home.given_away(Team.objects.select_related("tournament").get(pk=team.pk)))
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
    team = going_home.let_back_in(team)
    publish(tournament)
    return team


def preview_going(*, actor: User, team: Team) -> Consequences:
    """What it would change if a team went home, or played on after all if it has. Nothing is stored; refused as
    withdraw_team and reinstate_team."""
    if team.withdrawn_at is not None:
        return foresee(team.tournament, partial(reinstate_team, actor=actor, team=team))
    return foresee(team.tournament, partial(withdraw_team, actor=actor, team=team, reason="preview"))


@transaction.atomic
def close_tournament(*, actor: User, tournament: Tournament, reason: str = "", seen: str = "") -> Tournament:
    """Close it: nothing is written any more, and the tables' links end. Before the final is decided only with a reason.
    `seen`: the data version of what was looked at before, if it was.

    Refused: not_allowed, not_running, moved (something was written since), final_open.
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("Only a tournament that is running can be closed."))
    if seen and seen != str(tournament.version):
        raise Moved
    if not outlook(tournament).decided and not reason.strip():
        raise Refused(
            "final_open",
            _("The final is not decided yet. Finish it, or say why the tournament ends here; the reason is published."),
        )
    now = timezone.now()
    tournament.status, tournament.closed_at, tournament.close_reason = Tournament.Status.CLOSED, now, reason.strip()
    tournament.save(update_fields=["status", "closed_at", "close_reason"])
    TableLink.objects.filter(tournament=tournament, revoked_at__isnull=True).update(revoked_at=now)
    publish(tournament)
    return tournament


@transaction.atomic
def reopen_tournament(*, actor: User, tournament: Tournament) -> Tournament:
    """Take the closing back, for instance to correct a hand. Table links have to be issued anew. Refused: not_allowed,
    not_closed."""
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.CLOSED:
        raise Refused("not_closed", _("This tournament is not closed."))
    tournament.status, tournament.closed_at, tournament.close_reason = Tournament.Status.RUNNING, None, ""
    tournament.save(update_fields=["status", "closed_at", "close_reason"])
    publish(tournament)
    return tournament


def _given(reason: str) -> str:
    if not reason.strip():
        raise Refused("reason_missing", _("Say why. The reason is published with the result."))
    return reason.strip()
