"""Events with a plate."""

from tests.thunee_tournaments.services.conftest import LOT
from thunee_tournaments.services import acts


def losers(source=1, round_=0):
    return {"take": "losers", "stage": source, "round": round_}


def names(tournament, order):
    by_id = {team.public_id: team.name for team in tournament.teams.all()}
    drawn = tournament.stages.get(order=order)
    return [by_id[public_id] for public_id in drawn.inputs["order"]]


def next_stage(organiser, tournament):
    return acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
