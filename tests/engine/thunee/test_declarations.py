"""Thunee, royals and their blind kinds: who may declare, what trump is, and what every ending is worth."""

import pytest

from tests.engine.hands import (
    EVEN,
    ROYALS_CAUGHT,
    ROYALS_WON,
    THUNEE_BY_THE_TEAM,
    THUNEE_CAUGHT,
    THUNEE_PARTNER,
    THUNEE_TRUMPLESS,
    THUNEE_WON,
    Story,
    possible,
    story,
)

MODERN = "durban-modern"


def thunee(play: str, rules: str = MODERN, kind: str = "thunee", **how: object) -> Story:
    return story(play, rules, **how).declare(0, kind).rest()  # type: ignore[arg-type]


# --- calling it


def test_thunee_is_called_before_the_first_card() -> None:
    """TH-THUN-1"""
    assert thunee(THUNEE_WON).result == "thunee made: A 4"
    late = story(THUNEE_WON, deal=False, trump=(3, "s"), dealer=2).cards(1).declare(0, "thunee")
    assert late.offences == [("bad_call", 0)]


def test_thunee_ends_the_calling_and_overrides_every_call() -> None:
    """TH-THUN-1"""
    hand = story(THUNEE_WON, MODERN).call(1, 50).declare(0, "thunee").call(1, 60).rest()
    assert hand.result == "thunee made: A 4"
    assert hand.offences == [("bad_call", 1)]


def test_the_trumpers_thunee_goes_before_an_earlier_one() -> None:
    """TH-THUN-1: seat 0 is on the dealer's right and has the first right."""
    hand = story(THUNEE_WON, MODERN).declare(1, "thunee").declare(0, "thunee").rest()
    assert hand.result == "thunee made: A 4"
    assert hand.ruling.seat == 0


def test_the_right_goes_with_the_call() -> None:
    """TH-THUN-1: with seat 1 the highest caller, seat 0 is no trumper, and the first to declare plays."""
    hand = story(THUNEE_WON, MODERN).call(1, 10).declare(0, "thunee").declare(1, "thunee").rest()
    assert hand.ruling.seat == 1
    first = story(THUNEE_WON, MODERN).call(1, 10).declare(0, "thunee").declare(3, "thunee").rest()
    assert first.ruling.seat == 0


@pytest.mark.parametrize("kind", ["royals", "blind_thunee", "blind_royals"])
def test_a_declaration_that_is_not_played_is_left_out_of_account(kind: str) -> None:
    """TH-ROYAL-1, TH-BLIND-1"""
    hand = story(EVEN, **{kind: "off"}).declare(0, kind).trump(0, "s").rest()
    assert hand.offences == [("bad_call", 0)]
    assert hand.result == "count: A 1"


@pytest.mark.parametrize("kind", ["trip", "monnie"])
def test_what_six_players_declare_is_left_out_of_account_with_four(kind: str) -> None:
    hand = story(EVEN).declare(0, kind).trump(0, "s").rest()
    assert hand.offences == [("bad_call", 0)]


def test_a_declaration_is_allowed_at_any_stage_of_a_game() -> None:
    """TH-THUN-8: cornerhouse limits it not."""
    hand = thunee(THUNEE_WON, before="11-11")
    assert hand.result == "thunee made: A 4"
    assert hand.ruling.after["game_winner"] == "A"


# --- lead and trump


def test_trump_is_the_suit_of_the_first_card() -> None:
    """TH-THUN-7: seat 0 leads a spade, which cuts later."""
    hand = story(THUNEE_WON, MODERN).declare(0, "thunee", "h").rest()
    assert hand.result == "thunee made: A 4"
    assert "spades is trump" in " ".join(step.text for step in hand.ruling.steps)


def test_trump_is_the_suit_the_caller_names_where_it_is_named() -> None:
    """TH-THUN-7: with clubs named, seat 1's nine of clubs cuts the second spade (and holds no spade)."""
    named = story(THUNEE_WON, MODERN, thunee_trump="named").declare(0, "thunee", "c").rest()
    assert named.result == "thunee caught: B 4"
    assert [trick["winner"] for trick in named.ruling.tricks][:2] == [0, 1]


def test_without_a_name_trump_is_the_suit_of_the_first_card_there_too() -> None:
    """TH-THUN-7"""
    assert story(THUNEE_WON, MODERN, thunee_trump="named").declare(0, "thunee").rest().result == "thunee made: A 4"


def test_the_caller_leads() -> None:
    """TH-THUN-7, TH-PLAY-1: though seat 1 sits on the trumper's right."""
    assert story("0: Qh 9h Th Ts", deal=False).declare(0, "thunee").rest().offences == []
    assert story("1: 9h 0=Qh 2=Th 3=Ts", deal=False).declare(0, "thunee").rest().offences == [("out_of_turn", 1)]


# --- what it is worth


