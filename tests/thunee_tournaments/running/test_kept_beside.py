"""A team a referee keeps, and its rival: whatever is corrected and decided, each team is in one place, and one only."""

import random
import uuid

import pytest

from adjudication.models import Entry
from tests.thunee_tournaments.brackets import from_scratch
from tests.thunee_tournaments.running.conftest import count, game, match, thunee
from tests.thunee_tournaments.running.test_formats import planned, ready, sound, stage
from tests.thunee_tournaments.running.test_late_results import resolve
from tests.thunee_tournaments.running.test_plates import losers, names, next_stage
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running import reviews
from thunee_tournaments.running.acts import Refused


def teams_of(tournament, number):
    found = match(tournament, number)
    return {one.name for one in (found.team_a, found.team_b) if one is not None}


@pytest.fixture
def beside(organiser, write, win):
    """Four teams and a plate of those who lose in the first round: Team 1 has lost to Team 4 by the last hand, and the
    final has begun."""
    tournament = planned(organiser, 4, [stage("knockout"), stage("league", feed=losers(round_=1))])
    for side in "BAABB":
        write(game(tournament, 1), thunee(side))
    win(tournament, 2, "A")
    next_stage(organiser, tournament)
    write(game(tournament, 3), count("A"))
    assert names(tournament, 2) == ["Team 1", "Team 3"]
    return tournament


def turn(tournament, correct, number, side):
    sheet = game(tournament, number).sheet
    last = Entry.objects.filter(sheet=sheet, kind__in=["hand", "correction"]).order_by("-seq").first()
    correct(game(tournament, number), last, thunee(side))


def test_the_rival_of_a_kept_team_stays_in_the_plate_and_the_kept_one_is_not_in_both(beside, correct, organiser):
    turn(beside, correct, 1, "A")
    assert match(beside, 3).conflict == "A"
    assert names(beside, 2) == ["Team 1", "Team 3"], "until it is decided nobody is moved"
    resolve(organiser, beside, 3, "match_kept")
    assert (teams_of(beside, 3), names(beside, 2)) == ({"Team 4", "Team 2"}, ["Team 1", "Team 3"])
    sound(beside)


def test_played_anew_the_two_change_places(beside, correct, organiser):
    turn(beside, correct, 1, "A")
    resolve(organiser, beside, 3, "match_replayed", error_by="own")
    assert (teams_of(beside, 3), set(names(beside, 2))) == ({"Team 1", "Team 2"}, {"Team 4", "Team 3"})
    sound(beside)


def test_while_it_is_under_review_neither_of_the_two_plays_elsewhere(beside, correct, write):
    turn(beside, correct, 1, "A")
    plate = Match.objects.get(stage__tournament=beside, stage__order=2)
    with pytest.raises(Refused) as caught:
        write(game(beside, plate.number), count("A"))
    assert caught.value.code == "under_review"


def test_a_team_kept_in_the_plate_sends_its_rival_on(organiser, write, win, correct):
    tournament = planned(organiser, 4, [stage("knockout"), stage("knockout", feed=losers(round_=1))])
    for side in "BAABB":
        write(game(tournament, 1), thunee(side))
    win(tournament, 2, "A")
    next_stage(organiser, tournament)
    write(game(tournament, 4), count("A"))
    turn(tournament, correct, 1, "A")
    assert match(tournament, 4).conflict in ("A", "B")
    resolve(organiser, tournament, 4, "match_kept")
    assert (teams_of(tournament, 4), teams_of(tournament, 3)) == ({"Team 1", "Team 3"}, {"Team 4", "Team 2"})
    sound(tournament)


def test_a_team_kept_out_of_groups_leaves_its_place_in_the_plate_to_its_rival(organiser, write, win, correct):
    plan = [stage("groups", groups=2), stage("knockout", feed={"take": "ranks", "first": 1, "last": 1}),
            stage("league", feed=losers())]  # fmt: skip
    tournament = planned(organiser, 4, plan)
    first = [one.number for one in ready(tournament).order_by("number")]
    for side in "BAABB":
        write(game(tournament, first[0]), thunee(side))
    win(tournament, first[1], "A")
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    final = Match.objects.get(stage__tournament=tournament, stage__order=2)
    through, left = set(names(tournament, 2)), set(names(tournament, 3))
    write(game(tournament, final.number), count("A"))
    turn(tournament, correct, first[0], "A")
    assert match(tournament, final.number).conflict
    assert (set(names(tournament, 3)), teams_of(tournament, final.number)) == (left, through)
    resolve(organiser, tournament, final.number, "match_kept")
    assert (set(names(tournament, 3)), set(names(tournament, 2))) == (left, through)
    sound(tournament)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_corrected_and_decided_everybody_has_one_place(organiser, write, win, correct, seed):
    """Counted again from the first round alone: each of its teams is in the next round or in the plate."""
    rng = random.Random(seed)
    tournament = planned(organiser, 4, [stage("knockout"), stage("knockout", feed=losers(round_=1))])
    for number in (1, 2):
        for side in "BAABB":
            write(game(tournament, number), thunee(side))
    next_stage(organiser, tournament)
    for _step in range(6):
        act = rng.choice(["begin", "turn", "turn", "decide"])
        waiting = list(Match.objects.filter(stage__tournament=tournament).exclude(conflict=""))
        try:
            if act == "begin":
                write(game(tournament, rng.choice([3, 4])), count("A"))
            elif act == "turn":
                number = rng.choice([1, 2])
                turn(tournament, correct, number, "BA"["AB".index(match(tournament, number).winning_side)])
            elif waiting:
                one = rng.choice(waiting)
                said = {"error_by": "unknown", "client_uuid": uuid.uuid4()}
                resolve(organiser, tournament, one.number, rng.choice(["match_kept", "match_replayed"]), **said)
        except Refused as refused:
            if refused.code not in ("under_review", "later_stage_begun", "not_possible"):
                raise
        everybody = teams_of(tournament, 1) | teams_of(tournament, 2)
        faults = from_scratch.share_faults(everybody, [teams_of(tournament, 3), teams_of(tournament, 4)])
        if Match.objects.filter(stage__tournament=tournament).exclude(conflict="").exists():
            twice = teams_of(tournament, 3) & teams_of(tournament, 4)
            assert not twice or all(reviews.waits_for(match(tournament, one)) for one in (3, 4)), (seed, act, twice)
        else:
            assert not faults, (seed, act, faults)
    sound(tournament)
