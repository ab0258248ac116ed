"""Matches under review, and what a referee decides about them."""

import uuid

import pytest

from adjudication.models import Entry
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Role

SAID = {"error_by": "others", "text": "The scorekeeper wrote the wrong side.", "device": "desk"}


def resolve(actor, tournament, number, choice, **changed):
    said = {**SAID, "client_uuid": uuid.uuid4(), **changed}
    return acts.resolve_conflict(actor=actor, match=match(tournament, number), choice=choice, **said)


@pytest.fixture
def turned(organiser, write, correct, win):
    """Four teams; Team 4 came to the final for Team 1, two hands were played there, then match 1 was turned round."""
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    for side in "BAABB":
        write(first, thunee(side))
    win(tournament, 2, "A")
    write(game(tournament, 3), thunee("A"))
    write(game(tournament, 3), count("B"))
    correct(first, Entry.objects.get(sheet=first.sheet, seq=5), thunee("A"))
    assert match(tournament, 3).conflict == "A"
    return tournament


def names(one):
    return [one.team("A").name if one.team("A") else None, one.team("B").name if one.team("B") else None]


def appeal_overturned(tournament, organiser, decision, instead, number=3):
    """The decision is appealed and overturned by another referee; the decided policy of the event allows it."""
    chief = RoleFactory(tournament=tournament, role=Role.Name.CHIEF_REFEREE).user
    said = {"match": match(tournament, number), "dispute": decision.dispute, "device": "desk"}
    acts.appeal_decision(actor=organiser, side="B", text="We disagree.", client_uuid=uuid.uuid4(), **said)
    proposed = ProposedDecision(instead, ("EV-LATE-1",), "Looked at again.") if instead else None
    return acts.decide_appeal(
        actor=chief, overturn=True, rules=("EV-APPEAL-1",), text="Looked at again.", instead=proposed,
        client_uuid=uuid.uuid4(), **said,
    )  # fmt: skip
