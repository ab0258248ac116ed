"""Turns, pick-ups and the end of a hand of Tunge; what is reported, what cannot have happened, what stays open."""

from typing import Any

import pytest

import engine
from tests.engine.tunge.hands import Record, draw, judged, offences, pickup, play, record

# Seat 0 holds the low spades and hearts, seat 1 the low diamonds and clubs.
LOW = [["As 2s 3s 4s 5s 6s Ah 2h 3h 4h 5h 6h"], ["Ad 2d 3d 4d 5d 6d Ac 2c 3c 4c 5c 6c"]]
ALL_BUT_TWO = "As 2s 3s 4s 5s 6s"


# --- turns


def test_a_turn_is_a_sequence_or_a_card_drawn() -> None:
    """TUN-PLAY-1"""
    assert offences(judged(deal=LOW, events=[play(0, "2s 3s"), draw(1), draw(0), play(1, "4d 5d")])) == []


def test_who_begins_is_left_open_and_then_the_turns_go_round() -> None:
    """TUN-PLAY-1"""
    for first in range(3):
        events = [draw((first + turn) % 3) for turn in range(6)]
        assert offences(judged(3, events=events)) == []
        wrong = judged(3, events=[*events, draw((first + 1) % 3)])
        assert offences(wrong) == [("out_of_turn", (first + 1) % 3, "TUN-PLAY-1")]


def test_the_turn_passes_on_from_whoever_took_it() -> None:
    """TUN-PLAY-1"""
    ruling = judged(3, events=[draw(0), draw(2), draw(0), draw(1)])
    assert offences(ruling) == [("out_of_turn", 2, "TUN-PLAY-1")]


def test_a_play_that_is_no_sequence_is_reported_and_stays_played() -> None:
    """TUN-PLAY-2"""
    ruling = judged(deal=LOW, events=[play(0, "2s 4s"), play(1, "4d 5d"), pickup(0, 1)])
    assert offences(ruling) == [("bad_sequence", 0, "TUN-PLAY-2")]
    assert offences(judged(deal=LOW, events=[play(0, "2s")])) == [("bad_sequence", 0, "TUN-PLAY-2")]


def test_a_card_that_was_not_held_is_reported() -> None:
    """TUN-PLAY-1: dealt to somebody else, or to nobody."""
    assert offences(judged(deal=LOW, events=[play(0, "2s 3d")])) == [("not_held", 0, "TUN-PLAY-1")]
    assert offences(judged(deal=LOW, events=[play(0, "6s 7s")])) == [("not_held", 0, "TUN-PLAY-1")]
    assert offences(judged(deal=[LOW[0], None], events=[play(1, "2s 3d")])) == [("not_held", 1, "TUN-PLAY-1")]


def test_a_card_that_was_drawn_is_held() -> None:
    """TUN-PLAY-1"""
    assert offences(judged(deal=LOW, events=[draw(0, "7s"), draw(1), play(0, "6s 7s")])) == []
    assert offences(judged(deal=LOW, events=[draw(0), draw(1), play(0, "6s 7s")])) == [], "any card may have been drawn"
    twice = judged(deal=LOW, events=[draw(0), draw(1), play(0, "6s 7s 8s")])
    assert offences(twice) == [("not_held", 0, "TUN-PLAY-1")]


def test_without_the_deal_any_twelve_cards_may_be_held() -> None:
    """TUN-DEAL-1"""
    assert offences(judged(events=[play(0, "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs")])) == []


# --- pick-ups


def test_whoever_is_next_picks_up_though_it_had_nothing_to_do_with_the_sequences() -> None:
    """TUN-PICK-1, the first example of the source"""
    events = [draw(0), play(1, "5s 6h 7d 8s 9c"), play(2, "8d 9d Ts Jc"), pickup(0, 2), draw(0)]
    assert offences(judged(3, events=events)) == []


