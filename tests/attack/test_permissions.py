"""Who gets to see and do what: every address, every method, everybody, held against the table in `permissions.txt`."""

from typing import Any
from unittest import mock

import pytest
from django.test import Client
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from tests.attack import permissions
from tests.attack.world import World
from thunee_tournaments.api.access import Nobody
from thunee_tournaments.desk import access
from thunee_tournaments.tournaments.models import Role
from thunee_tournaments.tournaments.selectors import tournament_and_roles

pytestmark = pytest.mark.django_db
NAMES = sorted(permissions.rows())
# The first keeps a cookie in the browser, and nothing on the site; the second does nothing in anybody's name.
FROM_ANYWHERE = {"public:preferences", "public:tell"}


def test_every_address_has_its_row_and_every_row_its_address() -> None:
    assert permissions.missing() == set()


def test_every_address_has_a_name() -> None:
    from django.urls import URLPattern, URLResolver, get_resolver

    def nameless(resolver: Any) -> list[str]:
        found = []
        for one in resolver.url_patterns:
            if isinstance(one, URLResolver):
                found += nameless(one)
            elif isinstance(one, URLPattern) and not one.name:
                found.append(str(one.pattern))
        return found

    assert nameless(get_resolver()) == []


def test_a_view_of_the_api_that_says_nothing_serves_nobody_and_knows_nobody() -> None:
    assert [Nobody] == api_settings.DEFAULT_PERMISSION_CLASSES
    assert api_settings.DEFAULT_AUTHENTICATION_CLASSES == []
    assert APIView.permission_classes == [Nobody]


@pytest.mark.parametrize("name", NAMES)
def test_strangers_are_answered_as_the_table_says_and_leave_no_trace(name: str, world: World) -> None:
    assert permissions.ask(world, name, permissions.STRANGERS).faults == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_everybody_is_answered_as_the_table_says(name: str, world: World) -> None:
    others = tuple(actor for actor in permissions.PEOPLE if actor not in permissions.STRANGERS)
    assert permissions.ask(world, name, others).faults == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_other_method_does_anything(name: str, world: World) -> None:
    others = tuple(method for method in permissions.METHODS if method not in permissions.ASKED_SHORTLY)
    assert permissions.ask(world, name, ("visitor", "organiser", "phone"), others).faults == []


@pytest.mark.parametrize(
    "name", [name for name in NAMES if "post" in permissions.rows()[name].answers and name not in FROM_ANYWHERE]
)
def test_a_form_from_another_site_is_refused(name: str, world: World) -> None:
    where = world.address(name, dict(permissions.patterns())[name])
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.people["organiser"])
    got, written = permissions.answer(lambda: client.post(where))
    assert got == (permissions.rows()[name].expected("visitor", "post") if name.startswith("api:") else 403)
    assert written == []


def test_control_a_desk_that_lets_in_whoever_has_an_account_is_noticed(world: World) -> None:
    def everything(user: Any, slug: str) -> Any:
        return tournament_and_roles(world.people["organiser"], slug)[0], frozenset(Role.Name.values)

    with mock.patch.object(access, "tournament_and_roles", everything):
        [look, act] = permissions.ask(world, "desk:details", ("account",)).faults
    assert "GET" in look
    assert "POST" in act


def test_control_a_table_whose_phone_reaches_all_others_is_noticed(world: World) -> None:
    from thunee_tournaments.brackets.models import MatchGame
    from thunee_tournaments.scoring import hand, selectors

    sheet = world.evening.values["sheet_id"]
    own = selectors.sitting_for(_link_of(world), sheet)
    assert MatchGame.objects.filter(sheet__public_id=sheet).exists()
    with mock.patch.object(hand, "sitting_for", return_value=own):
        assert permissions.ask(world, "scoring:hand", ("phone of another table",)).faults


def test_control_an_address_that_takes_another_method_is_noticed(world: World) -> None:
    from thunee_tournaments.api import events

    def delete(view: Any, request: Any, **kwargs: Any) -> Any:
        return view.get(request, **kwargs)

    opened = {"delete": delete, "http_method_names": ["get", "head", "delete"]}
    with mock.patch.multiple(events.OneTournament, create=True, **opened):
        assert permissions.ask(world, "api:tournament", ("visitor",), ("delete",)).faults


def test_control_an_address_without_a_row_is_noticed() -> None:
    with mock.patch.object(permissions, "patterns", return_value=[*permissions.patterns(), ("desk:new", ["slug"])]):
        assert permissions.missing() == {"desk:new"}


def _link_of(world: World) -> Any:
    from thunee_tournaments.tables.links import find

    link = find(world.evening.values["scoring:link token"])
    assert link is not None
    return link


def test_asking_changes_nothing_of_the_version_everybody_is_told(world: World) -> None:
    before = world.event.version
    for name in ("public:tournament", "api:tournament", "api:matches", "public:hall"):
        world.come("visitor", name).get(world.address(name, dict(permissions.patterns())[name]))
    world.event.refresh_from_db()
    assert world.event.version == before
