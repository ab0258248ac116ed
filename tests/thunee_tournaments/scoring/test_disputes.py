"""Disputes from the table's phone: raised by either side, seen on its page, appealed."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from adjudication.disputes import words_of
from adjudication.models import Decision, Dispute
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.scoring.conftest import Phone, plain
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def written(phone: Phone, sheet: str) -> str:
    """A hand is written at the table."""
    phone.save(phone.check(sheet, **plain()))
    return sheet


def raised(phone: Phone, sheet: str, **changed: Any) -> Any:
    said = {
        "about": "hand-1", "reason": "wrong_record", "side": "B", "words": "We had 104.", "key": uuid.uuid4(),
        **changed,
    }  # fmt: skip
    return phone.client.post(reverse("scoring:dispute", args=[sheet]), said, follow=True)


def appealed(phone: Phone, sheet: str, dispute: Dispute, **changed: Any) -> Any:
    said = {"side": "A", "text": "We saw it otherwise.", "key": uuid.uuid4(), **changed}
    return phone.client.post(reverse("scoring:appeal", args=[sheet, dispute.public_id]), said, follow=True)


def decided(tournament: Tournament, dispute: Dispute, referee: Any) -> None:
    proposed = ProposedDecision("warning", ("EV-COND-1",), "Be kind.", side="A")
    match = tournament.stages.get().matches.get(public_id=dispute.subject)
    acts.decide_dispute(
        actor=referee, match=match, dispute=dispute, proposed=proposed, device="desk", client_uuid=uuid.uuid4()
    )


def test_a_side_raises_a_dispute_and_the_table_shows_it(phone: Phone, written: str) -> None:
    page = text_of(raised(phone, written))
    dispute = Dispute.objects.get()
    assert (dispute.about, dispute.hand, dispute.side) == ("hand", 1, "B")
    assert words_of(dispute) == "We had 104."
    assert "Hand 1 open" in page
    assert "We had 104." not in page
    assert "Play goes on" in page


def test_a_double_tap_on_call_the_desk_raises_one(phone: Phone, written: str) -> None:
    key = uuid.uuid4()
    raised(phone, written, key=key)
    assert "raised already" in text_of(raised(phone, written, key=key))
    assert Dispute.objects.count() == 1


def test_the_scorekeeper_raises_one_for_nobody(phone: Phone, written: str) -> None:
    raised(phone, written, side="table", about="conduct")
    assert Dispute.objects.get().side == ""


@pytest.mark.parametrize(("changed", "words"), [
    ({"about": ""}, "Choose what is disputed."),
    ({"about": "hand-9"}, "Select a valid choice"),
    ({"reason": ""}, "Choose a reason."),
    ({"side": ""}, "Say who it is."),
    ({"words": "x" * 2001}, "at most 2000"),
    ({"key": "nonsense"}, "The key of this entry is not usable."),
])  # fmt: skip
def test_what_is_missing_is_said_and_what_was_typed_stays(
    phone: Phone, written: str, changed: dict[str, Any], words: str
) -> None:
    response = raised(phone, written, **changed)
    assert response.status_code == 422
    assert words in text_of(response)
    assert not Dispute.objects.exists()


def test_before_the_first_hand_match_and_conduct_can_be_disputed(phone: Phone, sheet: str) -> None:
    page = phone.get("dispute", sheet).content.decode()
    assert "The match" in page
    assert "This game" not in page
    raised(phone, sheet, about="match")
    assert Dispute.objects.get().sheet is None


def test_where_the_event_wants_it_the_match_waits_and_says_so(
    phone: Phone, written: str, tournament: Tournament
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"freeze": True})
    assert "The match waits" in text_of(raised(phone, written))
    response = phone.check(written, **plain())
    assert response.status_code == 422
    assert "This match waits" in text_of(response)


def test_a_side_appeals_once_and_in_time(phone: Phone, written: str, tournament: Tournament) -> None:
    raised(phone, written, about="conduct")
    dispute = Dispute.objects.get()
    assert "nothing to appeal" in text_of(
        phone.client.get(reverse("scoring:appeal", args=[written, dispute.public_id]), follow=True)
    )
    decided(tournament, dispute, RoleFactory(tournament=tournament, role="referee").user)
    assert "Decided: warning" in (page := text_of(phone.client.get(reverse("scoring:table"))))
    assert "It can be appealed until" in page
    assert "under appeal" in text_of(appealed(phone, written, dispute))
    assert "already appealed" in text_of(appealed(phone, written, dispute)) or Decision.objects.count() == 2


def test_the_deposit_of_the_event_is_named_and_noted(phone: Phone, written: str, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"deposit": "R200"})
    raised(phone, written, about="conduct")
    dispute = Dispute.objects.get()
    decided(tournament, dispute, RoleFactory(tournament=tournament, role="referee").user)
    page = phone.client.get(reverse("scoring:appeal", args=[written, dispute.public_id]))
    assert "R200" in text_of(page)
    appealed(phone, written, dispute)
    assert dispute.steps.last().deposit == "R200"


def test_another_tables_dispute_is_not_appealed_here(
    phone: Phone, written: str, tournament: Tournament, organiser: Any
) -> None:
    match = tournament.stages.get().matches.get(number=2)
    other = acts.raise_dispute(
        actor=organiser, match=match, about="match", reason="late", words="", device="desk", client_uuid=uuid.uuid4()
    ).dispute
    decided(tournament, other, organiser)
    appealed(phone, written, other)
    assert Decision.objects.filter(act="appeal").count() == 0
