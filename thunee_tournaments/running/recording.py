"""Writing hands down: preview, record, correct, void. Settling and advancing happen in the same transaction."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from adjudication.models import Entry, Scoresheet
from django.contrib.auth.models import User

from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.tables.models import TableLink

Actor = User | TableLink


@dataclass(frozen=True)
class Recorded:
    """What was written and where the match stands now."""

    entry: Entry
    sheet: Scoresheet
    ruling: dict[str, Any]
    repeated: bool  # the same device sent the same key and body before: this is the first answer again
    match: Match


def preview_hand(*, actor: Actor, game: MatchGame, body: dict[str, Any]) -> dict[str, Any]:
    """The ruling (ruling/1 as a dict) this hand would get. Nothing is stored. Refused: not_here, match_over."""
    raise NotImplementedError


def record_hand(
    *, actor: Actor, game: MatchGame, body: dict[str, Any], device: str, client_uuid: UUID | str, head: str
) -> Recorded:
    """Append a hand to the game's sheet, settle and advance what it decides.

    `head` is the sheet's head the writer has seen. Raises `adjudication.entries.Stale` (409) and `KeyReused` (422) as
    they are. Refused: not_here (the link is of another table), match_over, tournament_closed, bad_record (`errors`
    with paths).
    """
    raise NotImplementedError


def correct_hand(
    *,
    actor: Actor,
    game: MatchGame,
    entry: Entry,
    body: dict[str, Any],
    device: str,
    client_uuid: UUID | str,
    head: str,
    reason: str = "",
) -> Recorded:
    """Replace what `entry` says by `body`; later hands are judged again and the match settles anew.

    A table may correct its last hand; the organiser any, with a reason. Refused: not_last_hand, reason_missing,
    successor_begun (it would send another team on, and the match after has entries), and as record_hand.
    """
    raise NotImplementedError


def void_hand(
    *, actor: Actor, game: MatchGame, entry: Entry, device: str, client_uuid: UUID | str, head: str, reason: str = ""
) -> Recorded:
    """Strike out a hand, as if it had not been played. Otherwise as correct_hand."""
    raise NotImplementedError


def preview_correction(
    *, actor: Actor, game: MatchGame, entry: Entry, body: dict[str, Any] | None, reason: str = ""
) -> dict[str, Any]:
    """What a correction (or with body None a void) would change. Nothing is stored.

    Returns {"ruling": ruling or None, "before": {...}, "after": {...}, "hands": [...], "refused": Refused or None}
    with the score of the game, the winners of game and match, and the hands judged differently.
    """
    raise NotImplementedError
