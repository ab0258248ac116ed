"""What a correction would change, all of it, before anything is stored: it is done, looked at and undone."""

from typing import TypedDict, Unpack
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from adjudication.hands import Hand, all_hands
from adjudication.models import Entry, Scoresheet
from adjudication.shapes import Body, Ruled, Ruling
from engine.shapes import State
from thunee_tournaments.brackets.models import SIDES, Match, MatchGame
from thunee_tournaments.services.core.access import referee
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.services.officiating import impact
from thunee_tournaments.services.officiating.impact import Impact
from thunee_tournaments.services.scoring.hands import Actor, SheetChange, change_sheet
from thunee_tournaments.services.scoring.write_key import WriteKey

TeamsByMatch = dict[int, list[str]]  # by the number of the match: names in the order of the sides, "" for nobody


class MatchStanding(TypedDict):
    """Where a game and its match stand: the ledger's `after`; the winners are "A", "B" or ""."""

    state: State
    game_winner: str
    match_winner: str


class SideChange(TypedDict):
    """A side of another match on which another team would stand, by name."""

    match: int
    side: str
    was: str
    now: str


class Preview(TypedDict):
    """What a correction would change. Where it would be refused only `before`, `steps` and `refused` say anything.

    `hands`: the other hands that would be judged differently; `steps`: every hand before and after; `voided`: the sides
    whose signature would not count any more; `behind`: the other matches of the stage in which another team would
    stand; `beyond`: what changes elsewhere, None for a table's match that is not over.
    """

    ruling: Ruling | None
    after: MatchStanding | None
    hands: list[Ruled]
    voided: tuple[str, ...]
    behind: list[SideChange]
    beyond: Impact | None
    before: MatchStanding
    steps: tuple[list[Hand], list[Hand]]
    refused: Refused | None


def preview_correction(*, actor: Actor, game: MatchGame, entry: Entry, body: Body | None, reason: str = "") -> Preview:
    """What a correction (or with body None a void) would change. Nothing is stored; what would be refused is the
    answer's `refused`."""
    if body is None:
        return _preview(actor, game, reason, kind=Entry.Kind.VOID, body={}, supersedes=entry.seq)
    return _preview(actor, game, reason, kind=Entry.Kind.CORRECTION, body=body, supersedes=entry.seq)


def preview_insertion(*, actor: Actor, game: MatchGame, after: int, body: Body, reason: str = "") -> Preview:
    """What writing in a missed hand would change; as preview_correction. Refused: not_allowed. What insert_hand would
    refuse besides is the answer's `refused`."""
    referee(actor, match_of(game))
    return _preview(actor, game, reason, kind=Entry.Kind.CORRECTION, body=body, after=after)


def _preview(actor: Actor, game: MatchGame, reason: str, **change: Unpack[SheetChange]) -> Preview:
    sheet = Scoresheet.objects.get(pk=game.sheet_id)
    match = match_of(game)
    before, steps, teams = _standing(match, sheet), all_hands(sheet), _teams_of_others(match)
    tournament = match.stage.tournament
    # A table that fixes a hand of a match that goes on changes nothing elsewhere: its phone is spared the asking.
    elsewhere = impact.moment(tournament) if isinstance(actor, User) or match.over else None
    try:
        with transaction.atomic():
            key = WriteKey("preview", uuid4(), sheet.head)
            done = change_sheet(actor, game, key=key, reason=reason or "preview", **change)
            preview: Preview = {
                "ruling": done.ruling,
                "after": _standing(done.match, done.sheet),
                "hands": [item for item in done.entry.rulings if item["ruling"] != done.ruling],
                "voided": done.voided,
                "behind": _side_changes(teams, _teams_of_others(match)),
                "beyond": impact.compare(elsewhere, impact.moment(tournament), match.pk) if elsewhere else None,
                "before": before,
                "steps": (steps, all_hands(done.sheet)),
                "refused": None,
            }
            transaction.set_rollback(True)
    except Refused as refused:
        return {
            "ruling": None, "after": None, "hands": [], "voided": (), "behind": [], "beyond": None,
            "before": before, "steps": (steps, steps), "refused": refused,
        }  # fmt: skip
    return preview


def _standing(match: Match, sheet: Scoresheet) -> MatchStanding:
    return {
        "state": sheet.ledger["after"],
        "game_winner": sheet.winner,
        "match_winner": match.winning_side,
    }


def _teams_of_others(match: Match) -> TeamsByMatch:
    """Who stands in the other matches of the stage."""
    others = Match.objects.filter(stage=match.stage_id).exclude(pk=match.pk).order_by("number")
    return {other.number: [team.name if team else "" for team in other.teams] for other in others}


def _side_changes(was: TeamsByMatch, now: TeamsByMatch) -> list[SideChange]:
    return [
        {"match": number, "side": side, "was": before, "now": after}
        for number in was
        if number in now
        for side, before, after in zip(SIDES, was[number], now[number], strict=False)
        if before != after
    ]
