"""The contract for programs: it is valid, it names every address, and every answer keeps it."""

from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from tests.support.api.permissions import ROWS, WITH_KEY, address
from tests.thunee_tournaments.api.asking import COUNTED, get, judge
from thunee_tournaments.api.index import BELOW
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def document(client: Client) -> Any:
    return get(client, "schema")


@pytest.mark.slow
def test_it_is_valid_and_made_without_a_warning(document: Any) -> None:
    validate_schema(document)
    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        SchemaGenerator().get_schema(request=None, public=True)
        assert not GENERATOR_STATS


def test_it_names_every_address_with_the_method_it_takes(document: Any) -> None:
    wanted = {f"/api/v1/{path}" for name, path in BELOW.items() if name != "schema"}
    assert {path.replace("{public_id}", "{id}") for path in document["paths"]} == wanted | {"/api/v1/"}
    found = {said["operationId"]: method for item in document["paths"].values() for method, said in item.items()}
    assert found == {name: method for name, (method, _about) in ROWS.items() if name != "schema"} | WITH_KEY


def keeps(document: Any, operation: str, answer: Any, status: int) -> list[str]:
    """How an answer departs from what is promised of this operation."""
    said = next(
        said for item in document["paths"].values() for said in item.values() if said["operationId"] == operation
    )
    kind = "application/problem+json" if status >= 400 else "application/json"
    promised = said["responses"][str(status)]["content"][kind]["schema"]
    validator = Draft202012Validator({**promised, "components": document["components"]})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer)]


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name, (method, _about) in ROWS.items() if method == "get"])
def test_every_answer_keeps_what_is_promised(name: str, client: Client, document: Any, event: Tournament) -> None:
    if name == "schema":
        return
    assert not keeps(document, name, client.get(address(name, event)).json(), 200)


def test_rulings_and_complaints_keep_what_is_promised(client: Client, document: Any) -> None:
    for sent, query in ((COUNTED, ""), ([COUNTED], ""), ([COUNTED], "?game=1"), ({}, "")):
        response = judge(client, sent, query)
        assert not keeps(document, "adjudicate", response.json(), response.status_code)


def parameters(document: Any) -> list[tuple[str, str, Any]]:
    """(address, name, what it may be) of everything that stands after a question mark."""
    return [
        (path, one["name"], one["schema"])
        for path, item in document["paths"].items()
        for said in item.values()
        for one in said.get("parameters", ())
        if one["in"] == "query"
    ]


@pytest.mark.django_db
def test_what_may_stand_after_the_question_mark_is_said_as_it_is(
    client: Client, document: Any, event: Tournament
) -> None:
    """What the document allows is answered, and the next number beyond is refused."""
    found = parameters(document)
    assert {name for _path, name, _schema in found} == {"cursor", "limit", "game", "state", "stage", "team"}
    for path, name, schema in found:
        if name == "cursor":  # what one may be only a page of the list says: see test_lists
            continue
        if schema["type"] == "string":
            assert schema.get("enum") or schema["pattern"]
            for text in schema.get("enum", ["AbC-_9"]):
                assert client.get(f"{path.format(slug='shield')}?{name}={text}").status_code == 200
            continue
        allowed = schema.get("enum") or [
            schema["minimum"],
            schema.get("default", schema["minimum"]),
            schema["maximum"],
        ]
        for number in (*allowed, min(allowed) - 1, max(allowed) + 1):
            asked = f"{path.format(slug='shield')}?{name}={number}"
            response = judge(client, [COUNTED], f"?{name}={number}") if name == "game" else client.get(asked)
            wanted = 200 if min(allowed) <= number <= max(allowed) else 400
            assert response.status_code == wanted, asked


def test_a_body_is_asked_for_wherever_one_is_read(document: Any) -> None:
    bodies = {
        said["operationId"]: said["requestBody"]["required"]
        for item in document["paths"].values()
        for said in item.values()
        if "requestBody" in said
    }
    writes = [name for name, method in WITH_KEY.items() if method == "post"]
    assert bodies == dict.fromkeys(["adjudicate", "bundle", *writes], True)
