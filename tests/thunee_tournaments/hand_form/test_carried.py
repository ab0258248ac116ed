"""Hands as text: read whole or not at all, whatever is around them and in whatever order they were scanned."""

import uuid
from typing import Any

import pytest

from tests.support.hand_form.carried import text_of
from thunee_tournaments.hand_form import carried

HEAD = "a" * 64
KEYS = [str(uuid.UUID(int=number)) for number in range(1, 4)]


def line(index: int = 0, **changed: Any) -> list[Any]:
    follows = HEAD if index == 0 else KEYS[index - 1]
    said = {"key": KEYS[index], "device": "phone-x", "sheet": "abc", "follows": follows, "typed": {"points": "60"}}
    return list((said | changed).values())


def test_a_message_around_it_and_broken_lines_do_no_harm():
    text = text_of(line(0), line(1))
    wrapped = f"From table 3:\n{text[:40]}\n  {text[40:]}\nthanks"
    assert [hand.key for hand in carried.read(wrapped)] == KEYS[:2]


def test_codes_scanned_in_any_order_are_put_in_order_and_each_hand_is_there_once():
    codes = [text_of(line(2)), text_of(line(0)), text_of(line(1)), text_of(line(0))]
    assert [hand.key for hand in carried.read("\n".join(codes))] == KEYS


def test_codes_may_be_addresses():
    assert len(carried.read(f"http://10.0.0.5:8000/desk/cup/unsent#{text_of(line())}")) == 1


def test_a_piece_that_lost_something_is_noticed():
    text = text_of(line())
    with pytest.raises(carried.Unreadable, match="got lost"):
        carried.read(text.replace("thunee1.", "thunee1.A"))


@pytest.mark.parametrize("wrong", [
    "", "hello", text_of("x"), text_of(line(sheet="../..")), text_of(line(device="desk-1")), text_of(line(key="x")),
    text_of(line(typed={"points": 60})), text_of(line(typed=None)), text_of(line(follows=KEYS[0])), text_of(5),
    text_of(line()[:4]), text_of(line(device=None)), text_of(line(typed={"trump": "\ud800"})),
])  # fmt: skip
def test_what_no_phone_made_is_refused_with_a_word(wrong):
    with pytest.raises(carried.Unreadable):
        carried.read(wrong)


def test_more_than_a_phone_can_hold_is_refused():
    many = [line(key=str(uuid.UUID(int=number)), follows=HEAD) for number in range(1, carried.MOST_HANDS + 2)]
    with pytest.raises(carried.Unreadable):
        carried.read(text_of(*many))
