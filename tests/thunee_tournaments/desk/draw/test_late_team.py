"""A team comes once the draw is published: it is entered at the desk, and gets a place on a page that shows what it
changes."""

from typing import Any

import pytest

from tests.support.desk.formats import started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

KNOCKOUT = [{"format": "knockout", "parameters": {}}]
WHY = "Their car broke down."


def drawn(organiser: Any, browser: Any, teams: int = 5) -> Desk:
    return started(organiser, browser, teams, KNOCKOUT)


def entered(desk: Desk, name: str = "Latecomers") -> Team:
    answer = desk.post("teams", name=name, club="", player_1="Ann", player_2="Bo")
    team = desk.tournament.teams.get(name=name)
    assert answer.headers["Location"] == f"/desk/{desk.tournament.slug}/draw/late?team={team.public_id}"
    return team


def fresh(desk: Desk) -> Tournament:
    return Tournament.objects.get(pk=desk.tournament.pk)


def bye(desk: Desk) -> queries.FreePlace:
    return queries.free_places(fresh(desk))[0]


@pytest.mark.slow
def test_a_late_team_is_entered_waits_and_gets_the_bye_that_the_page_showed(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    assert "A team comes late" in text_of(desk.get("teams"))
    team = entered(desk)
    listed = text_of(desk.get("teams"))
    assert "waits for a place" in listed
    assert "Give a late team a place" in listed
    assert "waits for a place" in text_of(desk.client.get(f"/{desk.tournament.slug}/teams"))
    place = bye(desk)
    said = {"team": team.public_id, "place": f"bye:{place.match.number}", "reason": WHY}
    shown = text_of(desk.post("late_team", **said))
    assert f"{place.team.name} – bye" in shown
    assert f"{place.team.name} – Latecomers" in shown
    assert Match.objects.get(pk=place.match.pk).state == "bye"
    seen = f"{team.public_id} bye:{place.match.number}"
    assert desk.post("late_team", **said, seen=seen).status_code == 302
    assert f"Latecomers plays against {place.team.name}." in text_of(desk.get("bracket"))
    assert Match.objects.get(pk=place.match.pk).state == "ready"
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert f"Latecomers came in late, in match {place.match.number}" in public
    assert WHY in public
    assert desk.post("late_team", **said, seen=seen).status_code == 302
    assert "This has been done already." in text_of(desk.get("bracket"))
    assert desk.get("late_team").status_code == 302
    assert "No team waits for a place." in text_of(desk.get("teams"))


def test_it_takes_the_place_of_one_that_is_not_here_which_waits_then(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    team = entered(desk)
    other = desk.tournament.teams.get(seed=4)
    said = {"team": team.public_id, "place": f"team:{other.public_id}", "reason": WHY}
    assert "What it changes" in text_of(desk.post("late_team", **said))
    assert desk.post("late_team", **said, seen=f"{team.public_id} team:{other.public_id}").status_code == 302
    assert "which waits for a place from now on" in text_of(desk.get("bracket"))
    team.refresh_from_db()
    assert team.seed == 4
    assert queries.waiting_teams(fresh(desk)) == [other]


def test_in_a_swiss_it_comes_in_with_the_next_round(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 6, [{"format": "swiss", "parameters": {"rounds": 3}}])
    team = entered(desk)
    said = {"team": team.public_id, "place": "round:2", "reason": WHY}
    assert "It is paired from round 2 on" in text_of(desk.post("late_team", **said))
    assert queries.waiting_teams(fresh(desk)) == [team]
    assert desk.post("late_team", **said, seen=f"{team.public_id} round:2").status_code == 302
    assert "Latecomers plays from round 2 on." in text_of(desk.get("bracket"))
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert "Latecomers came in late, from round 2 on" in public


def test_what_is_missing_or_has_gone_is_said_beside_it_and_changes_nothing(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    team, other = entered(desk), desk.tournament.teams.get(seed=4)
    for given, said in (
        ({"team": "", "place": "", "reason": ""}, "Choose a place."),
        ({"team": team.public_id, "place": "bye:99", "reason": WHY}, ""),
        ({"team": "zz\0", "place": f"team:{other.public_id}", "reason": WHY}, ""),
        ({"team": team.public_id, "place": f"team:{other.public_id}", "reason": " "}, "Say why."),
    ):
        answer = desk.post("late_team", **given)
        assert answer.status_code == 422, given
        assert said in text_of(answer)
    assert queries.waiting_teams(fresh(desk)) == [team]


def test_where_everybody_has_begun_to_play_the_page_says_so(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of, 4)
    entered(desk)
    for match in Match.objects.filter(stage__tournament=desk.tournament, state="ready"):
        acts.award_walkover(actor=organiser, match=match, side="A", reason="test")
    assert "Every team has begun to play" in text_of(desk.get("late_team"))


@pytest.mark.parametrize("plan", [[{"format": "streak", "parameters": {"wins": 2, "places": 2}}]])
def test_in_a_qualifier_nobody_waits_for_a_place(organiser: Any, browser_of: Any, plan: Any) -> None:
    desk = started(organiser, browser_of, 4, plan)
    assert "A team comes late" not in text_of(desk.get("teams"))
    desk.post("teams", name="Latecomers", club="", player_1="Ann", player_2="Bo")
    assert queries.waiting_teams(fresh(desk)) == []
