"""What becomes of the matches of a team that goes home, and what a walkover counts: the event chose before its draw."""

import pytest

from tests.support.services.formats import planned, ready, sound, stage
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import stages


def league(organiser, teams=4, **chosen):
    return planned(organiser, teams, [stage("league", **chosen)])


def table(tournament):
    lines = stages.table_of(tournament.stages.get()).overall()
    return {line.record.team.name: (line.values["matches_played"], line.record.score) for line in lines}


def decide(organiser, tournament, most=None):
    """Decide so many matches, for side A; as if at the table."""
    while most != 0 and (one := ready(tournament).order_by("number").first()) is not None:
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
        Match.objects.filter(pk=one.pk).update(outcome=Match.Outcome.PLAYED)
        most = most and most - 1


def gone(organiser, tournament, name="Team 1"):
    team = tournament.teams.get(name=name)
    acts.withdraw_team(actor=organiser, team=team, reason="Went home.")
    return team


def test_usually_what_was_played_stands_and_the_others_win_the_rest(organiser):
    tournament = league(organiser)
    decide(organiser, tournament, 2)
    gone(organiser, tournament)
    assert sum(score for _played, score in table(tournament).values()) == 4
    assert table(tournament)["Team 1"][0] == 3


@pytest.mark.parametrize("played", [0, 2])
def test_annulled_its_matches_count_for_nobody(organiser, played):
    tournament = league(organiser, gone="annul")
    decide(organiser, tournament, played)
    gone(organiser, tournament)
    now = table(tournament)
    assert now.pop("Team 1") == (0, 0)
    assert all(matches <= 2 for matches, _score in now.values())
    decide(organiser, tournament)
    now = table(tournament)
    assert now.pop("Team 1") == (0, 0)
    assert {matches for matches, _score in now.values()} == {2}


def test_a_team_that_has_played_all_its_matches_keeps_them_wherever_it_goes_then(organiser):
    tournament = league(organiser, gone="annul")
    decide(organiser, tournament)
    before = table(tournament)
    gone(organiser, tournament)
    assert table(tournament) == before


@pytest.mark.slow
def test_one_walkover_lost_before_does_not_annul_what_a_team_played_to_its_end(organiser):
    tournament = league(organiser, gone="annul")
    first = next(one for one in ready(tournament) if "Team 1" in {team.name for team in one.teams})
    side = "A" if first.teams[1].name == "Team 1" else "B"
    acts.award_walkover(actor=organiser, match=first, side=side, reason="Came late.")
    decide(organiser, tournament)
    before = table(tournament)
    gone(organiser, tournament)
    assert table(tournament) == before


@pytest.mark.parametrize(("rounds", "counts"), [(1, False), (2, True), (3, True)])
def test_by_half_its_matches_count_if_it_played_half_of_them(organiser, rounds, counts):
    tournament = league(organiser, 5, gone="halfway")  # each plays four
    team = tournament.teams.get(name="Team 1")
    for _round in range(rounds):
        one = next(match for match in Match.objects.filter(stage__tournament=tournament, side__team=team)
                   .exclude(state=Match.State.DONE).order_by("number"))  # fmt: skip
        while one.state != Match.State.READY:
            decide(organiser, tournament, 1)
            one.refresh_from_db()
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
        Match.objects.filter(pk=one.pk).update(outcome=Match.Outcome.PLAYED)
    gone(organiser, tournament)
    assert (table(tournament)["Team 1"][0] == 4) is counts


def test_taken_back_they_count_again(organiser):
    tournament = league(organiser, gone="annul")
    decide(organiser, tournament, 2)
    before = table(tournament)
    team = gone(organiser, tournament)
    acts.reinstate_team(actor=organiser, team=team)
    assert table(tournament) == before


def test_what_is_stored_stays_what_the_entries_and_the_lot_give(organiser):
    tournament = planned(organiser, 6, [stage("groups", groups=2, gone="annul", walkover=12)])
    for one in list(ready(tournament))[:2]:
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
    gone(organiser, tournament)
    sound(tournament)


def balls(tournament):
    lines = stages.table_of(tournament.stages.get()).overall()
    return {line.record.team.name: line.values["ball_difference"] for line in lines}


def test_a_walkover_counts_what_the_event_gives_it_and_nothing_otherwise(organiser):
    for given, expected in ((0, {None}), (12, {12, -12})):
        tournament = planned(organiser, 2, [stage("league", walkover=given)], slug=f"w{given}")
        (one,) = ready(tournament)
        acts.award_walkover(actor=organiser, match=one, side="B", reason="Nobody came.")
        assert set(balls(tournament).values()) == expected
        if given:
            assert balls(tournament)[one.teams[1].name] == given


def test_a_swiss_and_groups_take_it_too_and_a_bye_is_none(organiser):
    tournament = planned(organiser, 3, [stage("swiss", rounds=2, walkover=6)])
    (one,) = ready(tournament)
    acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    values = balls(tournament)
    assert sorted(value for value in values.values() if value is not None) == [-6, 6]
    assert None in values.values()


@pytest.mark.parametrize(
    ("setting", "wrong"), [("gone", "perhaps"), ("gone", None), ("walkover", -1), ("walkover", 1000)]
)
def test_anything_else_is_refused(organiser, setting, wrong):
    with pytest.raises(acts.Refused) as caught:
        league(organiser, **{setting: wrong})
    assert [error["path"] for error in caught.value.errors] == [f"1.{setting}"]
