"""What each round of a team counts for Buchholz and Sonneborn-Berger: the opponent it faced, or what stands for one.

FIDE's Tie-Break Regulations (Handbook C.07) of 1 August 2024 say what an unplayed round of a Swiss counts (article 16).
A bye is one that was allocated, a walkover a forfeit, and a round a team was not paired in, having gone home, a
requested bye of no points. Where everybody meets everybody nobody is without an opponent: there a walkover counts as
its result says, against the team it was to be played against.

A stage that was drawn before that was the rule keeps the rule it was drawn under: FIDE's virtual opponent of 2009.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thunee_tournaments.standings.metrics import Field, TeamRecord

NEWEST = 2024


@dataclass(frozen=True)
class TieBreakRound:
    """A round as it counts for a team: whether it was won, what the opponent scored, in half points, and whether the
    team did not play although it could have (a voluntarily unplayed round, article 16.1)."""

    won: bool
    points: int
    voluntary: bool = False


def _for_opponents(record: "TeamRecord") -> int:
    """A team's score in half points as it counts for those it met (article 16.3): as it is, but a round it was absent
    from is a draw if it played in none after that."""
    played = [line.round for line in record.matches if line.played or line.won]
    last = max([*played, *record.byes, *record.playing], default=0)
    return 2 * record.score + sum(number > last for number in record.absent)


def _by_2024(record: "TeamRecord", everybody: "Field") -> list[TieBreakRound]:
    """What each round counts for a team. One it did not play it played against a dummy that scored as much as it did
    itself (article 16.4)."""
    own = 2 * record.score
    # While a match is under review, who is due on the seat that sat out may sit in a match of that round as well.
    paired = {line.round for line in record.matches}
    counted = [TieBreakRound(True, own) for number in record.byes if number not in paired]
    counted += [TieBreakRound(False, own, voluntary=True) for _number in record.absent]
    for line in record.matches:
        opponent = everybody.get(line.opponent)
        if not line.played and record.rounds:
            counted.append(TieBreakRound(line.won, own, voluntary=not line.won))
        elif opponent is not None:
            counted.append(TieBreakRound(line.won, _for_opponents(opponent)))
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
            points = sum(2 * met.won if met.played else 1 for met in opponent.matches) + len(opponent.byes)
            counted.append(TieBreakRound(line.won, points))
    unplayed = [(line.round, line.won) for line in record.matches if not line.played]
    for number, won in [*unplayed, *((number, True) for number in record.byes)]:
        before = sum(line.won for line in record.matches if line.round < number)
        before += sum(bye < number for bye in record.byes)
        counted.append(TieBreakRound(won, 2 * before + 2 * (not won) + (last - number)))
    return counted


EDITIONS: dict[int, Callable[["TeamRecord", "Field"], list[TieBreakRound]]] = {2009: _by_2009, NEWEST: _by_2024}


def tie_break_rounds(record: "TeamRecord", everybody: "Field") -> list[TieBreakRound]:
    """What each round counts for a team, by the edition its stage was drawn under."""
    return EDITIONS[record.edition](record, everybody)
