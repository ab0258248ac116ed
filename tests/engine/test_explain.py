"""Explanations: a ruling as a person would argue it, rule by rule, ending in the result."""

import re
from random import Random

import pytest

import engine
from engine import rulebook
from engine.explain import explain
from tests.engine import cases, random_hands, random_tallies
from tests.engine.hands import COUNTERS_KHANUCK, EVEN, REVOKE, TRUMPERS_KHANUCK, TRUMPLESS, Story, sheet, story


def lines(hand: Story) -> list[str]:
    return explain(hand.ruling)


def test_an_explanation_argues_from_the_rules_to_the_result() -> None:
    hand = story(EVEN, dealer=0, before="4-9").call(0, 10).play(1).jodhi(1, "s", 40).rest()
    told = lines(hand)
    assert told[0] == "Played under durban-classic."
    assert told[-1].startswith("Result: side B opens 2 balls (call and loss).")
    assert "A 4, B 11" in told[-1]
    text = "\n".join(told)
    for figure in ("85", "40", "145", "105"):
        assert re.search(rf"\b{figure}\b", text), figure


def test_every_step_cites_its_rule() -> None:
    ruling = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).play(4).khanuck(3).rest().ruling
    told = explain(ruling)
    cited = [line[line.rindex("[") + 1 : -1] for line in told if line.endswith("]")]
    assert cited == [step.rule.id for step in ruling.steps]
    assert set(cited) <= {rule.id for rule in rulebook.catalogue()}


def test_a_count_that_falls_short_says_by_how_much() -> None:
    assert "95 is 10 short of 105: side A wins the hand and opens 1. [TH-COUNT-5]" in lines(story(EVEN).rest())


def test_the_last_trick_is_told_whoever_won_it() -> None:
    """TH-COUNT-2"""
    assert "Side B won the last trick: 10 more. [TH-COUNT-2]" in lines(story(EVEN).rest())
    lost = story(TRUMPERS_KHANUCK)
    assert "Side A won the last trick: nothing for side B. [TH-COUNT-2]" in lines(lost.rest())
    paid = story(TRUMPERS_KHANUCK, last_trick="transfer")
    assert "Side A won the last trick: side B hands over 10. [TH-COUNT-2]" in lines(paid.rest())


def test_a_trumpless_hand_says_who_held_none() -> None:
    told = lines(story(TRUMPLESS).rest())
    assert "Side B held no trump and played on to the end: side A opens 1. [TH-CALL-7]" in told


def test_a_sheet_noticed_to_be_trumpless_says_who_held_none() -> None:
    told = lines(sheet().tally(trumpless="noticed"))
    assert "Side B had to count and held no trump: the hand is void and dealt again. [TH-CALL-6]" in told


def test_a_wrong_jodhi_says_what_was_wrong_and_what_became_of_it() -> None:
    for unanswered, told in (("stands", "it stands at 20"), ("corrected", "corrected to 0")):
        text = "\n".join(lines(story(EVEN, unanswered_jodhi=unanswered).play(1).jodhi(1, "h", 20).rest()))
        assert "without the cards" in text
        assert told in text


def test_a_needless_new_deal_says_who_held_trump() -> None:
    text = "\n".join(lines(story(EVEN).play(4).redeal("trumpless")))
    assert "though B held trump" in text


def test_only_the_callers_own_forfeited_jodhi_are_told_with_a_khanuck() -> None:
    """TH-KHAN-8"""
    for seat, cited in ((0, False), (3, True)):
        hand = story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 50).jodhi(seat, "h", 20).murrials(3 - seat)
        assert ("TH-KHAN-8" in hand.play(4).khanuck(3).rest().rules_cited) == cited


def test_changes_to_the_preset_are_told_first() -> None:
    told = lines(story(EVEN, "fundraiser", khanuck_raises_to=13, murrials="off").rest())
    assert told[0] == "Played under fundraiser with murrials = off, khanuck_raises_to = 13."
    assert "khanuck_raises_to = none" in lines(story(EVEN, "durban-classic", khanuck_raises_to=None).rest())[0]


def test_a_khanuck_failed_by_a_single_point_says_by_how_much() -> None:
    told = "\n".join(lines(story(COUNTERS_KHANUCK).play(1).jodhi(1, "s", 40).play(4).khanuck(3).rest()))
    assert "50 is not more than 50, by 1: the khanuck fails" in told
    assert "khanuck, failed" in told


def test_where_the_claim_differs_it_says_by_how_much_and_which_rule_accounts_for_it() -> None:
    told = lines(story(EVEN, dealer=0).call(0, 10).rest().claims(winner="B", balls=1))
    (difference,) = [line for line in told if line.startswith("The table wrote")]
    assert difference == "The table wrote balls.B = 1, the engine finds 2, 1 too few. [TH-COUNT-6]"
    assert told[-1].startswith("Result:"), "and the result is the engine's"


def test_a_difference_of_seats_is_no_number_of_anything() -> None:
    told = lines(story(EVEN).rest().tally(last_trick=3, double=1))
    assert [line for line in told if line.startswith("The table wrote")] == [
        "The table wrote tally.last_trick = seat 3, the engine finds seat 1. [TH-PLAY-3]",
        "The table wrote tally.double = seat 1, the engine finds nobody. [TH-DBL-1]",
    ]


def test_an_offence_nobody_accused_is_told() -> None:
    told = lines(story(REVOKE).rest())
    assert any("revoke by seat 0 (Qc, trick 1)" in line and "[TH-PLAY-2]" in line for line in told)


def test_an_undecidable_record_says_what_is_missing_and_what_is_possible() -> None:
    told = lines(sheet().tally(card_points={"B": 96}))
    assert any(line.startswith("Missing: tally.last_trick") for line in told)
    assert {"Possible: side A opens 1 (count).".replace("count", "the count"), told[-1]} <= set(told)
    assert told[-1] == "Result: undecidable, until what is missing is known."


def test_an_invalid_record_says_why() -> None:
    told = lines(story(EVEN).rest().double(1))
    assert told[1] == "events[25]: a double comes after the end of the hand."
    assert told[-1].startswith("Result: none.")


def test_a_void_hand_says_that_it_is_dealt_again() -> None:
    assert lines(story(EVEN).redeal("exposed_card"))[-1] == (
        "Result: void (an exposed card). No balls; the hand is dealt again."
    )


def test_what_was_taken_on_trust_is_told() -> None:
    assert "Taken on trust: tally.call." in lines(sheet().tally(card_points={"B": 96}, last_trick=1))


def test_the_end_of_the_game_is_told() -> None:
    assert lines(story(EVEN, before="11-3").rest())[-1].endswith("side A wins the game.")
    assert "on cornerhouse: side A" in lines(story(EVEN, before="10-3").rest())[-1]


@pytest.mark.parametrize(("record", "expected"), [case[1:] for case in cases.load()], ids=[c[0] for c in cases.load()])
def test_every_golden_hand_can_be_argued(record: dict[str, object], expected: dict[str, object]) -> None:
    told = explain(engine.adjudicate(record))
    assert told[-1].startswith("Result: ")
    if record["game"] == "thunee" and expected["status"] == "decided":
        assert f"side {expected['winner']} opens" in told[-1]


def test_no_explanation_has_a_hole_in_it() -> None:
    rng = Random(8)
    for _ in range(300):
        for record in (random_hands.odd(rng), random_tallies.tally(rng)):
            told = explain(engine.adjudicate(record))
            assert not [line for line in told if "None" in line or "{" in line or line != line.strip()], told
