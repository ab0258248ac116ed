"""The ledger of a game: every hand judged at the score the hands before it left."""

from typing import Any

import pytest

import engine
from tests.engine.hands import COUNTERS_KHANUCK, EVEN, Record, Story, sheet, story


def ball(side: str, dealer: int, **how: Any) -> Record:
    """A hand by its sheet in which that side opens one ball."""
    counting = "AB"[dealer % 2]  # nobody calls, so the player on the dealer's right sets trump
    points = {counting: 150 if side == counting else 80}
    return sheet(dealer=dealer, **how).tally(card_points=points, last_trick=dealer).record


def four_ball(side: str, dealer: int, **how: Any) -> Record:
    return sheet(dealer=dealer, **how).tally(four_ball={"against": 1 if side == "A" else 0, "offence": "signal"}).record


def played(*hands: tuple[Any, str], **rules: Any) -> list[Record]:
    """A game: (ball or four_ball, side) each, dealt by whoever has to."""
    records: list[Record] = []
    dealer = 3
    for make, side in hands:
        records.append(make(side, dealer, **rules))
        dealer = engine.adjudicate_game(records).hands[-1].after["next_dealer"]  # type: ignore[union-attr]
        dealer = 0 if dealer is None else dealer
    return records


def problems(records: list[Any]) -> list[tuple[int, str]]:
    return [(problem["hand"], problem["message"]) for problem in engine.adjudicate_game(records).problems]


def test_the_helper_gives_the_ball_to_the_side_it_says() -> None:
    for side in "AB":
        for dealer in range(4):
            assert engine.adjudicate(ball(side, dealer)).winner == side


def test_the_score_goes_from_hand_to_hand() -> None:
    ledger = engine.adjudicate_game([ball("A", 3), ball("B", 3), four_ball("B", 0), ball("A", 0)])
    assert [hand.after["balls"] for hand in ledger.hands] == [  # type: ignore[union-attr]
        {"A": 1, "B": 0}, {"A": 1, "B": 1}, {"A": 1, "B": 5}, {"A": 2, "B": 5},
    ]  # fmt: skip
    assert ledger.after["balls"] == {"A": 2, "B": 5}
    assert ledger.winner is None
    assert ledger.problems == []


def test_what_is_no_record_is_told_with_the_place_of_the_fault() -> None:
    records = [{"format": "hand-record/1", "game": "thunee"}, None]
    assert problems(records) == [
        (1, "is no valid record: dealer: is missing"),
        (2, "is no valid record: a record must be an object, not null"),
    ]


def test_an_empty_game_has_no_state() -> None:
    assert engine.adjudicate_game([]).to_dict() == {
        "format": "game-ledger/1", "hands": [], "after": None, "winner": None, "problems": [],
    }  # fmt: skip


def test_the_game_is_won_and_says_so() -> None:
    """TH-GAME-1"""
    ledger = engine.adjudicate_game(played((four_ball, "A"), (four_ball, "A"), (four_ball, "A")))
    assert ledger.problems == []
    assert (ledger.winner, ledger.after["balls"]) == ("A", {"A": 12, "B": 0})


def test_a_hand_after_the_game_was_won_is_a_problem_and_adds_nothing() -> None:
    """TH-GAME-1"""
    ledger = engine.adjudicate_game(played(*[(four_ball, "B")] * 3, (four_ball, "A")))
    assert [problem["hand"] for problem in ledger.problems] == [4]
    assert "won the game" in ledger.problems[0]["message"]
    assert (ledger.winner, ledger.after["balls"]) == ("B", {"A": 0, "B": 12})


def test_a_khanuck_marks_the_hands_that_follow() -> None:
    """TH-GAME-2: made or not; with 12 the game goes on to 13."""
    khanuck = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 40).play(4).khanuck(3).rest().record
    ledger = engine.adjudicate_game([khanuck, four_ball("A", 3), four_ball("A", 0)])
    assert ledger.after["balls"] == {"A": 12, "B": 0}
    assert (ledger.after["target"], ledger.winner) == (13, None)


def test_a_stated_score_that_agrees_is_no_problem() -> None:
    assert problems([ball("A", 3), ball("B", 3, before="1-0")]) == []


def test_a_stated_score_that_differs_is_a_problem_and_is_not_followed() -> None:
    ledger = engine.adjudicate_game([ball("A", 3), ball("B", 3, before="7-3")])
    assert [(problem["hand"], "7-3" in problem["message"]) for problem in ledger.problems] == [(2, True)]
    assert ledger.after["balls"] == {"A": 1, "B": 1}


def test_a_stated_khanuck_that_was_none_is_a_problem() -> None:
    """TH-GAME-2"""
    record = ball("A", 3) | {"before": {"balls": {"A": 0, "B": 0}, "khanuck_called": True}}
    ledger = engine.adjudicate_game([record])
    assert [problem["hand"] for problem in ledger.problems] == [1]
    assert ledger.after["khanuck_called"] is False


def test_the_wrong_dealer_is_a_problem_with_its_rule() -> None:
    """TH-DEAL-4"""
    assert problems([ball("A", 3), ball("B", 0)]) == [(2, "dealer should be 3 (TH-DEAL-4)")]
    assert problems([ball("A", 3), ball("B", 3)]) == []


