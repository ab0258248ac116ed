"""Groups in which everybody meets everybody, once or twice.

Teams are spread over the groups tier by tier: the first tier are the best seeds, one to a group, and so on, so that the
groups' sizes differ by at most one. *Snake* gives every second tier out from the last group to the first; *drawn* lets
the lot say who of a tier goes where. If clubs are to be kept apart, each tier goes to the groups where the fewest
clubmates are, whichever tier these are of, and departs from its order as little as that needs.

Each group plays by the circle method: one team stays, the others move on by one place from round to round.
"""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.assigning import assign
from thunee_tournaments.brackets.formats.base import Format, Parameters, Shuffle
from thunee_tournaments.brackets.formats.editions import NEWEST
from thunee_tournaments.brackets.formats.fixtures import MAX_TEAMS, Bracket, Builder, check_teams
from thunee_tournaments.brackets.formats.settings import APART, GONE, LEGS, WALKOVER, Number, OneOf

SNAKE, DRAWN = "snake", "drawn"
Tier = tuple[range, list[int]]  # its seeds, and the groups to which they would go, from the best seed


def sizes(teams: int, groups: int) -> list[int]:
    """How many teams each group has. Raises ValueError where a group would have fewer than two."""
    check_teams(teams)
    if not 1 <= groups <= teams // 2:
        raise ValueError(f"{teams} teams do not make {groups} groups of two or more")
    return [teams // groups + (number < teams % groups) for number in range(groups)]


def spread(teams: int, groups: int, how: str, shuffle: Shuffle, clubs: Sequence[str] | None = None) -> list[list[int]]:
    """The seeds in each group, best first. `clubs` (in order of seed, "" for none) if clubs are to be kept apart."""
    sizes(teams, groups)
    tiers = [range(start, min(start + groups, teams + 1)) for start in range(1, teams + 1, groups)]
    usual = [_places(number, groups, how, shuffle) for number in range(len(tiers))]
    plain = _made(tiers, usual, groups)
    if clubs is None:
        return plain
    # The first tier stays: what counts is who is with its seeds. An early tier may have to make room for a late one, so
    # they are set in both orders; and it never comes out worse than if clubs were not looked at.
    first, later = _made(tiers[:1], usual[:1], groups), list(zip(tiers, usual, strict=True))[1:]
    starts = [_set_anew(first, later, clubs), _set_anew(first, later[::-1], clubs), plain]
    return min((_settled(made, later, clubs) for made in starts), key=lambda made: _together(made, clubs))


def _places(tier: int, groups: int, how: str, shuffle: Shuffle) -> list[int]:
    """The groups to which the seeds of a tier go, from the best seed."""
    places = list(range(groups))
    if how == DRAWN:
        return shuffle(places, f"groups tier {tier + 1}")
    return places[::-1] if tier % 2 else places


def _made(tiers: Sequence[Sequence[int]], places: Sequence[Sequence[int]], groups: int) -> list[list[int]]:
    made: list[list[int]] = [[] for _ in range(groups)]
    for seeds, tier_places in zip(tiers, places, strict=True):
        for seed, place in zip(seeds, tier_places, strict=False):
            made[place].append(seed)
    return made


def _settled(made: list[list[int]], later: Sequence[Tier], clubs: Sequence[str]) -> list[list[int]]:
    """The groups after their later tiers were set anew for as long as that keeps more clubmates apart."""
    while _together(better := _set_anew(made, later, clubs), clubs) < _together(made, clubs):
        made = better
    return made


def _set_anew(made: Sequence[Sequence[int]], later: Sequence[Tier], clubs: Sequence[str]) -> list[list[int]]:
    """Each tier in turn is taken out and put where the fewest clubmates are, and of such places near its usual ones."""
    groups = [list(group) for group in made]
    for seeds, usual in later:
        groups = [[seed for seed in group if seed not in seeds] for group in groups]
        clubmates = [Counter(clubs[seed - 1] for seed in group) for group in groups]
        at = {place: number for number, place in enumerate(usual)}
        costs = [
            [(clubmates[place][clubs[seed - 1]] if clubs[seed - 1] else 0, (at[place] - index) ** 2)
             for place in range(len(groups))]
            for index, seed in enumerate(seeds)
        ]  # fmt: skip
        for seed, place in zip(seeds, assign(costs), strict=True):
            groups[place].append(seed)
    return [sorted(group) for group in groups]


def _together(made: Sequence[Sequence[int]], clubs: Sequence[str]) -> int:
    """How many pairs of clubmates are in one group."""
    counted = (Counter(clubs[seed - 1] for seed in group if clubs[seed - 1]) for group in made)
    return sum(number * (number - 1) // 2 for group in counted for number in group.values())


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


class Groups(Format):
    """Everybody in a group meets everybody, once or twice; the best of each go on."""

    key, title = "groups", _("groups")
    page = "groups"
    settings = {
        "groups": Number(_("How many groups"), 4, 1, MAX_TEAMS // 2),
        "legs": LEGS,
        "spread": OneOf(
            _("Who comes into which group"),
            SNAKE,
            {SNAKE: _("by seed, to and fro"), DRAWN: _("drawn by lot from pots")},
        ),
        "apart": APART,
        "walkover": WALKOVER,
        "gone": GONE,
    }
    one_place = can_be_put_off = grouped = plate = orderable = True
    takes = "ranks"
    order = ("score", "head_to_head", "ball_difference", "balls_for", "lot")

    def draw(
        self, parameters: Parameters, clubs: Sequence[str], shuffle: Shuffle, _edition: int = NEWEST
    ) -> tuple[Bracket, list[list[int]]]:
        apart = clubs if parameters.get("apart") else None
        made = spread(len(clubs), parameters.get("groups", 1), parameters.get("spread", SNAKE), shuffle, apart)
        return draw(made, parameters.get("legs", 1)), made
