"""Writing hands down: preview, record, correct, void, write in. The match settles in the same transaction."""

from dataclasses import dataclass
from typing import TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import access, entries, judging
from adjudication.models import Entry, Scoresheet
from adjudication.shapes import Body, Ruling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.settling import games_of
from thunee_tournaments.services.core.access import NOT_HERE, referee, writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match.disputed import require_no_wait
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.services.scoring.bell import after_last_hand, ended_behind
from thunee_tournaments.services.scoring.write_key import WriteKey
from thunee_tournaments.tables.models import Seating, TableLink

Actor = User | TableLink


@dataclass(frozen=True)
class Recorded:
    """What was written and where the match stands now."""

    entry: Entry
    sheet: Scoresheet
    ruling: Ruling | None  # None after a void
    repeated: bool  # the same device sent the same key and body before: this is the first answer again
    match: Match
    voided: tuple[str, ...] = ()  # the sides whose signature counted until this was written
    by_bell: bool = False  # it was the last hand: the bell ended the game behind it


class SheetChange(TypedDict, total=False):
    """A change, as change_sheet takes it: of the entry it supersedes, or of a hand that was missed behind `after`."""

    kind: str
    body: Body
    supersedes: int | None
    after: int | None


def preview_hand(*, actor: Actor, game: MatchGame, body: Body) -> Ruling:
    """The ruling this hand would get; an undecidable one says what is missing. Nothing is stored.

    Refused: not_here, invalid (`errors` with paths), game_over, match_over, earlier_game_first, disputed, under_review,
    rules_unreadable, and as `core.access.writer`.
    """
    match = _at_hand(game)
    book_actor = writer(actor, match)
    _require_playable(match)
    _require_its_turn(match, game)
    require_no_wait(match)
    return judging.preview(access.at_hand(book_actor, game.sheet), body)


@transaction.atomic
def record_hand(
    *,
    actor: Actor,
    game: MatchGame,
    body: Body,
    key: WriteKey,
    last: bool = False,
) -> Recorded:
    """Append a hand to the game's sheet, settle and advance what it decides.

    `last`: the writer was told that the bell has rung and this is the last
    hand: it ends the game, if that still holds and a side is ahead (EV-BELL-2).

    Raises `adjudication.errors.Stale` (409) and `KeyReused` (422) as they are. Refused: not_here (the link is of
    another table), match_over, game_over, earlier_game_first, disputed, under_review (a referee has to decide first),
    tournament_closed, invalid (`errors` with paths), undecidable (`errors` and `possible`), rules_unreadable,
    sheet_full, and as `core.access.writer`.
    """
    book_actor = writer(actor, _at_hand(game))
    written = entries.append_entry(
        game.sheet_id, actor=book_actor, device=key.device, client_uuid=key.uuid, head=key.head, kind=Entry.Kind.HAND,
        body=body, stamp=key.stamp,
    )  # fmt: skip
    if written.repeated:
        return _recorded(written, match_of(game), by_bell=last and ended_behind(game, written.entry))
    rang = last and after_last_hand(match_of(game), game, book_actor, written)
    match = settle(game.match_id)
    _require_playable(match)
    _require_its_turn(match, game)
    require_no_wait(match)
    return _recorded(written, match, by_bell=rang)


@transaction.atomic
def correct_hand(
    *,
    actor: Actor,
    game: MatchGame,
    entry: Entry,
    body: Body,
    key: WriteKey,
    reason: str = "",
) -> Recorded:
    """Replace what `entry` says by `body`; later hands are judged again and the match settles anew.

    A table may correct the last hand of its match; the organiser any, with a reason. Refused: reason_missing,
    not_the_last, superseded (the entry no longer counts), later_hand (it could not be judged any more),
    under_review (a referee has to decide about this match first), table_moved_on, and
    as record_hand. Raises Stale and KeyReused.
    """
    return change_sheet(actor, game, Entry.Kind.CORRECTION, body, key, reason, supersedes=entry.seq)


