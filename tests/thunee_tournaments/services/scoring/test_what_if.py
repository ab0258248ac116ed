"""What would have been: another fact or other rules, from the same place in the game, and nothing is stored."""

from typing import Any

import pytest

from adjudication.hands import all_hands
from adjudication.models import Entry
from tests.thunee_tournaments.services.conftest import count, draw, game, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.scoring import what_if
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def played(organiser: Any, write: Any) -> Tournament:
    tournament = draw(organiser, 4, table_count=2)
    for body in (thunee("A"), count("B"), count("A")):
        write(game(tournament, 1), body)
    return tournament


def ask(played: Tournament, organiser: Any, body: Any, hand: int = 2, **more: Any) -> what_if.WhatIfAnswer:
    return acts.what_if(actor=organiser, game=game(played, 1), hand=hand, body=body, **more)


def test_another_fact_gives_another_ruling_from_the_same_score(played: Tournament, organiser: Any) -> None:
    answer = ask(played, organiser, count("A"))
    assert (answer.was["winner"], answer.now["winner"]) == ("B", "A")
    assert answer.was["after"]["balls"] == {"A": 4, "B": 1}
    assert answer.now["after"]["balls"] == {"A": 5, "B": 0}
    assert answer.in_force


def test_other_rules_are_marked_as_not_in_force(played: Tournament, organiser: Any) -> None:
    body = {"tally": thunee("A")["tally"] | {"declared": {"seat": 0, "kind": "thunee", "lost_to": 1}}}
    answer = ask(played, organiser, body, hand=1, rules={"preset": "durban-classic", "thunee_loss": 8})
    assert answer.now["balls"] == {"A": 0, "B": 8}
    assert not answer.in_force
    same = ask(played, organiser, body, hand=1, rules="durban-classic")
    assert same.in_force


def test_nothing_is_stored_by_asking(played: Tournament, organiser: Any) -> None:
    played.refresh_from_db()
    before = (Entry.objects.count(), game(played, 1).sheet.head, played.version)
    ask(played, organiser, count("A"))
    played.refresh_from_db()
    assert (Entry.objects.count(), game(played, 1).sheet.head, played.version) == before


def test_the_same_facts_give_the_ruling_that_stands(played: Tournament, organiser: Any) -> None:
    for hand in all_hands(game(played, 1).sheet):
        answer = ask(played, organiser, hand.body, hand=hand.seq)
        assert answer.now == answer.was == hand.ruling


def test_a_struck_out_hand_is_asked_about_at_its_old_place(played: Tournament, organiser: Any, correct: Any) -> None:
    correct(game(played, 1), all_hands(game(played, 1).sheet)[1].entry, None)
    assert ask(played, organiser, count("B")).was["after"]["balls"] == {"A": 4, "B": 1}


@pytest.mark.parametrize(
    ("body", "rules", "path"),
    [
        ({"tally": {"trumper": 7}}, None, "tally.trumper"),
        ({"before": {"balls": {"A": 0, "B": 0}}}, None, "before"),
        ({"tally": {"trumper": 0}}, {"preset": "house-of-cards"}, "rules.preset"),
        ({"tally": {"trumper": 0}}, {"jodhi_window": "never"}, "rules.jodhi_window"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_path(
    played: Tournament, organiser: Any, body: Any, rules: Any, path: str
) -> None:
    with pytest.raises(Refused) as caught:
        ask(played, organiser, body, rules=rules)
    assert path in [error["path"] for error in caught.value.errors]


def test_a_hand_nobody_wrote_cannot_be_asked_about(played: Tournament, organiser: Any) -> None:
    with pytest.raises(Refused) as caught:
        ask(played, organiser, count("A"), hand=99)
    assert caught.value.code == "no_such_hand"
