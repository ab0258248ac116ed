"""The next stage is drawn, and the last one taken back, once, however often and from however many pages it is asked."""

from typing import Any

import pytest

from tests.support.desk.formats import decide_all, started
from tests.support.ready_plans import READY
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.selectors import stages_of

DONE = "This has been done already. This is the bracket as it is now."


def drawn_in(desk: Desk) -> list[int]:
    return [stage.order for stage in stages_of(desk.tournament) if stage.drawn_at is not None]


def over(organiser: Any, browser: Any) -> Desk:
    """Groups that are over; a knock-out and a plate follow."""
    groups = {"format": "groups", "parameters": {"groups": 2}}
    desk = started(organiser, browser, 8, [groups, *READY["groups-knockout-plate"][1:]])
    decide_all(organiser, desk)
    return desk


def stage_on_offer(desk: Desk, act: str) -> str:
    """What the form of this act sends from the bracket's page as it is now."""
    form = desk.get("bracket").content.decode().split(f'action="/desk/{desk.tournament.slug}/{act}"')[1]
    return form.split('name="stage" value="')[1].split('"')[0]


@pytest.mark.slow
def test_a_second_tap_on_draw_it_does_not_draw_the_plate_as_well(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of)
    offered = stage_on_offer(desk, "next")
    desk.post("next_stage", stage=offered)
    desk.post("next_stage", stage=offered)
    assert drawn_in(desk) == [1, 2]
    assert DONE in text_of(desk.get("bracket"))
    desk.post("next_stage", stage=stage_on_offer(desk, "next"))
    assert drawn_in(desk) == [1, 2, 3]


@pytest.mark.slow
def test_a_second_tap_on_take_it_back_leaves_the_stage_before(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of)
    desk.post("next_stage", stage="2")
    desk.post("next_stage", stage="3")
    shown = stage_on_offer(desk, "next/undo")
    desk.post("stage_back", stage=shown)
    desk.post("stage_back", stage=shown)
    assert drawn_in(desk) == [1, 2]
    assert DONE in text_of(desk.get("bracket"))
