"""What every game offers (`engine.games.GameInfo`), and nobody asks for more."""

import inspect
from typing import Any

import pytest

from engine import games, profiles, rulebook

OFFERED = sorted(name for name in vars(games.GameInfo) if not name.startswith("_"))
MODULES: list[Any] = list({id(games.load(name)): games.load(name) for name in games.GAMES}.values())


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_game_offers_all_that_is_asked_of_games(module: Any) -> None:
    assert [name for name in OFFERED if not hasattr(module, name)] == []
    for name in ("start", "standing_at", "next_dealer", "ended", "two_clear", "set_before", "misstated"):
        asked = list(inspect.signature(getattr(games.GameInfo, name)).parameters)[1:]
        assert len(inspect.signature(getattr(module, name)).parameters) == len(asked), name


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_that_begins_stands_where_its_score_says(name: str) -> None:
    module = games.load(name)
    profile = profiles.build({}, game=name)
    begun = module.start(profile, 4)
    score = begun.get("balls", begun.get("scores"))
    stands = module.standing_at(profile, begun, score, 2)
    assert {**stands, "next_dealer": None} == begun
    assert stands["next_dealer"] == 2
    assert 0 <= module.next_dealer(profile, 3, 4, score, False) < 4
    assert module.two_clear(profile, begun) is False


def test_only_a_game_without_an_end_of_its_own_can_be_ended() -> None:
    ended = {
        name: games.load(name).ended(games.load(name).start(profiles.build({}, game=name), 4)) for name in games.GAMES
    }
    assert {name for name, state in ended.items() if state is not None} == {"tunge"}
    assert ended["tunge"] is not None
    assert ended["tunge"]["game_over"]


def test_the_order_of_the_rules_is_the_games_own_and_not_that_of_their_modules() -> None:
    found = rulebook.catalogue()
    assert list(dict.fromkeys(rule.stem for rule in found)) == list(games.stems())
    numbers: dict[str, list[int]] = {}
    for rule in found:
        family, _dash, number = rule.id.rpartition("-")
        numbers.setdefault(family, []).append(int(number))
    assert all(of_a_family == sorted(of_a_family) for of_a_family in numbers.values())