def test_an_ordinary_draw_does_not_wipe_the_last_sequence_out() -> None:
    """TUN-PICK-1, the second example of the source"""
    events = [play(0, "7s 6s 5d"), draw(1), play(0, "As 6d 6c")]
    assert offences(judged(events=[*events, pickup(1, 1), draw(1)])) == []
    assert offences(judged(events=[*events, draw(1)])) == [("wrong_pickup", 1, "TUN-PICK-1", 1)]


def test_aces_match_too() -> None:
    """TUN-PICK-1, the third example of the source"""
    events = [play(0, "As Kd"), play(1, "Ah 2d 3d 4c")]
    assert offences(judged(events=[*events, pickup(0, 1), draw(0)])) == []


@pytest.mark.parametrize(("taken", "wrong"), [(0, True), (1, True), (2, False), (3, True)])
def test_a_wrong_number_of_cards_is_reported_with_the_right_one(taken: int, wrong: bool) -> None:
    """TUN-PICK-1"""
    events = [play(0, "5s 6h 7d"), play(1, "6s 7s"), pickup(0, taken), draw(0)]
    assert offences(judged(events=events)) == ([("wrong_pickup", 0, "TUN-PICK-1", 2)] if wrong else [])


def test_a_pick_up_may_be_written_in_parts() -> None:
    """TUN-PICK-1"""
    events = [play(0, "5s 6h 7d"), play(1, "6s 7s"), pickup(0, 1), pickup(0, 1), draw(0)]
    assert offences(judged(events=events)) == []


def test_picking_up_without_owing_it_is_wrong_and_so_is_another_players() -> None:
    """TUN-PICK-1"""
    events = [play(0, "2s 3h"), play(1, "6s 7s"), pickup(0, 1), draw(0)]
    assert offences(judged(events=events)) == [("wrong_pickup", 0, "TUN-PICK-1", 0)]
    owed = [play(0, "5s 6h 7d"), play(1, "6s 7s")]
    other = judged(3, events=[*owed, pickup(0, 2), draw(2)])
    assert offences(other) == [("wrong_pickup", 0, "TUN-PICK-1", 0), ("wrong_pickup", 2, "TUN-PICK-1", 2)]


def test_to_pick_up_nothing_where_nothing_is_owed_is_no_offence() -> None:
    """TUN-PICK-1"""
    events = [pickup(0, 0), play(0, "2s 3h"), pickup(1, 0), draw(1), pickup(0, 0), draw(0), pickup(0, 0)]
    assert offences(judged(events=events)) == []


def test_a_pick_up_nobody_has_come_to_yet_is_not_missing() -> None:
    """TUN-PICK-1"""
    assert offences(judged(events=[play(0, "5s 6h 7d"), play(1, "6s 7s")])) == []


# --- the end game


def emptied(players: int = 4) -> tuple[list[Record], list[str]]:
    """Four players draw the four cards there are; whose cards those were."""
    return [draw(seat) for seat in range(players)], ["Ks", "Kh", "Kd", "Kc"]


def test_when_the_draw_pile_is_empty_cards_come_from_the_discard_pile() -> None:
    """TUN-END-1"""
    begin, _ = emptied()
    events = [*begin, play(0, "3s 4s"), draw(1, "4s"), draw(2, "3s")]
    assert judged(4, events=events).status == "undecidable"
    wrong = judged(4, events=[*begin, play(0, "3s 4s"), draw(1, "3s")])
    assert (wrong.status, wrong.errors[0]["path"]) == ("invalid", "events[5].card")
    assert wrong.errors[0]["message"] == "the top of the discard pile is 4s"
    none = judged(4, events=[*begin, draw(0)])
    assert (none.status, none.errors[0]["message"]) == ("invalid", "there are only 0 cards to take")


