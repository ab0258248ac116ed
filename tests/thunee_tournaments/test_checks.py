"""`manage.py check` says in plain words what is unsafe, and what to do about it."""

from typing import Any

import pytest
from django.core.checks import CheckMessage

from thunee_tournaments.checks import check_requests_are_not_transactions, check_server, sqlite_warnings
from thunee_tournaments.settings.database import sqlite_options

NEW, OLD = (3, 53, 4), (3, 40, 1)
GOOD_KEY = "Kq7-Zx_2mPv9Lw4Tb8Rn3Yc6Hd5Js1Gf0Ae-Uo_Ii7Xq2Wz9Vk4"


def ids(found: list[CheckMessage]) -> list[str | None]:
    assert all(message.hint for message in found)
    return [message.id for message in found]


@pytest.fixture
def server(settings: Any) -> Any:
    """A server as it should be: nothing to report."""
    settings.DEBUG = False
    settings.EMBEDDED = False
    settings.SECRET_KEY = GOOD_KEY
    settings.PUBLIC_URL = "https://thunee.example"
    settings.ALLOWED_HOSTS = ["thunee.example"]
    settings.TRUSTED_PROXIES = 1
    return settings


@pytest.mark.parametrize(("version", "expected"), [(NEW, []), ((3, 51, 3), []), (OLD, ["thunee.W002"])])
def test_the_options_of_the_site_are_safe_with_every_sqlite(version: tuple[int, ...], expected: list[str]) -> None:
    assert ids(sqlite_warnings(version, sqlite_options(version))) == expected


def test_an_old_sqlite_never_writes_ahead() -> None:
    assert "TRUNCATE" in sqlite_options((3, 51, 2))["init_command"]
    assert "WAL" in sqlite_options((3, 51, 3))["init_command"]


@pytest.mark.parametrize(
    ("version", "changed", "expected"),
    [
        (
            OLD,
            {"init_command": "pragma journal_mode = wal; PRAGMA synchronous=FULL; pragma secure_delete = on"},
            "thunee.W001",
        ),
        (NEW, {"init_command": "PRAGMA journal_mode=WAL; PRAGMA secure_delete=ON"}, "thunee.W003"),
        (
            NEW,
            {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON"},
            "thunee.W003",
        ),
        (NEW, {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"}, "thunee.W012"),
        (NEW, {"transaction_mode": "DEFERRED"}, "thunee.W004"),
        (NEW, {"timeout": 5}, "thunee.W004"),
    ],
)
def test_an_unsafe_option_of_sqlite_is_named(version: tuple[int, ...], changed: dict[str, Any], expected: str) -> None:
    assert ids(sqlite_warnings(version, sqlite_options(version) | changed)) == [expected]


def test_transactions_around_whole_requests_are_named(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ids(check_requests_are_not_transactions()) == []
    monkeypatch.setitem(settings.DATABASES["default"], "ATOMIC_REQUESTS", True)
    assert ids(check_requests_are_not_transactions()) == ["thunee.W005"]


def test_a_good_server_has_nothing_to_report(server: Any) -> None:
    assert ids(check_server()) == []


@pytest.mark.parametrize(
    ("setting", "value", "expected"),
    [
        ("DEBUG", True, "thunee.W006"),
        ("SECRET_KEY", "short", "thunee.W007"),
        ("SECRET_KEY", "ab" * 40, "thunee.W007"),
        ("TRUSTED_PROXIES", 0, "thunee.W010"),
        ("ALLOWED_HOSTS", ["*"], "thunee.W011"),
        ("PUBLIC_URL", "http://thunee.example", "thunee.W009"),
        ("WEB_PUSH", True, "thunee.W014"),
    ],
)
def test_an_unsafe_setting_of_a_server_is_named(server: Any, setting: str, value: object, expected: str) -> None:
    setattr(server, setting, value)
    assert ids(check_server()) == [expected]


def test_accounts_for_everybody_need_letters(server: Any) -> None:
    server.ACCOUNTS_BY, server.SENDS_MAIL = "everybody", False
    assert ids(check_server()) == ["thunee.W015"]


def test_messages_to_phones_need_https_even_on_a_laptop(settings: Any) -> None:
    settings.EMBEDDED, settings.PUBLIC_URL, settings.WEB_PUSH = True, "http://192.168.1.20:8000", True
    settings.SECRET_KEY = GOOD_KEY
    assert ids(check_server()) == ["thunee.W013"]


def test_a_server_without_an_address_is_told_twice_why_it_needs_one(server: Any) -> None:
    server.PUBLIC_URL = ""
    assert ids(check_server()) == ["thunee.W008", "thunee.W009"]


def test_a_laptop_in_a_hall_is_not_asked_for_what_only_servers_need(settings: Any) -> None:
    settings.EMBEDDED = True
    settings.DEBUG = True
    settings.SECRET_KEY = GOOD_KEY
    settings.PUBLIC_URL = "http://192.168.1.20:8000"
    settings.ALLOWED_HOSTS = ["*"]
    assert ids(check_server()) == []
