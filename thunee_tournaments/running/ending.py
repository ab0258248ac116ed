"""Deciding a match without play, and closing a tournament."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import final_of, next_match, stage_of
from thunee_tournaments.running.authority import require_role
from thunee_tournaments.running.disputed import lost_by_decision
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.running.games import lock_sheets, playable, remove_games
from thunee_tournaments.running.publishing import publish
from thunee_tournaments.running.settling import carry_on
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.versions import lock_tournament


@transaction.atomic
def award_walkover(*, actor: User, match: Match, side: str, reason: str) -> Match:
    """Give the match to side "A" or "B" because the other did not come or cannot go on. The reason is published.

    Hands written so far stay on record, and count for nothing. Refused: not_allowed, reason_missing, bad_side,
    teams_unknown, match_over, tournament_closed.
    """
    require_role(actor, match.stage.tournament)
    reason = _given(reason)
    if side not in ("A", "B"):
        raise Refused("bad_side", _("Say which of the two teams goes on."))
    lock_sheets(match)
    match = playable(settling.lock_match(match.pk))
    remove_games([game for game in settling.games_of(match) if game.sheet.seq == 0])
    settling.apply_walkover(match, side, reason)
    carry_on(match, None)
    return match


@transaction.atomic
def withdraw_walkover(*, actor: User, match: Match, reason: str) -> Match:
    """Take a walkover back: the match is to be played after all. Refused: not_allowed, reason_missing, no_walkover,
    decided (by a referee, in a dispute), successor_begun, tournament_closed."""
    require_role(actor, match.stage.tournament)
    _given(reason)
    after = next_match(match)
    lock_sheets(match, *([after[0]] if after else []))
    match = settling.lock_match(match.pk)
    if match.outcome != Match.Outcome.WALKOVER:
        raise Refused("no_walkover", _("This match was not decided by a walkover."))
    if lost_by_decision(match):
        raise Refused("decided", _("A referee decided a dispute so. It changes only if that is overturned on appeal."))
    was = match.winner_id
    match.outcome, match.reason = "", ""
    games = settling.games_of(match)
    settling.apply_score(match, settling.score_of(match, games), settling.begun(games))
    carry_on(match, was)
    return match


@transaction.atomic
def close_tournament(*, actor: User, tournament: Tournament, reason: str = "") -> Tournament:
    """Close it: nothing is written any more, and the tables' links end. Before the final is decided only with a reason.

    Refused: not_allowed, not_running, final_open.
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("Only a tournament that is running can be closed."))
    stage = stage_of(tournament)
    final = final_of(stage) if stage else None
    if (final is None or not final.over) and not reason.strip():
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
