"""What a referee decides about a match under review: keep it, have it played anew, or strike it out (EV-LATE-1 to 4).

A match is under review when a result before it was changed after it had begun. Kept, its teams keep the place they came
by. Otherwise its games are struck out, hand by hand, the right teams sit down, and the match is played anew, or goes to
the side whose place was never in question. Each is a decision in the record's chain; only an appeal takes it back.

In groups, a Swiss, leagues and rounds at tables a place is kept in all its matches or in none (`group_places`); who has
to leave it leaves each match under review by a decision of its own, for each has another opponent. All of them can be
decided in one act. A table of single players is kept or replayed: there is no one side it could go to.
"""

import uuid
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication import book, disputes
from adjudication.disputes import Override
from adjudication.errors import KeyReused
from adjudication.keys import key_of
from adjudication.models import Decision, Dispute
from adjudication.outcomes import ProposedDecision
from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.access import referee
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import (
    advancement,
    group_places,
    kept_teams,
    qualifier_results,
    stages,
    struck_games,
)
from thunee_tournaments.services.match.games import default_seats, remove_games
from thunee_tournaments.services.match.group_play import lock_stage, open_due
from thunee_tournaments.services.match.settlement import carry_on, forfeit
from thunee_tournaments.services.match.under_review import around
from thunee_tournaments.services.officiating import impact
from thunee_tournaments.services.officiating.impact import Impact
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.shapes import Words

Outcome = Decision.Outcome
KEEP_MATCH, REPLAY_MATCH, VOID_MATCH = Outcome.MATCH_KEPT, Outcome.MATCH_REPLAYED, Outcome.MATCH_VOID
LATE_CHOICES = (KEEP_MATCH, REPLAY_MATCH, VOID_MATCH)
LATE_RULES = {KEEP_MATCH: "EV-LATE-2", REPLAY_MATCH: "EV-LATE-3", VOID_MATCH: "EV-LATE-4"}
NOT_POSSIBLE = gettext_lazy(
    "This cannot be done with the match as it stands: it is not known who should play it. Keep it, or decide when that "
    "is known."
)
GIVEN_UP_ALONE = gettext_lazy(
    "It cannot be kept: this player was struck out of another table of the stage, and the place is another's now. "
    "Replay it; to keep the player after all, that decision has to be overturned first."
)
GIVEN_UP = gettext_lazy(
    "It cannot be kept: this team was struck out of another match of the same table, and its place there is another's "
    "now. Replay it or strike it out; to keep the team after all, that decision has to be overturned first."
)
NO_WAY = gettext_lazy(
    "It cannot be kept: a referee has decided a match before it without this team, or the team stands in another "
    "match already. Replay it or strike it out; to keep the team, that decision has to be overturned first."
)


class ErrorBy(models.TextChoices):
    """Whose error the changed result was, as the referee finds."""

    OWN = "own", gettext_lazy("the team that went on wrongly")
    OTHERS = "others", gettext_lazy("somebody else: the other team, the scorekeeper, the desk")
    UNKNOWN = "unknown", gettext_lazy("nobody can say any more")


def suggested_choice(tournament: Tournament, error_by: str) -> str:
    """What the event's policy says for an error of this cause; "" where the referee decides each time."""
    if policies.read(tournament.policies).late_correction != policies.LateCorrection.OWN_ERROR:
        return ""
    return {ErrorBy.OWN: REPLAY_MATCH, ErrorBy.OTHERS: KEEP_MATCH}.get(ErrorBy(error_by), "")


def late_choices_for(match: Match) -> list[str]:
    """What can be decided about a match under review as it stands."""
    if not match.conflict:
        return []
    choices = [] if why_not_kept(match) else [KEEP_MATCH.value]
    if group_places.source_is_open(match):
        return choices
    streak = format_of(match.stage).sold
    if not streak:
        choices.append(REPLAY_MATCH.value)
    if len(match.conflict) == 1 and not match.alone and (streak or match.side(match.conflict).due is not None):
        choices.append(VOID_MATCH.value)
    return choices


def why_not_kept(match: Match) -> Words:
    """Why a match under review cannot be kept, in words; "" if it can."""
    if group_places.given_up(match):
        return GIVEN_UP_ALONE if match.alone else GIVEN_UP
    if not format_of(match.stage).sold and not kept_teams.can_keep_teams(match):
        return NO_WAY
    return ""


