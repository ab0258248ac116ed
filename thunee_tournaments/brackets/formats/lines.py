"""The lines of a bracket: its size, and the seed on each of its lines."""

from thunee_tournaments.brackets.formats.fixtures import check_teams


def bracket_size(teams: int) -> int:
    """The power of two that holds so many teams. Raises ValueError outside 2 to 1,024."""
    check_teams(teams)
    return 1 << (teams - 1).bit_length()


def seed_order(size: int) -> list[int]:
    """The seeds of a full bracket from the top down, two to a first-round fixture, the better seed first in each.

    Each round the bracket doubles: every seed s gets n + 1 - s beside it, below it in the upper place of a pair and
    above it in the lower, so that first and second seed stay at the two ends.
    """
    lines = [1]
    while len(lines) < size:
        total = 2 * len(lines) + 1
        lines = [
            seed for place, s in enumerate(lines) for seed in ((s, total - s) if place % 2 == 0 else (total - s, s))
        ]
    return [seed for top in range(0, size, 2) for seed in sorted(lines[top : top + 2])]
