"""Accusations and four-balls: what ends a hand, what changes nothing, and what comes first."""

from typing import Any

import pytest

from tests.engine.hands import (
    COUNTERS_KHANUCK,
    EVEN,
    REVOKE,
    SIX_OF_SUIT,
    THUNEE_WON,
    TRUMPLESS,
    Story,
    possible,
    story,
)

# In REVOKE seat 0 throws a club on the heart led to trick 1, holding hearts; here that trick is the second, and seat 3
# leads the first.
REVOKE_IN_TRICK_TWO = "\n".join((*REVOKE.split("\n")[2:3], *REVOKE.split("\n")[1:2], *REVOKE.split("\n")[3:]))
# To the heart led to trick 1 seats 2 and 3, who hold none, play spades, the second lower.
CUT_TWICE = """
1: 9h Js Qs Qh
1: Jh Jd Ad Th
1: Kh Jc 9c Ah
1: 9d 9s Ac As
1: Kd Tc Qc Ks
1: Qd Ts Td Kc
"""


def enforced(hand: Story) -> list[tuple[str, int, bool, bool]]:
    return [(one["offence"], one["seat"], one["accused"], one["enforced"]) for one in hand.ruling.infractions]


# --- four-ball


def test_an_offence_caught_ends_the_hand_with_four_balls_to_the_others() -> None:
    """TH-PEN-1"""
    hand = story(REVOKE).play(2).accuse(1, 0, "revoke")
    assert hand.result == "four_ball upheld: B 4"
    assert hand.ruling.seat == 0, "the offender"
    assert hand.ruling.count is None
    assert enforced(hand) == [("revoke", 0, True, True)]
    assert story(REVOKE, four_ball=6).play(2).accuse(1, 0, "revoke").result == "four_ball upheld: B 6"


def test_nothing_else_counts_once_an_offence_is_caught() -> None:
    """TH-PEN-1: neither the jodhi nor the call"""
    hand = story(REVOKE, dealer=0).call(0, 100).play(1).jodhi(1, "s", 40).accuse(3, 0, "revoke")
    assert hand.result == "four_ball upheld: B 4"


def test_no_event_may_follow_the_accusation_that_ended_the_hand() -> None:
    """TH-PEN-1"""
    for what in ("murrials", "khanuck", "double", "pass"):
        hand = story(REVOKE).play(2).accuse(1, 0, "revoke").say(what, seat=1)
        assert hand.ruling.status == "invalid", what
    assert story(REVOKE).play(2).accuse(1, 0, "revoke").rest().ruling.status == "invalid"


@pytest.mark.parametrize("offence", ["signal", "trump_change", "other"])
def test_what_cards_cannot_show_is_the_referees_finding(offence: str) -> None:
    """TH-PEN-3"""
    assert story(EVEN).play(1).accuse(1, 0, offence, upheld=True).result == "four_ball upheld: B 4"
    assert story(EVEN).play(1).accuse(1, 0, offence, upheld=False).rest().result == "count: A 1"


def test_a_card_out_of_turn_is_an_offence_to_accuse() -> None:
    """TH-PEN-1, TH-PLAY-5"""
    play = "1: 9h 3=Ts 2=Th 0=Qh"
    assert story(play, deal=False).rest().accuse(0, 3, "out_of_turn").result == "four_ball upheld: A 4"
    ignored = story(play, deal=False, out_of_turn="ignore", false_accusation=4).rest().accuse(0, 3, "out_of_turn")
    assert ignored.result == "false_accusation rejected: B 4"


def test_a_card_of_the_last_two_in_a_blind_hand_is_an_offence_to_accuse() -> None:
    """TH-PEN-1, TH-BLIND-3"""
    deal = {0: "9s As Ks Kc / Js Qs"}
    hand = story(THUNEE_WON, deal=deal, false_accusation=4).declare(0, "blind_thunee").play(1)
    assert hand.accuse(1, 0, "blind_look").result == "four_ball upheld: B 4"


def test_whether_a_card_was_one_of_the_last_two_must_be_written_down() -> None:
    """TH-BLIND-3: without the deal the accusation is neither upheld nor rejected."""
    hand = (
        story(THUNEE_WON, deal=False, false_accusation=4).declare(0, "blind_thunee").play(1).accuse(1, 0, "blind_look")
    )
    assert hand.result == "undecidable"
    assert [reason["path"] for reason in hand.ruling.reasons if "guilty" in reason["message"]] == ["events[5]"]
    assert {"four_ball: B 4", "false_accusation: A 4"} <= possible(hand.ruling)


