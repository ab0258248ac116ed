"""Cashing up: what is counted is what is there from then on, and a second person signs for it."""

from typing import Any

import pytest

from adjudication.errors import KeyReused
from tests.factories import RoleFactory
from tests.thunee_tournaments.fundraising.conftest import Take, codes, sent
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.cash import uncounted
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_count_says_what_is_there_from_then_on(take: Take, count: Any, box: str, tournament: Tournament) -> None:
    take(400_00)
    made = count(0, pieces={200_00: 1, 50_00: 3, 1_00: 0}, rest=5_00)
    assert made.amount == 355_00
    assert made.details == {
        "box": box, "pieces": {"20000": 1, "5000": 3}, "rest": 5_00, "expected": 400_00, "taken_back": [0, 0],
    }  # fmt: skip
    balances = balances_of(tournament)
    assert (balances.boxes[box], balances.difference, balances.net) == (355_00, -45_00, 355_00)
    count(360_00)
    assert balances_of(tournament).boxes[box] == 360_00


def test_a_count_needs_a_reason_only_where_something_is_missing_or_too_much(take: Take, count: Any) -> None:
    take(400_00)
    with pytest.raises(Refused) as caught:
        count(399_99, reason=" ")
    assert codes(caught) == ("bad_count", ["reason"])
    assert not count(400_00, reason="").lines.exists()


def test_money_that_comes_while_somebody_counts_is_not_counted_as_a_difference(take: Take, count: Any) -> None:
    take(400_00)
    with pytest.raises(Refused) as caught:
        count(350_00, expected=350_00)
    assert caught.value.code == "went_on"


def test_a_count_sent_twice_is_one_even_after_money_moved(take: Take, count: Any) -> None:
    take(400_00)
    key = sent()
    first = count(350_00, **key)
    take(100_00)
    assert count(350_00, expected=400_00, **key) == first
    with pytest.raises(KeyReused):
        count(340_00, expected=400_00, **key)


def test_the_cash_is_uncounted_until_all_of_it_is_signed_for_and_when_more_comes(
    take: Take, count: Any, treasurer: Any, tournament: Tournament
) -> None:
    take(1, method="eft")
    assert not uncounted(tournament)  # no cash yet
    take(400_00)
    assert uncounted(tournament)
    acts.sign_cash_up(actor=treasurer, count=count(400_00), **sent())
    assert uncounted(tournament)  # one box alone
    made = count(400_00, whose="")
    assert uncounted(tournament)  # nobody else has signed
    acts.sign_cash_up(actor=treasurer, count=made, **sent())
    assert not uncounted(tournament)
    take(1)
    assert uncounted(tournament)


@pytest.mark.parametrize(
    ("wrong", "path"), [({"pieces": {7: 1}}, "pieces"), ({"rest": -1}, "rest"), ({"whose": "user:0"}, "whose")]
)
def test_a_count_that_makes_no_sense_is_refused(count: Any, wrong: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as caught:
        count(**{"there": 0, **wrong})
    assert codes(caught) == ("bad_count", [path])


def test_somebody_else_signs_for_a_count_and_once(
    take: Take, count: Any, organiser: Any, treasurer: Any, tournament: Tournament
) -> None:
    receipt = take(400_00)
    made = count(400_00)
    with pytest.raises(Refused) as caught:
        acts.sign_cash_up(actor=organiser, count=made, **sent())
    assert caught.value.code == "own_count"
    with pytest.raises(Refused) as caught:
        acts.sign_cash_up(actor=treasurer, count=receipt, **sent())
    assert caught.value.code == "no_count"
    key = sent()
    signed = acts.sign_cash_up(actor=treasurer, count=made, **key)
    assert acts.sign_cash_up(actor=treasurer, count=made, **key) == signed
    third = RoleFactory(tournament=tournament, role="treasurer").user
    with pytest.raises(Refused) as caught:
        acts.sign_cash_up(actor=third, count=made, **sent())
    assert caught.value.code == "signed_already"
