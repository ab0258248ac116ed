"""Which team was which in an earlier event, and the seeds that come of it."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.earlier import Entered, Placed


def team(id: str, key: str, *players: str) -> Entered:
    return Entered(id, key, frozenset(players))


def standings(*teams: Entered) -> list[Placed]:
    return [Placed(one, place, place) for place, one in enumerate(teams, start=1)]


def which(teams: list[Entered], *before: Entered) -> list[tuple[str, str, str]]:
    return [(one.team, one.earlier, one.by) for one in earlier.matched(teams, standings(*before))]


def test_teams_stand_in_the_order_of_the_earlier_standings() -> None:
    now = [team("a", "aces"), team("b", "nines"), team("c", "new")]
    assert which(now, team("2", "nines"), team("9", "gone"), team("1", "aces")) == [
        ("b", "2", "name"), ("a", "1", "name"),
    ]  # fmt: skip


def test_a_team_of_another_name_is_known_by_two_of_its_players() -> None:
    now = [team("a", "new name", "anil", "priya", "omar")]
    assert which(now, team("1", "aces", "priya", "anil")) == [("a", "1", "players")]
    assert which(now, team("1", "aces", "priya", "devi")) == []


def test_the_name_goes_before_the_players() -> None:
    now = [team("a", "aces", "ravi", "sam"), team("b", "others", "anil", "priya")]
    before = team("1", "aces", "anil", "priya"), team("2", "nines", "ravi", "sam")
    assert which(now, *before) == [("a", "1", "name")]


def test_what_is_not_clear_is_left_to_the_lot() -> None:
    both = [team("a", "one", "anil", "priya"), team("b", "two", "anil", "priya", "omar")]
    assert which(both, team("1", "aces", "anil", "priya")) == []
    split = [team("a", "one", "anil", "priya", "ravi", "sam")]
    assert which(split, team("1", "aces", "anil", "priya"), team("2", "nines", "ravi", "sam")) == []


def test_a_single_player_is_known_by_the_one_name_only_where_each_plays_alone() -> None:
    assert which([team("a", "x", "anil")], team("1", "y", "anil")) == [("a", "1", "players")]
    assert which([team("a", "x", "anil")], team("1", "y", "anil", "priya")) == []


@given(st.integers(1, 40), st.integers(1, 40), st.integers())
def test_nobody_is_two_and_what_is_stored_gives_the_order_again(now: int, then: int, salt: int) -> None:
    random = Random(salt)
    names = [f"n{number}" for number in range(25)]

    def teams(count: int, mark: str) -> list[Entered]:
        keys = random.sample([f"t{number}" for number in range(60)], count)
        return [team(f"{mark}{key}", key, *random.sample(names, random.randint(0, 3))) for key in keys]

    entered, placed = teams(now, "now-"), standings(*teams(then, "then-"))
    found = earlier.matched(entered, placed)
    assert len({one.team for one in found}) == len({one.earlier for one in found}) == len(found)
    assert [one.place for one in found] == sorted(one.place for one in found)
    stored = earlier.kept("source", placed, found, [one.id for one in entered])
    assert earlier.order_of(stored) == stored["order"] == [one.team for one in found]
    assert set(earlier.places_of(stored)) == set(stored["order"])


def test_a_team_taken_out_is_gone_from_what_is_stored() -> None:
    now = [team("a", "aces"), team("b", "nines")]
    before = standings(team("1", "aces"), team("2", "nines"))
    stored = earlier.kept("source", before, earlier.matched(now, before), ["a", "b"])
    left: dict[str, Any] = earlier.without(stored, "a")
    assert earlier.order_of(left) == left["order"] == ["b"]
    assert earlier.without({"by": "hand", "before": stored}, "b")["before"]["order"] == ["a"]
    assert earlier.without({"by": "hand"}, "a") == {}
