"""The games of a match with every hand as its page shows it: the record, its ruling, and what was changed."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from adjudication import judging, scores
from adjudication.hands import Hand, all_steps
from adjudication.models import Entry, Scoresheet
from engine.shapes import State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.sitting import Moment, sitting

# Free text and an id of whoever wrote the hand down. No page shows them: they could name anybody.
PRIVATE = ("note", "id")


def games_of(match: Match) -> list[dict[str, Any]]:
    """As shapes.GameShape wants them, in one query for all games (which must be at hand, with their sheets)."""
    games = list(match.games.all())
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(sheet__in=[game.sheet_id for game in games]).order_by("sheet_id", "seq"):
        entries[entry.sheet_id].append(entry)
    return [_game(match, game, entries[game.sheet_id]) for game in games]


def seats_of(match: Match, at: Moment | None = None) -> list[str | None]:
    """The names of those who sit there by seat, or (`at`) sat when an entry was written; None where nobody is known."""
    names = {player.public_id: player.name for team in match.teams if team for player in team.players.all()}
    return [names.get(one or "") for one in [*sitting(match, at), *[None] * match.seat_count][: match.seat_count]]


def _game(match: Match, game: MatchGame, entries: list[Entry]) -> dict[str, Any]:
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
        "hands": [{**hand, "seats": seats_of(match, (game.number, hand["seq"]))} for hand in _hands(sheet, entries)],
    }


def _hands(sheet: Scoresheet, entries: list[Entry]) -> list[dict[str, Any]]:
    """The hands in order. Decisions on the score stand between them and are no hands, but change what came before."""
    after = scores.start(judging.profile_of(sheet), sheet.players, sheet.first_dealer)
    hands = []
    for step in all_steps(sheet, entries):
        if not step.is_decision:
            hands.append(_hand(sheet, step, after))
        if not step.voided:
            after = step.ruling.get("after") or after
    return hands


def _hand(sheet: Scoresheet, hand: Hand, before: State) -> dict[str, Any]:
    body = hand.entries[-2].body if hand.voided else hand.body
    return {
        "seq": hand.seq,
        "number": hand.number,
        "voided": hand.voided,
        "record": _public(judging.complete(sheet, body, before)),
        "ruling": None if hand.voided else _public(hand.ruling),
        "history": [_change(entry) for entry in hand.entries],
    }


def _public(said: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in said.items() if key not in PRIVATE}


def _change(entry: Entry) -> dict[str, Any]:
    kind, _colon, number = entry.actor.partition(":")
    by = f"table {number}" if kind == "table" else "desk"
    return {"kind": entry.kind, "by": by, "reason": entry.reason, "at": entry.created_at}
