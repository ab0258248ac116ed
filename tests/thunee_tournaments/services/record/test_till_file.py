"""The till's own file: anybody checks it offline, and every change of it is found."""

import json
import random
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from adjudication import chain, guards, verify
from tests.factories import RoleFactory, TournamentFactory, UserFactory
from thunee_tournaments.fundraising.guards import TABLES
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def sent() -> dict[str, Any]:
    return {"device": "desk", "client_uuid": uuid.uuid4()}


@pytest.fixture
def tournament() -> Tournament:
    """A till in which something of every kind was written."""
    organiser, second = UserFactory(username="organiser"), UserFactory(username="second")
    made = TournamentFactory(organiser=organiser, slug="shield")
    RoleFactory(tournament=made, role="treasurer", user=second)
    at: dict[str, Any] = {"actor": organiser, "tournament": made}
    acts.set_fund(**at, currency="ZAR", goal=None, public=False, second_above=900_00)
    acts.move_cash(**at, act="float", amount=200_00, **sent())
    taken = acts.take_money(
        **at, amount=400_00, kind="sponsor", donation=50_00, method="cash", name="Vic Hill", **sent()
    )
    acts.note_print(actor=organiser, receipt=taken.receipt, **sent())
    acts.refund_money(
        actor=organiser, receipt=taken.receipt, amount=20_00, kind="donation", method="cash", reason="asked", **sent()
    )
    spent = acts.pay_expense(**at, amount=90_00, method="cash", what="ice", reference="A 17", **sent())
    acts.reverse_money(actor=organiser, movement=spent, reason="80, not 90", **sent())
    acts.pay_prize(**at, amount=100_00, method="cash", what="the cup", name="Vic Hill", **sent())
    acts.move_cash(**at, act="handed", amount=30_00, to=second, **sent())
    counted = acts.cash_up(
        **at, whose=f"user:{organiser.pk}", pieces={200_00: 2}, rest=95_00, expected=500_00, reason="?", **sent()
    )
    acts.sign_cash_up(actor=second, count=counted, **sent())
    return made


def file_of(tournament: Tournament) -> bytes:
    return acts.take_till(actor=tournament.roles.get(role="organiser").user, tournament=tournament)


def forged(data: bytes, change: Any) -> bytes:
    """The file with one movement changed, and every hash computed anew behind it."""
    first, *movements, end = map(json.loads, data.splitlines())
    change(movements)
    head = chain.digest({"format": "till/1", "book": first["book"]})
    for line in movements:
        line["prev"] = head
        head = line["hash"] = chain.digest({key: line[key] for key in line if key not in ("type", "hash")})
    first["head"], first["movements"], end["lines"] = head, len(movements), len(movements) + 2
    return b"".join(chain.canonical(line) + b"\n" for line in (first, *movements, end))


def test_the_file_holds_and_its_head_proves_all_of_it(tournament: Tournament) -> None:
    data, last = file_of(tournament), Movement.objects.order_by("seq").last()
    assert last is not None
    report = verify.check(data, last.hash)
    assert report.faults == []
    assert report.all_proven
    assert any("cost:prize" in line and "10000" in line for line in report.summary)
    assert len(data.splitlines()) == Movement.objects.count() + 2


def test_no_name_is_in_the_file(tournament: Tournament) -> None:
    assert b"Vic" not in file_of(tournament)


def test_the_code_of_a_printed_receipt_is_found_in_it(tournament: Tournament) -> None:
    receipt = Movement.objects.get(act="receipt")
    assert verify.check(file_of(tournament), receipt.hash[:12]).holds
    assert not verify.check(file_of(tournament), "0" * 12).holds
    assert not verify.check(file_of(tournament), receipt.hash[:11]).holds


def test_whatever_is_edited_in_the_file_is_found(tournament: Tournament) -> None:
    data, rng = file_of(tournament), random.Random("till")
    head = json.loads(data.splitlines()[0])["head"]
    for _edit in range(300):
        place = rng.randrange(len(data))
        other = data[:place] + bytes([rng.choice(b'0123456789abcdef",:[]{}x')]) + data[place + 1 :]
        if other == data:
            continue
        try:
            report = verify.check(other, head)
        except verify.Unreadable:
            continue
        assert not (report.holds and report.all_proven), other


def expense_of_a_rand(movements: list[Any]) -> None:
    line = next(line for line in movements if line["act"] == "expense")
    line["amount"], line["lines"][0][2] = 1_00, 1_00


@pytest.mark.parametrize(
    "change",
    [
        expense_of_a_rand,
        lambda movements: movements.pop(2),
        lambda movements: movements.reverse(),
        lambda movements: movements[1].update(team="somebody"),
    ],
)
def test_who_forges_the_whole_chain_is_found_by_a_receipt_from_outside(tournament: Tournament, change: Any) -> None:
    data, signed = file_of(tournament), Movement.objects.get(act="signed")
    assert not verify.check(forged(data, change), signed.hash).holds
    assert not verify.check(forged(data, change), signed.hash[:12]).holds


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda movements: movements[2].update(amount=1), "its lines come to"),
        (lambda movements: movements[2].update(number=5), "have a gap"),
        (lambda movements: movements[3].update(of="0" * 64), "not before it"),
        (lambda movements: movements[2]["lines"].append(["cash", "cash", 5]), "lines do not each say"),
        (lambda movements: movements[2]["lines"].append(["cash:a", "cash:b", 0]), "lines do not each say"),
        (lambda movements: movements[2].update(book="another"), "another tournament"),
        (lambda movements: movements.pop(4), "another place"),
    ],
)
def test_sums_numbers_and_places_are_checked_even_where_the_chain_is_forged(
    tournament: Tournament, change: Any, fault: str
) -> None:
    faults = verify.check(forged(file_of(tournament), change)).faults
    assert any(fault in found for found in faults), faults


def test_the_export_states_the_head_of_the_till_and_the_checker_compares_them(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    organiser = tournament.roles.get(role="organiser").user
    record, till, other = tmp_path / "record", tmp_path / "till", tmp_path / "other"
    record.write_bytes(acts.take_export(actor=organiser, tournament=tournament).content)
    till.write_bytes(file_of(tournament))
    assert verify.main([str(record), "--till", str(till)]) == 4
    assert "the head of the till" in capsys.readouterr().out
    other.write_bytes(forged(till.read_bytes(), lambda movements: movements[-1].update(reference="somebody")))
    assert verify.main([str(other)]) == 4  # it agrees with itself
    assert verify.main([str(record), "--till", str(other)]) == 1
    assert "The till is not the one whose head this export states." in capsys.readouterr().out


def test_an_export_without_a_till_states_none() -> None:
    made = TournamentFactory(organiser=UserFactory(), slug="quiet")
    organiser = made.roles.get(role="organiser").user
    content = acts.take_export(actor=organiser, tournament=made).content
    assert b'"till"' not in content
    assert verify.check(content).holds


def test_replay_names_what_was_changed_in_a_till_and_repairs_nothing_there(tournament: Tournament) -> None:
    call_command("replay", "--check", "shield")
    with connection.cursor() as cursor:
        for statement in guards.off(connection, TABLES):
            cursor.execute(statement)
        cursor.execute("UPDATE fundraising_movement SET reason = 'lost' WHERE act = 'expense'")
    with pytest.raises(CommandError, match="1 differences"):
        call_command("replay", "--check", "shield")
    with pytest.raises(CommandError, match="till: expense 1: hash"):
        call_command("replay", "--repair", "shield")
