"""Between two stages: what the desk says an event waits for, and when it is over."""

from typing import Any

from tests.support.desk.formats import decide_all, started
from tests.support.ready_plans import READY
from tests.thunee_tournaments.desk.conftest import text_of


def test_the_overview_and_the_closing_say_what_an_event_between_two_stages_waits_for(
    organiser: Any, browser_of: Any
) -> None:
    desk = started(organiser, browser_of, 8, READY["groups-knockout"])
    assert desk.get("overview").context["go_on"] is None
    decide_all(organiser, desk)
    said = text_of(desk.get("overview"))
    assert "Next Knock-out This stage is over See the bracket" in said
    said = text_of(desk.get("close"))
    assert "0 matches" not in said
    assert "The event is not over yet" in said
    assert "the final is decided? optional" not in said


def test_the_overview_says_that_a_swiss_round_can_be_paired_and_that_a_qualifier_stands_still(
    organiser: Any, browser_of: Any
) -> None:
    desk = started(organiser, browser_of, 4, READY["swiss"])
    decide_all(organiser, desk)
    assert "Pair the next round The round is over." in text_of(desk.get("overview"))
    desk = started(organiser, browser_of, 4, READY["streak-knockout"])
    decide_all(organiser, desk)
    assert "enter teams again, or close the entries" in text_of(desk.get("overview"))


def test_an_event_to_whose_last_stage_one_team_goes_on_is_over_and_can_be_closed(
    organiser: Any, browser_of: Any
) -> None:
    plan = [
        {"format": "knockout", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "top", "count": 1}}},
        {"format": "knockout", "parameters": {"feed": {"take": "top", "count": 2}}},
    ]
    desk = started(organiser, browser_of, 4, plan)
    decide_all(organiser, desk)
    assert "Its teams are known" not in (said := text_of(desk.get("bracket")))
    assert "This stage is over" not in said
    assert "All is played. Close it now?" in text_of(desk.get("close"))
    assert "Thank you for running it." in text_of(desk.after("close"))


def test_teams_nobody_seeded_are_not_called_seeded_by_hand_after_the_draw(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, READY["knockout"])
    assert "Seeding (done) Nobody is seeded: the draw places every team by lot." in text_of(desk.get("overview"))
    said = text_of(desk.get("bracket"))
    assert "It placed every team" in said
    assert "below the seeded ones" not in said
