"""Thunee for two and for six players, held against a second, naive way of judging the same hands."""

from random import Random
from typing import Any

import pytest

import engine
from tests.engine.naive_sizes import Dealt, deal, judge_naively, play_out

THREES = [
    ["Jh 9h Ah", "Th"],
    ["Js 9s As", "Ks"],
    ["Qs Ts Qh", "Kh"],
    ["Jd 9d Ad", "Kd"],
    ["Jc 9c Ac", "Kc"],
    ["Td Qd Tc", "Qc"],
]


def six(dealer: int = 5, events: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """A record of six players."""
    return {
        "format": "hand-record/1",
        "game": "thunee",
        "players": 6,
        "dealer": dealer,
        "deal": THREES,
        "events": events or [],
        **more,
    }


def cards(leader: int, *tricks: str, players: int = 6) -> list[dict[str, Any]]:
    """Tricks as events; every trick names its leader's card first and goes round, `3: Jd …` changes the leader."""
    events = []
    for trick in tricks:
        if ":" in trick:
            head, trick = trick.split(":")
            leader = int(head)
        for step, card in enumerate(trick.split()):
            events.append({"type": "play", "seat": (leader + step) % players, "card": card})
    return events


MONNIE_TRICKS = ("Jh Ks Qh Kd Kc Qc", "9h As Kh Ad Ac Tc", "Ah 9s Ts 9d 9c Qd", "Th Js Qs Jd Jc Td")


def test_monnie_makes_its_own_suit_trump_and_opens_four_balls() -> None:
    """TH6-3"""
    ruling = engine.adjudicate(
        six(events=[{"type": "declare", "seat": 0, "kind": "monnie"}, *cards(0, *MONNIE_TRICKS)])
    )
    assert (ruling.kind, ruling.detail, ruling.winner, ruling.balls) == ("monnie", "made", "A", {"A": 4, "B": 0})


def test_monnie_without_four_cards_of_a_suit_is_left_out_of_account() -> None:
    """TH6-3"""
    ruling = engine.adjudicate(six(events=[{"type": "declare", "seat": 5, "kind": "monnie"}]))
    assert [one["offence"] for one in ruling.infractions] == ["bad_call"]


def test_a_card_out_of_turn_does_not_make_its_suit_trump_in_a_monnie() -> None:
    """TH6-3: trump is the caller's suit, whoever played first."""
    events = [{"type": "declare", "seat": 0, "kind": "monnie"}, *cards(1, "Ks Qh Kd Kc Qc"), *cards(0, "Jh")]
    ruling = engine.adjudicate(six(events=events))
    assert [trick["winner"] for trick in ruling.tricks] == [0]


def test_a_partner_taking_a_trick_of_a_monnie_costs_four_and_an_opponent_eight() -> None:
    """TH6-3"""
    hands = [
        ["Jh 9h Ah", "Qh"],
        ["Js 9s As", "Ks"],
        ["Qs Ts Qd", "Kh"],
        ["Jd 9d Ad", "Kd"],
        ["Jc 9c Ac", "Kc"],
        ["Td Tc Qc", "Th"],
    ]
    declared = {"type": "declare", "seat": 0, "kind": "monnie"}
    partner = six(events=[declared, *cards(0, "Qh Ks Kh Kd Kc Th")], deal=hands)
    assert engine.adjudicate(partner).balls == {"A": 0, "B": 8}
    swapped = [*hands[:2], ["Qs Ts Qd", "Th"], *hands[3:5], ["Td Tc Qc", "Kh"]]
    caught = six(events=[declared, *cards(0, "Qh Ks Th Kd Kc Kh")], deal=swapped)
    ruling = engine.adjudicate(caught)
    assert (ruling.detail, ruling.balls) == ("partner_catch", {"A": 0, "B": 4})


def test_only_the_dealer_may_call_trip() -> None:
    """TH6-2"""
    ruling = engine.adjudicate(six(dealer=5, events=[{"type": "declare", "seat": 0, "kind": "trip"}]))
    assert [one["offence"] for one in ruling.infractions] == ["bad_call"]


def test_in_a_trip_nine_ace_and_ten_beat_the_jack_and_the_first_of_them_wins() -> None:
    """TH6-2"""
    hands = [
        ["Jh 9s Kc", "Qc"],
        ["9h Js As", "Ks"],
        ["Ah Ts Qd", "Kh"],
        ["Th 9d Ad", "Kd"],
        ["Jc 9c Ac", "Td"],
        ["Qh Tc Qs", "Jd"],
    ]
    trip = {"type": "declare", "seat": 0, "kind": "trip"}
    ruling = engine.adjudicate(six(dealer=0, deal=hands, events=[trip, *cards(0, "Jh 9h Ah Th Jc Qh")]))
    assert [trick["winner"] for trick in ruling.tricks] == [1]


def test_a_trip_goes_on_when_a_trick_is_lost_and_only_the_last_trick_decides() -> None:
    """TH6-2"""
    hands = [
        ["Jh Jd Jc", "Js"],
        ["9h 9s As", "Ks"],
        ["Ah Ts Qd", "Kh"],
        ["Th 9d Ad", "Kd"],
        ["Kc 9c Ac", "Td"],
        ["Qh Tc Qs", "Qc"],
    ]
    trip = {"type": "declare", "seat": 0, "kind": "trip"}
    tricks = ("0:Jh 9h Ah Th Kc Qh", "1:9s Ts 9d 9c Qs Jd", "1:As Qd Ad Ac Qc Jc", "1:Ks Kh Kd Td Tc Js")
    ruling = engine.adjudicate(six(dealer=0, deal=hands, events=[trip, *cards(0, *tricks)]))
    assert [trick["winner"] for trick in ruling.tricks] == [1, 1, 1, 0]
    assert (ruling.kind, ruling.detail, ruling.balls, ruling.seat) == ("trip", "made", {"A": 3, "B": 0}, 0)


def test_two_players_have_no_double_and_no_khanuck() -> None:
    """TH2-4"""
    record = deal(Random(1), 2).record([{"type": "khanuck", "seat": 0}, {"type": "double", "seat": 1}])
    ruling = engine.adjudicate(record)
    assert [one["rule"] for one in ruling.infractions] == ["TH2-4", "TH2-4"]
    assert ruling.facts.khanuck is None


def test_a_double_or_khanuck_written_for_two_players_is_left_out_of_account() -> None:
    """TH2-4"""
    tally = {"trumper": 1, "trump": "h", "card_points": {"A": 160, "B": 144}, "last_trick": 0}
    record = {"format": "hand-record/1", "game": "thunee", "players": 2, "rules": {"preset": "durban-classic"}}
    plain = engine.adjudicate({**record, "dealer": 0, "tally": tally})
    for call in ("double", "khanuck"):
        ruling = engine.adjudicate({**record, "dealer": 0, "tally": {**tally, call: 0}})
        assert [one["rule"] for one in ruling.infractions] == ["TH2-4"]
        assert (ruling.kind, ruling.balls, ruling.after) == (plain.kind, plain.balls, plain.after)


def test_a_card_of_the_second_half_cannot_be_played_in_the_first() -> None:
    """TH2-1"""
    dealt: Dealt = deal(Random(2), 2)
    leader = dealt.leader
    card = dealt.hands[leader][2].split()[0]
    ruling = engine.adjudicate(dealt.record([dealt.trump_event, {"type": "play", "seat": leader, "card": card}]))
    assert ruling.status == "invalid"
    assert "was not dealt to seat" in ruling.errors[0]["message"]


def test_a_thunee_of_two_players_ends_with_the_first_half() -> None:
    """TH2-4"""
    hands = [["Jh 9h Ah Th", "Jd 9d", "Qc Kc Qs Ks Ts As"], ["Kh Qh Kd Qd", "Ad Td", "Jc 9c Ac Tc Js 9s"]]
    tricks = ("Jh Kh", "9h Qh", "Ah Qd", "Th Kd", "Jd Td", "9d Ad")
    plays = cards(0, *tricks, players=2)
    record = {
        "format": "hand-record/1", "game": "thunee", "players": 2, "dealer": 0, "deal": hands,
        "events": [{"type": "declare", "seat": 0, "kind": "thunee"}, *plays],
    }  # fmt: skip
    ruling = engine.adjudicate(record)
    assert (ruling.kind, ruling.detail, ruling.balls) == ("thunee", "made", {"A": 4, "B": 0})
    record["events"].append({"type": "play", "seat": 0, "card": "Qc"})
    assert engine.adjudicate(record).status == "invalid"


def test_the_two_player_hand_is_void_when_the_counting_player_had_no_trump_in_either_half() -> None:
    """TH2-5"""
    hands = [["Jh 9h Ah Th", "Kh Qh", "Js 9s As Ts Ks Qs"], ["Jd 9d Ad Td", "Kd Qd", "Jc 9c Ac Tc Kc Qc"]]
    trump = {"type": "trump", "seat": 0, "suit": "h"}
    record = {"format": "hand-record/1", "game": "thunee", "players": 2, "dealer": 1, "deal": hands}
    ruling = engine.adjudicate({**record, "events": [trump, {"type": "redeal", "reason": "trumpless"}]})
    assert (ruling.status, ruling.kind, ruling.discrepancies) == ("void", "trumpless", [])


@pytest.mark.parametrize("kind", ["thunee", "royals"])
def test_a_declared_hand_of_two_players_is_never_trumpless(kind: str) -> None:
    """TH2-5: it ends before the second half is dealt."""
    hands = [["Jh 9h Ah Th", "Qh Kh", "Qc Kc Qs Ks Ts As"], ["9d Jd Kd Qd", "Ad Td", "Jc 9c Ac Tc Js 9s"]]
    tricks = ("Jh 9d", "9h Jd", "Ah Kd", "Th Qd", "Qh Ad", "Kh Td")
    record = {
        "format": "hand-record/1", "game": "thunee", "rules": "durban-modern", "players": 2, "dealer": 0, "deal": hands,
        "events": [{"type": "declare", "seat": 0, "kind": kind}, *cards(0, *tricks, players=2)],
    }  # fmt: skip
    ruling = engine.adjudicate(record)
    assert (ruling.status, ruling.kind, ruling.detail) == ("decided", kind, "made")
    sheet = {**record, "tally": {"declared": {"seat": 0, "kind": kind, "lost_to": None}, "trumpless": "unnoticed"}}
    ruling = engine.adjudicate({key: value for key, value in sheet.items() if key not in ("events", "deal")})
    assert (ruling.status, ruling.kind, ruling.detail) == ("decided", kind, "made")


def test_a_jodhi_window_opens_afresh_in_the_second_half_and_not_between_the_halves() -> None:
    """TH2-2"""
    hands = [["Jh 9h Ah Th", "Jd 9d", "Jc 9c Ac Tc Ks Qs"], ["Kh Qh Kd Qd", "Ad Td", "Kc Qc Js 9s As Ts"]]
    first = cards(0, "Jh Qh", "9h Kh", "Ah Qd", "Th Kd", "Jd Td", "9d Ad", players=2)
    jodhi = {"type": "jodhi", "seat": 0, "suit": "s", "jack": False, "value": 20}
    opening = cards(0, "Jc Qc", players=2)
    for said, timely in (([jodhi, *opening], False), ([*opening, jodhi], True)):
        events = [{"type": "trump", "seat": 0, "suit": "h"}, *first, *said]
        record = {
            "format": "hand-record/1", "game": "thunee", "rules": "durban-modern", "players": 2, "dealer": 1,
            "deal": hands, "events": [{"type": "call", "seat": 1, "amount": 10}, *events][1:],
        }  # fmt: skip
        claims = engine.adjudicate(record).claims
        assert [claim["timely"] for claim in claims] == [timely]


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("seed", range(120))
def test_random_whole_hands_count_as_a_naive_judge_counts_them(players: int, seed: int) -> None:
    """TH2-1, TH2-2, TH2-3, TH2-6, TH6-1"""
    rng = Random(f"{players}:{seed}")
    record = play_out(deal(rng, players), rng)
    expected = judge_naively(record)
    ruling = engine.adjudicate(record)
    assert ruling.status == expected["status"]
    assert (ruling.kind, ruling.winner) == (expected["kind"], expected["winner"])
    assert [trick["winner"] for trick in ruling.tricks] == expected["winners"]
    if expected["total"] is not None:
        assert ruling.count["total"] == expected["total"]


def sheet_of_six(declared: dict[str, Any], rules: dict[str, Any] | None = None, **more: Any) -> engine.Ruling:
    """A sheet of six players, seat 5 dealing, on which something was declared."""
    record = {"format": "hand-record/1", "game": "thunee", "players": 6, "dealer": 5, "rules": rules or {}}
    return engine.adjudicate({**record, "tally": {"declared": declared, **more}})


@pytest.mark.parametrize("winner", ["caller", "team"])
@pytest.mark.parametrize(("seat", "kind", "balls"), [(1, "monnie", 4), (5, "trip", 6)])
def test_on_a_sheet_too_only_the_caller_may_win_a_trip_or_a_monnie(
    seat: int, kind: str, balls: int, winner: str
) -> None:
    """TH6-2, TH6-3: whoever may win the tricks of a thunee."""
    ruling = sheet_of_six({"seat": seat, "kind": kind, "lost_to": 3}, {"thunee_winner": winner})
    assert (ruling.kind, ruling.detail, ruling.balls) == (kind, "partner_catch", {"A": balls, "B": 0})


def test_a_trip_of_another_than_the_dealer_is_left_out_of_account_on_a_sheet_too() -> None:
    """TH6-2"""
    trip = {"seat": 1, "kind": "trip", "lost_to": None}
    counted = sheet_of_six(trip, card_points={"B": 95}, last_trick=1)
    assert (counted.kind, counted.balls) == ("count", {"A": 0, "B": 1})
    assert [(one["offence"], one["seat"]) for one in counted.infractions] == [("bad_call", 1)]
    missing = sheet_of_six(trip)
    assert [reason["path"] for reason in missing.reasons] == [
        "tally.card_points",
        "tally.last_trick",
        "tally.declared.seat",
    ]


def test_a_trip_without_trumps_is_open_until_somebody_says_who_took_its_last_trick() -> None:
    """TH-CALL-6: trip is exempt."""
    ruling = sheet_of_six({"seat": 5, "kind": "trip"}, trumpless="unnoticed")
    assert [reason["path"] for reason in ruling.reasons] == ["tally.declared.lost_to"]
    assert sheet_of_six({"seat": 5, "kind": "trip", "lost_to": None}, trumpless="unnoticed").kind == "trip"
