"""What can be written into a chain: the quick look and the one that names every fault agree."""

import json
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.chain import LARGEST, MAX_DEPTH, NotCanonical, _faults, _sound, canonical
from tests.engine.strategies import examples

NUMBERS = [LARGEST, -LARGEST, LARGEST - 1, 1 - LARGEST, 1.5]
ODD = ["\0", "\ud800", "a\udfffb", "é", "日本", *NUMBERS, b"", object(), True, None]
SCALARS = st.one_of(st.sampled_from(ODD), st.text(max_size=5), st.integers())
KEYS = st.one_of(st.sampled_from(["key", "ключ", "line\n", "", 7]), st.text(max_size=3))


class Side(StrEnum):
    A = "A"


def nested(depth, value="x"):
    for _level in range(depth):
        value = [value]
    return value


@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)))
@examples(300)
def test_the_quick_look_finds_a_fault_exactly_where_the_other_names_one(value):
    assert _sound(value, 0) == (not list(_faults(value, "", 0)))


@pytest.mark.parametrize("depth", range(MAX_DEPTH - 1, MAX_DEPTH + 2))
@pytest.mark.parametrize("value", ["x", [], {}, {"key": 1}, ["x"]])
def test_both_look_as_deep(depth, value):
    for around in (nested(depth, value), {"key": nested(depth - 1, value)}):
        assert _sound(around, 0) == (not list(_faults(around, "", 0)))


def test_a_text_of_a_kind_of_its_own_is_written_as_the_text_it_is():
    assert _sound({"side": Side.A}, 0), "looked at quickly: every entry has one"
    assert canonical({"side": Side.A}) == b'{"side":"A"}'


@pytest.mark.parametrize("value", [{"ключ": 1}, {"key": "\0"}, [LARGEST], {"key": 1.5}, nested(MAX_DEPTH + 1)])
def test_what_cannot_be_written_is_named(value):
    with pytest.raises(NotCanonical) as caught:
        canonical(value)
    assert caught.value.errors


def test_what_can_is_sorted_and_compact():
    assert json.loads(canonical({"b": [1, None, True], "a": "é"})) == {"a": "é", "b": [1, None, True]}
    assert canonical({"b": 1, "a": "é"}) == '{"a":"é","b":1}'.encode()