def test_a_new_sequence_is_held_against_the_longest_at_the_top() -> None:
    """TUN-END-1: 3 4 and then 5 5 make a pile whose last sequence is 5 5; a J on K K counts as A J."""
    begin, _ = emptied()
    events = [*begin, play(0, "3s 4s"), play(1, "5s 5h"), play(2, "4h 5d"), pickup(3, 1, "5d")]
    assert offences(judged(4, events=[*events, draw(3)])) == []
    courts = [*begin, play(0, "Ks Kh"), play(1, "Qh Jh"), draw(2, "Jh"), draw(3, "Qh"), play(0, "Jd Td")]
    assert offences(judged(4, events=[*courts, draw(1)])) == []
    single = [*begin, play(0, "Js Ts"), draw(1, "Ts"), play(2, "Ah Jd"), pickup(3, 2), draw(3)]
    assert offences(judged(4, events=single)) == [("bad_sequence", 2, "TUN-END-2")], "A J is the last sequence again"


def test_two_plays_that_run_on_are_one_sequence_in_the_end_game() -> None:
    """TUN-END-1"""
    begin, _ = emptied()
    events = [*begin, play(0, "3s 4s"), play(1, "5s 6s"), play(2, "3h 3d"), pickup(3, 1), draw(3)]
    assert offences(judged(4, events=events)) == []


def test_the_last_sequence_may_not_be_played_again_or_a_part_of_it() -> None:
    """TUN-END-2, the example of the source"""
    begin, _ = emptied()
    before = [*begin, play(0, "Js Jh"), play(1, "7s 8s 9s")]
    for cards, bad in (("7h 8h 9h", True), ("7h 8h", True), ("8h 9h", True), ("9h Th", False), ("6h 7h 8h", False)):
        ruling = judged(4, events=[*before, play(2, cards)])
        assert offences(ruling) == ([("bad_sequence", 2, "TUN-END-2")] if bad else [])


def test_before_the_draw_pile_is_empty_a_sequence_may_be_played_again() -> None:
    """TUN-END-2"""
    assert offences(judged(events=[play(0, "7s 8s"), play(1, "7h 8h"), pickup(0, 2), draw(0)])) == []


def test_in_the_variant_the_cards_not_dealt_are_the_playing_pile() -> None:
    """TUN-DEAL-1"""
    on = {"end_game_variant": "on"}
    ruling = judged(deal=LOW, rules=on, events=[draw(0, "9s"), draw(1, "8h"), play(0, "2s 3s"), play(1, "2d 3d")])
    assert offences(ruling) == [], "what lies below 2 3 is unknown, so nobody can say that this is all of the sequence"
    again = judged(deal=LOW, rules=on, events=[play(0, "2s 3s"), play(1, "5d 6d"), play(0, "5s 6s")])
    assert offences(again) == [("bad_sequence", 0, "TUN-END-2")]
    assert offences(judged(deal=LOW, events=again.record.to_dict()["events"])) == [], "with a draw pile it may"


# --- the end of a hand


def out(extra: list[Record] | None = None, **more: Any) -> engine.Ruling:
    """Seat 0 plays out in four turns while seat 1 draws; LOW is dealt."""
    events = [
        play(0, "As 2s 3s 4s"),
        draw(1, "9s"),
        play(0, "Ah 2h 3h 4h"),
        pickup(1, 4, "Kd Kh Kc Ks"),
        draw(1, "9h"),
        play(0, "5s 6s"),
        draw(1, "9d"),
        play(0, "5h 6h"),
        *(extra or []),
    ]
    return judged(deal=LOW, events=events, **more)


def test_whoever_plays_out_wins_and_the_others_score_what_they_have_left() -> None:
    """TUN-WIN-1: after forced pick-ups."""
    ruling = out([pickup(1, 2, "9c 8c")])
    left = 2 * (11 + 2 + 3 + 4 + 5 + 6) + 3 * 9 + 4 * 10 + 9 + 8
    assert (ruling.status, ruling.kind, ruling.winner, ruling.seat) == ("decided", "scored", None, 0)
    assert ruling.scores == [0, left]
    assert ruling.players == [
        {"seat": 0, "bid": None, "tricks": None, "points": 0},
        {"seat": 1, "bid": None, "tricks": None, "points": left},
    ]
    assert offences(ruling) == []


