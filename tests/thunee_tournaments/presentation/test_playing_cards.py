"""Playing cards: every card of the pack, drawn as itself and named for those who listen."""

import re
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from thunee_tournaments.presentation import faces, ranks
from thunee_tournaments.presentation.words import card_name

PACK = [rank + suit for suit in "shdc" for rank in "J9ATKQ6"]


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


@pytest.mark.parametrize("card", PACK)
@pytest.mark.parametrize("small", [False, True])
def test_every_card_of_the_pack_and_the_sixes_is_a_well_formed_picture_with_a_name(card: str, small: bool) -> None:
    root = ElementTree.fromstring(faces.playing_card(card, card_name(card), small=small))
    assert root.get("role") == "img"
    assert root.get("aria-label") == card_name(card)


def test_no_two_cards_look_alike() -> None:
    assert len({faces.playing_card(card, "") for card in PACK}) == len(PACK)


@pytest.mark.parametrize("pips", range(2, 11))
def test_a_number_card_bears_its_number_of_pips_beside_its_two_indices(pips: int) -> None:
    root = ElementTree.fromstring(faces.playing_card(f"{pips}s", ""))
    assert sum(1 for path in root.iter("path") if path.get("class") == "suit-s") == pips + 2


@pytest.mark.parametrize("small", [False, True])
def test_ranks_are_drawn_and_need_no_font(small: bool) -> None:
    for rank in faces.RANKS:
        root = ElementTree.fromstring(faces.playing_card(f"{rank}h", "", small=small))
        assert not list(root.iter("text"))
        assert any(path.get("class") == "card-rank suit-h" for path in root.iter("path"))


def strokes_of(rank: str) -> list[float]:
    """All figures of a rank's path that are absolute places: those of its M commands."""
    return [float(x) for x, _y in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", ranks.STROKES[rank])]


@pytest.mark.parametrize("rank", faces.RANKS)
def test_an_index_stays_on_its_card_and_clear_of_the_pips(rank: str) -> None:
    left, right = 15 - 11 * 0.95, min(x for places in faces.PLACES.values() for x, _y in places) - 1.15 * 6.8
    assert all(left >= 4 and -9.5 <= x <= 9.5 for x in strokes_of(rank))
    assert right > 15 + 11 * 0.95


@pytest.mark.parametrize(
    ("card", "name"),
    [("Jh", "jack of hearts"), ("9s", "nine of spades"), ("10c", "ten of clubs"), ("tD", "ten of diamonds")],
)
def test_cards_are_named_in_words(card: str, name: str) -> None:
    assert card_name(card) == name


@pytest.mark.parametrize("text", ["", "J", "1h", "Jx", "Jhh", "☃"])
def test_what_is_no_card_is_shown_as_it_was_written(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        faces.split(text)
    assert render("{% card text %}", text=text) == f'<span class="card-unknown">{text}</span>'


def test_a_card_that_is_markup_is_escaped() -> None:
    assert "<script>" not in render("{% card text %}", text="<script>")


def test_a_hand_shows_its_cards_in_order() -> None:
    html = render('{% hand "Jh 9c" %}')
    assert html.index("jack of hearts") < html.index("nine of clubs")


def test_a_suit_has_a_name_unless_it_stands_beside_it() -> None:
    assert 'aria-label="hearts"' in render('{% suit "h" %}')
    assert "aria-label" not in render('{% suit "h" label=False %}')
    assert render('{% suit "x" %}') == "x"
