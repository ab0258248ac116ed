"""An account for whoever wants one, where the operator allows it."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.support.mailbox import letters_to, link_to

pytestmark = pytest.mark.django_db
KIM = "kim@example.org"
SAID = {"username": "kim", "password1": "a jack beats every nine", "password2": "a jack beats every nine"}


@pytest.fixture(autouse=True)
def allowed(site: Any) -> Any:
    site.ACCOUNTS_FOR_ALL = True
    return site


def ask(address: str = KIM) -> Any:
    return Client().post("/accounts/new", {"email": address})


def test_the_link_in_the_letter_makes_the_account(client: Client) -> None:
    assert "Look into your mail" in ask().content.decode()
    assert not User.objects.exists()
    assert client.post(link_to(KIM), SAID)["Location"] == "/desk/"
    kim = User.objects.get()
    assert (kim.username, kim.email) == ("kim", KIM)
    assert kim.emailaddress_set.get().verified
    assert client.get("/desk/").status_code == 200
    assert "(this device)" in client.get("/accounts/").content.decode()


def test_the_link_makes_one_account(client: Client) -> None:
    ask()
    link = link_to(KIM)
    client.post(link, SAID)
    second = Client().post(link, {**SAID, "username": "kim-2"})
    assert (second.status_code, User.objects.count()) == (404, 1)


@pytest.mark.parametrize("link", ["/accounts/new/x", "/accounts/new/" + "x" * 300, None])
def test_a_link_that_is_made_up_or_old_makes_none(client: Client, link: str | None) -> None:
    ask()
    link = link or link_to(KIM)
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert client.post(link, SAID).status_code == 404
    assert not User.objects.exists()


def test_who_has_an_account_is_told_how_to_sign_in_and_nobody_else_is(ann: User) -> None:
    pages = [ask(address).content.decode().replace(address, "") for address in ("ann@example.org", KIM)]
    assert pages[0] == pages[1]
    assert "yours has it already" in letters_to("ann@example.org")[-1]


def test_a_mailbox_is_written_to_three_times_an_hour_at_most() -> None:
    for _ in range(5):
        ask()
    assert len(letters_to(KIM)) == 3


def test_a_name_that_is_taken_is_told(client: Client, ann: User) -> None:
    ask()
    page = client.post(link_to(KIM), {**SAID, "username": "ann"})
    assert (page.status_code, User.objects.count()) == (422, 1)


def test_without_the_operators_leave_nobody_makes_an_account(client: Client, site: Any) -> None:
    ask()
    link = link_to(KIM)
    site.ACCOUNTS_FOR_ALL = False
    assert ask().status_code == 404
    assert client.post(link, SAID).status_code == 404
    assert "Make an account" not in client.get("/accounts/login").content.decode()


def test_an_address_that_somebody_else_typed_keeps_nobody_from_an_account(client: Client, ann: User) -> None:
    ann.emailaddress_set.create(email=KIM, verified=False)
    ask()
    assert client.post(link_to(KIM), SAID)["Location"] == "/desk/"
    assert User.objects.get(email=KIM).username == "kim"
