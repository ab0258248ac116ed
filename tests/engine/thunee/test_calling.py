"""Who sets trump, for how much, and what becomes of a hand in which the counting team holds none."""

import pytest

from tests.engine.hands import (
    COUNTERS_SWEEP,
    EVEN,
    THUNEE_TRUMPLESS,
    TRUMPERS_KHANUCK,
    TRUMPERS_SWEEP,
    TRUMPLESS,
    possible,
    story,
)

# Side B counts 95 in EVEN: with a call of 10 it reaches 105.


def called(how: object) -> int | None:
    count = how.ruling.count  # type: ignore[attr-defined]
    return count and count["call"]


def test_the_player_on_the_dealers_right_sets_trump_when_nobody_calls() -> None:
    """TH-CALL-1"""
    hand = story(EVEN, dealer=3).rest()
    assert hand.result == "count: A 1"
    assert called(hand) == 0
    assert "TH-CALL-1" in hand.rules_cited


def test_an_opponent_who_outcalls_that_player_sets_trump_instead() -> None:
    """TH-CALL-1"""
    hand = story(EVEN, dealer=0).call(0, 10).rest()
    assert hand.ruling.count["counting_team"] == "B"
    assert hand.result == "call_and_loss: B 2"


def test_calls_rise_in_turn_between_the_sides() -> None:
    """TH-CALL-2"""
    hand = story(EVEN).call(1, 10).call(0, 20).call(3, 40).call(2, 50).trump(2, "s").rest()
    assert called(hand) == 50
    assert ("bad_call", 2) not in hand.offences


@pytest.mark.parametrize(
    ("seat", "amount", "why"),
    [
        (1, 10, "not higher than what is held"),
        (1, 0, "nothing"),
        (1, 15, "no step of ten"),
        (1, 110, "above the highest call"),
        (1, 104, "104 where 100 is the highest"),
        (2, 20, "over the partner's call"),
        (0, 20, "over the own call"),
    ],
)
def test_a_call_that_is_not_allowed_is_left_out_of_account(seat: int, amount: int, why: str) -> None:
    """TH-CALL-2, TH-CALL-3"""
    hand = story(EVEN, dealer=0).call(0, 10).call(seat, amount).rest()
    assert hand.offences == [("bad_call", seat)], why
    assert called(hand) == 10
    assert hand.result == "call_and_loss: B 2"


def test_the_partner_of_the_player_on_the_dealers_right_may_not_call() -> None:
    """TH-CALL-2: never a partner, though nobody has called yet."""
    hand = story(EVEN, dealer=3).call(2, 10).rest()
    assert hand.offences == [("bad_call", 2)]
    assert called(hand) == 0


def test_a_call_may_leave_out_steps_or_not_as_the_house_plays() -> None:
    """TH-CALL-2"""
    assert called(story(EVEN, dealer=0, call_step="multiple").call(0, 30).rest()) == 30
    strict = story(EVEN, dealer=0, call_step="exact").call(0, 30).call(0, 10).rest()
    assert strict.offences == [("bad_call", 0)]
    assert called(strict) == 10


def test_a_club_calls_104_over_100() -> None:
    """TH-CALL-3"""
    hand = story(EVEN, max_call=104).call(1, 100).call(0, 104).rest()
    assert called(hand) == 104
    assert hand.offences == []


def test_104_is_a_call_over_100_only() -> None:
    """TH-CALL-3"""
    hand = story(EVEN, dealer=0, max_call=104).call(0, 90).call(1, 104).rest()
    assert hand.offences == [("bad_call", 1)]


def test_104_is_the_next_step_over_100_where_steps_are_exact() -> None:
    """TH-CALL-3"""
    hand = story(EVEN, dealer=0, max_call=104, call_step="exact")
    for number in range(10):
        hand.call(number % 2, 10 * (number + 1))
    hand.call(0, 104).rest()
    assert hand.offences == []
    assert called(hand) == 104


def test_nothing_is_called_over_104() -> None:
    """TH-CALL-3: it ends the calling."""
    hand = story(EVEN, max_call=104).call(1, 100).call(0, 104).call(1, 110).rest()
    assert hand.offences == [("bad_call", 1)]


def test_after_trump_is_set_nobody_calls_any_more() -> None:
    """TH-CALL-4"""
    hand = story(EVEN).trump(0, "s").call(1, 10).rest()
    assert hand.offences == [("bad_call", 1)]
    assert called(hand) == 0


def test_trump_is_shown_after_the_first_lead() -> None:
    """TH-CALL-4"""
    hand = story(EVEN, trump=None).cards(1).trump(0, "s").rest()
    assert hand.result == "count: A 1"


def test_trump_may_be_the_suit_of_the_last_card() -> None:
    """TH-CALL-4"""
    assert story(EVEN).trump(0, "s", last_card=True).rest().result == "count: A 1"


