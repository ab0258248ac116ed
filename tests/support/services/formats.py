"""Tournaments by plan: their stages, ready to be drawn, drawn and played."""

from tests.factories import TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.thunee_tournaments.services.conftest import LOT, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tables.models import Seating


def planned(organiser, teams, stages_, **details):
    """A tournament of so many teams, seeded as entered, with this plan, drawn."""
    tournament = TournamentFactory(organiser=organiser, **details)
    entered = [TeamFactory(tournament=tournament, name=f"Team {n}") for n in range(1, teams + 1)]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in entered])
    acts.set_plan(actor=organiser, tournament=tournament, stages=stages_)
    acts.draw_event(actor=organiser, tournament=tournament, lot=LOT)
    tournament.refresh_from_db()
    return tournament


def stage(format_, **parameters):
    return {"format": format_, "parameters": parameters}


def ready(tournament):
    return Match.objects.filter(stage__tournament=tournament, state=Match.State.READY).order_by(
        "stage__order", "number"
    )


def give(organiser, tournament, number, side):
    return acts.award_walkover(actor=organiser, match=match(tournament, number), side=side, reason="test")


def played_out(organiser, tournament, side="A"):
    """Every match to the end of the event, each won by this side; stages are drawn and rounds paired as they come."""
    for _ in range(60):
        for one in list(ready(tournament)):
            give(organiser, tournament, one.number, side)
        now = queries.outlook(tournament)
        if now.can_draw:
            acts.start_next_stage(actor=organiser, tournament=tournament)
        elif now.stage.format == "swiss" and now.stage.rounds.count() < now.stage.parameters["rounds"]:
            acts.pair_round(actor=organiser, tournament=tournament)
        elif not ready(tournament):
            return


def busy_once(tournament):
    """Nobody is called to two tables, nobody is ready in two matches."""
    seen = set()
    for one in ready(tournament):
        assert not set(one.team_ids) & seen
        seen |= set(one.team_ids)
    seated = [pk for s in Seating.objects.filter(ended_at=None).select_related("match")
              for pk in s.match.team_ids]  # fmt: skip
    assert len(set(seated)) == len(seated)


def sound(tournament):
    """What is stored is what the entries and the lot give."""
    assert replay.check(tournament) == []
    assert redraw.check(tournament) == []


def play(organiser, tournament, chance, until=None):
    """Decide every match that is ready by chance, going on from round to round and stage to stage."""
    for _ in range(2000):
        busy_once(tournament)
        one = ready(tournament).first()
        if one is not None:
            acts.award_walkover(actor=organiser, match=one, side=chance.choice("AB"), reason="test")
            continue
        now = stages.outlook(tournament)
        if until is not None and now.stage.order >= until and now.over:
            return
        if now.decided:
            return
        if now.stage.format == "swiss" and not now.over:
            acts.pair_round(actor=organiser, tournament=tournament)
        elif now.stage.format == "streak" and not now.over:
            acts.close_entries(actor=organiser, tournament=tournament)
        else:
            acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    raise AssertionError("the event does not come to its end")


PLANS = [
    ("knockout", 11, READY["knockout"]),
    ("knockout, third place and plate", 13, [stage("knockout", third_place=True, plate=True)]),
    ("knockout, seeded anew", 11, [stage("knockout", seed_anew=True, third_place=True)]),
    ("knockout, all places", 7, [stage("knockout", play_out=True)]),
    ("double", 6, READY["double"]),
    ("double, one final", 9, [stage("double", grand_final="single")]),
    ("groups-knockout", 9, [stage("groups", groups=2), READY["groups-knockout"][1]]),
    ("groups-double", 8, [stage("groups", groups=2, legs=2), stage("double", feed={"take": "ranks", "last": 2})]),
    ("swiss-knockout", 9, [stage("swiss", rounds=3), stage("knockout", feed={"take": "top", "count": 4})]),
    (
        "swiss, A, B and C finals",
        13,
        [
            stage("swiss", rounds=3),
            *(stage("knockout", feed={"take": "top", "stage": 1, "first": first, "count": 4}) for first in (1, 5, 9)),
        ],
    ),
    (
        "groups, A and B finals",
        12,
        [
            stage("groups", groups=3),
            stage("knockout", feed={"take": "ranks", "stage": 1, "first": 1, "last": 1, "best": 1}),
            stage("double", feed={"take": "ranks", "stage": 1, "first": 2, "last": 3}),
        ],
    ),
    ("streak-knockout", 12, [stage("streak", wins=2), stage("knockout", feed={"take": "qualified"})]),
    ("streak of three places", 12, [stage("streak", wins=2, places=3), stage("knockout", feed={"take": "qualified"})]),
    ("league", 5, [stage("league", legs=1, first_day="2026-03-02")]),
]
