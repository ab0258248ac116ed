"""How a side saw a disputed hand, from the table's phone."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from adjudication import statements
from adjudication.models import Dispute, Entry
from adjudication.outcomes import ProposedDecision
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.scoring.conftest import Phone, plain
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tournaments.models import Tournament

ASKED = "How did your side see this hand?"


@pytest.fixture
def dispute(phone: Phone, sheet: str) -> Dispute:
    """A hand is written at the table, and side B disputes it."""
    phone.save(phone.check(sheet, **plain()))
    said = {"about": "hand-1", "reason": "wrong_record", "side": "B", "key": uuid.uuid4()}
    phone.client.post(reverse("scoring:dispute", args=[sheet]), said)
    return Dispute.objects.get()


def at(dispute: Dispute, sheet: str) -> str:
    return reverse("scoring:version", args=[sheet, dispute.public_id])


def sent(phone: Phone, dispute: Dispute, sheet: str, action: str = "check", **changed: Any) -> Any:
    said = {"head": "seen", "side": "B", **plain(points=110), "action": action, **changed}
    return phone.client.post(at(dispute, sheet), said, follow=True)


def saved(phone: Phone, review: Any, dispute: Dispute, sheet: str) -> Any:
    said = dict(review.context["typed"]) | {"head": review.context["head"], "action": "save"}
    return phone.client.post(at(dispute, sheet), said, follow=True)


def decide(tournament: Tournament, dispute: Dispute, organiser: Any) -> None:
    acts.decide_dispute(
        actor=organiser, match=Match.objects.get(public_id=dispute.subject), dispute=dispute, device="desk",
        proposed=ProposedDecision("stands", ("EV-DISP-1",), "As written."), client_uuid=uuid.uuid4(),
    )  # fmt: skip


def test_the_table_is_asked_and_a_side_writes_its_version_after_a_look_at_the_ruling(
    phone: Phone, sheet: str, dispute: Dispute
) -> None:
    assert ASKED in text_of(phone.client.get(reverse("scoring:table")))
    form = phone.client.get(at(dispute, sheet)).context["form"]
    assert str(form["points"].value()) == "60"
    review = sent(phone, dispute, sheet)
    assert "Nothing changes on the scoresheet" in text_of(review)
    assert statements.versions_of(dispute) == []
    assert "The referees read it" in text_of(saved(phone, review, dispute, sheet))
    [version] = statements.versions_of(dispute)
    assert (version.side, version.body["tally"]["card_points"]) == ("B", {"A": 110})
    assert Entry.objects.count() == 1


@pytest.mark.slow
def test_a_double_tap_writes_one(phone: Phone, sheet: str, dispute: Dispute) -> None:
    review = sent(phone, dispute, sheet)
    saved(phone, review, dispute, sheet)
    assert "written once" in text_of(saved(phone, review, dispute, sheet))
    assert len(statements.versions_of(dispute)) == 1


def test_what_was_typed_is_still_there_to_be_changed(phone: Phone, sheet: str, dispute: Dispute) -> None:
    page = sent(phone, dispute, sheet, action="edit").context
    assert (page["form"]["points"].value(), page["whose"]["side"].value()) == ("110", "B")


@pytest.mark.parametrize(("changed", "words"), [
    ({"side": ""}, "Say who it is."),
    ({"side": "C"}, "Say who it is."),
    ({"points": "900"}, "only 304 card points"),
    ({"points": ""}, "Enter the card points, from 0 to 304."),
    ({"events": "[{}]"}, "Not saved yet"),
])  # fmt: skip
@pytest.mark.parametrize("action", ["check", "save"])
def test_what_is_missing_is_said_and_nothing_is_written(
    phone: Phone, sheet: str, dispute: Dispute, action: str, changed: dict[str, Any], words: str
) -> None:
    response = sent(phone, dispute, sheet, action, **changed)
    assert response.status_code == 422
    assert words in text_of(response)
    assert statements.versions_of(dispute) == []


def test_a_second_different_version_is_refused_in_words(phone: Phone, sheet: str, dispute: Dispute) -> None:
    saved(phone, sent(phone, dispute, sheet), dispute, sheet)
    assert "it stays" in text_of(sent(phone, dispute, sheet, "save", points=104))
    choices = phone.client.get(at(dispute, sheet)).context["whose"].fields["side"].choices
    assert [key for key, _name in choices] == ["A"]
    sent(phone, dispute, sheet, "save", side="A")
    assert "written down already" in text_of(phone.client.get(at(dispute, sheet), follow=True))


def test_a_sides_own_phone_writes_for_its_side_alone(
    sheet: str, dispute: Dispute, tournament: Tournament, table: Table, organiser: Any
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"scoring": "both_sides"})
    tournament.refresh_from_db()
    own = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(pk=table.pk), side="B").token)
    own.let_in()
    assert "Say who it is." in text_of(sent(own, dispute, sheet, "save", side="A"))
    sent(own, dispute, sheet, "save", side="B")
    assert [one.side for one in statements.versions_of(dispute)] == ["B"]
    assert "written down already" in text_of(own.client.get(at(dispute, sheet), follow=True))


def test_once_it_is_decided_nobody_is_asked_any_more(
    phone: Phone, sheet: str, dispute: Dispute, tournament: Tournament, organiser: Any
) -> None:
    decide(tournament, dispute, organiser)
    assert ASKED not in text_of(phone.client.get(reverse("scoring:table")))
    assert "decided already" in text_of(phone.client.get(at(dispute, sheet), follow=True))
    assert "decided already" in text_of(sent(phone, dispute, sheet, "save"))
    assert statements.versions_of(dispute) == []


def test_another_tables_dispute_takes_none_from_here(
    phone: Phone, sheet: str, tournament: Tournament, organiser: Any
) -> None:
    match = tournament.stages.get().matches.get(number=2)
    other = acts.raise_dispute(
        actor=organiser, match=match, about="match", reason="late", words="", device="desk", client_uuid=uuid.uuid4()
    ).dispute
    assert "How your side saw it" not in text_of(sent(phone, other, sheet, "save"))
    assert statements.versions_of(other) == []


def test_everybody_else_is_not_told(phone: Phone, sheet: str, dispute: Dispute, tournament: Tournament) -> None:
    saved(phone, sent(phone, dispute, sheet), dispute, sheet)
    page = phone.client.get(reverse("public:match", args=[tournament.slug, dispute.subject]))
    page = text_of(page)
    assert "open" in page
    assert "110" not in page
