"""What stands out in a till: nothing is forbidden, and all of it is seen."""

import datetime
import uuid
from typing import Any

import pytest
import time_machine

from tests.factories import TeamFactory
from tests.thunee_tournaments.fundraising.conftest import Take
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.marks import standing_out
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.payable import Payable, prizes_to_pay
from thunee_tournaments.services import acts
from thunee_tournaments.standings import prizing
from thunee_tournaments.standings.prizing import AwardedPrize, Prize, Winner
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
EVENING = datetime.datetime(2026, 11, 28, 18, 0, tzinfo=datetime.UTC)


def sent() -> dict[str, Any]:
    return {"device": "desk", "client_uuid": uuid.uuid4()}


@pytest.fixture
def count(organiser: Any, tournament: Tournament) -> Any:
    def count(whose: str) -> Movement:
        stands = balances_of(tournament)
        cents = stands.boxes.get(whose, 0) if whose else stands.cash
        return acts.cash_up(
            actor=organiser, tournament=tournament, whose=whose, pieces={}, rest=cents, expected=cents, **sent()
        )

    return count


def marks(tournament: Tournament) -> dict[str, list[str]]:
    return {f"{movement.act} {movement.number}": marks for movement, marks in standing_out(tournament)}


def test_what_the_taker_takes_back_alone_stands_out_and_what_another_does_not(
    take: Take, reverse: Any, treasurer: Any, tournament: Tournament
) -> None:
    reverse(take(1))
    reverse(take(2), actor=treasurer)
    assert marks(tournament) == {"receipt 1": ["alone"]}


def test_a_receipt_taken_back_after_it_was_printed_stands_out(
    take: Take, reverse: Any, organiser: Any, treasurer: Any, tournament: Tournament
) -> None:
    printed, unprinted = take(1), take(2)
    acts.note_print(actor=organiser, receipt=printed, **sent())
    reverse(printed, actor=treasurer)
    reverse(unprinted, actor=treasurer)
    assert marks(tournament) == {"receipt 1": ["printed"]}


@pytest.mark.parametrize(("whose", "seen"), [("own", True), ("", True), ("other", False)])
def test_a_receipt_taken_back_after_its_box_was_counted_stands_out(
    take: Take, reverse: Any, count: Any, organiser: Any, treasurer: Any, tournament: Tournament, whose: str, seen: bool
) -> None:
    receipt = take(1)
    take(5, actor=treasurer)
    count({"own": f"user:{organiser.pk}", "other": f"user:{treasurer.pk}", "": ""}[whose])
    reverse(receipt, actor=treasurer)
    assert marks(tournament).get("receipt 1", []) == (["counted"] if seen else [])


def test_what_comes_after_the_evenings_cash_up_is_late_until_the_next_day(
    take: Take, count: Any, organiser: Any, tournament: Tournament
) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        take(1)
        count(f"user:{organiser.pk}")  # one box: the evening goes on
        take(2)
        count("")
        take(3)
        clock.shift(datetime.timedelta(days=1))
        take(4)
    assert marks(tournament) == {"receipt 3": ["late"]}


def test_what_a_box_took_back_stands_on_its_cash_up(
    take: Take, reverse: Any, count: Any, organiser: Any, treasurer: Any, tournament: Tournament
) -> None:
    own = f"user:{organiser.pk}"
    reverse(take(3_00))
    reverse(take(4_00, method="eft"))
    reverse(take(5_00, actor=treasurer))
    assert count(own).details["taken_back"] == [1, 3_00]
    assert count("").details["taken_back"] == [3, 12_00]
    assert count(own).details["taken_back"] == [0, 0]


def test_prizes_won_for_good_are_to_be_paid_and_what_was_paid_is_taken_off(
    organiser: Any, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tournament.teams.get(), TeamFactory(tournament=tournament, name="Last Trick")
    awarded = [
        AwardedPrize(Prize(0, 1, 1, "The cup", 300_00), "", [Winner(first.public_id, first.name, 1, 1, 300_00, True)]),
        AwardedPrize(Prize(0, 2, 2), "", [Winner(second.public_id, second.name, 2, 2, 100_00, False)]),
        AwardedPrize(Prize(0, 3, 3, "A tin"), "", [Winner(second.public_id, second.name, 3, 3, 0, True)]),
    ]
    monkeypatch.setattr(prizing, "prizes_of", lambda tournament: awarded)
    assert prizes_to_pay(tournament) == [Payable(first, "The cup", 300_00, 0)]
    acts.pay_prize(
        actor=organiser, tournament=tournament, amount=100_00, method="cash", what="The cup", name="Vic", team=first,
        **sent(),
    )  # fmt: skip
    assert [payable.open for payable in prizes_to_pay(tournament)] == [200_00]
