"""Deciding a match without play, and taking that back."""

from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match import advancement
from thunee_tournaments.services.match.disputed import given_by_decision
from thunee_tournaments.services.match.games import playable, remove_games
from thunee_tournaments.services.match.settlement import carry_on, forfeit
from thunee_tournaments.services.match.under_review import require_no_review
from thunee_tournaments.services.officiating.impact import Impact, impact_of
from thunee_tournaments.services.officiating.impartiality import require_impartial


@transaction.atomic
def award_walkover(*, actor: User, match: Match, side: str, reason: str) -> Match:
    """Give the match to side "A" or "B" because the other did not come or cannot go on. The reason is published.

    Hands written so far stay on record, and count for nothing. Refused: not_allowed, conflict, reason_missing,
    bad_side, alone (at a table of single players), teams_unknown, match_over, under_review, tournament_closed.
    """
    require_role(actor, match.stage.tournament)
    require_impartial(actor, match)
    reason = given_reason(reason)
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
    notices.post_walkover(match, actor=actor, reason=reason)
    carry_on(match, None)
    return match


@transaction.atomic
def withdraw_walkover(*, actor: User, match: Match, reason: str) -> Match:
    """Take a walkover back: the match is to be played after all. Refused: not_allowed, conflict, reason_missing,
    no_walkover, decided (by a referee, in a dispute), withdrawn, under_review, tournament_closed."""
    require_role(actor, match.stage.tournament)
    require_impartial(actor, match)
    reason = given_reason(reason)
    lock_concerned(match)
    match = settling.lock_match(match.pk)
    if match.outcome != Match.Outcome.WALKOVER:
        raise Refused("no_walkover", _("This match was not decided by a walkover."))
    require_no_review(match)
    if given_by_decision(match):
        text = _("A referee decided this in a dispute. It changes only if that is overturned on appeal.")
        raise Refused("decided", text)
    if match.loser is not None and match.loser.withdrawn_at is not None:
        raise Refused(
            "withdrawn",
            _("%(team)s has withdrawn. Let it play on first, on its own page: then this match is to be played again.")
            % {"team": match.loser.name},
        )
    was = match.winner_id
    match.outcome, match.reason = "", ""
    notices.post_walkover(match, actor=actor, reason=reason)
    games = settling.games_of(match)
    settling.apply_score(match, settling.score_of(match, games), settling.begun(games))
    carry_on(match, was)
    if advancement.withdrawn_side(match):  # who had won it has gone home since
        forfeit(match)
        match.refresh_from_db()
    return match


def preview_without_walkover(*, actor: User, match: Match) -> Impact:
    """What taking a walkover back would change in the whole tournament, the match itself too. Nothing is stored;
    refused as withdraw_walkover."""
    back = partial(withdraw_walkover, actor=actor, match=match, reason="preview")
    return impact_of(match.stage.tournament, back)
