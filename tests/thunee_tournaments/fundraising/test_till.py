"""The till: whatever is written, its books balance, its numbers have no gap, and its chain shows every change."""

from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication import guards
from adjudication.errors import KeyReused
from tests.factories import UserFactory
from tests.thunee_tournaments.fundraising.conftest import Take, codes, sent
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.export import kinds_of
from thunee_tournaments.fundraising.guards import TABLES
from thunee_tournaments.fundraising.models import Line, Movement
from thunee_tournaments.fundraising.raised import fund_of, raised_in_public
from thunee_tournaments.fundraising.sums import sums_of
from thunee_tournaments.fundraising.taking_back import left_to_refund
from thunee_tournaments.fundraising.till_chain import differences
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


ACT = st.tuples(
    st.sampled_from(["take", "split", "refund", "spend", "prize", "float", "bank", "hand", "count", "reverse"]),
    st.integers(1, 500_00), st.booleans(),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.walks
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACT, max_size=12))
def test_whatever_is_written_the_books_balance_and_the_numbers_have_no_gap(
    take: Take, spend: Any, refund: Any, move: Any, count: Any, reverse: Any, organiser: Any, treasurer: Any,
    tournament: Tournament, written: list[tuple[str, int, bool]],
) -> None:  # fmt: skip
    with transaction.atomic():
        came, went, found = 0, 0, 0
        for act, amount, cash in written:
            method = "cash" if cash else "eft"
            last = Movement.objects.filter(tournament=tournament).order_by("-seq").first()
            if act == "take":
                take(amount, method=method)
                came += amount
            elif act == "split":
                take(amount, kind="sponsor", donation=5, method=method)
                came += amount + 5
            elif act == "refund" and last is not None and last.act == "receipt":
                kind, left = next(iter(left_to_refund(last).items()))
                refund(last, min(amount, left), kind=kind, method=method)
                came -= min(amount, left)
            elif act == "spend":
                spend(amount, method=method)
                went += amount
            elif act == "prize":
                said = {"amount": amount, "method": method, "what": "cup", "name": "Vic", **sent()}
                acts.pay_prize(actor=organiser, tournament=tournament, **said)
                went += amount
            elif act in ("float", "bank", "hand"):
                name = {"float": "float", "bank": "banked", "hand": "handed"}[act]
                move(name, amount, to=treasurer if act == "hand" else None)
            elif act == "count":
                stands = balances_of(tournament).boxes.get(f"user:{organiser.pk}", 0)
                count(amount)
                found += amount - stands
            elif act == "reverse" and last is not None and last.act in ("expense", "receipt", "prize", "float"):
                reverse(last)
                came -= last.amount if last.act == "receipt" else 0
                went -= last.amount if last.act in ("expense", "prize") else 0
        balances = balances_of(tournament)
        assert sum(balances.of.values()) == 0
        assert (balances.gross, balances.costs, balances.difference) == (came, went, found)
        assert balances.net == came - went + found
        assert balances.there == balances.net + balances.floats
        assert sum(sums_of(tournament).balances.income.values()) == came
        assert list(differences(tournament)) == []
        transaction.set_rollback(True)


def test_a_donation_beside_a_fee_stands_on_the_same_receipt(take: Take, tournament: Tournament) -> None:
    receipt = take(400_00, kind="entry", team=tournament.teams.get(), donation=100_00)
    assert receipt.amount == 500_00
    assert kinds_of(receipt) == [("entry", 400_00), ("donation", 100_00)]
    assert sums_of(tournament).by_kind == {"entry": (400_00, 1), "donation": (100_00, 1)}
    with pytest.raises(Refused) as caught:
        take(400_00, kind="donation", donation=1)
    assert codes(caught) == ("bad_receipt", ["donation"])


def test_of_a_receipt_no_more_is_given_back_than_came_in(take: Take, refund: Any, reverse: Any) -> None:
    receipt = take(400_00, kind="sponsor", donation=50_00)
    with pytest.raises(Refused) as caught:
        refund(receipt, 50_01)
    assert codes(caught) == ("bad_refund", ["amount"])
    first = refund(receipt, 50_00)
    assert left_to_refund(receipt) == {"sponsor": 400_00}
    with pytest.raises(Refused):
        refund(receipt, 1)
    refund(receipt, 100_00, kind="sponsor", method="eft")
    assert left_to_refund(receipt) == {"sponsor": 300_00}
    with pytest.raises(Refused) as caught:
        reverse(receipt)
    assert caught.value.code == "has_refunds"
    reverse(first)
    assert left_to_refund(receipt) == {"sponsor": 300_00, "donation": 50_00}