def test_the_dealer_of_the_first_hand_is_anybody() -> None:
    """TH-DEAL-1"""
    for dealer in range(4):
        assert problems([ball("A", dealer)]) == []


def test_a_void_hand_is_dealt_again_by_the_same_dealer() -> None:
    """TH-DEAL-4"""
    void = story(EVEN).redeal("exposed_card").record
    assert problems([void, ball("B", 3)]) == []
    assert [number for number, _ in problems([void, ball("B", 0)])] == [2]


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("undecidable", story(EVEN).play(2).record),
        ("invalid in play", story(EVEN).rest().double(1).record),
        ("invalid in form", {"format": "hand-record/1", "game": "thunee"}),
        ("nothing at all", None),
    ],
)
def test_an_undecidable_or_invalid_hand_adds_nothing_and_is_a_problem(name: str, record: Any) -> None:
    ledger = engine.adjudicate_game([ball("A", 3), record, ball("B", 3)])
    assert [problem["hand"] for problem in ledger.problems] == [2], name
    assert len(ledger.hands) == 3
    assert ledger.after["balls"] == {"A": 1, "B": 1}


def test_whoever_deals_after_a_hand_that_added_nothing_is_not_told_off() -> None:
    """TH-DEAL-4: nobody knows who should."""
    assert [number for number, _ in problems([story(EVEN).play(2).record, ball("B", 2)])] == [1]


def test_hands_under_other_rules_are_a_problem() -> None:
    other = ball("B", 3) | {"rules": "club-strict"}
    assert [number for number, _ in problems([ball("A", 3), other])] == [2]


def test_a_ledger_takes_records_that_were_read_and_leaves_them_as_they_were() -> None:
    held = [engine.read(ball("A", 3)), engine.read(ball("B", 3, before="7-3"))]
    ledger = engine.adjudicate_game(held)
    assert ledger.after["balls"] == {"A": 1, "B": 1}
    assert held[1].before.balls == {"A": 7, "B": 3}


def test_a_ledger_is_the_same_from_json_and_from_records() -> None:
    given = [ball("A", 3), story(EVEN).rest().record, ball("B", 3)]
    from_json = engine.adjudicate_game(given).to_dict()
    assert engine.adjudicate_game([engine.read(one) for one in given]).to_dict() == from_json


def test_rules_may_be_handed_in_for_a_whole_game() -> None:
    bare = [{key: value for key, value in ball("A", 3).items() if key != "rules"}]
    ledger = engine.adjudicate_game(bare, "fundraiser")
    assert ledger.after["target"] == 13


def test_two_to_clear_is_played_on_until_somebody_leads_by_two() -> None:
    """TH-GAME-3"""
    to_eleven = [(four_ball, "A"), (four_ball, "B")]
    ledger = engine.adjudicate_game(
        played(*to_eleven, *[(ball, side) for side in "ABABAA"], two_to_clear="always", four_ball=11)
    )
    assert ledger.problems == []
    assert (ledger.winner, ledger.after["balls"]) == ("A", {"A": 15, "B": 13})


def test_the_story_of_a_game_reads_the_same_as_its_hands() -> None:
    """Each hand is judged as it would be alone at that score."""
    hands = [ball("A", 3), ball("B", 3), four_ball("B", 0)]
    ledger = engine.adjudicate_game(hands)
    score = {"A": 0, "B": 0}
    for hand, record in zip(ledger.hands, hands, strict=True):
        alone = engine.adjudicate({**record, "before": {"balls": score, "khanuck_called": False}})
        assert hand.after == alone.after  # type: ignore[union-attr]
        score = alone.after["balls"]


def test_a_double_is_judged_by_the_computed_score() -> None:
    """TH-DBL-4: the sheet says nothing all, the hands before it say cornerhouse."""
    swept = Story("", "durban-classic", dealer=0, deal=False)
    del swept.record["events"]
    swept.tally(double=1)
    rules = {"four_ball": 11}
    hands = [four_ball("B", 3, **rules), swept.record | {"rules": {"preset": "durban-classic", **rules}}]
    assert engine.adjudicate_game(hands).hands[1].kind == "cornerhouse_double"  # type: ignore[union-attr]


def test_a_claim_that_names_one_side_alone_is_read_again_by_the_ledger():
    tally = {"declarer": 1, "bid": 8, "trump": "h", "tricks": {"B": 9}}
    hand = {"format": "hand-record/1", "game": "tarneeb", "dealer": 0, "tally": tally, "claimed": {"scores": {"B": 8}}}
    ledger = engine.adjudicate_game([engine.read(hand)])
    assert ledger.problems == []
    assert [row["field"] for row in ledger.hands[0].discrepancies] == ["scores.B"]


def test_hands_that_were_read_before_are_judged_as_their_json_is_and_stay_as_they_were() -> None:
    records = played((ball, "A"), (four_ball, "B"), (ball, "B"))
    read = [engine.read(record) for record in records]
    as_read = [record.to_dict() for record in read]
    scores = [record.before for record in read]
    for _again in range(2):
        assert engine.adjudicate_game(read).to_dict() == engine.adjudicate_game(records).to_dict()
    assert [record.to_dict() for record in read] == as_read
    assert [record.before for record in read] == scores
