"""Plans: what can be taken from which stage, and how many come of it."""

import pytest

from thunee_tournaments.brackets.formats import knockout
from thunee_tournaments.brackets.formats.catalogue import FORMATS, keys_of
from thunee_tournaments.brackets.plans import BadPlan, beside_title, checked, fed_at_most


def stage(format_, **parameters):
    return {"format": format_, "parameters": parameters}


def losers(source, round_=0):
    return {"take": "losers", "stage": source, "round": round_}


def faults(*stages):
    with pytest.raises(BadPlan) as caught:
        checked(stages, ())
    return {error["path"] for error in caught.value.errors}


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("plate", keys_of("plate"))
def test_those_who_do_not_go_on_can_be_taken_from_any_format_into_any_plate(source, plate):
    made = checked([stage(source), stage(plate, feed=losers(1))], ())
    assert made[1]["parameters"]["feed"] == losers(1)


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("later", FORMATS)
def test_any_format_can_follow_any_other(source, later):
    made = checked([stage(source), stage(later)], ())
    assert made[1]["parameters"]["feed"]["take"] == FORMATS[source].takes


def test_the_best_of_all_groups_together_can_be_taken():
    made = checked([stage("groups"), stage("knockout", feed={"take": "top", "count": 6})], ())
    assert made[1]["parameters"]["feed"] == {"take": "top", "stage": 1, "count": 6}


def test_what_a_plate_cannot_be_is_named():
    assert faults(stage("groups"), stage("swiss", feed=losers(1))) == {"2.format"}
    assert faults(stage("groups"), stage("knockout", feed=losers(1, 1))) == {"2.round"}
    assert faults(stage("knockout"), stage("knockout", feed=losers(1, 11))) == {"2.round"}
    assert faults(stage("groups"), stage("knockout", feed={"take": "qualified"})) == {"2.feed"}
    assert faults(stage("groups"), stage("knockout", feed=losers(1)), stage("knockout", feed={"stage": 1})) == {
        "3.feed"
    }


def test_nobody_plays_for_two_plates():
    assert faults(stage("knockout"), stage("knockout", feed=losers(1, 1)), stage("groups", feed=losers(1, 1))) == {
        "3.round"
    }
    assert faults(stage("knockout"), stage("knockout", feed=losers(1, 2)), stage("groups", feed=losers(1))) == {
        "3.round"
    }
    assert faults(stage("groups"), stage("knockout", feed=losers(1)), stage("groups", feed=losers(1))) == {"3.round"}
    assert faults(stage("knockout", plate=True), stage("knockout", feed=losers(1, 1))) == {"2.round"}
    plan = [stage("knockout", plate=True), stage("knockout", feed=losers(1, 2)), stage("groups", feed=losers(1, 3))]
    assert [one["parameters"]["feed"]["round"] for one in checked(plan, ())[1:]] == [2, 3]


@pytest.mark.parametrize("day", ["9999-12-20", "0202-03-01", "2101-01-01", "tomorrow", 20260301])
def test_a_league_cannot_begin_on_a_day_that_is_none_or_leaves_no_room_for_its_rounds(day):
    assert faults(stage("league", first_day=day)) == {"1.first_day"}


def test_a_plate_and_what_follows_it_stand_beside_the_way_to_the_title():
    feeds = [{}, {"take": "ranks", "stage": 1, "first": 1}, losers(1), {"take": "top", "stage": 3},
             {"take": "ranks", "stage": 1, "first": 3}]  # fmt: skip
    assert beside_title(feeds) == [False, False, True, True, True]


@pytest.mark.parametrize("teams", [4, 5, 8, 11, 16, 31, 100, 512])
@pytest.mark.parametrize("round_", [1, 2])
def test_how_many_lose_in_a_round_is_known_beforehand(teams, round_):
    plan = checked([stage("knockout"), stage("knockout", feed=losers(1, round_))], ())
    played = sum(one.round == round_ and one.bye is None for one in knockout.draw(teams).fixtures)
    assert fed_at_most(plan, 2, teams) == played


def test_who_does_not_go_on_is_counted_too():
    plan = checked([stage("groups", groups=4), stage("knockout"), stage("knockout", feed=losers(1))], ())
    assert [fed_at_most(plan, order, 18) for order in (1, 2, 3)] == [18, 8, 10]
    assert fed_at_most(checked([stage("knockout"), stage("groups", feed=losers(1))], ()), 2, 9) == 8
    streak = checked([stage("streak"), stage("knockout"), stage("knockout", feed=losers(1))], ())
    assert fed_at_most(streak, 3, 20) is None