def test_a_hand_is_open_until_the_last_pick_up_is_written_down() -> None:
    """TUN-PICK-1, TUN-WIN-1"""
    ruling = out()
    assert ruling.status == "undecidable"
    assert ruling.reasons == [
        {"path": "events", "message": "seat 1 has to pick up 2 cards before the hand is counted (TUN-PICK-1)"}
    ]
    assert ruling.possible == [{"kind": "scored", "winner": None, "scores": None}]
    unknown = out([pickup(1, 2)])
    assert (unknown.status, unknown.reasons[0]["path"]) == ("undecidable", "deal")


def test_a_wrong_last_pick_up_is_reported_and_changes_nothing() -> None:
    """TUN-PICK-1"""
    ruling = out([pickup(1, 1, "8c")])
    assert offences(ruling) == [("wrong_pickup", 1, "TUN-PICK-1", 2)]
    assert ruling.status == "decided"


def test_the_sheet_says_what_is_left_where_the_turns_do_not() -> None:
    """TUN-WIN-1"""
    ruling = out([pickup(1, 2)], tally={"left": [[], ["Ad", "Kd"]]})
    assert (ruling.scores, ruling.trusted) == ([0, 21], ["tally.left[1]"])
    checked = out([pickup(1, 2, "9c 8c")], tally={"left": [["Ad"], ["Kd"]]})
    assert [row["field"] for row in checked.discrepancies] == ["tally.left[0]", "tally.left[1]"]


@pytest.mark.parametrize(
    ("events", "path", "words"),
    [
        ([play(0, "2s 3s"), play(1, "2s 3d")], "events[1].cards[0]", "lies on the discard pile already"),
        ([play(0, "2s 3s"), draw(1, "2s")], "events[1].card", "is in the discard pile"),
        ([draw(0, "2d")], "events[0].card", "is in the hand of seat 1"),
    ],
)
def test_what_cannot_have_happened_is_invalid(events: list[Record], path: str, words: str) -> None:
    ruling = judged(deal=LOW, events=events)
    assert ruling.status == "invalid"
    assert (ruling.errors[0]["path"], words in ruling.errors[0]["message"]) == (path, True)


def test_nothing_but_a_pick_up_comes_after_the_end() -> None:
    """TUN-WIN-1"""
    ruling = out([pickup(1, 2, "9c 8c"), draw(1)])
    assert (ruling.status, ruling.errors[0]["path"]) == ("invalid", "events[9]")


def test_a_hand_nobody_has_played_out_is_undecidable_and_its_infractions_are_listed() -> None:
    """TUN-WIN-1"""
    ruling = judged(deal=LOW, events=[play(0, "2s 4s")])
    assert ruling.status == "undecidable"
    assert ruling.reasons == [{"path": "events", "message": "nobody has played out yet"}]
    assert len(ruling.infractions) == 1


# --- tallies, several hands


def test_a_tally_has_the_cards_left_by_seat() -> None:
    """TUN-WIN-1, the example of the hand record"""
    ruling = judged(3, tally={"left": [["Kd", "2s"], [], ["Ah"]]}, before={"scores": [5, 6, 7]})
    assert (ruling.kind, ruling.scores, ruling.seat) == ("scored", [12, 0, 11], 1)
    assert ruling.after == {
        "scores": [17, 6, 18],
        "target": None,
        "game_over": False,
        "game_winner": None,
        "next_dealer": 1,
    }


def test_a_tally_without_a_winner_is_undecidable() -> None:
    """TUN-WIN-1"""
    assert judged(tally={"left": [["Kd"], ["2s"]]}).reasons[0]["message"] == "nobody has played out"
    half = judged(3, tally={"left": [[], None, ["2s"]]})
    assert [reason["path"] for reason in half.reasons] == ["tally.left[1]"]
    assert judged(tally={}).reasons[0]["path"] == "tally.left"
    assert judged().reasons[0]["path"] == "events"


