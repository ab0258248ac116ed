"""After each result, and each that is taken back, exactly those matches are ready that are the next of all their teams:
what only looks at a match's own teams comes to what looks at the whole stage."""

import random
from contextlib import suppress
from datetime import date

import pytest

from tests.factories import TeamFactory, TournamentFactory
from tests.support.services.formats import stage
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.match.group_play import open_due
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament

PLANS = {
    "a league": [stage("league")],
    "groups": [stage("groups", groups=2)],
}


def states(event: Tournament) -> dict[int, str]:
    return dict(Match.objects.filter(stage__tournament=event).order_by("number").values_list("number", "state"))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("plan", PLANS)
def test_the_matches_of_a_matchs_own_teams_are_all_whose_turn_can_change(organiser, plan, seed):
    rng = random.Random(f"{plan}/{seed}")
    event = TournamentFactory(organiser=organiser)
    for number in range(12):
        TeamFactory(tournament=event, name=f"Team {number}")
    acts.set_plan(actor=organiser, tournament=event, stages=PLANS[plan])
    acts.draw_event(actor=organiser, tournament=event, tables=3)
    moved = 0
    for _act in range(40):
        matches = list(Match.objects.filter(stage__tournament=event).select_related("stage__tournament", "round"))
        wanted = rng.choice([Match.State.READY, Match.State.READY, Match.State.DONE, Match.State.WAITING])
        match = rng.choice([match for match in matches if match.state == wanted] or matches)
        before = states(event)
        with suppress(acts.Refused):
            if match.state == Match.State.DONE:
                acts.withdraw_walkover(actor=organiser, match=match, reason="They came.")
            elif rng.random() < 0.2:
                away = not match.postponed_to
                acts.postpone_match(
                    actor=organiser, match=match, day=date(2030, 1, 1) if away else None, reason="Rain."
                )
            else:
                acts.award_walkover(actor=organiser, match=match, side=rng.choice("AB"), reason="Nobody came.")
        after = states(event)
        moved += sum(after[number] != before[number] for number in after if number != match.number)
        open_due(match.stage)
        assert states(event) == after
    assert moved > 10, "otherwise nothing was put to the test"
    assert replay.check(event) == []
