"""The clock of a round in public: on the hall screen and the tournament's page, and the time it goes by."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.public.event_pages import page, text
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts

pytestmark = pytest.mark.django_db


def test_the_hall_and_the_first_page_show_the_clock_until_the_round_is_over(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    round_ = match(tournament, 1).round
    for address in ("/shield/", "/shield/hall"):
        assert "not started" not in text(page(client, address))
    acts.set_timer(actor=organiser, round=round_, minutes=40)
    for address in ("/shield/", "/shield/hall"):
        assert "40:00 not started" in text(page(client, address))
    acts.start_timer(actor=organiser, round=round_)
    acts.pause_timer(actor=organiser, round=round_)
    assert "left, paused" in text(page(client, "/shield/"))
    acts.ring_bell(actor=organiser, round=round_)
    assert "The bell has rung." in text(page(client, "/shield/hall"))


def test_the_page_of_a_match_says_that_the_bell_ended_it(client: Client, organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    acts.set_timer(actor=organiser, round=match(tournament, 1).round, minutes=40)
    acts.ring_bell(actor=organiser, round=match(tournament, 1).round)
    write(game(tournament, 1), count("A"), last=True)
    said = text(page(client, f"/shield/m/{match(tournament, 1).public_id}"))
    assert "Ended by the bell at 1–0: Team 1 is ahead." in said


def test_the_time_is_the_servers_and_nobody_keeps_it(client: Client, organiser: Any) -> None:
    draw(organiser, 4, slug="shield")
    answer = client.get("/shield/clock")
    assert "no-store" in answer["Cache-Control"]
    now = timezone.now().timestamp() * 1000
    assert abs(json.loads(answer.content)["now"] - now) < 60_000
    assert client.get("/nothing/clock").status_code == 404


@pytest.mark.parametrize("part", ["", "?fragment=1"])
def test_a_page_with_clocks_is_another_one_once_the_bell_has_rung_by_itself(
    client: Client, organiser: Any, time_machine: Any, part: str
) -> None:
    tournament = draw(organiser, 4, slug="shield")
    acts.set_timer(actor=organiser, round=match(tournament, 1).round, minutes=40)
    acts.start_timer(actor=organiser, round=match(tournament, 1).round)
    addresses = [f"/shield/{part}", f"/shield/hall{part}"]
    tags = {address: client.get(address)["ETag"] for address in addresses}
    time_machine.move_to(timezone.now() + timedelta(minutes=41))
    for address in addresses:
        again = client.get(address, headers={"if-none-match": tags[address]})
        assert again.status_code == 200, address
        assert "The bell has rung." in text(again.content.decode())


def test_the_page_of_a_match_is_another_one_once_a_missing_teams_time_is_up(
    client: Client, organiser: Any, time_machine: Any
) -> None:
    found = match(draw(organiser, 4, slug="shield"), 1)
    acts.start_no_show(actor=organiser, match=found, side="A")
    address = f"/shield/m/{found.public_id}?fragment=1"
    tag = client.get(address)["ETag"]
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    again = client.get(address, headers={"if-none-match": tag})
    assert again.status_code == 200
    assert "The time is up." in text(again.content.decode())
