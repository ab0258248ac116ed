"""A team that is missing, in the browser: the table starts its clock, everybody sees it, the desk gives the match."""

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
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import replay
from thunee_tournaments.tables.models import NoShow, Seating

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_team_is_missing_comes_is_missing_again_and_loses_the_match(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    cache.clear()
    organiser = UserFactory(username="organiser")
    cup = draw(organiser, 4, slug="cup", table_count=2)
    token = acts.issue_table_link(actor=organiser, table=cup.tables.get(number=1)).token
    desk, phone, public = browse(LAPTOP), browse(PHONE), browse(PHONE)

    # The organiser says where the tables stand.
    sign_in(desk)
    desk.goto("/desk/cup/tables/places")
    desk.get_by_label("Name of table 1").fill("Stage left")
    desk.get_by_label("Zone of table 1").fill("Hall B")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(main_of(desk)).to_contain_text("Saved.")
    assert_accessible(desk)

    # At the table: Team 4 is not here, then it is, then it is not.
    phone.goto(f"/t/{token}")
    phone.get_by_role("button", name="Open table 1").click()
    expect(main_of(phone)).to_contain_text("Table 1 · Stage left · Hall B")
    phone.get_by_text("Is somebody missing?").click()
    phone.get_by_role("button", name="Team 4 is not here").click()
    expect(main_of(phone)).to_contain_text("Team 4 has been missing since")
    expect(phone.locator("[data-left]")).to_contain_text(":")
    assert_accessible(phone)
    phone.get_by_role("button", name="They are here").click()
    expect(main_of(phone)).to_contain_text("They are here: the clock is stopped.")
    phone.get_by_text("Is somebody missing?").click()
    phone.get_by_role("button", name="Team 4 is not here").click()
    expect(main_of(phone)).to_contain_text("Team 4 has until")

    # Everybody sees it: the match's page, the hall, the desk.
    first = match(cup, 1)
    for where in (f"/cup/m/{first.public_id}", "/cup/"):
        public.goto(where)
        expect(main_of(public)).to_contain_text("Team 4 has been missing since")
        assert_accessible(public)
    hall = browse(LAPTOP)
    hall.goto("/cup/hall")
    expect(hall.locator(".hall-clocks")).to_contain_text("Table 1 · Stage left · Hall B: Team 4 has been missing since")
    desk.goto("/desk/cup/")
    expect(main_of(desk)).to_contain_text("Team 4 has been missing since")

    # Too early: without a reason the browser asks for one, and nothing has happened.
    desk.goto(f"/desk/cup/m/{first.public_id}")
    desk.get_by_text("Give the match to Team 1").first.click()
    desk.get_by_role("button", name="Give the match to Team 1").click()
    expect(desk.get_by_label("Why before the time is up?")).to_be_focused()
    assert not match(cup, 1).over
    assert_accessible(desk)

    # The time is up.
    since = timezone.now() - timedelta(minutes=11)
    Seating.objects.update(created_at=since)
    NoShow.objects.filter(ended_at=None).update(started_at=since, until=since + timedelta(minutes=10))
    phone.reload()
    expect(main_of(phone)).to_contain_text("The time is up.")
    desk.reload()
    desk.get_by_role("button", name="Give the match to Team 1").click()
    expect(main_of(desk)).to_contain_text("The match is decided by a walkover.")
    expect(main_of(desk)).to_contain_text("Team 4 did not come: missing since")

    # The page at the table is older than that: its tap is answered in words.
    phone.get_by_role("button", name="They are here").click()
    expect(main_of(phone)).to_contain_text("This match is not waiting here any more.")
    public.goto(f"/cup/m/{first.public_id}")
    expect(main_of(public)).to_contain_text("EV-NOSHOW-1")
    assert match(cup, 1).winning_side == "A"
    assert replay.check(cup) == []
