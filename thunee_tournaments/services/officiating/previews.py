"""What a correction would change, all of it, before anything is stored: it is done, looked at and undone."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from adjudication.hands import Hand, all_hands
from adjudication.models import Entry, Scoresheet
from thunee_tournaments.brackets.models import SIDES, Match, MatchGame
from thunee_tournaments.services.core.access import referee
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.officiating import impact
from thunee_tournaments.services.scoring.hands import Actor, change_sheet, match_of
from thunee_tournaments.services.scoring.write_key import WriteKey

Stage = dict[int, list[str]]


def preview_correction(
    *, actor: Actor, game: MatchGame, entry: Entry, body: dict[str, Any] | None, reason: str = ""
) -> dict[str, Any]:
    """What a correction (or with body None a void) would change. Nothing is stored.

    Returns {"ruling", "before", "after", "hands", "steps", "voided", "behind", "refused"}: `before` and `after` hold
    {"state": the ledger's `after`, "game_winner", "match_winner"} ("A", "B" or ""), after being None if refused;
    `hands` is the list of other hands judged differently, {"hand": seq, "ruling"}; `steps` every hand before and after,
    as all_hands gives them; `voided` the sides whose signature would not count any more; `behind` the other matches in
    which another team would stand, {"match", "side", "was", "now"}; `beyond` what changes elsewhere
    (impact.Impact), None for a table's match that is not over; `refused` the Refused that would be raised,
    or None.
    """
    if body is None:
        return _foreseen(actor, game, reason, kind=Entry.Kind.VOID, body={}, supersedes=entry.seq)
    return _foreseen(actor, game, reason, kind=Entry.Kind.CORRECTION, body=body, supersedes=entry.seq)


def preview_insertion(
    *, actor: Actor, game: MatchGame, after: int, body: dict[str, Any], reason: str = ""
) -> dict[str, Any]:
    """What writing in a missed hand would change; as preview_correction. Refused: not_allowed. What insert_hand would
    refuse besides is the answer's `refused`."""
    referee(actor, match_of(game))
    return _foreseen(actor, game, reason, kind=Entry.Kind.CORRECTION, body=body, after=after)


def _foreseen(actor: Actor, game: MatchGame, reason: str, **change: Any) -> dict[str, Any]:
    sheet = Scoresheet.objects.get(pk=game.sheet_id)
    match = match_of(game)
    before, steps, stood = _state_of(match, sheet), all_hands(sheet), _standing_in(match)
    tournament = match.stage.tournament
    # A table that fixes a hand of a match that goes on changes nothing elsewhere: its phone is spared the asking.
    beyond = impact.moment(tournament) if isinstance(actor, User) or match.over else None
    nothing: dict[str, Any] = {
        "ruling": None, "after": None, "hands": [], "voided": (), "behind": [], "beyond": None,
    }  # fmt: skip
    try:
        with transaction.atomic():
            key = WriteKey("preview", uuid4(), sheet.head)
            done = change_sheet(actor, game, key=key, reason=reason or "preview", **change)
            changed = [item for item in done.entry.rulings if item["ruling"] != done.ruling]
            found: dict[str, Any] = {
                "ruling": done.ruling,
                "after": _state_of(done.match, done.sheet),
                "hands": changed,
            }
            found |= {"voided": done.voided, "behind": _behind(stood, _standing_in(match)), "beyond": None}
            if beyond is not None:
                found["beyond"] = impact.compare(beyond, impact.moment(tournament), match.pk)
            then: list[Hand] = all_hands(done.sheet)
            transaction.set_rollback(True)
    except Refused as refused:
        return {**nothing, "before": before, "steps": (steps, steps), "refused": refused}
    return {**found, "before": before, "steps": (steps, then), "refused": None}


def _state_of(match: Match, sheet: Scoresheet) -> dict[str, Any]:
    return {
        "state": sheet.ledger["after"],
        "game_winner": sheet.winner,
        "match_winner": match.winning_side,
    }


def _standing_in(match: Match) -> Stage:
    """Who stands in the other matches of the stage, by number: the teams in order of their sides."""
    others = Match.objects.filter(stage=match.stage_id).exclude(pk=match.pk).order_by("number")
    return {other.number: [team.name if team else "" for team in other.teams] for other in others}


def _behind(was: Stage, now: Stage) -> list[dict[str, Any]]:
    return [
        {"match": number, "side": side, "was": before, "now": after}
        for number in was
        if number in now
        for side, before, after in zip(SIDES, was[number], now[number], strict=False)
        if before != after
    ]
