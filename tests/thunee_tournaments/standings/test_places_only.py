"""Who asks for places alone gets the places that the whole standings have, and leaves nothing lying about."""

import gc
import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.services.formats import PLANS, planned, ready, stage
from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import stages
from thunee_tournaments.standings import event_standings, prizing, snapshots
from thunee_tournaments.standings.metrics import TeamRecord
from thunee_tournaments.tournaments.models import Tournament

FIGURES = "values"


def go_on(organiser: Any, event: Tournament, chance: random.Random) -> None:
    """One match is decided, or what can be drawn or paired is."""
    one = ready(event).first()
    if one is not None:
        acts.award_walkover(actor=organiser, match=one, side=chance.choice("AB"), reason="Nobody came.")
    elif (now := stages.outlook(event)).stage.format == "swiss" and not now.over:
        acts.pair_round(actor=organiser, tournament=event)
    elif now.stage.format == "streak" and not now.over:
        acts.close_entries(actor=organiser, tournament=event)
    elif not now.decided:
        acts.start_next_stage(actor=organiser, tournament=event)


def without_figures(data: Any) -> Any:
    rows = [*data["rows"], *(row for one in data["stages"] for table in one["tables"] for row in table["rows"])]
    for row in rows:
        row.pop(FIGURES)
    return data


@pytest.mark.parametrize(("teams", "plan"), [plan[1:] for plan in PLANS], ids=[plan[0] for plan in PLANS])
def test_places_are_those_of_the_whole_standings(organiser: Any, teams: int, plan: Any) -> None:
    event, chance = planned(organiser, teams, plan), random.Random(teams)
    for move in range(24):
        go_on(organiser, event, chance)
        if move % 4 == 0:
            with CaptureQueriesContext(connection) as queries:
                places = event_standings.standings(event, places_only=True)
            assert len(queries) <= 5 + event.stages.count(), "a match was asked for what was not read of it"
            assert without_figures(places) == without_figures(event_standings.standings(event))


def test_who_went_home_is_annulled_in_the_places_too(organiser: Any) -> None:
    event = planned(organiser, 6, [stage("league", gone="annul")])
    for one in list(ready(event)):
        acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    team = event.teams.get(seed=1)
    acts.withdraw_team(actor=organiser, team=team, reason="They had to go home.")
    places = event_standings.standings(event, places_only=True)
    assert without_figures(places) == without_figures(event_standings.standings(event))


def test_no_match_is_asked_for_more_than_was_read_of_it(organiser: Any) -> None:
    plan = [stage("streak", wins=2), stage("knockout", feed={"take": "qualified"})]
    asked = []
    for teams in (8, 24):
        event, chance = planned(organiser, teams, plan, slug=f"of-{teams}"), random.Random(1)
        for _move in range(12):
            go_on(organiser, event, chance)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            event_standings.standings(event)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 7


def test_prizes_go_by_the_standings_that_are_at_hand(organiser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    event = planned(organiser, 4, [stage("knockout")])
    acts.set_prizes(actor=organiser, tournament=event, prizes=[prizing.Prize(0, 1, 1, "Shield")])
    while (one := ready(event).first()) is not None:
        acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    kept = prizing.list_of(event)
    places = event_standings.standings(event, places_only=True)
    assert prizing.prizes_of(event, kept, places) == prizing.prizes_of(event, kept)
    monkeypatch.setattr(snapshots, "read", None)  # they are not worked out once more
    assert prizing.prizes_of(event, kept, places)


@pytest.mark.parametrize(
    "plan", [[stage("swiss", rounds=3)], [stage("league")], [stage("double")]], ids=lambda p: p[0]["format"]
)
def test_standings_leave_no_garbage_to_look_for(organiser: Any, plan: Any) -> None:
    event = planned(organiser, 6, plan)
    gc.collect()
    gc.disable()
    try:
        before = alive()
        event_standings.standings(event)
        event_standings.standings(event, places_only=True)
        assert alive() == before
    finally:
        gc.enable()


def alive() -> int:
    kinds = {Match, MatchSide, TeamRecord}  # by their very type: `isinstance` would ask what is lazy what it is
    return sum(type(one) in kinds for one in gc.get_objects())
