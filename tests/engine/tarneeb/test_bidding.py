"""Who may bid what, when the bidding is over, what is trump, and who deals next."""

from typing import Any

import pytest

import engine
from tests.engine.tarneeb.hands import ONE_SUIT_EACH, Record, bid, cards, judged, passes, record, tally, trump

# Seat 0 holds all spades, seat 1 hearts, seat 2 diamonds, seat 3 clubs; every trick goes to whose suit is trump.
TRICK = "{0}s {0}h {0}d {0}c"
RANKS = "23456789TJQKA"


def all_tricks(leader: int) -> list[Record]:
    """The whole play of ONE_SUIT_EACH, every trick led by the same seat."""
    suits = "shdc"[leader:] + "shdc"[:leader]
    return cards(leader, *(" ".join(rank + suit for suit in suits) for rank in RANKS))


def declared(*events: Record, game: str = "tarneeb", dealer: int = 0, **more: Any) -> tuple[int | None, int | None]:
    """Who declares what, after these bids."""
    hand = judged(game, dealer, events=list(events), **more).facts
    return hand.declarer, hand.bid


def offences(ruling: engine.Ruling) -> list[tuple[str, int, str]]:
    return [(one["offence"], one["seat"], one["rule"]) for one in ruling.infractions]


# --- Tarneeb


def test_the_highest_bidder_declares() -> None:
    """TAR-BID-1"""
    assert declared(bid(1, 7), bid(2, 9), *passes(3, 0)) == (2, 9)


@pytest.mark.parametrize("amount", [0, 6, 14, 99])
def test_a_bid_is_from_seven_to_thirteen(amount: int) -> None:
    """TAR-BID-1"""
    ruling = judged(events=[bid(1, amount), bid(1, 8)])
    assert offences(ruling) == [("bad_bid", 1, "TAR-BID-1")]
    assert (ruling.facts.declarer, ruling.facts.bid) == (1, 8)


def test_a_bid_must_be_above_the_last_and_is_else_left_out_of_account() -> None:
    """TAR-BID-1"""
    ruling = judged(events=[bid(1, 8), bid(2, 8), bid(3, 7), *passes(0)])
    assert offences(ruling) == [("bad_bid", 2, "TAR-BID-1"), ("bad_bid", 3, "TAR-BID-1")]
    assert (ruling.facts.declarer, ruling.facts.bid) == (1, 8)


def test_the_dealer_may_equal_the_highest_bid_and_take_it() -> None:
    """TAR-BID-1"""
    assert declared(bid(1, 8), *passes(2, 3), bid(0, 8)) == (0, 8)
    assert declared(bid(1, 13), bid(0, 13)) == (0, 13)


def test_the_dealer_may_not_bid_below_the_highest() -> None:
    """TAR-BID-1"""
    ruling = judged(events=[bid(1, 9), bid(0, 8)])
    assert offences(ruling) == [("bad_bid", 0, "TAR-BID-1")]


def test_nobody_but_the_dealer_may_equal_a_bid() -> None:
    """TAR-BID-1"""
    assert declared(bid(1, 8), bid(3, 8)) == (1, 8)


def test_in_one_round_everybody_speaks_once() -> None:
    """TAR-BID-1"""
    ruling = judged(events=[bid(1, 7), bid(2, 8), *passes(3, 0), bid(1, 9)])
    assert offences(ruling) == [("bad_bid", 1, "TAR-BID-1")]
    assert ruling.facts.bid == 8


def test_a_pass_need_not_be_written_down() -> None:
    """TAR-BID-1: a bid of the third player says that the two before passed, and they may not come back."""
    ruling = judged(events=[bid(3, 7), bid(2, 8)])
    assert offences(ruling) == [("bad_bid", 2, "TAR-BID-1")]


def test_a_pass_without_a_seat_is_the_next_players() -> None:
    """TAR-BID-1"""
    assert declared({"type": "pass"}, bid(2, 7), {"type": "pass"}, bid(3, 8)) == (2, 7)


