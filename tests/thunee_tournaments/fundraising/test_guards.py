"""The database itself refuses to change a movement of the till, whoever asks and however."""

import uuid
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import Error, IntegrityError, connection, transaction
from django.utils import timezone

from adjudication import guards
from adjudication.models import WrittenOnce
from adjudication.models.append_only import AppendOnly
from tests.factories import AuctionBidFactory, FreePlaceFactory, PledgeFactory
from tests.support.organisations import OrganisationFactory
from tests.thunee_tournaments.fundraising.conftest import Take
from thunee_tournaments.fundraising.guards import TABLES, put_on
from thunee_tournaments.fundraising.models import Line, Movement, ReceiptNumber
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def rows(table: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")
        return cursor.fetchall()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET id = id", "DELETE FROM {}", "DELETE FROM {} WHERE id > 0", "TRUNCATE {} CASCADE"]
)
def test_raw_sql_cannot_change_or_remove_money(take: Take, reverse: Any, table: str, statement: str) -> None:
    reverse(take(400_00))
    acts.end_pledge(pledge=PledgeFactory())
    FreePlaceFactory()
    AuctionBidFactory()
    ReceiptNumber.objects.create(
        organisation=OrganisationFactory(), year=2026, number=1, movement=Movement.objects.first()
    )  # fmt: skip
    before = rows(table)
    assert before
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))
    assert rows(table) == before


def test_without_the_guards_raw_sql_would_change_it(take: Take) -> None:
    take(400_00)
    with connection.cursor() as cursor:
        for statement in guards.off(connection, TABLES):
            cursor.execute(statement)
        cursor.execute("UPDATE fundraising_movement SET amount = 1")
    assert Movement.objects.get().amount == 1


def test_every_model_that_is_written_once_is_guarded() -> None:
    models = apps.get_app_config("fundraising").get_models()
    assert {model._meta.db_table for model in models if issubclass(model, WrittenOnce)} == set(TABLES)
    assert guards.missing(connection, TABLES) == []


def test_a_guard_that_was_lost_is_put_on_again_by_migrate() -> None:
    with connection.cursor() as cursor:
        for statement in guards.off(connection, TABLES):
            cursor.execute(statement)
    assert guards.missing(connection, TABLES)
    put_on(using="default")
    assert guards.missing(connection, TABLES) == []


@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_still_leaves_the_guards_on(take: Take) -> None:
    take(400_00)
    call_command("flush", verbosity=0, interactive=False)
    assert guards.missing(connection, TABLES) == []


def test_the_code_refuses_too(take: Take, reverse: Any) -> None:
    receipt = take(400_00)
    reversal = reverse(receipt)
    for row in (receipt, reversal, reversal.lines.get()):
        with pytest.raises(AppendOnly):
            row.save()
        with pytest.raises(AppendOnly):
            row.delete()
    with pytest.raises(AppendOnly):
        Movement.objects.update(amount=1)
    with pytest.raises(AppendOnly):
        Line.objects.all().delete()


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": 0},
        {"amount": -400},
        {"act": "bribe"},
        {"number": 1},
        {"seq": 1},
        {"act": "reversal", "number": 1},
        {"act": "refund", "number": 1},
    ],
)
def test_the_database_takes_no_movement_that_makes_no_sense(
    take: Take, tournament: Tournament, wrong: dict[str, Any]
) -> None:
    take(400_00)
    said = {"seq": 2, "act": "receipt", "number": 2, "amount": 400_00, "method": "cash", **wrong}

    def write(**said: Any) -> None:
        Movement.objects.create(
            tournament=tournament, actor="user:1", device="desk", client_uuid=uuid.uuid4(),
            created_at=timezone.now(), prev_hash="0" * 64, hash="0" * 64, **said,
        )  # fmt: skip

    with pytest.raises(IntegrityError), transaction.atomic():
        write(**said)
    write(**{**said, "act": "receipt", "number": 2, "amount": 400_00, "seq": 2})


@pytest.mark.parametrize(
    "wrong", [{"amount": 0}, {"amount": -1}, {"given_to": "income:donation"}, {"given_by": ""}, {"place": 0}]
)
def test_the_database_takes_no_line_that_would_not_balance(take: Take, wrong: dict[str, Any]) -> None:
    said = {"place": 1, "given_by": "income:donation", "given_to": "cash:user:1", "amount": 1}
    movement = take(400_00)
    with pytest.raises(IntegrityError), transaction.atomic():
        Line.objects.create(movement=movement, **{**said, **wrong})
    Line.objects.create(movement=movement, **said)


def test_the_database_lets_a_count_be_signed_once(take: Take, tournament: Tournament) -> None:
    counted = take(400_00)  # whatever it is about
    said = {"act": "signed", "amount": 0, "about": counted, "prev_hash": "0" * 64, "hash": "0" * 64}

    def write(seq: int) -> None:
        Movement.objects.create(
            tournament=tournament, seq=seq, number=seq, actor="user:1", device="desk", client_uuid=uuid.uuid4(),
            created_at=timezone.now(), **said,
        )  # fmt: skip

    write(2)
    with pytest.raises(IntegrityError), transaction.atomic():
        write(3)