@transaction.atomic
def resolve_conflict(
    *,
    actor: User,
    match: Match,
    choice: str,
    error_by: str,
    text: str,
    device: str,
    client_uuid: uuid.UUID | str,
    rules: Sequence[str] = (),
    departing: str = "",
    override: str = "",
    alike: bool = False,
) -> Decision:
    """Decide about a match under review. `choice`: "match_kept", "match_replayed" or "match_void"; `error_by`: whose
    error it was ("own", "others", "unknown"); `departing`: why it is decided otherwise than the event's policy says;
    `alike`: the same for the other matches under review of the same place in a table, where it is possible.

    Raises KeyReused. Refused: not_allowed, no_conflict, invalid, not_possible, departing_missing, conflict,
    unknown_rule, reason_missing, tournament_closed, and as settling a match.
    """
    referee(actor, match)
    device, key = key_of(device, client_uuid)
    others = group_places.alike_under_review(match) if alike else []
    lock_concerned(match, *around(match), *others)
    match = settling.lock_match(match.pk)
    # Asked under the lock, so that the second of two taps finds what the first has decided.
    earlier: Decision | None = Decision.objects.filter(device=device, client_uuid=key).select_related("dispute").first()
    if earlier is not None:
        if (earlier.dispute.subject, earlier.outcome) != (match.public_id, choice):
            raise KeyReused
        return earlier
    finding = {"choice": choice, "error_by": error_by, "text": text, "departing": departing, "override": override}
    decided = _decide(actor, match, device, key, rules, **finding)
    for other in others:
        other = settling.lock_match(other.pk)
        if choice in late_choices_for(other):
            _decide(actor, other, device, uuid.uuid5(key, other.public_id), rules, **finding)
    return decided


def _decide(
    actor: User, match: Match, device: str, key: uuid.UUID, rules: Sequence[str], *, choice: str, error_by: str,
    text: str, departing: str, override: str,
) -> Decision:  # fmt: skip
    """Decide about one match, locked with all it concerns."""
    book_actor = referee(actor, match)
    _require_sense(match, choice, error_by, departing)
    cited = tuple(dict.fromkeys([*rules, LATE_RULES[Outcome(choice)]]))
    proposed = ProposedDecision(choice, cited, _grounds(error_by, text, departing))
    dispute = disputes.raise_dispute(
        actor=book_actor, subject=match.public_id, about=Dispute.About.MATCH, reason=Dispute.Reason.OVERTURNED,
        words="", device=device, client_uuid=uuid.uuid5(key, "review"),
    )  # fmt: skip
    decided = disputes.decide(
        dispute.pk, proposed, actor=book_actor, device=device, client_uuid=key,
        policies=book_of(match.stage.tournament).policies,
        override=Override.of(book_actor, override),
    )  # fmt: skip
    carry_out(match, decided.decision, book_actor)
    return decided.decision


def was_match_resolved(match: Match, device: str, client_uuid: uuid.UUID | str) -> bool:
    """Whether this very request has decided about the match already: the second of two taps. Refused: invalid."""
    device, key = key_of(device, client_uuid)
    return Decision.objects.filter(device=device, client_uuid=key, dispute__subject=match.public_id).exists()


def preview_conflict(
    *,
    actor: User,
    match: Match,
    choice: str,
    error_by: str,
    text: str,
    departing: str = "",
    override: str = "",
    alike: bool = False,
) -> Impact:
    """What deciding so would change in the whole tournament, the match itself too. Nothing is stored; refused as
    resolve_conflict."""
    return impact.impact_of(
        match.stage.tournament,
        lambda: resolve_conflict(
            actor=actor, match=match, choice=choice, error_by=error_by, text=text, device="preview",
            client_uuid=uuid.uuid4(), departing=departing, override=override, alike=alike,
        ),
    )  # fmt: skip


def carry_out(match: Match, decision: Decision, book_actor: book.Actor) -> Match:
    """Do what was decided about a match (locked, its sheets too), and everything that follows from it."""
    if decision.outcome == KEEP_MATCH:
        forfeited = kept_teams.keep_teams(match)
        match = settling.lock_match(match.pk)
        carry_on(match, match.winner_id)
        for other in forfeited:
            forfeit(other)
        return match
    was = match.winner_id
    for other in kept_teams.release(match, match.conflict):
        forfeit(other)
    match = settling.lock_match(match.pk)
    for_side = OTHER_SIDE.get(match.conflict, "") if decision.outcome == VOID_MATCH else ""
    _strike_games(match, decision, book_actor)
    _let_sit(match)
    if for_side:
        settling.apply_walkover(match, for_side, _why(decision))
    _in_turn(match)
    if match.state == Match.State.WAITING or assigning.elsewhere(match):
        assigning.uncall(match)
    _go_on_with_others(match, was)
    for other in stages.update_sharing_stages(match.stage):
        forfeit(other)
    publish(match.stage.tournament)  # what was drawn again beside is told, too
    assigning.call_ready(match.stage.tournament)
    if (gone := advancement.withdrawn_side(match)) and not match.over and match.team(OTHER_SIDE[gone]) is not None:
        forfeit(match)
    return match


def carry_out_instead(match: Match, decision: Decision, book_actor: book.Actor) -> Match:
    """Do what was decided on appeal in place of another decision. Refused: no_conflict, not_possible."""
    match = settling.lock_match(match.pk)
    if decision.outcome not in late_choices_for(match):
        raise Refused("not_possible", _why_not(match, decision.outcome))
    return carry_out(match, decision, book_actor)


