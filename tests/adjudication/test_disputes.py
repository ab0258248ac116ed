"""Disputes: who raises and decides them, and what each decision writes on the sheet."""

import uuid

import pytest

from adjudication import commitments, disputes
from adjudication.book import Actor, Book, Policies
from adjudication.disputes import State
from adjudication.errors import KeyReused, NotYours, Refused, Stale
from adjudication.hands import all_hands, current_hands
from adjudication.models import Dispute, Entry, Scoresheet
from tests.adjudication.casework import code_of, sound
from tests.adjudication.conftest import (
    BOOK,
    REFEREE,
    RULES,
    SCOREKEEPER,
    Decide,
    Raise,
    Sign,
    Write,
    balls,
    side,
    tally,
    thunee,
)

pytestmark = pytest.mark.django_db

# --- raising


def test_a_side_a_scorekeeper_and_a_referee_raise_disputes(played: Scoresheet, dispute: Raise) -> None:
    for actor, whose in ((side("A"), "A"), (SCOREKEEPER, ""), (REFEREE, "B")):
        assert disputes.standing_of(dispute(actor=actor, side=whose)).state == State.OPEN
    assert code_of(lambda: dispute(actor=side("A"), side="B")) == "not_your_side"
    with pytest.raises(NotYours):
        dispute(actor=Actor(label="x", book=BOOK, roles=frozenset({"viewer"})))


def test_a_dispute_can_be_about_a_game_a_match_or_conduct(played: Scoresheet, dispute: Raise) -> None:
    assert dispute(about="game", hand=None).hand is None
    assert dispute(about="match", hand=None, sheet=None).sheet is None
    assert dispute(about="conduct", hand=None, sheet=None, reason="conduct").about == "conduct"


@pytest.mark.parametrize(
    "said",
    [
        {"about": "weather"},
        {"reason": "because"},
        {"hand": None},
        {"hand": 9},
        {"sheet": None},
        {"subject": ""},
        {"about": "game"},
        {"words": "x" * 3000},
        {"words": "a\0"},
    ],
)
def test_a_dispute_that_makes_no_sense_is_refused(played: Scoresheet, dispute: Raise, said: dict) -> None:
    with pytest.raises(Refused):
        dispute(**said)
    assert Dispute.objects.count() == 0


def test_a_dispute_raised_twice_by_a_double_tap_is_one(played: Scoresheet, dispute: Raise) -> None:
    key = uuid.uuid4()
    assert dispute(client_uuid=key) == dispute(client_uuid=key)
    with pytest.raises(KeyReused):
        dispute(client_uuid=key, hand=2)


def test_what_was_said_stays_outside_the_chain_and_can_be_forgotten(played: Scoresheet, dispute: Raise) -> None:
    case = dispute(words="He kicked his partner.")
    assert disputes.words_of(case) == "He kicked his partner."
    head = Book(BOOK).head()
    assert commitments.erase(BOOK, f"dispute:{case.public_id}") == 1
    assert disputes.words_of(case) == ""
    assert Book(BOOK).head() == head


# --- deciding


