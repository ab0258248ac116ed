"""What everybody may read of a dispute: what was decided, by which rule and why; never who said what."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Dispute
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def chief(event: Tournament) -> Any:
    """The chief referee, whose own team plays."""
    team = match(event, 3).team("A").public_id
    return RoleFactory(tournament=event, role="chief_referee", user__username="shirley", team=team).user


@pytest.fixture
def dispute(event: Tournament, chief: Any) -> Dispute:
    """The first hand of match 3 is disputed, decided by a chief referee of that team, and appealed."""
    said = {"actor": chief, "match": match(event, 3), "device": "desk"}
    case = acts.raise_dispute(
        **said, about="hand", hand=1, game=game(event, 3), side="B", reason="signals", words="Ravi winked at Sam.",
        client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip
    proposed = ProposedDecision(
        "adjusted", ("EV-ADJ-2", "TH-PEN-1"), "A signal was seen by three people.", head=game(event, 3).sheet.head,
        balls={"A": 0, "B": 2}, score="artificial",
    )  # fmt: skip
    acts.decide_dispute(
        **said, dispute=case, proposed=proposed, override="Nobody else is here.", client_uuid=uuid.uuid4()
    )
    acts.appeal_decision(**said, dispute=case, side="A", text="Ravi never winks.", client_uuid=uuid.uuid4())
    return case


def page_of(event: Tournament) -> Any:
    return Client().get(reverse("public:match", args=[event.slug, match(event, 3).public_id]))


def test_the_match_says_what_was_decided_by_which_rule_and_why(event: Tournament, dispute: Dispute) -> None:
    response = page_of(event)
    page = text_of(response)
    for words in (
        "Disputed", "Hand 1 under appeal", "signals, or talk between partners", "Decided: balls adjusted",
        "+2", "a score set by the referee", "A signal was seen by three people.", "Appealed by", "Nobody else is here.",
    ):  # fmt: skip
        assert words in page
    for id in ("EV-ADJ-2", "TH-PEN-1", "EV-CONF-1"):
        assert f'href="{reverse("public:rule", args=[id])}"' in response.content.decode()


def test_balls_a_referee_awarded_are_a_line_among_the_hands(event: Tournament, dispute: Dispute) -> None:
    """Score and list agree: who adds up the list comes to the score."""
    line = page_of(event).content.decode().partition('is-decision"')[2].partition("</li>")[0]
    assert f"Referee: {match(event, 3).team('B').name} +2" in line
    assert 'href="#disputes"' in line
    balls = game(event, 3).sheet.ledger["after"]["balls"]
    assert f"{balls['A']}–{balls['B']}" in line


def test_nobody_is_named_and_nothing_said_in_anger_is_shown(event: Tournament, dispute: Dispute) -> None:
    page = page_of(event).content.decode()
    for words in ("winked", "never winks", "shirley", "user:"):
        assert words not in page


def test_a_page_kept_by_a_reader_is_out_of_date_with_every_step(event: Tournament, chief: Any) -> None:
    tags = [page_of(event)["ETag"]]
    case = acts.raise_dispute(
        actor=chief, match=match(event, 3), about="match", reason="late", words="", device="d", client_uuid=uuid.uuid4()
    ).dispute
    tags.append(page_of(event)["ETag"])
    proposed = ProposedDecision("stands", ("EV-DISP-1",), "As it was.")
    acts.decide_dispute(
        actor=chief, match=match(event, 3), dispute=case, proposed=proposed, device="d", client_uuid=uuid.uuid4(),
        override="Nobody else is here.",
    )  # fmt: skip
    tags.append(page_of(event)["ETag"])
    assert len(set(tags)) == 3
