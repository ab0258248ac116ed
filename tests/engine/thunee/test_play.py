"""Leading, following, cutting, undercutting: who wins a trick, and which cards were against the rules."""

import pytest

from tests.engine.hands import EVEN, REVOKE, THUNEE_WON, Story, story


def winners(hand: Story) -> list[int]:
    return [trick["winner"] for trick in hand.ruling.tricks]


def offences(hand: Story) -> list[tuple[str, int, int, str]]:
    """What was done against the rules in the play: offence, seat, trick, card."""
    return [(one["offence"], one["seat"], one["trick"], one["card"]) for one in hand.ruling.infractions]


def one_trick(trick: str, hands: dict[int, str], **how: object) -> Story:
    """A hand of which one trick was played, some hands known."""
    return story(trick, deal=hands, **how).rest()  # type: ignore[arg-type]


# --- leading


def test_the_player_to_the_trumpers_right_leads_and_then_the_winner_of_the_trick() -> None:
    """TH-PLAY-1"""
    hand = story(EVEN).rest()
    assert [trick["leader"] for trick in hand.ruling.tricks] == [1, 3, 2, 0, 2, 3]
    assert winners(hand) == [3, 2, 0, 2, 3, 1]
    assert hand.offences == []


def test_another_players_lead_is_out_of_turn_and_stays_played() -> None:
    """TH-PLAY-1, TH-PLAY-5"""
    hand = story("0: Qh 9h Th Ts", deal=False).rest()
    assert offences(hand) == [("out_of_turn", 0, 1, "Qh")]
    assert [trick["leader"] for trick in hand.ruling.tricks] == [0]


# --- following suit


def test_who_holds_the_suit_led_must_follow() -> None:
    """TH-PLAY-2"""
    hand = one_trick("1: 9h Th Ts Qh", {3: "Ts Ah 9d Kd / Ac As"})
    assert offences(hand) == [("revoke", 3, 1, "Ts")]
    assert hand.ruling.infractions[0]["rule"] == "TH-PLAY-2"
    assert one_trick("1: 9h Th Ah Qh", {3: "Ts Ah 9d Kd / Ac As"}).offences == []


def test_who_does_not_hold_the_suit_led_plays_any_card() -> None:
    """TH-PLAY-2"""
    for card in ("Ts", "9d", "Ac"):
        assert one_trick(f"1: 9h Th {card} Qh", {3: "Ts As 9d Kd / Ac Kc"}).offences == []


def test_a_revoke_nobody_accused_is_reported_and_changes_nothing() -> None:
    """TH-PLAY-2, TH-PEN-4"""
    hand = story(REVOKE).rest()
    assert offences(hand) == [("revoke", 0, 1, "Qc")]
    assert hand.ruling.status == "decided"
    assert not any(one["accused"] or one["enforced"] for one in hand.ruling.infractions)


def test_without_a_deal_a_card_played_later_shows_the_revoke() -> None:
    """TH-PLAY-2: what a seat still plays is known to be held."""
    hand = story(REVOKE, deal=False).rest()
    assert offences(hand) == [("revoke", 0, 1, "Qc")]


def test_without_a_deal_a_record_that_stops_does_not_guess_at_a_revoke() -> None:
    hand = story(REVOKE, deal=False).play(1)
    assert hand.offences == []
    assert "events[4].card" in hand.ruling.trusted, "whether seat 0 held a heart is not known"


# --- winning


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("1: 9h Th Ah Qh", 1),
        ("1: 9h Jh Ah Qh", 2),
        ("1: 9h Jh Qs Qh", 3),
        ("1: 9h Ks Qs Ts", 0),
        ("1: Kh Qh Ad Jd", 1),
        ("1: As Jh 9s Js", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick: str, winner: int) -> None:
    """TH-PLAY-3, TH-CARD-1: J 9 A 10 K Q"""
    assert winners(story(trick, deal=False).rest()) == [winner]


def test_the_highest_of_another_suit_wins_nothing() -> None:
    """TH-PLAY-3"""
    assert winners(story("1: Qh Jd Jc 9d", deal=False).rest()) == [1]


# --- undercutting


def test_a_lower_trump_on_a_cut_trick_is_an_offence() -> None:
    """TH-PLAY-4"""
    hand = one_trick("1: 9h As Ks Qh", {2: "As Ad Tc Td / Jc 9c", 3: "Ks 9d Kd Qd / Ac Kc"})
    assert offences(hand) == [("undercut", 3, 1, "Ks")]
    assert hand.ruling.infractions[0]["rule"] == "TH-PLAY-4"


def test_cutting_higher_or_throwing_a_plain_card_is_no_offence() -> None:
    """TH-PLAY-4"""
    hands = {2: "As Ad Tc Td / Jc 9c", 3: "Ks Js Kd Qd / Ac Kc"}
    assert one_trick("1: 9h As Js Qh", hands).offences == []
    assert one_trick("1: 9h As Kd Qh", hands).offences == []


def test_a_hand_that_is_all_trump_may_undercut() -> None:
    """TH-PLAY-4: the whole hand as it is held then. Seat 1 has only K and Q of spades left in trick 5 of EVEN."""
    hand = story(EVEN).rest()
    assert hand.ruling.tricks[4]["cards"] == ["Kc", "As", "Qc", "Ks"]
    assert hand.offences == []


def test_nothing_is_undercut_when_trump_was_led() -> None:
    """TH-PLAY-4"""
    assert one_trick("1: Js As Ks Qs", {2: "As Ah Ac Ad / Td Tc"}).offences == []


def test_undercutting_is_free_in_some_houses() -> None:
    """TH-PLAY-4"""
    hands = {2: "As Ad Tc Td / Jc 9c", 3: "Ks 9d Kd Qd / Ac Kc"}
    assert one_trick("1: 9h As Ks Qh", hands, undercut="free").offences == []


