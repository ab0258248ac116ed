"""Out of groups: who is seeded above whom, and who of those placed next goes on, is decided by what teams did."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from thunee_tournaments.brackets.formats.editions import FIRST
from thunee_tournaments.brackets.plans import PER_MATCH, WITHOUT_LAST
from thunee_tournaments.standings import metrics, out_of_groups
from thunee_tournaments.standings.metrics import MatchLine, TeamRecord

RANKED_BY = ("score", "ball_difference", "balls_for", "lot")


@dataclass
class Groups:
    """A table of groups as `out_of_groups` sees it; teams by group, from the top down, each with its matches."""

    groups: list[list[TeamRecord]]
    ranked_by: tuple[str, ...] = RANKED_BY
    field: list[TeamRecord] = field(init=False)

    def __post_init__(self) -> None:
        self.field = [record for group in self.groups for record in group]

    def tables(self) -> list[tuple[int, list[Any]]]:
        return [(number, metrics.rank(group, self.ranked_by)) for number, group in enumerate(self.groups, start=1)]


def group(number: int, *scores: tuple[int, int, int]) -> list[TeamRecord]:
    """A group of so many teams: (matches won, ball difference over all, lot) of each, from the top down. The balls are
    won, or lost, against the team at the bottom, and by that against the one above it."""
    names = [SimpleNamespace(pk=10 * number + place, public_id=f"{number}{place}") for place in range(len(scores))]
    found = []
    for name, (won, balls, lot) in zip(names, scores, strict=True):
        others = [other.pk for other in names if other is not name]
        lines = [MatchLine(index < won, opponent=other) for index, other in enumerate(reversed(others))]
        lines[0] = MatchLine(won > 0, balls_for=max(balls, 0), balls_against=max(-balls, 0), opponent=others[-1])
        found.append(TeamRecord(name, matches=tuple(lines), lot=lot, group=number))
    return found


def going_on(table: Groups, edition: int = 2, **feed: Any) -> list[list[str]]:
    parameters = {"feed": {"take": "ranks", "first": 1, "last": 1, "best": 0, **feed}}
    stage: Any = SimpleNamespace(parameters=parameters, inputs={"edition": edition}, drawn_at="then")
    tiers = out_of_groups.tiers(stage, table, lambda _team: True)  # type: ignore[arg-type]
    return [[record.team.public_id for record in tier] for tier in tiers]


FOURS = Groups(
    [group(1, (2, 1, 1), (2, 0, 2), (1, 0, 3), (1, -1, 4)), group(2, (3, 12, 5), (2, 3, 6), (1, -5, 7), (0, -10, 8))]
)


def test_firsts_are_seeded_by_what_they_did_and_not_by_the_name_of_their_group() -> None:
    """Two wins and +1 stands below three wins and +12; in the first edition group A came first."""
    assert going_on(FOURS, last=2) == [["20", "10"], ["21", "11"]]
    assert going_on(FOURS, FIRST, last=2) == [["10", "20"], ["11", "21"]]


UNEVEN = Groups([group(1, (3, 9, 1), (2, 8, 2), (1, -2, 3), (0, -15, 4)), group(2, (2, 5, 5), (1, 1, 6), (0, -6, 7))])


def test_seconds_of_groups_of_different_sizes_are_compared_per_match() -> None:
    """Two wins of three are more than one of two; in sums it would be so of one win of three, too."""
    assert going_on(UNEVEN, best=1, compare=PER_MATCH)[1] == ["11"]
    weaker = Groups([group(1, (3, 9, 1), (1, 8, 2), (1, -2, 3), (1, -15, 4)), UNEVEN.groups[1]])
    assert going_on(weaker, best=1, compare=PER_MATCH)[1] == ["21"]
    assert going_on(weaker, FIRST, best=1)[1] == ["11"]


def test_without_the_matches_against_the_last_of_the_larger_group() -> None:
    """The second of the four won its balls against the last: without these it is level in wins, and behind in balls."""
    assert going_on(UNEVEN, best=1, compare=WITHOUT_LAST)[1] == ["21"]


def test_head_to_head_is_asked_again_of_those_it_leaves_level() -> None:
    def record(name: str, *beaten: str) -> TeamRecord:
        others = [other for other in "abcd" if other != name]
        return TeamRecord(name, matches=tuple(MatchLine(other in beaten, opponent=other) for other in others))

    tied = [record("a", "c", "d"), record("b", "a", "c"), record("c", "d"), record("d", "b")]
    lines = metrics.rank(tied, ["head_to_head", "head_to_head_again"])
    assert [line.record.team for line in lines] == ["b", "a", "c", "d"]
    assert [line.values["head_to_head_again"] for line in lines] == [1, 0, 1, 0]
    once = metrics.rank(tied, ["head_to_head"])
    assert {(line.place, line.place_to) for line in once} == {(1, 2), (3, 4)}


def test_a_circle_that_is_left_level_stays_so_however_often_it_is_asked() -> None:
    names = "abc"
    circle = [
        TeamRecord(name, matches=(MatchLine(True, opponent=names[(at + 1) % 3]),
                                  MatchLine(False, opponent=names[(at + 2) % 3])))
        for at, name in enumerate(names)
    ]  # fmt: skip
    lines = metrics.rank(circle, ["head_to_head", "head_to_head_again"])
    assert {(line.place, line.place_to) for line in lines} == {(1, 3)}
