"""Signing in and out, and what a page shows to whom."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
PASSWORD = "nine of spades"


@pytest.fixture
def user() -> Any:
    return UserFactory(username="desk-one")


def test_signing_in_leads_to_the_desk(client: Client, user: Any) -> None:
    response = client.post("/accounts/login", {"username": "desk-one", "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/desk/")


def test_signing_in_leads_back_to_the_page_that_asked_for_it(client: Client, user: Any) -> None:
    sent = {"username": "desk-one", "password": PASSWORD, "next": "/rules"}
    assert client.post("/accounts/login", sent)["Location"] == "/rules"


def test_nobody_is_sent_to_another_site_after_signing_in(client: Client, user: Any) -> None:
    sent = {"username": "desk-one", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login", sent)["Location"] == "/desk/"


@pytest.mark.parametrize("sent", [{"username": "desk-one", "password": "wrong"}, {"username": "", "password": ""}])
def test_what_went_wrong_is_said_above_the_form(client: Client, user: Any, sent: dict[str, str]) -> None:
    html = client.post("/accounts/login", sent).content.decode()
    assert 'role="alert"' in html
    assert "That did not work." in html


def test_signing_out_is_a_button_on_every_page(client: Client, user: Any) -> None:
    client.force_login(user)
    assert "Sign out desk-one" in client.get("/rules").content.decode()
    assert client.get("/accounts/logout").status_code == 405
    client.post("/accounts/logout")
    assert "Sign in" in client.get("/rules").content.decode()


def test_a_page_is_not_kept_from_one_reader_for_another(client: Client, user: Any) -> None:
    tag = client.get("/rules")["ETag"]
    client.force_login(user)
    response = client.get("/rules", headers={"if-none-match": tag})
    assert response.status_code == 200
    assert "private" in response["Cache-Control"]


def test_a_password_is_changed_by_whoever_knows_the_old_one(client: Client, user: Any) -> None:
    client.force_login(user)
    new = "a jack beats every nine"
    wrong = client.post("/accounts/password", {"old_password": "x", "new_password1": new, "new_password2": new})
    assert "Not saved yet." in wrong.content.decode()
    good = client.post("/accounts/password", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert (good.status_code, good["Location"]) == (302, "/accounts/password/done")
    assert "Password changed" in client.get("/accounts/password/done").content.decode()
    assert client.login(username="desk-one", password=new)


@pytest.mark.parametrize("path", ["login", "password", "password/done"])
def test_pages_with_passwords_are_kept_nowhere(client: Client, user: Any, path: str) -> None:
    if path != "login":
        client.force_login(user)
    assert "no-store" in client.get(f"/accounts/{path}")["Cache-Control"]
    if path != "password/done":
        assert "no-store" in client.post(f"/accounts/{path}", {"username": "x", "password": "y"})["Cache-Control"]
