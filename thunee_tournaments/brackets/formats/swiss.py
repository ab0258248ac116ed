"""Swiss: round after round teams meet others with as many wins, and nobody twice.

A round is one minimum-cost perfect matching over the whole field. What a pair costs is a row of figures that are
compared one after another, summed over all pairs: who gets the bye (the lowest score, then the lowest seed; nobody
twice), teams that would sit on one side for the third match running or three times oftener than on the other, the
difference in score, teams that would leave their score group a second time running, clubmates, how uneven sides would
be, and last how far the pair is from the usual one (the first of the upper half of a score group meets the first of the
lower half). Of a field of more than 1,024 only pairs near the usual one are looked at, as long as these are enough for
everybody: all of them would be too many. Two teams that have met are no pair at all. If that leaves somebody over,
`pair` says so, names who, and what could be relaxed; nothing is relaxed that was not asked for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.assigning import Cost, cheapest_pairs
from thunee_tournaments.brackets.formats.base import Format, Inputs, Parameters
from thunee_tournaments.brackets.formats.editions import FIRST, NEWEST
from thunee_tournaments.brackets.formats.fixtures import MAX_TEAMS, MOST_TEAMS
from thunee_tournaments.brackets.formats.settings import ACCELERATED, APART, ROUNDS, WALKOVER

REMATCHES, SECOND_BYES = "rematches", "second_byes"
RELAXATIONS = (REMATCHES, SECOND_BYES)
NEAR = 48  # places, or seeds, from the usual pair: how far a large field is looked through


@dataclass(frozen=True)
class Entrant:
    """A team before a round: its seed, its score (a win or a bye 1; in half points where there are such), whom it has
    met, and the like.

    `floated`: it met a team of another score in the round before. `sides`: matches on side A less those on side B.
    `run`: how many of its last matches were on one side: above 0 on side A, below 0 on side B.
    """

    seed: int
    score: int = 0
    met: frozenset[int] = frozenset()
    had_bye: bool = False
    floated: bool = False
    club: str = ""
    sides: int = 0
    run: int = 0


@dataclass(frozen=True)
class Round:
    """Who meets whom, (seed on side A, seed on side B), best score first, and who has nobody to play."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


class NoPairing(Exception):
    """No legal pairing exists. `left` are the seeds of teams that stay over where as many as can be are paired; `alone`
    are those that have met everybody; `relax` what would let a pairing exist: each by itself, or, where that is not
    enough, all of it together."""

    def __init__(self, left: Sequence[int], alone: Sequence[int], relax: Sequence[str]) -> None:
        super().__init__(left, alone, relax)
        self.left, self.alone, self.relax = tuple(left), tuple(alone), tuple(relax)


