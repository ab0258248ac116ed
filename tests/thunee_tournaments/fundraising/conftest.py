"""An organiser, a treasurer, a tournament being prepared, and a short way to take money."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import RoleFactory, TeamFactory, TournamentFactory, UserFactory
from thunee_tournaments.fundraising.models import Receipt
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

Take = Callable[..., Receipt]


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

    def take(amount: int, **changed: Any) -> Receipt:
        said = {"kind": "donation", "method": "cash", "device": "desk", "client_uuid": uuid.uuid4(), **changed}
        return acts.take_money(**{"actor": organiser, "tournament": tournament, "amount": amount, **said}).receipt

    return take


@pytest.fixture
def reverse(organiser: Any) -> Callable[..., Any]:
    def reverse(receipt: Receipt, **changed: Any) -> Any:
        said = {"actor": organiser, "reason": "Written twice.", "device": "desk", "client_uuid": uuid.uuid4()}
        return acts.reverse_money(receipt=receipt, **{**said, **changed})

    return reverse
