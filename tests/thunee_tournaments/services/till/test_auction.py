"""The auction and the paddle raise: the highest bid has it, everybody gives what they bid, and each pays that once."""

import uuid
from typing import Any
from unittest import mock

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from adjudication.models import Notice
from tests.factories import RoleFactory, TournamentFactory, UserFactory
from thunee_tournaments.fundraising import auction as auctions
from thunee_tournaments.fundraising.auction import account_of, accounts_of, highest, sold, won_by
from thunee_tournaments.fundraising.auction_models import AuctionBid, AuctionItem, Paddle
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def hall(organiser: Any) -> Tournament:
    return TournamentFactory(organiser=organiser, slug="hall")


@pytest.fixture
def cake(organiser: Any, hall: Tournament) -> AuctionItem:
    return acts.add_auction_item(actor=organiser, tournament=hall, kind="sale", name="A cake", least=50_00)


@pytest.fixture
def roof(organiser: Any, hall: Tournament) -> AuctionItem:
    return acts.add_auction_item(actor=organiser, tournament=hall, kind="raise", name="The hall's roof")


def bid(organiser: Any, item: AuctionItem, *called: tuple[int, int]) -> list[AuctionBid]:
    return [acts.write_bid(actor=organiser, item=item, paddle=paddle, cents=cents) for paddle, cents in called]


def fall(organiser: Any, item: AuctionItem) -> Notice:
    last = AuctionBid.objects.filter(item=item).latest("seq")
    return acts.let_hammer_fall(actor=organiser, item=item, seen=last.seq)


def pay(organiser: Any, hall: Tournament, paddle: int, cents: int, kind: str = "auction", **how: Any) -> Any:
    return acts.take_money(
        actor=organiser, tournament=hall, amount=cents, kind=kind, method="eft", device="desk",
        client_uuid=uuid.uuid4(), paddle=paddle, **how,
    ).receipt  # fmt: skip


def refusal(act: Any, **how: Any) -> tuple[str, list[str]]:
    with pytest.raises(Refused) as caught:
        act(**how)
    return caught.value.code, [error["path"] for error in caught.value.errors]


def test_the_highest_bid_has_it_and_pays_that(organiser: Any, hall: Tournament, cake: AuctionItem) -> None:
    bid(organiser, cake, (7, 50_00), (12, 80_00), (7, 100_00))
    notice = fall(organiser, cake)
    assert notice.body["won"] == [[7, 100_00]]
    assert [(account.paddle, account.due, account.open) for account in accounts_of(hall)] == [(7, 100_00, 100_00)]
    assert redraw.check(hall) == []


def test_in_a_paddle_raise_everybody_gives_what_they_bid_last(
    organiser: Any, hall: Tournament, roof: AuctionItem
) -> None:
    bid(organiser, roof, (7, 1_000_00), (12, 500_00), (9, 500_00), (7, 200_00))
    assert fall(organiser, roof).body["won"] == [[7, 200_00], [9, 500_00], [12, 500_00]]
    assert auctions.open_of(accounts_of(hall)) == 1_200_00


@pytest.mark.parametrize(
    ("paddle", "cents", "where"),
    [(7, 49_99, "cents"), (7, 80_00, "cents"), (7, 0, "cents"), (7, -1, "cents"), (7, 10**15, "cents"),
     (0, 90_00, "paddle"), (10_000, 90_00, "paddle")],
)  # fmt: skip
def test_a_bid_is_of_a_paddle_and_higher_than_the_last(
    organiser: Any, cake: AuctionItem, paddle: int, cents: int, where: str
) -> None:
    bid(organiser, cake, (12, 80_00))
    assert refusal(acts.write_bid, actor=organiser, item=cake, paddle=paddle, cents=cents) == ("bad_bid", [where])
    assert AuctionBid.objects.count() == 1


def test_a_second_tap_bids_once(organiser: Any, cake: AuctionItem, roof: AuctionItem) -> None:
    for item in (cake, roof):
        first, again = bid(organiser, item, (7, 60_00), (7, 60_00))
        assert first == again


def test_a_bid_that_was_taken_back_does_not_count_and_stays_to_be_read(organiser: Any, cake: AuctionItem) -> None:
    _first, wrong = bid(organiser, cake, (7, 60_00), (12, 600_00))
    for _tap in range(2):
        acts.take_bid_back(actor=organiser, bid=wrong)
    best = highest(AuctionItem.objects.get(pk=cake.pk))
    assert best is not None
    assert (best.paddle, AuctionBid.objects.count()) == (7, 3)
    bid(organiser, cake, (12, 70_00))
    assert fall(organiser, cake).body["bids"] == [[7, 60_00], [12, 70_00]]


