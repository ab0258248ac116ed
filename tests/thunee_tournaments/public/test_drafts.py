"""A draft is nobody's business: none of its public addresses is there for a stranger, all are for who prepares it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import RoleFactory, SponsorFactory, UserFactory
from tests.pages.addresses import patterns
from tests.support.api.permissions import WITH_KEY
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db

# There for whoever has the address: test_sign_up.py, test_pledges.py, fundraising/test_receipts.py.
BEFORE_THE_DRAW = ("public:register", "public:sign_up", "public:receipt", "public:pledge")
ACTS = ("public:tell",)  # test_telling.py
WITHOUT_A_KEY = tuple(
    f"api:{name}" for name in WITH_KEY
)  # 401, draft or not: tests/thunee_tournaments/api/test_writing
# Every address of an event that anybody may ask for, by the resolver: a new one is in the table by itself.
ADDRESSES = [
    (name, wanted)
    for name, wanted in patterns()
    if name.partition(":")[0] in ("public", "api")
    and "slug" in wanted
    and name not in (*BEFORE_THE_DRAW, *ACTS, *WITHOUT_A_KEY)
]
VARIANTS = ("", "?fragment=1", "?q=a", "?parts=1")


@pytest.fixture
def draft(event: Tournament) -> Tournament:
    """An event in play whose draw was taken back to be a draft: all that an address can name is still in the
    database."""
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.DRAFT)
    return event


def address(name: str, wanted: list[str], event: Tournament) -> str:
    team = Team.objects.filter(tournament=event)[0]
    sponsor = event.sponsors.first() or SponsorFactory(tournament=event, logo=b"a picture", mark="of it")
    known = {
        "slug": event.slug,
        "public_id": team.public_id if "team" in name else match(event, 3).public_id,
        "number": 1,
        "seq": 1,
        "sponsor_id": sponsor.public_id,
    }
    return reverse(name, args=[known[key] for key in wanted])


@pytest.mark.parametrize(("name", "wanted"), ADDRESSES, ids=[name for name, _wanted in ADDRESSES])
def test_a_stranger_finds_nothing_of_a_draft(name: str, wanted: list[str], draft: Tournament) -> None:
    where = address(name, wanted, draft)
    role = RoleFactory().user  # an organiser of another event
    for user in (None, UserFactory(), role):
        client = Client()
        if user:
            client.force_login(user)
        for asked in VARIANTS:
            response = client.get(where + asked)
            # What programs may not ask anywhere they may not ask here either, be the event there or not.
            assert response.status_code == (400 if asked and name.startswith("api:") else 404), where + asked
            nowhere = client.get(where.replace(draft.slug, "no-such-event") + asked)
            assert nowhere.status_code == response.status_code, where + asked
            assert draft.name not in response.content.decode()
            assert "ETag" not in response


@pytest.mark.parametrize(("name", "wanted"), ADDRESSES, ids=[name for name, _wanted in ADDRESSES])
def test_once_drawn_each_is_there_for_everybody(name: str, wanted: list[str], event: Tournament) -> None:
    assert Client().get(address(name, wanted, event)).status_code == 200


PAGES = [row for row in ADDRESSES if row[0].startswith("public:")]


@pytest.mark.parametrize("role", [Role.Name.ORGANISER, Role.Name.VIEWER])
@pytest.mark.parametrize(("name", "wanted"), PAGES, ids=[name for name, _wanted in PAGES])
def test_whoever_has_a_role_in_it_sees_it(name: str, wanted: list[str], role: str, draft: Tournament) -> None:
    client = Client()
    client.force_login(RoleFactory(tournament=draft, role=role).user)
    response = client.get(address(name, wanted, draft))
    assert response.status_code == 200
    assert "public" not in response.get("Cache-Control", "")


def test_what_is_listed_of_all_events_leaves_drafts_out(client: Client, draft: Tournament) -> None:
    for where in ("/", "/api/v1/tournaments/"):
        assert draft.slug not in client.get(where).content.decode()


def test_a_draft_opens_no_stream_for_anybody(client: Client, draft: Tournament, organiser: Any) -> None:
    client.force_login(organiser)
    assert "data-live" not in client.get(f"/{draft.slug}/").content.decode()
