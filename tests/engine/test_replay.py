"""A hand moment by moment: what it says of cards, calls and counts is what the ruling says, for every hand."""

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

import engine
from engine.faults import RecordError
from engine.replay import Moment, replay
from tests.engine import cases
from tests.engine.hands import EVEN, REVOKE, story
from tests.engine.strategies import examples, odd_records, plain_records

Json = dict[str, Any]
CASES = [(name, record) for name, record, _expect in cases.load() if record["game"] == "thunee"]


def named(moments: list[Moment]) -> Counter[Any]:
    """Every offence the moments name."""
    return Counter(
        (one.offence, moment.event.seat, one.rule, moment.event.card, one.accused, one.enforced)
        for moment in moments
        for one in moment.offences
    )


def found(ruling: engine.Ruling) -> Counter[Any]:
    """Every offence the ruling lists."""
    keys = ("offence", "seat", "rule", "card", "accused", "enforced")
    return Counter(tuple(one[key] for key in keys) for one in ruling.infractions)


def holds(record: Json) -> None:
    """What must be so in every hand."""
    try:
        ruling = engine.adjudicate(record)
    except RecordError:
        return
    moments = replay(record)
    assert [moment.number for moment in moments] == list(range(len(moments)))
    for before, moment in itertools.pairwise(moments):
        if moment.event.type == "play" and moment.allowed is not None:
            legal = moment.event.card in moment.allowed
            assert legal == (not moment.offences), moment
            fresh = before.hands[moment.event.seat]  # in the second half of two players' hands new cards were dealt
            assert moment.event.card in fresh or record.get("players") == 2
            assert len(moment.hands[moment.event.seat]) == len(fresh) - 1 or record.get("players") == 2
    if ruling.status != "invalid":
        assert len(moments) == len(record.get("events") or []) + 1
        assert named(moments) == found(ruling)
        winners = [moment.winner for moment in moments if moment.event and moment.event.type == "play"]
        assert [one for one in winners if one is not None] == [trick["winner"] for trick in ruling.tricks]
        _windows_agree(moments, ruling)
    if ruling.count and any(event["type"] == "play" for event in record.get("events") or []):
        assert moments[-1].tally.total == ruling.count["total"]
        assert moments[-1].tally.points == tuple(ruling.count["card_points"].values())
        assert moments[-1].tally.jodhi == tuple(ruling.count["jodhi"].values())


def _windows_agree(moments: list[Moment], ruling: engine.Ruling) -> None:
    """A jodhi was timely exactly when its caller's window was open."""
    called = [
        (before, after.event)
        for before, after in itertools.pairwise(moments)
        if after.event.type == "jodhi" and after.played
    ]
    claims = [claim for claim in ruling.claims if claim["timely"] is not None]
    if len(called) != len(ruling.claims) or len(claims) != len(called) or ruling.kind == "void":
        return
    for (before, event), claim in zip(called, claims, strict=True):
        window = [one for one in before.windows if one.call == "jodhi" and event.seat in one.seats]
        assert bool(window) == claim["timely"]


@pytest.mark.parametrize(("name", "record"), CASES, ids=[name for name, _ in CASES])
def test_every_card_of_a_golden_hand_is_allowed_or_named_an_offence(name: str, record: Json) -> None:
    holds(record)


@examples(150)
@given(odd_records())
def test_every_card_of_an_odd_hand_is_allowed_or_named_an_offence_as_the_ruling_says(record: Json) -> None:
    holds(record)


@examples(60)
@given(plain_records())
def test_every_card_of_a_plain_hand_is_allowed(record: Json) -> None:
    holds(record)
    assert not any(moment.offences for moment in replay(record))


def test_a_card_against_the_rules_is_named_where_it_was_played() -> None:
    moments = replay(story(REVOKE).rest().record)
    wrong = [moment for moment in moments if moment.offences]
    assert [(moment.event.card, moment.trick, moment.offences[0].offence) for moment in wrong] == [("Qc", 1, "revoke")]
    assert set(wrong[0].allowed or ()) == {"Qh", "Jh", "Ah"} - set(wrong[0].table[0][1:])


def test_the_count_builds_up_and_the_ten_comes_with_the_last_trick() -> None:
    moments = replay(story(EVEN).play(1).jodhi(1, "s", 40).rest().record)
    totals = [moment.tally.total for moment in moments]
    assert totals[0] == 0
    assert totals[-1] == 135
    assert 40 in {(b or 0) - (a or 0) for a, b in itertools.pairwise(totals)}
    last = [moment.tally.total or 0 for moment in moments if moment.event and moment.event.type == "play"][-2:]
    assert last[1] - last[0] == 10 + 24


def test_windows_open_and_close() -> None:
    moments = replay(story(EVEN).play(1).jodhi(1, "s", 40).rest().record)
    calls = [{window.call for window in moment.windows} for moment in moments]
    assert {"call", "thunee"} <= calls[0]
    first_trick = next(n for n, moment in enumerate(moments) if moment.played == 4)
    assert "jodhi" in calls[first_trick]
    assert "murrials" in set(calls[first_trick + 1])
    assert "murrials" not in calls[first_trick + 2]
    last_trick = next(n for n, moment in enumerate(moments) if moment.played == 20)
    assert "khanuck" in calls[last_trick]
    assert "call" not in calls[-1]


def test_a_hand_that_cannot_have_happened_is_told_up_to_where_it_could() -> None:
    record = story(EVEN).rest().record
    plays = [event for event in record["events"] if event["type"] == "play"]
    plays[9]["card"] = plays[0]["card"]
    assert engine.adjudicate(record).status == "invalid"
    assert replay(record)[-1].played == 9


@pytest.mark.parametrize("place", [12, 24])
def test_where_nobody_knows_trump_a_card_that_cannot_have_been_played_is_not_told_either(place: int) -> None:
    record = story(EVEN).rest().record
    plays = [event for event in record["events"] if event["type"] == "play"]
    plays.insert(place, plays[0])
    assert engine.adjudicate({**record, "events": plays}).status == "invalid"
    assert replay({**record, "events": plays})[-1].played == place


def test_a_tally_has_only_the_moment_before_it() -> None:
    record = {
        "format": "hand-record/1",
        "game": "thunee",
        "dealer": 3,
        "tally": {"trumper": 0, "card_points": {"B": 70}},
    }
    assert len(replay(record)) == 1


def test_a_game_nobody_can_replay_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.tunge.game.moments", lambda _record, _last: None)
    record = {"format": "hand-record/1", "game": "tunge", "dealer": 0, "players": 2, "tally": {"left": [[], ["Ah"]]}}
    with pytest.raises(LookupError, match="not replayed"):
        replay(record)