def test_a_card_that_fails_to_follow_and_undercuts_is_a_revoke() -> None:
    """TH-PLAY-2 before TH-PLAY-4"""
    hand = one_trick("1: 9h As Ks Qh", {2: "As Ad Tc Td / Jc 9c", 3: "Ks Ah Kd Qd / Ac Kc"})
    assert offences(hand) == [("revoke", 3, 1, "Ks")]


def test_in_royals_the_turned_rank_says_what_is_lower() -> None:
    """TH-PLAY-4, TH-CARD-3: there the king beats the ace, so that the ace undercuts it."""
    trumps_led = "0: Qs Js Ts 9s\n"
    hands = {1: "Js Ks Jd Ad / Kd Qc", 3: "9s As Tc Td / Jc 9c"}
    low = story(trumps_led + "0: Qh Ks Kh As", deal=hands).declare(0, "royals").rest()
    assert low.offences == [("undercut", 3)]
    hands = {1: "Js As Jd Ad / Kd Qc", 3: "9s Ks Tc Td / Jc 9c"}
    high = story(trumps_led + "0: Qh As Kh Ks", deal=hands).declare(0, "royals").rest()
    assert high.offences == []


# --- turns


def test_a_card_out_of_turn_is_an_offence_and_stays_played() -> None:
    """TH-PLAY-5"""
    hand = story("1: 9h 3=Ts 2=Th 0=Qh", deal=False).rest()
    assert offences(hand) == [("out_of_turn", 3, 1, "Ts")]
    assert winners(hand) == [3]
    assert hand.ruling.tricks[0]["cards"] == ["9h", "Ts", "Th", "Qh"]


def test_out_of_turn_is_no_offence_where_the_house_ignores_it() -> None:
    """TH-PLAY-5"""
    assert story("1: 9h 3=Ts 2=Th 0=Qh", deal=False, out_of_turn="ignore").rest().offences == []


def test_the_suit_led_is_that_of_the_first_card_whoever_played_it() -> None:
    """TH-PLAY-5: seat 2 leads a club out of turn; seat 1 has a club and plays a heart."""
    hand = one_trick("2: Tc 1=9h 3=Kc 0=Ac", {1: "9h Jc Ks Qs / Jd 9d"})
    assert offences(hand) == [("out_of_turn", 2, 1, "Tc"), ("revoke", 1, 1, "9h")]
    assert winners(hand) == [0]


def test_after_a_card_out_of_turn_whoever_has_not_played_is_to_play_in_order() -> None:
    """TH-PLAY-5: with seat 3 ahead, seat 2 is next, and then seat 0."""
    hand = story("1: 9h 3=Ts 0=Qh 2=Th", deal=False).rest()
    assert offences(hand) == [("out_of_turn", 3, 1, "Ts"), ("out_of_turn", 0, 1, "Qh")]


def test_the_winner_of_a_trick_played_out_of_turn_leads_the_next() -> None:
    """TH-PLAY-5"""
    hand = story("1: 9h 3=Ts 2=Th 0=Qh\n3: 9d Ad Jd Js", deal=False).rest()
    assert offences(hand) == [("out_of_turn", 3, 1, "Ts")]
    assert winners(hand) == [3, 2]


# --- what cannot have happened


def test_a_seat_plays_once_to_a_trick() -> None:
    hand = story("1: 9h Th 2=Td 0=Qh", deal=False).rest()
    assert [error["path"] for error in hand.ruling.errors] == ["events[3].seat"]


def test_a_card_is_played_once() -> None:
    hand = story("1: 9h Th 9h Qh", deal=False).rest()
    assert [error["path"] for error in hand.ruling.errors] == ["events[3].card"]


def test_a_card_is_played_once_also_in_a_whole_play_without_a_deal() -> None:
    """Seat 0 plays the ten of clubs that seat 2 plays in the last trick."""
    hand = story(EVEN.replace("Qc", "Tc"), deal=False).rest()
    assert [error["path"] for error in hand.ruling.errors] == ["events[24].card"]


def test_a_card_is_played_by_whom_the_deal_gives_it_to() -> None:
    hand = one_trick("1: 9h Th Ts Qh", {0: "9h Kh As Ks / 9s 9c"})
    assert [error["path"] for error in hand.ruling.errors] == ["events[1].card"]


def test_a_player_has_no_other_cards_than_the_six_of_the_deal() -> None:
    hand = one_trick("1: 9h Th Ts Qh", {3: "Js Ah 9d Kd / Ac As"})
    assert [error["path"] for error in hand.ruling.errors] == ["events[3].card"]


def test_nothing_is_played_after_the_last_card() -> None:
    hand = story(EVEN).rest().say("play", seat=0, card="Jh")
    assert hand.ruling.status == "invalid"


# --- what is listed


def test_tricks_are_listed_with_leader_cards_winner_and_points() -> None:
    hand = story(EVEN).play(1)
    assert hand.result == "undecidable"
    assert hand.ruling.tricks == [
        {"number": 1, "leader": 1, "cards": ["9h", "Th", "Ts", "Qh"], "winner": 3, "points": 20 + 10 + 10 + 2}
    ]


def test_a_trick_that_is_not_whole_is_not_listed() -> None:
    assert len(story(EVEN).cards(6).ruling.tricks) == 1


def test_the_caller_of_a_declared_hand_leads() -> None:
    """TH-PLAY-1, TH-THUN-7"""
    hand = story(THUNEE_WON).declare(0, "thunee").rest()
    assert [trick["leader"] for trick in hand.ruling.tricks] == [0] * 6
    assert hand.offences == []
