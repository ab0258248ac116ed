"""What would end without a word: a busy database, an address only forms send to."""

from unittest import mock

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from thunee_tournaments import error_pages

LOCKED = OperationalError("database is locked")


def refused_by(cause: type[psycopg.Error]) -> OperationalError:
    error = OperationalError("given up")
    error.__cause__ = cause()
    return error


BUSY = [LOCKED, refused_by(psycopg.errors.DeadlockDetected), refused_by(psycopg.errors.SerializationFailure)]


@pytest.mark.django_db
@pytest.mark.parametrize("error", BUSY, ids=["sqlite", "deadlock", "serialization"])
def test_a_database_too_busy_to_write_is_said_to_be_and_a_program_may_try_again(client: Client, error: Exception):
    with mock.patch("thunee_tournaments.public.home.public_tournaments", side_effect=error):
        answer = client.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "was not saved" in answer.content.decode()


@pytest.mark.django_db
def test_the_api_says_it_in_its_own_shape(client: Client):
    with mock.patch("thunee_tournaments.api.events.public_tournaments", side_effect=LOCKED):
        answer = client.get("/api/v1/tournaments/")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


@pytest.mark.django_db
def test_a_database_that_is_broken_is_no_busy_one(client: Client):
    broken = OperationalError("no such table: x")
    patched = mock.patch("thunee_tournaments.public.home.public_tournaments", side_effect=broken)
    with patched, pytest.raises(OperationalError):
        client.get("/")


@pytest.mark.django_db
def test_an_address_only_forms_send_to_says_so(client: Client):
    answer = client.get("/preferences")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "only takes what a form sends" in answer.content.decode()


@pytest.mark.django_db
def test_a_body_too_large_is_said_to_be_too_large(client: Client):
    said = {"username": "x" * 3_000_000, "password": "y"}
    for answer in (
        client.post("/accounts/login", said),
        client.post("/preferences", "theme=" + "x" * 3_000_000, content_type="application/x-www-form-urlencoded"),
        client.post("/preferences", {f"f{number}": "1" for number in range(1_100)}),
    ):
        assert answer.status_code == 413
        assert "send it in parts" in answer.content.decode()


@pytest.mark.django_db
def test_a_name_the_site_does_not_answer_to_is_still_a_bad_request(client: Client, settings):
    settings.ALLOWED_HOSTS = ["thunee.example"]
    assert client.get("/accounts/login", headers={"host": "evil.example"}).status_code == 400


class Server:
    """A connection to a database server, as far as its errors are told by it."""

    vendor = "postgresql"


LOST = [
    refused_by(psycopg.errors.AdminShutdown),
    refused_by(psycopg.errors.CannotConnectNow),
    refused_by(psycopg.errors.ConnectionFailure),
    refused_by(psycopg.errors.TooManyConnections),
    refused_by(psycopg.OperationalError),  # the server closed the connection unexpectedly; nothing came in time
    InterfaceError("the connection is closed"),
]


@pytest.mark.django_db
@pytest.mark.parametrize("error", LOST, ids=lambda error: type(error.__cause__).__name__)
def test_a_lost_database_is_said_to_be_and_a_program_may_try_again(client: Client, error: Exception, monkeypatch):
    monkeypatch.setattr(error_pages, "connection", Server())
    with mock.patch("thunee_tournaments.public.home.public_tournaments", side_effect=error):
        answer = client.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "The site has lost its database" in answer.content.decode()
    with mock.patch("thunee_tournaments.api.events.public_tournaments", side_effect=error):
        answer = client.get("/api/v1/tournaments/")
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "no_database", "2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error",
    [refused_by(psycopg.errors.DiskFull), refused_by(psycopg.errors.ReadOnlySqlTransaction), OSError(28, "no space")],
    ids=["full", "read-only", "file"],
)
def test_a_full_disk_of_a_server_is_said_to_be_full(client: Client, error: Exception, monkeypatch):
    monkeypatch.setattr(error_pages, "connection", Server())
    with mock.patch("thunee_tournaments.api.events.public_tournaments", side_effect=error):
        answer = client.get("/api/v1/tournaments/")
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "disk_full", "60")


@pytest.mark.django_db
def test_a_fault_of_ours_is_neither(client: Client, monkeypatch):
    monkeypatch.setattr(error_pages, "connection", Server())
    wrong = refused_by(psycopg.errors.UndefinedTable)
    patched = mock.patch("thunee_tournaments.public.home.public_tournaments", side_effect=wrong)
    with patched, pytest.raises(OperationalError):
        client.get("/")


@pytest.mark.django_db
@pytest.mark.parametrize("error", [LOCKED, OSError(28, "no space")], ids=["busy", "full"])
def test_what_goes_wrong_outside_the_page_is_answered_alike(error: Exception):
    client = Client(raise_request_exception=False)
    with mock.patch("django.contrib.sessions.middleware.SessionMiddleware.process_response", side_effect=error):
        answer = client.get("/rules")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ends_is_no_error_of_the_site():
    """On PostgreSQL the server ends it for real; on SQLite there is none to end."""
    if connection.vendor != "postgresql":
        return
    client = Client(raise_request_exception=False)

    def ended(*_args: object, **_said: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with mock.patch("thunee_tournaments.public.home.public_tournaments", side_effect=ended):
        answer = client.get("/")
    connection.close()
    assert (answer.status_code, answer.headers.get("Retry-After")) == (503, "2")
    assert client.get("/").status_code == 200
