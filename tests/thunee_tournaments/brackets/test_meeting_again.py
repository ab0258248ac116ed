"""Double elimination: how many teams meet again before the grand final, against what the first edition did."""

import pytest

from thunee_tournaments.brackets.formats import double_elimination
from thunee_tournaments.brackets.formats.editions import FIRST, NEWEST
from thunee_tournaments.brackets.formats.fixtures import Bracket, Fixture


def part(bracket: Bracket, prefix: str) -> list[Fixture]:
    return [fixture for fixture in bracket.fixtures if bracket.rounds[fixture.round - 1].startswith(prefix)]


def rematches(bracket: Bracket) -> int:
    """How often two teams meet again before the grand final if the better seed always wins."""
    winner: dict[int, int | None] = {}
    loser: dict[int, int | None] = {}
    met: set[frozenset[int]] = set()
    again = 0
    for fixture in bracket.fixtures:
        a, b = (
            source[1] if source[0] == "seed" else {"winner": winner, "loser": loser}[source[0]][source[1]]
            if source[0] != "bye" else None
            for source in fixture.sources
        )  # fmt: skip
        if a is None or b is None:
            winner[fixture.number], loser[fixture.number] = a or b, None
            continue
        winner[fixture.number], loser[fixture.number] = min(a, b), max(a, b)
        again += frozenset((a, b)) in met
        met.add(frozenset((a, b)))
    return again


def expected_rematches(bracket: Bracket) -> float:
    """How many matches of the losers' bracket are between two that have met before, on average, if every match is a
    toss-up: for each match the chance that its winner loses in a later round, and that both then win until they meet.
    """
    up = {source[1]: f.number for f in part(bracket, "winners") for _s, source in f.sides if source[0] == "winner"}
    down = {source[1]: f.number for f in part(bracket, "losers") for _s, source in f.sides if source[0] == "loser"}
    on = {source[1]: f.number for f in part(bracket, "losers") for _s, source in f.sides if source[0] == "winner"}
    byes = {f.number for f in bracket.fixtures if f.bye is not None}

    def way(number: int) -> dict[int, int]:
        """The matches of the losers' bracket of who loses this one, with how many are to be won before each."""
        found: dict[int, int] = {}
        at = down.get(number)
        while at is not None:
            found[at] = len(found)
            at = on.get(at)
        return found

    total = 0.0
    for first in (f.number for f in part(bracket, "winners") if f.number not in byes):
        loser, chance, later = way(first), 1.0, up.get(first)
        while later is not None:
            if later not in byes:
                chance /= 2
                common = next(((wins, loser[at]) for at, wins in way(later).items() if at in loser), None)
                total += chance / 2 ** sum(common) if common else 0
            later = up.get(later)
    return total


def test_the_first_edition_is_drawn_as_it_was() -> None:
    sizes = [*range(3, 65), 128]
    drawn = [double_elimination.draw(teams, double_elimination.NONE, edition=FIRST) for teams in sizes]
    assert sum(map(rematches, drawn)) == 143


@pytest.mark.parametrize("teams", [*range(3, 65), 128])
def test_if_favourites_win_two_teams_meet_again_once_at_most_before_the_grand_final(teams: int) -> None:
    """The one is the last match of the losers' bracket, to which seed 2 comes down to meet seed 3 again."""
    assert rematches(double_elimination.draw(teams, double_elimination.NONE)) == 1


@pytest.mark.parametrize(
    ("teams", "before", "now"), [(9, 1.274, 0.665), (16, 0.938, 0.75), (32, 0.817, 0.735), (64, 0.973, 0.703)]
)
def test_fewer_teams_meet_again_than_in_the_first_edition(teams: int, before: float, now: float) -> None:
    first, newest = (double_elimination.draw(teams, double_elimination.NONE, edition=one) for one in (FIRST, NEWEST))
    assert expected_rematches(newest) <= now
    assert now < expected_rematches(first) <= before
