"""The phone's own rules (static/js/game), held against the engine: every moment of every hand of tests/cases."""

from random import Random
from typing import Any

import pytest
from django.templatetags.static import static

import engine
from engine.replay import Moment, replay
from tests.support.pages.moments import played_by_four

# No database has a part in it: the pages only bring the scripts.
pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
ALL_MOMENTS = """async ([module, hands]) => {
    const { moments } = await import(module);
    return hands.map(([record, rules]) => moments(record, rules));
}"""


def told_by_phone(page: Any, records: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    page.goto("/")
    hands = [[record, dict(engine.read(record).profile.values)] for record in records]
    told: list[list[dict[str, Any]]] = page.evaluate(ALL_MOMENTS, [static("js/game/moments.js"), hands])
    return told


def as_the_phone_says(moment: Moment) -> dict[str, Any]:
    """A moment of the engine in the shape of the phone's."""
    tally = moment.tally
    return {
        "played": moment.played,
        "trick": moment.trick,
        "hands": [sorted(cards) for cards in moment.hands],
        "whole": list(moment.whole),
        "table": [{"seat": seat, "card": card} for seat, card in moment.table],
        "winner": moment.winner,
        "allowed": None if moment.allowed is None else sorted(moment.allowed),
        "toPlay": moment.to_play,
        "windows": {window.call: list(window.seats) for window in moment.windows},
        "tally": {
            "points": list(tally.points),
            "tricks": list(tally.tricks),
            "jodhi": list(tally.jodhi),
            "counting": tally.counting,
            "total": tally.total,
            "target": tally.target,
        },
    }


def plain(moment: dict[str, Any]) -> dict[str, Any]:
    table = [{"seat": one["seat"], "card": one["card"]} for one in moment["table"]]
    allowed = None if moment["allowed"] is None else sorted(moment["allowed"])
    return moment | {"table": table, "allowed": allowed, "hands": [sorted(cards) for cards in moment["hands"]]}


def compare(page: Any, records: list[dict[str, Any]]) -> None:
    for record, told in zip(records, told_by_phone(page, records), strict=True):
        wanted = [as_the_phone_says(moment) for moment in replay(record)]
        for number, (theirs, ours) in enumerate(zip(told, wanted, strict=False)):
            assert plain(theirs) == ours, (number, record)
        assert len(told) == len(wanted), record


def without_some_of_the_deal(record: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The same hand, as a table writes it down that saw only some hands, or none, or only the first packets."""
    deal = [chance.choice((None, None, hand, [hand[0], ""])) for hand in record["deal"]]
    return {**record, "deal": deal} if any(deal) else {key: value for key, value in record.items() if key != "deal"}


def test_the_phone_tells_every_moment_of_the_cases_as_the_engine_does(page):
    records = list(played_by_four())
    assert len(records) > 200
    compare(page, records)


def test_the_phone_knows_no_more_than_the_engine_where_the_deal_is_not_written_down(page):
    chance = Random(5)
    compare(page, [without_some_of_the_deal(record, chance) for record in played_by_four()])


def test_the_phone_follows_a_hand_while_it_is_written_down(page):
    chance = Random(7)
    records = []
    for record in played_by_four():
        events = record["events"][: chance.randrange(len(record["events"]))]
        records.append(without_some_of_the_deal({**record, "events": events}, chance))
    compare(page, records)
