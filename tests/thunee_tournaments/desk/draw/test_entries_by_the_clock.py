"""At the desk: the hour at which the entries of a qualifier close, and who has waited longest."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from tests.support.desk.formats import started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.services import acts

PLAN = [
    {"format": "streak", "parameters": {"wins": 2, "entries": 2}},
    {"format": "knockout", "parameters": {"feed": {"take": "qualified"}}},
]


@pytest.fixture
def desk(organiser: Any, browser_of: Any) -> Desk:
    return started(organiser, browser_of, 5, PLAN)


def test_the_hour_is_set_shown_to_everybody_and_taken_away(desk: Desk) -> None:
    later = timezone.localtime() + timedelta(hours=2)
    at, words = f"{later:%H:%M}", f"Entries close on {date_format(later, 'SHORT_MOMENT_FORMAT')}."
    assert desk.post("end_entries_at", at=at).status_code == 302
    page = desk.get("bracket")
    assert words in text_of(page)
    assert f'name="at" value="{at}"' in page.content.decode()
    assert words in text_of(desk.client.get(f"/{desk.tournament.slug}/bracket"))
    assert stage_of(desk.tournament).inputs["closes_at"].endswith("+02:00")
    desk.post("end_entries_at", at="")
    assert "Entries are not closed by the clock: you close them." in text_of(desk.get("bracket"))
    assert "closes_at" not in stage_of(desk.tournament).inputs


def test_an_hour_that_is_past_today_is_meant_for_tomorrow(desk: Desk) -> None:
    desk.post("end_entries_at", at=f"{timezone.localtime() - timedelta(minutes=1):%H:%M}")
    at = datetime.fromisoformat(stage_of(desk.tournament).inputs["closes_at"])
    assert timedelta(hours=23) < at - timezone.now() < timedelta(hours=24)


@pytest.mark.parametrize("typed", ["late", "25:00", "8", "٢٠:٣٠", "20:30:99", "x" * 5000])
def test_what_is_no_hour_is_said_so_and_nothing_is_changed(desk: Desk, typed: str) -> None:
    desk.post("end_entries_at", at=typed)
    assert "Write the time as hours and minutes, such as 20:30." in text_of(desk.get("bracket"))
    assert "closes_at" not in stage_of(desk.tournament).inputs


def test_a_closed_qualifier_takes_no_hour(desk: Desk, organiser: Any) -> None:
    acts.close_entries(actor=organiser, tournament=desk.tournament)
    desk.post("end_entries_at", at="20:30")
    page = text_of(desk.get("bracket"))
    assert "Entries are closed already." in page
    assert "Close them by the clock" not in page


def test_who_waits_longest_and_since_when_stands_on_the_desk_and_on_the_teams_own_page(desk: Desk) -> None:
    page = text_of(desk.get("bracket"))
    found = re.search(r"The longest wait: (Team \d), for 0 minutes\.", page)
    assert found is not None
    waiting = desk.tournament.teams.get(name=found[1])
    own = text_of(desk.client.get(f"/{desk.tournament.slug}/team/{waiting.public_id}"))
    assert re.search(r"Waiting for an opponent since \d+ \w+, \d\d:\d\d\.", own)
