"""Deposits: held, and nobody's gain; given back or kept once; and seen where the money is counted."""

import csv
import io
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.errors import KeyReused
from tests.factories import RoleFactory, TeamFactory, TournamentFactory
from tests.thunee_tournaments.fundraising.conftest import Take, sent
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.deposits import deposits_of
from thunee_tournaments.fundraising.export import as_csv
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.sums import sums_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FEE = 200_00


@pytest.fixture
def leave(organiser: Any, tournament: Tournament) -> Any:
    def leave(amount: int = FEE, **changed: Any) -> Movement:
        said = {"method": "cash", "what": "Appeal in match 7", "name": "Vic Hill", **sent(), **changed}
        return acts.take_deposit(**{"actor": organiser, "tournament": tournament, "amount": amount, **said})

    return leave


def give_back(organiser: Any, deposit: Movement, **changed: Any) -> Movement:
    return acts.return_deposit(**{"actor": organiser, "deposit": deposit, "method": "cash", **sent(), **changed})


def keep(organiser: Any, deposit: Movement, reason: str = "The appeal was in bad faith.", **changed: Any) -> Movement:
    return acts.keep_deposit(**{"actor": organiser, "deposit": deposit, "reason": reason, **sent(), **changed})


def code_of(act: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value.code


def test_what_is_held_is_in_the_box_and_not_raised(tournament: Tournament, leave: Any, take: Take, box: str) -> None:
    take(1_000_00)
    leave()
    balances = balances_of(tournament)
    assert (balances.held, balances.gross, balances.net) == (FEE, 1_000_00, 1_000_00)
    assert (balances.boxes[box], balances.there) == (1_200_00, 1_200_00)
    assert sum(balances.of.values()) == 0


def test_given_back_it_is_as_if_it_had_not_been(organiser: Any, tournament: Tournament, leave: Any) -> None:
    give_back(organiser, leave())
    assert balances_of(tournament).of == {}
    [deposit] = deposits_of(tournament)
    assert (deposit.held, deposit.ended is not None) == (0, True)


def test_kept_it_is_raised_and_stays_where_it_lay(organiser: Any, tournament: Tournament, leave: Any, box: str) -> None:
    keep(organiser, leave())
    balances = balances_of(tournament)
    assert (balances.held, balances.gross, balances.boxes[box]) == (0, FEE, FEE)
    sums = sums_of(tournament)
    assert sums.by_kind == {"other": (FEE, 0)}
    assert sums.by_method == {"deposits": (FEE, 0)}


def test_it_is_given_back_in_another_way_than_it_was_left(
    organiser: Any, tournament: Tournament, leave: Any, box: str
) -> None:
    give_back(organiser, leave(), method="eft")
    assert balances_of(tournament).of == {f"cash:{box}": FEE, "paid:eft": -FEE}


@pytest.mark.parametrize("first", [give_back, keep])
@pytest.mark.parametrize("then", [give_back, keep])
def test_a_deposit_is_ended_once(organiser: Any, leave: Any, first: Any, then: Any) -> None:
    deposit = leave()
    first(organiser, deposit)
    with pytest.raises(Refused) as caught:
        then(organiser, deposit)
    assert caught.value.code == "not_held"


@pytest.mark.parametrize("end", [give_back, keep])
def test_an_end_written_by_mistake_is_taken_back_and_the_deposit_is_held_again(
    organiser: Any, tournament: Tournament, leave: Any, reverse: Any, end: Any
) -> None:
    deposit = leave()
    reverse(end(organiser, deposit))
    assert balances_of(tournament).held == FEE
    give_back(organiser, deposit)
    assert balances_of(tournament).of == {}


def test_a_deposit_written_by_mistake_is_taken_back_unless_it_was_ended(
    organiser: Any, tournament: Tournament, leave: Any, reverse: Any
) -> None:
    wrong, ended = leave(), leave()
    reverse(wrong)
    assert code_of(acts.return_deposit, actor=organiser, deposit=wrong, method="cash", **sent()) == "not_held"
    keep(organiser, ended)
    assert code_of(acts.reverse_money, actor=organiser, movement=ended, reason="No.", **sent()) == "has_refunds"
    assert balances_of(tournament).held == 0


def test_the_same_request_is_one(organiser: Any, tournament: Tournament, leave: Any) -> None:
    again = sent()
    assert leave(**again) == leave(**again)
    back = sent()
    deposit = Movement.objects.get()
    assert give_back(organiser, deposit, **back) == give_back(organiser, deposit, **back)
    with pytest.raises(KeyReused):
        leave(amount=1_00, **again)
    assert Movement.objects.count() == 2


@pytest.mark.parametrize(
    ("changed", "path"),
    [({"amount": 0}, "amount"), ({"amount": -5}, "amount"), ({"method": "shells"}, "method"), ({"what": " "}, "what"),
     ({"name": "n" * 200}, "name")],
)  # fmt: skip
def test_what_is_no_deposit_is_refused_beside_its_field(leave: Any, changed: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as caught:
        leave(**changed)
    assert (caught.value.code, [error["path"] for error in caught.value.errors]) == ("bad_deposit", [path])
    assert not Movement.objects.exists()


def test_a_team_of_another_event_leaves_nothing_here(leave: Any) -> None:
    with pytest.raises(Refused):
        leave(team=TeamFactory(tournament=TournamentFactory()))


def test_keeping_takes_a_reason(organiser: Any, leave: Any) -> None:
    assert code_of(acts.keep_deposit, actor=organiser, deposit=leave(), reason=" ", **sent()) == "reason_missing"


def test_what_is_no_deposit_is_neither_given_back_nor_kept(organiser: Any, take: Take) -> None:
    receipt = take(400_00)
    assert code_of(acts.return_deposit, actor=organiser, deposit=receipt, method="cash", **sent()) == "not_held"
    assert code_of(acts.keep_deposit, actor=organiser, deposit=receipt, reason="No.", **sent()) == "not_held"


def test_a_viewer_touches_no_deposit(tournament: Tournament, leave: Any) -> None:
    deposit, viewer = leave(), RoleFactory(tournament=tournament, role="viewer").user
    assert code_of(acts.return_deposit, actor=viewer, deposit=deposit, method="cash", **sent()) == "not_allowed"


STEPS = st.lists(
    st.tuples(st.sampled_from(["leave", "back", "keep", "receipt", "reverse"]), st.integers(1, 500_00)), max_size=14
)


@pytest.mark.slow
@given(STEPS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_done_the_books_balance_and_the_file_adds_up(organiser: Any, steps: list[tuple[str, int]]) -> None:
    event = TournamentFactory(organiser=organiser)
    at = lambda: {"actor": organiser, "device": "desk", "client_uuid": uuid.uuid4()}  # noqa: E731
    for step, cents in steps:
        held = [deposit.movement for deposit in deposits_of(event) if deposit.held]
        last = Movement.objects.filter(tournament=event, reversal=None).exclude(act="reversal").first()
        match step:
            case "leave":
                acts.take_deposit(**at(), tournament=event, amount=cents, method="cash", what="appeal")
            case "receipt":
                acts.take_money(**at(), tournament=event, amount=cents, kind="donation", method="eft")
            case "back" if held:
                acts.return_deposit(**at(), deposit=held[cents % len(held)], method="cash")
            case "keep" if held:
                acts.keep_deposit(**at(), deposit=held[cents % len(held)], reason="bad faith")
            case "reverse" if last is not None and (last.act != "deposit" or last in held):
                acts.reverse_money(**at(), movement=last, reason="a slip")
    balances = balances_of(event)
    assert sum(balances.of.values()) == 0
    assert balances.there == balances.floats + balances.held + balances.net
    assert balances.held == sum(deposit.held for deposit in deposits_of(event)) >= 0
    rows = list(csv.DictReader(io.StringIO(as_csv(event))))
    came, went = (sum(round(float(row[column]) * 100) for row in rows) for column in ("in", "out"))
    assert came - went == balances.net
    assert sums_of(event).total == balances.gross
    assert replay.check(Tournament.objects.get(pk=event.pk)) == []
