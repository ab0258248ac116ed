"""What the desk shows to whom it lets in. Who that is says `tests/attack/permissions.txt`, address by address."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Entry
from tests.factories import RoleFactory, UserFactory
from tests.support.worlds import kept
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Role, Tournament

# Those pages to which nobody but the organiser sends anything.
LOOK_ONLY = {"overview", "teams", "bracket", "tables", "clocks", "match"}


@kept
def played() -> tuple[Any, Tournament]:
    organiser = UserFactory(username="organiser")
    tournament = draw(organiser, 4, table_count=2)
    first = game(tournament, 1)
    acts.record_hand(
        actor=organiser, game=first, body=count("A"), key=acts.WriteKey("desk", uuid.uuid4(), first.sheet.head)
    )
    return organiser, tournament


@pytest.fixture
def organiser(request: pytest.FixtureRequest, db: None) -> Any:
    """The organiser of the world, if the test has one."""
    if "played" in request.fixturenames:
        return request.getfixturevalue("played")[0]
    return UserFactory(username="organiser")


@pytest.fixture
def world(played: tuple[Any, Tournament]) -> Tournament:
    return played[1]


@pytest.mark.parametrize("role", sorted(Role.Name.values))
def test_every_link_of_the_desk_opens_for_whoever_sees_it(role: str, world: Tournament) -> None:
    client = Client()
    client.force_login(RoleFactory(tournament=world, role=role).user)
    more = {"match": [match(world, 1).public_id]}
    there = {name: reverse(f"desk:{name}", args=[world.slug, *more.get(name, [])]) for name in sorted(LOOK_ONLY)}
    page = {name: client.get(where).content.decode() for name, where in there.items()}
    links = {link for text in page.values() for link in re.findall(r'href="(/desk/[^"#]*)', text)}
    actions = {link for text in page.values() for link in re.findall(r'action="(/desk/[^"#]*)', text)}
    assert links
    assert {link for link in links if client.get(link).status_code not in (200, 302)} == set()
    assert role == "organiser" or actions == set()


@pytest.mark.parametrize("args", [(2, 1), (1, 99)])
def test_a_hand_that_was_never_written_is_not_there(
    args: tuple[int, int], world: Tournament, browser_of: Client
) -> None:
    there = reverse("desk:correct", args=[world.slug, match(world, 1).public_id, *args])
    assert browser_of.get(there).status_code == 404


def test_whoever_signs_in_after_an_act_comes_to_the_tournament(world: Tournament) -> None:
    response = Client().post(reverse("desk:undo", args=[world.slug]))
    assert response["Location"].endswith(f"?next=/desk/{world.slug}/")


def test_pages_of_the_desk_are_kept_by_nobody_else(world: Tournament, browser_of: Client) -> None:
    response = browser_of.get(reverse("desk:overview", args=[world.slug]))
    assert "private" in response["Cache-Control"]
    assert "no-cache" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"


def test_nobody_changes_anything_who_may_not(world: Tournament) -> None:
    stranger = Client()
    stranger.force_login(UserFactory())
    there = reverse("desk:correct", args=[world.slug, match(world, 1).public_id, 1, 1])
    key = str(uuid.uuid4())
    assert stranger.post(there, {"action": "save", "key": key, "why": "typed"}).status_code == 404
    assert Entry.objects.count() == 1
