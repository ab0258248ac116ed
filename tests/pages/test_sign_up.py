"""A captain signs a team up on a phone, with wrong turns, and the organiser takes it in on a laptop."""

import pytest
from playwright.sync_api import expect

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import sign_in
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import SignUp

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def shield(transactional_db):
    organiser = UserFactory(username="organiser")
    event = TournamentFactory(slug="shield", name="Diwali Shield", organiser=organiser)
    TeamFactory(tournament=event, name="Early Jacks")
    says = acts.Announced(visibility="public", open=True, places=2, code_word="Blue Jack", payment="R400 by EFT")
    acts.announce(actor=organiser, tournament=event, says=says)
    return event


def fill(page, name, phone="082 555 0100"):
    for field, text in {"name": name, "player_1": "Kim", "player_2": "Ash", "phone": phone}.items():
        page.locator(f"input[name={field}]").fill(text)
    page.locator("input[name=agree]").check()


def test_a_captain_signs_up_and_the_organiser_takes_the_team_in(browse, assert_accessible, shield):
    captain, desk = browse(PHONE), browse(LAPTOP)
    captain.goto("/")
    captain.get_by_role("link", name="Diwali Shield").click()
    assert_accessible(captain)
    captain.get_by_role("link", name="Sign up a team").click()
    captain.get_by_role("button", name="Sign up").click()
    expect(captain.get_by_text("The team has no name.")).to_be_in_viewport()
    assert_accessible(captain)
    fill(captain, "Corner Aces")
    captain.locator("input[name=code_word]").fill("red jack")
    captain.get_by_role("button", name="Sign up").click()
    expect(captain.get_by_text("This is not the code word.")).to_be_in_viewport()
    captain.locator("input[name=code_word]").fill("blue jack")
    captain.get_by_role("button", name="Sign up").dblclick()
    expect(captain.get_by_role("status")).to_contain_text("The organiser has your sign-up")
    assert SignUp.objects.count() == 1
    assert_accessible(captain)
    sign_in(desk)
    desk.goto("/desk/shield/teams")
    desk.get_by_role("link", name="Sign-ups 1").click()
    expect(desk.get_by_role("link", name="082 555 0100")).to_be_visible()
    assert_accessible(desk)
    desk.get_by_role("button", name="Take in").click()
    expect(desk.get_by_text("Corner Aces is entered.")).to_be_visible()
    captain.reload()
    expect(captain.get_by_role("status")).to_contain_text("You are in.")
    expect(captain.get_by_text("R400 by EFT")).to_be_visible()


def test_a_captain_who_cannot_come_takes_the_team_back_and_going_back_changes_nothing(browse, shield):
    captain = browse(PHONE)
    captain.goto("/shield/register")
    fill(captain, "Corner Aces")
    captain.locator("input[name=code_word]").fill("blue jack")
    captain.get_by_role("button", name="Sign up").click()
    captain.get_by_text("We cannot come").click()
    captain.get_by_role("button", name="Take our team back").click()
    expect(captain.get_by_role("status").first).to_contain_text("Your team is not signed up any more.")
    captain.go_back()
    captain.reload()
    expect(captain.get_by_role("status").first).to_contain_text("Your team is not signed up any more.")
    assert [sign_up.state for sign_up in SignUp.objects.all()] == ["withdrawn"]
