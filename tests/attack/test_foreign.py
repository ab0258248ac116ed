"""An event is not reached from another, whatever ids are put into addresses and forms."""

from unittest import mock

import pytest

from tests.attack import foreign
from tests.attack.world import World
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_what_is_in_another_event_is_not_there_under_the_own_one(world: World) -> None:
    tried = foreign.under_an_own_slug(world)
    assert tried.faults == []
    assert tried.forms > 40


@pytest.mark.slow
def test_no_form_reaches_another_event_by_its_ids(world: World) -> None:
    tried = foreign.everything_sent(world)
    assert tried.faults == []
    assert tried.forms >= 15
    assert tried.ids >= 30


@pytest.mark.slow
def test_control_a_form_that_takes_the_row_of_any_event_is_noticed(world: World) -> None:
    roles = property(lambda _tournament: Role.objects.all())
    with (
        mock.patch.object(Tournament, "roles", roles),
        mock.patch("thunee_tournaments.services.setup.roles.require_role"),
    ):
        assert any("tournaments.Role" in fault for fault in foreign.everything_sent(world).faults)
