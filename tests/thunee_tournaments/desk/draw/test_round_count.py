"""The page on which a Swiss stage gets fewer rounds or more: it says what each number means, and does it once."""

from typing import Any

import pytest

from tests.support.desk.formats import decide_all, started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.selectors import stages_of

SWISS = [
    {"format": "swiss", "parameters": {"rounds": 3}},
    {"format": "knockout", "parameters": {"feed": {"take": "top", "stage": 1, "count": 2}}},
]
SENT = {"rounds": "1", "was": "3", "reason": "The hall closes at ten."}


def in_play(organiser: Any, browser: Any) -> Desk:
    return started(organiser, browser, 4, SWISS)


def rounds_of(desk: Desk) -> int:
    return int(stages_of(desk.tournament)[0].parameters["rounds"])


def test_the_bracket_leads_there_and_each_number_says_what_it_means(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    assert f'href="/desk/{desk.tournament.slug}/rounds"' in desk.get("bracket").content.decode()
    page = text_of(desk.get("rounds"))
    assert "1: the round being played is the last" in page
    assert "2: another round is paired after round 1" in page
    assert "4: 3 more are paired after round 1" in page
    assert "3: " not in page
    decide_all(organiser, desk)
    assert "1: the stage is over at once, as the table stands" in text_of(desk.get("rounds"))


@pytest.mark.slow
def test_a_stage_ended_early_offers_the_next_and_everybody_reads_why(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    decide_all(organiser, desk)
    offer = f'action="/desk/{desk.tournament.slug}/next"'
    assert offer not in desk.get("bracket").content.decode()
    assert desk.post("rounds", **SENT).status_code == 302
    after = desk.get("bracket")
    assert "Number of rounds now: 1." in text_of(after)
    assert offer in after.content.decode()
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert "Number of rounds: 1 instead of 3" in public
    assert "The hall closes at ten." in public


def test_a_second_tap_changes_nothing_and_says_so(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    desk.post("rounds", **SENT)
    again = desk.post("rounds", **{**SENT, "rounds": "4"})
    assert again.status_code == 422
    assert "changed meanwhile: it is 1 now" in text_of(again)
    assert rounds_of(desk) == 1


def test_without_a_number_or_a_reason_nothing_is_changed_and_what_was_typed_stays(
    organiser: Any, browser_of: Any
) -> None:
    desk = in_play(organiser, browser_of)
    for sent, said in (
        ({**SENT, "reason": " "}, "Say why."),
        ({**SENT, "rounds": ""}, "Choose a number."),
        ({**SENT, "rounds": "30"}, "30"),
        ({**SENT, "was": "x"}, "changed meanwhile"),
        ({**SENT, "rounds": "\0"}, ""),
    ):
        answer = desk.post("rounds", **sent)
        assert answer.status_code == 422, sent
        assert said in text_of(answer)
        assert sent["reason"].strip() in answer.content.decode()
    assert rounds_of(desk) == 3


def test_other_formats_have_no_such_page(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, [{"format": "knockout", "parameters": {}}])
    assert desk.get("rounds").status_code == 302
    assert "No Swiss stage is being played." in text_of(desk.get("bracket"))
    assert "/rounds" not in desk.get("bracket").content.decode()
