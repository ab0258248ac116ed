"""Rulings in words: names in place of seats and sides, and no line that cannot be said."""

from typing import Any

import pytest
from django.utils import translation

import engine
from engine import rulebook
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Voices

NAMES = Voices({"A": "Umgeni Spades", "B": "Verulam Nines"}, ["Anil", "Ravi", "Priya", "Sam"])


def judged(tally: dict, **more: object) -> dict:
    return engine.adjudicate(
        {"format": "hand-record/1", "game": "thunee", "dealer": 0, "tally": tally, **more}
    ).to_dict()


CALL_AND_LOSS = {"trumper": 1, "call": 20, "trump": "s", "card_points": {"A": 90}, "last_trick": 1}


def test_a_headline_names_the_team_and_the_balls() -> None:
    assert rulings.headline(judged(CALL_AND_LOSS), NAMES) == "Umgeni Spades opens 2 balls"
    assert rulings.headline(judged({"trumpless": "noticed", "trumper": 1}), NAMES) == "Dealt again, no balls"


@pytest.mark.parametrize("game", ["400", "forty-one"])
def test_what_a_hand_could_still_be_is_said_without_noughts_and_without_a_verdict(game: str) -> None:
    possible = engine.adjudicate({"format": "hand-record/1", "game": game, "dealer": 0, "tally": {}}).to_dict()
    results: list[Any] = [{"status": "decided", **result} for result in possible["possible"]]
    said = {result["kind"]: rulings.headline(result, NAMES) for result in results}
    assert said["scored"] == "How many points depends on what is missing"
    assert said["void"] == "Nobody scores"


def test_the_reason_in_short_gives_the_figures_or_how_it_ended() -> None:
    assert rulings.reason(judged(CALL_AND_LOSS)) == "Call and loss 110, needed 105"
    partner = judged({"trumper": 1, "declared": {"seat": 1, "kind": "thunee", "lost_to": 3}})
    assert rulings.reason(partner) == "Thunee, partner catch"
    below = {"kind": "count", "count": {"total": -10, "target": 105}}
    assert rulings.reason(below) == "Count −10, needed 105"  # a true minus


def test_lines_speak_of_players_and_teams_by_name() -> None:
    texts = [line.text for line in rulings.lines(judged(CALL_AND_LOSS), NAMES)]
    assert "Ravi made spades trump" in texts
    assert any(text.startswith("Umgeni Spades counts") for text in texts)
    assert any(text.endswith("Ravi deals next") for text in texts)
    assert not any("seat" in text.lower().split() or "side" in text.lower().split() for text in texts)


def test_what_the_table_says_and_what_the_rules_say_stand_side_by_side() -> None:
    ruling = judged(CALL_AND_LOSS, claimed={"winner": "B", "balls": 1})
    said = [line.text for line in rulings.differences(ruling, NAMES)]
    assert "Who opens balls: the table says Verulam Nines, the rules say Umgeni Spades" in said


def test_a_line_of_a_rule_that_has_changed_since_keeps_its_text() -> None:
    step = {"rule": "TH-GONE-1", "side": "A", "points": None, "values": {"x": 1}, "text": "As it was said then"}
    assert rulings.step_text(step, NAMES) == "As it was said then"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_line_of_every_rule_can_be_said_in_every_language(language: str) -> None:
    with translation.override(language):
        for rule in rulebook.catalogue():
            for fields in rule.lines:
                step = {"rule": rule.id, "side": "A", "points": 1, "values": dict.fromkeys(fields, 1), "text": ""}
                assert rulings.step_text(step, NAMES)


def test_a_difference_names_what_it_is_about_in_words_of_the_table() -> None:
    jodhi = [{"seat": 1, "value": 20, "suit": "h", "trick": 1}, {"seat": 1, "value": 40, "suit": "d", "trick": 2}]
    ruling = judged({**CALL_AND_LOSS, "jodhi": jodhi}, rules="durban-modern")
    said = [line.text for line in rulings.differences(ruling, NAMES)]
    assert said == [
        "What jodhi 2 is worth: the table says 40, the rules say 20",
        "After which trick jodhi 2 was called: the table says 2, the rules say none",
    ]
    field = {"field": "tally.last_trick", "claimed": 0, "found": 3, "rule": "TH-PLAY-3"}
    (line,) = rulings.differences({"discrepancies": [field]}, NAMES)
    assert line.text == "Who took the last trick: the table says Anil, the rules say Sam"


@pytest.mark.parametrize(
    ("field", "claimed", "found", "text"),
    [
        ("tally.blind", True, False, "Blind call: the table says yes, the rules say no"),
        ("tally.declared.kind", "thunee", None, "What was declared: the table says Thunee, the rules say none"),
        ("tally.declared.lost_to", 3, None, "Who caught it: the table says Sam, the rules say nobody"),
        ("tally.four_ball.against", None, 0, "Four-ball: the table says nobody, the rules say Anil"),
        ("tally.trumpless", "unnoticed", None, "Trumpless: the table says not noticed, the rules say none"),
    ],
)
def test_what_a_sheet_says_of_calls_and_ends_is_told_in_words_of_the_table(
    field: str, claimed: Any, found: Any, text: str
) -> None:
    row = {"field": field, "claimed": claimed, "found": found, "rule": "TH-THUN-1"}
    (line,) = rulings.differences({"discrepancies": [row]}, NAMES)
    assert line.text == text
