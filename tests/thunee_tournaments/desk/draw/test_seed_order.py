"""Numbers and buttons that put teams in order."""

from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.desk.draw.seed_order import DOWN, IN, OUT, UP, arrange, move

FOUR = ["a", "b", "c", "d"]


def typed(order: list[str], **changed: str) -> dict[str, str]:
    """What a page that shows this order sends when only this was typed."""
    return {**{team: str(place) for place, team in enumerate(order, start=1)}, **changed}


def test_a_number_puts_a_team_there_and_the_others_make_room() -> None:
    assert arrange(FOUR, FOUR, typed(FOUR, d="1")).order == ["d", "a", "b", "c"]
    assert arrange(FOUR, FOUR, typed(FOUR, a="3")).order == ["b", "c", "a", "d"]


def test_several_numbers_are_all_kept() -> None:
    assert arrange(FOUR, FOUR, typed(FOUR, a="4", d="1")).order == ["d", "b", "c", "a"]


def test_a_number_taken_away_takes_the_team_out_of_the_seeds() -> None:
    assert arrange(FOUR, FOUR, typed(FOUR, b="")).order == ["a", "c", "d"]


def test_a_team_without_a_seed_gets_one_by_a_number() -> None:
    assert arrange(["a", "b"], ["a", "b"], typed(["a", "b"], c="2", d="")).order == ["a", "c", "b"]


def test_a_number_beyond_the_last_means_the_last() -> None:
    assert arrange(FOUR, FOUR, typed(FOUR, a="99")).order == ["b", "c", "d", "a"]


def test_one_number_for_two_teams_is_said_beside_both() -> None:
    asked = arrange(FOUR, FOUR, typed(FOUR, a="3", d="3"))
    assert set(asked.wrong) == {"a", "d"}
    assert asked.order == FOUR


def test_what_is_no_number_is_said_beside_it() -> None:
    for text in ("x", "0", "-1", "1.5", "٣", "9" * 5000):
        assert set(arrange(FOUR, FOUR, typed(FOUR, b=text)).wrong) == {"b"}


def test_two_people_at_work_do_not_undo_each_other() -> None:
    seen, now = FOUR, ["d", "a", "b", "c"]  # meanwhile somebody put d first
    assert arrange(now, seen, typed(seen, b="1")).order == ["b", "d", "a", "c"]
    assert not arrange(now, seen, typed(seen)).changed
    assert arrange(now, seen, typed(seen)).order == now


def test_buttons_move_a_team_one_place() -> None:
    assert move(FOUR, "b", UP) == ["b", "a", "c", "d"]
    assert move(FOUR, "b", DOWN) == ["a", "c", "b", "d"]
    assert move(FOUR, "b", OUT) == ["a", "c", "d"]
    assert move(FOUR, "e", IN) == [*FOUR, "e"]


def test_a_move_that_cannot_be_changes_nothing() -> None:
    for team, action in [("a", UP), ("d", DOWN), ("e", UP), ("e", OUT), ("a", IN), ("", ""), ("", IN), ("a", "side")]:
        assert move(FOUR, team, action) == FOUR


@given(st.permutations("abcdef"), st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 9).map(str)))
def test_whatever_is_typed_no_team_is_lost_or_doubled(now: list[str], changed: dict[str, str]) -> None:
    asked = arrange(now, now, typed(now, **changed))
    assert sorted(asked.order) == sorted(set(now) | (set() if asked.wrong else set(changed)))


@given(st.permutations("abcdef"), st.sampled_from("abcdef"), st.integers(1, 6))
def test_a_single_number_is_always_the_place_a_team_gets(now: list[str], team: str, place: int) -> None:
    assert arrange(now, now, typed(now, **{team: str(place)})).order.index(team) == place - 1
