"""What a decision may rest on: the event's regulations, and the rules of the game that is played."""

import pytest

from adjudication import regulations
from engine import games, profiles, rulebook


@pytest.mark.parametrize("game", games.GAMES)
def test_a_decision_cites_the_events_regulations_and_the_rules_of_its_own_game(game: str) -> None:
    ids = [id for id, _title in regulations.citable(profiles.build(game=game))]
    assert ids[0] == "EV-BELL-1"
    assert len(ids) == len(set(ids))
    assert not regulations.unknown(ids)
    assert ("TH-KHAN-2" in ids) == (game == "thunee")
    assert {parameter.rule for parameter in profiles.parameters(game)} <= set(ids)


def test_every_rule_can_be_cited_in_some_game() -> None:
    ids = {id for game in games.GAMES for id, _title in regulations.citable(profiles.build(game=game))}
    assert {rule.id for rule in rulebook.catalogue()} <= ids
