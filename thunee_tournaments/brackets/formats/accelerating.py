"""Accelerated pairing (FIDE Handbook C.04, Baku acceleration): in the first rounds of a Swiss the upper half is paired
as if it had scored more, so that in a field much larger than its rounds the best meet sooner. Pure.

The upper half are the first seeds, so many that their number is even. Half of the rounds are accelerated, rounded up:
in the first half of these, rounded up, they have a whole point more, in the others half a point. Tables know nothing of
it. There are no draws here, so scores are counted in half points only where this is used, or where a team was given
half a point for a round it asked to sit out.
"""

from collections.abc import Iterable
from dataclasses import replace

from thunee_tournaments.brackets.formats.swiss import Entrant

WIN, HALF = 2, 1  # in half points


def ahead_in(number: int, rounds: int, teams: int) -> tuple[int, int]:
    """How many of the first seeds are ahead in this round (from 1) of so many, and by how many half points; (0, 0)
    where none are."""
    accelerated = (rounds + 1) // 2
    if number > accelerated:
        return 0, 0
    return 2 * ((teams + 3) // 4), WIN if number <= (accelerated + 1) // 2 else HALF


def points(seed: int, score: int, ahead: tuple[int, int]) -> int:
    """What a team counts for a pairing, in half points, by its score in half points."""
    seeds, more = ahead
    return score + (more if seed <= seeds else 0)


def accelerated(entrants: Iterable[Entrant], ahead: tuple[int, int], *, halves: bool = False) -> list[Entrant]:
    """The field as it is to be paired, scores in half points. `halves`: they are already, and not in wins."""
    by = 1 if halves else WIN
    return [replace(entrant, score=points(entrant.seed, by * entrant.score, ahead)) for entrant in entrants]
