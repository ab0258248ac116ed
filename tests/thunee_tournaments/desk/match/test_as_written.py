"""A hand in words, as it was written: every key of a tally and every event has some."""

from typing import Any

import pytest

from tests.engine import cases
from thunee_tournaments.desk.match.as_written import facts_of
from thunee_tournaments.presentation.rulings import Voices

VOICES = Voices({"A": "Reds", "B": "Blues"}, ["Anil", "Bina", "Cyril", "Devi"])
FIGURES: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({"trumper": 1, "trump": "h"}, ("Set trump", "Bina, hearts")),
    ({"trumper": 0}, ("Set trump", "Anil")),
    ({"call": 30, "blind": True}, ("Call", "30, blind")),
    ({"card_points": {"A": 98}}, ("Card points of Reds", "98")),
    ({"tricks": {"B": 2}}, ("Tricks of Blues", "2")),
    ({"last_trick": 0}, ("Last trick", "Anil")),
    ({"double": 0}, ("Double called by", "Anil")),
    ({"khanuck": 3}, ("Khanuck called by", "Devi")),
    ({"jodhi": [{"seat": 2, "value": 40, "suit": "s", "trick": 1}]}, ("Jodhi", "Cyril: 40, spades, after trick 1")),
    ({"jodhi": [{"seat": 2, "value": 20, "murrials": True}]}, ("Jodhi", "Cyril: 20, answered by murrials")),
    ({"declared": {"seat": 1, "kind": "thunee", "lost_to": None}}, ("Thunee", "Bina, every trick won")),
    ({"declared": {"seat": 1, "kind": "royals", "lost_to": 0}}, ("Royals", "Bina, caught by Anil")),
    ({"four_ball": {"against": 3, "offence": "signal"}}, ("Caught", "Devi: signals")),
    ({"false_accusation": {"seat": 0, "against": 1}}, ("Accused wrongly", "Anil → Bina")),
    ({"trumpless": "unnoticed"}, ("Trumpless", "not noticed")),
]


@pytest.mark.parametrize(("tally", "fact"), FIGURES)
def test_every_figure_of_a_tally_is_said(tally: dict[str, Any], fact: tuple[str, str]) -> None:
    assert facts_of({"tally": tally}, VOICES) == [fact]


def test_whatever_happened_at_a_table_has_words() -> None:
    for _name, record, _expect in cases.load():
        if record["game"] == "thunee" and record.get("players", 4) == 4:
            facts = dict(facts_of(record, VOICES))
            assert len([event for event in record["events"] if event["type"] == "play"]) == 0 or "Cards" in facts
            assert "{" not in "".join(facts.values())


def test_nothing_written_says_nothing() -> None:
    assert facts_of({}, VOICES) == []
