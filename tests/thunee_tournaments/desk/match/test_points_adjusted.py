"""A referee gives or takes points at the desk, in games that have no balls."""

from typing import Any

import pytest
from django.test import Client

from adjudication.models import Dispute
from tests.support.desk.disputes import decided, raised
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import draw, game
from thunee_tournaments.tournaments.models import Tournament

TALLIES = {
    "tarneeb": {"declarer": 1, "bid": 8, "trump": "h", "tricks": {"A": 4, "B": 9}},
    "400": {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]},
    "egyptian-tarneeb": {"declarer": 1, "bid": 8, "trump": "nt", "doubled": True, "tricks": {"A": 4, "B": 9}},
}


@pytest.fixture
def disputed(organiser: Any, browser_of: Client, write: Any) -> Any:
    def of(preset: str) -> tuple[Desk, Dispute]:
        desk = Desk(browser_of, draw(organiser, 4, preset=preset))
        Tournament.objects.filter(pk=desk.tournament.pk).update(policies={"signing": False})
        write(game(desk.tournament, 1), {"tally": TALLIES[preset]})
        return desk, raised(desk, organiser, side="")

    return of


def scores(desk: Desk) -> Any:
    return game(desk.tournament, 1).sheet.ledger["after"]["scores"]


@pytest.mark.parametrize(
    ("preset", "typed", "words", "found"),
    [
        ("tarneeb", {"points_A": "3", "points_B": "-2"}, "Points for Team 1", {"A": 3, "B": 7}),
        ("400", {"points_0": "5", "points_3": "-1"}, "Points for ", [8, 2, 4, -4]),
    ],
)
def test_points_are_given_and_taken_where_there_are_no_balls(
    disputed: Any, preset: str, typed: dict[str, str], words: str, found: Any
) -> None:
    desk, dispute = disputed(preset)
    page = text_of(desk.get("decide", dispute.public_id, outcome="adjusted"))
    assert words in page
    assert "Balls for" not in page
    done = decided(desk.client, desk, dispute, "adjusted", score="assigned", **typed)
    assert done.status_code == 200
    assert scores(desk) == found
    shown = text_of(desk.get("dispute", dispute.public_id))
    assert all(value.lstrip("-") in shown for value in typed.values())


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("tarneeb", ["Bid 8, hearts", "Tricks of Team 1 4"]),
        ("egyptian-tarneeb", ["Bid 8, no trump", "Doubled yes"]),
        ("400", ["Bid of ", "Tricks of "]),
    ],
)
def test_a_referee_reads_the_figures_of_a_game_of_points(disputed: Any, preset: str, words: list[str]) -> None:
    desk, dispute = disputed(preset)
    page = text_of(desk.get("dispute", dispute.public_id))
    assert [said for said in words if said not in page] == []


def test_a_referee_reads_what_was_bid_and_said(disputed: Any, write: Any, organiser: Any) -> None:
    desk, _dispute = disputed("egyptian-tarneeb")
    bids = [{"type": "bid", "seat": 2, "tricks": 7, "suit": "nt"}, {"type": "double", "seat": 3}]
    write(game(desk.tournament, 1), {"events": bids, "tally": {"tricks": {"A": 7}}})
    page = desk.get("dispute", raised(desk, organiser, side="", hand=2).public_id)
    assert page.status_code == 200


@pytest.mark.parametrize(
    ("preset", "typed", "words"),
    [
        ("tarneeb", {}, "Say how many points are given or taken."),
        ("tarneeb", {"points_A": "0", "points_B": "0"}, "Say how many points are given or taken."),
        ("tarneeb", {"points_A": "999"}, "less than or equal to 200"),
        ("400", {"points_0": "x"}, "Enter a whole number."),
    ],
)
def test_points_that_make_no_sense_are_said(disputed: Any, preset: str, typed: dict[str, str], words: str) -> None:
    desk, dispute = disputed(preset)
    response = decided(desk.client, desk, dispute, "adjusted", score="assigned", **typed)
    assert response.status_code == 422
    assert words in text_of(response)
