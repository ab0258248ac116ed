"""Hashing a password takes long on purpose, and keeps no page waiting."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.test import Client

from tests.support.hall_server.site import ask, scope
from thunee_tournaments import hashing
from thunee_tournaments.hall_server import site
from thunee_tournaments.settings.security import PASSWORD_HASHERS

LONGEST = 60.0


@pytest.fixture(autouse=True)
def real_hashing(settings: Any) -> None:
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


class Slow:
    """Django's hash, that takes until it is let go; `most` at once."""

    def __init__(self) -> None:
        self.let_go, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = 0
        self.begun = threading.Event()

    def encode(self, _password: str, salt: str, _iterations: int | None = None) -> str:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.begun.set()
        self.let_go.wait(LONGEST)
        with self.lock:
            self.now -= 1
        return f"pbkdf2_sha256$1${salt}$x"


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    with mock.patch.object(PBKDF2PasswordHasher, "encode", made.encode):
        yield made
    made.let_go.set()


def test_passwords_that_were_kept_before_stay_good() -> None:
    kept = PBKDF2PasswordHasher().encode("nine of spades", "salt", 1000)
    assert check_password("nine of spades", kept)
    assert make_password("nine of spades").startswith("pbkdf2_sha256$")


def test_one_is_hashed_at_a_time_and_the_others_are_told_at_once(slow: Slow) -> None:
    told: list[str] = []

    def work() -> None:
        try:
            make_password("x")
        except hashing.Busy:
            told.append("busy")

    threads = [threading.Thread(target=work) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(0.2)
    assert slow.begun.wait(LONGEST)
    assert len(told) == 19
    slow.let_go.set()
    for thread in threads:
        thread.join(LONGEST)
    assert slow.most == 1


def test_a_known_device_does_not_wait_for_strangers(slow: Slow) -> None:
    stranger = threading.Thread(target=make_password, args=["x"])
    stranger.start()
    assert slow.begun.wait(LONGEST)
    entered = threading.Event()

    def known() -> None:
        with hashing.favoured():
            make_password("y")
        entered.set()

    own = threading.Thread(target=known)
    own.start()
    while slow.now < 2:
        assert not entered.is_set()
    slow.let_go.set()
    own.join(LONGEST)
    stranger.join(LONGEST)
    assert entered.is_set()


@pytest.mark.django_db(transaction=True)
def test_twenty_who_post_passwords_keep_no_page_waiting(slow: Slow, settings: Any) -> None:
    """As many as hold every thread that makes pages, were each hashed: the page comes while the first still is."""
    served = site.Site()
    secret = "a" * 32
    cookie = (b"cookie", f"{settings.CSRF_COOKIE_NAME}={secret}".encode())

    async def together() -> tuple[int, list[int]]:
        async def post() -> int:
            body = asyncio.get_running_loop().create_future()
            body.set_result(f"username=ann&password=wrong&csrfmiddlewaretoken={secret}".encode())
            said = scope("/accounts/login", "POST")
            said["headers"] = [*said["headers"], cookie, (b"content-type", b"application/x-www-form-urlencoded")]
            return int((await ask(served, said, body))[0]["status"])

        posts = [asyncio.create_task(post()) for _ in range(20)]
        await asyncio.get_running_loop().run_in_executor(None, slow.begun.wait, LONGEST)
        page = (await asyncio.wait_for(ask(served, scope("/rules")), LONGEST))[0]["status"]
        slow.let_go.set()
        return page, [await one for one in posts]

    page, posts = asyncio.run(together())
    assert page == 200
    assert sorted(set(posts)) == [200, 429]
    assert slow.most == 1


@pytest.mark.django_db
def test_who_comes_meanwhile_is_told_to_try_again_in_a_moment(client: Client) -> None:
    with mock.patch("thunee_tournaments.hashing.OneAtATime.encode", side_effect=hashing.Busy):
        answer = client.post("/accounts/login", {"username": "ann", "password": "x"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "2")
    assert "Many are signing in" in answer.content.decode()
