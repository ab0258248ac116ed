"""What a team's page says it takes to go on."""

from typing import Any

import pytest
from django.test import Client

from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.public.needs import in_words, said
from thunee_tournaments.services import acts
from thunee_tournaments.standings.clinched import Needs
from thunee_tournaments.standings.margins import ANY, Way
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
GROUPS = [stage("groups", groups=1), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2})]


def page(tournament: Tournament, name: str) -> str:
    team = tournament.teams.get(name=name)
    return text_of(Client().get(f"/{tournament.slug}/team/{team.public_id}"))


def play(organiser: Any, tournament: Tournament, matches: int) -> None:
    """So many matches, each won by the team with the lower number."""
    for _ in range(matches):
        one = ready(tournament)[0]
        give(organiser, tournament, one.number, "A" if one.team("A").name < one.team("B").name else "B")


@pytest.mark.parametrize(
    ("due", "title", "text"),
    [
        (Needs(2, 0, 0), False, ["Through, whatever happens."]),
        (Needs(2, 0, 0), True, ["First, whatever happens."]),
        (Needs(1, None, 2), False, ["Even with every match won others stay above."]),
        (Needs(1, 1, 0), False, ["Winning the match that is left is enough, whatever the others do."]),
        (Needs(3, 3, 1), False,
         ["Winning all 3 matches that are left is enough, whatever the others do.", "Without another win it is over."]),
        (Needs(3, 2, 2), False,
         ["2 more wins are enough, of 3 matches left, whatever the others do.",
          "With fewer than 2 more wins it is over."]),
        (Needs(3, None, 0), False,
         ["Even winning everything that is left may not be enough: it depends on the others, too."]),
    ],
)  # fmt: skip
def test_it_is_said_in_sentences(due: Needs, title: bool, text: list[str]) -> None:
    assert said(due, title=title) == text


def test_a_group_says_what_is_enough_until_it_is_over(organiser: Any) -> None:
    tournament = planned(organiser, 4, GROUPS)
    assert "Winning all 3 matches that are left is enough" in page(tournament, "Team 1")
    play(organiser, tournament, 4)
    assert "Through, whatever happens." in page(tournament, "Team 1")
    assert "Even with every match won others stay above." in page(tournament, "Team 4")
    play(organiser, tournament, 2)
    assert "What it takes to go on" not in page(tournament, "Team 1")


@pytest.mark.slow
def test_where_a_plate_follows_nothing_is_over(organiser: Any) -> None:
    plate = stage("knockout", feed={"take": "losers", "stage": 1})
    texts = []
    for plan in (GROUPS, [*GROUPS, plate]):
        tournament = planned(organiser, 5, plan)
        play(organiser, tournament, 6)
        texts.append(page(tournament, "Team 4"))
    assert [" it is over." in text for text in texts] == [True, False]


def test_a_league_says_what_it_takes_to_win_it(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("league")])
    play(organiser, tournament, 5)
    assert "First, whatever happens." in page(tournament, "Team 1")


def test_in_a_qualifier_wins_in_a_row_are_counted(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("streak", wins=3)])
    name = ready(tournament)[0].team("A").name
    assert "3 wins in a row bring a team through; a loss ends the entry. 3 more wins in a row." in page(
        tournament, name
    )
    give(organiser, tournament, ready(tournament)[0].number, "A")
    assert "2 more wins in a row." in page(tournament, name)


def test_a_plan_that_goes_by_something_else_than_wins_says_nothing(organiser: Any) -> None:
    tournament = planned(organiser, 4, [stage("league", order=["ball_difference", "lot"])])
    assert "What it takes to go on" not in page(tournament, "Team 1")


def test_a_team_that_has_gone_home_needs_nothing_and_is_in_nobodys_way(organiser: Any) -> None:
    tournament = planned(organiser, 4, GROUPS)
    play(organiser, tournament, 4)
    acts.withdraw_team(actor=organiser, team=tournament.teams.get(name="Team 1"), reason="ill")
    assert "What it takes to go on" not in page(tournament, "Team 1")
    assert "Even with every match won others stay above." not in page(tournament, "Team 3")


def test_who_is_through_to_a_round_that_is_not_paired_reads_when_it_will_be(organiser: Any) -> None:
    cup = planned(organiser, 8, [stage("knockout", seed_anew=True)])
    give(organiser, cup, 1, "A")
    waits = "Through to this round: Semi-finals. Whom they meet is known when every match before it is over."
    assert waits in page(cup, "Team 1")
    assert "Whom they meet" not in page(cup, "Team 8") + page(cup, "Team 2")
    play(organiser, cup, 3)
    assert "Whom they meet" not in page(cup, "Team 1")


BALLS_FIRST = ["score", "ball_difference", "balls_for", "lot"]


def but_the_last(tournament: Tournament, win: Any, strength: str) -> None:
    """Every match but that of the first two is played, each by 12 balls, won by the team that is named first."""
    left = [one for one in ready(tournament) if {str(team)[-1] for team in one.teams} != {"1", "2"}]
    while left:
        first, second = (strength.index(str(team)[-1]) for team in left[0].teams)
        win(tournament, left[0].number, "A" if first < second else "B")
        left = [one for one in ready(tournament) if {str(team)[-1] for team in one.teams} != {"1", "2"}]


