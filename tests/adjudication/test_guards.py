"""The database itself refuses to change what was written, whoever asks and however."""

import uuid
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.db import Error, connection, transaction
from django.utils import timezone

from adjudication import accepting, disputes, guards, impartial, notices
from adjudication.models import AuditExport, SampleDraw, Scoresheet
from adjudication.outcomes import ProposedDecision
from tests.adjudication.conftest import BOOK, CHIEF, REFEREE, SCOREKEEPER, Sign, Write, side

pytestmark = pytest.mark.django_db


@pytest.fixture
def one_of_each(over: Scoresheet, sign: Sign) -> None:
    """A row in every guarded table."""
    sign("A")
    accepting.accept(
        over.pk, actor=replace(SCOREKEEPER, sides=frozenset("B"), label="table:1/B"), side="B", entry=1,
        device="phone-of-B", client_uuid=uuid.uuid4(),
    )  # fmt: skip
    dispute = disputes.raise_dispute(
        actor=side("B"), subject="match:7", about="match", reason="rule", words="so it was", device="phone-of-B",
        client_uuid=uuid.uuid4(), side="B",
    )  # fmt: skip
    proposed = ProposedDecision("stands", ("EV-CORR-1",), "As written.")
    disputes.decide(dispute.pk, proposed, actor=REFEREE, device="desk", client_uuid=uuid.uuid4())
    impartial.give_leave(
        actor=CHIEF, subject="match:7", referee="user:7", reason="Nobody else is here.", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    notices.post(BOOK, "draws", "draw", {"lot": "0"}, actor="user:1")
    AuditExport.objects.create(book=BOOK, head="0" * 64, lines=1, actor="user:1", created_at=timezone.now())
    SampleDraw.objects.create(book=BOOK, lot="0", confidence=95, margin=1, sheets=[], created_at=timezone.now())


@pytest.mark.parametrize("table", guards.TABLES)
@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "DELETE FROM {} WHERE id > 0", "TRUNCATE {} CASCADE"]
)
def test_raw_sql_cannot_change_or_remove_what_was_written(one_of_each: None, table: str, statement: str) -> None:
    def rows() -> list:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            return cursor.fetchall()

    before = rows()
    assert before
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))
    assert rows() == before


def test_every_guard_is_on() -> None:
    assert guards.missing(connection) == []


def test_every_model_that_is_written_once_is_guarded() -> None:
    from django.apps import apps

    from adjudication.models import WrittenOnce

    models = apps.get_app_config("adjudication").get_models()
    assert {model._meta.db_table for model in models if issubclass(model, WrittenOnce)} == set(guards.TABLES)


def test_a_guard_that_was_lost_is_put_on_again_by_migrate() -> None:
    with connection.cursor() as cursor:
        for statement in guards.off(connection):
            cursor.execute(statement)
    assert guards.missing(connection)
    guards.put_on(using="default")
    assert guards.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_still_leaves_the_guards_on(write: Write) -> None:
    write()
    call_command("flush", verbosity=0, interactive=False)
    assert guards.missing(connection) == []
