"""Money by two desks at one instant: a raffle is drawn once, a place is given once, the hammer falls on the
last bid; each promise with its control."""

import uuid
from typing import Any

import pytest

from adjudication.models import Notice
from tests.factories import TeamFactory, TournamentFactory
from tests.support.organisations import OrganisationFactory
from tests.support.services.races import Race, race
from thunee_tournaments.fundraising.models import AuctionBid, AuctionItem, FreePlace, Movement, ReceiptNumber
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(transactional_db: None, organiser: Any) -> Tournament:
    """A raffle whose sale is closed; a team that need not pay."""
    hall = TournamentFactory(organiser=organiser, slug="hall")
    TeamFactory(tournament=hall)
    acts.set_raffle(actor=organiser, tournament=hall, price=10_00, prizes=["A hamper", "A cake"])
    book = acts.give_book_out(actor=organiser, tournament=hall, first=1, last=20)
    acts.hand_book_in(actor=organiser, book=book, unsold="18-20")
    acts.close_raffle(actor=organiser, tournament=hall)
    return hall


def orders(hall: Tournament, organiser: Any, act: str, said: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"act": act, "actor": organiser.pk, "said": said, "at": "money", "pause": 0.3, **more}


def draws(hall: Tournament, organiser: Any, word: str, **more: Any) -> dict[str, Any]:
    return orders(hall, organiser, "draw_raffle", {"tournament": hall.pk, "word": word}, **more)


def gives(hall: Tournament, organiser: Any, **more: Any) -> dict[str, Any]:
    said = {"team": hall.teams.get().pk, "reason": "The hall's own."}
    return orders(hall, organiser, "give_free_place", said, **more)


def test_a_raffle_is_drawn_once_by_two_desks_with_two_words(race: Race, hall: Tournament, organiser: Any) -> None:
    assert race.words([draws(hall, organiser, word) for word in ("jack", "nine")]) == ["done", "done"]
    assert Notice.objects.filter(kind="raffle_drawn").count() == 1


def test_control_without_the_lock_it_is_not(race: Race, hall: Tournament, organiser: Any) -> None:
    got = race.words([draws(hall, organiser, word, without="lock") for word in ("jack", "nine")])
    assert got != ["done", "done"] or Notice.objects.filter(kind="raffle_drawn").count() != 1


def test_a_free_place_is_given_once_by_two_desks(race: Race, hall: Tournament, organiser: Any) -> None:
    assert race.words([gives(hall, organiser)] * 2) == ["done", "done"]
    assert FreePlace.objects.count() == 1


def test_control_without_the_lock_it_is_given_otherwise(race: Race, hall: Tournament, organiser: Any) -> None:
    got = race.words([gives(hall, organiser, without="lock")] * 2)
    assert got != ["done", "done"] or FreePlace.objects.count() != 1


# --- an auction


@pytest.fixture
def cake(hall: Tournament, organiser: Any) -> AuctionItem:
    """An item for which one has bid R 60."""
    item = acts.add_auction_item(actor=organiser, tournament=hall, kind="sale", name="A cake", least=50_00)
    acts.write_bid(actor=organiser, item=item, paddle=7, cents=60_00)
    return item


def bids(cake: AuctionItem, organiser: Any, **more: Any) -> dict[str, Any]:
    return orders(cake.tournament, organiser, "write_bid", {"item": cake.pk, "paddle": 12, "cents": 80_00}, **more)


def falls(cake: AuctionItem, organiser: Any, **more: Any) -> dict[str, Any]:
    return orders(cake.tournament, organiser, "let_hammer_fall", {"item": cake.pk, "seen": 1}, **more)


def test_the_same_bid_by_two_desks_is_written_once(race: Race, cake: AuctionItem, organiser: Any) -> None:
    assert race.words([bids(cake, organiser)] * 2) == ["done", "done"]
    assert AuctionBid.objects.count() == 2


def test_control_without_the_lock_it_is_written_otherwise(race: Race, cake: AuctionItem, organiser: Any) -> None:
    got = race.words([bids(cake, organiser, without="lock")] * 2)
    assert got != ["done", "done"] or AuctionBid.objects.count() != 2


def test_the_hammer_does_not_fall_beside_a_bid(race: Race, cake: AuctionItem, organiser: Any) -> None:
    got = race.words([bids(cake, organiser), falls(cake, organiser)])
    assert sorted(got) in (["bid_meanwhile", "done"], ["done", "hammer_fell"])


def test_control_without_the_lock_it_does(race: Race, cake: AuctionItem, organiser: Any) -> None:
    got = race.words([bids(cake, organiser, without="lock"), falls(cake, organiser, without="lock")])
    assert sorted(got) not in (["bid_meanwhile", "done"], ["done", "hammer_fell"])


# --- the numbers of receipts


@pytest.fixture
def two_halls(transactional_db: None, organiser: Any) -> list[Tournament]:
    """Two events of one organisation, each with a till of its own."""
    club = OrganisationFactory(organiser=organiser)
    return [TournamentFactory(organisation=club) for _ in range(2)]


def takes(event: Tournament, organiser: Any, **more: Any) -> dict[str, Any]:
    said = {"tournament": event.pk, "amount": 400_00, "kind": "donation", "method": "cash"}
    sent = {"device": f"desk-{event.pk}", "client_uuid": str(uuid.uuid4())}
    return orders(event, organiser, "take_money", said | sent, **more)


def test_two_tills_of_an_organisation_number_their_receipts_one_after_the_other(
    race: Race, two_halls: list[Tournament], organiser: Any
) -> None:
    assert race.words([takes(event, organiser) for event in two_halls]) == ["done", "done"]
    assert sorted(ReceiptNumber.objects.values_list("number", flat=True)) == [1, 2]
    assert {receipt.called.split("/")[1] for receipt in Movement.objects.all()} == {"1", "2"}


def test_control_without_the_lock_one_of_them_is_turned_away(
    race: Race, two_halls: list[Tournament], organiser: Any
) -> None:
    assert race.words([takes(event, organiser, without="lock") for event in two_halls]) != ["done", "done"]
