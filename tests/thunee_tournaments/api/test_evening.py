"""Prizes, schedule and money raised, as the pages show them."""

from typing import Any

import pytest
from django.test import Client

from tests.thunee_tournaments.api.asking import get
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.fundraising.models import Fund
from thunee_tournaments.services import acts
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_without_prizes_has_an_empty_list(client: Client, event: Tournament) -> None:
    assert get(client, "tournaments/shield/prizes/") == {"currency": "", "prizes": []}


def test_every_prize_says_who_gets_it_and_whether_that_is_certain(
    client: Client, event: Tournament, organiser: Any
) -> None:
    first = {"group": 0, "first": 1, "last": 1, "name": "The shield", "amount": 500_00}
    PrizeList.objects.create(tournament=event, prizes=[first], currency="R")
    told = get(client, "tournaments/shield/prizes/")
    [prize] = told["prizes"]
    assert (told["currency"], prize["name"], prize["amount"]) == ("R", "The shield", 500_00)
    assert not any(winner["won"] for winner in prize["winners"])
    for number in (3, 4, 1, 5):
        played = match(event, number)
        if not played.over and played.known:
            acts.award_walkover(actor=organiser, match=played, side="A", reason="x")
    final = match(event, 7)
    while not final.over:
        for number in range(1, 8):
            played = match(event, number)
            if not played.over and played.known:
                acts.award_walkover(actor=organiser, match=played, side="A", reason="x")
        final = match(event, 7)
    [prize] = get(client, "tournaments/shield/prizes/")["prizes"]
    assert [(winner["team"], winner["won"]) for winner in prize["winners"]] == [(final.winner.public_id, True)]


def test_the_schedule_says_what_is_at_which_table_and_what_comes(client: Client, event: Tournament) -> None:
    told = get(client, "tournaments/shield/schedule/")
    at = {table["match"]: table["number"] for table in told["tables"]}
    assert match(event, 3).public_id in at
    coming = {one["number"]: one["match"] for one in told["coming"]}
    assert coming[7] == match(event, 7).public_id
    assert not set(coming.values()) & set(at)
    assert match(event, 2).public_id not in {*coming.values(), *at}  # it is over


def test_what_was_raised_is_told_where_the_organiser_shows_it(client: Client, event: Tournament) -> None:
    Fund.objects.update_or_create(tournament=event, defaults={"public": True, "goal": 1_000_00, "currency": "R"})
    told = get(client, "tournaments/shield/raised/")
    assert told == {"total": 0, "goal": 1_000_00, "currency": "R", "after_costs": told["after_costs"]}
    tag = client.get("/api/v1/tournaments/shield/raised/")["ETag"]
    Fund.objects.update(goal=2_000_00)
    again = client.get("/api/v1/tournaments/shield/raised/", headers={"If-None-Match": tag})
    assert (again.status_code, again.json()["goal"]) == (200, 2_000_00)
    Fund.objects.update(public=False)
    hidden = get(client, "tournaments/shield/raised/")
    assert (hidden["total"], hidden["goal"]) == (None, None)
