"""The games of a match with every hand as its page shows it: the record, its ruling, and what was changed."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

from adjudication import judging, scores
from adjudication.hands import Hand, all_steps
from adjudication.models import Entry, Scoresheet
from engine.shapes import Raw, Rules, State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.sitting import Moment, sitting

# Free text and an id of whoever wrote the hand down. No page shows them: they could name anybody.
PRIVATE = ("note", "id")


class ChangeData(TypedDict):
    """What was written about a hand, as shapes.ChangeShape wants it; `by`: "table 4" or "desk"."""

    kind: str
    by: str
    reason: str
    at: datetime


class HandData(TypedDict):
    """A hand, as shapes.HandShape wants it."""

    seq: int
    number: int | None
    voided: bool
    record: Raw
    ruling: Raw | None
    history: list[ChangeData]
    seats: list[str | None]


class GameData(TypedDict):
    """A game of a match, as shapes.GameShape wants it."""

    number: int
    over: bool
    winner: str | None
    rules: Rules
    first_dealer: int | None
    dealer_draw: Raw | None
    after: State
    hands: list[HandData]


def games_of(match: Match) -> list[GameData]:
    """As shapes.GameShape wants them, in one query for all games (which must be at hand, with their sheets)."""
    games = list(match.games.all())
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(sheet__in=[game.sheet_id for game in games]).order_by("sheet_id", "seq"):
        entries[entry.sheet_id].append(entry)
    return [_game(match, game, entries[game.sheet_id]) for game in games]


def seats_of(match: Match, at: Moment | None = None) -> list[str | None]:
    """The names of those who sit there by seat, or (`at`) sat when an entry was written; None where nobody is known."""
    names = {player.public_id: player.name for team in match.teams if team for player in team.players.all()}
    return [names.get(player or "") for player in [*sitting(match, at), *[None] * match.seat_count][: match.seat_count]]


def _game(match: Match, game: MatchGame, entries: list[Entry]) -> GameData:
    sheet = game.sheet
    drawn = {key: game.dealer_draw[key] for key in ("by", "cards") if key in game.dealer_draw}
    return {
        "number": game.number,
        "over": sheet.is_over,
        "winner": sheet.winner or None,
        "rules": judging.profile_of(sheet).to_dict(),
        "first_dealer": sheet.first_dealer,
        "dealer_draw": drawn or None,
        "after": sheet.ledger["after"],
        "hands": _hands(match, game, entries),
    }


def _hands(match: Match, game: MatchGame, entries: list[Entry]) -> list[HandData]:
    """The hands in order. Decisions on the score stand between them and are no hands, but change what came before."""
    sheet = game.sheet
    after = scores.start(judging.profile_of(sheet), sheet.players, sheet.first_dealer)
    hands = []
    for step in all_steps(sheet, entries):
        if not step.is_decision:
            hands.append(_hand(sheet, step, after, seats_of(match, (game.number, step.seq))))
        if not step.voided:
            after = step.ruling.get("after") or after
    return hands


def _hand(sheet: Scoresheet, hand: Hand, before: State, seats: list[str | None]) -> HandData:
    body = hand.entries[-2].body if hand.voided else hand.body
    return {
        "seq": hand.seq,
        "number": hand.number,
        "voided": hand.voided,
        "record": _public(judging.complete(sheet, body, before)),
        "ruling": None if hand.voided else _public(hand.ruling),
        "history": [_change(entry) for entry in hand.entries],
        "seats": seats,
    }


def _public(contract: Mapping[str, object]) -> Raw:
    """A record or a ruling without what could name anybody."""
    return {key: value for key, value in contract.items() if key not in PRIVATE}


def _change(entry: Entry) -> ChangeData:
    kind, _colon, number = entry.actor.partition(":")
    by = f"table {number}" if kind == "table" else "desk"
    return {"kind": entry.kind, "by": by, "reason": entry.reason, "at": entry.created_at}
