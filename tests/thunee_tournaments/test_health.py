"""What every answer of the site carries, and what machines ask it."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError
from django.test import Client

from thunee_tournaments import health


@pytest.mark.django_db
def test_a_healthy_site_says_so_and_is_not_cached(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_site_that_has_lost_its_database_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        def cursor(self) -> None:
            raise DatabaseError("gone")

    monkeypatch.setattr(health, "connection", Lost())
    assert client.get("/healthz").status_code == 503


@pytest.mark.django_db
def test_every_answer_forbids_scripts_and_frames_of_others(client: Client) -> None:
    headers = client.get("/healthz").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert not any("unsafe" in value or "http" in value for value in policy.values())
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
def test_ten_wrong_passwords_close_the_door_for_a_while_and_only_there(settings: Any) -> None:
    settings.AXES_ENABLED = True
    get_user_model().objects.create_user("ann", password="right-password-1")
    here, elsewhere = Client(REMOTE_ADDR="10.0.0.7"), Client(REMOTE_ADDR="10.0.0.8")
    wrong, right = ({"username": "ann", "password": password} for password in ("wrong", "right-password-1"))
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = here.post("/accounts/login", wrong)
    assert answer.status_code == 429
    assert "too many wrong passwords" in answer.content.decode()
    assert here.post("/accounts/login", right).status_code == 429
    assert elsewhere.post("/accounts/login", right).status_code == 302