def test_the_hammer_falls_on_the_bids_that_were_seen_and_once(organiser: Any, cake: AuctionItem) -> None:
    assert refusal(acts.let_hammer_fall, actor=organiser, item=cake, seen=0)[0] == "no_bids"
    bid(organiser, cake, (7, 60_00), (12, 70_00))
    assert refusal(acts.let_hammer_fall, actor=organiser, item=cake, seen=1)[0] == "bid_meanwhile"
    fallen = acts.let_hammer_fall(actor=organiser, item=cake, seen=2)
    assert acts.let_hammer_fall(actor=organiser, item=cake, seen=0) == fallen
    assert refusal(acts.write_bid, actor=organiser, item=cake, paddle=9, cents=90_00)[0] == "hammer_fell"
    wrong = AuctionBid.objects.filter(item=cake).latest("seq")
    assert refusal(acts.take_bid_back, actor=organiser, bid=wrong)[0] == "hammer_fell"


def test_the_hammer_does_not_fall_where_as_many_bids_stand_but_others(organiser: Any, cake: AuctionItem) -> None:
    [first] = bid(organiser, cake, (7, 60_00))
    acts.take_bid_back(actor=organiser, bid=first)
    bid(organiser, cake, (12, 60_00))
    assert refusal(acts.let_hammer_fall, actor=organiser, item=cake, seen=1)[0] == "bid_meanwhile"


def test_a_donation_beside_what_was_bought_is_a_gift_and_not_too_much(
    organiser: Any, hall: Tournament, cake: AuctionItem
) -> None:
    bid(organiser, cake, (7, 60_00))
    fall(organiser, cake)
    pay(organiser, hall, 7, 60_00, donation=40_00)
    account = account_of(hall, 7)
    assert account is not None
    assert (account.open, account.over) == (0, 0)


def test_what_is_called_up_again_is_owed_by_nobody_until_it_goes_again(
    organiser: Any, hall: Tournament, cake: AuctionItem
) -> None:
    bid(organiser, cake, (7, 60_00))
    fall(organiser, cake)
    pay(organiser, hall, 7, 60_00)
    assert refusal(acts.take_hammer_back, actor=organiser, item=cake, reason=" ")[0] == "reason_missing"
    for _tap in range(2):
        acts.take_hammer_back(actor=organiser, item=cake, reason="Two paddles were up.")
    assert sold(hall) == {}
    account = account_of(hall, 7)
    assert account is not None
    assert (account.due, account.over) == (0, 60_00)
    bid(organiser, cake, (12, 90_00))
    assert fall(organiser, cake).body["won"] == [[12, 90_00]]
    assert [account.open for account in accounts_of(hall)] == [0, 90_00]


