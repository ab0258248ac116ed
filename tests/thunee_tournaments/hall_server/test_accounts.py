"""The first organiser gets in, and nobody else does."""

import getpass
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import authenticate, get_user_model

from thunee_tournaments.hall_server import accounts

pytestmark = pytest.mark.django_db
GOOD = "twelve-balls-tonight"


@pytest.fixture
def said() -> list[str]:
    return []


def shown_password(said: list[str]) -> str:
    return "\n".join(said).split("password  ")[1].split()[0]


def answers(monkeypatch: pytest.MonkeyPatch, names: list[str], passwords: list[str]) -> None:
    """Be the person at the terminal."""
    typed: Iterator[str] = iter(names)
    hidden: Iterator[str] = iter(passwords)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _question: next(typed))
    monkeypatch.setattr(getpass, "getpass", lambda _question: next(hidden))


def test_without_a_terminal_a_password_is_made_and_shown_once(said: list[str], monkeypatch: Any) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    accounts.first_organiser("ann", said.append)
    assert authenticate(None, username="ann", password=shown_password(said)) is not None
    said.clear()
    accounts.first_organiser("ann", said.append)
    assert said == []


def test_at_a_terminal_the_organiser_chooses(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, ["ann"], [GOOD, GOOD])
    accounts.first_organiser("", said.append)
    assert authenticate(None, username="ann", password=GOOD) is not None


def test_a_weak_or_mistyped_password_is_asked_for_again(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, ["not a name!", ""], ["password", GOOD, GOOD + "x", GOOD, GOOD])
    accounts.first_organiser("", said.append)
    assert authenticate(None, username="organiser", password=GOOD) is not None
    assert any("too short" in line or "too common" in line for line in said)
    assert any("not the same" in line for line in said)


def test_a_name_given_on_the_command_line_asks_nothing(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, [], [])
    accounts.first_organiser("ann", said.append)
    assert get_user_model().objects.get().get_username() == "ann"


def test_a_forgotten_password_is_replaced(said: list[str]) -> None:
    get_user_model().objects.create_user("ann", password=GOOD)
    assert accounts.new_password("ann", said.append)
    assert authenticate(None, username="ann", password=GOOD) is None
    assert authenticate(None, username="ann", password=shown_password(said)) is not None
    assert not accounts.new_password("bob", said.append)


def test_generated_passwords_differ_and_can_be_read_off_a_screen() -> None:
    made = {accounts.generated_password() for _ in range(50)}
    assert len(made) == 50
    assert all(len(password) == 17 and not set(password) & set("0o1il") for password in made)
