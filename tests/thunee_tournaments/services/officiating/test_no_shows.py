"""A team that is missing at its table: its clock, who stops it, and the match that goes to the others (EV-NOSHOW-1)."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from tests.factories import RoleFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.officiating import no_shows
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.models import NoShow, Seating
from thunee_tournaments.tables.no_shows import missing_at, missing_in
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask, Tournament

pytestmark = pytest.mark.django_db
SIX = timezone.make_aware(timezone.datetime(2026, 11, 21, 18, 3))


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(SIX - timedelta(minutes=5), tick=False) as travelled:
        yield travelled


@pytest.fixture
def tournament(clock: Any, organiser: Any) -> Tournament:
    found = draw(organiser, 4, table_count=2)
    clock.shift(timedelta(minutes=5))
    return found


def refused(act: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(**said)
    return str(caught.value.code)


def first(tournament: Tournament, **more: Any) -> dict[str, Any]:
    return {"match": match(tournament, 1), "side": "B", **more}


def test_a_team_that_does_not_come_has_its_time_and_then_the_match_may_go_to_the_others(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    started = acts.start_no_show(actor=organiser, **first(tournament))
    assert (started.team.name, started.since, started.left) == ("Team 4", SIX, 600)
    assert started.until == SIX + timedelta(minutes=10)
    clock.shift(timedelta(minutes=9, seconds=59))
    assert missing_in(match(tournament, 1))[0].left == 1
    assert refused(acts.award_no_show, actor=organiser, **first(tournament)) == "too_early"
    clock.shift(timedelta(seconds=1))
    assert missing_in(match(tournament, 1))[0].over
    given = acts.award_no_show(actor=organiser, **first(tournament, reason="Nobody answered the telephone."))
    assert (given.winner.name, given.outcome) == ("Team 1", "walkover")
    assert given.reason == (
        "Team 4 did not come: missing since 21 November, 18:03, with time until 18:13 (EV-NOSHOW-1). "
        "Nobody answered the telephone."
    )
    assert match(tournament, 3).team("A").name == "Team 1"
    assert NoShow.objects.get().end == NoShow.End.WALKOVER


def test_the_minutes_are_the_events_and_a_clock_keeps_those_it_was_started_with(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"no_show_minutes": 3})
    acts.start_no_show(actor=organiser, **first(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(policies={"no_show_minutes": 30})
    clock.shift(timedelta(minutes=3))
    acts.award_no_show(actor=organiser, **first(tournament))


def test_they_are_here_stops_the_clock_also_after_it_has_run_out(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    clock.shift(timedelta(minutes=12))
    assert acts.stop_no_show(actor=organiser, **first(tournament))
    assert missing_in(match(tournament, 1)) == []
    assert refused(acts.award_no_show, actor=organiser, **first(tournament)) == "not_missing"
    # Gone again: the whole time is theirs once more.
    assert acts.start_no_show(actor=organiser, **first(tournament)).left == 600


@pytest.mark.slow
def test_a_double_tap_starts_one_clock_stops_it_once_and_gives_the_match_once(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    started = acts.start_no_show(actor=organiser, **first(tournament))
    clock.shift(timedelta(minutes=2))
    again = acts.start_no_show(actor=organiser, **first(tournament))
    assert (again.until, NoShow.objects.count()) == (started.until, 1)
    assert acts.stop_no_show(actor=organiser, **first(tournament))
    before = Tournament.objects.get(pk=tournament.pk).version
    assert not acts.stop_no_show(actor=organiser, **first(tournament))
    assert Tournament.objects.get(pk=tournament.pk).version == before
    acts.start_no_show(actor=organiser, **first(tournament))
    clock.shift(timedelta(minutes=10))
    one = acts.award_no_show(actor=organiser, **first(tournament))
    two = acts.award_no_show(actor=organiser, **first(tournament, reason="again"))
    assert (two.reason, two.done_at) == (one.reason, one.done_at)


def test_before_the_time_is_up_only_the_chief_gives_the_match_away_and_says_why(
    tournament: Tournament, organiser: Any
) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    referee = RoleFactory(tournament=tournament, role="referee").user
    said = first(tournament, reason="They telephoned: the car has broken down.")
    assert refused(acts.award_no_show, actor=referee, **said) == "too_early"
    assert refused(acts.award_no_show, actor=organiser, **first(tournament, reason="  ")) == "too_early"
    chief = RoleFactory(tournament=tournament, role="chief_referee").user
    given = acts.award_no_show(actor=chief, **said)
    assert given.reason == (
        "Team 4 did not come: missing since 21 November, 18:03, decided before the time was up (EV-NOSHOW-1). "
        "They telephoned: the car has broken down."
    )


def test_a_referee_gives_it_once_the_time_is_up_but_not_for_the_own_team(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    clock.shift(timedelta(minutes=10))
    own = match(tournament, 1).team("A").public_id
    partial = RoleFactory(tournament=tournament, role="referee", team=own).user
    assert refused(acts.award_no_show, actor=partial, **first(tournament)) == "conflict"
    acts.award_no_show(actor=RoleFactory(tournament=tournament, role="referee").user, **first(tournament))


def test_where_both_are_missing_the_clock_gives_the_match_to_nobody(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    for side in "AB":
        acts.start_no_show(actor=organiser, match=match(tournament, 1), side=side)
    clock.shift(timedelta(minutes=10))
    assert refused(acts.award_no_show, actor=organiser, **first(tournament)) == "both_missing"
    acts.stop_no_show(actor=organiser, match=match(tournament, 1), side="A")
    acts.award_no_show(actor=organiser, **first(tournament))


def test_the_tables_phone_starts_and_stops_it_where_it_may_write(tournament: Tournament, organiser: Any) -> None:
    link = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).link
    acts.start_no_show(actor=link, **first(tournament))
    assert missing_in(match(tournament, 1))[0].by == "table:1"
    assert refused(acts.start_no_show, actor=link, match=match(tournament, 2), side="A") == "not_here"
    assert refused(acts.award_no_show, actor=link, **first(tournament)) == "not_allowed"
    assert acts.stop_no_show(actor=link, **first(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(policies={"scoring": "referee"})
    link.refresh_from_db()
    assert refused(acts.start_no_show, actor=link, **first(tournament)) == "referees_write"


def test_who_writes_a_hand_has_somebody_to_play_with(
    clock: Any, tournament: Tournament, organiser: Any, write: Any
) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    clock.shift(timedelta(minutes=4))
    write(game(tournament, 1), count("B"))
    assert missing_at(tournament) == {}
    assert refused(acts.award_no_show, actor=organiser, **first(tournament)) == "not_missing"
    assert refused(acts.start_no_show, actor=organiser, **first(tournament)) == "begun"


@pytest.mark.slow
def test_a_team_that_is_late_for_the_second_game_has_its_time_too(
    clock: Any, organiser: Any, win: Any, write: Any
) -> None:
    tournament = draw(organiser, 2, table_count=1, best_of=3)
    while game(tournament, 1).number == 1:
        write(game(tournament, 1), count("A"))
    clock.shift(timedelta(minutes=1))
    acts.start_no_show(actor=organiser, match=match(tournament, 1), side="B")
    clock.shift(timedelta(minutes=10))
    given = acts.award_no_show(actor=organiser, match=match(tournament, 1), side="B")
    assert (given.winning_side, given.outcome, given.side("A").games_won) == ("A", "walkover", 1)


def test_nobody_is_late_for_a_match_that_is_not_called_and_a_clock_goes_with_the_call(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    assert refused(acts.start_no_show, actor=organiser, match=match(tournament, 3), side="A") == "teams_unknown"
    acts.start_no_show(actor=organiser, **first(tournament))
    acts.move_match(
        actor=organiser, match=match(tournament, 1), table=tournament.tables.get(number=2), reason="The lamp."
    )
    assert len(missing_in(match(tournament, 1))) == 1, "another table is not another call"
    Seating.objects.filter(match=match(tournament, 1)).delete()
    assert missing_in(match(tournament, 1)) == []
    assert refused(acts.start_no_show, actor=organiser, **first(tournament)) == "not_called"
    clock.shift(timedelta(minutes=20))
    acts.assign_tables(actor=organiser, tournament=tournament)
    assert missing_in(match(tournament, 1)) == [], "a new call is a new start"
    assert acts.start_no_show(actor=organiser, **first(tournament)).left == 600


def test_a_walkover_taken_back_brings_no_old_clock_with_it(clock: Any, tournament: Tournament, organiser: Any) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="They went home.")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="They are here.")
    assert missing_in(match(tournament, 1)) == []


@pytest.mark.parametrize("side", ["", "C", "AB"])
def test_a_side_there_is_not_is_refused_in_words(tournament: Tournament, organiser: Any, side: str) -> None:
    for act in (acts.start_no_show, acts.stop_no_show, acts.award_no_show):
        assert refused(act, actor=organiser, match=match(tournament, 1), side=side) == "bad_side"


def test_nothing_is_started_in_a_closed_tournament(tournament: Tournament, organiser: Any) -> None:
    acts.close_tournament(actor=organiser, tournament=tournament, reason="Rain.")
    assert refused(acts.start_no_show, actor=organiser, **first(tournament)) == "tournament_closed"
    assert not NoShow.objects.exists()


def test_a_no_show_counts_as_a_match_won_and_lost_without_games_or_balls(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    clock.shift(timedelta(minutes=10))
    acts.award_no_show(actor=organiser, **first(tournament))
    rows = {row["name"]: row["values"] for row in snapshots.read(tournament).data["rows"]}
    assert [rows["Team 1"][key] for key in ("matches_won", "games_won", "balls_for")] == [1, None, None]
    assert rows["Team 4"]["matches_won"] == 0


def test_when_the_time_is_up_the_pages_are_told_once_and_only_if_the_clock_counts(
    clock: Any, tournament: Tournament, organiser: Any
) -> None:
    acts.start_no_show(actor=organiser, **first(tournament))
    task = OutboxTask.objects.get(kind=no_shows.KIND)
    assert task.not_before == SIX + timedelta(minutes=10)
    clock.shift(timedelta(minutes=10))
    before = Tournament.objects.get(pk=tournament.pk).version
    outbox.HANDLERS[no_shows.KIND](task.payload)
    assert Tournament.objects.get(pk=tournament.pk).version == before + 1
    acts.stop_no_show(actor=organiser, **first(tournament))
    stopped = Tournament.objects.get(pk=tournament.pk).version
    outbox.HANDLERS[no_shows.KIND](task.payload)
    assert Tournament.objects.get(pk=tournament.pk).version == stopped
