"""The own account: where somebody is signed in, and how it is closed."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factories import RoleFactory, RunningTournamentFactory, UserFactory
from tests.support.mailbox import letters_to
from tests.support.organisations import MemberFactory
from thunee_tournaments.accounts.browsers import called
from thunee_tournaments.accounts.tasks import forget_sessions
from thunee_tournaments.services.acts import promise_account_letter
from thunee_tournaments.services.models import Letter
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db
ELSEWHERE = "/accounts/sign-out-elsewhere"
AGENTS = {
    "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36": "Chrome, Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0": "Firefox, Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0": "Edge, Windows",
    "curl/8.0": "another browser",
}


def sign_in(agent: str = "Firefox, Windows") -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login", {"username": "ann", "password": "nine of spades"})
    return client


@pytest.mark.parametrize(("agent", "name"), AGENTS.items())
def test_a_device_is_called_by_what_its_owner_knows_it_by(agent: str, name: str) -> None:
    assert called(agent) == name


def test_the_page_tells_where_somebody_is_signed_in(ann: User) -> None:
    sign_in("Firefox, Windows")
    page = sign_in("Chrome Android").get("/accounts/").content.decode()
    assert page.index("Chrome, Android") < page.index("(this device)") < page.index("Firefox, Windows")


def test_another_device_is_signed_out_from_here(ann: User) -> None:
    here, there, third = sign_in(), sign_in(), sign_in()
    key = UserSession.objects.get(session_key=there.session.session_key).pk
    here.post(ELSEWHERE, {"device": key})
    assert [client.get("/desk/").status_code for client in (here, there, third)] == [200, 302, 200]
    here.post(ELSEWHERE, {"device": "all"})
    assert [client.get("/desk/").status_code for client in (here, third)] == [200, 302]


@pytest.mark.parametrize("device", ["", "x", "9" * 30, "-1", "²"])
def test_what_is_no_device_signs_nobody_out(ann: User, device: str) -> None:
    here, there = sign_in(), sign_in()
    assert here.post(ELSEWHERE, {"device": device}).status_code == 302
    assert there.get("/desk/").status_code == 200


def test_nobody_signs_out_somebody_else(ann: User) -> None:
    there = sign_in()
    bob = Client()
    bob.force_login(UserFactory(username="bob"))
    bob.post(ELSEWHERE, {"device": UserSession.objects.get().pk})
    bob.post(ELSEWHERE, {"device": "all"})
    assert there.get("/desk/").status_code == 200


def test_a_closed_account_is_erased_and_lets_nobody_in(desk: Client, ann: User) -> None:
    role = RoleFactory(user=ann, role="referee")
    assert desk.post("/accounts/close")["Location"] == "/"
    ann.refresh_from_db()
    assert (ann.username, ann.email, ann.is_active) == (f"erased-{ann.pk}", "", False)
    assert not Role.objects.filter(pk=role.pk).exists()
    assert not EmailAddress.objects.exists()
    assert desk.get("/desk/").status_code == 302
    assert sign_in().get("/desk/").status_code == 302


@pytest.mark.parametrize("holds", ["event", "organisation"])
def test_the_only_organiser_does_not_leave_an_event_to_nobody(desk: Client, ann: User, holds: str) -> None:
    one = RoleFactory(user=ann) if holds == "event" else MemberFactory(user=ann)
    page = desk.post("/accounts/close")
    assert page.status_code == 422
    assert "You are the only organiser of" in page.content.decode()
    assert User.objects.get(pk=ann.pk).username == "ann"
    if holds == "event":
        RoleFactory(tournament=one.tournament)
    else:
        MemberFactory(organisation=one.organisation)
    assert desk.post("/accounts/close").status_code == 302


def test_an_event_that_is_over_keeps_its_roles_without_the_name(desk: Client, ann: User) -> None:
    role = RoleFactory(user=ann, tournament=RunningTournamentFactory(status=Tournament.Status.CLOSED))
    desk.post("/accounts/close")
    assert Role.objects.get(pk=role.pk).user.username.startswith("erased-")


def test_what_is_known_of_a_device_goes_with_its_session(ann: User) -> None:
    here, there = sign_in(), sign_in()
    Session.objects.filter(session_key=there.session.session_key).update(expire_date=timezone.now())
    assert forget_sessions() == 1
    assert UserSession.objects.get().session_key == here.session.session_key
    assert Session.objects.count() == 1


def test_somebody_is_forgotten_by_an_address_that_was_never_confirmed(ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="private@example.org")
    promise_account_letter(to="private@example.org", subject="x", body="y")
    call_command("forget", "Private@example.org", "--yes")
    ann.refresh_from_db()
    assert ann.username.startswith("erased-")
    assert not EmailAddress.objects.exists()
    assert not Letter.objects.exists()


def test_whoever_changes_the_password_is_written_to_and_stays_on_this_device_alone(ann: User) -> None:
    here, there = sign_in(), sign_in()
    new = "a jack beats every nine"
    said = {"old_password": "nine of spades", "new_password1": new, "new_password2": new}
    assert here.post("/accounts/password", said).status_code == 302
    assert "The password of your account was changed." in letters_to(ann.email)[-1]
    assert [client.get("/desk/").status_code for client in (here, there)] == [200, 302]
    page = here.get("/accounts/").content.decode()
    assert "(this device)" in page
    assert UserSession.objects.count() == 1
