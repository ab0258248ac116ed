"""A team a referee keeps, and its rival: whatever is corrected and decided, each team is in one place, and one only."""

import random
import uuid

import pytest

from tests.support.brackets import from_scratch
from tests.support.quick import first
from tests.support.ready_plans import READY
from tests.support.services.formats import planned, ready, sound, stage
from tests.support.services.kept_beside import teams_of, turn
from tests.support.services.late_results import resolve
from tests.support.services.plates import losers, names, next_stage
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import stages, under_review

pytestmark = [pytest.mark.walks, pytest.mark.slow]


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


@pytest.mark.parametrize("seed", first(range(4), 2))
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
            assert not twice or all(under_review.waits_for(match(tournament, one)) for one in (3, 4)), (
                seed,
                act,
                twice,
            )
        else:
            assert not faults, (seed, act, faults)
    sound(tournament)


def every_match_begun(organiser, write, teams, plan):
    """So many teams; of each pair the one entered first has won; what follows the first stage is drawn, and a hand is
    written in every match that can be played."""
    tournament = planned(organiser, teams, plan, changes={"balls_to_win": 4})
    while not stages.outlook(tournament).over:
        for one in list(ready(tournament)):
            write(game(tournament, one.number), thunee("A" if one.team("A").seed < one.team("B").seed else "B"))
        if not ready(tournament).exists() and not stages.outlook(tournament).over:
            acts.pair_round(actor=organiser, tournament=tournament)
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    for one in list(ready(tournament)):
        write(game(tournament, one.number), count("A"))
    return tournament


def turn_over(tournament, correct, *teams):
    """The match in which these two met is turned round."""
    (one,) = [
        one
        for one in Match.objects.filter(stage__tournament=tournament, stage__order=1)
        if {one.team("A").name, one.team("B").name} == set(teams)
    ]
    turn(tournament, correct, one.number, "BA"["AB".index(one.winning_side)])


def in_review(tournament):
    """Who sits in matches under review, and who should."""
    return {
        side.team.name: side.due.name
        for match in Match.objects.filter(stage__tournament=tournament).exclude(conflict="")
        for side in match.sides
        if side.in_conflict
    }


BEST = {"take": "top", "stage": 1, "count": 3}
TWO_GROUPS = [stage("groups", groups=2), *READY["groups-knockout-plate"][1:]]
TURNED = [("Team 4", "Team 5"), ("Team 3", "Team 6")]  # the second against the third of each group


@pytest.mark.slow
@pytest.mark.parametrize("order", first((TURNED, TURNED[::-1]), ids=["one first", "the other first"]))
def test_two_results_turned_in_two_groups_name_the_team_of_each_group_in_either_order(organiser, write, correct, order):
    tournament = every_match_begun(organiser, write, 8, TWO_GROUPS)
    plate = names(tournament, 3)
    for teams in order:
        turn_over(tournament, correct, *teams)
        sound(tournament)
    assert in_review(tournament) == {"Team 4": "Team 5", "Team 3": "Team 6"}
    assert names(tournament, 3) == plate, "who merely has another seed stays where it is"
    (kept,) = Match.objects.filter(stage__order=2, conflict="B", side__side="B", side__team__name="Team 4")
    resolve(organiser, tournament, kept.number, "match_kept")
    sound(tournament)
    assert in_review(tournament) == {"Team 3": "Team 6"}, "the other one is still to be decided"
    (other,) = Match.objects.exclude(conflict="")
    resolve(organiser, tournament, other.number, "match_replayed", departing="test")
    assert in_review(tournament) == {"Team 6": "Team 3"}, "the two change places: now it is the plate's turn"
    sound(tournament)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    first(
        [
            [stage("league"), stage("knockout", feed=BEST), stage("knockout", feed=losers())],
            [stage("swiss", rounds=3), stage("knockout", feed=BEST), stage("knockout", feed=losers())],
        ],
        ids=["league", "swiss"],
    ),
)
def test_out_of_one_table_into_the_best_and_a_plate_a_draw_is_the_one_that_is_made_again(
    organiser, write, correct, plan
):
    tournament = every_match_begun(organiser, write, 6, plan)
    first = list(Match.objects.filter(stage__order=1).order_by("number"))
    for index, one in enumerate(random.Random(0).sample(first, 4)):
        turn(tournament, correct, one.number, "BA"["AB".index(match(tournament, one.number).winning_side)])
        sound(tournament)
        review = list(Match.objects.exclude(conflict=""))
        if review and index % 2:
            resolve(organiser, tournament, review[0].number, "match_kept")
            sound(tournament)
    reviewed = in_review(tournament)
    assert len(set(reviewed.values())) == len(reviewed)