def take_back(match: Match, decision: Decision, book_actor: book.Actor) -> Match:
    """Undo what a decision did to a match that is overturned now: the match is under review again. Refused: begun
    (the match played anew has hands already)."""
    match = settling.lock_match(match.pk)
    if decision.outcome == KEEP_MATCH:
        forfeited = kept_teams.release_all(match)
        for other in forfeited:
            forfeit(other)
        match = settling.lock_match(match.pk)
        carry_on(match, match.winner_id)
        return match
    if settling.begun(settling.games_of(match)):
        raise Refused("begun", _("The match has been replayed in the meantime: that cannot be taken back. Decide a "
                                 "dispute about the match as it is played now."))  # fmt: skip
    was = match.winner_id
    due = {side.side: side.team for side in match.sides}
    _count_games_again(match, decision, book_actor)
    match.outcome, match.reason = "", ""
    games = settling.games_of(match)
    settling.apply_score(match, settling.score_of(match, games), settling.begun(games))
    if format_of(match.stage).sold:
        qualifier_results.note_misplaced(match.stage)
        match.refresh_from_db(fields=["conflict"])
    else:
        for side, team in due.items():
            settling.note_due(match, side, team)
    _in_turn(match)
    _go_on_with_others(match, was)
    for other in stages.update_sharing_stages(match.stage):
        forfeit(other)
    publish(match.stage.tournament)  # what was drawn again beside is told, too
    return match


def _require_sense(match: Match, choice: str, error_by: str, departing: str) -> None:
    if not match.conflict:
        raise Refused("no_conflict", _("This match is not under review: nothing has to be decided about it."))
    if choice not in LATE_CHOICES or error_by not in ErrorBy.values:
        raise Refused("invalid", _("Choose whose error it was, and what becomes of the match."))
    if choice not in late_choices_for(match):
        raise Refused("not_possible", _why_not(match, choice))
    policy = suggested_choice(match.stage.tournament, error_by)
    if policy and policy != choice and not (policy == REPLAY_MATCH and choice == VOID_MATCH) and not departing.strip():
        message = _("The event's policy after such an error: “%(policy)s”. Say why you decide differently.")
        raise Refused("departing_missing", message % {"policy": Outcome(policy).label})


def _why_not(match: Match, choice: str) -> Words:
    """Why this cannot be decided about a match under review."""
    return (why_not_kept(match) if choice == KEEP_MATCH else "") or NOT_POSSIBLE


def _in_turn(match: Match) -> None:
    """Where all is drawn at once a match to be played waits for earlier ones of its teams, and later ones for it."""
    if format_of(match.stage).in_turn:
        open_due(lock_stage(match.stage))
        match.refresh_from_db(fields=["state", "seats", "first_dealer", "dealer_draw"])


def _go_on_with_others(match: Match, was: int | None) -> None:
    """What follows when other teams play a match, or have: with the same winner as before (`was`, an id, or None)
    another team may go down from it."""
    carry_on(match, None if match.over else was)


def _grounds(error_by: str, text: str, departing: str) -> str:
    """What the decision says for everybody; nothing where nothing was said (the record then refuses it)."""
    if not text.strip():
        return ""
    sentences = [text.strip(), _("The error was made by: %(whom)s.") % {"whom": ErrorBy(error_by).label}]
    if departing.strip():
        sentences.append(_("Decided against the event's policy, because: %(why)s") % {"why": departing.strip()})
    return " ".join(sentences)


def _why(decision: Decision) -> str:
    """What the match says of how it ended."""
    words = {"rule": LATE_RULES[Outcome(decision.outcome)], "why": decision.text}
    return _("Struck out by a referee (%(rule)s). %(why)s") % words


def _strike_games(match: Match, decision: Decision, book_actor: book.Actor) -> None:
    """Strike out what was played; games nothing was written in are gone."""
    games = settling.games_of(match)
    remove_games([game for game in games if game.sheet.seq == 0])
    for game in games:
        if game.sheet.seq > 0:
            struck_games.strike_out(game, match, decision, book_actor)
    for side in match.sides:
        side.games_won = side.score = 0
        side.save(update_fields=["games_won", "score"])


def _count_games_again(match: Match, decision: Decision, book_actor: book.Actor) -> None:
    """The games this decision struck out count again, with the teams that played them."""
    remove_games(settling.games_of(match))
    for game in struck_games.struck_by(match, decision):
        settling.seat(match, game.who_played)
        struck_games.count_again(game, decision, book_actor)
    match.seats = default_seats(match)


def _let_sit(match: Match) -> None:
    """The teams that should be there take the sides in conflict; the match is as if it had not begun. In a qualifier
    who was paired stays paired."""
    displaced = [side for side in match.sides if side.in_conflict]
    due = {side.side: side.due for side in displaced} if not format_of(match.stage).sold else {}
    for side in displaced:
        side.due = None
        side.save(update_fields=["due"])
    match.conflict = ""
    match.reason = ""
    settling.place(match, due)
    if match.side("B").source[0] == "again" and match.team("B") is None and match.team("A") is not None:
        settling.pass_over(match)
