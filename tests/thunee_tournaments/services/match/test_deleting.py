"""A tournament is deleted while nothing was ever recorded in it, and never afterwards."""

import uuid
from typing import Any

import pytest
from django.test import Client

from adjudication.models import Opening
from tests.factories import RoleFactory, SignUpFactory, TeamFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.fundraising.models import Fund
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.teams.models import Announcement, Player, SignUp, Team
from thunee_tournaments.tournaments.models import Invitation, Role, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Any:
    return UserFactory(username="organiser")


@pytest.fixture
def draft(organiser: Any) -> Tournament:
    """All that can be prepared: teams, a sign-up, a plan, prizes, an announcement, a fund, a helper, an invitation."""
    made = TournamentFactory(organiser=organiser, slug="trial", name="Trial")
    TeamFactory(tournament=made, name="Nine Lives", players=("Ann", "Ben"))
    SignUpFactory(tournament=made)
    RoleFactory(tournament=made, role="treasurer")
    acts.set_plan(actor=organiser, tournament=made, stages=[{"format": "knockout", "parameters": {}}])
    acts.set_fund(actor=organiser, tournament=made, currency="ZAR", goal=1, public=False)
    acts.announce(actor=organiser, tournament=made, says=acts.Announced())
    acts.invite(actor=organiser, tournament=made, role="referee", key="k" * 22)
    return made


def delete(organiser: Any, tournament: Tournament, seen: int = 2) -> str:
    return acts.delete_tournament(actor=organiser, tournament=tournament, seen=seen)


def test_all_that_was_prepared_goes_and_nothing_else(organiser: Any, draft: Tournament) -> None:
    other = TournamentFactory(organiser=organiser)
    TeamFactory(tournament=other)
    assert delete(organiser, draft) == "Trial"
    assert list(Tournament.objects.all()) == [other]
    for model in (SignUp, Announcement, Stage, Fund, Invitation):
        assert not model.objects.exists(), model
    assert Team.objects.count() == 1
    assert not Player.objects.exclude(team__tournament=other).exists()
    assert set(Role.objects.values_list("tournament", flat=True)) == {other.pk}
    assert not Opening.objects.filter(commitment__book=draft.public_id).exists()


def test_what_came_since_is_looked_at_first(organiser: Any, draft: Tournament) -> None:
    TeamFactory(tournament=draft, name="Late")
    with pytest.raises(Refused) as caught:
        delete(organiser, draft)
    assert caught.value.code == "moved"
    assert delete(organiser, draft, seen=3)


def test_money_a_draw_or_a_draw_taken_back_is_a_record(organiser: Any, draft: Tournament) -> None:
    said: dict[str, Any] = {"kind": "donation", "method": "cash", "device": "desk", "client_uuid": uuid.uuid4()}
    acts.take_money(actor=organiser, tournament=draft, amount=1, **said)
    drawn = draw(organiser, 2)
    undone = draw(organiser, 2)
    acts.undo_draw(actor=organiser, tournament=undone)
    undone.refresh_from_db()
    assert undone.status == Tournament.Status.DRAFT
    for tournament in (draft, drawn, undone):
        with pytest.raises(Refused) as caught:
            delete(organiser, tournament)
        assert caught.value.code == "has_a_record"
    assert Tournament.objects.count() == 3


def test_the_desk_asks_first_says_what_goes_and_leads_home(organiser: Any, draft: Tournament) -> None:
    client = Client()
    client.force_login(organiser)
    page = client.get("/desk/trial/close").content.decode()
    assert "2 teams and sign-ups go with it." in " ".join(page.split())
    refused = client.post("/desk/trial/delete", {"seen": "1"}, follow=True)
    assert "A team has come or gone meanwhile." in refused.content.decode()
    for nonsense in ("", "two", "9" * 30):
        assert client.post("/desk/trial/delete", {"seen": nonsense}).status_code == 302
    assert Tournament.objects.exists()
    done = client.post("/desk/trial/delete", {"seen": "2"}, follow=True)
    assert "Trial is deleted." in done.content.decode()
    assert client.post("/desk/trial/delete", {"seen": "2"}).status_code == 404
