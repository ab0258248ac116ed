"""Playing the tricks: follow suit, turns, what a record leaves open, what cannot have happened."""

from typing import Any

import pytest

import engine
from tests.engine.tarneeb.hands import ONE_SUIT_EACH, RANKS, Record, bid, cards, judged, record, tally, trump

CALLS = [bid(1, 7), trump(1, "h")]


def offences(ruling: engine.Ruling) -> list[tuple[Any, ...]]:
    return [(one["offence"], one["seat"], one["trick"], one["card"], one["rule"]) for one in ruling.infractions]


# Seat 1 holds the hearts but the two, which seat 0 has for the king of spades.
SWAPPED = [
    [" ".join(["2h", *(rank + "s" for rank in RANKS if rank != "K")])],
    [" ".join(["Ks", *(rank + "h" for rank in RANKS if rank != "2")])],
    ONE_SUIT_EACH[2],
    ONE_SUIT_EACH[3],
]


def test_a_card_that_does_not_follow_suit_is_reported_and_changes_nothing() -> None:
    """TAR-BID-3"""
    ruling = judged(deal=SWAPPED, events=[*CALLS, *cards(1, "Ah 2d 2c 3s")])
    assert offences(ruling) == [("revoke", 0, 1, "3s", "TAR-BID-3")]
    assert ruling.infractions[0]["enforced"] is False


def test_following_suit_is_no_offence_and_neither_is_not_being_able_to() -> None:
    """TAR-BID-3"""
    ruling = judged(deal=SWAPPED, events=[*CALLS, *cards(1, "Ah 2d 2c 2h")])
    assert offences(ruling) == []
    assert ruling.tricks == [{"number": 1, "leader": 1, "cards": ["Ah", "2d", "2c", "2h"], "winner": 1, "points": None}]


def test_without_the_deal_cards_played_later_show_a_revoke() -> None:
    """TAR-BID-3"""
    ruling = judged(events=[*CALLS, *cards(1, "Ah 2d 2c 3s", "1: Kh 3d 3c 2h")])
    assert offences(ruling) == [("revoke", 0, 1, "3s", "TAR-BID-3")]


def test_what_the_cards_do_not_show_is_taken_on_trust() -> None:
    ruling = judged(events=[*CALLS, *cards(1, "Ah 2d 2c 3s")])
    assert offences(ruling) == []
    assert ruling.trusted == [f"events[{place}].card" for place in (3, 4, 5)]


def test_a_card_out_of_turn_stays_played() -> None:
    """TAR-BID-3"""
    events = [*CALLS, *cards(1, "Ah"), *cards(3, "2c 3s"), *cards(2, "2d")]
    ruling = judged(deal=SWAPPED, events=events)
    assert [one[:4] for one in offences(ruling)] == [
        ("out_of_turn", 3, 1, "2c"),
        ("out_of_turn", 0, 1, "3s"),
        ("revoke", 0, 1, "3s"),
    ]
    assert ruling.tricks[0]["winner"] == 1


def test_the_lowest_trump_beats_the_highest_other_card() -> None:
    """TAR-BID-3"""
    ruling = judged(events=[bid(1, 7), trump(1, "c"), *cards(1, "Ah Kh 2c Qh")])
    assert ruling.tricks[0]["winner"] == 3
    ruling = judged(events=[bid(1, 7), trump(1, "nt"), *cards(1, "2h Ad Ac 3h")], rules={"no_trump": "on"})
    assert ruling.tricks[0]["winner"] == 0, "without trump the suit led wins"


def test_a_hand_that_stops_short_says_what_may_still_happen() -> None:
    """TAR-SCORE-1"""
    ruling = judged(deal=ONE_SUIT_EACH, events=[*CALLS, *cards(1, *(f"{r}h {r}d {r}c {r}s" for r in RANKS[:7]))])
    assert ruling.status == "undecidable"
    assert ruling.reasons[0]["message"] == "the record stops after 28 of 52 cards, before the end of the hand"
    found = {(one["kind"], one["scores"]["B"]) for one in ruling.possible}
    assert found == {("instant_win", 13), *(("made", taken) for taken in range(7, 13))}


def test_players_for_themselves_may_still_take_any_trick_left() -> None:
    """FH-SCORE-1"""
    bids = [bid(seat, 3) for seat in (1, 2, 3, 0)]
    tricks = cards(1, *(f"{r}h {r}d {r}c {r}s" for r in RANKS[:10]))
    ruling = judged("400", deal=ONE_SUIT_EACH, events=[*bids, *tricks])
    assert {tuple(one["scores"]) for one in ruling.possible} == {
        (-3, 3, -3, -3),
        (3, 3, -3, -3),
        (-3, 3, 3, -3),
        (-3, 3, -3, 3),
    }
    assert {one["kind"] for one in ruling.possible} == {"scored", "instant_win"}


