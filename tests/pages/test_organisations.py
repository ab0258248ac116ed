"""A club in the browser: it is begun, its treasurer joins by a link and takes money in an event they were never given a
role in, and a captain's two sign-ups become one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import SignUpFactory, UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import choose, main_of, sign_in
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [
    pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True),
]  # fmt: skip


def test_a_club_is_begun_and_its_treasurer_takes_money_in_its_event(
    browse: Callable[..., Any], assert_accessible: Callable[..., None]
) -> None:
    organiser = UserFactory(username="organiser")
    desk, newcomer = sign_in(browse(PHONE, bypass_csp=True)), browse(PHONE, color_scheme="dark", bypass_csp=True)
    desk.get_by_role("link", name="New organisation").click()
    desk.get_by_label("Name", exact=True).fill("Riverside Club")
    desk.get_by_role("button", name="Save").dblclick()  # two taps
    expect(desk.get_by_role("heading", name="Riverside Club")).to_be_visible()
    desk.get_by_role("link", name="New tournament").click()
    expect(desk.get_by_label("Organisation")).to_have_value(re.compile(r"^\w{12}$"))
    desk.get_by_label("Name", exact=True).fill("Diwali Shield")
    desk.get_by_role("button", name="Make the tournament").click()
    expect(desk).to_have_url(re.compile("/desk/diwali-shield/$"))
    desk.goto("/desk/")
    desk.get_by_role("link", name="Riverside Club").click()
    desk.get_by_role("link", name="Members and invitations").click()
    choose(desk, "What they may do", "treasurer")
    desk.get_by_label("For whom").fill("Aunty Rani")
    assert_accessible(desk)
    desk.get_by_role("button", name="Make the invitation").click()
    link = main_of(desk).locator(".link-address a").get_attribute("href")

    newcomer.goto(link)
    newcomer.get_by_label("Username").fill("rani")
    newcomer.get_by_label("Password", exact=True).fill("spades are trumps")
    newcomer.get_by_label("Password confirmation").fill("spades are trumps")
    newcomer.get_by_role("button", name="Make an account and begin").click()
    expect(newcomer.get_by_text("Welcome: you are treasurer of Riverside Club now.")).to_be_visible()
    assert_accessible(newcomer)
    newcomer.get_by_role("link", name="Diwali Shield").click()
    newcomer.goto("/desk/diwali-shield/money")
    newcomer.get_by_label("Amount in R").first.fill("250")
    choose(newcomer, "What for", "Donation")
    choose(newcomer, "How", "Cash")
    newcomer.get_by_label("Amount in R").first.press("Enter")
    expect(newcomer.get_by_text(re.compile(r"Receipt 20\d\d/1 "))).to_be_visible()
    assert Movement.objects.get().details["receiver"] == {"name": "Riverside Club"}
    assert not Tournament.objects.get().roles.exclude(user=organiser).exists()
    desk.goto(link)  # it was used, and the organiser is told so and not shown somebody else's
    expect(desk.get_by_text(re.compile("used already"))).to_be_visible()


def test_two_sign_ups_of_one_team_are_joined_by_a_tap(browse: Callable[..., Any]) -> None:
    organiser = UserFactory(username="organiser")
    event = acts.create_tournament(actor=organiser, name="Diwali Shield")
    for number, name in enumerate(("Corner Aces", "The Corner Aces"), start=1):
        SignUpFactory(tournament=event, number=number, name=name)
    desk = sign_in(browse(PHONE))
    desk.goto("/desk/diwali-shield/sign-ups")
    desk.get_by_role("button", name="The same team as 1: join them").click()
    expect(desk.get_by_text("Corner Aces: two sign-ups are one now.")).to_be_visible()
    expect(desk.get_by_role("button", name=re.compile("join them"))).to_have_count(0)
    desk.go_back()
    if (again := desk.get_by_role("button", name="The same team as 1: join them")).count():
        again.click()  # a page the browser still held
    desk.goto("/desk/diwali-shield/sign-ups")
    assert sorted(event.sign_ups.values_list("state", flat=True)) == ["joined", "waiting"]
