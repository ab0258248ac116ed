"""Disputes raised and decided at the desk."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from adjudication.models import Dispute
from tests.thunee_tournaments.desk.conftest import Desk
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def dispute(playing: Desk, organiser: Any, write: Any) -> Dispute:
    """Each side has won a hand of the first match; side B disputes the first of them."""
    Tournament.objects.filter(pk=playing.tournament.pk).update(policies={"signing": False})
    for side in "AB":
        write(game(playing.tournament, 1), count(side))
    return raised(playing, organiser)


def raised(desk: Desk, actor: Any, **changed: Any) -> Dispute:
    said = {
        "about": "hand", "hand": 1, "side": "B", "game": game(desk.tournament, 1), "reason": "wrong_record",
        "words": "We had 104.", **changed,
    }  # fmt: skip
    return acts.raise_dispute(
        actor=actor, match=match(desk.tournament, 1), device="desk", client_uuid=uuid.uuid4(), **said
    ).dispute


def decided(client: Client, desk: Desk, dispute: Dispute, outcome: str, **typed: Any) -> Any:
    """Check, look, and save what the page of what changes sends."""
    at = desk.at("decide", dispute.public_id)
    said = {"rules": ["EV-ADJ-1"], "text": "As both saw it.", "head": "", "outcome": outcome, **typed}
    review = client.post(at, {**said, "action": "check"})
    if review.status_code != 200:
        return review
    return client.post(at, sent_by(review), follow=True)


def sent_by(review: Any) -> dict[str, Any]:
    """What the review's save button sends."""
    fields: dict[str, Any] = {}
    form = re.search(r"<form[^>]*data-once.*?</form>", review.content.decode(), re.S)
    assert form
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]):
        fields.setdefault(name, []).append(value)
    return {**fields, "action": "save"}
