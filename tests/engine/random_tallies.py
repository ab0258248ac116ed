"""Random tallies: what a scoresheet may hold of a hand, with keys missing and oddities on request."""

from random import Random
from typing import Any

from tests.engine.random_hands import PRESETS, SUITS, tuned_rules

Record = dict[str, Any]
OPTIONAL = ("trumper", "call", "trump", "card_points", "tricks", "last_trick")


def tally(rng: Random, rules: Any = None, missing: int | None = None) -> Record:
    """A record whose evidence is a tally, with `missing` of its ordinary keys left out (by default a few at random)."""
    rules = rules if rules is not None else rng.choice((*PRESETS, tuned_rules(rng)))
    written = _ordinary(rng)
    _special(rng, written)
    for key in rng.sample(OPTIONAL, rng.choice((0, 0, 1, 2, 4)) if missing is None else missing):
        written.pop(key, None)
    record: Record = {"format": "hand-record/1", "game": "thunee", "rules": rules, "dealer": rng.randrange(4)}
    if rng.random() < 0.5:
        record["before"] = {"balls": {side: rng.randint(0, 11) for side in "AB"}, "khanuck_called": rng.random() < 0.2}
    record["tally"] = written
    if rng.random() < 0.3:
        record["claimed"] = {"winner": rng.choice("AB"), "balls": rng.choice((1, 2, 3, 4, 8))}
    return record


def _ordinary(rng: Random) -> Record:
    tricks = rng.randint(0, 6)
    points = 0 if not tricks else 304 if tricks == 6 else rng.randint(2 * 4 * tricks, 290)
    last = rng.choice([seat for seat in range(4) if (tricks, 6 - tricks)[seat % 2]])
    written: Record = {
        "trumper": rng.randrange(4),
        "call": rng.choice((0, 0, 10, 20, 40, 100)),
        "trump": rng.choice(SUITS),
    }
    written |= {"card_points": {"A": points}, "tricks": {"A": tricks, "B": 6 - tricks}, "last_trick": last}
    if rng.random() < 0.4:
        written["jodhi"] = [_jodhi(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    return written


def _jodhi(rng: Random) -> Record:
    jodhi: Record = {"seat": rng.randrange(4), "value": rng.choice((20, 30, 40, 50, 25))}
    for key, value in (("suit", rng.choice(SUITS)), ("trick", rng.randint(1, 6)), ("murrials", rng.random() < 0.3)):
        if rng.random() < 0.6:
            jodhi[key] = value
    return jodhi


def _special(rng: Random, written: Record) -> None:
    wheel = rng.random()
    if wheel < 0.1:
        written["blind"] = True
    elif wheel < 0.2:
        written["double"] = rng.randrange(4)
    elif wheel < 0.35:
        written["khanuck"] = rng.randrange(4)
    elif wheel < 0.45:
        seat = rng.randrange(4)
        kind = rng.choice(("thunee", "royals", "blind_thunee", "blind_royals", "trip"))
        written["declared"] = {
            "seat": seat,
            "kind": kind,
            "lost_to": rng.choice((None, (seat + 1) % 4, (seat + 2) % 4)),
        }
        if rng.random() < 0.2:
            del written["declared"]["lost_to"]
    elif wheel < 0.5:
        written["four_ball"] = {"against": rng.randrange(4), "offence": rng.choice(("signal", "revoke", "six_of_suit"))}
    elif wheel < 0.55:
        seat = rng.randrange(4)
        written["false_accusation"] = {"seat": seat, "against": (seat + 1) % 4}
    elif wheel < 0.65:
        written["trumpless"] = rng.choice(("noticed", "unnoticed"))
