"""A game whose draw was taken back while somebody had its page open."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from adjudication.models import Entry
from tests.thunee_tournaments.services.conftest import draw, game
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused, WriteKey
from thunee_tournaments.tables.models import TableLink

pytestmark = pytest.mark.django_db
WRITING: dict[str, Callable[[TableLink, MatchGame, WriteKey], Any]] = {
    "sign_game": lambda link, played, key: acts.sign_game(actor=link, game=played, side="A", key=key, pin="1234"),
    "agree_to_game": lambda link, played, key: acts.agree_to_game(actor=link, game=played, key=key),
    "accept_hand": lambda link, played, key: acts.accept_hand(
        actor=link, game=played, entry=1, device=key.device, client_uuid=key.uuid
    ),
    "end_by_bell": lambda link, played, key: acts.end_by_bell(actor=link, game=played, key=key),
    "record_hand": lambda link, played, key: acts.record_hand(actor=link, game=played, body={}, key=key),
}


@pytest.mark.parametrize("act", WRITING)
def test_whoever_writes_in_a_match_that_is_gone_is_told_that_it_is_not_here(organiser: Any, act: str) -> None:
    tournament = draw(organiser, 4, table_count=2)
    played = game(tournament, 1)
    link = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).link
    acts.undo_draw(actor=organiser, tournament=tournament)
    with pytest.raises(Refused) as caught:
        WRITING[act](link, played, WriteKey("phone-1", uuid4(), played.sheet.head))
    assert caught.value.code == "not_here"
    assert not Entry.objects.exists()
