"""What the API says to a method it does not take. Who may do what says `tests/attack/permissions.txt`."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.support.api.permissions import ROWS, WITH_KEY, address
from tests.thunee_tournaments.api.asking import COUNTED, assert_problem
from thunee_tournaments.api import index
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete", "options")


def test_every_address_is_in_the_index() -> None:
    assert {*index.BELOW, "index"} == {*ROWS, *WITH_KEY}


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("name", ROWS)
def test_an_address_takes_one_method_from_anybody_and_no_other_from_anybody(
    name: str, signed_in: bool, event: Tournament
) -> None:
    client = Client(enforce_csrf_checks=True)
    if signed_in:
        client.force_login(UserFactory(is_superuser=True, is_staff=True))
    where = address(name, event)
    for method in METHODS:
        sent: dict[str, Any] = {} if method == "get" else {"data": COUNTED, "content_type": "application/json"}
        response = getattr(client, method)(where, **sent)
        if method == ROWS[name][0]:
            assert response.status_code == (415 if name == "bundle" else 200)  # it takes no JSON
        else:
            assert_problem(response, 405, "method_not_allowed")
            assert ROWS[name][0].upper() in response["Allow"]
        assert not response.cookies


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row[1] in ("event", "match")])
def test_nothing_of_a_draft_is_there_not_even_for_its_organiser(name: str, client: Client, organiser: Any) -> None:
    draft = TournamentFactory(slug="draft", organiser=organiser)
    client.force_login(organiser)
    args = [draft.slug, "anything"] if name == "match" else [draft.slug]
    assert_problem(client.get(reverse(f"api:{name}", args=args)), 404, "not_found")
    assert "draft" not in str(client.get("/api/v1/tournaments/").json()["results"])


def test_asking_changes_nothing(event: Tournament, client: Client) -> None:
    for name, (method, _about) in ROWS.items():
        if method == "get":
            client.get(address(name, event))
    client.post("/api/v1/adjudicate/", COUNTED, content_type="application/json")
    before = event.version
    event.refresh_from_db()
    assert event.version == before
