"""The matches on the page of an event: chosen from a few columns, the same as if all had been read."""

import random

import pytest
from django.test import Client

from tests.support.services.formats import planned, play, ready, stage
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.public.events import LATEST
from thunee_tournaments.public.glance import called, glance, latest_first, waits
from thunee_tournaments.services import acts
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import with_tables

PLANS = {
    "knockout": [stage("knockout", third_place=True)],
    "groups": [stage("groups", groups=3), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2})],
    "swiss": [stage("swiss", rounds=3)],
    "streak": [stage("streak", wins=2), stage("knockout", feed={"take": "qualified"})],
}


def shown(matches):
    """What the page shows of these matches, by number."""
    return (
        [match.number for match in latest_first(matches)[:LATEST]],
        [match.number for match in matches if called(match)],
        [match.number for match in matches if waits(match)][:LATEST],
        [match.number for match in matches if match.state == Match.State.PLAYING],
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_chosen_is_what_reading_all_of_them_would_show(organiser, name, seed):
    tournament = planned(organiser, 14, PLANS[name])
    chance = random.Random(seed)
    for _match in range(12):
        everything = list(with_tables(matches_of(tournament)))
        seen = glance(tournament, LATEST)
        assert shown(seen.matches) == shown(everything)
        assert seen.total == sum(match.state != Match.State.BYE for match in everything)
        assert seen.played == sum(match.state == Match.State.DONE for match in everything)
        assert seen.drawn
        open_ = list(ready(tournament))
        if open_:
            acts.award_walkover(actor=organiser, match=chance.choice(open_), side=chance.choice("AB"), reason="test")


def test_before_the_draw_there_is_nothing_to_see(organiser):
    tournament = planned(organiser, 4, PLANS["knockout"])
    acts.undo_draw(actor=organiser, tournament=tournament)
    seen = glance(tournament, LATEST)
    assert (seen.matches, seen.total, seen.played, seen.drawn) == ([], 0, 0, False)


@pytest.mark.slow
def test_a_champion_by_the_table_is_celebrated_though_it_did_not_play_last(organiser, client: Client):
    tournament = planned(organiser, 7, [stage("league")], slug="league")
    play(organiser, tournament, random.Random(3))
    (champion,) = [row for row in snapshots.read(tournament).data["rows"] if row["champion"]]
    seen = glance(tournament, 0, champion["team"])
    assert [team.public_id for match in seen.matches for team in match.teams].count(champion["team"]) == 1
    assert champion["name"] in client.get("/league/").content.decode()