def test_a_refund_asked_for_twice_is_one_and_says_why(take: Take, refund: Any, reverse: Any) -> None:
    receipt, key = take(400_00), sent()
    with pytest.raises(Refused) as caught:
        refund(receipt, 1, reason=" ")
    assert caught.value.code == "reason_missing"
    assert refund(receipt, 400_00, **key) == refund(receipt, 400_00, **key)
    with pytest.raises(KeyReused):
        refund(receipt, 300_00, **key)
    back = take(1_00)
    reverse(back)
    with pytest.raises(Refused) as caught:
        refund(back, 1)
    assert caught.value.code == "not_standing"


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"amount": 0}, "amount"),
        ({"method": "card"}, "method"),  # not one of this event's
        ({"what": " "}, "what"),
        ({"reference": "x" * 41}, "reference"),
        ({"name": "x" * 81}, "name"),
    ],
)
def test_an_expense_that_makes_no_sense_is_refused(spend: Any, wrong: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as caught:
        spend(**{"amount": 1, **wrong})
    assert codes(caught) == ("bad_payment", [path])
    assert not Movement.objects.exists()


def test_a_prize_is_paid_to_somebody_who_signs(organiser: Any, tournament: Tournament) -> None:
    said = {"amount": 300_00, "method": "cash", "what": "Place 1", "name": ""}
    with pytest.raises(Refused) as caught:
        acts.pay_prize(actor=organiser, tournament=tournament, **said, **sent())
    assert codes(caught) == ("bad_payment", ["name"])
    paid = acts.pay_prize(actor=organiser, tournament=tournament, **{**said, "name": "Vic Hill"}, **sent())
    assert (paid.party.name, balances_of(tournament).costs) == ("Vic Hill", 300_00)


def test_cash_goes_from_box_to_box_and_to_the_bank(
    take: Take, move: Any, treasurer: Any, organiser: Any, box: str, tournament: Tournament
) -> None:
    move("float", 200_00)
    move("float", 100_00, to=treasurer)
    take(50_00)
    move("handed", 120_00, to=treasurer)
    move("banked", 80_00, reference="Slip 4")
    balances = balances_of(tournament)
    assert balances.boxes == {box: 50_00, f"user:{treasurer.pk}": 220_00}
    assert (balances.of["bank"], balances.floats, balances.gross) == (80_00, 300_00, 50_00)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"act": "receipt"}, "bad_move"),
        ({"act": "handed"}, "bad_person"),
        ({"amount": 0}, "bad_amount"),
        ({"reference": "x" * 41}, "too_long"),
    ],
)
def test_cash_that_goes_nowhere_is_refused(move: Any, wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        move(**{"act": "banked", "amount": 1, **wrong})
    assert caught.value.code == code


def test_cash_is_handed_only_to_who_takes_money_here(move: Any) -> None:
    with pytest.raises(Refused) as caught:
        move("handed", 1, to=UserFactory())
    assert codes(caught) == ("bad_person", ["to"])


@pytest.mark.parametrize("act", ["reversal", "count", "printed"])
def test_what_was_counted_printed_or_taken_back_stands(
    take: Take, reverse: Any, count: Any, organiser: Any, act: str
) -> None:
    receipt = take(1)
    written = {
        "reversal": lambda: reverse(receipt),
        "count": lambda: count(1),
        "printed": lambda: acts.note_print(actor=organiser, receipt=receipt, **sent()),
    }[act]()
    with pytest.raises(Refused) as caught:
        reverse(written)
    assert caught.value.code == "stands"


def test_above_the_limit_somebody_else_takes_back_what_was_written(
    take: Take, reverse: Any, organiser: Any, treasurer: Any, tournament: Tournament
) -> None:
    said: dict[str, Any] = {"tournament": tournament, "currency": "ZAR", "goal": None, "public": False}
    acts.set_fund(actor=organiser, second_above=500_00, **said)
    reverse(take(500_00))
    big = take(500_01)
    with pytest.raises(Refused) as caught:
        reverse(big)
    assert caught.value.code == "needs_second"
    assert reverse(big, actor=treasurer).takes_back == big
    with pytest.raises(Refused) as caught:
        acts.set_fund(actor=treasurer, second_above=None, **said)
    assert codes(caught) == ("bad_fund", ["second_above"])
    acts.set_fund(actor=organiser, second_above=None, **said)
    assert [limit.details for limit in Movement.objects.filter(act="limit").order_by("seq")] == [
        {"from": None, "to": 500_00},
        {"from": 500_00, "to": None},
    ]
    reverse(take(500_01))


@pytest.mark.parametrize(
    "methods", [[], ["cash", "cash"], ["x" * 25], [f"way {number}" for number in range(13)]]
)  # fmt: skip
def test_ways_to_pay_that_make_no_sense_are_refused(organiser: Any, tournament: Tournament, methods: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        acts.set_fund(
            actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=False, methods=methods
        )  # fmt: skip
    assert codes(caught) == ("bad_fund", ["methods"])


def test_an_event_takes_money_in_its_own_ways(organiser: Any, take: Take, tournament: Tournament) -> None:
    acts.set_fund(
        actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=False, methods=["card", "Zapper"]
    )
    take(7_00, method="Zapper")
    assert sums_of(tournament).by_method == {"Zapper": (7_00, 1)}
    with pytest.raises(Refused) as caught:
        take(1, method="cash")
    assert codes(caught) == ("bad_receipt", ["method"])


def test_everybody_sees_what_came_in_or_what_is_left_as_the_organiser_chooses(
    organiser: Any, take: Take, spend: Any, tournament: Tournament
) -> None:
    take(400_00)
    spend(150_00)
    for shows_net, total in ((False, 400_00), (True, 250_00)):
        acts.set_fund(
            actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=True, shows_net=shows_net
        )  # fmt: skip
        seen = raised_in_public(fund_of(tournament))
        assert seen is not None
        assert (seen.total, seen.net) == (total, shows_net)


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE fundraising_movement SET amount = 1 WHERE seq = 1", "receipt 1: amount"),
        ("UPDATE fundraising_movement SET reason = 'lost' WHERE seq = 2", "expense 1: hash"),
        ("UPDATE fundraising_movement SET number = 7 WHERE seq = 3", "receipt 7: number"),
        ("UPDATE fundraising_line SET given_to = 'cash:user:999' WHERE given_by = 'income:donation'", "hash"),
        ("UPDATE fundraising_line SET amount = 1", "amount"),
        ("DELETE FROM fundraising_line WHERE given_to = 'cost:expense'", "expense 1: amount"),
        ("UPDATE fundraising_movement SET created_at = '2020-01-01 00:00:00+00' WHERE seq = 1", "receipt 1: hash"),
        ("UPDATE fundraising_movement SET seq = 9 WHERE seq = 3", "receipt 2: place in the till"),
    ],
)
def test_what_is_changed_behind_the_tills_back_is_found(
    take: Take, spend: Any, tournament: Tournament, statement: str, where: str
) -> None:
    take(400_00)
    spend(150_00)
    take(50_00, kind="raffle")
    assert list(differences(tournament)) == []
    with connection.cursor() as cursor:
        for taken_off in guards.off(connection, TABLES):
            cursor.execute(taken_off)
        cursor.execute(statement)
    assert any(where in difference.where for difference in differences(tournament))


def test_a_line_that_is_slipped_in_and_a_movement_that_is_left_out_are_found(
    take: Take, tournament: Tournament
) -> None:
    for amount in (1, 2, 3):
        last = take(amount)
    with transaction.atomic():
        Line.objects.create(movement=last, place=1, given_by="cash:user:1", given_to="cost:expense", amount=3)
        assert "till: receipt 3: amount" in [difference.where for difference in differences(tournament)]
        transaction.set_rollback(True)
    second = Movement.objects.get(number=2)
    with connection.cursor() as cursor:
        for statement in guards.off(connection, TABLES):
            cursor.execute(statement)
        for table, key in (("party", "movement_id"), ("line", "movement_id"), ("movement", "id")):
            cursor.execute(f"DELETE FROM fundraising_{table} WHERE {key} = %s", [second.pk])
    places = [difference.where for difference in differences(tournament)]
    assert "till: receipt 3: what it follows" in places
    assert "till: receipt 3: number" in places
