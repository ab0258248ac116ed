"""How fair Swiss pairings are (part of `dev.py bench pairing`): what the table says of strengths that are known, and on
which sides teams sat. Beside this programme's own pairings those of its first edition, of swisspair, and by chance.

Each team has a strength, known to nobody; seeds follow it roughly, and the stronger team wins more often (a logistic
curve). *tau*: Kendall's, between strengths and the final order (score, Buchholz, seed); *top eight*: how many of the
eight strongest are among the first eight; *unbeaten*: how many teams won every match;
*three*: teams that sat on one side three times running, in all fields;
*worst*: by how many matches anybody sat oftener on one side than on the other.
"""

import math
import random
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from thunee_tournaments.brackets.formats import accelerating, swiss
from thunee_tournaments.brackets.formats.editions import FIRST
from thunee_tournaments.brackets.formats.swiss import Entrant, Round

Pairing = Callable[[list[Entrant], random.Random], Round]


@dataclass
class Played:
    """What came of the fields of one way of pairing."""

    tau: list[float] = field(default_factory=list)
    top: list[int] = field(default_factory=list)
    unbeaten: list[int] = field(default_factory=list)
    three: int = 0
    worst: int = 0


def by_chance(entrants: list[Entrant], chance: random.Random) -> Round:
    """Anybody against anybody else; an even field."""
    order = chance.sample(entrants, len(entrants))
    return Round(tuple((a.seed, b.seed) for a, b in zip(order[::2], order[1::2], strict=True)))


def swisspair_players(field: list[Entrant]) -> Any:
    """A field as swisspair takes it. Raises ImportError."""
    import swisspair

    ordered = sorted(field, key=lambda entrant: (-entrant.score, entrant.seed))
    return [
        swisspair.Player(
            id=str(entrant.seed), points=entrant.score, rank=rank, can_get_bye=not entrant.had_bye,
            cannot_be_paired_against_ids={str(other) for other in entrant.met},
        )
        for rank, entrant in enumerate(ordered, start=1)
    ]  # fmt: skip


def by_swisspair(entrants: list[Entrant], chance: random.Random) -> Round:
    """As swisspair does; it knows no sides, so these are by chance. Raises ImportError."""
    import swisspair

    players = swisspair_players(entrants)
    pairs = [(int(match.p1.id), int(match.p2.id)) for match in swisspair.create_matches(players)]
    return Round(tuple((a, b) if chance.random() < 0.5 else (b, a) for a, b in pairs))


FEW = 5  # rounds for a field that would take seven


def accelerated(entrants: list[Entrant], _chance: random.Random) -> Round:
    """Accelerated pairing in an even field of few rounds, in which everybody has met as many as rounds are played."""
    ahead = accelerating.ahead_in(1 + len(entrants[0].met), FEW, len(entrants))
    return swiss.pair(accelerating.accelerated(entrants, ahead) if any(ahead) else entrants)


WAYS: dict[str, Pairing] = {
    "here": lambda entrants, _chance: swiss.pair(entrants),
    "first edition": lambda entrants, _chance: swiss.pair(entrants, edition=FIRST),
    "swisspair": by_swisspair,
    "by chance": by_chance,
}


LARGE: dict[str, Pairing] = {
    "usual": lambda entrants, _chance: swiss.pair(entrants),
    "accelerated": accelerated,
    "by chance": by_chance,
}


def play(pairing: Pairing, teams: int, rounds: int, start: int, played: Played) -> None:
    """One field from the first round to the table."""
    chance, luck = random.Random(start), random.Random(start + 1)
    strengths = sorted((chance.gauss(0, 1) for _team in range(teams)), reverse=True)
    order = sorted(range(teams), key=lambda place: -(strengths[place] + chance.gauss(0, 0.7)))
    strength = {seed: strengths[place] for seed, place in enumerate(order, start=1)}
    now = {seed: Entrant(seed) for seed in strength}
    three: set[int] = set()
    for _round in range(rounds):
        before = dict(now)
        for a, b in pairing(list(before.values()), luck).pairs:
            winner = a if luck.random() < 1 / (1 + math.exp(-1.5 * (strength[a] - strength[b]))) else b
            for me, other, side in ((a, b, 1), (b, a, -1)):
                old = before[me]
                now[me] = replace(
                    old, score=old.score + (winner == me), met=old.met | {other}, sides=old.sides + side,
                    floated=old.score != before[other].score, run=swiss.run_on(old.run, side),
                )  # fmt: skip
                if abs(now[me].run) > 2:
                    three.add(me)
    final = sorted(now, key=lambda seed: (-now[seed].score, -sum(now[met].score for met in now[seed].met), seed))
    strongest = sorted(strength, key=lambda seed: -strength[seed])
    played.tau.append(kendall([final.index(seed) for seed in strongest]))
    played.top.append(len({*strongest[:8]} & {*final[:8]}))
    played.unbeaten.append(sum(entrant.score == rounds for entrant in now.values()))
    played.three += len(three)
    played.worst = max(played.worst, *(abs(entrant.sides) for entrant in now.values()))


def kendall(places: list[int]) -> float:
    """Kendall's tau between an order and the places it has in another: 1 if they are the same, -1 if turned round."""
    pairs = [(a, b) for index, a in enumerate(places) for b in places[index + 1 :]]
    return sum(1 if a < b else -1 for a, b in pairs) / len(pairs)


def table(
    fields: int, sizes: Iterable[int] = (32, 40, 64), rounds: int = 9, ways: Mapping[str, Pairing] = WAYS
) -> bool:
    """Print it; whether our own pairings kept sides as they should be."""
    print(f"{fields} fields a size of {', '.join(map(str, sizes))} teams, {rounds} rounds")
    print(f"{'':>14} {'tau':>6} {'top eight':>10} {'unbeaten':>9} {'three':>6} {'worst':>6}")
    kept = True
    for name, pairing in ways.items():
        played = Played()
        try:
            for teams in sizes:
                for start in range(fields):
                    play(pairing, teams, rounds, 1000 * teams + start, played)
        except ImportError:
            print(f"{name:>14} is not installed")
            continue
        tau, top = statistics.mean(played.tau), statistics.mean(played.top)
        unbeaten = statistics.mean(played.unbeaten)
        print(f"{name:>14} {tau:>6.3f} {top:>10.2f} {unbeaten:>9.2f} {played.three:>6} {played.worst:>6}")
        kept = kept and (name != "here" or (played.three == 0 and played.worst <= 2))
    return kept
