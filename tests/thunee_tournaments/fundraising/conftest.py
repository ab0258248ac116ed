"""An organiser, a treasurer, a tournament being prepared, and a short way to take money."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import RoleFactory, TeamFactory, TournamentFactory, UserFactory
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

Take = Callable[..., Movement]


@pytest.fixture
def organiser(db: None) -> Any:
    return UserFactory(username="organiser")


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    made = TournamentFactory(organiser=organiser, slug="shield", name="Shield")
    TeamFactory(tournament=made, name="Nine Lives")
    return made


@pytest.fixture
def treasurer(tournament: Tournament) -> Any:
    return RoleFactory(tournament=tournament, role="treasurer", user=UserFactory(username="treasurer")).user


@pytest.fixture
def take(organiser: Any, tournament: Tournament) -> Take:
    """`take(400_00)`: a donation in cash; anything can be said differently."""

    def take(amount: int, **changed: Any) -> Movement:
        said = {"kind": "donation", "method": "cash", "device": "desk", "client_uuid": uuid.uuid4(), **changed}
        return acts.take_money(**{"actor": organiser, "tournament": tournament, "amount": amount, **said}).receipt

    return take


@pytest.fixture
def reverse(organiser: Any) -> Callable[..., Any]:
    def reverse(movement: Movement, **changed: Any) -> Any:
        said = {"actor": organiser, "reason": "Written twice.", "device": "desk", "client_uuid": uuid.uuid4()}
        return acts.reverse_money(movement=movement, **{**said, **changed})

    return reverse


def sent() -> dict[str, Any]:
    return {"device": "desk", "client_uuid": uuid.uuid4()}


@pytest.fixture
def box(organiser: Any) -> str:
    return f"user:{organiser.pk}"


@pytest.fixture
def spend(organiser: Any, tournament: Tournament) -> Any:
    def spend(amount: int, **changed: Any) -> Movement:
        said = {"method": "cash", "what": "ice", "reference": "A 17", **sent(), **changed}
        return acts.pay_expense(**{"actor": organiser, "tournament": tournament, "amount": amount, **said})

    return spend


@pytest.fixture
def refund(organiser: Any) -> Any:
    def refund(receipt: Movement, amount: int, **changed: Any) -> Movement:
        said = {"kind": "donation", "method": "cash", "reason": "paid twice", **sent(), **changed}
        return acts.refund_money(**{"actor": organiser, "receipt": receipt, "amount": amount, **said})

    return refund


@pytest.fixture
def move(organiser: Any, tournament: Tournament) -> Any:
    def move(act: str, amount: int, **changed: Any) -> Movement:
        said = {"actor": organiser, "tournament": tournament, "act": act, "amount": amount, **sent(), **changed}
        return acts.move_cash(**said)

    return move


@pytest.fixture
def count(organiser: Any, tournament: Tournament, box: str) -> Any:
    def count(there: int, **changed: Any) -> Movement:
        stands = balances_of(tournament)
        said = {"whose": box, "pieces": {}, "rest": there, "reason": "nobody knows", **sent(), **changed}
        whose = said["whose"]
        expected = stands.boxes.get(whose, 0) if whose else stands.cash
        return acts.cash_up(**{"actor": organiser, "tournament": tournament, "expected": expected, **said})

    return count


def codes(caught: Any) -> tuple[str, list[str]]:
    return caught.value.code, [error["path"] for error in caught.value.errors]
