"""The page on which something of the next Swiss round is set by hand: the whole round is shown before it counts."""

import re
from typing import Any

import pytest

from tests.support.desk.formats import decide_all, started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.selectors import stages_of

SWISS = [{"format": "swiss", "parameters": {"rounds": 3}}]
PAGE = "round_by_hand"


def over(organiser: Any, browser: Any, teams: int = 6) -> Desk:
    desk = started(organiser, browser, teams, SWISS)
    decide_all(organiser, desk)
    return desk


def rounds(desk: Desk) -> int:
    return stages_of(desk.tournament)[0].rounds.count()


def ids(desk: Desk) -> dict[str, str]:
    return dict(desk.tournament.teams.values_list("name", "public_id"))


def sent(desk: Desk, **said: Any) -> dict[str, Any]:
    by_name = ids(desk)
    named = {key: [by_name.get(one, one) for one in value] if isinstance(value, list) else by_name.get(value, value)
             for key, value in said.items()}  # fmt: skip
    return {"before": "1", "reason": "As the captains asked.", **named}


def seen_in(page: Any) -> str:
    found = re.search(r'name="seen" value="(\w+)"', page.content.decode())
    assert found is not None
    return found[1]


def test_the_bracket_leads_there_once_the_round_is_over(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 6, SWISS)
    link = f'href="/desk/{desk.tournament.slug}/rounds/by-hand"'
    assert link not in desk.get("bracket").content.decode()
    assert desk.get(PAGE).status_code == 302
    assert "is not over" in text_of(desk.get("bracket"))
    decide_all(organiser, desk)
    assert link in desk.get("bracket").content.decode()
    assert desk.get(PAGE).status_code == 200


def test_the_whole_round_is_shown_first_and_then_paired_and_told(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of, 7)
    said = sent(desk, a_1="Team 1", b_1="Team 2", out=["Team 3"])
    shown = desk.post(PAGE, **said)
    assert shown.status_code == 422
    assert "Round 2 as it would be" in text_of(shown)
    assert re.search(r"Team [12] – Team [12] set by hand", text_of(shown))
    assert "Team 3 sits out" in text_of(shown)
    assert rounds(desk) == 1
    assert desk.post(PAGE, **said, seen=seen_in(shown)).status_code == 302
    assert "The round is paired." in text_of(desk.get("bracket"))
    assert rounds(desk) == 2
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    for words in ("Team 1 – Team 2, set by hand", "Team 3 sits out", "As the captains asked."):
        assert words in public


def test_who_sits_out_for_half_a_point_has_it_in_the_table_and_on_the_page_of_the_draws(
    organiser: Any, browser_of: Any
) -> None:
    desk = over(organiser, browser_of, 7)
    said = sent(desk, out=["Team 3"], half="on")
    shown = desk.post(PAGE, **said)
    assert "Team 3 sits out, ½" in text_of(shown)
    for_nothing = sent(desk, out=["Team 3"])
    assert desk.post(PAGE, **for_nothing, seen=seen_in(shown)).status_code == 422  # that was not shown
    assert desk.post(PAGE, **said, seen=seen_in(shown)).status_code == 302
    assert "Team 3 sits out, for half a point" in text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert "½" in text_of(desk.client.get(f"/{desk.tournament.slug}/standings"))
    answer = desk.client.get(f"/api/v1/tournaments/{desk.tournament.slug}/standings/").json()
    (table,) = answer["stages"][0]["tables"]
    scores = [row["values"]["score"] for row in table["rows"]]
    assert [score % 1 for score in scores if score % 1] == [0.5]
    assert all(isinstance(score, int) for score in scores if not score % 1)


def test_what_was_not_shown_is_not_paired(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of)
    shown = desk.post(PAGE, **sent(desk, a_1="Team 1", b_1="Team 2"))
    other = desk.post(PAGE, **sent(desk, a_1="Team 1", b_1="Team 3"), seen=seen_in(shown))
    assert other.status_code == 422
    assert rounds(desk) == 1
    assert seen_in(other) != seen_in(shown)


@pytest.mark.slow
def test_a_second_tap_pairs_no_third_round(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of)
    said = sent(desk, a_1="Team 1", b_1="Team 2")
    said["seen"] = seen_in(desk.post(PAGE, **said))
    desk.post(PAGE, **said)
    decide_all(organiser, desk)
    desk.post(PAGE, **said)
    assert "The round has been paired already." in text_of(desk.get("bracket"))
    assert rounds(desk) == 2


@pytest.mark.slow
def test_bad_input_is_said_beside_its_field_and_what_was_chosen_stays(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of)
    half = desk.post(PAGE, **sent(desk, a_1="Team 1", reason=""))
    errors = half.context["form"].errors
    assert "Choose both teams of a pair, or neither." in errors["b_1"]
    assert "reason" in errors
    assert half.context["form"]["a_1"].value() == ids(desk)["Team 1"]
    nothing = desk.post(PAGE, **sent(desk))
    assert "Nothing is set by hand" in text_of(nothing)
    twice = desk.post(PAGE, **sent(desk, a_1="Team 1", b_1="Team 2", a_2="Team 2", b_2="Team 3"))
    assert "Named more than once: Team 2." in text_of(twice)
    for wrong in ({"a_1": "nobody", "b_1": "Team 1"}, {"bye": "nobody"}, {"out": ["nobody"]}, {"relaxed": "x"}):
        assert desk.post(PAGE, **sent(desk, **wrong)).status_code == 422
    assert rounds(desk) == 1


@pytest.mark.slow
def test_where_the_rest_has_no_pairing_the_page_offers_what_can_be_relaxed(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of, 4)
    match = stages_of(desk.tournament)[0].matches.first()
    a, b = (team.name for team in match.teams)
    said = sent(desk, a_1=a, b_1=b)
    refused = desk.post(PAGE, **said)
    assert "No pairing is left" in text_of(refused)
    assert 'name="relaxed" value="rematches"' in refused.content.decode()
    shown = desk.post(PAGE, **said, relaxed="rematches")
    assert text_of(shown).count("have met before") == 2
    assert desk.post(PAGE, **said, relaxed="rematches", seen=seen_in(shown)).status_code == 302
    assert rounds(desk) == 2


@pytest.mark.slow
def test_who_fills_all_pairs_gets_room_for_more(organiser: Any, browser_of: Any) -> None:
    desk = over(organiser, browser_of, 30)
    assert len(desk.get(PAGE).context["form"].numbers) == 6
    pairs = {f"{side}_{number}": f"Team {2 * number - (side == 'a')}" for number in range(1, 7) for side in "ab"}
    assert len(desk.post(PAGE, **sent(desk, **pairs)).context["form"].numbers) == 12


def test_other_formats_have_no_such_page(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, [{"format": "knockout", "parameters": {}}])
    assert desk.get(PAGE).status_code == 302
    assert "No Swiss stage is being played." in text_of(desk.get("bracket"))
