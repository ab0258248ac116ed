"""`thunee play`: a hand at the terminal, event by event; or hands played out at random, as a file of notation."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from random import Random
from typing import Any

from .. import games, notation
from ..faults import RecordError
from ..in_play import HandInPlay
from . import Refused, Say
from .reading import put

HELP = "Play a hand at the terminal, event by event; with --hands write hands played out at random."
MOST_HANDS = 100_000
WORDS = """Write what happens as the notation does: a card (Jc), a call (2:20), 1:trump=s, 0:jodhi=h,value=20, 3:double.
cards: what may be played   calls: what may be said   back: take the last back
on: play out at random      why: the explanation      file: the hand as notation   quit: stop"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", choices=games.GAMES, default="thunee", help="thunee, unless said here")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="how many play (4)")
    parser.add_argument("--rules", metavar="PRESET", help="the preset that is played under")
    parser.add_argument("--dealer", type=int, default=0, metavar="SEAT", help="who deals (0)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same number deals and plays the same again")
    parser.add_argument("--hands", type=int, default=0, metavar="N", help="write so many hands played out at random")
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="where those go to (standard output)")


def run(options: Namespace, say: Say) -> None:
    rng = Random(options.seed)
    if not 0 <= options.hands <= MOST_HANDS:
        raise Refused(f"--hands must be from 1 to {MOST_HANDS}, not {options.hands}")
    if not options.hands:
        _at_the_terminal(_dealt(options, rng), rng, say)
        return
    try:
        played = [_dealt(options, rng).play_out(rng).record.to_dict() for _ in range(options.hands)]
    except LookupError as unknown:
        raise Refused(f"{unknown.args[0]}") from None
    put(options.output, notation.write_each(played), say)


def _dealt(options: Namespace, rng: Random) -> HandInPlay:
    try:
        return HandInPlay.deal(
            rng, game=options.game, players=options.players, rules=options.rules, dealer=options.dealer
        )
    except RecordError as wrong:
        raise Refused(f"{wrong}") from None


def _at_the_terminal(hand: HandInPlay, rng: Random, say: Say) -> None:
    say(f"{hand}\n{WORDS}")
    while (line := _asked(hand)) is not None and line != "quit":
        try:
            if line in ASKED:
                ASKED[line](hand, rng, say)
            elif line:
                hand.push(line)
                say(str(hand))
                for offence in hand.now.offences:
                    say(f"against the rules: {offence.offence.replace('_', ' ')} [{offence.rule}]")
        except RecordError as wrong:
            say(f"{wrong.errors[0]['message']}")
        except LookupError as nothing:
            say(f"{nothing.args[0]}")


def _asked(hand: HandInPlay) -> str | None:
    """The next line; None at the end of them."""
    due = "over" if hand.is_over else "calls" if hand.to_play is None else f"seat {hand.to_play}"
    try:
        return input(f"{due}> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return None


def _back(hand: HandInPlay, _rng: Random, say: Say) -> None:
    hand.pop()
    say(str(hand))


def _on(hand: HandInPlay, rng: Random, say: Say) -> None:
    hand.play_out(rng)
    say(str(hand))


def _calls(hand: HandInPlay, _rng: Random, say: Say) -> None:
    say("  ".join(notation.event(event) for event in hand.calls()) or "nothing")


ASKED: dict[str, Callable[[HandInPlay, Random, Say], Any]] = {
    "back": _back,
    "on": _on,
    "calls": _calls,
    "cards": lambda hand, _rng, say: say(" ".join(hand.cards()) or "none"),
    "why": lambda hand, _rng, say: say("\n".join(hand.ruling.explain())),
    "file": lambda hand, _rng, say: say(notation.write([hand.record.to_dict()])),
    "json": lambda hand, _rng, say: say(json.dumps(hand.record.to_dict())),
    "?": lambda _hand, _rng, say: say(WORDS),
}
