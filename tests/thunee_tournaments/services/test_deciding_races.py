"""Two referees who decide one dispute at the same instant: real processes, a real database, a start gun."""

import uuid
from typing import Any

import pytest

from adjudication.models import Decision, Dispute
from tests.factories import RoleFactory
from tests.support.services.races import race
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dispute(transactional_db: None, organiser: Any, write: Any) -> Dispute:
    """An open dispute about a game in which one hand was written."""
    tournament = draw(organiser, 4)
    write(game(tournament, 1), count("A"))
    return acts.raise_dispute(
        actor=organiser, match=match(tournament, 1), game=game(tournament, 1), about="game", reason="rule", words="",
        device="desk", client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip


def two_referees(dispute: Dispute, **more: Any) -> list[dict[str, Any]]:
    tournament = Tournament.objects.get(public_id=dispute.book)
    orders = []
    for balls in (1, 2):
        proposed = {
            "outcome": "adjusted", "rules": ["EV-ADJ-1"], "text": "As I saw it.", "head": dispute.sheet.head,
            "balls": {"A": 0, "B": balls},
        }  # fmt: skip
        said = {
            "dispute": dispute.pk,
            "proposed": proposed,
            "device": f"desk-{balls}",
            "client_uuid": str(uuid.uuid4()),
        }
        referee = RoleFactory(tournament=tournament, role="referee").user
        orders.append({"act": "decide_dispute", "actor": referee.pk, "said": said, "at": "entry", "pause": 0.5, **more})
    return orders


def one_decision(dispute: Dispute) -> bool:
    """Whether the dispute was decided once, and the sheet says what was decided."""
    steps = Decision.objects.filter(dispute=dispute)
    sheet = dispute.sheet
    sheet.refresh_from_db()
    return steps.count() == 1 and sheet.seq == 2 and sheet.ledger["after"]["balls"] == {
        "A": 1, "B": steps.get().entry.body["balls"]["B"],
    }  # fmt: skip


def test_of_two_referees_who_decide_at_once_one_does_and_the_other_is_told(race, dispute):
    assert race.words(two_referees(dispute)) == ["decided", "done"]
    assert one_decision(dispute)


def test_control_without_the_locks_the_other_is_not(race, dispute):
    got = race.words(two_referees(dispute, without="lock"))
    assert got != ["decided", "done"] or not one_decision(dispute)
