"""Who gets in, in a real browser: a forwarded link, guessed PINs, an invitation, and two phones of two sides."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import sign_in
from tests.support.pages.scoring import enter_plain
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import PAUSE, pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
AT_TABLE = re.compile("/table$")


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return UserFactory(username="organiser")


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    return draw(organiser, 2, slug="diwali-shield")


def type_pin(page: Any, pin: str) -> None:
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Let this phone in").click()


def test_a_forwarded_link_asks_for_the_pin_and_guessing_it_ends_at_the_desk(
    browse: Callable[..., Any], organiser: Any, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thunee_tournaments.tables.admitting.PAUSE", PAUSE * 0)
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token
    first, other = browse(PHONE), browse(PHONE)
    first.goto(f"/t/{token}")
    first.get_by_role("button", name="Open table 1").click()
    expect(first).to_have_url(AT_TABLE)

    # The same link on a second phone: the PIN is asked for, and five wrong ones lock the door for everybody new.
    other.goto(f"/t/{token}")
    expect(other.get_by_text("ask the desk for the table's PIN")).to_be_visible()
    link = find(token)
    assert link is not None
    wrong = "1111" if pin_of(link) != "1111" else "2222"
    for left in (4, 3, 2):
        type_pin(other, wrong)
        expect(other.get_by_text(f"{left} more tries are left")).to_be_visible()
    type_pin(other, wrong)
    expect(other.get_by_text("One more try is left")).to_be_visible()
    type_pin(other, wrong)
    expect(other.get_by_text("Too many wrong PINs")).to_be_visible()

    # The phone that is in notices nothing; the one that stopped and came back needs no PIN.
    first.get_by_role("button", name="Stop keeping score").click()
    expect(first).to_have_url(re.compile(r"/$"))
    first.goto(f"/t/{token}")
    first.get_by_role("button", name="Open table 1").click()
    expect(first).to_have_url(AT_TABLE)

    # The desk sees it, gives another PIN, and the second phone is in; the token is in no address.
    desk = sign_in(browse(LAPTOP))
    desk.goto("/desk/diwali-shield/tables")
    expect(desk.get_by_text("locked: wrong PINs")).to_be_visible()
    desk.get_by_role("button", name="Unlock with a new PIN").click()
    expect(desk.get_by_text("Table 1 has a new PIN.")).to_be_visible()
    pin = desk.locator(".table-pin strong").inner_text()
    other.get_by_role("link", name="I have a new PIN").click()
    type_pin(other, pin)
    expect(other).to_have_url(AT_TABLE)
    assert token not in other.url


def test_whoever_is_invited_makes_an_account_and_finds_the_desk(
    browse: Callable[..., Any], organiser: Any, tournament: Tournament, assert_accessible: Callable[[Any], None]
) -> None:
    desk = sign_in(browse(LAPTOP))
    desk.goto("/desk/diwali-shield/people")
    expect(desk.get_by_text("There is no second referee.")).to_be_visible()
    assert_accessible(desk)
    desk.locator("label", has_text="Corrects hands").click()
    desk.get_by_label("For whom").fill("Uncle Sunny")
    desk.get_by_role("button", name="Make the invitation").click()
    expect(desk.get_by_role("heading", name="Invitation: Uncle Sunny")).to_be_visible()
    address = desk.locator(".link-address").inner_text()

    guest = browse(PHONE)
    guest.goto(address)
    expect(guest.get_by_role("heading", name="You are invited: referee")).to_be_visible()
    assert_accessible(guest)
    guest.get_by_label("Username").fill("sunny")
    guest.get_by_label("Password", exact=True).fill("spades are trumps")
    guest.get_by_label("Password confirmation").fill("spades are trumps")
    guest.get_by_role("button", name="Make an account and begin").click()
    expect(guest.get_by_text("you are referee of")).to_be_visible()
    expect(guest).to_have_url(re.compile("/desk/diwali-shield/$"))
    assert Role.objects.filter(user__username="sunny", role="referee").exists()

    desk.goto("/desk/diwali-shield/people")
    expect(desk.get_by_text("sunny").first).to_be_visible()
    expect(desk.get_by_text("There is no second referee.")).to_have_count(0)


def test_one_side_writes_and_the_other_sides_phone_asks_at_once_whether_it_is_right(
    browse: Callable[..., Any], organiser: Any, tournament: Tournament
) -> None:
    tournament.policies = {"scoring": "both_sides"}
    tournament.save()
    issued = acts.issue_table_links(
        actor=organiser, tournament=tournament, tables=list(tournament.tables.all()), key="k" * 16
    )
    phones = []
    for one in issued:
        page = browse(PHONE)
        page.goto(f"/t/{one.token}")
        page.get_by_role("button", name="Open table 1").click()
        expect(page).to_have_url(AT_TABLE)
        phones.append(page)
    writes, asks = phones
    enter_plain(writes)
    writes.get_by_role("button", name="Save").click()
    expect(writes.get_by_text("The other side has not accepted it yet")).to_be_visible()
    # No reload: the page looks by itself.
    expect(asks.get_by_text("The other side wrote this. Is it right?")).to_be_visible()
    asks.get_by_role("button", name="Accept hand 1").click()
    expect(asks.get_by_text("accepted", exact=True)).to_be_visible()
    expect(writes.get_by_text("accepted", exact=True)).to_be_visible()
