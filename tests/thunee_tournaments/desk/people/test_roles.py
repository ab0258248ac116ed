"""People: invited by a link that works once, given a role, told apart by what they may do, and let go again."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.utils import timezone

from tests.factories import InvitationFactory, RoleFactory, TeamFactory, UserFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.core.access import writer
from thunee_tournaments.tournaments.models import Invitation, Role, Tournament

INVITE = {"role": "referee", "note": "Uncle Sunny", "days": 7, "key": "k" * 22}
GOOD = {"username": "sunny", "password1": "spades are trumps", "password2": "spades are trumps"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address_in(response: Any) -> str:
    found = re.search(r'href="[^"]*(/desk/invitation/[\w-]{22})"', response.content.decode())
    assert found is not None
    return found[1]


@pytest.fixture
def address(draft: Desk) -> str:
    """The address of an invitation to be a referee of the draft tournament."""
    return address_in(draft.post("people", **INVITE))


def roles(tournament: Tournament) -> list[tuple[str, str]]:
    return sorted(tournament.roles.values_list("user__username", "role"))


def test_an_invitation_is_shown_once_and_kept_only_as_a_hash(draft: Desk) -> None:
    page = draft.post("people", **INVITE)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "strict-origin"
    token = address_in(page).rsplit("/", 1)[1]
    stored = [str(value) for row in Invitation.objects.values_list() for value in row]
    assert not any(token in value for value in stored)
    listed = text_of(draft.get("people"))
    assert "Uncle Sunny" in listed
    assert token not in listed


def test_a_second_tap_makes_no_second_invitation(draft: Desk) -> None:
    assert address_in(draft.post("people", **INVITE)) == address_in(draft.post("people", **INVITE))
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"role": "king"}, {"days": "900"}, {"team": "nobody"}, {"key": "short"}])
def test_a_wrong_invitation_is_said_and_not_made(draft: Desk, wrong: dict[str, str]) -> None:
    assert draft.post("people", **{**INVITE, **wrong}).status_code == 422
    assert not Invitation.objects.exists()


def test_whoever_has_an_account_takes_the_role_by_a_button(draft: Desk, address: str) -> None:
    client = signed_in(UserFactory(username="sunny"))
    assert "Accept as sunny" in text_of(client.get(address))
    assert roles(draft.tournament) == [("organiser", "organiser")]
    answer = client.post(address)
    assert answer["Location"] == draft.at("overview")
    assert ("sunny", "referee") in roles(draft.tournament)


def test_whoever_has_none_makes_an_account_there_and_is_signed_in(draft: Desk, address: str) -> None:
    client = Client()
    assert "Make an account" in text_of(client.get(address))
    assert client.post(address, GOOD)["Location"] == draft.at("overview")
    assert ("sunny", "referee") in roles(draft.tournament)
    assert client.get(draft.at("overview")).status_code == 200
    assert client.get(draft.at("people")).status_code == 404


@pytest.mark.parametrize("wrong", [
    {"username": "organiser"}, {"username": "ORGANISER"}, {"password2": "other"}, {"password1": "x", "password2": "x"},
])  # fmt: skip
def test_an_account_that_will_not_do_leaves_the_invitation_open(
    draft: Desk, address: str, wrong: dict[str, str]
) -> None:
    assert Client().post(address, {**GOOD, **wrong}).status_code == 422
    assert get_user_model().objects.count() == 1
    assert Invitation.objects.get().live


def test_an_invitation_works_once(draft: Desk, address: str) -> None:
    Client().post(address, GOOD)
    late = signed_in(UserFactory(username="late"))
    for answer in (late.get(address), late.post(address), Client().get(address), Client().post(address, GOOD)):
        assert answer.status_code == 404
        assert "opens nothing" in answer.content.decode()
    assert len(roles(draft.tournament)) == 2


def test_whoever_took_it_comes_in_again_by_it(draft: Desk, address: str) -> None:
    client = Client()
    client.post(address, GOOD)
    assert client.post(address)["Location"] == draft.at("overview")
    assert len(roles(draft.tournament)) == 2


def test_whoever_has_the_role_already_uses_nothing_up(draft: Desk, address: str) -> None:
    RoleFactory(tournament=draft.tournament, user=UserFactory(username="sunny"), role="referee")
    signed_in(get_user_model().objects.get(username="sunny")).post(address)
    assert Invitation.objects.get().live


@pytest.mark.parametrize("how", ["taken back", "expired", "never made"])
def test_an_invitation_that_ended_looks_like_one_that_never_was(draft: Desk, address: str, how: str) -> None:
    invitation = Invitation.objects.get()
    match how:
        case "taken back":
            draft.post("take_back_invitation", invitation=invitation.pk)
        case "expired":
            Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        case "never made":
            address = address[:-3] + "abc"
    client = signed_in(UserFactory())
    assert (client.get(address).status_code, client.post(address).status_code) == (404, 404)
    assert len(roles(draft.tournament)) == 1


def test_a_forged_request_takes_no_invitation(address: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(UserFactory())
    assert strict.post(address).status_code == 403


def test_the_page_of_an_invitation_is_kept_nowhere(address: str) -> None:
    page = Client().get(address)
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "strict-origin"
    assert page["X-Robots-Tag"] == "noindex"


def test_a_role_is_taken_away_at_once(draft: Desk, address: str) -> None:
    client = Client()
    client.post(address, GOOD)
    draft.post("take_away", role=Role.objects.get(role="referee").pk)
    assert roles(draft.tournament) == [("organiser", "organiser")]
    assert client.get(draft.at("overview")).status_code == 404


def test_the_last_organiser_stays(draft: Desk) -> None:
    own = Role.objects.get(tournament=draft.tournament)
    assert "the only organiser" in text_of(draft.after("take_away", role=own.pk))
    shut_out = RoleFactory(tournament=draft.tournament, user=UserFactory(is_active=False))
    assert "the only organiser" in text_of(draft.after("take_away", role=own.pk))
    second = RoleFactory(tournament=draft.tournament)
    draft.post("take_away", role=own.pk)
    assert set(Role.objects.filter(tournament=draft.tournament)) == {shut_out, second}


def test_nothing_of_another_tournament_is_taken_away_from_here(draft: Desk) -> None:
    RoleFactory(tournament=draft.tournament)
    elsewhere, invitation = RoleFactory(role="referee"), InvitationFactory()
    draft.post("take_away", role=elsewhere.pk)
    draft.post("take_away", role="")
    draft.post("take_back_invitation", invitation=invitation.pk)
    draft.post("conflict", role=elsewhere.pk, club="Umgeni")
    elsewhere.refresh_from_db()
    assert elsewhere.club == ""
    assert Invitation.objects.get().live


def test_the_page_says_when_there_is_no_second_referee(draft: Desk) -> None:
    assert "no second referee" in text_of(draft.get("people"))
    RoleFactory(tournament=draft.tournament, role="viewer")
    RoleFactory(tournament=draft.tournament, role="referee", user=UserFactory(is_active=False))
    assert "no second referee" in text_of(draft.get("people"))
    RoleFactory(tournament=draft.tournament, role="referee")
    assert "no second referee" not in text_of(draft.get("people"))


def test_a_referees_own_club_or_team_is_said_at_the_invitation_or_later(draft: Desk) -> None:
    team = TeamFactory(tournament=draft.tournament, name="Own Ones")
    there = address_in(draft.post("people", **{**INVITE, "club": "Umgeni CC", "team": team.public_id}))
    Client().post(there, GOOD)
    role = Role.objects.get(role="referee")
    assert (role.club, role.team) == ("Umgeni CC", team.public_id)
    assert "own team: Own Ones" in text_of(draft.get("people"))
    assert (
        "is it written as the teams write it"
        in text_of(draft.after("conflict", role=role.pk, club="Verulam", team="")).lower()
    )
    role.refresh_from_db()
    assert (role.club, role.team) == ("Verulam", "")


def test_a_referee_has_a_conflict_where_the_own_club_or_team_plays(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    first = match(tournament, 1)
    assert first.team("A") is not None
    assert first.team("B") is not None
    first.team("A").club = "Umgéni  CC"
    first.team("A").save()
    referee = RoleFactory(tournament=tournament, role="referee", club="umgeni cc").user
    assert writer(referee, match(tournament, 1)).conflicts == {"A"}
    assert writer(referee, match(tournament, 2)).conflicts == set()
    assert writer(organiser, match(tournament, 1)).conflicts == set()
    RoleFactory(tournament=tournament, role="chief_referee", user=referee, team=first.team("B").public_id)
    assert writer(referee, match(tournament, 1)).conflicts == {"A", "B"}


def test_an_invitation_is_no_right_before_it_is_taken(draft: Desk, address: str) -> None:
    assert signed_in(UserFactory()).get(draft.at("overview")).status_code == 404


def test_only_somebody_takes_an_invitation(db: None) -> None:
    InvitationFactory(token="t" * 22)
    with pytest.raises(acts.Refused) as caught:
        acts.take_invitation(actor=AnonymousUser(), token="t" * 22)
    assert caught.value.code == "not_allowed"
