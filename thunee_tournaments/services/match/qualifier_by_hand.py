"""Two entries of a qualifier that wait meet because an organiser says so, whatever they have won in a row: any two, or,
where it stands still, those nearest to each other."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.shapes import Queue
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import qualifier_queue
from thunee_tournaments.services.match.games import open_next_game
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments.models import Stage, Tournament


def in_queue(stage: Stage) -> list[streak.Waiting[int]]:
    """Who could meet now, the longest wait first: one entry of each team that is at no table; teams by their key."""
    return streak.queue(qualifier_queue.qualifier_standings(stage), {})


@transaction.atomic
def let_meet(*, actor: User, tournament: Tournament, entries: tuple[int, int], reason: str) -> Match:
    """Let the entries of these two numbers meet; told in the record with the reason.

    Refused: not_allowed, reason_missing, not_running, no_qualifier, places_taken, same_team, not_waiting (one of them
    plays, is through or out, or another entry of its team waits longer).
    """
    require_role(actor, tournament)
    reason = given_reason(reason)
    stage, tournament = qualifier_queue.qualifier(tournament)
    if qualifier_queue.is_full(stage):
        raise Refused("places_taken", qualifier_queue.PLACES_TAKEN)
    if entries[0] == entries[1]:
        raise Refused("same_team", _("Choose two different teams."))
    if not set(entries) <= {waiting.number for waiting in in_queue(stage)}:
        raise Refused("not_waiting", _("One of the two does not wait any more. This is who waits now."))
    queue: Queue = {**qualifier_queue.queue_of(stage), "by_hand": list(entries)}
    [match] = qualifier_queue.make_matches(stage, [entries], queue)
    open_next_game(match)
    notices.post_meeting(match, actor=actor, reason=reason)
    qualifier_queue.after_change(stage, tournament)
    publish(tournament)
    return match


@transaction.atomic
def pair_across(*, actor: User, tournament: Tournament) -> Match:
    """A qualifier stands still: whoever has waited longest meets who is nearest in wins, as after the end of entries.

    Refused: not_allowed, not_running, no_qualifier, entries_closed, not_still, nobody_else.
    """
    require_role(actor, tournament)
    stage, tournament = qualifier_queue.qualifier(tournament)
    if stage.inputs.get("closed"):
        raise Refused("entries_closed", _("Entries are closed: who is left is paired by itself."))
    if qualifier_queue.standstill(stage) is None:
        raise Refused("not_still", _("The qualifier goes on by itself: a match is played, or can be called."))
    inputs: Queue = {**qualifier_queue.queue_of(stage), "across": True}
    pair = qualifier_queue.paired(inputs)
    if pair is None:
        raise Refused("nobody_else", _("Only one team waits: nobody is there to play it."))
    [match] = qualifier_queue.make_matches(stage, [pair], inputs)
    open_next_game(match)
    assigning.call_ready(tournament)
    publish(tournament)
    return match
