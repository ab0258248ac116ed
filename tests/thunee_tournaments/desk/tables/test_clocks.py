"""The clocks at the desk, the bell in a match, and the tables that stand out."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from adjudication.models import Scoresheet
from tests.support.brackets.sides import sides
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import Write, count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import RoundTimer, Seating
from thunee_tournaments.tournaments.models import Tournament


def change(desk: Desk, do: str, **more: Any) -> str:
    round_ = match(desk.tournament, 1).round
    return text_of(desk.after("clocks", round=round_.pk, do=do, **more))


def test_a_round_is_given_minutes_started_paused_prolonged_and_rung(playing: Desk) -> None:
    assert "40:00 not started" in change(playing, "set", minutes="40")
    assert "until" in change(playing, "start")
    assert "left, paused" in change(playing, "pause")
    assert "44:5" in change(playing, "add", minutes="5").replace("45:00", "44:59")
    change(playing, "start")
    assert "The bell has rung." in change(playing, "ring")
    assert "The clock is taken off" in change(playing, "stop")
    assert not RoundTimer.objects.exists()


def test_two_taps_on_add_minutes_add_them_once(playing: Desk) -> None:
    change(playing, "set", minutes="40")
    seen = re.search(r'name="seen" value="(\d+)"', playing.get("clocks").content.decode())
    assert seen
    change(playing, "add", minutes="5", seen=seen[1])
    assert "has been given more time" in change(playing, "add", minutes="5", seen=seen[1])
    assert RoundTimer.objects.get().seconds == 45 * 60


@pytest.mark.parametrize("minutes", ["", "-3", "soon", "99999", "²"])
def test_minutes_that_make_no_sense_are_refused_in_words(playing: Desk, minutes: str) -> None:
    assert "Give 1 to 720 minutes." in change(playing, "set", minutes=minutes)


def test_a_clock_that_is_told_nothing_known_says_so(playing: Desk) -> None:
    assert "Say what is to be done." in change(playing, "explode")


def test_a_round_that_is_not_there_is_said_so(playing: Desk) -> None:
    assert "This round is over" in text_of(playing.after("clocks", round="0", do="start"))


def test_everybody_at_the_desk_sees_the_clock(playing: Desk) -> None:
    change(playing, "set", minutes="40")
    assert "40:00 not started" in text_of(playing.get("overview"))


def test_the_desk_ends_a_game_at_the_bell_and_takes_that_back(playing: Desk, write: Write) -> None:
    write(game(playing.tournament, 1), count("A"))
    change(playing, "set", minutes="40")
    change(playing, "ring")
    public_id = match(playing.tournament, 1).public_id
    assert "Team 1 wins at 1–0." in text_of(playing.get("match", public_id))

    head = game(playing.tournament, 1).sheet.head
    said = text_of(playing.after("bell", public_id, 1, do="end", head=head))
    assert "Ended by the bell at 1–0: Team 1 is ahead." in said
    assert match(playing.tournament, 1).over

    head = game(playing.tournament, 1).sheet.head
    assert "Say why the game goes on." in text_of(playing.after("bell", public_id, 1, do="back", head=head, reason=" "))
    said = text_of(playing.after("bell", public_id, 1, do="back", head=head, reason="They had cut."))
    assert "the game goes on" in said
    assert not match(playing.tournament, 1).over
    for seq, title in ((2, "The bell ended the game"), (3, "The bell was taken back")):
        assert title in text_of(playing.get("change", public_id, 1, seq))


def test_a_hand_written_at_the_desk_after_the_bell_is_the_last(playing: Desk, write: Write) -> None:
    change(playing, "set", minutes="40")
    change(playing, "ring")
    found = match(playing.tournament, 1)
    typed = {"trumper": 0, "points_of": "counting", "points": 60, "last_trick": 0, "call": 0}
    head = game(playing.tournament, 1).sheet.head
    review = playing.post("write", found.public_id, 1, action="check", head=head, **typed)
    assert "This is the last hand: Team 1 wins at 1–0." in text_of(review)
    assert b'name="last" value="1"' in review.content
    sent = dict(review.context["typed"]) | {"head": review.context["head"], "key": review.context["key"], "last": "1"}
    playing.post("write", found.public_id, 1, action="save", **sent)
    assert match(playing.tournament, 1).winning_side == "A"


def test_a_table_without_a_hand_for_too_long_is_overdue_in_words(playing: Desk, write: Write) -> None:
    write(game(playing.tournament, 1), count("A"))
    assert "overdue" not in text_of(playing.get("overview"))
    long_ago = timezone.now() - timedelta(minutes=34, seconds=5)
    Seating.objects.update(created_at=long_ago)
    said = text_of(playing.get("overview"))  # table 2 was called and has written nothing; table 1 has
    assert "1 table is overdue." in said
    assert "overdue: called 34 minutes ago" in said


def test_nobody_is_overdue_while_the_clock_is_paused_or_the_event_does_not_ask(playing: Desk) -> None:
    Seating.objects.update(created_at=timezone.now() - timedelta(minutes=34))
    assert "2 tables are overdue." in text_of(playing.get("overview"))
    change(playing, "set", minutes="40")
    assert "overdue" not in text_of(playing.get("overview"))
    change(playing, "stop")
    Tournament.objects.filter(pk=playing.tournament.pk).update(policies={"overdue_minutes": 0})
    assert "overdue" not in text_of(playing.get("overview"))


def test_a_game_that_waits_for_signatures_is_not_overdue(playing: Desk, write: Write) -> None:
    write(game(playing.tournament, 1), count("A"))
    Seating.objects.update(created_at=timezone.now() - timedelta(minutes=34))
    Seating.objects.filter(match=match(playing.tournament, 2)).delete()
    Scoresheet.objects.filter(pk=game(playing.tournament, 1).sheet_id).update(state="over", winner="A")
    assert "overdue" not in text_of(playing.get("overview"))


def test_a_free_table_is_idle_while_a_match_waits_and_says_when_matches_may_begin(
    organiser: Any, playing: Desk
) -> None:
    assert "idle" not in text_of(playing.get("overview"))
    Seating.objects.filter(match=match(playing.tournament, 2)).delete()
    said = text_of(playing.get("overview"))
    assert "Table 2 is idle while matches wait." in said


def test_no_table_is_idle_while_the_only_match_that_waits_has_a_team_at_another(
    organiser: Any, browser_of: Any
) -> None:
    tournament = draw(organiser, 4, table_count=3)
    team = match(tournament, 1).team("A")
    Seating.objects.filter(match=match(tournament, 2)).delete()
    sides("A", pk=match(tournament, 2).pk).update(team=team)
    said = text_of(Desk(browser_of, tournament).get("overview"))
    assert "Waiting for a team" in said
    assert "idle" not in said


def test_matches_that_wait_for_a_table_say_about_when(organiser: Any, browser_of: Any, win: Any) -> None:
    tournament = draw(organiser, 16, table_count=2)
    for number in (1, 2):
        win(tournament, number, "A")
        hour = timezone.now() - timedelta(minutes=40)
        Seating.objects.filter(match=match(tournament, number)).update(created_at=hour)
    said = text_of(Desk(browser_of, tournament).get("overview"))
    assert "about " in said.partition("Waiting for a table")[2]


@pytest.mark.slow
def test_matches_are_called_by_themselves_and_by_hand_and_no_team_sits_at_two_tables(
    organiser: Any, browser_of: Any, win: Any
) -> None:
    tournament = draw(organiser, 16, table_count=3)
    for number in range(1, 9):
        win(tournament, number, "A")
        sitting = Seating.objects.filter(match__stage__tournament=tournament, ended_at=None).select_related("match")
        teams = [team for one in sitting for team in one.match.team_ids]
        assert len(teams) == len(set(teams))
        assert len({one.table_id for one in sitting}) == len(sitting)
    Seating.objects.filter(match=match(tournament, 9)).delete()
    desk = Desk(browser_of, tournament)
    assert "called" in text_of(desk.after("call"))
    assert acts.assign_tables(actor=organiser, tournament=tournament) == []
