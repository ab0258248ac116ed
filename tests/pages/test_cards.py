"""A hand written down card by card on a phone: what is lit, asked, and may be called, and the ruling beside it."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.support.pages.offline import at_table, kept, tournament, waiting
from tests.support.scoring.cards import all_to_the_trumper

__all__ = ["at_table", "tournament"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
# Seat by seat round the table from the trumper: the trumper has no diamond, the next one the rest of the hearts.
HANDS = (("Js", "9s", "As", "Jh", "9h", "Jc"), ("Th", "Kh", "Qh", "Ts", "Jd", "9d"),
         ("Ks", "Qs", "Ad", "Td", "9c", "Ac"), ("Ah", "Kd", "Qd", "Tc", "Kc", "Qc"))  # fmt: skip


def open_cards(page: Any) -> int:
    """The page for the first hand card by card; the seat that sets trump."""
    page.get_by_role("link", name="Enter hand 1", exact=True).click()
    page.get_by_role("link", name="Enter it card by card").click()
    expect(page).to_have_url(re.compile("/cards$"))
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    return int(page.locator("[name=trumper]:checked").input_value())


def set_trump(page: Any, suit: str) -> None:
    page.locator(f"[data-field=trump] label:has([value={suit}])").click()


def card(page: Any, name: str) -> Any:
    return page.locator(f"[data-card='{name}']")


def tap(page: Any, *names: str) -> None:
    for name in names:
        card(page, name).click()
        expect(card(page, name)).to_be_disabled()


def write_deal(page: Any, trumper: int) -> None:
    page.get_by_role("button", name="The deal: 0 of 24").click()
    for step, hand in enumerate(HANDS):
        page.locator(f"[data-deal-seat='{(trumper + step) % 4}']").click()
        for name in hand:
            card(page, name).click()
    page.get_by_role("button", name="The deal is written").click()


def lit(page: Any) -> set[str]:
    return {one.get_attribute("data-card") for one in page.locator(".pack-card.is-lit").all()}


def test_with_the_deal_the_cards_that_may_be_played_are_lit_and_others_are_asked_about(
    browse, at_table, assert_accessible
):
    page = at_table(browse())
    trumper = open_cards(page)
    write_deal(page, trumper)
    set_trump(page, "s")
    assert lit(page) == set(HANDS[1])  # the player after the trumper leads
    expect(card(page, "Jc")).to_be_disabled()  # somebody else holds it
    tap(page, "Jd")
    assert lit(page) == {"Ad", "Td"}
    assert_accessible(page)
    card(page, "Ks").click()
    expect(page.get_by_role("alert")).to_contain_text("did not follow suit in trick 1")
    page.get_by_role("button", name="No, a slip").click()
    tap(page, "Ad", "Kd")
    assert lit(page) == {"Js", "9s", "As", "Jh", "9h", "Jc"}  # no diamond: anything
    card(page, "Js").click()
    expect(page.get_by_text("took it", exact=False).or_(page.locator(".trick-seat.is-winner"))).to_have_count(1)
    assert json.loads(page.locator("[name=deal]").input_value())[trumper] == ["Js 9s As Jh", "9h Jc"]


def test_calls_are_there_while_their_window_is_open_and_the_ruling_grows_beside_them(browse, at_table):
    page = at_table(browse())
    trumper = open_cards(page)
    partner = (trumper + 2) % 4
    write_deal(page, trumper)
    expect(page.locator("[data-ask=call]")).to_be_visible()
    set_trump(page, "s")
    expect(page.locator("[data-ask=call]")).to_be_hidden()
    expect(page.locator("[data-ask=declare]")).to_be_visible()
    tap(page, "Th")
    expect(page.locator("[data-ask=declare]")).to_be_hidden()
    expect(page.locator("[data-open] [data-ask=jodhi]")).to_have_count(0)
    tap(page, "Ks", "Ah")
    expect(page.get_by_role("heading", name="So far")).to_be_visible()
    tap(page, "Jh")  # the trumper follows, and the partner's trump has won
    jodhi = page.locator("[data-open] [data-ask=jodhi]")
    jodhi.locator("summary").click()
    jodhi.locator("[data-say=seat]").select_option(str(partner))
    jodhi.locator("[data-say=suit]").select_option("s")
    jodhi.locator("[data-say=value]").select_option("40")
    jodhi.get_by_role("button", name="Write it down").click()
    expect(page.locator("[data-open] [data-ask=murrials]")).to_be_visible()
    expect(page.locator("#by-cards [data-count]")).to_contain_text("needs 105, has -40")
    expect(page.locator("[data-growing] .steps")).to_contain_text("jodhi of 40 in spades")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#by-cards [data-count]")).to_contain_text("needs 105, has 0")
    expect(page.locator("[data-growing] .steps")).not_to_contain_text("jodhi")


def test_without_network_the_phone_counts_and_says_that_the_ruling_comes_later(browse, at_table):
    page = kept(at_table(browse()))
    page.context.set_offline(True)
    open_cards(page)
    set_trump(page, "s")
    tap(page, "Jh", "9h", "Ah", "Th")
    expect(page.get_by_text("The ruling comes when there is signal.", exact=True)).to_be_visible()
    expect(page.locator("#by-cards [data-count]")).to_contain_text("needs 105, has 71")
    page.context.set_offline(False)
    expect(page.get_by_text("The ruling comes when there is signal.", exact=True)).to_be_hidden()
    expect(page.locator("[data-growing] .steps")).to_be_visible()


def test_who_sets_trump_against_the_dealers_right_has_to_have_called(browse, at_table):
    page = at_table(browse())
    trumper = open_cards(page)
    other = (trumper + 1) % 4
    page.locator(f"[data-field=trumper] label:has([value='{other}'])").click()
    expect(page.get_by_text("sets trump only after a call")).to_be_visible()
    call = page.locator("[data-ask=call]")
    call.locator("[data-say=amount]").select_option("20")
    call.get_by_role("button", name="Write it down").click()
    expect(page.locator(f"[name=trumper][value='{other}']")).to_be_checked()
    set_trump(page, "s")
    tap(page, "Jh")
    events = json.loads(page.locator("[name=events]").input_value())
    assert events[:2] == [{"type": "call", "seat": other, "amount": 20}, {"type": "trump", "seat": other, "suit": "s"}]
    assert events[2] == {"type": "play", "seat": (other + 1) % 4, "card": "Jh"}


def test_a_card_out_of_turn_is_written_down_after_a_question(browse, at_table):
    page = at_table(browse())
    trumper = open_cards(page)
    set_trump(page, "s")
    page.locator(f"[data-seat='{(trumper + 2) % 4}']").click()
    card(page, "Jh").click()
    expect(page.get_by_role("alert")).to_contain_text("It is not the turn of")
    page.get_by_role("button", name="Yes, it happened").click()
    expect(card(page, "Jh")).to_be_disabled()
    expect(page.locator("[data-growing]")).to_contain_text("card out of turn")


@pytest.mark.slow
def test_a_hand_is_entered_card_by_card_with_and_without_network(browse, at_table, tournament, assert_accessible):
    page = kept(at_table(browse()))
    for number in (1, 2):
        page.context.set_offline(number == 2)
        page.get_by_role("link", name=f"Enter hand {number}", exact=True).click()
        page.get_by_role("link", name="Enter it card by card").click()
        expect(page.get_by_text("Tap the trump suit first.")).to_be_visible()
        expect(page.locator("html[data-ready=yes]")).to_have_count(1)
        trumper = int(page.locator("[name=trumper]:checked").input_value())
        page.locator("[data-field=trump] label").nth(trumper).click()
        for count, event in enumerate(all_to_the_trumper(trumper)[1:], start=1):
            page.locator(f"[data-card='{event['card']}']").click()
            expect(page.locator("[data-card]:disabled")).to_have_count(24 if count == 24 else count)
        expect(page.get_by_text("All six tricks are played.")).to_be_visible()
        expect(page.locator("#by-cards [data-count]")).to_contain_text("needs 105, has 0")
        if number == 1:
            assert_accessible(page)
        page.get_by_role("button", name="Check").click()
        if number == 1:
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("status")).to_contain_text("Saved.")
        else:
            page.get_by_role("button", name="Keep on this phone").click()
            expect(waiting(page)).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("[data-saved='2']")).to_be_visible()
    assert [len(entry.body["events"]) for entry in Entry.objects.order_by("seq")] == [25, 25]


@pytest.mark.slow
def test_a_card_that_shows_a_revoke_is_asked_about_and_can_be_undone(browse, at_table):
    page = at_table(browse())
    open_cards(page)
    page.locator("[data-field=trump] label").nth(0).click()
    for card in ("Jh", "9d", "Th", "Qh"):  # the second to play does not follow hearts
        page.locator(f"[data-card='{card}']").click()
        expect(page.locator(f"[data-card='{card}']")).to_be_disabled()
    page.locator("[data-card=Jd]").click()
    expect(page.locator("[data-card=Jd]")).to_be_disabled()
    page.locator("[data-card='9h']").click()
    expect(page.get_by_text("did not follow suit in trick 1")).to_be_visible()
    page.get_by_role("button", name="Yes, it happened").click()
    expect(page.locator("[data-card='9h']")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-card='9h']")).to_be_enabled()
