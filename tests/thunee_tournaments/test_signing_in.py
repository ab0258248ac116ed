"""Who may try to sign in how often; and that nobody can be kept out of a device of their own."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories import UserFactory
from thunee_tournaments import signing_in

pytestmark = pytest.mark.django_db
PASSWORD = "nine of spades"
HALL = "10.0.0.7"


@pytest.fixture(autouse=True)
def limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 4
    for name, most in (("BY_NAME_AND_ADDRESS", 4), ("BY_ADDRESS", 8), ("BY_NAME", 8), ("BY_DEVICE", 3)):
        monkeypatch.setattr(signing_in, name, most)


@pytest.fixture
def ann() -> Any:
    return UserFactory(username="ann")


def try_to(name: str, password: str = "wrong", client: Client | None = None, address: str = HALL) -> int:
    client = client or Client()
    said = {"username": name, "password": password}
    return client.post("/accounts/login", said, REMOTE_ADDR=address).status_code


def known_device(name: str) -> Client:
    """A browser on which somebody has signed in, and out again."""
    client = Client()
    assert try_to(name, PASSWORD, client) == 302
    client.post("/accounts/logout")
    return client


def spray() -> None:
    """One machine in the hall tries a password on many names."""
    assert [try_to(f"user-{number}") for number in range(8)] == [200] * 7 + [429]


def hunt() -> None:
    """Many machines try the passwords of one person."""
    assert [try_to("ann", address=f"192.0.2.{number}") for number in range(8)] == [200] * 7 + [429]


@pytest.mark.parametrize("attack", [spray, hunt])
def test_an_attack_is_stopped_and_a_known_device_keeps_a_way_in(ann: Any, attack: Callable[[], None]) -> None:
    own = known_device("ann")
    attack()
    assert try_to("ann", PASSWORD) == 429  # a stranger, though with the right password
    assert try_to("ann", PASSWORD, own) == 302


def test_whoever_fails_at_the_same_address_with_the_same_name_does_not_close_a_known_device(ann: Any) -> None:
    own = known_device("ann")
    assert [try_to("ann") for _ in range(5)][-1] == 429
    assert try_to("ann", PASSWORD, own) == 302


def test_a_name_that_is_hunted_closes_no_other_name_and_an_address_no_other_address(ann: Any) -> None:
    UserFactory(username="ben")
    hunt()
    assert try_to("ben", PASSWORD) == 302
    spray()
    assert try_to("ben", PASSWORD, address="10.0.0.8") == 302


def test_a_known_device_is_counted_by_itself_and_closes_nobody_else(ann: Any) -> None:
    own = known_device("ann")
    assert [try_to("ann", client=own) for _ in range(3)] == [200, 200, 429]
    assert try_to("ann", PASSWORD, own) == 429
    assert try_to("ann", PASSWORD) == 302


def test_nobody_is_known_by_saying_so(ann: Any) -> None:
    forged = Client(headers={"user-agent": f"{signing_in.KNOWN}x"})
    assert [try_to("ann", client=forged) for _ in range(4)][-1] == 429
    copied = Client()
    copied.cookies[signing_in.COOKIE] = "W10:xyz:abc"
    assert try_to("ann", PASSWORD, copied) == 429


def test_a_device_of_one_account_is_a_stranger_to_another(ann: Any) -> None:
    UserFactory(username="ben")
    own = known_device("ben")
    hunt()
    assert try_to("ann", PASSWORD, own) == 429


def test_a_new_password_ends_what_devices_were_known_by_the_old_one_but_for_the_one_it_was_set_on(ann: Any) -> None:
    other, own = known_device("ann"), Client()
    try_to("ann", PASSWORD, own)
    new = "a jack beats every nine"
    own.post("/accounts/password", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    own.post("/accounts/logout")
    hunt()
    assert try_to("ann", new, other) == 429
    assert try_to("ann", new, own) == 302


def test_after_a_quarter_of_an_hour_everybody_may_try_again(ann: Any) -> None:
    spray()
    hunt_over = timezone.now() + signing_in.settings.AXES_COOLOFF_TIME
    with time_machine.travel(hunt_over):
        assert try_to("ann", PASSWORD) == 302


def test_several_accounts_share_a_device(ann: Any) -> None:
    UserFactory(username="ben")
    own = known_device("ann")
    try_to("ben", PASSWORD, own)
    own.post("/accounts/logout")
    spray()
    assert try_to("ann", PASSWORD, own) == 302
