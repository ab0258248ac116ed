"""Whatever stands behind the question mark of an address, no page breaks on it."""

from typing import Any

import pytest

from tests.pages.addresses import evening
from tests.thunee_tournaments.running.conftest import organiser, win, write

__all__ = ["organiser", "win", "write"]

NAMES = ("q", "page", "limit", "from", "about", "hand", "outcome", "game", "moment", "theme", "amount", "team", "at")
QUESTIONS: dict[str, dict[str, str]] = {
    "the part that is fetched anew": {"fragment": "1"},
    "NUL bytes": dict.fromkeys(NAMES, "\0"),
    "numbers without end": dict.fromkeys(NAMES, "9" * 30),
    "figures that are no digits": dict.fromkeys(NAMES, "²"),
}


@pytest.mark.django_db
def test_no_address_breaks_on_what_it_is_asked(organiser: Any, write: Any, win: Any) -> None:
    world = evening(organiser, write, win)
    broken = []
    for name, address in world.addresses():
        client = world.who(name)
        client.raise_request_exception = False
        for what, question in QUESTIONS.items():
            answer = client.get(address.partition("?")[0], question)
            if answer.status_code >= 500:
                broken.append(f"{name}: {what}")
    assert not broken