def test_over_several_hands_the_lowest_total_wins_when_the_organiser_ends_the_game() -> None:
    """TUN-WIN-1"""
    sheets = [[["Kd"], [], ["Ah"]], [[], ["9h"], ["2d"]], [["3d"], ["4h"], []]]
    hands = [record(3, dealer, tally={"left": left}) for dealer, left in enumerate(sheets)]
    ledger = engine.adjudicate_game(hands)
    assert ledger.problems == []
    assert (ledger.after["scores"], ledger.winner) == ([13, 13, 13], None)
    ended = engine.adjudicate_game(hands[:2], ended=True)
    assert (ended.after["game_over"], ended.winner, ended.after["next_dealer"]) == (True, [1], None)
    assert engine.adjudicate_game(hands, ended=True).winner == [0, 1, 2]


def test_any_dealer_may_follow_any_other() -> None:
    """TUN-DEAL-1: nothing says who deals next."""
    hands = [record(2, 1, tally={"left": [["Kd"], []]}) for _ in range(3)]
    assert engine.adjudicate_game(hands).problems == []


def test_a_game_of_other_players_is_another_game() -> None:
    hands = [record(2, tally={"left": [["Kd"], []]}), record(3, tally={"left": [["Kd"], [], ["2s"]]})]
    assert [problem["hand"] for problem in engine.adjudicate_game(hands).problems] == [2]


# --- reading


def faults(players: Any = 2, **more: Any) -> dict[str, str]:
    with pytest.raises(engine.RecordError) as caught:
        engine.read(record(players, **more))
    return {fault["path"]: fault["message"] for fault in caught.value.errors}


def test_every_fault_is_named_at_once_with_its_path() -> None:
    events = [play(2, "2s"), play(0, "2s 2s"), {"type": "play", "seat": 0, "cards": 5}, {"type": "pickup", "seat": 0}]
    events += [{"type": "draw", "seat": 0, "card": "1s"}, {"type": "bid", "seat": 0}]
    found = faults(deal=[LOW[0], ["2s"]], events=events, tally={"left": [["Kd"]]}, before={"scores": [1, 2, 3]})
    assert set(found) == {
        "before.scores",
        "deal[1][0]",
        "events[0].seat",
        "events[1].cards",
        "events[2].cards",
        "events[3].count",
        "events[4].card",
        "events[5].type",
        "tally.left",
    }


def test_two_to_four_play() -> None:
    """TUN-DEAL-1"""
    for players in (1, 5, 0, "2", None, True, 2.0):
        assert "players" in faults(players)


def test_how_many_play_may_be_told_by_the_hands() -> None:
    """TUN-DEAL-1"""
    without = {key: value for key, value in record(deal=LOW).items() if key != "players"}
    assert engine.read(without).players == 2
    assert engine.read({**without, "deal": None, "tally": {"left": [[], None, None]}}).players == 3
    assert engine.read({**without, "deal": None}).players == 4


def test_cards_picked_up_are_as_many_as_they_are_said_to_be() -> None:
    assert faults(events=[pickup(0, 2, "2s")]) == {"events[0].cards": "must have 2 cards, not 1"}
    assert "events[0].cards" in faults(events=[{"type": "play", "seat": 0, "cards": []}])


def test_only_one_player_can_have_played_out() -> None:
    """TUN-WIN-1"""
    assert "tally.left" in faults(tally={"left": [[], []]})


def test_cards_of_a_play_may_be_one_text() -> None:
    events = [{"type": "play", "seat": 0, "cards": "2♠ 3s, 10h"}]
    assert engine.read(record(events=events)).to_dict()["events"][0]["cards"] == ["2s", "3s", "Th"]


def test_what_the_table_wrote_stands_beside_what_was_found() -> None:
    """TUN-WIN-1"""
    claim = {"seat": 0, "scores": [12, None, 10], "kind": "scored"}
    ruling = judged(3, tally={"left": [["Kd", "2s"], [], ["Ah"]]}, claimed=claim)
    assert [(row["field"], row["claimed"], row["found"]) for row in ruling.discrepancies] == [
        ("seat", 0, 1),
        ("scores[2]", 10, 11),
    ]
