"""Drawings: every card that was dealt and played is there, the winner marked, and the SVG is well-formed."""

from xml.etree import ElementTree

import pytest

import engine
from engine import drawing
from engine.in_play import HandInPlay
from tests.engine.cases import load

RECORDS = [record for _, record, _ in load()]
SVG = "{http://www.w3.org/2000/svg}"


def test_a_hand_is_drawn_seat_by_seat_and_trick_by_trick():
    hand = HandInPlay.deal(3, rules="durban-classic")
    hand.push("1:trump=d")
    for _ in range(24):
        hand.push(hand.cards()[0])
    lines = drawing.text(hand.record).splitlines()
    assert len(lines) == 4 + 6 + 1
    for line, trick in zip(lines[4:], hand.ruling.tricks, strict=False):
        assert line.startswith(f"trick {trick['number']}, seat {trick['leader']} leads")
        assert line.endswith(f"seat {trick['winner']} takes {trick['points']}")
        best = next(word for word in line.split() if word.endswith("*"))
        place = [drawing._face(card) for card in trick["cards"]].index(best.rstrip("*"))
        assert (trick["leader"] + place) % 4 == trick["winner"]
    assert lines[-1].startswith("Result: side ")


def test_a_hand_in_play_shows_what_is_held_and_whose_turn_it_is():
    hand = HandInPlay.deal(3, rules="durban-classic")
    hand.push("1:trump=d")
    hand.push(hand.cards()[0])
    lines = str(hand).splitlines()
    assert [line.endswith("to play") for line in lines] == [False, False, False, True, False]
    assert [sum(word[-1] in "♠♥♦♣" for word in line.split()) for line in lines] == [6, 6, 5, 6, 1]


def test_hands_that_nobody_wrote_down_are_shown_as_unknown():
    hand = HandInPlay({"format": "hand-record/1", "game": "thunee", "dealer": 0})
    assert str(hand).count("??") == 4


@pytest.mark.parametrize("record", RECORDS[::5])
def test_any_record_is_drawn_and_its_picture_says_what_the_text_says(record):
    try:
        ruling = engine.adjudicate(record)
    except engine.RecordError:
        return
    written = drawing.text(ruling)
    picture = ElementTree.fromstring(drawing.svg(ruling))
    assert picture.find(f"{SVG}title").text == written
    width = int(picture.get("width"))
    for box in picture.iter(f"{SVG}rect"):
        assert int(box.get("x")) + int(box.get("width")) <= width
    said = "".join(text.text or "" for text in picture.iter(f"{SVG}text"))
    assert written.splitlines()[-1] in said
    assert ruling._repr_svg_() == drawing.svg(ruling) == ruling.record._repr_svg_()
