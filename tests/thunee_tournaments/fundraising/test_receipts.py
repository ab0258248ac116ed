"""What a receipt says of who receives the money, tax receipts, and the private address for whoever paid."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.thunee_tournaments.fundraising.conftest import Take, codes, sent
from thunee_tournaments.fundraising.payer_links import receipt_by, token_of
from thunee_tournaments.fundraising.receivers import Receiver, receiver_on
from thunee_tournaments.fundraising.till_chain import differences
from thunee_tournaments.presentation.slips import slip_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
CHARITY = Receiver("The hall's friends", "1 Hall Road, Durban", "NPO 012-345", "930 000 111")


@pytest.fixture
def receives(organiser: Any, tournament: Tournament) -> Any:
    def receives(receiver: Receiver) -> None:
        acts.set_receiver(actor=organiser, tournament=tournament, receiver=receiver)

    return receives


def test_a_receipt_keeps_who_received_the_money_when_it_was_written(
    take: Take, receives: Any, tournament: Tournament
) -> None:
    before = take(1)
    receives(CHARITY)
    key = sent()
    receipt = take(2, **key)
    receives(Receiver("Another club"))
    assert take(2, **key) == receipt  # sent again by a phone that did not hear back
    assert [receiver_on(one) for one in (before, receipt, take(3))] == [Receiver(), CHARITY, Receiver("Another club")]
    assert list(differences(tournament)) == []


@pytest.mark.parametrize(
    ("receiver", "path"),
    [
        (Receiver("x" * 81), "name"),
        (Receiver("x", "y" * 201), "address"),
        (Receiver(number="x" * 41), "number"),
        (Receiver("x", "y", "", "z" * 41), "section_18a"),
        (Receiver(address="y", section_18a="1"), "name"),
        (Receiver("x", section_18a="1"), "address"),
    ],
)
def test_a_receiver_that_makes_no_sense_is_refused(receives: Any, receiver: Receiver, path: str) -> None:
    with pytest.raises(Refused) as caught:
        receives(receiver)
    assert codes(caught) == ("bad_receiver", [path])


@pytest.mark.parametrize(
    ("said", "gift"),
    [
        ({"kind": "donation", "name": "Vic Hill"}, 400_00),
        ({"kind": "raffle", "name": "Vic Hill"}, 0),
        ({"kind": "sponsor", "name": "Vic Hill", "donation": 50_00}, 50_00),
        ({"kind": "entry", "name": "Vic Hill", "note": "for the club"}, 0),
        ({"kind": "donation"}, 0),  # nobody is named
    ],
)
def test_a_tax_receipt_is_for_what_is_a_donation_and_for_who_is_named(
    take: Take, receives: Any, said: dict[str, Any], gift: int
) -> None:
    receives(CHARITY)
    assert slip_of(take(400_00, **said)).gift == gift


def test_no_receipt_is_for_tax_without_a_number_and_none_for_what_was_given_back(
    take: Take, receives: Any, reverse: Any, organiser: Any
) -> None:
    receives(Receiver(CHARITY.name, CHARITY.address))
    assert slip_of(take(400_00, name="Vic Hill")).gift == 0
    receives(CHARITY)
    receipt = take(400_00, name="Vic Hill")
    said = {"kind": "donation", "method": "cash", "reason": "asked", **sent()}
    acts.refund_money(actor=organiser, receipt=receipt, amount=150_00, **said)
    assert (slip_of(receipt).gift, slip_of(receipt).refunded) == (250_00, 150_00)
    gone = take(1_00, name="Vic Hill")
    reverse(gone)
    gone.refresh_from_db()
    assert (slip_of(gone).gift, slip_of(gone).taken_back) == (0, True)


def page_of(tournament: Tournament, token: str) -> Any:
    return Client().get(reverse("public:receipt", args=[tournament.slug, token]))


def test_whoever_paid_reads_the_receipt_by_its_private_address(
    take: Take, receives: Any, tournament: Tournament
) -> None:
    receives(CHARITY)
    receipt = take(400_00, name="Vic Hill", address="2 Market Street", note="in an envelope")
    answer = page_of(tournament, token_of(receipt))
    text = answer.content.decode()
    for words in ("Receipt 1", "Vic Hill", "2 Market Street", "930 000 111", "section 18A", receipt.hash[:12]):
        assert words in text
    assert "envelope" not in text
    assert "organiser" not in text  # who took it
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"


def test_nobody_reads_a_receipt_without_its_address(take: Take, organiser: Any, tournament: Tournament) -> None:
    receipt, token = take(400_00), ""
    token = token_of(receipt)
    other = TournamentFactory(organiser=organiser, slug="other")
    for wrong in (receipt.public_id, f"{receipt.public_id}-", token[:-1], f"{token}0", f"-{token}", "nobody-0" * 5):
        assert page_of(tournament, wrong).status_code == 404
    assert page_of(other, token).status_code == 404
    assert page_of(tournament, token).status_code == 200
    assert receipt_by(tournament, token) == receipt


def test_without_its_signature_an_address_would_open(
    take: Take, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = take(400_00)
    monkeypatch.setattr("thunee_tournaments.fundraising.payer_links.constant_time_compare", lambda one, other: True)
    assert page_of(tournament, f"{receipt.public_id}-0").status_code == 200


def test_only_a_receipt_has_such_an_address(take: Take, reverse: Any, tournament: Tournament) -> None:
    assert page_of(tournament, token_of(reverse(take(1)))).status_code == 404
