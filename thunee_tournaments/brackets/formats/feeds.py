"""From one stage to the next: who goes on, and in which order of seed.

Out of groups go the best of each, all firsts before all seconds and so on, and, if wanted, the best of those placed
next. Firsts keep the order they have among themselves; of the others each gets the place in its tier from which it
meets a team of its own group as late as a bracket allows.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from thunee_tournaments.brackets.formats.assigning import assign
from thunee_tournaments.brackets.formats.lines import bracket_size, seed_order

T = TypeVar("T")


def bracket_places(size: int) -> dict[int, int]:
    """The place of each seed in a bracket of this size, counted from 0 at the top."""
    return {seed: place for place, seed in enumerate(seed_order(size))}


def round_of_meeting(a: int, b: int) -> int:
    """The round in which teams on these two places of a bracket can meet first."""
    return (a ^ b).bit_length()


def crossed(tiers: Sequence[Sequence[T]], group_of: Mapping[T, Hashable]) -> list[T]:
    """The tiers one after another, each put in such an order that teams of one group meet late."""
    order: list[T] = []
    total = sum(map(len, tiers))
    if total < 2:
        return [team for tier in tiers for team in tier]
    size = bracket_size(total)
    places = bracket_places(size)
    rounds = size.bit_length() - 1
    for tier in tiers:
        first = len(order) + 1
        mates: dict[Hashable, list[int]] = {}
        for seed, team in enumerate(order, start=1):
            mates.setdefault(group_of[team], []).append(places[seed])

        def cost(
            index: int, team: T, offset: int, first: int = first, mates: dict[Hashable, list[int]] = mates
        ) -> tuple[int, ...]:
            met = [round_of_meeting(places[first + offset], mate) for mate in mates.get(group_of[team], [])]
            return *(met.count(number) for number in range(1, rounds + 1)), (index - offset) ** 2

        if order:
            order_in_tier = assign(
                [[cost(i, team, offset) for offset in range(len(tier))] for i, team in enumerate(tier)]
            )
        else:
            order_in_tier = list(range(len(tier)))
        order += [team for _place, team in sorted(zip(order_in_tier, tier, strict=True), key=lambda pair: pair[0])]
    return order
