"""What referees do about a dispute: decide it, decide an appeal, enforce an offence found late; and look at what each
would change before it is done. The match settles in the same transaction, as after any change of its sheets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from adjudication import book, disputes, hands, late
from adjudication.disputes import Decided, Override
from adjudication.hands import Hand
from adjudication.models import Decision, Dispute, Scoresheet
from adjudication.outcomes import ProposedDecision
from engine.shapes import Score
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.access import referee
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish_running
from thunee_tournaments.services.match.disputed import LOSES_MATCH
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.services.match.settlement import forfeit as forfeit_if_gone
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.services.match.under_review import around
from thunee_tournaments.services.officiating import impact, late_results, surplus_games, withdrawals
from thunee_tournaments.services.officiating.forfeits import forfeit, play_after_all

Outcome = Decision.Outcome


@dataclass(frozen=True)
class Ruled:
    """What was decided, and where the match stands now. `repeated`: this is the first answer to the same request."""

    decision: Decision
    standing: disputes.Standing
    match: Match
    repeated: bool


@dataclass(frozen=True)
class MatchMoment:
    """A match and one of its sheets (None: the dispute is about none) at one moment."""

    state: Score  # as a ledger's `after` says it
    game_winner: str
    match_winner: str
    steps: list[Hand]
    elsewhere: impact.Moment | None = None


@transaction.atomic
def decide_dispute(
    *,
    actor: User,
    match: Match,
    dispute: Dispute,
    proposed: ProposedDecision,
    device: str,
    client_uuid: UUID | str,
    override: str = "",
) -> Ruled:
    """Decide an open dispute. `override`: why a chief referee decides in spite of a conflict of interest.

    Raises Stale and KeyReused. Refused: not_allowed, not_here, conflict, decided, unknown_rule, reason_missing,
    invalid, tournament_closed, and what correcting a hand may be refused for.
    """
    book_actor = referee(actor, match)
    _lock(match, dispute, proposed)
    done = disputes.decide(
        dispute.pk, proposed, actor=book_actor, device=device, client_uuid=client_uuid,
        policies=book_of(match.stage.tournament).policies, override=Override.of(book_actor, override),
    )  # fmt: skip
    if done.repeated:
        return _ruled(done, match)
    return _ruled(done, _follow(match, done, None, book_actor))


@transaction.atomic
def decide_appeal(
    *,
    actor: User,
    match: Match,
    dispute: Dispute,
    overturn: bool,
    rules: Sequence[str],
    text: str,
    device: str,
    client_uuid: UUID | str,
    head: str = "",
    instead: ProposedDecision | None = None,
    deposit: str = "",
    override: str = "",
) -> Ruled:
    """Uphold a decision, or overturn it: what it changed is taken back, and `instead` holds in its place (None: the
    record stands). `deposit`: "kept" or "returned", if one was left.

    Raises and refuses as decide_dispute, and: not_appealed, same_person, deposit_open.
    """
    book_actor = referee(actor, match)
    _lock(match, dispute, instead)
    steps = list(dispute.steps.order_by("seq"))
    before = [step for step in steps if step.outcome and step.act != Decision.Act.APPEAL]
    done = disputes.decide_appeal(
        dispute.pk, actor=book_actor, overturn=overturn, rules=rules, text=text, device=device, client_uuid=client_uuid,
        head=head, instead=instead, deposit=deposit, override=Override.of(book_actor, override),
    )  # fmt: skip
    if done.repeated:
        return _ruled(done, match)
    return _ruled(done, _follow(match, done, before[-1] if before else None, book_actor))


def preview_decision(
    *, actor: User, match: Match, dispute: Dispute, proposed: ProposedDecision, override: str = ""
) -> tuple[MatchMoment, MatchMoment]:
    """What a decision would change: before and after. It is done, looked at and undone; refused as decide_dispute."""
    proposed = replace(proposed, head=_head(dispute))
    return _preview(
        lambda key: decide_dispute(
            actor=actor, match=match, dispute=dispute, proposed=proposed, override=override, device="preview",
            client_uuid=key,
        ).match,
        match, dispute.sheet_id,
    )  # fmt: skip


def preview_appeal(
    *,
    actor: User,
    match: Match,
    dispute: Dispute,
    rules: Sequence[str],
    text: str,
    overturn: bool = True,
    instead: ProposedDecision | None = None,
    deposit: str = "",
    override: str = "",
) -> tuple[MatchMoment, MatchMoment]:
    """What deciding an appeal would change: before and after. Nothing is stored; refused as decide_appeal."""
    return _preview(
        lambda key: decide_appeal(
            actor=actor, match=match, dispute=dispute, overturn=overturn, rules=rules, text=text, instead=instead,
            deposit=deposit, override=override, head=_head(dispute), device="preview", client_uuid=key,
        ).match,
        match, dispute.sheet_id,
    )  # fmt: skip


@transaction.atomic
def enforce_late(
    *,
    actor: User,
    game: MatchGame,
    hand: int,
    seat: int,
    against: int,
    offence: str,
    reason: str,
    head: str,
    device: str,
    client_uuid: UUID | str,
    upheld: bool | None = None,
) -> Match:
    """Enforce an offence found late in a hand written card by card (TH-PEN-4), where the rules allow it.

    `hand` is the seq that names it, `upheld` the referee's finding for what cards cannot show. Raises Stale and
    KeyReused. Refused: not_allowed, late_barred, reason_missing, conflict, and as correcting a hand.
    """
    match = match_of(game)
    book_actor = referee(actor, match)
    lock_concerned(match)
    written = late.enforce(
        game.sheet_id, actor=book_actor, hand=hand, seat=seat, against=against, offence=offence, reason=reason,
        head=head, device=device, client_uuid=client_uuid, upheld=upheld,
    )  # fmt: skip
    return match if written.repeated else settle(match.pk)


def preview_late(
    *,
    actor: User,
    game: MatchGame,
    hand: int,
    seat: int,
    against: int,
    offence: str,
    reason: str,
    upheld: bool | None = None,
) -> tuple[MatchMoment, MatchMoment]:
    """What enforcing an offence found late would change: before and after. Nothing is stored; refused as that."""
    head = Scoresheet.objects.values_list("head", flat=True).get(pk=game.sheet_id)
    return _preview(
        lambda key: enforce_late(
            actor=actor, game=game, hand=hand, seat=seat, against=against, offence=offence, reason=reason, head=head,
            upheld=upheld, device="preview", client_uuid=key,
        ),
        match_of(game), game.sheet_id,
    )  # fmt: skip


def _lock(match: Match, dispute: Dispute, proposed: ProposedDecision | None) -> None:
    """All a decision may touch, before the dispute."""
    if dispute.subject != match.public_id:
        raise Refused("not_here", _("This dispute is about another match."))
    lock_concerned(match, *_also_touched(match, dispute, proposed))


def _also_touched(match: Match, dispute: Dispute, proposed: ProposedDecision | None) -> list[Match]:
    """The other matches of a team that is disqualified, or that plays on when a disqualification is overturned; those
    before and beside a match that was under review, where its teams may have been kept."""
    touched: list[Match] = []
    if dispute.reason == Dispute.Reason.OVERTURNED:
        touched += around(match)
    if proposed is not None and proposed.outcome == Outcome.DISQUALIFIED and (team := match.team(proposed.side)):
        touched += withdrawals.open_matches(team)
    for step in dispute.steps.filter(outcome=Outcome.DISQUALIFIED):
        if team := match.team(step.side):
            touched += withdrawals.given_away(team)
    return touched


def _follow(match: Match, done: Decided, before: Decision | None, book_actor: book.Actor) -> Match:
    """What a step means for the match: lost by a side, to be played after all, settled anew, or only published."""
    step = done.decision
    loses = step.outcome in LOSES_MATCH
    if before is not None and before.outcome in LOSES_MATCH and step.act == Decision.Act.OVERTURN:
        if before.outcome == Outcome.DISQUALIFIED and (team := match.team(before.side)):
            withdrawals.overturned(team, before)
        match = play_after_all(match.pk)
        if not loses:
            forfeit_if_gone(match)  # who had won it by that may have gone home since
    if before is not None and before.outcome in late_results.LATE_CHOICES and step.act == Decision.Act.OVERTURN:
        match = late_results.take_back(match, before, book_actor)
    if before is not None and before.outcome in surplus_games.SURPLUS_CHOICES and step.act == Decision.Act.OVERTURN:
        match = surplus_games.take_back(match, before, book_actor)
    if step.outcome in late_results.LATE_CHOICES:
        return late_results.carry_out_instead(match, step, book_actor)
    if step.outcome in surplus_games.SURPLUS_CHOICES:
        return surplus_games.carry_out_instead(match, step, book_actor)
    if loses:
        match = forfeit(match.pk, step.side, _why(step))
        if step.outcome == Outcome.DISQUALIFIED and (team := match.team(step.side)):
            withdrawals.take_out(team, disqualified=True)
            match = settling.lock_match(match.pk)
        return match
    if done.written is not None:
        return settle(match.pk)
    locked = settling.lock_match(match.pk)
    publish_running(locked)
    return locked


def _why(step: Decision) -> str:
    """What the match says of how it ended."""
    words = {"outcome": Outcome(step.outcome).label, "rules": ", ".join(step.rules), "why": step.text}
    return _("Decided by a referee: %(outcome)s (%(rules)s). %(why)s") % words


def _ruled(done: Decided, match: Match) -> Ruled:
    return Ruled(done.decision, done.standing, match, done.repeated)


def _head(dispute: Dispute) -> str:
    """The head of the dispute's sheet as it is now."""
    return Scoresheet.objects.values_list("head", flat=True).get(pk=dispute.sheet_id) if dispute.sheet_id else ""


def _preview(act: Callable[[UUID], Match], match: Match, sheet_id: int | None) -> tuple[MatchMoment, MatchMoment]:
    """Before and after an act, which is done under a key of its own, and undone."""
    before = _now(match, sheet_id)
    with transaction.atomic():
        after = _now(act(uuid4()), sheet_id)
        transaction.set_rollback(True)
    return before, after


def _now(match: Match, sheet_id: int | None) -> MatchMoment:
    elsewhere = impact.moment(match.stage.tournament)
    if sheet_id is None:
        balls: Score = {"balls": {side.side: side.score for side in match.sides}}
        return MatchMoment(balls, "", match.winning_side, [], elsewhere)
    sheet = Scoresheet.objects.get(pk=sheet_id)
    return MatchMoment(sheet.ledger["after"], sheet.winner, match.winning_side, hands.all_steps(sheet), elsewhere)
