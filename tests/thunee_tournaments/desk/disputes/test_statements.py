"""How a side saw a disputed hand, written down at the desk, and what the referee then reads beside the record."""

import uuid
from typing import Any

import pytest

from adjudication import statements
from adjudication.models import Dispute
from adjudication.outcomes import ProposedDecision
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.scoring.conftest import plain
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.desk.disputes import bundles
from thunee_tournaments.services import acts


@pytest.fixture
def dispute(playing: Desk, organiser: Any, write: Any) -> Dispute:
    """The first hand of the first match, which side A won, disputed by side B."""
    write(game(playing.tournament, 1), count("A"))
    return acts.raise_dispute(
        actor=organiser, match=match(playing.tournament, 1), game=game(playing.tournament, 1), about="hand", hand=1,
        reason="wrong_record", words="", side="B", device="desk", client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip


def sent(desk: Desk, dispute: Dispute, action: str = "check", **changed: Any) -> Any:
    said = {"head": "seen", "side": "B", **plain(points=110), "action": action, **changed}
    return desk.after("version", dispute.public_id, **said)


def told(desk: Desk, dispute: Dispute) -> Any:
    return bundles.bundle_of(desk.tournament, match(desk.tournament, 1), dispute).hands[0]


@pytest.mark.slow
def test_a_referee_writes_a_sides_version_down_and_reads_it_beside_the_record(playing: Desk, dispute: Dispute) -> None:
    assert "Write down how a side saw the hand" in text_of(playing.get("dispute", dispute.public_id))
    assert "Whose view is this?" in text_of(playing.get("version", dispute.public_id))
    review = sent(playing, dispute)
    assert "How it was worked out" in text_of(review)
    page = playing.after("version", dispute.public_id, **dict(review.context["typed"]), head="seen", action="save")
    assert [one.side for one in statements.versions_of(dispute)] == ["B"]
    assert "As Team 4 saw it" in text_of(page)


def test_the_bundle_marks_figure_by_figure_what_differs_and_judges_it(playing: Desk, dispute: Dispute) -> None:
    sent(playing, dispute, "save", points=110)
    one = told(playing, dispute)
    [version] = one.statements
    record = {what: how for what, how in one.current.facts if not what.startswith("Tricks")}  # no form asks for them
    by_what = {fact.figure: fact for fact in version.compared}
    assert {what: fact.was for what, fact in by_what.items() if fact.was} == record
    assert by_what["Card points of Team 1"].differs
    assert version.headline.startswith("Team 1 opens")
    assert version.lines
    page = text_of(playing.get("dispute", dispute.public_id))
    assert "110 differs" in page


def test_where_nothing_differs_nothing_is_marked(playing: Desk, dispute: Dispute, organiser: Any) -> None:
    acts.write_version(actor=organiser, match=match(playing.tournament, 1), dispute=dispute, side="A", body=count("A"))
    [version] = told(playing, dispute).statements
    assert not any(fact.differs for fact in version.compared)
    assert not told(playing, dispute).differ


def test_nothing_is_told_of_another_dispute_or_once_it_is_forgotten(playing: Desk, dispute: Dispute) -> None:
    from adjudication import commitments

    sent(playing, dispute, "save")
    assert told(playing, dispute).statements
    commitments.erase_everywhere(f"dispute:{dispute.public_id}")
    assert told(playing, dispute).statements == []
    assert playing.get("dispute", dispute.public_id).status_code == 200


@pytest.mark.parametrize(("changed", "words"), [
    ({"side": ""}, "Say who it is."),
    ({"points": ""}, "Enter the card points, from 0 to 304."),
    ({"events": '[{"type": "play"}]'}, "Not saved yet"),
])  # fmt: skip
def test_what_is_missing_is_said(playing: Desk, dispute: Dispute, changed: dict[str, Any], words: str) -> None:
    response = sent(playing, dispute, "save", **changed)
    assert response.status_code == 422
    assert words in text_of(response)
    assert statements.versions_of(dispute) == []


@pytest.mark.slow
def test_a_second_version_is_refused_and_then_nobody_is_left_to_ask(playing: Desk, dispute: Dispute) -> None:
    sent(playing, dispute, "save")
    assert "it stays" in text_of(sent(playing, dispute, "save", points=104))
    assert "written once" in text_of(sent(playing, dispute, "save"))
    sent(playing, dispute, "save", side="A")
    assert "written down already" in text_of(sent(playing, dispute, "edit"))


def test_a_decided_dispute_takes_none(playing: Desk, dispute: Dispute, organiser: Any) -> None:
    acts.decide_dispute(
        actor=organiser, match=match(playing.tournament, 1), dispute=dispute, device="desk",
        proposed=ProposedDecision("stands", ("EV-DISP-1",), "As written."), client_uuid=uuid.uuid4(),
    )  # fmt: skip
    assert "decided already" in text_of(sent(playing, dispute, "edit"))
    assert "decided already" in text_of(sent(playing, dispute, "save"))
    assert "Write down how a side saw" not in text_of(playing.get("dispute", dispute.public_id))