def a_final_out_of_a_bye(organiser, write):
    """Three groups of two: the best go on to a bye and a semi-final, the others to a plate. The final has begun. Gives
    the event, semi-final and final."""
    plan = [stage("groups", groups=3), stage("knockout", feed={"take": "ranks", "last": 1}),
            stage("league", feed=losers())]  # fmt: skip
    tournament = planned(organiser, 6, plan, changes={"balls_to_win": 4})
    for one in list(ready(tournament)):
        write(game(tournament, one.number), thunee("A"))
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    bye = Match.objects.get(stage__order=2, state="bye")
    semi = Match.objects.get(stage__order=2, state="ready")
    write(game(tournament, semi.number), thunee("A"))
    final = Match.objects.get(stage__order=2, side__side="A", side__source=["winner", bye.number])
    write(game(tournament, final.number), count("A"))
    return tournament, match(tournament, semi.number), match(tournament, final.number)


def met_in_its_group(tournament, name):
    """Whom a team has met in its group of two."""
    groups = Match.objects.filter(stage__tournament=tournament, stage__order=1)
    pairs = [teams_of(tournament, one.number) for one in groups]
    return next((pair - {name}).pop() for pair in pairs if name in pair)


def test_who_came_by_a_bye_is_kept_on_its_seed(organiser, write, correct):
    tournament, _semi, final = a_final_out_of_a_bye(organiser, write)
    plate, through = names(tournament, 3), final.team("A").name
    rival = met_in_its_group(tournament, through)
    turn_over(tournament, correct, through, rival)
    assert in_review(tournament) == {through: rival}
    assert names(tournament, 3) == plate, "until it is decided nobody is moved"
    sound(tournament)
    resolve(organiser, tournament, final.number, "match_kept")
    assert (through in teams_of(tournament, final.number), names(tournament, 3)) == (True, plate)
    sound(tournament)


@pytest.mark.slow
def test_who_is_due_does_not_change_by_who_goes_on_without_play_in_a_match_played_anew(organiser, write, correct):
    """The semi-final is to be played anew by the rival, who sits in the plate until that is decided; the other team has
    gone home. So the first winner holds the place meanwhile and comes to the final without play, as it did before."""
    tournament, semi, final = a_final_out_of_a_bye(organiser, write)
    for one in list(ready(tournament).filter(stage__order=3)):
        write(game(tournament, one.number), count("A"))
    through, rival = semi.team("A").name, met_in_its_group(tournament, semi.team("A").name)
    acts.withdraw_team(actor=organiser, team=semi.team("B"), reason="had to leave")
    turn_over(tournament, correct, through, rival)
    assert in_review(tournament) == {through: rival}
    resolve(organiser, tournament, semi.number, "match_replayed", error_by="own")
    sound(tournament)
    assert in_review(tournament) == {rival: through}, "the two change places: now it is the plate's turn"
    assert (match(tournament, semi.number).winner.name, match(tournament, final.number).conflict) == (through, "")
    plate = Match.objects.filter(stage__order=3).exclude(conflict="").first()
    resolve(organiser, tournament, plate.number, "match_replayed", error_by="own", alike=True)
    sound(tournament)
    assert in_review(tournament) == {through: rival}, "the rival has come on: the final has begun with another"
