"""The page on which two that wait in a qualifier are let meet."""

from typing import Any

import pytest

from tests.support.desk.formats import decide_all, started
from tests.thunee_tournaments.desk.conftest import Desk, text_of

STREAK = [{"format": "streak", "parameters": {"wins": 3, "entries": 1}}, {"format": "knockout", "parameters": {}}]
WHY = "Both have waited an hour."


def in_play(organiser: Any, browser: Any) -> Desk:
    return started(organiser, browser, 3, STREAK)


@pytest.mark.slow
def test_it_lists_who_waits_calls_them_once_and_everybody_reads_why(organiser: Any, browser_of: Any) -> None:
    desk = in_play(organiser, browser_of)
    assert "nobody can be let meet now" in text_of(desk.client.get(desk.get("let_meet").url))
    decide_all(organiser, desk)
    assert f'href="/desk/{desk.tournament.slug}/entries/meet"' in desk.get("bracket").content.decode()
    page = desk.get("let_meet")
    assert "(1 win)" in text_of(page)
    assert "(0 wins)" in text_of(page)
    numbers = [str(number) for number, _label in page.context["form"].fields["first"].choices if number]
    sent = {"first": numbers[0], "other": numbers[1], "reason": WHY}
    assert desk.post("let_meet", **{**sent, "reason": ""}).status_code == 422
    same = desk.post("let_meet", **{**sent, "other": numbers[0]})
    assert "Choose two different teams." in text_of(same)
    assert desk.post("let_meet", **sent).status_code == 302
    assert desk.post("let_meet", **sent).status_code == 302  # the second tap finds nobody waiting
    assert desk.tournament.stages.get(order=1).matches.count() == 2
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert "set by hand" in public
    assert WHY in public