def test_a_suit_the_trumper_had_none_of_among_the_first_four_is_an_offence_and_stands() -> None:
    """TH-CALL-4"""
    hand = story(EVEN, deal={0: "Qh Ad Jh Ah / Qc Td"}, trump=None).trump(0, "s").rest()
    assert (hand.result, hand.offences) == ("count: A 1", [("bad_trump", 0)])
    late = {0: "Qh Ad Jh Ah / Qc Ks"}
    assert story(EVEN, deal=late, trump=None).trump(0, "s").offences == [("bad_trump", 0)]
    early = {0: "Qh Ad Jh Ks / Qc Ah"}
    assert story(EVEN, deal=early, trump=None).trump(0, "s").rest().offences == []
    assert story(EVEN, deal={1: "9h 9c Jh Ah / Qc Ks"}, trump=None).trump(0, "s").offences == [], "nobody knows"


def test_the_suit_of_the_last_card_is_had_by_then() -> None:
    """TH-CALL-4"""
    late = {0: "Qh Ad Jh Ah / Qc Ks"}
    assert story(EVEN, deal=late, trump=None).trump(0, "s", last_card=True).offences == []
    never = {0: "Qh Ad Jh Ah / Qc Td"}
    hand = story(EVEN, deal=never, trump=None).trump(0, "s", last_card=True).rest()
    assert (hand.result, hand.offences) == ("count: A 1", [("bad_trump", 0)])


def test_the_holders_partner_who_sets_trump_offends_and_it_stands() -> None:
    """TH-CALL-4"""
    hand = story(EVEN, dealer=1).trump(0, "s").rest()
    assert hand.offences == [("bad_trump", 0)]
    assert hand.result == "count: A 1"
    assert hand.ruling.tricks[0]["leader"] == 1, "the player to the trumper's right leads"


def test_the_other_side_cannot_set_trump() -> None:
    hand = story(EVEN, dealer=0).trump(0, "s").rest()
    assert hand.ruling.status == "invalid"
    assert [error["path"] for error in hand.ruling.errors] == ["events[0].seat"]


def test_trump_is_set_once() -> None:
    twice = story(EVEN).trump(0, "s").trump(0, "h").rest()
    assert [error["path"] for error in twice.ruling.errors] == ["events[1]"]
    assert story(EVEN).trump(0, "s").trump(0, "s").rest().result == "count: A 1"


def test_without_a_trump_event_a_played_out_hand_is_undecidable() -> None:
    hand = story(EVEN, trump=None).rest()
    assert hand.result == "undecidable"
    assert any("trump" in reason["message"] for reason in hand.ruling.reasons)
    assert "count: A 1" in possible(hand.ruling)


@pytest.mark.parametrize(("wrong", "what"), [("1=Tc", "seat"), ("Qs", "card")])
def test_without_a_trump_event_what_cannot_have_been_played_is_a_fault_all_the_same(wrong: str, what: str) -> None:
    """In the last trick of EVEN seat 1 plays twice, or the queen of spades is played twice."""
    hand = story(EVEN.replace("Tc", wrong), trump=None, deal=False).rest()
    assert hand.ruling.errors[0]["path"] == f"events[23].{what}"


# --- both partners at once


def test_both_partners_at_once_call_the_next_step() -> None:
    """TH-CALL-8: both say 20, and it is 30."""
    hand = story(EVEN, dealer=0).call(0, 20, both=True).rest()
    assert called(hand) == 30
    assert "TH-CALL-8" in hand.rules_cited


def test_both_partners_at_once_call_at_most_the_highest() -> None:
    """TH-CALL-8"""
    assert called(story(EVEN, dealer=0).call(0, 100, both=True).rest()) == 100
    assert called(story(EVEN, dealer=0, max_call=104).call(0, 100, both=True).rest()) == 104


def test_both_partners_at_once_may_count_as_spoken() -> None:
    """TH-CALL-8"""
    hand = story(EVEN, dealer=0, simultaneous_call="ignore").call(0, 20, both=True).rest()
    assert called(hand) == 20


def test_an_opponent_must_go_over_the_step_that_both_partners_reached() -> None:
    """TH-CALL-8"""
    hand = story(EVEN, dealer=0).call(0, 20, both=True).call(1, 30).rest()
    assert hand.offences == [("bad_call", 1)]


@pytest.mark.parametrize(("caller", "trumper"), [(0, 0), (2, 0)])
def test_after_both_called_the_dealer_names_either_of_them(caller: int, trumper: int) -> None:
    """TH-CALL-8: no bad_trump, whoever of the two it is."""
    hand = story(EVEN, dealer=0).call(caller, 20, both=True).trump(trumper, "s").rest()
    assert hand.offences == []
    assert hand.ruling.count["call"] == 30


def test_a_later_call_of_one_player_ends_the_dealers_choice() -> None:
    """TH-CALL-8"""
    hand = story(EVEN, dealer=0).call(2, 20, both=True).call(1, 40).call(2, 50).trump(0, "s").rest()
    assert hand.offences == [("bad_trump", 0)]


# --- blind


def test_a_blind_call_won_by_the_count_opens_two_balls() -> None:
    """TH-CALL-5"""
    hand = story(EVEN, dealer=0, target_count=106).call(0, 10, blind=True).rest()
    assert hand.result == "count: A 2"
    assert "TH-CALL-5" in hand.rules_cited


