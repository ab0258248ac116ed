"""A tournament ready to be played, and short ways to play it."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support.keys import keyed
from tests.support.worlds import kept
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

LOT = "00112233445566778899aabbccddeeff"
SEAT_OF = {"A": 0, "B": 1}


def thunee(side: str) -> dict[str, Any]:
    """A thunee made by a side: four balls."""
    seat = SEAT_OF[side]
    return {"tally": {"trumper": seat, "declared": {"seat": seat, "kind": "thunee", "lost_to": None}}}


def count(side: str) -> dict[str, Any]:
    """A plain hand won by a side that set trump: one ball."""
    seat = SEAT_OF[side]
    other = "BA"[seat]
    return {
        "tally": {
            "trumper": seat,
            "trump": "s",
            "card_points": {other: 60},
            "tricks": {side: 4, other: 2},
            "last_trick": seat,
        }
    }


def the_organiser() -> Any:
    """The organiser of the kept world the test is in, or else a new one."""
    return get_user_model().objects.filter(username="organiser").first() or UserFactory(username="organiser")


@pytest.fixture
def organiser(db: None) -> Any:
    return the_organiser()


def draw(organiser: Any, teams: int, **details: Any) -> Tournament:
    """A tournament of so many teams, seeded in the order they were entered, and drawn."""
    tournament = TournamentFactory(organiser=organiser, **details)
    entered = [TeamFactory(tournament=tournament, name=f"Team {n}") for n in range(1, teams + 1)]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in entered])
    acts.draw_knockout(actor=organiser, tournament=tournament, lot=LOT)
    tournament.refresh_from_db()
    return tournament


@kept
def drawn() -> Tournament:
    """Four teams at two tables: match 1 and 2 are called, nothing is written."""
    return draw(the_organiser(), 4, table_count=2)


def match(tournament: Tournament, number: int) -> Match:
    """A match by its number, fresh."""
    return Match.objects.select_related("stage__tournament", "round").get(stage__tournament=tournament, number=number)


def game(tournament: Tournament, number: int) -> MatchGame:
    """The game that is played in a match now, fresh."""
    found = current_game(match(tournament, number))
    assert found is not None
    return found


Write = Callable[..., Any]


def writing(organiser: Any) -> Write:
    """`write(game, body)` records a hand on the sheet as it stands; anything can be said differently."""

    def write(game: MatchGame, body: dict[str, Any], **changed: Any) -> Any:
        game.sheet.refresh_from_db()
        said = {"actor": organiser, "device": "desk", "client_uuid": uuid.uuid4(), "head": game.sheet.head, **changed}
        return acts.record_hand(game=game, body=body, **keyed(said))

    return write


def winning(write: Write) -> Write:
    """`win(tournament, number, "A")`: the side makes thunee after thunee until the match is over."""

    def win(tournament: Tournament, number: int, side: str) -> Match:
        while not match(tournament, number).over:
            write(game(tournament, number), thunee(side))
        return match(tournament, number)

    return win


@pytest.fixture
def write(organiser: Any) -> Write:
    return writing(organiser)


@pytest.fixture
def win(write: Write) -> Write:
    return winning(write)


@pytest.fixture
def correct(organiser: Any) -> Write:
    """`correct(game, entry, body)`, or with body None strike out."""

    def correct(game: MatchGame, entry: Any, body: dict[str, Any] | None, **changed: Any) -> Any:
        game.sheet.refresh_from_db()
        said = {
            "actor": organiser,
            "device": "desk",
            "client_uuid": uuid.uuid4(),
            "head": game.sheet.head,
            "reason": "written on the wrong side",
            **changed,
        }
        if body is None:
            return acts.void_hand(game=game, entry=entry, **keyed(said))
        return acts.correct_hand(game=game, entry=entry, body=body, **keyed(said))

    return correct