def test_a_thunee_won_opens_four() -> None:
    """TH-THUN-2"""
    assert thunee(THUNEE_WON).result == "thunee made: A 4"
    assert thunee(THUNEE_WON, thunee_win=6).result == "thunee made: A 6"
    assert thunee(THUNEE_WON).ruling.count is None


def test_a_thunee_caught_by_an_opponent_gives_three_or_four() -> None:
    """TH-THUN-3"""
    assert thunee(THUNEE_CAUGHT, "durban-classic").result == "thunee caught: B 3"
    assert thunee(THUNEE_CAUGHT, "durban-modern").result == "thunee caught: B 4"


def test_a_thunee_caught_by_the_partner_gives_eight() -> None:
    """TH-THUN-4"""
    assert thunee(THUNEE_PARTNER).result == "thunee partner_catch: B 8"
    assert thunee(THUNEE_PARTNER, thunee_partner_catch=7).result == "thunee partner_catch: B 7"


def test_the_callers_team_may_win_the_tricks_in_some_houses() -> None:
    """TH-THUN-6"""
    assert thunee(THUNEE_BY_THE_TEAM).result == "thunee partner_catch: B 8"
    assert thunee(THUNEE_BY_THE_TEAM, thunee_winner="team").result == "thunee made: A 4"
    assert thunee(THUNEE_PARTNER, thunee_winner="team").result == "thunee caught: B 4"


def test_the_seat_of_a_declared_hand_is_the_callers() -> None:
    for play in (THUNEE_WON, THUNEE_CAUGHT, THUNEE_PARTNER):
        assert thunee(play).ruling.seat == 0


def test_royals_turn_the_rank_and_have_prices_of_their_own() -> None:
    """TH-ROYAL-1, TH-CARD-3"""
    assert thunee(ROYALS_WON, kind="royals").result == "royals made: A 4"
    assert thunee(ROYALS_WON, kind="royals", royals_win=5).result == "royals made: A 5"
    assert thunee(ROYALS_CAUGHT, kind="royals").result == "royals caught: B 4"
    assert thunee(ROYALS_CAUGHT, kind="royals", royals_loss=6).result == "royals caught: B 6"
    assert thunee(ROYALS_WON, kind="thunee").ruling.detail != "made"


def test_a_partner_catch_in_royals_gives_eight() -> None:
    """TH-ROYAL-1"""
    play = "0: 9s Js Qs Ts"
    assert story(play, MODERN, deal=False).declare(0, "royals").rest().result == "royals partner_catch: B 8"
    cheap = story(play, MODERN, deal=False, royals_partner_catch=5).declare(0, "royals").rest()
    assert cheap.result == "royals partner_catch: B 5"


@pytest.mark.parametrize("kind", ["blind_thunee", "blind_royals"])
def test_a_blind_hand_won_opens_eight(kind: str) -> None:
    """TH-BLIND-1"""
    play = ROYALS_WON if kind == "blind_royals" else THUNEE_WON
    assert thunee(play, kind=kind).result == f"{kind} made: A 8"
    assert thunee(play, kind=kind, blind_win=10).result == f"{kind} made: A 10"


def test_a_blind_hand_lost_gives_eight_whoever_took_the_trick() -> None:
    """TH-BLIND-2"""
    assert thunee(THUNEE_CAUGHT, kind="blind_thunee").result == "blind_thunee caught: B 8"
    assert thunee(THUNEE_PARTNER, kind="blind_thunee").result == "blind_thunee partner_catch: B 8"
    assert thunee(THUNEE_CAUGHT, kind="blind_thunee", blind_loss=4).result == "blind_thunee caught: B 4"
    dear = thunee(THUNEE_PARTNER, kind="blind_thunee", blind_partner_catch=12)
    assert dear.result == "blind_thunee partner_catch: B 12"


def test_one_of_the_last_two_cards_in_the_first_four_tricks_of_a_blind_hand_is_an_offence() -> None:
    """TH-BLIND-3: seat 0 was dealt K and Q of spades last, and plays the king to trick 4."""
    deal = ["Js 9s As Kc / Ks Qs", "Ts 9c Qd Td / Ac 9h", "Qh Qc Jh Tc / Ah Kd", "Th Ad 9d Jc / Jd Kh"]
    hand = story(THUNEE_WON, MODERN, deal=dict(enumerate(deal))).declare(0, "blind_thunee").rest()
    assert [(one["offence"], one["trick"], one["card"]) for one in hand.ruling.infractions] == [("blind_look", 4, "Ks")]
    assert hand.result == "blind_thunee made: A 8", "nobody accused"
    open_hand = story(THUNEE_WON, MODERN, deal=dict(enumerate(deal))).declare(0, "thunee").rest()
    assert open_hand.offences == []


# --- when it ends


def test_play_stops_at_the_first_trick_lost() -> None:
    hand = story(THUNEE_CAUGHT, MODERN).declare(0, "thunee").play(3)
    assert hand.result == "thunee caught: B 4"
    assert len(hand.ruling.tricks) == 3