@transaction.atomic
def void_hand(*, actor: Actor, game: MatchGame, entry: Entry, key: WriteKey, reason: str = "") -> Recorded:
    """Strike out a hand, as if it had not been played. Otherwise as correct_hand."""
    return change_sheet(actor, game, Entry.Kind.VOID, {}, key, reason, supersedes=entry.seq)


@transaction.atomic
def insert_hand(
    *,
    actor: Actor,
    game: MatchGame,
    after: int,
    body: Body,
    key: WriteKey,
    reason: str = "",
) -> Recorded:
    """Write in a hand that was missed, behind the one first written as entry `after` (0: before the first). For
    referees, with a reason. Refused: not_allowed, and as correct_hand."""
    referee(actor, match_of(game))
    return change_sheet(actor, game, Entry.Kind.CORRECTION, body, key, reason, after=after)


def change_sheet(
    actor: Actor,
    game: MatchGame,
    kind: str,
    body: Body,
    key: WriteKey,
    reason: str,
    *,
    supersedes: int | None = None,
    after: int | None = None,
) -> Recorded:
    """What correct_hand, void_hand and insert_hand do, inside their transaction."""
    match = match_of(game)
    book_actor = writer(actor, match)
    if isinstance(actor, TableLink):
        _require_table_still_there(actor, match)
    elif not reason.strip():
        raise Refused("reason_missing", _("Say why the hand is changed. The reason stays on the scoresheet."))
    # A change may take back who goes on, and with it sheets that were opened: all are locked before any match is.
    lock_concerned(match)
    written = entries.append_entry(
        game.sheet_id,
        actor=book_actor,
        device=key.device,
        client_uuid=key.uuid,
        head=key.head,
        kind=kind,
        body=body,
        supersedes=supersedes,
        after=after,
        reason=reason.strip(),
        stamp=key.stamp,
    )
    if written.repeated:
        return _recorded(written, match_of(game))
    settled = settle(game.match_id)
    require_no_wait(settled)
    return _recorded(written, settled)


def _require_table_still_there(link: TableLink, match: Match) -> None:
    """A table fixes its last hand only while nothing has been played there since."""
    seating = Seating.objects.get(match=match)
    since = Seating.objects.filter(table=link.table_id).exclude(pk=seating.pk)
    moved_on = since.filter(ended_at__isnull=True, match__state=Match.State.PLAYING)
    if seating.ended_at is not None:
        moved_on = moved_on | since.filter(ended_at__gt=seating.ended_at)
    if moved_on.exists():
        raise Refused("table_moved_on", _("Another match has begun at this table. The desk can correct this one."))


def _at_hand(game: MatchGame) -> Match:
    """The game's match as whoever writes has it. Refused: not_here (its draw was taken back meanwhile)."""
    try:
        return game.match
    except Match.DoesNotExist:
        raise Refused("not_here", NOT_HERE) from None


def _require_playable(match: Match) -> None:
    """A match that was given to a side takes no more hands."""
    if match.outcome == Match.Outcome.WALKOVER:
        raise Refused("match_over", _("This match was decided by a walkover: no more hands can be written."))


def _require_its_turn(match: Match, game: MatchGame) -> None:
    """A game that lies beyond takes no more hands: an earlier one is open again, or has decided the match."""
    if match.best_of == 1:
        return
    games = games_of(match)
    now = current_of(match, games)
    if now is None or now.pk == game.pk or all(other.pk != game.pk for other in games):
        return
    if game.number > now.number:
        raise Refused(
            "earlier_game_first",
            _("Game %(now)s was corrected, and game %(game)s does not count now. Nothing more is written in it.")
            % {"now": now.number, "game": game.number},
        )


def _recorded(written: entries.Appended, match: Match, *, by_bell: bool = False) -> Recorded:
    return Recorded(written.entry, written.sheet, written.ruling, written.repeated, match, written.voided, by_bell)