# --- what an accusation covers


@pytest.mark.parametrize("offence", ["revoke", "undercut"])
def test_either_accusation_is_upheld_by_either_offence(offence: str) -> None:
    """TH-PEN-3: seat 0 revoked."""
    assert story(REVOKE).play(2).accuse(1, 0, offence).result == "four_ball upheld: B 4"
    undercut = "1: 9h As Ks Qh"
    hands = {2: "As Ad Tc Td / Jc 9c", 3: "Ks 9d Kd Qd / Ac Kc"}
    assert story(undercut, deal=hands).rest().accuse(0, 3, offence).result == "four_ball upheld: A 4"


def test_an_accusation_covers_every_card_the_player_has_played_so_far() -> None:
    """TH-PEN-3"""
    assert story(REVOKE).play(5).accuse(1, 0, "revoke").result == "four_ball upheld: B 4"


def test_an_accusation_covers_no_card_that_comes_later() -> None:
    """TH-PEN-3: seat 0 is accused before its card, and not again."""
    hand = story(REVOKE).cards(3).accuse(1, 0, "revoke").rest()
    assert hand.result == "count: A 1"
    assert enforced(hand) == [("revoke", 0, False, False)]


def test_an_accusation_covers_one_player() -> None:
    """TH-PEN-3"""
    assert story(REVOKE).play(2).accuse(1, 2, "revoke").rest().result == "count: A 1"


def test_only_what_the_accusation_rests_on_is_marked_as_enforced() -> None:
    """TH-PEN-3: seat 3 played out of turn, seat 0 played out of turn and revoked."""
    play = "1: 9h 3=Ts 0=Qc 2=Th"
    hand = story(play, deal={0: "Qc Qh Jh As / Td Kd"}).rest().accuse(1, 0, "revoke")
    assert enforced(hand) == [
        ("out_of_turn", 3, False, False),
        ("out_of_turn", 0, False, False),
        ("revoke", 0, True, True),
    ]


def test_a_late_accusation_marks_what_it_covers_too() -> None:
    """TH-PEN-4, TH-PEN-3"""
    hand = story(REVOKE, late_accusation="allowed").rest().accuse(1, 0, "undercut", late=True)
    assert enforced(hand) == [("revoke", 0, True, True)]


def test_an_accusation_of_another_offence_is_not_upheld_by_a_revoke() -> None:
    """TH-PEN-3"""
    assert story(REVOKE).play(2).accuse(1, 0, "out_of_turn").rest().result == "count: A 1"


def test_only_an_opponent_is_accused() -> None:
    hand = story(EVEN).play(1).accuse(0, 2, "signal", upheld=True)
    assert [error["path"] for error in hand.ruling.errors] == ["events[5].against"]


def test_an_accusation_is_judged_without_a_deal_by_what_is_played_later() -> None:
    """TH-PEN-3: the hearts seat 0 plays in the tricks 3, 4 and 5 it held in trick 1."""
    hand = story(REVOKE, deal=False).play(4).accuse(1, 0, "revoke")
    assert hand.result == "four_ball upheld: B 4"


def test_an_accusation_the_cards_written_down_do_not_settle_is_undecidable() -> None:
    """TH-PEN-3"""
    hand = story(REVOKE, deal=False).play(1).accuse(1, 0, "revoke")
    assert hand.result == "undecidable"
    assert any(reason["path"] == "events[5]" for reason in hand.ruling.reasons)
    assert "four_ball: B 4" in possible(hand.ruling)


# --- wrong accusations


def test_a_revoke_shows_whatever_was_trump() -> None:
    """TH-PLAY-2, TH-PEN-1: also after a trick that nobody knows the winner of."""
    hand = story(REVOKE_IN_TRICK_TWO, dealer=1, trump=None).play(2).accuse(1, 0, "revoke")
    assert hand.ruling.tricks == []
    assert hand.offences == [("revoke", 0)]
    assert hand.result == "four_ball upheld: B 4"
    assert hand.ruling.infractions[0]["enforced"]