def test_the_bidding_may_go_round_until_three_pass_in_a_row() -> None:
    """TAR-BID-1"""
    rounds = {"bidding": "rounds"}
    assert declared(bid(1, 7), bid(2, 8), *passes(3), bid(0, 9), bid(1, 10), *passes(2, 0), rules=rounds) == (1, 10)
    assert declared(bid(1, 7), *passes(2, 3, 0), bid(1, 8), rules=rounds) == (1, 7)


def test_who_passed_stays_out_where_the_bidding_goes_round() -> None:
    """TAR-BID-1"""
    ruling = judged(events=[bid(1, 7), *passes(2), bid(3, 8), bid(2, 9)], rules={"bidding": "rounds"})
    assert offences(ruling) == [("bad_bid", 2, "TAR-BID-1")]
    silent = judged(events=[bid(2, 7), bid(1, 8)], rules={"bidding": "rounds"})
    assert offences(silent) == [("bad_bid", 1, "TAR-BID-1")], "seat 1 passed without a word"


def test_the_dealer_may_not_equal_a_bid_where_nobody_speaks_last() -> None:
    """TAR-BID-1"""
    assert declared(bid(1, 8), bid(0, 8), rules={"bidding": "rounds"}) == (1, 8)


def test_a_bid_after_the_first_card_is_left_out_of_account() -> None:
    """TAR-BID-1"""
    ruling = judged(events=[bid(1, 7), trump(1, "h"), *cards(1, "2h"), bid(2, 9)])
    assert offences(ruling) == [("bad_bid", 2, "TAR-BID-1")]


@pytest.mark.parametrize("mode", ["one_round", "rounds"])
def test_four_passes_make_the_hand_void_and_the_same_player_deals_again(mode: str) -> None:
    """TAR-BID-2, TAR-DEAL-1"""
    ruling = judged(dealer=2, events=passes(3, 0, 1, 2), rules={"bidding": mode})
    assert (ruling.status, ruling.kind, ruling.scores) == ("void", "void", {"A": 0, "B": 0})
    assert ruling.after["next_dealer"] == 2


def test_three_passes_are_not_enough_while_nobody_has_bid() -> None:
    """TAR-BID-2"""
    for mode in ("one_round", "rounds"):
        ruling = judged(events=passes(1, 2, 3), rules={"bidding": mode})
        assert ruling.status == "undecidable"
        assert {"kind": "void", "winner": None, "scores": {"A": 0, "B": 0}} in ruling.possible


def test_nothing_comes_after_four_passes() -> None:
    """TAR-BID-2"""
    ruling = judged(events=[*passes(1, 2, 3, 0), bid(1, 7), *cards(1, "2h")])
    assert ruling.status == "invalid"
    assert [error["path"] for error in ruling.errors] == ["events[4]", "events[5]"]


def test_the_deal_passes_to_the_right_after_every_hand() -> None:
    """TAR-DEAL-1"""
    for dealer in range(4):
        ruling = judged(dealer=dealer, tally=tally(1, 8, 9))
        assert ruling.after["next_dealer"] == (dealer + 1) % 4


def test_the_declarer_names_trump_and_leads() -> None:
    """TAR-BID-3"""
    ruling = judged(deal=ONE_SUIT_EACH, events=[bid(2, 7), trump(2, "d"), *all_tricks(2)])
    assert ruling.kind == "instant_win"
    assert offences(ruling) == []
    assert [trick["winner"] for trick in ruling.tricks] == [2] * 13


def test_another_player_who_leads_is_out_of_turn() -> None:
    """TAR-BID-3"""
    ruling = judged(events=[bid(2, 7), trump(2, "d"), *cards(1, "2h")])
    assert offences(ruling) == [("out_of_turn", 1, "TAR-BID-3")]


def test_a_partner_who_names_trump_is_reported_and_an_opponent_cannot() -> None:
    """TAR-BID-3"""
    assert offences(judged(events=[bid(2, 7), trump(0, "d")])) == [("bad_trump", 0, "TAR-BID-3")]
    opponent = judged(events=[bid(2, 7), trump(1, "d")])
    assert (opponent.status, opponent.errors[0]["path"]) == ("invalid", "events[1].seat")


