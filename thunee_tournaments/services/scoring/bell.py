"""The bell in a match: its game is ended because the round's time is up, and that is taken back.

Whether it has rung is for `tables.timers`; what an event plays then is in its policies (EV-BELL-1 to 3).
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import bell, book
from adjudication.entries import Appended
from adjudication.models import Entry, Scoresheet
from engine.shapes import Ruling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.access import referee, writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match.disputed import require_no_wait
from thunee_tournaments.services.match.match_lead import lead_of
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.services.scoring.write_key import WriteKey
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tables.timers import rang_for
from thunee_tournaments.tournaments import policies

Actor = User | TableLink


@dataclass(frozen=True)
class Bell:
    """What the bell means for a match that it has rung for. `side`: who wins if the game ends where it stands, "" while
    all is level; `how`: by balls, games or the last hand (`bell_rules`). `finish`: whether the hand being played
    is finished first."""

    side: str
    how: str
    finish: bool


def bell_for(match: Match, game: MatchGame, ruling: Ruling | None = None) -> Bell | None:
    """What the bell means for a game that is not over; None if it has not rung for it. `ruling`: of the hand that would
    be written first."""
    if game.sheet.is_over or match.over or rang_for(match) is None:
        return None
    chosen = policies.read(match.stage.tournament.policies)
    side, how = bell.winner_now(game.sheet, lead_of(match, game), chosen.bell_level, ruling)
    return Bell(side, how, chosen.bell_finish == policies.BellFinish.FINISH_HAND)


@transaction.atomic
def end_by_bell(*, actor: Actor, game: MatchGame, key: WriteKey) -> Match:
    """The bell has rung: end the game, and with it the match, as it stands (EV-BELL-2). Sent again it gets its first
    answer, also when the clock was put off or taken away since.

    Raises Stale and KeyReused. Refused: not_here, not_rung, level (one more hand is played), game_over, match_over,
    disputed, under_review, tournament_closed, invalid (the key).
    """
    match = match_of(game)
    book_actor = writer(actor, match)
    lock_concerned(match)
    again = bell.was_rung(game.sheet, key.device, key.uuid)
    if match.outcome == Match.Outcome.WALKOVER and not again:
        raise Refused("match_over", _("This match was decided by a walkover."))
    written = _ring(match, game, book_actor, rang_for(match), key, again=again)
    return match if written.repeated else _settled(match)


@transaction.atomic
def take_bell_back(*, actor: User, game: MatchGame, reason: str, key: WriteKey) -> Match:
    """Let a game that the bell ended go on, for a referee with a reason; the bell's entry is struck out. While the
    round's time is still up, the next hand can be the last one again.

    Raises Stale and KeyReused. Refused: not_allowed, not_here, conflict, reason_missing, no_bell, final, disputed,
    under_review, tournament_closed, invalid (the key).
    """
    match = match_of(game)
    book_actor = referee(actor, match)
    lock_concerned(match)
    back = bell.take_back(
        game.sheet_id, actor=book_actor, reason=reason, device=key.device, client_uuid=key.uuid, head=key.head
    )
    return match if back.repeated else _settled(match)


def after_last_hand(match: Match, game: MatchGame, book_actor: book.Actor, written: Appended) -> bool:
    """Inside the act that wrote what its writer saw to be the last hand: end the game, if the bell has rung and a side
    is ahead. Whether it did."""
    game.sheet = Scoresheet.objects.get(pk=game.sheet_id)
    now = bell_for(match, game)
    if now is None or not now.side:
        return False
    entry = written.entry
    rang = _ring(match, game, book_actor, rang_for(match), WriteKey(entry.device, _key_behind(entry), game.sheet.head))
    written.sheet.refresh_from_db()
    return not rang.repeated


def ended_behind(game: MatchGame, entry: Entry) -> bool:
    """Whether the bell ended the game in the act that wrote this hand: for whoever sends the hand again."""
    return bell.was_rung(game.sheet, entry.device, _key_behind(entry))


def _key_behind(entry: Entry) -> UUID:
    """The name of the bell that is rung with a hand, the same whenever the hand is sent."""
    return uuid5(UUID(str(entry.client_uuid)), "bell")


def _ring(
    match: Match, game: MatchGame, book_actor: book.Actor, rang: datetime | None, key: WriteKey, *, again: bool = False
) -> Appended:
    """End a game at the bell that `rang` for its match; `again`: the key did so before, and repeats what it said."""
    if rang is None and not again:
        raise Refused("not_rung", _("The bell has not rung for this match: it is played on."))
    level = policies.read(match.stage.tournament.policies).bell_level
    reason = f"bell at {rang.isoformat(timespec='seconds')}" if rang is not None else ""
    return bell.ring(
        game.sheet_id, actor=book_actor, lead=lead_of(match, game), level=level, reason=reason, device=key.device,
        client_uuid=key.uuid, head=key.head,
    )  # fmt: skip


def _settled(match: Match) -> Match:
    """The match after what was written now: refused where it waits for a referee, as it stands under its lock."""
    settled = settle(match.pk)
    require_no_wait(settled)
    return settled
