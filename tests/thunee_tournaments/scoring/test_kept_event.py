"""The event as its bundle for a table's phone: what is in it, how often it is made, and where there is none."""

import io
import zipfile
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import caches
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from adjudication import verify
from tests.thunee_tournaments.scoring.conftest import Phone
from tests.thunee_tournaments.services.conftest import count, game, writing
from thunee_tournaments import site_key
from thunee_tournaments.services.bundles import container, on_phones
from thunee_tournaments.services.record import traces
from thunee_tournaments.tournaments.models import Tournament

WHERE = "/table/event"


@pytest.fixture(autouse=True)
def nothing_made_yet() -> None:
    caches["sent_pages"].clear()


def a_while_later(tournament: Tournament) -> None:
    caches["sent_pages"].delete(f"for-phones-{tournament.public_id}-lately")


def test_a_phone_at_its_table_gets_the_bundle_with_the_code_of_the_site(phone: Phone, tournament: Tournament) -> None:
    answer = phone.client.get(WHERE)
    assert answer.status_code == 200
    assert answer["X-Site-Code"] == site_key.own().code
    assert answer["Content-Disposition"].startswith(f'attachment; filename="{tournament.slug}-')
    assert "private" in answer["Cache-Control"]
    assert verify.check_bundle(answer.content).holds
    assert container.opened(answer.content).manifest["event"] == tournament.public_id


def test_nothing_private_is_in_it(phone: Phone) -> None:
    files = zipfile.ZipFile(io.BytesIO(phone.client.get(WHERE).content)).namelist()
    assert container.ROWS in files
    assert container.SEALED not in files


def test_who_is_at_no_table_gets_nothing(tournament: Tournament) -> None:
    answer = Client().get(WHERE)
    assert answer.status_code == 404
    assert b"PK" not in answer.content[:2]


def test_a_phone_that_has_it_is_not_sent_it_again(phone: Phone) -> None:
    tag = phone.client.get(WHERE)["ETag"]
    assert phone.client.get(WHERE, headers={"if-none-match": tag}).status_code == 304


def test_a_site_that_has_gone_back_sends_what_it_has_now_although_the_version_is_the_same(
    phone: Phone, tournament: Tournament
) -> None:
    kept = phone.client.get(WHERE)
    caches["sent_pages"].clear()
    Tournament.objects.update(venue="As it was in the older copy")
    now = phone.client.get(WHERE, headers={"if-none-match": kept["ETag"]})
    assert now.status_code == 200
    assert container.opened(now.content).manifest["event"] == tournament.public_id