def test_trump_is_set_once() -> None:
    """TAR-BID-3"""
    assert judged(events=[bid(2, 7), trump(2, "d"), trump(2, "d")]).status == "undecidable"
    assert judged(events=[bid(2, 7), trump(2, "d"), trump(2, "h")]).status == "invalid"


def test_trump_may_be_the_suit_first_led() -> None:
    """TAR-BID-3"""
    ruling = judged(
        deal=ONE_SUIT_EACH, events=[bid(3, 7), *all_tricks(3)], rules={"trump_by": "first_lead", "target": 100}
    )
    assert ruling.facts.trump == 3
    assert [trick["winner"] for trick in ruling.tricks] == [3] * 13
    other = judged(events=[bid(3, 7), trump(3, "h"), *cards(3, "2c")], rules={"trump_by": "first_lead"})
    assert offences(other) == [("bad_trump", 3, "TAR-BID-3")]


def test_playing_without_trump_must_be_allowed() -> None:
    """TAR-BID-3"""
    events = [bid(2, 7), trump(2, "nt"), *all_tricks(2)]
    assert judged(deal=ONE_SUIT_EACH, events=events, rules={"no_trump": "on"}).kind == "instant_win"
    barred = judged(deal=ONE_SUIT_EACH, events=events)
    assert barred.status == "undecidable"
    assert offences(barred) == [("bad_trump", 2, "TAR-BID-3")]
    free = {"no_trump": "on", "trump_by": "first_lead"}
    assert judged(deal=ONE_SUIT_EACH, events=events, rules=free).facts.trump == 4


def test_without_trump_a_hand_that_was_played_out_is_undecidable() -> None:
    """TAR-BID-3"""
    ruling = judged(deal=ONE_SUIT_EACH, events=[bid(2, 7), *all_tricks(2)])
    assert ruling.status == "undecidable"
    assert ruling.reasons[0] == {"path": "events", "message": "what was trump is not written down"}
    assert {(one["kind"], one["winner"]) for one in ruling.possible} == {("instant_win", "A"), ("instant_win", "B")}


def test_without_a_bid_a_hand_is_undecidable_and_trump_says_who_declared() -> None:
    ruling = judged(deal=ONE_SUIT_EACH, events=[trump(2, "d"), *all_tricks(2)])
    assert ruling.status == "undecidable"
    assert {(one["kind"], one["winner"]) for one in ruling.possible} == {("instant_win", "A")}


# --- Egyptian Tarneeb


def test_an_egyptian_bid_is_higher_with_more_tricks_or_in_a_higher_suit() -> None:
    """TAR-EG-1"""
    order = ["c", "d", "h", "s", "nt"]
    events = [bid((1 + turn) % 4, 7, suit) for turn, suit in enumerate(order)]
    assert declared(*events, game="egyptian-tarneeb") == (1, 7)
    for higher, lower in zip(order[1:], order, strict=False):
        assert declared(bid(1, 7, higher), bid(2, 7, lower), game="egyptian-tarneeb") == (1, 7)
        assert declared(bid(1, 7, higher), bid(2, 8, "c"), game="egyptian-tarneeb") == (2, 8)


def test_an_egyptian_dealer_may_not_equal_a_bid() -> None:
    """TAR-EG-3"""
    ruling = judged("egyptian-tarneeb", events=[bid(1, 7, "d"), bid(0, 7, "d")])
    assert offences(ruling) == [("bad_bid", 0, "TAR-EG-1")]


def test_who_passed_may_come_back_in_the_egyptian_game() -> None:
    """TAR-EG-2"""
    events = [*passes(1), bid(2, 7, "c"), *passes(3, 0), bid(1, 7, "d")]
    assert declared(*events, game="egyptian-tarneeb") == (1, 7)