def test_cards_after_the_lost_trick_are_listed_and_change_nothing() -> None:
    hand = thunee(THUNEE_CAUGHT)
    assert hand.result == "thunee caught: B 4"
    assert len(hand.ruling.tricks) == 6


@pytest.mark.parametrize("what", ["murrials", "double", "khanuck", "pass"])
def test_nothing_else_may_follow_a_declared_hand_that_is_lost(what: str) -> None:
    hand = story(THUNEE_CAUGHT, MODERN).declare(0, "thunee").play(3).say(what, seat=1)
    assert hand.ruling.status == "invalid"


def test_a_call_after_a_declared_hand_is_lost_cannot_be() -> None:
    hand = story(THUNEE_CAUGHT, MODERN).declare(0, "thunee").play(3).call(1, 10)
    assert hand.ruling.status == "invalid"


@pytest.mark.parametrize("tricks", [1, 2, 3])
@pytest.mark.parametrize("what", ["pass", "trump", "call", "declare"])
def test_nobody_calls_or_sets_trump_after_a_declared_hand_is_lost(what: str, tricks: int) -> None:
    fields = {"trump": {"suit": "s"}, "call": {"amount": 10}, "declare": {"kind": "thunee"}}.get(what, {})
    play = "\n".join(THUNEE_CAUGHT.split("\n")[4 - tricks : 4])
    lost = story(play, MODERN, deal=False).declare(0, "thunee").play(tricks)
    assert lost.result == "thunee caught: B 4"
    assert lost.say(what, seat=0, **fields).ruling.errors[0]["message"] == f"a {what} comes after the end of the hand"


def test_after_the_last_card_of_a_lost_declared_hand_what_may_follow_any_last_card_may_follow() -> None:
    """TH-PEN-1: the trick that lost it was the last one."""
    play = THUNEE_WON.replace("Kc 9h Kd Kh", "Kh 9h Kd Kc")

    def lost() -> Story:
        return story(play, MODERN).declare(0, "thunee").rest()

    assert lost().result == "thunee caught: B 4"
    assert lost().accuse(0, 1, "signal", upheld=True).result == "four_ball upheld: A 4"
    assert lost().redeal("trumpless").result == "void: trumpless"
    assert lost().double(0).ruling.status == "invalid"


def test_an_accusation_after_a_declared_hand_is_lost_must_be_a_late_one() -> None:
    """TH-PEN-4"""
    lost = story(THUNEE_CAUGHT, MODERN).declare(0, "thunee").play(3)
    assert lost.accuse(1, 0, "signal", upheld=True).ruling.status == "invalid"
    late = story(THUNEE_CAUGHT, MODERN, late_accusation="allowed").declare(0, "thunee").rest()
    assert late.accuse(0, 1, "signal", upheld=True, late=True).result == "four_ball upheld: A 4"


def test_a_declared_hand_that_breaks_off_unlost_may_still_end_either_way() -> None:
    hand = story(THUNEE_WON, MODERN).declare(0, "thunee").play(5)
    assert hand.result == "undecidable"
    told = possible(hand.ruling)
    assert {"thunee: A 4", "thunee: B 4", "thunee: B 8"} <= told
    assert not any(kind.startswith(("count", "double", "khanuck")) for kind in told)


def test_whether_a_declared_hand_is_trumpless_must_be_known() -> None:
    """TH-CALL-6: caught in trick 3, the deal unknown; side B did play spades, so it is not trumpless."""
    assert story(THUNEE_CAUGHT, MODERN, deal=False).declare(0, "thunee").play(3).result == "thunee caught: B 4"
    dry = story("0: Js Th Qs Kc\n0: Ah Jh 9h Kh", MODERN, deal=False).declare(0, "thunee").rest()
    assert dry.result == "undecidable"
    assert {"trumpless: nobody", "thunee: B 4"} <= possible(dry.ruling)


def test_a_lost_declaration_is_void_when_it_was_trumpless() -> None:
    """TH-PEN-5: trumpless goes first."""
    assert thunee(THUNEE_TRUMPLESS).result == "void: trumpless"
    assert thunee(THUNEE_TRUMPLESS, trumpless="play_on").result == "thunee made: A 4"


def test_further_declarations_are_told_and_change_nothing() -> None:
    """TH-THUN-1: the trumper's own goes before one that was called earlier."""
    both = story(THUNEE_WON, "durban-modern").declare(2, "royals").declare(0, "thunee").rest()
    told = [step.text for step in both.ruling.steps]
    assert "Seat 0 called thunee: it ends the calling" in told
    assert "Seat 2 called royals as well: it changes nothing" in told
    alone = story(THUNEE_WON, "durban-modern").declare(0, "thunee").rest()
    assert both.result == alone.result
    assert not any("as well" in step.text for step in alone.ruling.steps)
    not_played = story(THUNEE_WON, "club-strict").declare(0, "thunee").declare(2, "royals").rest()
    assert not any("as well" in step.text for step in not_played.ruling.steps), "a bad call, and told as one"
