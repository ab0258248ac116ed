"""The page on which what is played next is changed: formats are looked at first, then saved with a reason."""

import re
from typing import Any

import pytest

from tests.support.desk.formats import decide_all, started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.selectors import stages_of

GROUPS = [
    {"format": "groups", "parameters": {"groups": 2}},
    {"format": "groups", "parameters": {"groups": 4, "feed": {"take": "ranks", "stage": 1, "first": 1, "last": 1}}},
]
WHY = "Fewer teams came."


def in_play(organiser: Any, browser: Any) -> Desk:
    return started(organiser, browser, 6, GROUPS)


def at(desk: Desk, query: str = "") -> Any:
    return desk.client.get(f"/desk/{desk.tournament.slug}/coming{query}")


def send(desk: Desk, query: str = "", **changed: str) -> Any:
    """The form as the page shows it, with some fields changed."""
    html = at(desk, query).content.decode().partition('class="stack plan-settings"')[2]
    sent = dict(re.findall(r'name="([\w-]+)"[^>]*? value="([^"]*)"', html))
    for name, options in re.findall(r'<select name="([\w-]+)".*?>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = chosen.group(1) if chosen else ""
    return desk.client.post(f"/desk/{desk.tournament.slug}/coming{query}", {**sent, "reason": WHY, **changed})


def formats(desk: Desk) -> list[str]:
    return [stage.format for stage in stages_of(desk.tournament)]


@pytest.mark.slow
def test_a_plan_that_cannot_be_drawn_leads_to_what_can(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    decide_all(organiser, desk)
    desk.post("next_stage", stage="2")
    stuck = desk.get("bracket")
    assert "does not work for 2 teams" in text_of(stuck)
    assert f'href="/desk/{desk.tournament.slug}/coming"' in stuck.content.decode()
    page = text_of(at(desk))
    assert "Drawn, and as it is: groups" in page
    assert send(desk, "?format-2=knockout").status_code == 302
    assert formats(desk) == ["groups", "knockout"]
    assert "What is played next is changed." in text_of(desk.get("bracket"))
    desk.post("next_stage", stage="2")
    assert "The next stage is drawn." in text_of(desk.get("bracket"))
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert "Played next: knock-out" in public
    assert "Planned before: groups" in public
    assert WHY in public


def test_looking_at_other_formats_changes_nothing(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    assert "Rounds" in text_of(at(desk, "?format-2=swiss"))
    assert "nothing more is played" in text_of(at(desk, "?format-2=none"))
    assert "3" in text_of(at(desk, "?format-3=league"))
    for odd in ("?format-2=streak", "?format-2=tables", "?format-2=%00", "?format-1=none", "?format-9=swiss"):
        assert at(desk, odd).status_code == 200
    assert formats(desk) == ["groups", "groups"]


def test_a_stage_is_left_out_or_one_more_is_played(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    assert send(desk, "?format-2=none").status_code == 302
    assert formats(desk) == ["groups"]
    assert send(desk, "?format-2=knockout").status_code == 302
    assert send(desk, "?format-3=league").status_code == 302
    assert formats(desk) == ["groups", "knockout", "league"]


def test_a_final_that_was_left_out_by_mistake_is_put_back_though_the_table_had_decided(
    organiser: Any, browser_of: Any
) -> None:
    plan = [
        {"format": "league", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "top", "count": 2}}},
    ]
    desk = started(organiser, browser_of, 3, plan)
    for _round in range(3):
        decide_all(organiser, desk)
    assert send(desk, "?format-2=none").status_code == 302
    assert "One stage more" in text_of(at(desk))
    assert send(desk, "?format-2=knockout", **{"2-count": "2"}).status_code == 302
    assert formats(desk) == ["league", "knockout"]


def test_what_follows_takes_its_teams_as_they_come_out_of_the_new_format(organiser: Any, browser_of: Any) -> None:
    plan = [*GROUPS, {"format": "knockout", "parameters": {"feed": {"take": "ranks", "stage": 2}}}]
    desk = started(organiser, browser_of, 6, plan)
    assert send(desk, "?format-2=swiss").status_code == 302
    stages = stages_of(desk.tournament)
    assert [stage.format for stage in stages] == ["groups", "swiss", "knockout"]
    assert stages[2].parameters["feed"]["take"] == "top"


def test_where_each_plays_alone_rounds_at_tables_are_all_that_is_offered(organiser: Any, browser_of: Any) -> None:
    final = {"format": "tables", "parameters": {"rounds": 1, "feed": {"take": "top", "count": 4}}}
    desk = started(organiser, browser_of, 8, [{"format": "tables", "parameters": {}}, final], preset="tunge")
    page = text_of(at(desk, "?format-2=knockout"))
    assert "Rounds at tables" in page
    assert "Knock-out" not in page
    assert send(desk, "?format-2=none").status_code == 302
    assert formats(desk) == ["tables"]


def test_without_a_reason_or_with_a_bad_number_it_says_where(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    unsaid = send(desk, "?format-2=swiss", reason="")
    assert unsaid.status_code == 422
    assert "Say why." in text_of(unsaid)
    wrong = send(desk, "?format-2=swiss", **{"2-rounds": "99"})
    assert wrong.status_code == 422
    assert "from 1 to 30" in text_of(wrong)
    assert formats(desk) == ["groups", "groups"]


def test_a_second_tap_changes_nothing_and_says_so(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    first = at(desk, "?format-2=knockout").content.decode()
    mark = re.search(r'name="was" value="(\w+)"', first)
    assert mark is not None
    assert send(desk, "?format-2=knockout").status_code == 302
    again = send(desk, "?format-2=swiss", was=mark.group(1))
    assert again.status_code == 422
    assert "changed meanwhile" in text_of(again)
    assert formats(desk) == ["groups", "knockout"]


def test_the_page_of_the_formats_leads_there_once_the_event_is_drawn(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    assert desk.get("plan").url.endswith("/coming")
