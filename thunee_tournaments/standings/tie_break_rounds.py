"""What each round of a team counts for Buchholz and Sonneborn-Berger: the opponent it faced, or what stands for one.

FIDE's Tie-Break Regulations (Handbook C.07) of 1 August 2024 say what an unplayed round of a Swiss counts (article 16).
A bye is one that was allocated, a walkover a forfeit, and a round a team was not paired in, having gone home or asked
for it, a requested bye of half a point or none. Where everybody meets everybody nobody is without an opponent: there a
walkover counts as its result says, against the team it was to be played against.

A stage that was drawn before that was the rule keeps the rule it was drawn under: FIDE's virtual opponent of 2009.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from thunee_tournaments.standings.metrics import Field, TeamRecord

NEWEST = 2024
WIN, HALF = 2, 1  # in half points


class TieBreakRound(NamedTuple):
    """A round as it counts for a team: what it scored in it, what the opponent scored over all, both in half points,
    and whether the team did not play although it could have (a voluntarily unplayed round, article 16.1)."""

    scored: int
    points: int
    voluntary: bool = False


def halved(half_points: int) -> float:
    """So many half points as points: a whole number, if it is one."""
    return half_points / 2 if half_points % 2 else half_points // 2


def _by_2024(record: "TeamRecord", everybody: "Field") -> list[TieBreakRound]:
    """What each round counts for a team. One it did not play it played against a dummy that scored as much as it did
    itself (article 16.4)."""
    own, half = int(2 * record.score), record.half
    counted = [TieBreakRound(0, own, voluntary=True) for _number in record.absent]
    if record.byes or half:
        # While a match is under review, who is due on the seat that sat out may sit in a match of that round as well.
        paired = {line.round for line in record.matches}
        counted += [TieBreakRound(WIN, own) for number in record.byes if number not in paired]
        counted += [TieBreakRound(HALF, own, voluntary=True) for number in half if number not in paired]
    for line in record.matches:
        opponent = everybody.get(line.opponent)
        if not line.played and record.rounds:
            counted.append(TieBreakRound(WIN * line.won, own, voluntary=not line.won))
        elif opponent is not None:
            counted.append(TieBreakRound(WIN * line.won or HALF * (line.round in half), opponent.for_opponents))
    return counted


def _by_2009(record: "TeamRecord", everybody: "Field") -> list[TieBreakRound]:
    """A round that was not played is one against a virtual opponent, who had as many points before, gets the opposite
    of the result, and half a point in each later round; for those it met it counts half a point."""
    rounds = [line.round for other in everybody.values() for line in other.matches]
    last = max([*rounds, *(number for other in everybody.values() for number in other.byes)], default=0)
    counted = []
    for line in record.played:
        opponent = everybody.get(line.opponent)
        if opponent is not None:
            points = sum(2 * met.won if met.played else 1 for met in opponent.matches)
            points += len(opponent.byes) + len(opponent.half)
            counted.append(TieBreakRound(WIN * line.won, points))
    unplayed = [(line.round, WIN * line.won) for line in record.matches if not line.played]
    unplayed += [*((number, WIN) for number in record.byes), *((number, HALF) for number in record.half)]
    for number, scored in unplayed:
        before = WIN * sum(line.won for line in record.matches if line.round < number)
        before += WIN * sum(bye < number for bye in record.byes) + HALF * sum(half < number for half in record.half)
        counted.append(TieBreakRound(scored, before + (WIN - scored) + (last - number)))
    return counted


EDITIONS: dict[int, Callable[["TeamRecord", "Field"], list[TieBreakRound]]] = {2009: _by_2009, NEWEST: _by_2024}


def tie_break_rounds(record: "TeamRecord", everybody: "Field") -> list[TieBreakRound]:
    """What each round counts for a team, by the edition its stage was drawn under."""
    return EDITIONS[record.edition](record, everybody)
