"""A match hand by hand: the score as ball cards, and for every hand its ruling and why."""

from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from adjudication.hands import Hand, all_steps
from engine.games import cited, traits
from thunee_tournaments.brackets.models import Match, MatchGame, MatchSide
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.order import current_of, surplus_in
from thunee_tournaments.brackets.selectors import goes_on_to, match_for
from thunee_tournaments.presentation import bell, points
from thunee_tournaments.presentation.disputes import views_of
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import seats_of
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.presentation.stages import name_or_source
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import frame, of_part
from thunee_tournaments.public.hands import DecisionView, HandView, voices_of
from thunee_tournaments.services.queries import cases_of, kept_surplus, leaves_in, waits_for
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.no_shows import missing_in
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


class SideHead(TypedDict):
    """A side in the head of its match: the team, or where it will come from."""

    team: Team | None
    name: str
    games: int
    won: bool


class GameTab(TypedDict):
    """A game among the others of its match, with its score."""

    label: str
    href: str
    current: bool
    count: str


class SeatAt(TypedDict):
    """A place at the table: who sits there, for which side ("a", "b"), and who deals next."""

    place: str
    name: str
    side: str
    deals: bool


def state_of(tournament: Tournament, public_id: str) -> object:
    """What the page of a match depends on: while it is open, its own hands, and whatever is more than a hand elsewhere.
    A hand written at another table so costs its readers a question, and no page."""
    match_rows = Match.objects.filter(stage__tournament=tournament, public_id=public_id).order_by("games__number")
    states = list(match_rows.values_list("state", "games__sheet__head"))
    if not states or states[0][0] in (Match.State.DONE, Match.State.BYE):
        return tournament.version
    return tournament.beyond_hands, *(head for _state, head in states)


@of_part(state_of, clocks=True)
def match(request: HttpRequest, tournament: Tournament, public_id: str) -> HttpResponse:
    """For readers of the event: a match hand by hand. `?game=2` shows the second game; without it the one that is
    played now, or was played last."""
    played = match_for(tournament, public_id)
    games = list(played.games.all())
    game = next((game for game in games if str(game.number) == request.GET.get("game")), current_of(played, games))
    voices = voices_of(played)
    steps = all_steps(game.sheet) if game else []
    written = [step for step in steps if not step.is_decision]
    rows = [_row(step, voices_of(played, (game.number, step.seq)) if game else voices) for step in steps]
    hands = [row for row in rows if isinstance(row, HandView)]
    after = game.sheet.ledger["after"] if game else None
    aside = game is not None and game in surplus_in(played, games)
    seating = Seating.objects.filter(match=played).select_related("table").first()
    following = goes_on_to(played)
    context = {
        **frame(tournament, "bracket"),
        "match": played,
        "round": title_of(played),
        "sides": [_side(side) for side in played.sides],
        "table": ties.table_words(seating.table) if seating else "",
        "game": game,
        "games": _games(games, game, played),
        "after": after,
        "voices": voices,
        "ended_by_bell": bell.ended(after, voices) if after else "",
        "clear": game is not None and ties.two_clear(game.sheet, game.sheet.ledger["after"]),
        "winner": game.sheet.winner if game else "",
        "beyond": aside,
        "kept": aside and game is not None and bool(kept_surplus([game])),
        "signatures": signatures_of(played, game) if game else None,
        "seats": _seats(played, after["next_dealer"] if after else None),
        "draw": (game.dealer_draw if game else None) or {},
        "first_dealer_rule": cited(tournament.game).first_dealer,
        "dealer": voices.seat(game.sheet.first_dealer) if game else "",
        "hands": list(reversed(rows)),
        "disputes": views_of(cases_of(tournament, played), played, games, written),
        "leaves": leaves_in(played),
        "review": waits_for(played),
        "missing": missing_in(played) if seating and not played.over else [],
        "newest": next((hand.seq for hand in reversed(hands) if not hand.voided), None),
        "cards": any(hand.has_cards or hand.deal for hand in hands),
        "whole_pack": not traits(tournament.game).short_pack,
        "following": ties.tie(following, tournament.slug) if following else None,
    }
    return render(request, "public/match.html", context)


def _row(step: Hand, voices: Voices) -> HandView | DecisionView:
    return DecisionView(step, voices) if step.is_decision else HandView(step, voices)


def _side(side: MatchSide) -> SideHead:
    """A side of the match for its head: the team, or where it will come from."""
    return {
        "team": side.team,
        "name": name_or_source(side),
        "games": side.games_won,
        "won": side.match.winning_side == side.side,
    }


def _games(games: list[MatchGame], current: MatchGame | None, match: Match) -> list[GameTab]:
    """The games as tabs: number, score, winner."""
    if match.best_of == 1:
        return []
    return [
        {
            "label": _("Game %(number)s") % {"number": game.number},
            "href": f"?game={game.number}",
            "current": current is not None and game.pk == current.pk,
            "count": points.brief(game.sheet.ledger["after"]),
        }
        for game in games
    ]


def _seats(match: Match, dealer: int | None) -> list[SeatAt]:
    """Who sits where: four places round the table in the order of play, with whoever deals next."""
    names = voices_of(match).seats
    if not any(names):
        return []
    return [
        {"place": seat.place, "name": names[seat.number] or "–", "side": seat.side.lower(),
         "deals": seat.number == dealer}
        for seat in seats_of(match)
    ]  # fmt: skip