def test_a_blind_call_lost_by_the_count_gives_four() -> None:
    """TH-CALL-5"""
    hand = story(EVEN, dealer=0).call(0, 10, blind=True).rest()
    assert hand.result == "call_and_loss: B 4"
    dear = story(EVEN, dealer=0, blind_call_loss=6).call(0, 10, blind=True).rest()
    assert dear.result == "call_and_loss: B 6"


def test_nobody_who_has_seen_cards_raises_a_blind_call() -> None:
    """TH-CALL-5"""
    hand = story(EVEN, dealer=0).call(0, 10, blind=True).call(1, 20).rest()
    assert hand.offences == [("bad_call", 1)]
    assert hand.result == "call_and_loss: B 4"


def test_another_blind_call_raises_a_blind_call() -> None:
    """TH-CALL-5"""
    hand = story(EVEN).call(1, 10, blind=True).call(0, 20, blind=True).rest()
    assert hand.offences == []
    assert called(hand) == 20
    assert hand.result == "call_and_loss: B 4"


def test_a_blind_call_where_it_is_not_played_is_left_out_of_account() -> None:
    """TH-CALL-5"""
    hand = story(EVEN, "club-strict").call(1, 10, blind=True).rest()
    assert hand.offences == [("bad_call", 1)]
    assert hand.result == "count: A 1"


def test_a_double_keeps_its_price_under_a_blind_call() -> None:
    """TH-CALL-5"""
    hand = story(TRUMPERS_SWEEP, dealer=0).call(0, 10, blind=True).play(5).double(0).rest()
    assert hand.result == "double made: A 2"


def test_a_khanuck_keeps_its_price_under_a_blind_call() -> None:
    """TH-CALL-5"""
    hand = story(TRUMPERS_KHANUCK, dealer=0).call(0, 10, blind=True).play(1).jodhi(0, "s", 50).play(4)
    assert hand.khanuck(0).rest().result == "khanuck made: A 3"


# --- trumpless


def test_a_counting_team_without_trump_makes_the_hand_void() -> None:
    """TH-CALL-6, and TH-CALL-7 where nobody's noticing matters"""
    hand = story(TRUMPLESS, trumpless_unnoticed="void").rest()
    assert hand.result == "void: trumpless"
    assert "TH-CALL-6" in hand.rules_cited
    assert hand.ruling.after["next_dealer"] == 3


def test_a_trumpless_hand_that_is_noticed_is_void() -> None:
    """TH-CALL-6"""
    hand = story(TRUMPLESS).play(2).redeal("trumpless", 1)
    assert hand.result == "void: trumpless"
    assert hand.ruling.discrepancies == []


def test_a_trumpless_hand_may_be_noticed_after_the_last_card() -> None:
    """TH-CALL-6"""
    assert story(TRUMPLESS).rest().redeal("trumpless").result == "void: trumpless"


def test_a_trumpless_hand_played_out_unnoticed_costs_a_ball() -> None:
    """TH-CALL-7"""
    hand = story(TRUMPLESS).rest()
    assert hand.result == "trumpless: A 1"
    assert "TH-CALL-7" in hand.rules_cited


def test_a_trumpless_hand_counts_where_it_is_played_on() -> None:
    """TH-CALL-6"""
    hand = story(TRUMPLESS, trumpless="play_on").rest()
    assert hand.result == "count: A 1"
    assert hand.ruling.count["total"] == 26 + 10


def test_trumpless_is_judged_by_the_deal_and_not_by_what_was_played() -> None:
    """TH-CALL-6: side B held trumps, so it is not trumpless though a redeal says so."""
    hand = story(EVEN).play(4).redeal("trumpless", 1)
    assert hand.result == "void: trumpless"
    (difference,) = hand.ruling.discrepancies
    assert (difference["rule"], difference["claimed"]) == ("TH-CALL-6", "trumpless")


def test_a_redeal_for_want_of_trump_is_taken_on_trust_without_a_deal() -> None:
    """TH-CALL-6"""
    hand = story(TRUMPLESS, deal=False).play(1).redeal("trumpless")
    assert hand.result == "void: trumpless"
    assert hand.ruling.discrepancies == []
    assert "events[5].reason" in hand.ruling.trusted


def test_a_declared_hand_is_void_when_the_callers_opponents_hold_no_trump() -> None:
    """TH-CALL-6, and TH-CALL-7: void all the same, though nobody noticed."""
    hand = story(THUNEE_TRUMPLESS).declare(0, "thunee").rest()
    assert hand.result == "void: trumpless"


def test_trumpless_goes_before_khanuck_and_double() -> None:
    """TH-PEN-5, TH-CALL-6"""
    hand = story(TRUMPLESS, trumpless_unnoticed="void").play(5).khanuck(3).rest()
    assert hand.result == "void: trumpless"
    assert hand.ruling.after["khanuck_called"]


def test_a_trumping_team_without_trump_is_no_matter() -> None:
    """TH-CALL-6 speaks of the counting team only: here side A set spades with seat 0's help alone."""
    assert story(COUNTERS_SWEEP).rest().result == "count: B 1"
