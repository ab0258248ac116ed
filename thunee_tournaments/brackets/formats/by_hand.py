"""A Swiss round in which an organiser set something by hand: who meets whom, who has the bye, who sits out. Pure.

What is not set is paired by the rules, among those who are left. A team that sits out is not in the round: it scores
nothing or half a point, and keeps its right to a bye.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.formats.editions import NEWEST
from thunee_tournaments.brackets.formats.swiss import Entrant, Round


@dataclass(frozen=True)
class ByHand:
    """By seeds. `bye` None: as the rules give it. `half`: whoever sits out scores half a point."""

    pairs: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    out: frozenset[int] = frozenset()
    half: bool = False

    def __bool__(self) -> bool:
        return bool(self.pairs or self.out) or self.bye is not None

    @property
    def seeds(self) -> list[int]:
        """Every seed that is named, as often as it is."""
        return [*(seed for both in self.pairs for seed in both), *([] if self.bye is None else [self.bye]), *self.out]


class BadWish(ValueError):
    """What is wanted cannot be: `twice` are the seeds named more than once, `unknown` those that are not in the round;
    neither: the bye is set, and the number of those left is odd (`odd`), or fewer than two would play."""

    def __init__(self, twice: Collection[int] = (), unknown: Collection[int] = (), *, odd: bool = False) -> None:
        super().__init__(twice, unknown, odd)
        self.twice, self.unknown, self.odd = sorted(twice), sorted(unknown), odd


def pair(
    entrants: Iterable[Entrant],
    wish: ByHand,
    *,
    apart: bool = False,
    relaxed: Collection[str] = (),
    edition: int = NEWEST,
) -> Round:
    """The round with what was set by hand, and the rest by the rules. Raises BadWish, and NoPairing for the rest."""
    field = {entrant.seed: entrant for entrant in entrants}
    _check(field, wish)
    set_by_hand = set(wish.seeds)
    rest = [entrant for seed, entrant in field.items() if seed not in set_by_hand]
    paired = _rest(rest, apart, relaxed, edition)
    pairs = [*paired.pairs, *(swiss.sides(field[a], field[b], edition) for a, b in wish.pairs)]
    if not pairs:
        raise BadWish
    place = {seed: at for at, seed in enumerate(sorted(field, key=lambda seed: (-field[seed].score, seed)))}
    in_order = sorted(pairs, key=lambda both: min(place[both[0]], place[both[1]]))
    return Round(tuple(in_order), wish.bye if wish.bye is not None else paired.bye)


def _check(field: Collection[int], wish: ByHand) -> None:
    named = wish.seeds
    twice = {seed for seed in named if named.count(seed) > 1}
    unknown = {seed for seed in named if seed not in field}
    if twice or unknown:
        raise BadWish(twice, unknown)
    if wish.bye is not None and (len(field) - len(named)) % 2:
        raise BadWish(odd=True)


def _rest(rest: Sequence[Entrant], apart: bool, relaxed: Collection[str], edition: int) -> Round:
    """Those about whom nothing was set. One alone has nobody to play."""
    if len(rest) > 1:
        return swiss.pair(rest, apart=apart, relaxed=relaxed, edition=edition)
    if not rest:
        return Round(())
    (alone,) = rest
    if alone.had_bye and swiss.SECOND_BYES not in relaxed:
        raise swiss.NoPairing([alone.seed], [alone.seed], [swiss.SECOND_BYES])
    return Round((), alone.seed)
