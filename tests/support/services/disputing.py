"""Disputes raised, decided and appealed."""

import uuid
from typing import Any

import pytest

from adjudication.models import Dispute
from adjudication.outcomes import ProposedDecision
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Tournament

RULES = ("EV-ADJ-1",)


@pytest.fixture
def tournament(organiser: Any, write: Any) -> Tournament:
    """Four teams, signed by nobody; in the first match each side has won a hand."""
    drawn = draw(organiser, 4)
    choose(drawn, signing=False)
    write(game(drawn, 1), count("A"))
    write(game(drawn, 1), count("B"))
    return drawn


def choose(tournament: Tournament, **choices: Any) -> None:
    kept = {**tournament.policies, **choices}
    tournament.policies = kept
    tournament.save(update_fields=["policies"])


def raised(tournament: Tournament, actor: Any, **changed: Any) -> Any:
    said = {
        "match": match(tournament, 1), "game": game(tournament, 1), "about": "hand", "hand": 1, "side": "B",
        "reason": "wrong_record", "words": "We had 104.", "device": "phone", "client_uuid": uuid.uuid4(),
    }  # fmt: skip
    return acts.raise_dispute(actor=actor, **{**said, **changed})


def decided(tournament: Tournament, dispute: Dispute, actor: Any, outcome: str = "stands", **changed: Any) -> Any:
    about = {key: changed.pop(key) for key in ("side", "hand", "body", "balls", "score", "rules") if key in changed}
    head = changed.pop("head", None) or (game(tournament, 1).sheet.head if dispute.sheet else "")
    proposed = ProposedDecision(
        **{"outcome": outcome, "rules": RULES, "text": "As both saw it.", "head": head, **about}
    )
    said = {"device": "desk", "client_uuid": uuid.uuid4(), **changed}
    return acts.decide_dispute(actor=actor, match=match(tournament, 1), dispute=dispute, proposed=proposed, **said)


def appealed(tournament: Tournament, dispute: Dispute, actor: Any, **changed: Any) -> Any:
    said = {"side": "A", "text": "We saw it otherwise.", "device": "phone", "client_uuid": uuid.uuid4(), **changed}
    return acts.appeal_decision(actor=actor, match=match(tournament, 1), dispute=dispute, **said)


def on_appeal(tournament: Tournament, dispute: Dispute, actor: Any, overturn: bool, **changed: Any) -> Any:
    said = {
        "rules": RULES, "text": "Heard both.", "device": "desk-2", "client_uuid": uuid.uuid4(),
        "head": game(tournament, 1).sheet.head, **changed,
    }  # fmt: skip
    return acts.decide_appeal(actor=actor, match=match(tournament, 1), dispute=dispute, overturn=overturn, **said)


def refused(attempt: Any, *args: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        attempt(*args, **said)
    return caught.value.code