def test_the_last_match_is_told_in_balls(organiser: Any, win: Any) -> None:
    tournament = planned(organiser, 4, [stage("league", order=BALLS_FIRST)])
    but_the_last(tournament, win, "1234")
    best = page(tournament, "Team 1")  # two wins by 12 each, and so has Team 2
    assert "A win is enough, whatever the others do." in best
    assert "A loss" not in best
    assert "Without another win it is over." in best


def test_by_how_much_the_last_match_may_be_lost(organiser: Any, win: Any) -> None:
    tournament = planned(organiser, 4, [stage("league", order=BALLS_FIRST)])
    but_the_last(tournament, win, "1324")  # one has two wins and 24 balls more, three two wins and 12 more
    assert "A loss by at most 11 balls is enough, whatever the others do." in page(tournament, "Team 1")
    by_meeting = planned(organiser, 4, [stage("league")])
    but_the_last(by_meeting, win, "1324")
    # Each of the three would have beaten one of the others: balls decide there, too.
    assert "A loss by at most 11 balls is enough, whatever the others do." in page(by_meeting, "Team 1")


def test_of_matches_of_several_games_the_balls_of_all_are_told(organiser: Any, win: Any) -> None:
    tournament = planned(organiser, 4, [stage("league", order=BALLS_FIRST)], best_of=3)
    for one in Match.objects.filter(stage__tournament=tournament).order_by("number"):
        first, second = ("1324".index(str(team)[-1]) for team in one.teams)
        for _game in range(2 if {first, second} != {0, 2} else 0):
            win(tournament, one.number, "A" if first < second else "B")
    assert "A loss by at most 23 balls over all games is enough" in page(tournament, "Team 1")


@pytest.mark.parametrize(
    ("way", "balls", "text"),
    [
        (Way(None, (2,)), True, "A win is enough if Team 3 beats Team 2."),
        (Way(1, (2,)), True, "A loss by one ball is enough if Team 3 beats Team 2."),
        (Way(7), False, "A loss by at most 7 points is enough, whatever the others do."),
        (Way(ANY, (1,)), True, "Even a loss is enough if Team 2 beats Team 3."),
        (Way(4, (2, 5)), True, "A loss by at most 4 balls is enough if Team 3 beats Team 2 and Team 6 beats Team 7."),
    ],
)
def test_a_way_is_said_with_what_it_hangs_on(way: Way, balls: bool, text: str) -> None:
    names = {1: "Team 2", 2: "Team 3", 5: "Team 6", 6: "Team 7"}
    assert in_words(way, names, [(1, 2), (6, 5)], balls=balls) == text
    over_all = text.replace(" is enough", " over all games is enough") if way.lost_by not in (None, ANY) else text
    assert in_words(way, names, [(1, 2), (6, 5)], balls=balls, several_games=True) == over_all


def test_a_knock_out_says_where_a_win_and_where_a_loss_lead(organiser: Any) -> None:
    cup = planned(organiser, 8, [stage("knockout", third_place=True)])
    first = page(cup, "Team 1")
    assert "After a win: Semi-finals. After a loss it is over." in first
    play(organiser, cup, 4)
    assert "After a win: Final. After a loss: Third place." in page(cup, "Team 1")
    assert "What it takes to go on" not in page(cup, "Team 8")
    play(organiser, cup, 2)
    assert "A win is the title. " in page(cup, "Team 1")
    assert "After a" not in page(cup, "Team 1")
    assert "What it takes to go on" not in page(cup, "Team 3")  # third place is nobody's title


def test_the_final_of_a_stage_that_another_follows_is_no_title(organiser: Any) -> None:
    cup = planned(organiser, 4, [stage("knockout"), stage("league", feed={"take": "top", "count": 2})])
    play(organiser, cup, 2)
    assert "A win is the title." not in page(cup, "Team 1")


@pytest.mark.parametrize(("round_", "said_of_second"), [(1, False), (0, True)])
def test_who_loses_may_play_on_in_a_plate_that_takes_it(organiser: Any, round_: int, said_of_second: bool) -> None:
    plate = stage("knockout", feed={"take": "losers", "stage": 1, "round": round_})
    cup = planned(organiser, 8, [stage("knockout"), plate])
    assert "After a loss it may play on: plate: knock-out." in page(cup, "Team 1")
    play(organiser, cup, 4)
    assert ("it may play on" in page(cup, "Team 1")) is said_of_second


def test_in_double_elimination_a_first_loss_leads_down_and_a_second_home(organiser: Any) -> None:
    cup = planned(organiser, 4, [stage("double", grand_final="reset")])
    assert "After a win: Winners' final. After a loss: Losers, round 1." in page(cup, "Team 1")
    play(organiser, cup, 3)
    assert "After a win: Grand final. After a loss: Losers, round 2." in page(cup, "Team 1") + page(cup, "Team 2")
    while len(ready(cup)) > 1 or ready(cup)[0].round.name != "grand-final":
        play(organiser, cup, 1)
    above, below = ready(cup)[0].teams
    assert "A win is the title. After a loss: Grand final, again." in page(cup, above.name)
    assert "After a win: Grand final, again. After a loss it is over." in page(cup, below.name)
    give(organiser, cup, ready(cup)[0].number, "B")
    assert "A win is the title." in page(cup, above.name)
    assert "After a" not in page(cup, above.name) + page(cup, below.name)


def test_nothing_is_said_of_a_bracket_under_review(organiser: Any) -> None:
    cup = planned(organiser, 8, [stage("knockout")])
    play(organiser, cup, 4)
    Match.objects.filter(stage__tournament=cup, round__name="semi-final").update(conflict="A")
    assert "After a win" not in page(cup, "Team 1")
