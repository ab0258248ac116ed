"""Signing a game: each side says that its scoresheet is right. With both the match settles, in the same transaction."""

import uuid
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import book, signing
from adjudication.keys import key_of
from adjudication.models import Scoresheet
from adjudication.signing import How, Standing
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.settling import plays_with_signatures, signs_by_tap
from thunee_tournaments.services.core.access import writer
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match.disputed import require_no_wait
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.services.scoring import signing_pins
from thunee_tournaments.services.scoring.write_key import WriteKey
from thunee_tournaments.tables.models import TableLink

Actor = User | TableLink


@dataclass(frozen=True)
class Signed:
    """Where the game stands with this signature, and the match. `repeated`: the same request came before."""

    sheet: Scoresheet
    standing: Standing
    repeated: bool
    match: Match


def sign_game(
    *,
    actor: Actor,
    game: MatchGame,
    side: str,
    key: WriteKey,
    pin: str = "",
    reason: str = "",
) -> Signed:
    """Sign a game that is over for side "A" or "B": on the side's own phone, with its PIN, or as a referee.

    A side's own phone needs nothing more; another takes the side's
    PIN; a referee signs for a side that refuses or has left, with a reason. Raises Stale and KeyReused. Refused:
    not_here, no_signing (the event plays without), pin_missing, wrong_pin, pin_locked, not_your_side, reason_missing,
    not_over, signed_already, disputed and under_review (the match waits for a referee), conflict, match_over (a
    walkover), tournament_closed, invalid.
    """
    match = match_of(game)
    book_actor, how = _signer(actor, match, side, pin)
    # Outside the transaction, so that a wrong PIN stays counted.
    with transaction.atomic():
        return _sign(book_actor, how, match, game, side=side, key=key, reason=reason)


def agree_to_game(*, actor: Actor, game: MatchGame, key: WriteKey) -> Signed:
    """Both sides agree that a game that is over is written down rightly: whoever has not signed yet signs with this.

    For an event that signs by a tap: on the table's phone, or by a referee whom both sides told. Raises Stale and
    KeyReused. Refused: as sign_game; no_tap (the event signs with PINs), not_your_side (a side's own phone, which
    signs for that side alone).
    """
    match = match_of(game)
    book_actor = writer(actor, match)
    _require_signing(match)
    if not signs_by_tap(match):
        raise Refused("no_tap", _("In this tournament each side signs with its PIN."))
    if isinstance(actor, TableLink) and actor.side:
        raise Refused("not_your_side", _("This is the phone of one side: the other side agrees on its own."))
    _device, tap = key_of(key.device, key.uuid)
    with transaction.atomic():
        lock_concerned(match)
        missing = signing.standing_of(Scoresheet.objects.get(pk=game.sheet_id)).missing
        for side in missing or ("B",):  # with nothing missing the record says so itself, or that this came before
            key_of_side = replace(key, uuid=uuid.uuid5(tap, side))
            done = _sign(book_actor, How.AGREED, match, game, side=side, key=key_of_side, reason="")
    return done


def _require_signing(match: Match) -> None:
    """Refused: no_signing, match_over (a walkover)."""
    if not plays_with_signatures(match):
        raise Refused("no_signing", _("This event plays without signatures: a game counts as soon as it is over."))
    if match.outcome == Match.Outcome.WALKOVER:
        raise Refused("match_over", _("This match was decided by a walkover: there is nothing to sign."))


def _sign(
    book_actor: book.Actor,
    how: str,
    match: Match,
    game: MatchGame,
    *,
    side: str,
    key: WriteKey,
    reason: str,
) -> Signed:
    # Settling may open sheets, or take those of the next match away: all are locked before any match is.
    lock_concerned(match)
    held = book_of(match.stage.tournament)
    signed = signing.sign(
        game.sheet_id, actor=book_actor, side=side, head=key.head, how=how, device=key.device, client_uuid=key.uuid,
        reason=reason, policies=held.policies,
    )  # fmt: skip
    if signed.repeated:
        return Signed(signed.sheet, signed.standing, True, match)
    settled = settle(match.pk)
    require_no_wait(settled)
    return Signed(signed.sheet, signed.standing, False, settled)


def _signer(actor: Actor, match: Match, side: str, pin: str) -> tuple[book.Actor, str]:
    """Who signs, as the record knows them, and how. Refused: as sign_game."""
    book_actor = writer(actor, match)
    if side not in signing.SIDES:
        raise Refused("invalid", _("A game is signed for side A or B."))
    _require_signing(match)
    if isinstance(actor, TableLink) and actor.side == side:
        return replace(book_actor, sides=frozenset({side})), How.OWN
    if pin.strip() and not signs_by_tap(match):
        signing_pins.check(match, side, pin.strip())
        return book_actor, How.PIN
    if isinstance(actor, TableLink) and signs_by_tap(match):
        raise Refused("not_your_side", _("In this tournament both sides agree with one tap. Open the page again."))
    if isinstance(actor, TableLink):
        raise Refused("pin_missing", _("Type the PIN of %(team)s.") % {"team": match.team(side)})
    return book_actor, How.REFEREE
