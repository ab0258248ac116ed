"""What would end without a word: a busy database, an address only forms send to."""

from unittest import mock

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client

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
