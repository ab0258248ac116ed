"""Rounds at tables, drawn and played."""

import uuid
from typing import Any

import pytest

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.services.match.draws import draw_event
from thunee_tournaments.tournaments.models import Tournament

LOT = "00112233445566778899aabbccddeeff"
LEFT = ["Kd 2s", "", "Ah", "9c 9d"]  # 12, 0, 11, 18 points


@pytest.fixture
def organiser() -> Any:
    return UserFactory(username="organiser")


def entered(organiser: Any, players: int, **parameters: int) -> Tournament:
    tournament = TournamentFactory(organiser=organiser, preset="tunge", table_count=3)
    for number in range(1, players + 1):
        TeamFactory(tournament=tournament, name=f"Player {number}")
    plan = [{"format": "tables", "parameters": {"rounds": 2, "hands": 2, **parameters}}]
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    return tournament


def drawn(organiser: Any, players: int, **parameters: int) -> Tournament:
    tournament = entered(organiser, players, **parameters)
    draw_event(actor=organiser, tournament=tournament, lot=LOT)
    tournament.refresh_from_db()
    return tournament


def matches(tournament: Tournament) -> list[Match]:
    found = Match.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    return list(found.order_by("number"))


def play(organiser: Any, match: Match, left: list[str] = LEFT, hands: int = 2) -> None:
    """Play hands at a table; the cards left by seat."""
    for _hand in range(hands):
        game = current_game(match)
        assert game is not None
        body = {"tally": {"left": [cards.split() for cards in left[: match.seat_count]]}}
        acts.record_hand(
            actor=organiser, game=game, body=body, key=acts.WriteKey("desk", uuid.uuid4(), game.sheet.head)
        )