def test_nobody_is_accused_wrongly_of_what_an_unknown_trump_would_show() -> None:
    """TH-PLAY-4, TH-PLAY-5, TH-PEN-2: a card may have been an undercut or out of turn."""
    unknown: dict[str, Any] = {"false_accusation": 4, "trump": None}
    wrong = "false_accusation rejected: B 4"
    assert story(CUT_TWICE, **unknown).play(1).accuse(0, 3, "undercut").result == "undecidable"
    assert story(CUT_TWICE, **unknown, undercut="free").play(1).accuse(0, 3, "undercut").result == wrong
    assert story(EVEN, **unknown).play(2).accuse(0, 3, "out_of_turn").result == "undecidable"
    assert story(EVEN, **unknown).play(1).accuse(0, 3, "out_of_turn").result == wrong


def test_a_wrong_accusation_costs_nothing_and_play_goes_on() -> None:
    """TH-PEN-2"""
    hand = story(EVEN).play(2).accuse(1, 0, "revoke").rest()
    assert hand.result == "count: A 1"


def test_a_wrong_accusation_ends_the_hand_with_four_balls_to_the_accused_in_some_houses() -> None:
    """TH-PEN-2"""
    hand = story(EVEN, false_accusation=4).play(2).accuse(1, 0, "revoke")
    assert hand.result == "false_accusation rejected: A 4"
    assert hand.ruling.seat == 1, "the accuser"
    assert hand.rest().ruling.status == "invalid"


# --- jodhi without the cards


@pytest.mark.parametrize("answered", [False, True])
def test_a_jodhi_without_the_cards_is_an_offence_to_accuse(answered: bool) -> None:
    """TH-PEN-6: answered by murrials or not."""
    hand = story(EVEN).play(1).jodhi(1, "h", 20)
    if answered:
        hand.murrials(0)
    assert hand.accuse(0, 1, "false_jodhi").result == "four_ball upheld: A 4"


def test_a_wrong_time_or_value_alone_is_no_offence() -> None:
    """TH-PEN-6"""
    mistimed = story(EVEN).play(2).jodhi(1, "s", 40).accuse(0, 1, "false_jodhi").rest()
    assert mistimed.ruling.kind == "count"
    misvalued = story(EVEN).play(1).jodhi(1, "s", 20).accuse(0, 1, "false_jodhi").rest()
    assert misvalued.ruling.kind == "count"


def test_the_jodhi_of_another_player_is_not_the_accuseds() -> None:
    """TH-PEN-6"""
    assert story(EVEN).play(1).jodhi(3, "h", 20).accuse(0, 1, "false_jodhi").rest().ruling.kind == "count"


def test_a_jodhi_of_cards_nobody_wrote_down_leaves_the_accusation_open() -> None:
    """TH-PEN-6"""
    hand = story(EVEN, deal=False).play(1).jodhi(1, "s", 40).accuse(0, 1, "false_jodhi")
    assert hand.result == "undecidable"


# --- six of one suit


def test_a_declaration_on_six_of_one_suit_is_an_offence_to_accuse() -> None:
    """TH-THUN-5"""
    hand = story(SIX_OF_SUIT).declare(0, "thunee").accuse(1, 0, "six_of_suit")
    assert hand.result == "four_ball upheld: B 4"
    assert "TH-THUN-5" in hand.rules_cited
    assert story(SIX_OF_SUIT).declare(0, "royals").accuse(1, 0, "six_of_suit").result == "four_ball upheld: B 4"


def test_six_of_one_suit_without_a_penalty_makes_the_hand_void() -> None:
    """TH-THUN-5"""
    hand = story(SIX_OF_SUIT, six_of_suit=0).declare(0, "thunee").accuse(1, 0, "six_of_suit")
    assert hand.result == "void: six_of_suit"
    assert hand.ruling.after["next_dealer"] == 3


def test_nobody_accused_six_of_one_suit_is_a_thunee_like_any_other() -> None:
    """TH-THUN-5: here the other side holds no trump, which makes it void."""
    assert story(SIX_OF_SUIT).declare(0, "thunee").rest().result == "void: trumpless"
    assert story(SIX_OF_SUIT, trumpless="play_on").declare(0, "thunee").rest().result == "thunee made: A 4"


def test_six_of_one_suit_is_no_offence_of_who_did_not_declare_or_has_two_suits() -> None:
    """TH-THUN-5"""
    assert story(THUNEE_WON).declare(0, "thunee").accuse(1, 0, "six_of_suit").rest().result == "thunee made: A 4"
    undeclared = story(SIX_OF_SUIT, false_accusation=4).accuse(1, 0, "six_of_suit")
    assert undeclared.result == "false_accusation rejected: A 4"


