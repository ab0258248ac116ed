"""Whoever saves a hand is given the code it is saved under: with it, anybody can prove later what was written."""

import re
import uuid
from typing import Any

from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


def shown(page: str) -> list[str]:
    """The codes a page shows to people."""
    return re.findall(r'<code class="record-whole">([0-9a-f]{64})</code>', page)


def test_an_untouched_sheet_shows_no_code(phone: Any) -> None:
    assert shown(phone.table()) == []


def test_what_was_saved_is_acknowledged_with_its_code(phone: Any, tournament: Tournament, organiser: Any) -> None:
    for side in "AB":
        found = game(tournament, 1)
        key = acts.WriteKey("desk", uuid.uuid4(), found.sheet.head)
        done = acts.record_hand(actor=organiser, game=found, body=count(side), key=key)
        assert shown(phone.table()) == [done.entry.hash]
