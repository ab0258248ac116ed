"""Events of several stages, started and decided through the desk."""

from typing import Any

from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import Desk
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts


def started(organiser: Any, browser: Any, teams: int, stages: Any, **details: Any) -> Desk:
    tournament = TournamentFactory(organiser=organiser, **details)
    for number in range(1, teams + 1):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    acts.set_plan(actor=organiser, tournament=tournament, stages=stages)
    acts.draw_event(actor=organiser, tournament=tournament)
    return Desk(browser, tournament)


def decide_all(organiser: Any, desk: Desk) -> None:
    while (one := Match.objects.filter(stage__tournament=desk.tournament, state="ready").first()) is not None:
        acts.award_walkover(actor=organiser, match=one, side="A", reason="did not come")