def test_the_egyptian_bidding_ends_after_four_turns_without_a_new_bid() -> None:
    """TAR-EG-2"""
    before = [bid(1, 7, "c"), {"type": "double", "seat": 2}, *passes(3, 0)]
    assert declared(*before, bid(1, 8, "c"), game="egyptian-tarneeb") == (1, 8)
    ended = judged("egyptian-tarneeb", events=[*before, *passes(1), bid(2, 8, "c")])
    assert offences(ended) == [("bad_bid", 2, "TAR-EG-1")]
    assert (ended.facts.declarer, ended.facts.bid, ended.facts.doubled) == (1, 7, True)


def test_only_an_opponent_of_the_holder_may_double_and_only_once() -> None:
    """TAR-EG-2"""
    double = [{"type": "double", "seat": seat} for seat in range(4)]
    for events in ([double[1]], [bid(1, 7, "c"), double[3]], [bid(1, 7, "c"), double[2], double[0]]):
        ruling = judged("egyptian-tarneeb", events=events)
        assert offences(ruling) == [("bad_bid", events[-1]["seat"], "TAR-EG-2")]


def test_a_later_bid_cancels_the_double() -> None:
    """TAR-EG-3"""
    events = [bid(1, 7, "c"), {"type": "double", "seat": 2}, bid(3, 8, "c")]
    assert judged("egyptian-tarneeb", events=events).facts.doubled is False


def test_four_egyptian_passes_make_the_hand_void() -> None:
    """TAR-BID-2"""
    ruling = judged("egyptian-tarneeb", dealer=1, events=passes(2, 3, 0, 1))
    assert (ruling.status, ruling.after["next_dealer"]) == ("void", 1)


def test_the_suit_of_the_bid_is_trump() -> None:
    """TAR-EG-1"""
    events = [bid(2, 7, "d"), *passes(3, 0, 1, 2), *all_tricks(2)]
    assert judged("egyptian-tarneeb", deal=ONE_SUIT_EACH, events=events).scores == {"A": 13, "B": 0}
    other = judged("egyptian-tarneeb", events=[bid(2, 7, "d"), trump(2, "h")])
    assert offences(other) == [("bad_trump", 2, "TAR-BID-3")]


@pytest.mark.parametrize(("game", "rule"), [("tarneeb", "TAR-BID-1"), ("400", "FH-BID-1"), ("forty-one", "FO-1")])
def test_a_double_where_nobody_doubles_is_left_out_of_account(game: str, rule: str) -> None:
    ruling = judged(game, events=[bid(1, 8), {"type": "double", "seat": 2}, bid(3, 9)])
    assert offences(ruling) == [("bad_bid", 2, rule)]
    assert ruling.facts.doubled is False


def test_a_sheet_of_tarneeb_may_say_that_nobody_doubled() -> None:
    assert judged(tally={**tally(1, 8, 9), "doubled": False}).discrepancies == []
    doubled = judged(tally={**tally(1, 8, 9), "doubled": True})
    assert doubled.scores == {"A": 0, "B": 9}
    told = {"field": "tally.doubled", "claimed": True, "found": False, "rule": "TAR-BID-1"}
    assert doubled.discrepancies == [told]


# --- 400 and Forty-One


@pytest.mark.parametrize(("score", "least"), [(-30, 2), (29, 2), (30, 3), (39, 3), (40, 4), (49, 4), (50, 5), (90, 5)])
def test_the_least_bid_grows_with_the_players_score(score: int, least: int) -> None:
    """FH-BID-1"""
    before = {"scores": [score, 0, -50, 0]}
    assert judged("400", before=before, events=[bid(0, least)]).infractions == []
    assert offences(judged("400", before=before, events=[bid(0, least - 1)])) == [("bad_bid", 0, "FH-BID-1")]


def test_everybody_bids_once_and_nobody_passes() -> None:
    """FH-BID-1"""
    ruling = judged("400", events=[bid(1, 3), bid(1, 4), {"type": "pass", "seat": 2}, {"type": "pass"}])
    assert offences(ruling) == [("bad_bid", 1, "FH-BID-1"), ("bad_bid", 2, "FH-BID-1"), ("bad_bid", 2, "FH-BID-1")]
    assert ruling.facts.bids == [None, 3, None, None]


