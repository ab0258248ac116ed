"""Brackets from 2 to 128 teams: every match once, nothing overlapping, lines from feeders to the match they feed."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from thunee_tournaments.presentation import brackets
from thunee_tournaments.presentation.brackets import Bracket, Match, Round, Side

SIZES = [2, 4, 8, 16, 32, 64, 128]


def bracket(teams: int) -> Bracket:
    rounds, count, number = [], teams // 2, 0
    while count:
        matches = []
        for _ in range(count):
            number += 1
            matches.append(
                Match(Side(f"Top {number}", 1, 2, won=True), Side(f"Low {number}"), str(number), f"/m/{number}")
            )
        rounds.append(Round(f"Round of {2 * count}", matches))
        count //= 2
    return Bracket("Knock-out", rounds)


@pytest.mark.parametrize("teams", SIZES)
def test_every_match_is_drawn_once_and_linked(teams: int) -> None:
    root = ElementTree.fromstring(brackets.draw(bracket(teams)))
    links = [link.get("href") for link in root.iter("a")]
    assert links == [f"/m/{number}" for number in range(1, teams)]


@pytest.mark.parametrize("teams", SIZES)
def test_no_two_boxes_of_a_round_overlap_and_all_are_inside_the_drawing(teams: int) -> None:
    drawing = bracket(teams)
    height = float(ElementTree.fromstring(brackets.draw(drawing)).get("height", "0"))
    for column in brackets.middles(drawing):
        assert all(later - earlier >= 2 * brackets.ROW + 12 for earlier, later in pairwise(column))
        assert column[0] - brackets.ROW > brackets.HEAD / 2
        assert column[-1] + brackets.ROW < height


@pytest.mark.parametrize("teams", SIZES[1:])
def test_a_match_stands_midway_between_the_two_that_feed_it(teams: int) -> None:
    for before, after in pairwise(brackets.middles(bracket(teams))):
        assert after == [(before[2 * i] + before[2 * i + 1]) / 2 for i in range(len(after))]


def test_a_third_place_match_stands_below_the_final() -> None:
    drawing = bracket(4)
    drawing.rounds[-1].matches.append(Match(Side("x"), Side("y")))
    final, third = brackets.middles(drawing)[-1]
    assert third == final + brackets.PITCH


def test_a_bracket_without_rounds_is_an_empty_picture() -> None:
    assert ElementTree.fromstring(brackets.draw(Bracket("Nothing yet"))).get("aria-label") == "Nothing yet"


def test_a_bye_is_one_line() -> None:
    svg = brackets.draw(Bracket("", [Round("", [Match(Side("Free", 1, won=True), Side(""), "1", "", "bye", "bye")])]))
    assert svg.count("tie-name") == 1
    assert ">bye<" in svg


def test_long_names_are_cut_on_the_drawing_and_whole_for_those_who_listen() -> None:
    name = "Isipingo Beach Jack-Nine Social and Benevolent Club"
    match = Match(Side(name), Side("短い名前"), href="/m/1")
    svg = brackets.draw(Bracket("", [Round("", [match])]))
    assert f">{name}<" not in svg
    assert f'aria-label="{name} – 短い名前"' in svg


@pytest.mark.parametrize("text", ["Short", "x" * 60, "ひらがな" * 10, "W" * 30, ""])
def test_fitted_text_is_the_text_or_its_beginning(text: str) -> None:
    fitted = brackets.fit(text)
    assert fitted == text or (fitted.endswith("…") and text.startswith(fitted[:-1]) and len(fitted) < len(text))


def test_names_in_a_bracket_are_escaped() -> None:
    evil = '"><script>alert(1)</script>'
    svg = brackets.draw(Bracket(evil, [Round(evil, [Match(Side(evil), Side("b"), evil, evil, note=evil)])]))
    assert "<script>" not in svg
    ElementTree.fromstring(svg)


@pytest.mark.parametrize("teams", [2, 16, 128])
def test_the_tag_gives_the_whole_and_each_round(teams: int) -> None:
    html = Template("{% load cards %}{% bracket drawing %}").render(Context({"drawing": bracket(teams)}))
    assert html.count('class="bracket-round"') == len(bracket(teams).rounds)
    assert html.count('href="/m/1"') == 2


@pytest.mark.parametrize(
    ("states", "current"), [(["done", "playing"], 2), (["ready", "waiting"], 1), (["done"], 1), ([], 0)]
)
def test_a_phone_opens_at_the_round_that_is_played(states: list[str], current: int) -> None:
    rounds = [
        Round("", [Match(Side("a"), Side("b"), state=state), Match(Side("c"), Side(""), state="bye")])
        for state in states
    ]
    assert brackets.current_round(Bracket("", rounds)) == current


@pytest.mark.parametrize(("teams", "sheets"), [(2, 1), (16, 1), (32, 1), (64, 3), (128, 5), (256, 9)])
def test_a_large_bracket_is_spread_over_sheets_and_no_match_is_lost(teams: int, sheets: int) -> None:
    whole = bracket(teams)
    pieces = brackets.parts(whole)
    assert len(pieces) == sheets
    labels = [match.label for piece in pieces for column in piece.rounds for match in column.matches]
    assert sorted(labels, key=int) == [str(number) for number in range(1, teams)]
    assert all(len(column.matches) <= 16 for piece in pieces for column in piece.rounds)


def test_each_sheet_holds_the_matches_that_feed_each_other() -> None:
    second = brackets.parts(bracket(64))[1]
    assert [[match.label for match in column.matches] for column in second.rounds] == [
        [str(number) for number in range(17, 33)],
        [str(number) for number in range(41, 49)],
        ["53", "54", "55", "56"],
        ["59", "60"],
        ["62"],
    ]


def columns(*states: str) -> Bracket:
    """Rounds of one match each, in these states."""
    return Bracket("Cup", [Round(f"Round {n}", [Match(Side("A"), Side("B"), state=s)]) for n, s in enumerate(states)])


@pytest.mark.parametrize(
    ("states", "left_out"),
    [
        (["done", "done", "playing", "waiting"], 1),
        (["done", "done", "done", "done", "playing"], 3),
        (["done", "playing", "waiting", "waiting"], 0),
        (["done", "done", "playing"], 0),
        (["done", "done", "done", "done"], 0),
        ([], 0),
    ],
)
def test_rounds_before_the_last_decided_one_are_folded_while_it_is_played(states, left_out):
    whole, out = brackets.folded(columns(*states))
    assert out == left_out
    assert len(whole.rounds) == len(states) - left_out


def test_the_loser_of_a_decided_match_steps_back() -> None:
    match = Match(Side("Umgeni", won=True, score=12), Side("Verulam", score=3), state="done")
    picture = brackets.draw(Bracket("Cup", [Round("Final", [match])]))
    assert 'class="tie-name is-lost"' in picture
    assert picture.index("is-lost") > picture.index("Umgeni")
