"""Whoever asks as the OpenAPI document says is answered as it says, and whoever does not is refused.

Schemathesis makes the requests, whole and spoiled ones, and looks at every answer: no fault of the site, a status, a
type and a shape that are promised, refusals where they belong. `THUNEE_EXAMPLES=20` asks twenty times as much.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attack.world import let_in, signed_in
from tests.engine.strategies import examples
from tests.support import contract
from tests.support.api.permissions import ROWS, WITH_KEY
from tests.support.ci import CI
from tests.support.program_keys import ProgramKeyFactory
from tests.thunee_tournaments.api.unsaid import only_unsaid
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.both]

WHO: dict[str, Callable[[Any, Tournament], Client]] = {
    "stranger": lambda organiser, event: Client(),
    "organiser": lambda organiser, event: signed_in(organiser),
    "table": lambda organiser, event: let_in(organiser, event.tables.get(number=1)),
}
# The bounds of records would be fifteen thousand requests: `test_records` holds the document beside the reader itself.
RECORDS = {"include-operation-id": "adjudicate", "phases": {"coverage": {"enabled": False}}}


def known(event: Tournament, who: str) -> dict[str, Any]:
    """What addresses are asked for: what is there, and by a stranger what is not, too."""
    there = {"slug": event.slug, "public_id": match(event, 3).public_id, "id": "TH-KHAN-2"}
    if who != "stranger":
        return {"parameters": {f"path.{key}": value for key, value in there.items()}}
    return {
        "dictionaries": {key: {"values": [value]} for key, value in there.items()},
        "parameters": {f"path.{key}": {"dictionary": key, "probability": 0.5} for key in there},
    }


def ask(case: Any, cookies: dict[str, str]) -> int:
    """One request, and what has to be true of its answer; its status."""
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    cache.clear()  # nobody has asked too often
    case.body = whole_numbers(case.body)
    answer = case.call(headers={"Accept-Encoding": "identity"}, cookies=cookies)
    # Of a record the document says what a schema can say: what is left may be refused.
    unsaid = answer.status_code == 400 and only_unsaid(json.loads(answer.content)["errors"])
    case.validate_response(answer, excluded_checks=[positive_data_acceptance] if unsaid else [])
    return int(answer.status_code)


def whole_numbers(sent: Any) -> Any:
    """The same with 4 for 4.0: a whole number to JSON Schema, but not in a record, where types are exact."""
    if isinstance(sent, list):
        return [whole_numbers(one) for one in sent]
    if isinstance(sent, dict):
        return {key: whole_numbers(one) for key, one in sent.items()}
    return int(sent) if isinstance(sent, float) and sent.is_integer() else sent


@pytest.mark.parametrize("name", [name for name in ROWS if name != "schema"])
@pytest.mark.parametrize("who", WHO)
def test_requests_made_from_the_document_are_answered_as_it_says(
    who: str, name: str, organiser: Any, event: Tournament
) -> None:
    cookies = {key: cookie.value for key, cookie in WHO[who](organiser, event).cookies.items()}
    statuses: set[int] = set()
    with contract.at_work("/api/v1/schema", operations=[RECORDS], **known(event, who)) as schema:
        tries = settings(examples(60), derandomize=CI)
        contract.try_out(schema, name, lambda case: statuses.add(ask(case, cookies)), tries)
    # Else nothing was asked for that is there. What takes a bundle wants one that a site has signed.
    assert (404 if name == "bundle" else 200) in statuses


def test_hypothesis_says_for_which_values_a_property_fails_once_schemathesis_was_at_work(event: Tournament) -> None:
    with contract.at_work("/api/v1/schema") as schema:
        contract.try_out(schema, "index", lambda case: None, examples(5))

    @examples(20)
    @given(st.integers())
    def is_small(number: int) -> None:
        assert number < 100

    with pytest.raises(AssertionError) as failed:
        is_small()
    assert "number=100" in "".join(failed.value.__notes__)


@pytest.mark.parametrize("may", ["scores", "desk"])
@pytest.mark.parametrize("name", WITH_KEY)
def test_what_a_program_sends_is_answered_as_the_document_says(
    name: str, may: str, organiser: Any, event: Tournament
) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    ProgramKeyFactory(tournament=event, user=organiser, may=may, token="thunee_of-this-test")
    headers = {"Authorization": "Bearer thunee_of-this-test", "Accept-Encoding": "identity"}
    statuses: set[int] = set()

    def send(case: Any) -> None:
        cache.clear()  # nobody has asked too often
        case.body = whole_numbers(case.body)
        answer = case.call(headers=headers)
        statuses.add(answer.status_code)
        # What is sent may be of the right form, and about no match or team that is there.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance], headers=headers)

    with contract.at_work("/api/v1/schema", **known(event, "program")) as schema:
        contract.try_out(schema, name, send, settings(examples(25), derandomize=CI))
    allowed = may == "desk" or name in ("desk", "write_hand", "correct_hand", "sign_game")
    assert statuses & ({200, 201, 400, 409, 422} if allowed else {403})  # else the key was never looked at