@dataclass
class _Field:
    """The teams of a round, best score first, and what each pair of them would cost."""

    entrants: list[Entrant]
    relaxed: frozenset[str]
    apart: bool
    edition: int = NEWEST
    place: dict[int, tuple[int, int]] = field(default_factory=dict)  # seed → place in its score group, its half's size
    near: int = field(init=False)  # how far from the usual pair is looked

    def __post_init__(self) -> None:
        self.near = NEAR if len(self.entrants) > MAX_TEAMS else MOST_TEAMS
        self.last = max(entrant.seed for entrant in self.entrants)
        groups: dict[int, list[Entrant]] = {}
        for entrant in self.entrants:
            groups.setdefault(entrant.score, []).append(entrant)
        for group in groups.values():
            for place, entrant in enumerate(group):
                self.place[entrant.seed] = (place, len(group) // 2)

    def match(self) -> tuple[int, list[tuple[int, int]]]:
        """How many have to be matched (the bye counts as one), and the best matching, by places in `entrants`.

        Differences of score are squared and weigh most after byes, rematches and sides that nobody should have to take.
        So it is enough to look at pairs with a small difference, as long as what they add up to is less than one pair
        with a greater difference would cost.
        """
        nodes = len(self.entrants) + len(self.entrants) % 2
        widest = self.entrants[0].score - self.entrants[-1].score
        reach = 0
        while True:
            pairs, costs = self.edges(reach)
            matched = cheapest_pairs(nodes, pairs, costs)
            if reach >= widest and (2 * len(matched) == nodes or self.near == MOST_TEAMS):
                return nodes, matched
            if reach >= widest:
                reach, self.near = 0, MOST_TEAMS
                continue
            if 2 * len(matched) < nodes:
                reach += 1
                continue
            chosen = dict(zip(pairs, costs, strict=True))
            spent = [sum(figures) for figures in zip(*(chosen[pair] for pair in matched), strict=True)]
            if spent[:3] == [0, self.least_bye(), 0] and spent[3] < (reach + 1) ** 2:
                return nodes, matched
            reach = min(widest, max(reach + 1, isqrt(spent[3])))

    def edges(self, reach: int) -> tuple[list[tuple[int, int]], list[Cost]]:
        """The pairs that may meet and differ by at most `reach` in score, and what each costs."""
        pairs: list[tuple[int, int]] = []
        costs: list[Cost] = []
        for i, a in enumerate(self.entrants):
            for j in range(i + 1, len(self.entrants)):
                b = self.entrants[j]
                if a.score - b.score > reach:
                    break
                cost = self.cost(a, b) if self.is_near(a, b) else None
                if cost is not None:
                    pairs.append((i, j))
                    costs.append(cost)
        if len(self.entrants) % 2:
            for i, a in list(enumerate(self.entrants))[-self.near :]:
                cost = self.bye_cost(a)
                if cost is not None:
                    pairs.append((i, len(self.entrants)))
                    costs.append(cost)
        return pairs, costs

    def is_near(self, a: Entrant, b: Entrant) -> bool:
        """Whether the pair is looked at: of a score group, not too far from the usual one; else of seeds not too far
        apart."""
        if a.score != b.score:
            return abs(a.seed - b.seed) <= self.near
        (place, half), (other, _half) = self.place[a.seed], self.place[b.seed]
        return abs(abs(place - other) - half) <= self.near

    def cost(self, a: Entrant, b: Entrant) -> Cost | None:
        """What it costs that these two meet; None if they must not."""
        met = b.seed in a.met
        if met and REMATCHES not in self.relaxed:
            return None
        gap = abs(a.score - b.score)
        (place_a, half), (place_b, _half) = self.place[a.seed], self.place[b.seed]
        if self.edition == FIRST:
            forced, uneven = 0, min(abs(a.sides + b.sides) // 2, 3)
        else:
            forced, uneven = min(_strains(a, b))
        return (
            int(met),
            0,
            forced,
            gap * gap,
            (a.floated + b.floated) if gap else 0,
            int(self.apart and a.club != "" and a.club == b.club),
            uneven,
            _from_usual(abs(place_a - place_b), half) if gap == 0 else abs(a.seed - b.seed),
        )

    def bye_cost(self, entrant: Entrant) -> Cost | None:
        """What it costs that this team has nobody to play; None if it must not be."""
        if entrant.had_bye and SECOND_BYES not in self.relaxed:
            return None
        return (int(entrant.had_bye), entrant.score * (self.last + 1) + self.last - entrant.seed, 0, 0, 0, 0, 0, 0)

    def least_bye(self) -> int:
        """The figure of the bye if it goes where it should."""
        if not len(self.entrants) % 2:
            return 0
        costs = [cost for entrant in self.entrants if (cost := self.bye_cost(entrant)) is not None]
        return min((cost[1] for cost in costs if cost[0] == 0), default=0)


def pair(
    entrants: Iterable[Entrant], *, apart: bool = False, relaxed: Iterable[str] = (), edition: int = NEWEST
) -> Round:
    """The next round. `apart`: clubmates meet only if nothing of more weight forbids it. Raises NoPairing."""
    ordered = sorted(entrants, key=lambda entrant: (-entrant.score, entrant.seed))
    if len(ordered) < 2:
        raise ValueError("a round needs two teams")
    if _nothing_is_known(ordered, apart):
        return _usual(ordered, edition)
    field_ = _Field(ordered, frozenset(relaxed), apart, edition)
    nodes, matched = field_.match()
    if 2 * len(matched) < nodes:
        raise _no_pairing(matched, field_)
    nobody = len(ordered)
    byes = [ordered[a].seed for a, b in matched if b == nobody]
    return Round(
        tuple(sides(ordered[a], ordered[b], edition) for a, b in matched if b != nobody),
        byes[0] if byes else None,
    )


def _nothing_is_known(entrants: Sequence[Entrant], apart: bool) -> bool:
    """Whether nothing speaks against the usual pairs: a first round, and no clubs to keep apart. These alone cost
    nothing then, so that they need not be sought."""
    fresh = replace(entrants[0], seed=0, club="")
    if any(replace(entrant, seed=0, club="") != fresh for entrant in entrants):
        return False
    clubs = [entrant.club for entrant in entrants if entrant.club]
    return fresh == Entrant(0, fresh.score) and not (apart and len(set(clubs)) < len(clubs))


def _usual(entrants: Sequence[Entrant], edition: int) -> Round:
    """The first of the upper half meets the first of the lower half; of an odd number the last one has the bye."""
    half = len(entrants) // 2
    pairs = tuple(sides(entrants[place], entrants[place + half], edition) for place in range(half))
    return Round(pairs, entrants[-1].seed if len(entrants) % 2 else None)


def _from_usual(apart: int, half: int) -> int:
    """How far two of a score group, so many places apart, are from the usual pair. Nearer neighbours than usual count
    more than those farther off, so that the best two do not meet while another pairing is as good."""
    return 2 * abs(apart - half) + (apart < half)


def run_on(run: int, side: int) -> int:
    """An entrant's `run` after one more match, on side A (1) or B (-1)."""
    return run + side if run * side > 0 else side


Strain = tuple[int, int]  # teams on a side for the third match running or three times oftener; unevenness, squared


def _strains(a: Entrant, b: Entrant) -> tuple[Strain, Strain]:
    """What it costs that the first of these sits on side A, and that the second does."""
    return _strain((a, 1), (b, -1)), _strain((a, -1), (b, 1))


def _strain(*seats: tuple[Entrant, int]) -> Strain:
    after = [entrant.sides + side for entrant, side in seats]
    running = [entrant.run * side >= 2 for entrant, side in seats]
    return sum(abs(now) > 2 or third for now, third in zip(after, running, strict=True)), sum(
        now * now for now in after
    )


def sides(a: Entrant, b: Entrant, edition: int) -> tuple[int, int]:
    """Who sits on side A now: so that sides stay even; if that is the same, whoever was there less often, then whoever
    was not there last; then the better seed in odd seeds, for chance's sake."""
    if edition != FIRST:
        first, second = _strains(a, b)
        if first != second:
            return (a.seed, b.seed) if first < second else (b.seed, a.seed)
        if a.sides == b.sides and a.run != b.run:
            return (a.seed, b.seed) if a.run < b.run else (b.seed, a.seed)
    if a.sides != b.sides:
        return (a.seed, b.seed) if a.sides < b.sides else (b.seed, a.seed)
    return (a.seed, b.seed) if min(a.seed, b.seed) % 2 else (b.seed, a.seed)


def _no_pairing(matched: Sequence[tuple[int, int]], field_: _Field) -> NoPairing:
    ordered = field_.entrants
    pairs, _costs = field_.edges(ordered[0].score - ordered[-1].score)
    held = {node for pair_ in matched for node in pair_}
    linked = {node for pair_ in pairs for node in pair_}
    left = [ordered[node].seed for node in range(len(ordered)) if node not in held]
    alone = [ordered[node].seed for node in range(len(ordered)) if node not in linked]
    offers = [name for name in RELAXATIONS if name not in field_.relaxed]
    enough = [name for name in offers if _helps(name, field_)]
    return NoPairing(left, alone, enough or offers)


def _helps(name: str, field_: _Field) -> bool:
    """Whether there is a pairing once this is relaxed besides what is already."""
    nodes, matched = _Field(field_.entrants, field_.relaxed | {name}, field_.apart, field_.edition).match()
    return 2 * len(matched) == nodes


class Swiss(Format):
    """So many rounds, each against somebody with as many wins."""

    key, title = "swiss", _("Swiss")
    note, page = _("A few rounds against teams with as many wins; the table decides."), "swiss"
    settings = {"rounds": ROUNDS, "apart": APART, "accelerated": ACCELERATED, "walkover": WALKOVER}
    one_place = round_by_round = orderable = True
    most_teams = MOST_TEAMS
    order = ("score", "head_to_head", "ball_difference", "balls_for", "buchholz_cut_1", "sonneborn_berger", "lot")

    def rounds_to_come(self, parameters: Parameters, _inputs: Inputs, rounds: int) -> int:
        return max(0, parameters.get("rounds", 0) - rounds)