@pytest.mark.parametrize(
    ("events", "path", "words"),
    [
        (cards(1, "Ah 2d 2c 3s", "1: Ah"), "events[6].card", "played already"),
        (cards(1, "Ah 2d") + cards(1, "Kh"), "events[4].seat", "to this trick already"),
        (cards(1, "As"), "events[2].card", "does not give"),
        ([*cards(1, *(f"{r}h {r}d {r}c {r}s" for r in RANKS)), bid(1, 8)], "events[54]", "after the end"),
    ],
)
def test_what_cannot_have_happened_is_invalid(events: list[Record], path: str, words: str) -> None:
    ruling = judged(deal=ONE_SUIT_EACH, events=[*CALLS, *events])
    assert ruling.status == "invalid"
    assert ruling.errors[0]["path"] == path
    assert words in ruling.errors[0]["message"]
    assert (ruling.to_dict()["tricks"], ruling.to_dict()["infractions"]) == ([], [])


def test_one_hand_nobody_wrote_down_is_the_rest_of_the_pack() -> None:
    deal = [*SWAPPED[:3], None]
    ruling = judged(deal=deal, events=[*CALLS, *cards(1, "Ah 2d 2s")])
    assert (ruling.status, ruling.errors[0]["path"]) == ("invalid", "events[4].card")


def test_a_hand_with_cards_it_has_no_room_for_is_invalid() -> None:
    """Trump is unknown and decides trick one, so nobody can say whose turn it is; but nobody has fourteen cards."""
    spades = [{"type": "play", "seat": 0, "card": rank + "s"} for rank in RANKS if rank != "3"]
    events = [bid(1, 7), *cards(1, "Ah 2d 2c 3s"), *spades, {"type": "play", "seat": 0, "card": "4d"}]
    ruling = judged(events=events)
    assert (ruling.status, ruling.errors[0]["path"]) == ("invalid", "deal[0]")


# --- faults of form


def faults(game: str = "tarneeb", **more: Any) -> dict[str, str]:
    with pytest.raises(engine.RecordError) as caught:
        engine.read(record(game, **more))
    return {fault["path"]: fault["message"] for fault in caught.value.errors}


def test_every_fault_is_named_at_once_with_its_path() -> None:
    found = faults(
        players=2,
        before={"scores": {"A": 1}},
        deal=[["2s 3s"], None],
        events=[
            bid(4, 8),
            {"type": "slow", "seat": 1},
            {"type": "trump", "seat": 1, "suit": "x"},
            {"type": "bid", "seat": 0},
        ],
        tally={"tricks": {"A": 7, "B": 7}, "doubled": 1},
        claimed={"winner": "C", "scores": {"A": "9"}},
    )
    assert set(found) == {
        "players",
        "before.scores.B",
        "deal",
        "deal[0][0]",
        "events[0].seat",
        "events[1].type",
        "events[2].suit",
        "events[3].tricks",
        "tally.doubled",
        "tally.tricks",
        "claimed.winner",
        "claimed.scores.A",
    }


def test_players_for_themselves_have_four_numbers_each() -> None:
    found = faults("400", before={"scores": [1, 2, 3]}, tally={"bids": [3, 3, 3], "tricks": [4, 4, 4, 4]})
    assert set(found) == {"before.scores", "tally.bids", "tally.tricks"}
    assert set(faults("400", before={"scores": {"A": 1, "B": 2}})) == {"before.scores"}


def test_a_card_is_dealt_once() -> None:
    found = faults(deal=[ONE_SUIT_EACH[0], ONE_SUIT_EACH[0], None, None])
    assert "there twice" in found["deal[1][0]"]


def test_cards_may_be_listed_and_spelled_in_any_way() -> None:
    listed = [[" ".join(hand[0].replace("T", "10").split())] for hand in ONE_SUIT_EACH]
    assert engine.read(record(deal=listed)).deal == ONE_SUIT_EACH


# --- tallies


def test_a_tally_needs_declarer_bid_and_tricks() -> None:
    for key, count in (("declarer", None), ("bid", None), ("tricks", 14)):
        sheet = {name: value for name, value in tally(1, 8, 9).items() if name != key}
        ruling = judged(tally=sheet)
        assert ruling.status == "undecidable"
        assert [reason["path"] for reason in ruling.reasons] == [f"tally.{key}"]
        assert count is None or len(ruling.possible) == count
        whole = judged(tally=tally(1, 8, 9))
        assert {"kind": whole.kind, "winner": whole.winner, "scores": whole.scores} in ruling.possible


def test_one_sides_tricks_give_the_others() -> None:
    assert judged(tally={"declarer": 1, "bid": 8, "tricks": {"A": 4}}).scores == {"A": 0, "B": 9}


