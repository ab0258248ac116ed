"""How an event is played is told with its own numbers."""

from typing import Any

import pytest
from django.test import Client

from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import organiser
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.presentation.course import HOW, course_of

__all__ = ["organiser"]  # a fixture used here as it is
pytestmark = pytest.mark.django_db


def told(organiser: Any, teams: int, plan: Any, **details: Any) -> list[list[str]]:
    tournament = planned(organiser, teams, plan, **details)
    return [one.sentences for one in course_of(tournament, stages_of(tournament))]


def test_every_format_is_told() -> None:
    assert set(HOW) == set(FORMATS)


def test_a_knock_out_says_its_rounds_its_byes_and_who_plays_on(organiser: Any) -> None:
    [sentences] = told(organiser, 13, [stage("knockout", third_place=True, plate=True)], best_of=3)
    assert sentences == [
        "One loss and you are out.", "It has 4 rounds.", "The best 3 seeds have a bye in the first.",
        "Who loses in the semi-finals plays for third place.", "Who loses in the first round plays on in the plate.",
        "A match is won by the best of 3 games.",
    ]  # fmt: skip
    [sentences] = told(organiser, 8, [stage("knockout")])
    assert sentences == ["One loss and you are out.", "It has 3 rounds."]


@pytest.mark.parametrize(
    ("grand_final", "text"), [("none", "has won"), ("single", "in the grand final."), ("reset", "played once more")]
)
def test_a_double_elimination_says_what_the_grand_final_is(organiser: Any, grand_final: str, text: str) -> None:
    [sentences] = told(organiser, 4, [stage("double", grand_final=grand_final)])
    assert text in sentences[1]


def test_groups_say_their_sizes_and_the_next_stage_who_comes_into_it(organiser: Any) -> None:
    groups, knockout = told(
        organiser, 9, [stage("groups", groups=2, legs=2),
                       stage("knockout", feed={"take": "ranks", "first": 1, "last": 2})],
    )  # fmt: skip
    assert groups[:2] == ["There are 2 groups, of 4 or 5 teams.", "Everybody meets everybody twice."]
    assert groups[2].startswith("In the table counts, in this order: Score, Head-to-head")
    assert knockout[0] == "The first 2 of each group of stage 1 play."
    [even] = told(organiser, 8, [stage("groups", groups=2)])
    assert even[:2] == ["There are 2 groups.", "Everybody meets everybody once."]


def test_a_swiss_and_a_qualifier_say_how_many_go_on(organiser: Any) -> None:
    swiss, final = told(
        organiser, 8, [stage("swiss", rounds=3), stage("knockout", feed={"take": "top", "count": 4})]
    )  # fmt: skip
    assert swiss[0].startswith("3 rounds.")
    assert final[0] == "The best 4 of stage 1 play."
    qualifier, final = told(organiser, 6, [stage("streak", wins=6, entries=2, places=16),
                       stage("knockout", feed={"take": "qualified"})]
    )  # fmt: skip
    assert qualifier == [
        "6 wins in a row take a team through; a loss ends its entry.", "A team may enter 2 times, the first included.",
        "Who waits longest plays next.", "The first 16 to get there go through.",
    ]  # fmt: skip
    assert final[0] == "Those who got through stage 1 play."


def test_the_rules_of_the_event_begin_with_it(organiser: Any) -> None:
    tournament = planned(organiser, 5, [stage("knockout")])
    page = text_of(Client().get(f"/{tournament.slug}/rules"))
    assert "How it is played Knock-out 5 teams One loss and you are out. It has 3 rounds." in page
