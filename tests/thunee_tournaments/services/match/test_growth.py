"""What the end of a match costs does not grow with the field: no more matches are read in a large one."""

import pytest

from tests.factories import TeamFactory, TournamentFactory
from tests.support.services.formats import ready, stage
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts

PLANS = {
    "knockout": [stage("knockout")],
    "swiss": [stage("swiss", rounds=3)],
    "streak": [stage("streak", wins=3), stage("knockout", feed={"take": "qualified"})],
}


def matches_read(organiser, monkeypatch, plan, teams):
    """How many matches are read when one of them ends, in a hall of four tables."""
    tournament = TournamentFactory(organiser=organiser, slug=f"{plan[0]['format']}-{teams}")
    for number in range(teams):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    acts.draw_event(actor=organiser, tournament=tournament, tables=4)
    at_a_table = next(one for one in ready(tournament).order_by("number") if hasattr(one, "seating"))
    counted = []
    read = Match.from_db.__func__

    def from_db(cls, *args, **kwargs):
        counted.append(1)
        return read(cls, *args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(Match, "from_db", classmethod(from_db))
        acts.award_walkover(actor=organiser, match=at_a_table, side="A", reason="Nobody came.")
    return len(counted)


@pytest.mark.parametrize("name", PLANS)
def test_no_more_matches_are_read_at_the_end_of_one_in_a_larger_field(organiser, monkeypatch, name):
    small, large = (matches_read(organiser, monkeypatch, PLANS[name], teams) for teams in (16, 64))
    assert large <= small + 4
