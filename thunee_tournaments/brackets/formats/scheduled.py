"""Which matches can be played now, where all who play are known at the draw."""

from collections.abc import Collection, Iterable


def due(matches: Iterable[tuple[int, Collection[int], bool]]) -> set[int]:
    """Which matches can be played now, out of (number, teams, aside) in order, those that are over left out: the next
    of all their teams. What is put aside (postponed) keeps nobody waiting and is not due itself."""
    busy: set[int] = set()
    playable = set()
    for number, teams, aside in matches:
        if aside:
            continue
        if busy.isdisjoint(teams):
            playable.add(number)
        busy |= set(teams)
    return playable
