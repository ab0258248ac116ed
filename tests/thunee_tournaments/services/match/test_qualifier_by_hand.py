"""Two that wait in a qualifier are let meet by the organiser; who makes the draw again finds no difference."""

from typing import Any

import pytest

from adjudication.models import Notice
from tests.support.services.formats import give, planned, ready, sound, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
WHY = "Both have waited an hour."


@pytest.fixture
def waiting(organiser: Any) -> Tournament:
    """Three teams: the winner of the first match waits on one win, the third on none, and nobody would meet."""
    tournament = planned(organiser, 3, [stage("streak", wins=3, entries=2), stage("knockout")])
    give(organiser, tournament, 1, "A")
    return tournament


def numbers(tournament: Tournament) -> list[int]:
    return [entry.number for entry in queries.in_queue(stage_of(tournament))]  # type: ignore[arg-type]


def meet(organiser: Any, tournament: Tournament, first: int, other: int, reason: str = WHY) -> Any:
    return acts.let_meet(actor=organiser, tournament=tournament, entries=(first, other), reason=reason)


def refused(*args: Any, **kwargs: Any) -> str:
    with pytest.raises(acts.Refused) as caught:
        meet(*args, **kwargs)
    return str(caught.value.code)


def test_two_on_different_streaks_meet_and_the_record_says_why(organiser: Any, waiting: Tournament) -> None:
    assert not ready(waiting)
    first, other = numbers(waiting)
    called = meet(organiser, waiting, other, first)
    assert [team.name for team in ready(waiting).get().teams] == [team.name for team in called.teams]
    assert called.queue["by_hand"] == [other, first]
    notice = Notice.objects.get(book=waiting.public_id, kind="meeting")
    assert notice.reason == WHY
    assert notice.body == {"stage": 1, "match": called.number, "teams": [team.public_id for team in called.teams]}
    assert redraw.check(waiting) == []
    sound(waiting)


def test_another_pair_than_was_chosen_would_be_found(organiser: Any, waiting: Tournament) -> None:
    first, other = numbers(waiting)
    called = meet(organiser, waiting, first, other)
    called.queue["by_hand"] = [first, 99]
    called.save(update_fields=["queue"])
    assert redraw.check(waiting)


def test_the_winner_goes_on_from_its_own_row_and_the_loser_is_out(organiser: Any, waiting: Tournament) -> None:
    first, other = numbers(waiting)
    called = meet(organiser, waiting, first, other)
    give(organiser, waiting, called.number, "B")
    standings = {one.entry.number: one for one in queries.qualifier_standings(stage_of(waiting))}  # type: ignore[arg-type]
    assert standings[other].streak in (1, 2)
    assert standings[first].state == "out"
    assert redraw.check(waiting) == []


def test_a_match_by_hand_is_given_away_like_any_other(organiser: Any, waiting: Tournament) -> None:
    first, other = numbers(waiting)
    called = meet(organiser, waiting, first, other)
    team = called.team("A")
    acts.withdraw_team(actor=organiser, team=team, reason="They went home.")
    assert match(waiting, called.number).winning_side == "B"
    assert redraw.check(waiting) == []


def test_who_does_not_wait_any_more_cannot_meet_nor_a_team_itself(organiser: Any, waiting: Tournament) -> None:
    first, other = numbers(waiting)
    assert refused(organiser, waiting, first, first) == "same_team"
    assert refused(organiser, waiting, first, 99) == "not_waiting"
    assert refused(organiser, waiting, first, other, " ") == "reason_missing"
    meet(organiser, waiting, first, other)
    assert refused(organiser, waiting, first, other) == "not_waiting"  # the second of two taps
    assert waiting.stages.get(order=1).matches.count() == 2


def test_elsewhere_than_in_a_qualifier_nobody_is_let_meet(organiser: Any) -> None:
    cup = planned(organiser, 4, [stage("knockout")])
    assert refused(organiser, cup, 1, 2) == "no_qualifier"
