"""What the engine is measured beside: other people's engines replaying a recorded hand, checking every card.

OpenSpiel's euchre (C++ behind Python) and jass-kit's Schieber (NumPy) are the nearest things there are: trick games of
four in two teams. Each is given what it likes best, ready-made actions in its own encoding, and its quickest way of
replaying them that still refuses a card that may not be played. A rival that is not installed says so.
"""

import os
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple


class Missing(Exception):
    """The rival cannot be measured here; the text says why."""


class Rival(NamedTuple):
    """A name, recorded hands, and the function that replays one; it raises when a card is not allowed."""

    name: str
    hands: list[Any]
    replay: Callable[[Any], Any]


def openspiel(rng: Random, number: int) -> Rival:
    """Random legal games of euchre, replayed by OpenSpiel action by action with its legality check."""
    try:
        import pyspiel
    except ImportError as error:
        raise Missing(f"OpenSpiel is not installed here ({error})") from error

    game = pyspiel.load_game("euchre")
    hands = []
    for _ in range(number):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        hands.append(list(state.history()))

    def replay(actions: list[int]) -> Any:
        state = game.new_initial_state()
        apply = state.apply_action_with_legality_check
        for action in actions:
            apply(action)
        return state.returns()

    _must_refuse(replay, hands[0][:-2] + hands[0][:1] * 2)
    return Rival("OpenSpiel euchre", hands, replay)


def jass_kit(rng: Random, number: int) -> Rival:
    """Random legal rounds of Schieber, replayed by jass-kit's simulator, each card looked up among the valid ones."""
    try:
        import numpy
        from jass.game.const import MAX_TRUMP
        from jass.game.game_sim import GameSim
        from jass.game.rule_schieber import RuleSchieber
    except ImportError as error:
        raise Missing(f"jass-kit is not installed here ({error})") from error

    rule = RuleSchieber()

    def begun(hands: Any, dealer: int, trump: int) -> Any:
        round_ = GameSim(rule)
        round_.init_from_cards(hands=hands, dealer=dealer)
        round_.action_trump(trump)
        return round_

    def recorded() -> tuple[Any, int, int, list[int]]:
        pack = list(range(36))
        rng.shuffle(pack)
        hands = numpy.zeros(shape=[4, 36], dtype=numpy.int32)
        for place, card in enumerate(pack):
            hands[place % 4, card] = 1
        dealer, trump = rng.randrange(4), rng.randrange(MAX_TRUMP + 1)
        round_, cards = begun(hands, dealer, trump), []
        while not round_.is_done():
            card = rng.choice(numpy.flatnonzero(rule.get_valid_cards_from_state(round_.state)).tolist())
            round_.action_play_card(card)
            cards.append(card)
        return hands, dealer, trump, cards

    def replay(hand: tuple[Any, int, int, list[int]]) -> Any:
        hands, dealer, trump, cards = hand
        round_ = begun(hands, dealer, trump)
        state = round_.state
        for card in cards:
            if not rule.get_valid_cards_from_state(state)[card]:
                raise ValueError(f"card {card} is not valid")
            round_.action_play_card(card)
        return state.points

    hands = [recorded() for _ in range(number)]
    _must_refuse(replay, (*hands[0][:3], hands[0][3][:-1] + hands[0][3][:1]))
    return Rival("jass-kit Schieber", hands, replay)


def _must_refuse(replay: Callable[[Any], Any], spoilt: Any) -> None:
    """Make sure that a rival does check what it replays (without what OpenSpiel prints about it)."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        replay(spoilt)
    except Exception:
        return
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
    raise AssertionError("a rival replayed a hand that cannot be, so it is not being measured with its checks")
