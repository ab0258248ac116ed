"""A form that anybody may send, on a phone whose network goes: nothing typed is lost, and nothing is made twice."""

import contextlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from tests.factories import TournamentFactory, UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import main_of
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.fundraising.models import Fund, Pledge
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import SignUp

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]

NO_NETWORK = "There is no network just now. Nothing was sent"
STILL_HERE = "What you typed before is still here."


@pytest.fixture
def phone(browse: Callable[..., Any], transactional_db: None) -> Any:
    """A captain's phone, on the form of an event that is announced."""
    organiser = UserFactory()
    shield = TournamentFactory(slug="shield", organiser=organiser)
    says = acts.Announced(visibility="public", open=True, places=8)
    acts.announce(actor=organiser, tournament=shield, says=says)
    page = browse(PHONE)
    page.goto("/shield/register")
    return page


def fill(page: Any) -> None:
    page.get_by_label("Team", exact=True).fill("Corner Aces")
    page.get_by_label(re.compile("^First player")).fill("Kim")
    page.get_by_label(re.compile("^Second player")).fill("Ash")
    page.get_by_label(re.compile("[Pp]hone")).first.fill("082 555 0100")
    page.locator("input[type=checkbox]").last.check()


def test_without_network_the_form_says_so_and_keeps_what_was_typed(
    phone: Any, assert_accessible: Callable[[Any], None]
) -> None:
    fill(phone)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Sign up").dblclick()
    expect(phone.get_by_text(NO_NETWORK)).to_be_visible()
    assert_accessible(phone)
    assert SignUp.objects.count() == 0

    # The page is loaded anew when the network is back: everything is there, the tick too.
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.get_by_text(STILL_HERE)).to_be_visible()
    expect(phone.get_by_label("Team", exact=True)).to_have_value("Corner Aces")
    expect(phone.locator("input[type=checkbox]").last).to_be_checked()
    assert_accessible(phone)
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_role("heading", name="Keep this link")).to_be_visible()

    # Once it has been sent nothing of it is left for the next team.
    phone.goto("/shield/register")
    expect(phone.get_by_label("Team", exact=True)).to_have_value("")
    expect(phone.get_by_text(STILL_HERE)).to_be_hidden()


def test_where_the_answer_was_lost_the_same_team_is_signed_up_once(phone: Any) -> None:
    fill(phone)

    def lose(route: Any) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    phone.route("**/register", lambda route: lose(route) if route.request.method == "POST" else route.continue_())
    with contextlib.suppress(Error):
        phone.get_by_role("button", name="Sign up").click()
    phone.unroute_all()
    assert SignUp.objects.count() == 1
    phone.goto("/shield/register")
    expect(phone.get_by_text(STILL_HERE)).to_be_visible()
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_role("heading", name="Keep this link")).to_be_visible()
    assert SignUp.objects.count() == 1


def test_whoever_wants_to_starts_with_an_empty_form(phone: Any) -> None:
    fill(phone)
    phone.reload()
    phone.get_by_role("button", name="Start with an empty form").click()
    expect(phone.get_by_label("Team", exact=True)).to_have_value("")
    expect(phone.get_by_text(STILL_HERE)).to_be_hidden()


def test_a_pledge_outlives_a_lost_network_too(browse: Callable[..., Any], transactional_db: None) -> None:
    final = draw(UserFactory(), 2, slug="final", name="Final")
    Fund.objects.update_or_create(tournament=final, defaults={"pledge_most": 1000_00})
    donor = browse(PHONE)
    donor.goto("/final/pledges")
    donor.get_by_label("For every ball opened").fill("R10")
    donor.get_by_label(re.compile("^At most")).fill("100")
    donor.get_by_label("Your name").fill("Vic Hill")
    donor.get_by_label("Your phone or e-mail").fill("vic@example.org")
    donor.context.set_offline(True)
    donor.get_by_role("button", name="Pledge", exact=True).click()
    expect(donor.get_by_text(NO_NETWORK)).to_be_visible()
    donor.context.set_offline(False)
    donor.reload()
    expect(donor.get_by_label("For every ball opened")).to_have_value("R10")
    donor.get_by_role("button", name="Pledge", exact=True).click()
    expect(main_of(donor)).to_contain_text("Your pledge counts from now on.")
    assert Pledge.objects.count() == 1