def test_an_item_is_paid_as_its_price_and_a_raise_as_a_donation(
    organiser: Any, hall: Tournament, cake: AuctionItem, roof: AuctionItem
) -> None:
    bid(organiser, cake, (7, 60_00))
    bid(organiser, roof, (7, 500_00))
    fall(organiser, cake)
    fall(organiser, roof)

    def account() -> auctions.Account:
        found = account_of(hall, 7)
        assert found is not None
        return found

    assert account().next == ("auction", 60_00)
    receipt = pay(organiser, hall, 7, 60_00)
    assert account().next == ("donation", 500_00)
    pay(organiser, hall, 7, 600_00, "donation")
    assert (account().open, account().over, account().paid) == (0, 100_00, 660_00)
    acts.refund_money(
        actor=organiser, receipt=receipt, amount=10_00, kind="auction", method="eft", reason="It fell on the way.",
        device="desk", client_uuid=uuid.uuid4(),
    )  # fmt: skip
    assert account().next == ("auction", 10_00)
    acts.reverse_money(
        actor=organiser, movement=pay(organiser, hall, 7, 10_00), reason="twice", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    assert account().next == ("auction", 10_00)


def test_money_is_taken_for_paddles_that_are_there_and_for_what_they_bid(
    organiser: Any, hall: Tournament, cake: AuctionItem
) -> None:
    acts.name_paddle(actor=organiser, tournament=hall, number=7, name="Aunty Pat", contact="082 555 0101")
    how = {
        "actor": organiser,
        "tournament": hall,
        "amount": 1,
        "method": "eft",
        "device": "d",
        "client_uuid": uuid.uuid4(),
    }
    assert refusal(acts.take_money, kind="auction", paddle=8, **how) == ("bad_receipt", ["paddle"])
    assert refusal(acts.take_money, kind="raffle", paddle=7, **how) == ("bad_receipt", ["kind"])


def test_what_nobody_bid_for_can_be_taken_out(organiser: Any, cake: AuctionItem, roof: AuctionItem) -> None:
    bid(organiser, cake, (7, 60_00))
    assert refusal(acts.remove_auction_item, actor=organiser, item=cake)[0] == "has_bids"
    for _tap in range(2):
        acts.remove_auction_item(actor=organiser, item=roof)
    assert list(AuctionItem.objects.all()) == [cake]


def test_what_is_wrong_with_an_item_or_a_paddle_stands_beside_its_field(organiser: Any, hall: Tournament) -> None:
    how = {"actor": organiser, "tournament": hall}
    typed = {"kind": "swap", "name": " ", "about": "x" * 201, "least": 0}
    assert refusal(acts.add_auction_item, **how, **typed) == ("bad_item", ["kind", "name", "about", "least"])
    typed = {"number": 0, "name": "x" * 81, "contact": "x" * 201}
    assert refusal(acts.name_paddle, **how, **typed) == ("bad_paddle", ["number", "name", "contact"])
    one, again = [acts.add_auction_item(**how, kind="sale", name="A cake") for _tap in range(2)]
    assert one == again


def test_treasurers_hold_the_auction_and_nobody_else(hall: Tournament, cake: AuctionItem) -> None:
    treasurer, stranger = UserFactory(), UserFactory()
    RoleFactory(tournament=hall, user=treasurer, role="treasurer")
    bid(treasurer, cake, (7, 60_00))
    assert refusal(acts.write_bid, actor=stranger, item=cake, paddle=9, cents=90_00)[0] == "not_allowed"
    assert refusal(acts.let_hammer_fall, actor=stranger, item=cake, seen=1)[0] == "not_allowed"


def test_a_bid_is_never_changed_and_has_its_own_place(organiser: Any, cake: AuctionItem) -> None:
    [first] = bid(organiser, cake, (7, 60_00))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE fundraising_auctionbid SET cents = 1 WHERE id = %s", [first.pk])
    with pytest.raises(IntegrityError), transaction.atomic():
        AuctionBid.objects.create(item=cake, seq=1, paddle=9, cents=70_00, by="user:1", created_at=first.created_at)


def test_a_result_that_does_not_follow_from_its_bids_is_found(
    organiser: Any, hall: Tournament, cake: AuctionItem
) -> None:
    bid(organiser, cake, (7, 60_00), (12, 70_00))
    notice = fall(organiser, cake)
    notice.body["won"] = [[7, 60_00]]
    assert auctions.won_by(notice.body["kind"], notice.body["bids"]) == [[12, 70_00]]
    with mock.patch.object(auctions, "sold", return_value={cake.public_id: notice}):
        assert auctions.differences(hall) == [("item 1 of the auction", [[7, 60_00]], [[12, 70_00]])]


def test_who_holds_a_paddle_is_forgotten_on_request(organiser: Any, hall: Tournament, cake: AuctionItem) -> None:
    acts.name_paddle(actor=organiser, tournament=hall, number=7, name="Aunty Pat", contact="pat@example.org")
    bid(organiser, cake, (7, 60_00))
    fall(organiser, cake)
    for asked in ("aunty PAT", "pat@example.org"):
        assert [paddle.number for paddle in pseudonyms.find(asked).bidders] == [7]
    pseudonyms.forget(pseudonyms.find("Aunty Pat"))
    paddle = Paddle.objects.get()
    assert (paddle.name, paddle.contact) == ("", "")
    assert auctions.open_of(accounts_of(hall)) == 60_00


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 9)), min_size=1, max_size=12))
def test_nobody_pays_for_a_paddle_that_did_not_bid_that(called: list[tuple[int, int]]) -> None:
    bids = [list(one) for one in called]
    [[paddle, cents]] = won_by("sale", bids)
    assert [paddle, cents] in bids
    assert cents == max(one[1] for one in bids)
    given_ = won_by("raise", bids)
    assert [one[0] for one in given_] == sorted({one[0] for one in bids})
    assert all([one for one in bids if one[0] == paddle][-1] == [paddle, cents] for paddle, cents in given_)
