"""How the site does, for a program that watches it: right, for whoever has the token alone."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests.factories import SendingFactory, TournamentFactory
from tests.support.webhooks import MessageFactory
from tests.thunee_tournaments.services.conftest import draw, the_organiser
from thunee_tournaments import copies_made, monitoring
from thunee_tournaments.services.models import Webhook
from thunee_tournaments.tournaments.models import OutboxTask

TOKEN = "a-long-random-text"
pytestmark = pytest.mark.django_db


@pytest.fixture
def figures(settings: Any, client: Client) -> Any:
    """Reads them as Prometheus does: `figures()["thunee_waiting", "letters"]`."""
    settings.METRICS_TOKEN = TOKEN

    def read() -> dict[tuple[str, ...], float]:
        answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        families = text_string_to_metric_families(answer.content.decode())
        return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}

    return read


def test_without_a_token_in_its_settings_a_site_tells_nothing(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer \xff"])
def test_who_has_not_the_token_is_told_nothing(client: Client, settings: Any, sent: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = client.get("/metrics", headers={"Authorization": sent})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert b"thunee_" not in answer.content
    assert client.post("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 405


def test_events_and_matches_are_counted_by_their_state(figures: Any) -> None:
    draw(the_organiser(), 4, table_count=1)
    TournamentFactory()
    found = figures()
    assert (found["thunee_events", "running"], found["thunee_events", "draft"], found["thunee_events", "closed"]) == (
        1,
        1,
        0,
    )
    assert (found["thunee_matches", "ready"], found["thunee_matches", "waiting"]) == (2, 1)
    assert found["thunee_changes_total",] > 0
    assert found["thunee_database_seconds",] < 5
    assert found["thunee_disk_free_bytes",] > 0


def test_what_waits_is_told_with_how_long(figures: Any) -> None:
    for kind in ("work", "letters", "events", "messages"):
        assert (figures()["thunee_waiting", kind], figures()["thunee_waiting_seconds", kind]) == (0, 0)
    earlier = timezone.now() - timedelta(minutes=10)
    OutboxTask.objects.create(kind="snapshot", key="1")
    OutboxTask.objects.update(created_at=earlier)
    OutboxTask.objects.create(kind="snapshot", key="later", not_before=timezone.now() + timedelta(hours=1))
    OutboxTask.objects.create(kind="snapshot", key="done", done_at=earlier)
    message = MessageFactory()
    SendingFactory(problem="away", sent_at=earlier)
    found = figures()
    assert found["thunee_waiting", "work"] == 1
    assert 590 < found["thunee_waiting_seconds", "work"] < 700
    assert found["thunee_waiting", "messages"] == 1
    assert found["thunee_waiting", "events"] == 1
    assert 590 < found["thunee_waiting_seconds", "events"] < 700
    Webhook.objects.filter(pk=message.webhook_id).update(problem=Webhook.Problem.GONE)
    assert figures()["thunee_waiting", "messages"] == 0


def test_the_age_of_the_last_copy_is_told_where_one_was_made(
    figures: Any, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ("thunee_copy_age_seconds",) not in figures()
    settings.VAR = tmp_path
    copies_made.write(made=True, missing=[])
    assert 0 <= figures()["thunee_copy_age_seconds",] < 60


def test_a_site_that_has_lost_its_database_says_so(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = TOKEN

    def lost() -> float:
        raise DatabaseError("gone")

    monkeypatch.setattr(monitoring, "_database_seconds", lost)
    assert client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 503


def test_no_name_of_an_event_or_a_person_is_told(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    draw(the_organiser(), 4, name="Diwali Shield", slug="diwali-shield")
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    for words in ("Diwali", "diwali", "Team 1", the_organiser().username):
        assert words not in text
