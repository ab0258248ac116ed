"""Draws and walkovers stand in the record for good, whoever makes them and however they are taken back."""

from typing import Any

import pytest

from adjudication import audit, notices, verify
from adjudication.book import Book
from adjudication.models import Notice
from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import LOT, draw, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import notices as told
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


def kinds(tournament: Tournament, subject: str = told.DRAWS) -> list[str]:
    return [one.kind for one in notices.about(tournament.public_id, subject)]


def of_match(tournament: Tournament, number: int) -> list[tuple[str, str, str]]:
    subject = told.about_match(match(tournament, number).public_id)
    return [(one.kind, one.actor, one.reason) for one in notices.about(tournament.public_id, subject)]


def test_whoever_draws_until_pleased_is_seen_by_everybody(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    for _ in range(2):
        acts.redraw_event(actor=organiser, tournament=tournament)
    assert kinds(tournament) == ["draw", "draw_back", "draw", "draw_back", "draw"]
    [first, *_others, last] = notices.about(tournament.public_id, told.DRAWS)
    assert (first.body["lot"], first.actor) == (LOT, f"user:{organiser.pk}")
    assert last.body["lot"] == Stage.objects.get(tournament=tournament).lot
    assert sorted(last.body["order"]) == sorted(tournament.teams.values_list("public_id", flat=True))
    export = b"".join(audit.export(Book(tournament.public_id))[0])
    assert verify.check(export, first.hash, last.hash).faults == []
    assert redraw.check(tournament) == []


def test_a_lot_for_the_seeds_is_told_each_time_it_is_drawn(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    acts.undo_draw(actor=organiser, tournament=tournament)
    lots = [acts.draw_lot_seeds(actor=organiser, tournament=tournament) for _ in range(2)]
    posted = notices.about(tournament.public_id, told.DRAWS).filter(kind="seeds")
    assert [one.body["lot"] for one in posted] == lots


def test_a_swiss_round_taken_back_is_told(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("swiss", rounds=3)])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.pair_round(actor=organiser, tournament=tournament)
    acts.undo_round(actor=organiser, tournament=tournament)
    acts.pair_round(actor=organiser, tournament=tournament)
    assert kinds(tournament) == ["draw", "round", "round_back", "round"]


def test_a_walkover_and_its_taking_back_are_told_with_who_did_it_and_why(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="Did not come.")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="They were in the car park.")
    who = f"user:{organiser.pk}"
    assert of_match(tournament, 1) == [
        ("walkover", who, "Did not come."),
        ("walkover_back", who, "They were in the car park."),
    ]
    assert redraw.check(tournament) == []


def test_what_a_team_loses_by_going_home_is_told_and_so_is_its_coming_back(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    gone = match(tournament, 1).team("A")
    assert gone is not None
    acts.withdraw_team(actor=organiser, team=gone, reason="Their lift leaves.")
    assert [one[:2] for one in of_match(tournament, 1)] == [("walkover", "site")]
    gone.refresh_from_db()
    acts.reinstate_team(actor=organiser, team=gone)
    assert [one[0] for one in of_match(tournament, 1)] == ["walkover", "walkover_back"]
    assert redraw.check(tournament) == []


def test_a_walkover_that_the_record_does_not_tell_is_found(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    one = match(tournament, 1)
    Match.objects.filter(pk=one.pk).update(outcome="walkover", state="done", won_by="A")
    found = [difference.where for difference in redraw.check(tournament)]
    assert f"walkover of match:{one.public_id}, and what the record tells" in found


def test_a_draw_that_the_record_does_not_tell_is_found(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    Stage.objects.filter(tournament=tournament).update(lot="f" * 32)
    assert "draw of stage 1, and what the record tells" in [one.where for one in redraw.check(tournament)]


def test_a_lot_of_digits_alone_is_told_as_it_was_drawn(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    acts.redraw_event(actor=organiser, tournament=tournament, lot="0" * 16 + "1" * 16)
    assert told.noticed_of(tournament).draws[1][0] == "0" * 16 + "1" * 16
    assert redraw.check(tournament) == []


def test_two_notices_of_one_number_are_refused_by_the_database(organiser: Any) -> None:
    tournament = draw(organiser, 2)
    one = Notice.objects.get(book=tournament.public_id)
    one.pk, one._state.adding = None, True
    with pytest.raises(Exception, match=r"(?i)unique"):
        one.save()


def test_a_hand_asks_nothing_about_draws(organiser: Any, django_assert_max_num_queries: Any) -> None:
    tournament = draw(organiser, 4)
    with django_assert_max_num_queries(3):
        told.post(tournament)
