"""What a knock-out may have besides: third place, a plate; and double elimination, where two losses put you out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats import double_elimination, knockout
from thunee_tournaments.brackets.formats.fixtures import Bracket, Fixture, Side, shifted, standing

SIZES = st.integers(min_value=2, max_value=1024)
CHANCE = st.randoms(use_true_random=False)


def played(bracket: Bracket, chance):
    """Play all of it by chance: (pairings, wins by team, losses by team). Fails if teams of a fixture are unknown."""
    seeds = list(range(1, bracket.teams + 1))
    results: dict[int, Side] = {fixture.number: chance.choice("AB") for fixture in bracket.fixtures}
    pairings = standing(bracket.fixtures, seeds, results)
    lost = dict.fromkeys(seeds, 0)
    for pairing in pairings.values():
        if pairing.beaten is not None:
            lost[pairing.beaten] += 1
    return pairings, lost


def part(bracket: Bracket, prefix: str) -> list[Fixture]:
    return [fixture for fixture in bracket.fixtures if bracket.rounds[fixture.round - 1].startswith(prefix)]


@pytest.mark.slow
@given(SIZES, CHANCE)
def test_the_match_for_third_place_is_between_those_who_lost_the_semi_finals(teams, chance):
    bracket = knockout.draw(teams, third_place=True)
    pairings, _lost = played(bracket, chance)
    third = part(bracket, knockout.THIRD_PLACE)
    assert len(third) == (1 if teams > 3 else 0)
    for fixture in third:
        semi_finals = part(bracket, "semi-final")
        losers = {pairings[semi.number].beaten for semi in semi_finals}
        assert {pairings[fixture.number].a, pairings[fixture.number].b} == losers
    assert bracket.rounds[-1] == "final"


@pytest.mark.slow
@given(SIZES, CHANCE)
def test_the_plate_is_a_knock_out_of_all_who_lose_in_the_first_round(teams, chance):
    bracket = knockout.draw(teams, plate=True)
    pairings, _lost = played(bracket, chance)
    first = {pairings[f.number].beaten for f in bracket.fixtures if f.round == 1 and not f.bye}
    plate = [pairings[fixture.number] for fixture in part(bracket, knockout.PLATE)]
    if teams <= 3:  # one match in the first round, or none before the final
        assert not plate
        return
    assert len(plate) == len(first) - 1
    assert {team for pairing in plate for team in (pairing.a, pairing.b)} == (first if len(first) > 1 else set())
    assert len({pairing.beaten for pairing in plate}) == len(plate)


@pytest.mark.parametrize("teams", range(2, 40))
def test_no_team_is_ever_due_in_the_plate_and_in_the_match_for_third_place(teams):
    bracket = knockout.draw(teams, third_place=True, plate=True)
    third = {slot for fixture in part(bracket, knockout.THIRD_PLACE) for _side, slot in fixture.sides}
    plate = {slot for fixture in part(bracket, knockout.PLATE) for _side, slot in fixture.sides}
    assert not third & plate


@pytest.mark.slow
@given(SIZES)
def test_what_is_added_does_not_change_who_meets_whom_in_the_main_bracket(teams):
    plain, rich = knockout.draw(teams), knockout.draw(teams, third_place=True, plate=True)

    def shape(bracket):
        main = [f for f in bracket.fixtures if not bracket.rounds[f.round - 1].startswith(("plate", "third"))]
        at = {f.number: index for index, f in enumerate(main)}
        return [[(s[0], at[s[1]]) if s[0] == "winner" else s for _side, s in f.sides] for f in main]

    assert shape(plain) == shape(rich)


@pytest.mark.slow
@given(SIZES, CHANCE, st.sampled_from(double_elimination.GRAND_FINALS))
def test_everybody_but_the_champion_loses_twice(teams, chance, grand_final):
    bracket = double_elimination.draw(teams, grand_final)
    pairings, lost = played(bracket, chance)
    final = pairings[bracket.fixtures[-1].number]
    if grand_final == double_elimination.RESET:
        champion = final.through
        assert lost.pop(champion) <= 1
        assert set(lost.values()) == {2}
        assert final.bye == (pairings[bracket.fixtures[-2].number].winner == "A")
    elif grand_final == double_elimination.SINGLE:
        assert lost.pop(final.through) <= 1
        assert lost.pop(final.beaten) in (1, 2)
        assert set(lost.values()) <= {2}
    else:
        assert sorted(lost.values())[0] == 0  # who wins the winners' bracket
        assert sum(lost.values()) == 2 * teams - 3


@pytest.mark.slow
@given(SIZES)
def test_a_double_elimination_has_two_matches_a_team_less_two_and_one_more_for_the_reset(teams):
    real = {
        kind: sum(f.bye is None for f in double_elimination.draw(teams, kind).fixtures)
        for kind in double_elimination.GRAND_FINALS
    }
    assert real == {"none": 2 * teams - 3, "single": 2 * teams - 2, "reset": 2 * teams - 1}


@given(SIZES)
def test_sources_come_before_the_fixtures_they_feed_and_each_is_used_once(teams):
    used = set()
    for fixture in double_elimination.draw(teams).fixtures:
        for _side, source in fixture.sides:
            if source[0] in ("winner", "loser") and fixture.sources[1][0] != "again":
                assert source[1] < fixture.number
                assert source not in used
                used.add(source)


def first_possible_rematch(teams: int) -> int:
    """The number of the first round of the losers' bracket in which two teams can meet that met before."""
    bracket = double_elimination.draw(teams, double_elimination.NONE)
    after = {source[1]: f.number for f in part(bracket, "winners") for _s, source in f.sides if source[0] == "winner"}

    def later(number):
        while number in after:
            number = after[number]
            yield number

    dropped: dict[int, set[int]] = {}
    for fixture in part(bracket, "losers"):
        a, b = ({s[1]} if s[0] == "loser" else dropped[s[1]] for _side, s in fixture.sides)
        # Whoever lost in x met a team that may have won on and lost in a later one.
        if any(y in later(x) or x in later(y) for x in a for y in b):
            return int(bracket.rounds[fixture.round - 1].removeprefix("losers-"))
        dropped[fixture.number] = a | b
    raise AssertionError("the last round of the losers' bracket always can be a rematch")