def test_it_is_made_once_in_a_while_however_much_is_written(
    phone: Phone, tournament: Tournament, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    bundle_of = on_phones.bundle_of
    monkeypatch.setattr(on_phones, "bundle_of", lambda *event, **more: made.append(1) or bundle_of(*event, **more))
    first = phone.client.get(WHERE)
    writing(organiser)(game(tournament, 1), count("B"))
    assert phone.client.get(WHERE).content == first.content
    assert len(made) == 1
    a_while_later(tournament)
    second = phone.client.get(WHERE, headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200
    assert second["ETag"] != first["ETag"]
    assert len(made) == 2
    a_while_later(tournament)
    assert phone.client.get(WHERE).content == second.content
    assert len(made) == 2  # nothing has changed


@pytest.mark.parametrize(("seconds", "pause"), [(0.1, 20), (2.0, 80), (60.0, 300)])
def test_the_longer_it_takes_the_more_seldom_it_is_made(
    phone: Phone, tournament: Tournament, monkeypatch: pytest.MonkeyPatch, seconds: float, pause: float
) -> None:
    cache, pauses, clock = caches["sent_pages"], dict[str, float](), iter([100.0, 100.0 + seconds])
    monkeypatch.setattr(cache, "set", lambda key, _value, timeout, *_more: pauses.__setitem__(key, timeout))
    monkeypatch.setattr(on_phones, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert phone.client.get(WHERE).status_code == 200
    assert pauses[f"for-phones-{tournament.public_id}-lately"] == pause


def test_one_that_could_not_be_made_is_made_when_a_phone_asks_again(
    phone: Phone, tournament: Tournament, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(on_phones, "bundle_of", Mock(side_effect=DatabaseError("the disk is full")))
        with pytest.raises(DatabaseError):
            phone.client.get(WHERE)
    time_machine.move_to(timezone.now() + timedelta(seconds=on_phones.ASKED))
    assert phone.client.get(WHERE).status_code == 200


def test_a_phone_that_asks_while_the_first_is_being_made_asks_again_soon(
    phone: Phone, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a round begins or the site was started anew, all phones ask at once: all but one went without for long."""
    answers: list[Any] = []
    bundle_of = on_phones.bundle_of

    def making(*event: Any, **more: Any) -> bytes:
        answers.append(phone.client.get(WHERE))
        return bundle_of(*event, **more)

    monkeypatch.setattr(on_phones, "bundle_of", making)
    assert phone.client.get(WHERE).status_code == 200
    assert [(answer.status_code, answer["X-Ask-After"]) for answer in answers] == [(204, "5")]
    assert phone.client.get(WHERE).status_code == 200


def test_the_larger_it_is_the_more_seldom_a_phone_fetches_it(phone: Phone, tournament: Tournament) -> None:
    assert phone.client.get(WHERE)["X-Ask-After"] == "60"
    made = on_phones.ForPhones(1, timezone.now(), bytes(1_500_000))
    assert on_phones.asks_again_after(tournament, made) == 150
    assert on_phones.asks_again_after(tournament, made._replace(content=bytes(9_000_000))) == 300


def test_it_says_up_to_when_it_has_everything(
    phone: Phone, tournament: Tournament, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def until(**headers: str) -> datetime:
        return datetime.fromisoformat(phone.client.get(WHERE, headers=headers)["X-Has-All-Until"])

    made = until()
    tag = phone.client.get(WHERE)["ETag"]
    assert until(**{"if-none-match": tag}) > made  # nothing was written: it still has everything
    before = timezone.now()
    writing(organiser)(game(tournament, 1), count("B"))
    assert until() < before
    assert until(**{"if-none-match": tag}) < before
    monkeypatch.setattr(on_phones, "MOST_HANDS", 0)
    assert phone.client.get(WHERE).status_code == 204  # it will not be made again: what there is only gets older


@pytest.mark.django_db(transaction=True)
def test_who_was_forgotten_is_in_none_that_is_given_out_afterwards(phone: Phone, tournament: Tournament) -> None:
    before = phone.client.get(WHERE).content
    traces.wipe()  # the end of `forget`
    Tournament.objects.update(name="Another name")
    after = phone.client.get(WHERE).content
    assert [container.opened(content).manifest["name"] for content in (before, after)] == [
        tournament.name, "Another name",
    ]  # fmt: skip


@pytest.mark.parametrize("columns", [{"status": Tournament.Status.CLOSED}, {"kept_by": "1f0c-99ab-3d71-0e52"}], ids=str)
def test_of_an_event_that_is_over_or_kept_elsewhere_there_is_none(phone: Phone, columns: dict[str, str]) -> None:
    assert phone.client.get(WHERE).status_code == 200
    Tournament.objects.update(**columns)
    assert phone.client.get(WHERE).status_code == 204


def test_one_that_is_too_large_for_a_phone_is_not_given_out(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_phones, "MOST_FOR_A_PHONE", 100)
    for _once_more in range(2):
        answer = phone.client.get(WHERE)
        assert (answer.status_code, answer["X-Ask-After"]) == (204, "300")


def test_a_server_can_do_without(phone: Phone, settings: Any) -> None:
    assert phone.client.get("/table/state").json()["keep"] == WHERE
    settings.PHONES_KEEP = False
    assert phone.client.get(WHERE).status_code == 204
    assert "keep" not in phone.client.get("/table/state").json()
