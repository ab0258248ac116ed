"""Pledges at the desk: what each comes to, taking the money for it, ending it and striking it out."""

import uuid
from typing import Any

import pytest

from tests.factories import PledgeFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.fundraising.models import Movement, Pledge
from thunee_tournaments.fundraising.pledges import standing_of


@pytest.fixture
def pledge(playing: Desk) -> Pledge:
    playing.post("fund", currency="ZAR", goal="", methods=["cash", "eft"], pledge_most="5000")
    return PledgeFactory(tournament=playing.tournament)


def shown(answer: Any) -> str:
    return text_of(answer).replace("\u00a0", " ")


def test_the_list_says_what_each_comes_to_and_what_is_still_to_be_paid(
    playing: Desk, pledge: Pledge, write: Any
) -> None:
    write(game(playing.tournament, 1), count("A"))
    text = shown(playing.get("pledges"))
    for words in ("Vic Hill", "the whole event", "R 10 a ball", "at most R 500", "Still to be paid R 10"):
        assert words in text


def test_the_form_that_takes_the_money_is_filled_in_and_pays_the_pledge(
    playing: Desk, pledge: Pledge, write: Any
) -> None:
    write(game(playing.tournament, 1), count("A"))
    page = playing.get("money", pledge=pledge.public_id, amount="10")
    assert page.context["form"]["name"].value() == "Vic Hill"
    assert page.context["form"]["kind"].value() == "donation"
    typed = {"amount": "10", "kind": "donation", "method": "cash", "name": "Vic Hill", "currency": "ZAR"}
    answer = playing.post("money", pledge=pledge.public_id, key=str(uuid.uuid4()), **typed)
    assert answer["Location"].endswith("/money/pledges")
    assert standing_of(pledge).paid == 10_00
    assert Movement.objects.get(act="receipt").details["pledge"] == pledge.public_id
    other = PledgeFactory(tournament=TournamentFactory())
    playing.post("money", pledge=other.public_id, key=str(uuid.uuid4()), **typed)
    assert standing_of(other).paid == 0


def test_a_pledge_can_be_ended_and_struck_out_with_a_reason(playing: Desk, pledge: Pledge) -> None:
    playing.post("pledge", pledge.public_id, act="end")
    assert "Ended" in text_of(playing.get("pledge", pledge.public_id))
    assert playing.post("pledge", pledge.public_id, reason="").status_code == 422
    playing.post("pledge", pledge.public_id, reason="made in jest")
    assert "made in jest" in text_of(playing.get("pledge", pledge.public_id))
    assert "struck out" in text_of(playing.get("pledges"))


def test_closing_asks_about_pledges_that_are_not_paid(playing: Desk, pledge: Pledge, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    assert "R 10 of the pledges is not paid yet" in shown(playing.get("close"))


def test_a_pledge_of_another_event_is_not_there(playing: Desk) -> None:
    other = PledgeFactory(tournament=TournamentFactory())
    assert playing.get("pledge", other.public_id).status_code == 404


def test_the_page_stands_among_those_of_money_once_pledges_are_taken(playing: Desk) -> None:
    assert "Pledges" not in text_of(playing.get("till"))
    playing.post("fund", currency="ZAR", goal="", methods=["cash"], pledge_most="5000")
    assert "Pledges" in text_of(playing.get("till"))