def test_a_double_nobody_wrote_down_is_taken_for_none() -> None:
    """TAR-EG-2"""
    ruling = judged("egyptian-tarneeb", tally=tally(1, 8, 9))
    assert (ruling.scores, ruling.trusted) == ({"A": 0, "B": 9}, ["tally.doubled"])


def test_the_bidding_of_the_events_fills_in_a_tally() -> None:
    ruling = judged(events=[bid(1, 8)], tally={"tricks": {"B": 9}})
    assert (ruling.kind, ruling.scores) == ("made", {"A": 0, "B": 9})
    other = judged(events=[bid(1, 8)], tally=tally(1, 9, 9))
    assert [row["field"] for row in other.discrepancies] == ["tally.bid"]


def test_a_tally_fills_in_a_bidding_nobody_wrote_down() -> None:
    tricks = cards(1, *(f"{r}h {r}d {r}c {r}s" for r in RANKS))
    ruling = judged(deal=ONE_SUIT_EACH, events=tricks, tally={"declarer": 1, "bid": 8, "trump": "h"})
    assert (ruling.kind, ruling.trusted) == ("instant_win", ["tally.declarer", "tally.bid", "tally.trump"])


def test_a_tally_is_checked_against_the_cards() -> None:
    tricks = cards(1, *(f"{r}h {r}d {r}c {r}s" for r in RANKS))
    ruling = judged(deal=ONE_SUIT_EACH, events=[*CALLS, *tricks], tally=tally(2, 8, 12, trump="d"))
    rows = {row["field"]: (row["claimed"], row["found"]) for row in ruling.discrepancies}
    assert rows == {
        "tally.declarer": (2, 1),
        "tally.bid": (8, 7),
        "tally.trump": ("d", "h"),
        "tally.tricks.A": (12, 0),
        "tally.tricks.B": (1, 13),
    }


def test_a_tally_of_400_is_checked_against_the_cards() -> None:
    bids = [bid(seat, 3) for seat in (1, 2, 3, 0)]
    tricks = cards(1, *(f"{r}h {r}d {r}c {r}s" for r in RANKS))
    sheet = {"bids": [3, 3, 4, 3], "tricks": [1, 12, 0, 0]}
    ruling = judged("400", deal=ONE_SUIT_EACH, events=[*bids, *tricks], tally=sheet)
    assert [row["field"] for row in ruling.discrepancies] == ["tally.bids[2]", "tally.tricks[0]", "tally.tricks[1]"]


def test_a_bid_that_is_too_low_leaves_a_tally_open() -> None:
    """FH-BID-1"""
    sheet = {"bids": [2, 4, 4, 4], "tricks": [3, 4, 3, 3]}
    ruling = judged("400", before={"scores": [30, 0, 0, 0]}, tally=sheet)
    assert ruling.status == "undecidable"
    assert [one["offence"] for one in ruling.infractions] == ["bad_bid"]


def test_three_players_tricks_give_the_fourths() -> None:
    ruling = judged("400", tally={"bids": [3, 2, 4, 3], "tricks": [4, 2, None, 2]})
    assert ruling.scores == [3, 2, 4, -3]


def test_too_few_bids_on_a_tally_are_a_void_hand() -> None:
    """FH-BID-2, FO-1"""
    for game in ("400", "forty-one"):
        ruling = judged(game, dealer=3, tally={"bids": [2, 2, 3, 3], "tricks": [4, 3, 3, 3]})
        assert (ruling.status, ruling.kind, ruling.after["next_dealer"]) == ("void", "void", 0)


# --- claims


def test_what_the_table_wrote_stands_beside_what_was_found() -> None:
    """TAR-SCORE-1"""
    claim = {"winner": "A", "kind": "failed", "seat": 1, "scores": {"A": 5, "B": 9}}
    ruling = judged(tally=tally(1, 8, 9), claimed=claim)
    rows = {row["field"]: (row["claimed"], row["found"], row["rule"]) for row in ruling.discrepancies}
    assert rows == {
        "winner": ("A", "B", "TAR-SCORE-1"),
        "kind": ("failed", "made", "TAR-SCORE-1"),
        "scores.A": (5, 0, "TAR-SCORE-1"),
    }


def test_one_players_points_may_be_claimed_alone() -> None:
    """FH-SCORE-1"""
    sheet = {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]}
    ruling = judged("400", tally=sheet, claimed={"scores": [None, None, None, 3]})
    assert ruling.discrepancies == [{"field": "scores[3]", "claimed": 3, "found": -3, "rule": "FH-SCORE-1"}]
    assert judged("400", tally=sheet, claimed={"winner": None, "scores": [3, 2, 4, -3]}).discrepancies == []
