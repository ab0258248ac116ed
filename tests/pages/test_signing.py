"""Signing on the table's phone in a real browser: both sides, and the wrong turns on the way."""

import contextlib
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Error, expect

from adjudication.models import SignOff
from tests.factories import UserFactory
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PARTNER = {"tally": {"trumper": 2, "declared": {"seat": 2, "kind": "thunee", "lost_to": None}}}


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    """A final between two teams with signatures, won by the first: three thunees, nothing signed."""
    cache.clear()
    organiser = UserFactory(username="organiser")
    found = draw(organiser, 2, policies={})
    for number in range(3):
        head = game(found, 1).sheet.head
        acts.record_hand(
            actor=organiser,
            game=game(found, 1),
            body=thunee("A"),
            key=acts.WriteKey("desk", uuid.UUID(int=number), head),
        )
    return found


@pytest.fixture
def phone(tournament: Tournament, page: Any) -> Any:
    """The table's phone, let in."""
    organiser = tournament.roles.get(role="organiser").user
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token
    page.goto(f"/t/{token}")
    page.get_by_role("button", name="Open table 1").click()
    expect(page).to_have_url(re.compile("/table$"))
    return page


def correct(tournament: Tournament) -> None:
    """The desk corrects the last hand: it was the partner who called."""
    played = match(tournament, 1).games.get()
    organiser = tournament.roles.get(role="organiser").user
    acts.correct_hand(
        actor=organiser,
        game=played,
        entry=played.sheet.entries.get(seq=3),
        body=PARTNER,
        key=acts.WriteKey("desk", uuid.uuid4(), played.sheet.head),
        reason="the partner called it",
    )


def type_pin(phone: Any, tournament: Tournament, side: str) -> Any:
    """Type a side's PIN; gives the button that signs."""
    found = match(tournament, 1)
    phone.get_by_label(f"PIN of {found.team(side)}").fill(pin_of(found, side))
    return phone.get_by_role("button", name=f"Sign for {found.team(side)}")


def test_both_sides_sign_through_every_wrong_turn(
    phone: Any, tournament: Tournament, assert_accessible: Callable[[Any], None]
) -> None:
    expect(phone.get_by_text("It counts when both sides have signed it.")).to_be_visible()
    phone.get_by_role("link", name="Sign the game").click()
    expect(phone.get_by_role("heading", name="Is this right?")).to_be_visible()
    assert_accessible(phone)

    # A wrong PIN signs nothing, and says whose PIN is wanted.
    phone.get_by_label("PIN of Team 1").fill("x")
    phone.get_by_role("button", name="Sign for Team 1").click()
    expect(phone.get_by_role("alert")).to_contain_text("This is not the PIN of Team 1 in this match.")

    # A double tap signs once; going back shows the page as it is now, and offers no second signature.
    type_pin(phone, tournament, "A").dblclick()
    expect(phone.locator(".sign-done")).to_contain_text("with the team's PIN")
    phone.go_back()
    phone.wait_for_function("() => performance.getEntriesByType('navigation')[0].type !== 'back_forward'")  # read anew
    expect(phone.locator(".sign-done")).to_contain_text("with the team's PIN")
    expect(phone.get_by_role("button", name="Sign for Team 1")).to_have_count(0)
    assert SignOff.objects.count() == 1

    # The desk corrects while the other side types: what it has not seen it does not sign.
    button = type_pin(phone, tournament, "B")
    correct(tournament)
    button.click()
    expect(phone.get_by_text("nothing was signed")).to_be_visible()
    expect(phone.get_by_text("Because: the partner called it.")).to_be_visible()
    assert SignOff.objects.count() == 1

    for side in "AB":
        type_pin(phone, tournament, side).click()
        expect(phone.get_by_text("has signed." if side == "A" else "Both sides have signed")).to_be_visible()
    expect(phone.get_by_role("heading", name="Match over")).to_be_visible()
    expect(phone.locator("[data-until]")).to_contain_text(re.compile(r"Corrections until \d\d:\d\d \(\d\d?:\d\d\)"))
    assert match(tournament, 1).over

    phone.get_by_role("link", name="The slip").click()
    expect(phone.locator(".slip-head")).to_have_text(match(tournament, 1).games.get().sheet.head)
    assert_accessible(phone)


@pytest.mark.slow
def test_a_correction_afterwards_asks_both_sides_to_sign_again(phone: Any, tournament: Tournament) -> None:
    phone.get_by_role("link", name="Sign the game").click()
    for side in "AB":
        type_pin(phone, tournament, side).click()
        expect(phone.get_by_text("has signed." if side == "A" else "Both sides have signed")).to_be_visible()
    correct(tournament)
    phone.reload()
    expect(phone.get_by_text("has to sign again")).to_have_count(2)
    phone.get_by_role("link", name="Sign it again").click()
    expect(phone.get_by_text("The sheet was corrected after it was signed.")).to_be_visible()
    for side in "AB":
        type_pin(phone, tournament, side).click()
        expect(phone.get_by_text("has signed." if side == "A" else "Both sides have signed")).to_be_visible()
    assert SignOff.objects.count() == 4


@pytest.mark.slow
def test_one_tap_of_both_sides_ends_the_match_through_every_wrong_turn(
    phone: Any, tournament: Tournament, assert_accessible: Callable[[Any], None]
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"sign_with": "tap"})
    phone.reload()
    expect(phone.get_by_text("It counts when both sides agree.")).to_be_visible()
    phone.get_by_role("link", name="Look, and agree").click()
    expect(phone.get_by_role("heading", name="Team 1 and Team 2")).to_be_visible()
    agree = phone.get_by_role("button", name="Both sides agree")
    expect(agree).to_be_in_viewport()
    assert_accessible(phone)

    # Without network the page says so, and the same page takes the tap afterwards.
    phone.context.set_offline(True)
    with contextlib.suppress(Error):
        agree.click(timeout=3000)
    phone.context.set_offline(False)
    assert SignOff.objects.count() == 0

    # The desk corrects meanwhile: nobody agrees to what they have not seen.
    phone.goto(phone.url)
    correct(tournament)
    agree.click()
    expect(phone.get_by_text("nothing was signed")).to_be_visible()
    assert SignOff.objects.count() == 0

    agree.dblclick()
    expect(phone.get_by_role("heading", name="Match over")).to_be_visible()
    assert SignOff.objects.count() == 2
    phone.go_back()
    expect(phone.get_by_role("button", name="Both sides agree")).to_have_count(0)
