"""What the sides do about a dispute: raise it, say how they saw the hand, appeal against its decision.

`decisions` is what referees do.
"""

from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import access, book, disputes, statements
from adjudication.keys import key_of
from adjudication.models import Dispute
from adjudication.shapes import Body
from engine.shapes import Ruling
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.access import writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish_running
from thunee_tournaments.tables.models import TableLink

Actor = User | TableLink


@dataclass(frozen=True)
class Raised:
    """`repeated`: the same device sent the same before, and this is the dispute it raised then."""

    dispute: Dispute
    repeated: bool


@transaction.atomic
def raise_dispute(
    *,
    actor: Actor,
    match: Match,
    about: str,
    reason: str,
    words: str,
    device: str,
    client_uuid: UUID | str,
    side: str = "",
    game: MatchGame | None = None,
    hand: int | None = None,
) -> Raised:
    """Raise a dispute on a hand (the seq that names it), a game, the match or conduct; `side`: who contests it, ""
    for a scorekeeper or a referee. `game` is the one it happened in, if any was begun. What the same phone has disputed
    already, and nobody has decided yet, is not raised again.

    Raises KeyReused. Refused: not_here, tournament_closed, teams_unknown, not_begun, not_your_side, invalid.
    """
    book_actor = speaker(actor, match)
    own = own_side(actor)
    if (own and side != own) or (side and side not in match.letters):
        raise Refused("not_your_side", _("A side raises a dispute in its own name."))
    if not match.known:
        raise Refused("teams_unknown", _("It is not known yet who plays this: there is nothing to dispute."))
    if game is not None and (game.match_id != match.pk or game.sheet.seq == 0):
        raise Refused("not_begun", _("Nothing is written in this game yet. Dispute the match, or conduct."))
    if game is not None:
        access.lock(book_actor, game.sheet_id)
    # Two taps at the same moment meet here, so that the second finds what the first has raised.
    locked = settling.lock_match(match.pk)
    key = key_of(device, client_uuid)
    repeated = Dispute.objects.filter(device=key[0], client_uuid=key[1]).exists()
    if not repeated and (same := _open_already(match, game, device, about, reason, side, hand)) is not None:
        return Raised(same, repeated=True)
    dispute = disputes.raise_dispute(
        actor=book_actor, subject=match.public_id, about=about, reason=reason, words=words, device=device,
        client_uuid=client_uuid, side=side, sheet=game.sheet.public_id if game else None, hand=hand,
    )  # fmt: skip
    if not repeated:
        publish_running(locked)
    return Raised(dispute, repeated)


@transaction.atomic
def write_version(*, actor: Actor, match: Match, dispute: Dispute, side: str, body: Body) -> statements.Written:
    """Write down how a side saw the hand an open dispute is about, for the referees to read beside the record.

    Refused: not_here, tournament_closed, not_a_hand, not_your_side, version_written, decided, invalid (`errors`).
    """
    book_actor = speaker(actor, match)
    _require_its_match(match, dispute)
    done = statements.write_version(dispute, actor=book_actor, side=side, body=body)
    if not done.repeated:
        publish_running(settling.lock_match(match.pk))
    return done


def preview_version(dispute: Dispute, body: Body) -> Ruling:
    """What a side's version of a disputed hand would be worth. Refused (invalid) for what is no hand of the sheet."""
    assert dispute.sheet is not None
    assert dispute.hand is not None
    return statements.ruling_on(dispute.sheet, dispute.hand, body)


@transaction.atomic
def appeal_decision(
    *,
    actor: Actor,
    match: Match,
    dispute: Dispute,
    side: str,
    text: str,
    device: str,
    client_uuid: UUID | str,
    deposit: str = "",
) -> disputes.Decided:
    """Appeal a decision for a side, once and in time; `deposit`: what was left for it, in words.

    Raises KeyReused. Refused: not_here, tournament_closed, appeal_late, appealed_once, not_decided, not_your_side,
    reason_missing, invalid.
    """
    book_actor = speaker(actor, match)
    _require_its_match(match, dispute)
    if side not in match.letters:
        raise Refused("not_your_side", _("An appeal is made by a side, or written down for it by a referee."))
    if dispute.sheet_id is not None:
        access.lock(book_actor, dispute.sheet_id)
    locked = settling.lock_match(match.pk)  # before its dispute, as whoever decides it does
    done = disputes.appeal(
        dispute.pk, actor=book_actor, side=side, text=text, device=device, client_uuid=client_uuid, deposit=deposit
    )
    if not done.repeated:
        publish_running(locked)
    return done


def _open_already(
    match: Match, game: MatchGame | None, device: str, about: str, reason: str, side: str, hand: int | None
) -> Dispute | None:
    """The same dispute from the same phone, still open: somebody went back to the form and sent it once more."""
    return Dispute.objects.filter(
        book=match.stage.tournament.public_id, subject=match.public_id, sheet=game.sheet_id if game else None,
        device=device, about=about, reason=reason, side=side, hand=hand, steps__isnull=True,
    ).first()  # fmt: skip


def speaker(actor: Actor, match: Match) -> book.Actor:
    """The actor with the sides it may speak for: a phone that serves the whole table for whoever sits there."""
    book_actor = writer(actor, match)
    if not isinstance(actor, TableLink):
        return book_actor
    return replace(book_actor, sides=frozenset(own_side(actor)) or frozenset(match.letters))


def own_side(actor: Actor) -> str:
    """The side whose own phone the actor is, "" for the table's one scorekeeper and for people."""
    return getattr(actor, "side", "") if isinstance(actor, TableLink) else ""


def _require_its_match(match: Match, dispute: Dispute) -> None:
    if dispute.subject != match.public_id:
        raise Refused("not_here", _("This dispute is about another match."))
