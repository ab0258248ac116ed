"""The hands of a match, or of a whole tournament, as text (`.thn`, docs/notation.md): what public pages show of them.

What a scorekeeper noted for the desk, and who wrote, stays on the sheet. A hand that was struck out is none.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import override

from adjudication import judging, scores
from adjudication.hands import all_steps
from adjudication.models import Entry, Scoresheet
from engine.notation import TextHand, write
from engine.shapes import Raw, RawRecord
from thunee_tournaments.brackets.models import PLAYERS, Match, MatchGame
from thunee_tournaments.brackets.names import round_title
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.brackets.sitting import Moment, fetch, sitting
from thunee_tournaments.tournaments.models import Tournament

AT_ONCE = 100  # matches in memory at a time, with all their sheets
NOT_PUBLIC = ("note", "id")


def text_of_match(match: Match) -> str:
    """Every hand of a match that counts, game by game. Teams and players should be at hand."""
    prefetch_related_objects([match], games_with_entries())
    return write(_hands(match))


def text_of_tournament(tournament: Tournament) -> str:
    """Every hand of a tournament that counts, match by match; the same few queries for every `AT_ONCE` matches."""
    played = matches_of(tournament).filter(games__isnull=False).distinct()
    whole = played.prefetch_related(PLAYERS, games_with_entries())
    return write(hand for match in _with_substitutions(whole.iterator(AT_ONCE)) for hand in _hands(match))


def _with_substitutions(matches: Iterator[Match]) -> Iterator[Match]:
    """The matches, with the substitutions made during so many at once at hand."""
    while some := list(islice(matches, AT_ONCE)):
        fetch(some)
        yield from some


def games_with_entries() -> "Prefetch[Any]":
    """The games of matches as `written`, in order, with their sheets and all that stands on those."""
    entries = Prefetch("sheet__entries", queryset=Entry.objects.order_by("seq"))
    games = MatchGame.objects.select_related("sheet").prefetch_related(entries).order_by("number")
    return Prefetch("games", queryset=games, to_attr="written")


def _hands(match: Match) -> Iterator[TextHand]:
    with override("en"):  # a file says the same whoever takes it
        about = _about(match)
    games: list[MatchGame] = match.written  # type: ignore[attr-defined]  # games_with_entries put them there
    for game in games:
        for number, (record, date, seq) in enumerate(_records(game.sheet), 1):
            seats = {"Seats": _seats(match, (game.number, seq))} if "Seats" in about else {}
            yield TextHand(record, {**about, **seats, "Date": date, "MatchGame": game.number, "Hand": number})


def _about(match: Match) -> Raw:
    """Where the hands of a match were played, and by whom, as far as that is known."""
    seats = _seats(match)
    tags: Raw = {
        "Event": match.stage.tournament.name,
        "Site": match.stage.tournament.venue or None,
        "Stage": match.stage.order,
        "Round": str(round_title(match.round.name)),
        "Match": match.number,
        "Teams": [team.name if team else None for team in match.teams],
        "Seats": seats if any(seats) else None,
    }
    return {tag: value for tag, value in tags.items() if value is not None}


def _seats(match: Match, at: Moment | None = None) -> list[str | None]:
    """Who sits where by name, or sat there when this entry was written."""
    names = {player.public_id: player.name for team in match.teams if team for player in team.players.all()}
    return [names.get(public_id or "") for public_id in sitting(match, at)]


def _records(sheet: Scoresheet) -> Iterable[tuple[RawRecord, str, int]]:
    """The records of the hands that count, whole, each with the day it was written down, and as which entry."""
    after = scores.start(judging.profile_of(sheet), sheet.players, sheet.first_dealer)
    for step in all_steps(sheet, sheet.entries.all()):
        if step.voided:
            continue
        if not step.is_decision:
            body = {key: value for key, value in step.body.items() if key not in NOT_PUBLIC}
            day = timezone.localtime(step.entries[0].created_at).date()
            yield judging.complete(sheet, body, after), day.isoformat(), step.seq
        after = step.ruling.get("after") or after
