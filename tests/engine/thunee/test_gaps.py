"""A sheet with a field left out: every way to fill it in is tried, and points that cannot be are not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.engine.hands import differences, sheet
from tests.engine.strategies import examples, tally_records

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("written_down", "fits"),
    [
        ({"card_points": {"A": 290}, "tricks": {"A": 1}}, False),
        ({"card_points": {"A": 120}, "tricks": {"A": 1}}, True),
        ({"card_points": {"A": 121}, "tricks": {"A": 1}}, False),
        ({"card_points": {"A": 8}, "tricks": {"A": 1}}, True),
        ({"card_points": {"A": 1}}, False),
        ({"card_points": {"A": 303}}, False),
        ({"card_points": {"A": 296}}, True),
    ],
)
def test_points_that_so_many_tricks_cannot_hold_are_a_discrepancy(written_down: dict[str, Any], fits: bool) -> None:
    """TH-COUNT-1"""
    hand = sheet().tally(last_trick=0, **written_down)
    points = written_down["card_points"]["A"]
    assert hand.ruling.status == "decided"
    row = ("tally.card_points.A", points, None, "TH-COUNT-1")
    assert (row not in differences(hand)) == fits


@examples(120)
@given(tally_records(missing=0), st.sampled_from(("card_points", "last_trick")))
def test_a_sheet_without_one_field_lists_what_its_values_lead_to_and_nothing_else(record: Json, key: str) -> None:
    whole = record["tally"]
    open_sheet = engine.adjudicate({**record, "tally": {name: whole[name] for name in whole if name != key}})
    if open_sheet.status == "invalid" or key not in whole:
        return
    values = range(4) if key == "last_trick" else [{"A": points} for points in range(305)]
    filled = [engine.adjudicate({**record, "tally": {**whole, key: value}}) for value in values]
    fitting = [one for one in filled if not any(row["rule"] == "TH-COUNT-1" for row in one.discrepancies)]
    results = {(one.kind, one.winner, tuple(one.balls.values())) for one in fitting if one.balls}
    if open_sheet.status == "undecidable":
        listed = {(one["kind"], one["winner"], tuple(one["balls"].values())) for one in open_sheet.possible}
        assert (listed, open_sheet.exact) == (results or listed, True)
        assert len(results) != 1
    elif results:
        assert results == {(open_sheet.kind, open_sheet.winner, tuple(open_sheet.balls.values()))}


def test_a_declaration_among_the_events_needs_its_end_on_the_sheet() -> None:
    """TH-THUN-2 to 4: the events do not say whether it was won, nor does a sheet of anything else."""
    events = [{"type": "declare", "seat": 2, "kind": "thunee"}]
    jodhi = [{"seat": 1, "value": 20}]
    record = {**sheet().tally(jodhi=jodhi, khanuck=1).record, "events": events}
    ruling = engine.adjudicate(record)
    assert [reason["path"] for reason in ruling.reasons] == ["tally.declared.lost_to"]
    assert {(one["winner"], one["balls"][one["winner"]]) for one in ruling.possible} == {("A", 4), ("B", 3), ("B", 8)}
    ended = {**record, "tally": {**record["tally"], "declared": {"seat": 2, "kind": "thunee", "lost_to": 1}}}
    assert engine.adjudicate(ended).detail == "caught"


def test_a_jodhi_of_a_side_without_a_trick_names_who_called_it() -> None:
    """TH-JODHI-2: no trick is written down for it that could be wrong."""
    jodhi = [{"seat": 0, "value": 20}]
    hand = sheet().tally(card_points={"A": 0}, tricks={"A": 0}, last_trick=1, jodhi=jodhi)
    assert ("tally.jodhi[0].seat", 0, None, "TH-JODHI-2") in differences(hand)