def test_six_of_one_suit_is_open_as_long_as_six_cards_are_not_known() -> None:
    """TH-THUN-5"""
    hand = story(SIX_OF_SUIT, deal=False).declare(0, "thunee").play(1).accuse(1, 0, "six_of_suit")
    assert hand.result == "undecidable"
    assert "four_ball: B 4" in possible(hand.ruling)


# --- late


def test_a_late_accusation_is_barred_and_changes_nothing() -> None:
    """TH-PEN-4"""
    hand = story(REVOKE).rest().accuse(1, 0, "revoke", late=True)
    assert hand.result == "count: A 1"
    assert hand.offences == [("revoke", 0)]


def test_a_referee_may_reopen_the_hand_in_some_houses() -> None:
    """TH-PEN-4"""
    hand = story(REVOKE, late_accusation="allowed").rest().accuse(1, 0, "revoke", late=True)
    assert hand.result == "four_ball upheld: B 4"
    assert "TH-PEN-4" in hand.rules_cited


def test_a_wrong_late_accusation_costs_nothing_where_it_is_barred() -> None:
    """TH-PEN-4, TH-PEN-2"""
    rules: dict[str, Any] = {"false_accusation": 4}
    assert story(EVEN, **rules).rest().accuse(1, 0, "revoke", late=True).result == "count: A 1"
    reopened = story(EVEN, late_accusation="allowed", **rules).rest().accuse(1, 0, "revoke", late=True)
    assert reopened.result == "false_accusation rejected: A 4"


def test_nothing_happens_after_the_accusation_a_referee_reopened_the_hand_for() -> None:
    """TH-PEN-4: it ends the hand like any other."""
    hand = story(REVOKE, late_accusation="allowed").rest().accuse(1, 0, "revoke", late=True).khanuck(3)
    assert [error["path"] for error in hand.ruling.errors] == ["events[26]"]
    barred = story(REVOKE).rest().accuse(1, 0, "revoke", late=True).khanuck(3)
    assert barred.result == "khanuck failed: A 4", "and nothing ends where it is barred"


def test_after_the_last_card_an_accusation_may_still_be_made() -> None:
    """TH-PEN-1: not yet a late one."""
    assert story(REVOKE).rest().accuse(1, 0, "revoke").result == "four_ball upheld: B 4"


# --- what comes first


def test_a_new_deal_goes_before_everything() -> None:
    """TH-PEN-5: the hand ends with it, whatever was called before."""
    hand = story(REVOKE).play(5).khanuck(3).double(3).redeal("exposed_card")
    assert hand.result == "void: exposed_card"
    assert hand.ruling.after["khanuck_called"]


def test_a_reopened_hand_that_was_dealt_again_stays_void() -> None:
    """TH-PEN-5, TH-PEN-4"""
    hand = story(REVOKE, late_accusation="allowed").play(2).redeal("exposed_card").accuse(1, 0, "revoke", late=True)
    assert hand.result == "void: exposed_card"


def test_the_first_end_of_a_hand_stands_when_a_referee_reopens_it() -> None:
    """TH-PEN-5, TH-PEN-4"""
    hand = story(REVOKE, late_accusation="allowed").play(2).accuse(0, 1, "signal", upheld=True)
    assert hand.accuse(1, 0, "revoke", late=True).result == "four_ball upheld: A 4"


def test_an_accusation_goes_before_trumpless() -> None:
    """TH-PEN-5"""
    hand = story(TRUMPLESS).play(2).accuse(1, 0, "signal", upheld=True)
    assert hand.result == "four_ball upheld: B 4"


def test_an_accusation_goes_before_a_declaration() -> None:
    """TH-PEN-5"""
    hand = story(THUNEE_WON).declare(0, "thunee").rest().accuse(1, 0, "signal", upheld=True)
    assert hand.result == "four_ball upheld: B 4"


def test_an_accusation_goes_before_a_khanuck() -> None:
    """TH-PEN-5"""
    hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).play(4).khanuck(3).rest()
    assert hand.accuse(0, 3, "signal", upheld=True).result == "four_ball upheld: A 4"


def test_of_two_accusations_the_first_that_is_upheld_ends_the_hand() -> None:
    """TH-PEN-5"""
    hand = story(REVOKE).play(2).accuse(0, 1, "revoke").accuse(1, 0, "revoke")
    assert hand.result == "four_ball upheld: B 4"
