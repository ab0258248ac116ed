"""A round by the clock in the browser: set, paused, counted down everywhere; the bell, the last hand, and the prize."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import main_of, sign_in
from tests.support.pages.scoring import enter_plain
from tests.thunee_tournaments.services.conftest import count, draw, game, match, writing
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import replay

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


RUNNING = re.compile(r"^[12]\d:\d\d$")  # of half an hour, since some time ago


def test_a_round_runs_out_and_the_prize_goes_to_the_side_ahead(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    cache.clear()
    organiser = UserFactory(username="organiser")
    final = draw(organiser, 2, slug="final")
    token = acts.issue_table_link(actor=organiser, table=final.tables.get(number=1)).token
    desk, phone, hall = browse(LAPTOP), browse(PHONE), browse(LAPTOP)

    # The organiser writes the prize and gives the round its time.
    sign_in(desk)
    desk.goto("/desk/final/prizes")
    desk.locator("[name=form-0-first]").fill("1")
    desk.locator("[name=form-0-name]").fill("Cup")
    desk.locator("[name=form-0-amount]").fill("500")
    desk.get_by_role("button", name="Save").click()
    expect(main_of(desk)).to_contain_text("Saved.")
    assert_accessible(desk)
    desk.goto("/desk/final/time")
    desk.get_by_label("Minutes").fill("30")
    desk.get_by_role("button", name="Set the time").click()
    expect(main_of(desk)).to_contain_text("30:00")
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(main_of(desk)).to_contain_text("until")
    expect(desk.locator("[data-left]")).to_have_text(RUNNING)
    assert_accessible(desk)

    # Everybody counts down: the table's phone, the hall. A pause stands everywhere.
    phone.goto(f"/t/{token}")
    phone.get_by_role("button", name="Open table 1").click()
    expect(phone.locator("[data-left]")).to_have_text(RUNNING)
    hall.goto("/final/hall")
    expect(hall.locator("[data-left]")).to_have_text(RUNNING)
    desk.get_by_role("button", name="Pause").click()
    expect(main_of(desk)).to_contain_text("left, paused")
    desk.get_by_role("button", name="Go on").click()
    expect(main_of(desk)).to_contain_text("until")

    # The bell: the hand that is played is the last one, and the phone says so before it is saved.
    desk.get_by_role("button", name="Ring the bell now").click()
    expect(main_of(desk)).to_contain_text("The bell has rung.")
    phone.reload()
    expect(main_of(phone)).to_contain_text("Finish it and write it down: it is the last one.")
    assert_accessible(phone)
    enter_plain(phone)
    expect(main_of(phone)).to_contain_text("This is the last hand:")
    phone.get_by_role("button", name="Save").click()
    expect(main_of(phone)).to_contain_text("Ended by the bell at")
    over = match(final, 1)
    assert over.over
    assert over.games.get().sheet.entries.order_by("-seq").first().body["decision"] == "bell"
    assert replay.check(final) == []

    # The prize is won by whoever was ahead.
    hall.goto("/final/prizes")
    expect(hall.locator(".prize")).to_contain_text(re.compile(rf"{over.winner}.*won", re.DOTALL))
    assert_accessible(hall)


def test_a_bell_that_rings_by_the_clock_reaches_every_open_page_by_itself(
    browse: Callable[..., Any], transactional_db: None, time_machine: Any, assert_accessible: Any
) -> None:
    cache.clear()
    organiser = UserFactory(username="organiser")
    final = draw(organiser, 4, slug="final")
    token = acts.issue_table_link(actor=organiser, table=final.tables.get(number=1)).token
    writing(organiser)(game(final, 1), count("B"))
    acts.set_timer(actor=organiser, round=match(final, 1).round, minutes=30)
    acts.start_timer(actor=organiser, round=match(final, 1).round)
    phone, hall, desk, at_match = (browse(size) for size in (PHONE, LAPTOP, LAPTOP, LAPTOP))
    for one in (phone, hall, desk, at_match):
        one.clock.install()
    phone.goto(f"/t/{token}")
    phone.get_by_role("button", name="Open table 1").click()
    expect(phone.locator("[data-left]")).to_have_text(RUNNING)
    form = phone.context.new_page()
    with form.expect_response("**/table/mark"):
        form.goto(str(phone.get_by_role("link", name="Enter hand 2").get_attribute("href")))
    expect(form.locator(".head-clock [data-left]")).to_have_text(RUNNING)
    hall.goto("/final/hall")
    sign_in(desk)
    desk.goto("/desk/final/")
    sign_in(at_match)
    at_match.goto(f"/desk/final/m/{match(final, 1).public_id}")
    for one in (hall, desk, at_match):
        expect(one.locator("[data-left]")).to_have_text(RUNNING)

    time_machine.move_to(timezone.now() + timedelta(minutes=31))  # the server's clock, and everybody else's
    for one in (phone, form, hall, desk, at_match):
        one.clock.run_for(60_000)
        one.clock.run_for(31 * 60_000)

    expect(main_of(phone).get_by_role("button", name="End the game here")).to_be_visible()
    expect(main_of(phone)).to_contain_text("Finish it and write it down: it is the last one.")
    expect(main_of(form)).to_contain_text("Something has changed at this table.")  # what is typed there stays
    expect(form.locator(".head-clock.is-rung")).to_have_text("0:00")
    for one in (hall, desk):
        expect(one.locator(".round-clock.is-rung")).to_contain_text("The bell has rung.")
        expect(one.locator("[data-rings]")).to_have_count(0)  # the server says so, not only the counting down
    main_of(at_match).get_by_role("link", name="Show what can be done now").click()
    expect(main_of(at_match).get_by_role("button", name="End the game here")).to_be_visible()
    assert_accessible(at_match)