@pytest.mark.parametrize(("highest", "needed"), [(-5, 11), (29, 11), (30, 12), (39, 12), (40, 13), (49, 13), (50, 14)])
def test_the_four_bids_must_be_enough_for_the_highest_score(highest: int, needed: int) -> None:
    """FH-BID-2"""
    before = {"scores": [-20, -20, -20, highest]}
    for total, status in ((needed, "undecidable"), (needed - 1, "void")):
        last = 5 if highest >= 50 else 4
        bids = [2, 2, total - 4 - last, last]
        events = [bid(seat, bids[seat]) for seat in (1, 2, 3, 0)]
        assert judged("400", before=before, events=events).status == status


def test_a_hand_of_too_few_bids_is_void_and_the_next_player_deals() -> None:
    """FH-BID-2"""
    events = [bid(seat, 2) for seat in (3, 0, 1, 2)]
    ruling = judged("400", dealer=2, events=events)
    assert (ruling.status, ruling.kind, ruling.scores) == ("void", "void", [0, 0, 0, 0])
    assert ruling.after["next_dealer"] == 3
    assert judged("400", dealer=2, events=[*events, *cards(3, "2h")]).status == "invalid"


def test_hearts_are_trump_and_the_player_on_the_dealers_right_leads() -> None:
    """FH-TRUMP-1"""
    bids = [bid(seat, 3) for seat in (1, 2, 3, 0)]
    ruling = judged("400", deal=ONE_SUIT_EACH, events=[*bids, *all_tricks(1)])
    assert [trick["winner"] for trick in ruling.tricks] == [1] * 13
    assert offences(judged("400", events=[*bids, *cards(2, "2d")])) == [("out_of_turn", 2, "FH-TRUMP-1")]
    assert offences(judged("400", events=[*bids, trump(1, "s")])) == [("bad_trump", 1, "FH-TRUMP-1")]
    assert offences(judged("400", events=[*bids, trump(1, "h")])) == []


def test_forty_one_allows_a_bid_of_one_at_any_score() -> None:
    """FO-1"""
    before = {"scores": [45, 0, -1, 0]}
    assert judged("forty-one", before=before, events=[bid(0, 1)]).infractions == []
    assert offences(judged("forty-one", before=before, events=[bid(0, 0)])) == [("bad_bid", 0, "FO-1")]


def test_forty_one_always_needs_eleven() -> None:
    """FO-1"""
    before = {"scores": [45, 0, -1, 0]}
    for bids, status in (((1, 2, 3, 5), "undecidable"), ((1, 2, 3, 4), "void")):
        events = [bid(seat, bids[seat]) for seat in (1, 2, 3, 0)]
        assert judged("forty-one", before=before, events=events).status == status


def test_a_missing_bid_leaves_the_hand_undecidable() -> None:
    """FH-BID-1"""
    events = [*(bid(seat, 3) for seat in (1, 2, 3)), *all_tricks(1)]
    ruling = judged("400", deal=ONE_SUIT_EACH, events=events)
    assert ruling.status == "undecidable"
    assert ruling.reasons == [{"path": "events", "message": "there is no bid of seat 0"}]
    whole = [
        judged("400", deal=ONE_SUIT_EACH, events=[*events[:3], bid(0, number), *events[3:]]) for number in range(2, 14)
    ]
    assert {tuple(one["scores"]) for one in ruling.possible} == {tuple(one.scores) for one in whole}
    assert ruling.exact


def test_two_missing_bids_leave_any_points() -> None:
    ruling = judged("400", deal=ONE_SUIT_EACH, events=[bid(1, 3), bid(2, 3), *all_tricks(1)])
    assert {one["scores"] for one in ruling.possible} == {None}
    assert not ruling.exact


def test_a_bid_names_a_suit_in_the_egyptian_game_only() -> None:
    for game, event in (("tarneeb", bid(1, 7, "d")), ("400", bid(1, 7, "d")), ("egyptian-tarneeb", bid(1, 7))):
        with pytest.raises(engine.RecordError) as caught:
            engine.read(record(game, events=[event]))
        assert caught.value.errors[0]["path"] == "events[0].suit"
