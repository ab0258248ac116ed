"""Whatever stands behind the question mark of an address, no page breaks on it; nor on how it is asked for."""

from typing import Any

import pytest

from tests.pages.addresses import evening
from tests.support.quick import first
from tests.thunee_tournaments.services.conftest import organiser, win, write

__all__ = ["organiser", "win", "write"]

NAMES = ("q", "page", "limit", "from", "about", "hand", "outcome", "game", "moment", "theme", "amount", "team", "at")
QUESTIONS: dict[str, dict[str, str]] = {
    "the part that is fetched anew": {"fragment": "1"},
    "NUL bytes": dict.fromkeys(NAMES, "\0"),
    "numbers without end": dict.fromkeys(NAMES, "9" * 30),
    "figures that are no digits": dict.fromkeys(NAMES, "²"),
}


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.django_db
@pytest.mark.parametrize("what", first(sorted(QUESTIONS)))
def test_no_address_breaks_on_what_it_is_asked(organiser: Any, write: Any, win: Any, what: str) -> None:
    world = evening(organiser, write, win)
    broken = []
    for name, address in world.addresses():
        client = world.who(name)
        client.raise_request_exception = False
        answer = client.get(address.partition("?")[0], QUESTIONS[what])
        if answer.status_code >= 500:
            broken.append(name)
    assert not broken


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["TRACE", "DELETE"])
def test_no_address_answers_a_method_it_does_not_know(organiser: Any, write: Any, win: Any, method: str) -> None:
    world = evening(organiser, write, win)
    said = {
        name: world.who(name).generic(method, address.partition("?")[0]).status_code
        for name, address in world.addresses()
    }
    assert {name: code for name, code in said.items() if code != 405} == {"api:elsewhere": 404}
