"""A game too many, and what a referee decides about it."""

import uuid
from typing import Any

import pytest

from adjudication.models import Decision, Entry
from tests.support.services.beyond import nth, turn
from tests.thunee_tournaments.services.conftest import match, thunee
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating import surplus_games
from thunee_tournaments.tournaments.models import Tournament

KEEP = "game_kept"
STRIKE = "game_void"
SAID = {"text": "The scoresheet of game 1 was read again.", "device": "desk"}


def resolve(actor: Any, tournament: Tournament, choice: str, number: int = 3, **changed: Any) -> Decision:
    """Decide about a game of the first match."""
    said = {**SAID, "client_uuid": uuid.uuid4(), **changed}
    played = MatchGame.also_struck.select_related("sheet").get(match=match(tournament, 1), number=number)
    return acts.resolve_surplus(actor=actor, match=match(tournament, 1), game=played, choice=choice, **said)


def waits(tournament: Tournament) -> list[tuple[int, int]]:
    return [(one.match.number, one.number) for one in surplus_games.surplus_waiting(tournament)]


def kinds(tournament: Tournament, number: int) -> list[str]:
    played = MatchGame.also_struck.get(match=match(tournament, 1), number=number)
    return list(Entry.objects.filter(sheet=played.sheet_id).order_by("seq").values_list("kind", flat=True))


@pytest.fixture
def decided(three: Tournament, correct: Any) -> Tournament:
    """A had won the first match by games 1 and 3; game 1 was B's, so that the match was over before game 3."""
    turn(correct, nth(three, 1, 1), thunee("B"))
    return three
