"""The page on which two teams change places: it shows the matches before and after, then does it."""

from typing import Any

import pytest

from tests.support.desk.formats import decide_all, started
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts

KNOCKOUT = [{"format": "knockout", "parameters": {}}]


def drawn(organiser: Any, browser: Any, teams: int = 4) -> Desk:
    return started(organiser, browser, teams, KNOCKOUT)


def first_matches(desk: Desk) -> list[str]:
    matches = Match.objects.filter(stage__tournament=desk.tournament, round__number=1).order_by("number")
    return [match.title for match in matches]


def sent(desk: Desk, **changed: str) -> dict[str, str]:
    teams = list(desk.tournament.teams.order_by("seed"))
    team, other = teams[0].public_id, teams[1].public_id
    said = {"team": team, "other": other, "reason": "They are one family.", "seen": f"{team}:1 {other}:2"}
    return said | changed


@pytest.mark.slow
def test_the_page_shows_before_and_after_and_changes_nothing_until_it_is_told(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    before = first_matches(desk)
    assert f'href="/desk/{desk.tournament.slug}/draw/swap"' in desk.get("bracket").content.decode()
    page = text_of(desk.post("swap", **{**sent(desk), "seen": ""}))
    one, two = desk.tournament.teams.order_by("seed")[:2]
    for title in before:
        swapped = title.replace(one.name, "#").replace(two.name, one.name).replace("#", two.name)
        assert title in page
        assert swapped in page
    assert first_matches(desk) == before
    assert desk.post("swap", **sent(desk)).status_code == 302
    assert f"{one.name} and {two.name} have changed places." in text_of(desk.get("bracket"))
    assert first_matches(desk) != before
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert f"{one.name} and {two.name} changed places" in public
    assert "They are one family." in public
    assert "have changed places" in text_of(desk.get("bracket"))


def test_what_is_missing_or_cannot_be_is_said_beside_it_and_what_was_typed_stays(
    organiser: Any, browser_of: Any
) -> None:
    desk = drawn(organiser, browser_of)
    before = first_matches(desk)
    same = sent(desk)["team"]
    for given, said in (
        (sent(desk, team=""), "Choose a team."),
        (sent(desk, reason=" "), "Say why."),
        (sent(desk, other=same), "Choose two different teams."),
        (sent(desk, other=same, seen=""), "Choose two different teams."),
        (sent(desk, other="zz\0"), ""),
    ):
        answer = desk.post("swap", **given)
        assert answer.status_code == 422, given
        assert said in text_of(answer)
        assert given["reason"].strip() in answer.content.decode()
    assert first_matches(desk) == before


@pytest.mark.slow
def test_who_has_begun_to_play_is_not_offered_and_a_late_answer_is_refused(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    late = sent(desk)
    playing = Match.objects.filter(stage__tournament=desk.tournament, state="ready").first()
    assert playing is not None
    decide(organiser, playing)
    page = desk.get("swap")
    assert page.status_code == 200
    for team in playing.teams:
        assert team is not None
        assert f'value="{team.public_id}"' not in page.content.decode()
    before = first_matches(desk)
    assert desk.post("swap", **late).status_code == 422
    assert first_matches(desk) == before
    decide(organiser, Match.objects.filter(stage__tournament=desk.tournament, state="ready", round__number=1).get())
    assert desk.get("swap").status_code == 302
    assert "No two teams can change places now" in text_of(desk.get("bracket"))


def decide(organiser: Any, match: Match) -> None:
    acts.award_walkover(actor=organiser, match=match, side="A", reason="did not come")


def test_other_teams_than_those_shown_are_shown_first(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    before, third = first_matches(desk), desk.tournament.teams.order_by("seed")[2]
    answer = desk.post("swap", **sent(desk, other=third.public_id))
    assert answer.status_code == 422
    assert "What it changes" in text_of(answer)
    assert first_matches(desk) == before


def test_a_second_tap_takes_nothing_back(organiser: Any, browser_of: Any) -> None:
    desk = drawn(organiser, browser_of)
    said = sent(desk)
    desk.post("swap", **said)
    after = first_matches(desk)
    assert desk.post("swap", **said).status_code == 302
    assert first_matches(desk) == after
    assert "This has been done already." in text_of(desk.get("bracket"))


def test_in_a_qualifier_where_nobody_has_a_place_it_is_not_offered(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, [{"format": "streak", "parameters": {}}])
    assert "/draw/swap" not in desk.get("bracket").content.decode()


def test_places_of_a_later_stage_are_changed_there_and_told(organiser: Any, browser_of: Any) -> None:
    feed = {"take": "ranks", "stage": 1, "last": 2, "best": 0}
    plan = [{"format": "groups", "parameters": {"groups": 2}}, {"format": "knockout", "parameters": {"feed": feed}}]
    desk = started(organiser, browser_of, 6, plan)
    decide_all(organiser, desk)
    assert f'href="/desk/{desk.tournament.slug}/draw/swap"' not in desk.get("bracket").content.decode()
    second = acts.start_next_stage(actor=organiser, tournament=desk.tournament)
    assert f'href="/desk/{desk.tournament.slug}/draw/swap"' in desk.get("bracket").content.decode()
    named = dict(desk.tournament.teams.values_list("public_id", "name"))
    team, other = second.inputs["order"][0], second.inputs["order"][1]
    said = {"team": team, "other": other, "reason": "They are one family."}
    shown = text_of(desk.post("swap", **said))
    assert "What it changes" in shown
    assert desk.post("swap", **said, seen=f"{team}:1 {other}:2").status_code == 302
    again = desk.post("swap", **said, seen=f"{team}:1 {other}:2")  # a second tap
    assert again.status_code == 302
    assert "This has been done already." in text_of(desk.get("bracket"))
    semifinals = Match.objects.filter(stage=second, round__number=1)
    assert {frozenset(one.seeds) for one in semifinals} == {frozenset({2, 4}), frozenset({1, 3})}
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert f"{named[team]} and {named[other]} changed places" in public


def test_two_of_different_stages_cannot_change_places(organiser: Any, browser_of: Any) -> None:
    top = {"take": "ranks", "stage": 1, "first": 1, "last": 2, "best": 0}
    rest = {"take": "ranks", "stage": 1, "first": 3, "last": 4, "best": 0}
    plan = [
        {"format": "groups", "parameters": {"groups": 2}},
        *({"format": "knockout", "parameters": {"feed": feed}} for feed in (top, rest)),
    ]
    desk = started(organiser, browser_of, 8, plan)
    decide_all(organiser, desk)
    stages = [acts.start_next_stage(actor=organiser, tournament=desk.tournament) for _ in range(2)]
    team, other = (stage.inputs["order"][0] for stage in stages)
    answer = desk.post("swap", team=team, other=other, reason="x")
    assert answer.status_code == 422
    assert "These two play in different stages." in text_of(answer)