def test_the_record_stands_and_nothing_is_written(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    done = decide(dispute())
    assert (done.standing.state, done.written) == (State.DECIDED, None)
    assert Entry.objects.count() == 3
    assert done.decision.rules == list(RULES)


def test_a_hand_is_corrected_by_an_entry_that_names_the_dispute(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    done = decide(case, "corrected", body=tally("B"))
    assert balls(played) == (1, 2)
    assert done.decision.entry.kind == "correction"
    assert case.public_id in done.decision.entry.reason
    assert sound(played)


def test_a_missed_hand_is_written_in_by_a_decision(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    decide(dispute(about="game", hand=None), "corrected", body=tally("B"), after=1)
    assert [hand.seq for hand in current_hands(played)] == [1, 4, 2, 3]


def test_a_hand_is_void_and_dealt_again_by_the_same_dealer(
    sheet: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    write(tally("A"))
    write(tally("B"))
    dealer = all_hands(sheet)[1].dealer
    decide(dispute(hand=2), "replayed")
    assert balls(sheet) == (1, 0)
    assert sheet.ledger["after"]["next_dealer"] == dealer


def test_balls_are_adjusted_between_the_hands_and_the_game_goes_on_from_there(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    done = decide(dispute(), "adjusted", balls={"A": -1, "B": 2}, score="assigned")
    assert balls(played) == (1, 3)
    assert done.written.ruling["balls"] == {"A": -1, "B": 2}
    answer = write(tally("A"))
    assert answer.ruling["after"]["balls"] == {"A": 2, "B": 3}
    assert len(current_hands(played)) == 4
    assert sound(played)


def test_an_adjustment_stays_where_it_was_made_when_a_hand_before_it_changes(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    decide(dispute(), "adjusted", balls={"A": 0, "B": 2}, score="artificial")
    answer = write(tally("B"), kind="correction", supersedes=2, actor=REFEREE, reason="read again")
    assert answer.entry.rulings[0]["hand"] == 2
    write(thunee(1), kind="correction", supersedes=5, actor=REFEREE, reason="it was a thunee")
    assert balls(played) == (2, 6)
    assert sound(played)


def test_an_adjustment_can_win_a_game_and_open_one_again(
    over: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    decide(dispute(), "adjusted", balls={"A": -4, "B": 0}, score="assigned")
    assert (over.state, over.winner, balls(over)) == ("open", "", (8, 0))
    assert over.ledger["after"]["next_dealer"] is not None
    write(tally("A"))
    decide(dispute(), "adjusted", balls={"A": 3, "B": 0}, score="assigned")
    assert (over.state, over.winner, balls(over)) == ("over", "A", (12, 0))
    assert sound(over)


def test_nobody_is_left_with_fewer_than_no_balls(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    assert code_of(lambda: decide(dispute(), "adjusted", balls={"A": -3, "B": 0})) == "below_nought"
    assert Entry.objects.count() == 3


@pytest.mark.parametrize(
    "said",
    [
        {"balls": None},
        {"balls": {"A": 0, "B": 0}},
        {"balls": {"A": 1}},
        {"balls": {"A": 1.5, "B": 0}},
        {"balls": {"A": 99, "B": 0}},
        {"balls": {"A": True, "B": 0}},
        {"balls": {"A": 1, "B": 0}, "score": "kind"},
    ],
)
def test_an_adjustment_that_makes_no_sense_is_refused(
    played: Scoresheet, dispute: Raise, decide: Decide, said: dict
) -> None:
    assert code_of(lambda: decide(dispute(), "adjusted", **said)) == "invalid"


def test_a_hands_balls_are_forfeited_and_follow_the_hand(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    decide(dispute(), "hand_forfeited", side="A", rules=("EV-CARD-1",))
    assert balls(played) == (1, 1)
    write(thunee(0), kind="correction", supersedes=1, actor=REFEREE, reason="it was a thunee")
    assert balls(played) == (1, 1)
    assert code_of(lambda: decide(dispute(hand=2), "hand_forfeited", side="A")) == "nothing_to_forfeit"
    assert sound(played)


def test_the_balls_of_a_hand_are_forfeited_once_not_twice(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    """A second time they would come off what the side opened in other hands."""
    before = balls(played)
    decide(dispute(), "hand_forfeited", side="A")
    assert balls(played) != before
    once = balls(played)
    assert code_of(lambda: decide(dispute(), "hand_forfeited", side="A")) == "nothing_to_forfeit"
    assert balls(played) == once


def test_a_hand_that_was_struck_out_has_no_balls_to_forfeit(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    write({}, kind="void", supersedes=1, actor=REFEREE, reason="it was never played")
    with pytest.raises(Refused, match="struck out") as refused:
        decide(dispute(), "hand_forfeited", side="A")
    assert refused.value.code == "nothing_to_forfeit"
    assert played.entries.filter(kind="decision").count() == 0


@pytest.mark.parametrize("outcome", ["game_forfeited", "match_forfeited"])
def test_a_game_is_forfeited_whatever_the_balls_say(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide, outcome: str
) -> None:
    decide(dispute(), outcome, side="A")
    assert (played.state, played.winner, balls(played)) == ("over", "B", (2, 1))
    with pytest.raises(Refused):
        write(tally("A"))
    assert sound(played)


def test_a_warning_and_a_disqualification_change_no_score(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    for outcome in ("warning", "disqualified"):
        assert decide(dispute(), outcome, side="A").written is None
    assert Entry.objects.count() == 3
    assert code_of(lambda: decide(dispute(), "disqualified")) == "invalid"


def test_a_decision_cites_rules_that_are_there(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    assert code_of(lambda: decide(case, rules=())) == "unknown_rule"
    with pytest.raises(Refused) as refused:
        decide(case, rules=("TH-KHAN-66",))
    assert refused.value.errors[0]["path"] == "TH-KHAN-66"
    assert code_of(lambda: decide(case, text=" ")) == "reason_missing"
    decide(case, rules=("TH-COUNT-5", "EV-CORR-1"))


def test_only_a_referee_of_the_book_decides_and_only_once(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    for stranger in (side("B"), SCOREKEEPER, Actor(label="r", book="another", roles=frozenset({"referee"}))):
        with pytest.raises(NotYours):
            decide(case, decider={"actor": stranger})
    decide(case)
    assert code_of(lambda: decide(case)) == "decided"


def test_a_decision_sent_twice_is_taken_once(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case, key = dispute(), uuid.uuid4()
    first = decide(case, "corrected", body=tally("B"), decider={"client_uuid": key})
    again = decide(case, "corrected", body=tally("B"), decider={"client_uuid": key})
    assert (first.repeated, again.repeated) == (False, True)
    assert first.decision == again.decision
    assert Entry.objects.count() == 4


def test_a_decision_on_a_sheet_that_went_on_is_refused(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    case, head = dispute(), played.head
    write(tally("A"))
    with pytest.raises(Stale):
        decide(case, "corrected", body=tally("B"), head=head)
    assert disputes.standing_of(case).state == State.OPEN


def test_what_was_decided_is_not_corrected_by_hand_afterwards(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    decide(dispute(), "corrected", body=tally("B"))
    decide(dispute(), "adjusted", balls={"A": 1, "B": 0})
    for seq in (4, 5):
        body = {"kind": "correction", "supersedes": seq, "actor": REFEREE, "reason": "no"}
        assert code_of(lambda body=body: write(tally("A"), **body)) == "decided"
        void = {"kind": "void", "supersedes": seq, "actor": REFEREE, "reason": "no"}
        assert code_of(lambda void=void: write({}, **void)) == "decided"


def test_nobody_adjusts_balls_without_a_dispute(played: Scoresheet, write: Write) -> None:
    body = {"decision": "adjusted", "balls": {"A": 5, "B": 0}, "score": "assigned", "rules": ["EV-ADJ-1"]}
    assert code_of(lambda: write(body, kind="decision", after=3, actor=REFEREE)) == "invalid"


def test_a_final_game_is_changed_by_a_decision_alone_and_signed_anew(
    over: Scoresheet, sign: Sign, dispute: Raise, decide: Decide
) -> None:
    sign("A")
    sign("B", policies=Policies(correction_minutes=0))
    done = decide(dispute(hand=3), "corrected", body=thunee(2))
    assert done.written.voided == ("A", "B")
