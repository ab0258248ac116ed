"""A copy of an event that another site keeps: nobody changes it, by no act."""

import pytest
from django.db.models import Model

from tests.factories import UserFactory
from tests.support.services.every_act import ACTS, SAID, state
from tests.support.services.world import World
from tests.support.worlds import kept
from thunee_tournaments.services import acts
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.anywhere


@kept
def world():
    return World(UserFactory(username="organiser"))


OF_A_COPY = {"take_bundle", "take_over"}
OF_NO_EVENT = {"set_organisation", "invite_member", "revoke_member_invitation", "remove_member"}


@pytest.mark.parametrize("name", sorted(set(ACTS) - OF_A_COPY - OF_NO_EVENT))
def test_nobody_changes_a_copy_of_an_event_that_another_site_keeps(world, name):
    asked = SAID[name](world)
    Tournament.objects.update(kept_by="1234-5678")
    fresh = {
        key: (type(value).objects.filter(pk=value.pk).first() or value) if isinstance(value, Model) else value
        for key, value in asked.items()
    }
    before = state()
    if name == "preview_correction":
        assert acts.preview_correction(actor=world.entrusted, **fresh)["refused"].code == "kept_elsewhere"
        return
    with pytest.raises(Refused) as caught:
        getattr(acts, name)(actor=world.entrusted, **fresh)
    assert caught.value.code in {"kept_elsewhere", "not_allowed"}
    assert state() == before
