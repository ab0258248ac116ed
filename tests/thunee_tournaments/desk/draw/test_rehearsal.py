"""The evening rehearsed, as the organiser asks for it: before the draw, and from where it stands."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tests.factories import TeamFactory, TournamentFactory
from tests.support.services.formats import give, ready
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.services import acts

QUALIFIER = {"wins": 3, "entries": 3, "price": 20_000}


def planned(desk: Desk, format_: str = "streak", **parameters: object) -> Desk:
    stages = [{"format": format_, "parameters": {**(QUALIFIER if format_ == "streak" else {}), **parameters}}]
    acts.set_plan(actor=desk.tournament.roles.get().user, tournament=desk.tournament, stages=stages)
    return desk


@pytest.fixture
def qualifier(draft: Desk) -> Desk:
    for number in range(9):
        TeamFactory(tournament=draft.tournament, name=f"Walk-in {number}")
    return planned(draft)


def test_the_draw_leads_to_the_rehearsal_whatever_is_planned(qualifier: Desk) -> None:
    for format_ in ("streak", "knockout", "swiss", "groups"):
        planned(qualifier, format_, **({"groups": 3} if format_ == "groups" else {}))
        assert qualifier.at("rehearsal") in qualifier.get("draw").content.decode()
        page = text_of(qualifier.get("rehearsal"))
        assert "It is likely to take" in page
        assert "Nothing of your event is touched." in page


def test_what_re_buys_may_bring_in_is_told_in_the_money_of_the_event(qualifier: Desk) -> None:
    page = text_of(qualifier.get("rehearsal", again=100))
    assert "Re-buys" in page
    assert "They bring in R " in page
    assert "Buys in again: Nobody" in page
    nobody = text_of(qualifier.get("rehearsal", again=0))
    assert "They bring in" not in nobody


def test_more_tables_and_shorter_games_are_told_to_take_less(qualifier: Desk) -> None:
    slow = text_of(qualifier.get("rehearsal", minutes=60, tables=1))
    quick = text_of(qualifier.get("rehearsal", minutes=20, tables=6))
    assert "It is likely to take 1" in slow  # ten hours and more
    assert "It is likely to take 1 h" in quick
    assert "It is likely to take 1 h" not in slow


def test_one_entry_of_a_team_asks_nothing_of_re_buys(qualifier: Desk) -> None:
    page = text_of(planned(qualifier, entries=1).get("rehearsal"))
    assert "Re-buys" not in page
    assert "Who buys in again" not in page


def test_places_that_nobody_is_likely_to_reach_are_told(qualifier: Desk) -> None:
    assert "more than are likely to be taken" not in text_of(planned(qualifier, places=2).get("rehearsal"))
    page = text_of(planned(qualifier, wins=6, places=8).get("rehearsal"))
    assert "8 places are more than are likely to be taken." in page


def test_when_it_begins_is_asked_and_then_the_clock_tells_the_rest(qualifier: Desk) -> None:
    acts.set_plan(
        actor=qualifier.tournament.roles.get().user,
        tournament=qualifier.tournament,
        stages=[
            {"format": "groups", "parameters": {"groups": 3}},
            {"format": "knockout", "parameters": {"feed": {"take": "ranks", "first": 1, "last": 1, "best": 1}}},
        ],
    )
    page = text_of(qualifier.get("rehearsal", starts="18:00"))
    assert "Groups 18:00 to" in page
    assert "It ends 2" in page or "It ends 19" in page


def test_teams_that_do_not_come_and_more_who_do_are_reckoned_with(qualifier: Desk) -> None:
    planned(qualifier, "knockout")
    assert "Matches 11 " in text_of(qualifier.get("rehearsal"))
    assert "Matches 23 " in text_of(qualifier.get("rehearsal", teams=24))
    assert "3 teams do not come" in text_of(qualifier.get("rehearsal", absent=1))


def test_a_plan_that_so_many_cannot_play_is_told_beside_the_number(qualifier: Desk) -> None:
    planned(qualifier, "groups", groups=4)
    response = qualifier.get("rehearsal", teams=5)
    assert response.status_code == 422
    assert "So many teams cannot play this plan." in text_of(response)


@pytest.mark.parametrize(
    "asked",
    [
        {"minutes": "x"}, {"minutes": "0"}, {"tables": "0"}, {"tables": "9999"}, {"minutes": ""}, {"teams": "1"},
        {"teams": "9" * 30}, {"absent": "-1"}, {"again": "7"}, {"starts": "25:00"}, {"starts": "\0"},
    ],
)  # fmt: skip
def test_what_cannot_be_reckoned_with_is_told_beside_its_field(qualifier: Desk, asked: dict[str, str]) -> None:
    response = qualifier.get("rehearsal", **asked)
    assert response.status_code == 422
    assert 'class="errors"' in response.content.decode()
    assert "It is likely to take" not in text_of(response)


def test_while_it_runs_what_is_left_is_rehearsed(qualifier: Desk, organiser: Any) -> None:
    planned(qualifier, "knockout")
    acts.draw_event(actor=organiser, tournament=qualifier.tournament, tables=4)
    qualifier.fresh()
    page = qualifier.get("bracket").content.decode()
    assert qualifier.at("rehearsal") in page
    for _match in range(3):
        give(organiser, qualifier.tournament, ready(qualifier.tournament)[0].number, "A")
    page = text_of(qualifier.get("rehearsal"))
    assert "When it may end" in page
    assert "Matches 8 " in page
    assert "do not come" not in page
    assert "Begins at" not in page


def test_a_game_is_taken_to_last_as_long_as_games_have_lasted_here(qualifier: Desk, organiser: Any, win: Any) -> None:
    planned(qualifier, "knockout")
    acts.draw_event(actor=organiser, tournament=qualifier.tournament, tables=4)
    with time_machine.travel(timezone.now() + timedelta(minutes=51)):
        for match in ready(qualifier.tournament)[:3]:
            win(qualifier.tournament, match.number, "A")
        html = qualifier.get("rehearsal").content.decode()
    assert re.search(r'name="minutes" value="50"', html)


def test_what_is_drawn_for_a_later_day_begins_when_the_organiser_says(qualifier: Desk, organiser: Any) -> None:
    planned(qualifier, "knockout")
    acts.draw_event(actor=organiser, tournament=qualifier.tournament, tables=4, held=True)
    with time_machine.travel(timezone.now() + timedelta(hours=5)):
        whole = re.search(r"It is likely to take (\d) h", text_of(qualifier.get("rehearsal", minutes=60)))
        assert whole
        assert int(whole[1]) >= 3  # nobody has played yet, though all sit at their tables since the draw
        page = text_of(qualifier.get("rehearsal", starts="18:00", minutes=60))
    assert "It is likely to end 2" in page
    assert "In 1" not in page


def test_with_fewer_tables_than_are_in_use_the_picture_stays_within_its_frame(qualifier: Desk, organiser: Any) -> None:
    planned(qualifier, "knockout")
    acts.draw_event(actor=organiser, tournament=qualifier.tournament, tables=4)
    html = qualifier.get("rehearsal", tables=1).content.decode()
    bars = re.findall(r'<rect x="([\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)">', html)
    assert bars
    assert all(0 <= float(y) <= 120 and float(height) <= 120 for _x, y, _width, height in bars)


def test_an_event_without_teams_is_rehearsed_too(organiser: Any, draft: Desk) -> None:
    desk = Desk(draft.client, TournamentFactory(organiser=organiser, slug="empty"))
    assert desk.get("rehearsal").status_code == 200


def test_only_organisers_rehearse(qualifier: Desk, client: Any) -> None:
    assert client.get(qualifier.at("rehearsal")).status_code in (302, 404)
