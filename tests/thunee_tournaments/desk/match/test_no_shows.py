"""A team that is missing, at the desk: started, shown, stopped, and the match given to the others."""

import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.tables.models import NoShow, Seating


def tap(desk: Desk, do: str, side: str = "B", **more: Any) -> str:
    return text_of(desk.after("no_show", match(desk.tournament, 1).public_id, do=do, side=side, **more))


def run_out(desk: Desk) -> None:
    """The clock was started eleven minutes ago."""
    since = timezone.now() - timedelta(minutes=11)
    Seating.objects.update(created_at=since)
    NoShow.objects.update(started_at=since, until=since + timedelta(minutes=10))


def as_role(desk: Desk, role: str) -> Desk:
    client = Client()
    client.force_login(RoleFactory(tournament=desk.tournament, role=role).user)
    return Desk(client, desk.tournament)


def page(desk: Desk) -> str:
    return text_of(desk.get("match", match(desk.tournament, 1).public_id))


def test_a_team_is_missing_and_everybody_at_the_desk_sees_it(playing: Desk) -> None:
    assert "has until" in tap(playing, "start")
    for name, args in (("overview", ()), ("tables", ()), ("match", (match(playing.tournament, 1).public_id,))):
        said = text_of(playing.get(name, *args))
        assert re.search("Team 4 (is|has been) missing", said), name


def test_they_are_here_and_nothing_is_left_of_it(playing: Desk) -> None:
    tap(playing, "start")
    assert "They are here: the clock is stopped." in tap(playing, "stop")
    assert not re.search("Team 4 (is|has been) missing", text_of(playing.get("overview")))
    assert "No clock was running" in tap(playing, "stop")


def test_when_the_time_is_up_the_page_says_what_giving_the_match_does_and_does_it(playing: Desk) -> None:
    tap(playing, "start")
    run_out(playing)
    said = page(playing)
    assert "The time is up." in said
    assert "Team 1 has won and goes on, Team 4 has lost. It scores nothing, unless" in said
    assert "The match is decided by a walkover." in tap(playing, "give", reason="No answer.")
    assert "Team 4 did not come" in page(playing)
    assert "No answer." in page(playing)


def test_before_that_it_is_refused_without_a_reason_and_done_with_one(playing: Desk) -> None:
    tap(playing, "start")
    assert "Team 4 may still come, until" in tap(playing, "give")
    assert not match(playing.tournament, 1).over
    tap(playing, "give", reason="They telephoned.")
    assert match(playing.tournament, 1).over


def test_a_referee_waits_for_the_time_and_a_scorekeeper_gives_no_match_away(playing: Desk) -> None:
    tap(playing, "start")
    referee, scorekeeper = as_role(playing, "referee"), as_role(playing, "scorekeeper")
    assert "you may give the match to the others" in page(referee)
    assert "Give the match to" not in page(referee)
    assert "Team 4 may still come" in tap(referee, "give", reason="I am tired of waiting.")
    run_out(playing)
    assert "Give the match to Team 1" in page(referee)
    assert "Give the match to" not in page(scorekeeper)
    assert "You have no right to do this here." in tap(scorekeeper, "give")
    tap(referee, "give")
    assert match(playing.tournament, 1).over


def test_two_desks_at_once_do_each_others_work_no_harm(playing: Desk) -> None:
    other = as_role(playing, "chief_referee")
    tap(playing, "start")
    tap(other, "start")
    assert NoShow.objects.count() == 1
    run_out(playing)
    tap(other, "stop")
    assert "No clock runs for this team any more" in tap(playing, "give"), "they came while this page was open"
    tap(playing, "start")
    run_out(playing)
    tap(playing, "give", reason="first")
    assert "The match is decided by a walkover." in tap(other, "give", reason="second")
    assert match(playing.tournament, 1).reason.endswith("first")


def test_nothing_is_offered_where_nobody_can_be_missing(playing: Desk, write: Any) -> None:
    assert "Team 4 is not here" in page(playing)
    write(game(playing.tournament, 1), count("A"))
    assert "Team 4 is not here" not in page(playing)
    assert "Team 4 is not here" not in page(as_role(playing, "viewer"))


def test_what_is_sent_wrongly_is_answered_in_words(playing: Desk) -> None:
    assert "Say what is to be done." in tap(playing, "dance")
    assert "Say which of the two teams is meant." in tap(playing, "start", side="²")
