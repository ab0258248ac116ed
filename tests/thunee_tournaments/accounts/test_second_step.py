"""A second step when somebody signs in: an app that shows codes, and codes on paper."""

import base64
import hmac
import re
import struct
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.pages.addresses import patterns
from tests.support.mailbox import code_to
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PASSWORD = "nine of spades"
APP, CODES, SECOND = "/accounts/second-step/app", "/accounts/second-step/codes", "/accounts/login/second"


def shown(secret: str, later: int = 0) -> str:
    """What an app shows of this secret now, or so many half minutes later (RFC 6238)."""
    moment = struct.pack(">Q", int(time.time() // 30) + later)
    digest = hmac.digest(base64.b32decode(secret), moment, "sha1")
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place : place + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


@pytest.fixture
def secret(desk: Client) -> str:
    """Ann's app is asked from now on."""
    found = re.search(r"secret-text\">(\w+)<", desk.get(APP).content.decode())
    assert found is not None
    assert desk.post(APP, {"code": shown(found[1])})["Location"] == CODES
    return found[1]


def sign_in(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/accounts/login", {"username": "ann", "password": password, "next": "/rules"})


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_password_alone_lets_nobody_in(secret: str) -> None:
    thief = Client()
    assert sign_in(thief)["Location"] == SECOND
    assert not signed_in(thief)
    assert thief.get("/desk/").status_code == 302


def test_the_code_of_the_app_lets_in_and_leads_on(secret: str) -> None:
    client = Client()
    sign_in(client)
    assert client.post(SECOND, {"code": shown(secret, later=1)})["Location"] == "/rules"
    assert signed_in(client)


def test_a_code_that_does_not_fit_is_told_so(secret: str) -> None:
    client = Client()
    sign_in(client)
    assert "This code does not fit" in client.post(SECOND, {"code": "000000"}).content.decode()
    assert not signed_in(client)


def test_codes_are_not_guessed_without_end(secret: str) -> None:
    client = Client()
    sign_in(client)
    for _ in range(5):
        client.post(SECOND, {"code": "000000"})
    assert "tried too often" in client.post(SECOND, {"code": shown(secret, later=1)}).content.decode()
    assert not signed_in(client)


def test_a_code_by_letter_does_not_leave_the_second_step_out(secret: str) -> None:
    client = Client()
    client.post("/accounts/login/code", {"email": "ann@example.org"})
    sent = client.post("/accounts/login/code/enter", {"code": code_to("ann@example.org")})
    assert sent["Location"].startswith(SECOND)
    assert not signed_in(client)


def test_a_recovery_code_lets_in_once(desk: Client, secret: str) -> None:
    codes = re.findall(r"<li class=\"num\">(\S+)</li>", desk.get(CODES).content.decode())
    assert len(codes) == 10
    first, second = Client(), Client()
    for client in (first, second):
        sign_in(client)
        client.post(SECOND, {"code": codes[0]})
    assert (signed_in(first), signed_in(second)) == (True, False)


def test_recovery_codes_are_shown_to_whoever_gave_the_password_just_now(secret: str, ann: User) -> None:
    client = Client()
    client.force_login(ann)
    assert client.get(CODES)["Location"].startswith("/accounts/again?")


def test_new_codes_take_the_place_of_earlier_ones(desk: Client, secret: str) -> None:
    before = desk.get(CODES).content
    assert desk.post(f"{CODES}/new")["Location"] == CODES
    assert desk.get(CODES).content != before


def test_a_copy_of_the_database_makes_nobodys_codes(secret: str, ann: User) -> None:
    kept = Authenticator.objects.get(user=ann, type="totp").data["secret"]
    assert secret not in kept


def test_a_site_whose_key_was_changed_still_knows_the_apps(secret: str, site: Any) -> None:
    site.SECRET_KEY, site.SECRET_KEY_FALLBACKS = "another" * 9, [site.SECRET_KEY]
    client = Client()
    sign_in(client)
    client.post(SECOND, {"code": shown(secret, later=1)})
    assert signed_in(client)


def test_the_app_is_asked_no_more_once_it_is_removed(desk: Client, secret: str) -> None:
    assert desk.post(f"{APP}/remove")["Location"] == "/accounts/"
    client = Client()
    assert sign_in(client)["Location"] == "/rules"


@pytest.mark.parametrize("path", [APP, f"{CODES}/new", "/accounts/passkeys/new", "/accounts/close"])
def test_a_desk_left_open_changes_no_account(ann: User, path: str) -> None:
    client = Client(headers={"host": "localhost"})
    client.force_login(ann)
    for answer in (client.get(path), client.post(path)):
        assert answer["Location"].startswith("/accounts/again?")
    assert not Authenticator.objects.exists()
    assert User.objects.get().is_active


def test_a_device_is_known_only_after_the_second_step(secret: str) -> None:
    client = Client()
    sign_in(client)
    assert "thunee_device" not in client.cookies
    client.post(SECOND, {"code": shown(secret, later=1)})
    assert "thunee_device" in client.cookies
    assert UserSession.objects.filter(session_key=client.session.session_key).exists()


def test_the_operator_takes_the_second_step_off(secret: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("remove_second_step", "ann")
    assert sign_in(Client())["Location"] == "/rules"
    call_command("remove_second_step", "ann")
    assert capsys.readouterr().out == "The password alone is enough again.\nThis account has no second step.\n"
    with pytest.raises(CommandError, match="no account with the name 'bob'"):
        call_command("remove_second_step", "bob")


@pytest.fixture
def required(settings: Any) -> None:
    settings.SECOND_STEP = "required"


def test_where_the_site_wants_one_the_desk_opens_only_with_a_second_step(required: None, desk: Client) -> None:
    draw(User.objects.get(username="ann"), 2, slug="shield")
    for path in ("/desk/", "/desk/shield/", "/desk/shield/teams", "/desk/shield/bundle", "/desk/organisations/new"):
        answer = desk.get(path)
        assert (answer.status_code, answer.headers.get("Location")) == (302, "/accounts/#second-step"), path
    reason = "wants a second step of everybody at the desk"
    section = desk.get("/accounts/").content.decode().partition('id="second-step"')[2]
    assert section.count(reason) == 1, "where the page opens, however often somebody came"
    assert "To the desk" not in section
    found = re.search(r"secret-text\">(\w+)<", desk.get(APP).content.decode())
    assert found is not None
    desk.post(APP, {"code": shown(found[1])})
    assert "To the desk" in desk.get("/accounts/").content.decode().partition('id="second-step"')[2]
    assert desk.get("/desk/shield/").status_code == 200
    assert reason not in desk.get("/accounts/").content.decode()


def test_where_it_does_nothing_is_done_without_one(required: None, desk: Client) -> None:
    ann = User.objects.get(username="ann")
    event = draw(ann, 2, slug="shield")
    before = Tournament.objects.get(pk=event.pk).version
    for path in desk_addresses():
        answer = desk.post(path)
        assert answer.status_code == 405 or answer["Location"] == "/accounts/#second-step", path
    assert Tournament.objects.get(pk=event.pk).version == before


def test_where_it_does_tables_readers_and_codes_alone_need_none(required: None, desk: Client) -> None:
    ann = User.objects.get(username="ann")
    event = draw(ann, 2, slug="shield", table_count=1)
    token = acts.issue_table_link(actor=ann, table=event.tables.get()).token
    assert Client().get(f"/t/{token}", follow=True).status_code == 200
    assert Client().get("/shield/").status_code == 200
    RecoveryCodes.activate(ann)  # codes are for when the app is lost: without one they are no second step
    assert desk.get("/desk/").status_code == 302


def desk_addresses() -> list[str]:
    """Every page of the desk that wants no more than an event."""
    found = [(name, wanted) for name, wanted in patterns() if name.startswith("desk:") and wanted in ([], ["slug"])]
    return [reverse(name, args=["shield"] if wanted else []) for name, wanted in found]
