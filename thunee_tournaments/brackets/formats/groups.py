"""Groups in which everybody meets everybody, once or twice; a league is one such group.

Teams are spread over the groups tier by tier: the first tier are the best seeds, one to a group, and so on, so that the
groups' sizes differ by at most one. *Snake* gives every second tier out from the last group to the first; *drawn* lets
the lot say who of a tier goes where. If clubs are to be kept apart, each tier goes to the groups where the fewest
clubmates are, and departs from its order as little as that needs.

Each group plays by the circle method: one team stays, the others move on by one place from round to round.
"""

from collections.abc import Callable, Sequence

from thunee_tournaments.brackets.formats.assigning import assign
from thunee_tournaments.brackets.formats.fixtures import Bracket, Builder, check_teams

SNAKE, DRAWN = "snake", "drawn"
SPREADS = (SNAKE, DRAWN)
Shuffle = Callable[[list[int], str], list[int]]  # (items, label) → the items as the lot orders them


def sizes(teams: int, groups: int) -> list[int]:
    """How many teams each group has. Raises ValueError where a group would have fewer than two."""
    check_teams(teams)
    if not 1 <= groups <= teams // 2:
        raise ValueError(f"{teams} teams do not make {groups} groups of two or more")
    return [teams // groups + (number < teams % groups) for number in range(groups)]


def spread(teams: int, groups: int, how: str, shuffle: Shuffle, clubs: Sequence[str] | None = None) -> list[list[int]]:
    """The seeds in each group, best first. `clubs` (in order of seed, "" for none) if clubs are to be kept apart."""
    sizes(teams, groups)
    made: list[list[int]] = [[] for _ in range(groups)]
    for tier, start in enumerate(range(1, teams + 1, groups)):
        seeds = list(range(start, min(start + groups, teams + 1)))
        places = list(range(groups))
        if how == DRAWN:
            places = shuffle(places, f"groups tier {tier + 1}")
        elif tier % 2:
            places.reverse()
        if clubs is not None:
            places = _apart(seeds, places, made, clubs)
        for seed, place in zip(seeds, places, strict=False):
            made[place].append(seed)
    return made


def _apart(seeds: list[int], places: list[int], made: list[list[int]], clubs: Sequence[str]) -> list[int]:
    """The group of each seed of a tier: clubmates there cost most, then the distance from the place it would have."""

    def cost(index: int, seed: int, place: int) -> tuple[int, int]:
        club = clubs[seed - 1]
        mates = sum(clubs[other - 1] == club for other in made[place]) if club else 0
        return mates**2, (places.index(place) - index) ** 2

    order = [[cost(index, seed, place) for place in range(len(made))] for index, seed in enumerate(seeds)]
    return assign(order)


def circle(teams: int) -> list[list[tuple[int, int]]]:
    """The rounds of a round robin of teams 0, 1, 2 …: everybody meets everybody once, nobody twice in a round.

    Sides alternate: over all rounds nobody is on one side more than one match oftener than on the other, and if the
    number of teams is odd everybody is on both equally often.
    """
    ring = [*([None] if teams % 2 else []), *range(teams)]
    half = len(ring) // 2
    rounds = []
    for number in range(len(ring) - 1):
        pairs = []
        for place, (a, b) in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
            if a is None or b is None:
                continue
            turned = number % 2 if place == 0 else place % 2
            pairs.append((b, a) if turned else (a, b))
        rounds.append(pairs)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def draw(made: Sequence[Sequence[int]], legs: int = 1) -> Bracket:
    """The fixtures of these groups of seeds, round by round; the second leg with the sides changed."""
    if legs not in (1, 2):
        raise ValueError("groups are played once or twice")
    schedules = []
    for group in made:
        once = circle(len(group))
        twice = [[(b, a) for a, b in pairs] for pairs in once] if legs == 2 else []
        schedules.append(once + twice)
    built = Builder()
    for number in range(max(map(len, schedules))):
        built.begin_round(f"day-{number + 1}")
        for group_number, (group, schedule) in enumerate(zip(made, schedules, strict=True), start=1):
            for a, b in schedule[number] if number < len(schedule) else []:
                built.add(("seed", group[a]), ("seed", group[b]), group_number)
    return built.build(sum(map(len, made)))