@pytest.mark.parametrize(("teams", "first"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_nobody_meets_again_early_in_the_losers_bracket(teams, first):
    assert first_possible_rematch(teams) >= first


def test_the_losers_of_the_second_round_of_sixteen_come_in_from_the_bottom_up():
    bracket = double_elimination.draw(16)
    losers = part(bracket, "losers-2")
    quarter_finals = [f.number for f in part(bracket, "winners-quarter-final")]
    assert [f.sources[1] for f in losers] == [("loser", number) for number in reversed(quarter_finals)]


@given(st.integers(2, 70), st.lists(st.sampled_from(["", "x", "y", "z"]), min_size=70, max_size=70))
@settings(max_examples=30)
def test_clubs_kept_apart_leave_byes_and_levels_of_seeds_where_they_are(teams, clubs):
    usual, apart = knockout.seed_order(knockout.bracket_size(teams)), knockout.lines_for(clubs[:teams])
    assert sorted(apart) == sorted(usual)
    size = len(usual)
    for here, there in zip(usual, apart, strict=True):
        assert (here <= size - teams) == (there <= size - teams)
        assert (here > teams) == (there > teams)
        assert (here - 1).bit_length() == (there - 1).bit_length()


def test_two_of_one_club_that_would_meet_at_once_are_kept_apart_to_the_final():
    clubs = ["", "x", "", "", "", "", "x", ""]  # seeds 2 and 7 would meet in the first round
    lines = knockout.lines_for(clubs)
    assert {2, 7} not in [set(lines[at : at + 2]) for at in range(0, 8, 2)]
    assert (lines.index(2) < 4) != (lines.index(7) < 4)
    assert knockout.lines_for([""] * 8) == knockout.seed_order(8)


def test_a_later_stage_goes_on_with_the_numbers():
    bracket = knockout.draw(4, third_place=True)
    moved = shifted(bracket.fixtures, 10)
    assert [fixture.number for fixture in moved] == [11, 12, 13, 14]
    assert (moved[0].sources[0], moved[3].sources[0], moved[2].sources[1]) == (
        ("seed", 1),
        ("winner", 11),
        ("loser", 12),
    )


PUBLISHED_128 = [
    *(1, 128, 64, 65, 33, 96, 32, 97, 17, 112, 48, 81, 49, 80, 16, 113),
    *(9, 120, 56, 73, 41, 88, 24, 105, 25, 104, 40, 89, 57, 72, 8, 121),
    *(5, 124, 60, 69, 37, 92, 28, 101, 21, 108, 44, 85, 53, 76, 12, 117),
    *(13, 116, 52, 77, 45, 84, 20, 109, 29, 100, 36, 93, 61, 68, 4, 125),
    *(3, 126, 62, 67, 35, 94, 30, 99, 19, 110, 46, 83, 51, 78, 14, 115),
    *(11, 118, 54, 75, 43, 86, 22, 107, 27, 102, 38, 91, 59, 70, 6, 123),
    *(7, 122, 58, 71, 39, 90, 26, 103, 23, 106, 42, 87, 55, 74, 10, 119),
    *(15, 114, 50, 79, 47, 82, 18, 111, 31, 98, 34, 95, 63, 66, 2, 127),
]


def meetings(order: list[int]) -> list[set[frozenset[int]]]:
    """Who is together in each sub-bracket: what a published order says, whichever half of a pair is printed on top."""
    found = []
    size = 2
    while size <= len(order):
        found.append({frozenset(order[start : start + size]) for start in range(0, len(order), size)})
        size *= 2
    return found


def test_a_bracket_of_128_has_the_published_meetings_in_every_round():
    assert meetings(knockout.seed_order(128)) == meetings(PUBLISHED_128)
