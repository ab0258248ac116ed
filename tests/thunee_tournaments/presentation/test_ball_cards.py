"""Ball cards: the open pips are the balls, in every position, and the score is said in words."""

import re
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from hypothesis import given, settings
from hypothesis import strategies as st

from thunee_tournaments.presentation import balls
from thunee_tournaments.presentation.words import score_text


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def open_pips(svg: str) -> int:
    """How many suit symbols a drawing shows."""
    root = ElementTree.fromstring(svg)
    count = 0
    for path in root.iter("path"):
        if path.get("class", "").startswith("suit-"):
            count += path.get("d", "").count("M")
    return count


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("count", range(13))
def test_as_many_pips_are_open_as_there_are_balls(count: int, side: str) -> None:
    assert open_pips(balls.ball_cards(count, side)) == count


@pytest.mark.parametrize("count", [13, 14, 21])
def test_past_twelve_both_sixes_lie_open_and_a_coin_says_how_many_more(count: int) -> None:
    svg = balls.ball_cards(count, "A")
    assert open_pips(svg) == 12
    assert f">+{count - 12}<" in svg


def test_up_to_six_balls_the_upper_six_lies_face_down_and_then_face_up() -> None:
    assert all("ball-back" in balls.ball_cards(count, "B") for count in range(7))
    assert not any("ball-back" in balls.ball_cards(count, "B") for count in range(7, 13))


@pytest.mark.parametrize("count", range(1, 6))
def test_an_open_pip_is_whole_and_every_other_lies_under_the_upper_six(count: int) -> None:
    cover, _, _ = balls.place(count)
    turn = radians(-cover.turn)
    for index, (x, y) in enumerate(balls.PIPS):
        along = (x - cover.x) * cos(turn) - (y - cover.y) * sin(turn)
        down = (x - cover.x) * sin(turn) + (y - cover.y) * cos(turn)
        beyond = max(abs(along) - balls.WIDTH / 2, abs(down) - balls.HEIGHT / 2)
        assert beyond > 7 if index in cover.open else beyond < 0


def test_every_position_is_a_different_picture() -> None:
    assert len({balls.ball_cards(count, "A") for count in range(16)}) == 16


def test_balls_below_zero_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="counted from 0"):
        balls.place(-1)


@pytest.mark.parametrize(
    ("a", "b", "options", "words"),
    [
        (7, 11, {"cornerhouse": ["B"]}, "Side A 7 balls, side B 11, cornerhouse"),
        (0, 0, {}, "Side A 0 balls, side B 0"),
        (1, 0, {}, "Side A 1 ball, side B 0"),
        (11, 11, {"cornerhouse": ["A", "B"]}, "Side A 11 balls, cornerhouse, side B 11, cornerhouse"),
        (12, 9, {"winner": "A"}, "Side A 12 balls, won the game, side B 9"),
        (12, 14, {"winner": "B", "cornerhouse": ["B"]}, "Side A 12 balls, side B 14, won the game"),
        (3, 8, {"name_a": "Umgeni", "name_b": "Verulam"}, "Umgeni 3 balls, Verulam 8"),
    ],
)
def test_the_score_is_called_out_as_at_the_table(a: int, b: int, options: dict[str, object], words: str) -> None:
    assert score_text(a, b, **options) == words


@settings(deadline=None)
@given(a=st.integers(0, 30), b=st.integers(0, 30), near=st.sampled_from([None, [], ["A"], ["B"], ["A", "B"]]))
def test_a_board_says_both_scores_whatever_they_are(a: int, b: int, near: list[str] | None) -> None:
    html = render("{% ball_cards a b target=12 cornerhouse=near %}", a=a, b=b, near=near)
    label = re.search(r'aria-label="([^"]*)"', html)
    assert label is not None
    assert label[1].startswith(f"Side A {a} ball")
    assert f"side B {b}" in label[1]
    assert label[1].count("cornerhouse") == len(near or [])


def test_names_on_a_board_are_escaped() -> None:
    html = render("{% ball_cards 1 2 name_a=name %}", name='<b onclick="x">&')
    assert "<b " not in html
    assert "&lt;b onclick=&quot;x&quot;&gt;&amp;" in html


def test_the_sides_of_a_board_face_each_other() -> None:
    html = render("{% ball_cards 1 2 %}")
    assert html.index("board-side board-a") < html.index("board-side board-b")


def test_opened_balls_are_pips_with_their_number_in_words() -> None:
    html = render('{% opened 4 "B" %}')
    assert html.count("M") == 4
    assert "4 balls" in html
    assert render('{% opened 0 "A" %}') == ""
