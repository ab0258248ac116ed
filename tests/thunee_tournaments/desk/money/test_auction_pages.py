"""The auction at the desk and for everybody, from the first paddle to the last payment."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.fundraising.auction import account_of
from thunee_tournaments.fundraising.auction_models import AuctionBid, AuctionItem


def shown(answer: Any) -> str:
    return text_of(answer).replace("\u00a0", " ").replace("\u202f", " ")


def public(desk: Desk) -> str:
    return shown(Client().get(reverse("public:auction", args=[desk.tournament.slug])))


@pytest.mark.slow
def test_from_the_first_paddle_to_the_last_payment(playing: Desk) -> None:
    playing.post("auction", act="paddle", number="7", name="Aunty Pat", contact="082 555 0101")
    playing.post("auction", act="item", name="A cake", about="Three storeys", kind="sale", least="50")
    cake = AuctionItem.objects.get().public_id
    assert "Three storeys no bids yet · from R 50" in public(playing)
    for paddle, cents in ((7, "60"), (12, "80"), (12, "800")):
        playing.post("auction_item", cake, act="bid", paddle=paddle, cents=cents)
    wrong = AuctionBid.objects.latest("seq")
    assert "is taken back" in shown(playing.after("bid_back", cake, wrong.seq))
    playing.post("auction_item", cake, act="bid", paddle="7", cents="100")
    text = shown(playing.get("auction_item", cake))
    assert "Sold to paddle 7" in text
    assert "Aunty Pat" in text
    assert "paddle 7 bids most" in public(playing)
    assert "Aunty Pat" not in public(playing)
    assert 'name="seen" value="5"' in playing.get("auction_item", cake).content.decode()
    playing.post("auction_item", cake, act="hammer", seen="5")
    assert "sold to paddle 7" in public(playing)
    assert "R 100 of the auction is not paid yet" in shown(playing.get("close"))
    [row] = [row for row in playing.get("auction").context["paddles"] if row["account"].open]
    form = playing.client.get(row["take"].partition("#")[0])
    assert "For paddle 7." in text_of(form)
    assert (form.context["form"]["amount"].value(), form.context["form"]["name"].value()) == ("100.00", "Aunty Pat")
    key = form.context["key"]
    typed = {"key": key, "paddle": "7", "amount": "100", "kind": "auction", "method": "cash", "name": "Aunty Pat"}
    assert playing.post("money", **typed)["Location"] == playing.at("auction")
    account = account_of(playing.tournament, 7)
    assert account is not None
    assert (account.open, account.paid) == (0, 100_00)
    assert "R 100 paid" in shown(playing.get("auction"))


@pytest.mark.slow
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_lost(playing: Desk) -> None:
    wrong = playing.post("auction", act="item", name="", kind="sale", least="much", about="Three storeys")
    assert wrong.status_code == 422
    assert wrong.context["form"]["about"].value() == "Three storeys"
    assert {"name", "least"} == set(wrong.context["form"].errors)
    playing.post("auction", act="item", name="A cake", kind="sale")
    cake = AuctionItem.objects.get().public_id
    playing.post("auction_item", cake, act="bid", paddle="7", cents="60")
    low = playing.post("auction_item", cake, act="bid", paddle="8", cents="60")
    assert low.status_code == 422
    assert "R 60 is bid already. The next bid is higher." in shown(low)
    assert playing.post("auction_item", cake, act="hammer", seen="9" * 40).status_code == 302
    assert playing.post("auction_item", cake, act="hammer", seen="x").status_code == 302
    assert "A bid was written or taken back meanwhile" in shown(playing.get("auction_item", cake))


def test_an_item_is_called_up_again_for_a_reason(playing: Desk) -> None:
    playing.post("auction", act="item", name="The roof", kind="raise")
    roof = AuctionItem.objects.get().public_id
    playing.post("auction_item", roof, act="bid", paddle="7", cents="60")
    playing.post("auction_item", roof, act="hammer", seen="1")
    assert playing.post("auction_item", roof, act="again", reason="").status_code == 422
    playing.post("auction_item", roof, act="again", reason="One more wants to give.")
    assert "End the paddle raise" in text_of(playing.get("auction_item", roof))


def test_what_is_not_there_is_not_found(playing: Desk) -> None:
    assert playing.get("auction_item", "A" * 22).status_code == 404
    assert playing.get("paddle", 9).status_code == 404
    playing.post("auction", act="item", name="A cake", kind="sale")
    assert playing.post("bid_back", AuctionItem.objects.get().public_id, 1).status_code == 404
