"""Conflicts of interest and appeals: who may decide, in what time, and how a decision is taken back."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from adjudication import disputes, regulations
from adjudication.book import Actor, Book, Policies
from adjudication.disputes import Override, State
from adjudication.hands import current_hands
from adjudication.models import AppendOnly, Decision, Dispute, Entry, Scoresheet
from adjudication.outcomes import ProposedDecision
from tests.adjudication.casework import appeal, code_of, on_appeal, sound
from tests.adjudication.conftest import (
    BOOK,
    CHIEF,
    REFEREE,
    RULES,
    Decide,
    Raise,
    Sign,
    Write,
    balls,
    tally,
    thunee,
)

pytestmark = pytest.mark.django_db

# --- conflict of interest


def test_a_referee_of_the_same_club_is_blocked_unless_the_chief_allows_it(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    biased = Actor(label="user:5", book=BOOK, roles=frozenset({"referee"}), conflicts=frozenset("A"))
    assert code_of(lambda: decide(case, decider={"actor": biased})) == "conflict"
    not_chief = {"actor": biased, "override": Override(REFEREE, "nobody else here")}
    assert code_of(lambda: decide(case, decider=not_chief)) == "conflict"
    without = {"actor": biased, "override": Override(CHIEF, " ")}
    assert code_of(lambda: decide(case, decider=without)) == "reason_missing"
    done = decide(case, decider={"actor": biased, "override": Override(CHIEF, "nobody else here")})
    assert (done.decision.override_by, done.decision.override_reason) == ("user:9", "nobody else here")


# --- appeals


def test_an_appeal_is_taken_within_the_time_and_once(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    assert code_of(lambda: appeal(case)) == "not_decided"
    done = decide(case, decider={"policies": Policies(appeal_minutes=20)})
    until = done.decision.created_at + timedelta(minutes=20)
    assert disputes.standing_of(case, until - timedelta(seconds=1)).state == State.DECIDED
    assert disputes.standing_of(case, until).state == State.CLOSED
    assert appeal(case).standing.state == State.APPEALED
    assert code_of(lambda: appeal(case)) == "appealed_once"


def test_an_appeal_after_the_time_is_refused(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    decide(case, decider={"policies": Policies(appeal_minutes=0)})
    assert code_of(lambda: appeal(case)) == "appeal_late"


def test_a_side_appeals_for_itself_or_a_referee_writes_it_down(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    decide(case)
    assert code_of(lambda: appeal(case, side="B")) == "not_your_side"
    assert code_of(lambda: appeal(case, text="")) == "reason_missing"
    assert appeal(case, actor=REFEREE, side="B").decision.side == "B"


def test_the_one_who_decided_does_not_decide_the_appeal(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    decide(case)
    assert code_of(lambda: on_appeal(case, False)) == "not_appealed"
    appeal(case)
    assert code_of(lambda: on_appeal(case, False, actor=REFEREE)) == "same_person"
    assert on_appeal(case, False).standing.state == State.CLOSED


def test_a_deposit_is_noted_and_kept_or_returned(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    decide(case)
    assert appeal(case, deposit="R50").decision.deposit == "R50"
    assert code_of(lambda: on_appeal(case, False)) == "deposit_open"
    assert on_appeal(case, False, deposit="kept").decision.deposit == "kept"


OUTCOMES: list[tuple[str, dict[str, Any]]] = [
    ("corrected", {"body": thunee(1)}),
    ("corrected", {"body": thunee(1), "after": 0}),
    ("replayed", {}),
    ("adjusted", {"balls": {"A": -1, "B": 4}}),
    ("hand_forfeited", {"side": "A"}),
    ("game_forfeited", {"side": "A"}),
]


@pytest.mark.parametrize(("outcome", "said"), OUTCOMES)
def test_what_is_overturned_is_taken_back_by_a_further_entry(
    played: Scoresheet, dispute: Raise, decide: Decide, outcome: str, said: dict
) -> None:
    before = (balls(played), played.state, [hand.body for hand in current_hands(played)])
    case = dispute()
    decide(case, outcome, **said)
    assert (balls(played), played.state) != before[:2]
    appeal(case)
    done = on_appeal(case, True, played)
    played.refresh_from_db()
    assert (balls(played), played.state, [hand.body for hand in current_hands(played)]) == before
    assert (done.standing.state, done.standing.in_force.outcome) == (State.CLOSED, "stands")
    assert Entry.objects.count() == 5
    assert sound(played)


def test_another_outcome_can_take_the_place_of_what_is_overturned(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    decide(case, "game_forfeited", side="A")
    appeal(case)
    instead = ProposedDecision("adjusted", RULES, "Too hard.", balls={"A": -1, "B": 0})
    done = on_appeal(case, True, played, instead=instead)
    played.refresh_from_db()
    assert (balls(played), played.state) == ((1, 1), "open")
    assert done.standing.in_force.outcome == "adjusted"
    assert done.decision.entry.seq == 6
    assert sound(played)


def test_a_hand_that_was_overturned_is_still_no_business_of_ordinary_corrections(
    played: Scoresheet, write: Write, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    decide(case, "corrected", body=tally("B"))
    appeal(case)
    on_appeal(case, True, played)
    again = {"kind": "correction", "supersedes": 5, "actor": REFEREE, "reason": "no"}
    assert code_of(lambda: write(tally("B"), **again)) == "decided"


# --- around it


def test_a_game_waits_for_an_open_dispute_where_the_event_plays_so(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    frozen, easy = Book(BOOK, Policies(freeze=True)), Book(BOOK)
    assert not disputes.freezes(frozen, played)
    case = dispute()
    assert disputes.freezes(frozen, played)
    assert not disputes.freezes(easy, played)
    decide(case)
    assert not disputes.freezes(frozen, played)


def test_earlier_decisions_under_the_same_rule_are_found(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    first = decide(dispute(), rules=("EV-COND-1", "TH-COUNT-5")).decision
    decide(dispute(), rules=("EV-BELL-1",))
    case = dispute()
    assert disputes.earlier_under(BOOK, ["TH-COUNT-5"], case) == [first]


def test_every_step_is_chained_to_the_dispute_and_append_only(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    one, two = decide(case).decision, appeal(case).decision
    assert (one.prev_hash, two.prev_hash) == (case.hash, one.hash)
    for attempt in (one.save, one.delete, case.save, case.delete, lambda: Decision.objects.update(text="")):
        with pytest.raises(AppendOnly):
            attempt()


def test_the_books_head_moves_with_sign_offs_disputes_and_decisions(
    over: Scoresheet, sign: Sign, dispute: Raise, decide: Decide
) -> None:
    heads = [Book(BOOK).head()]
    case: list[Dispute] = []
    for act in (lambda: sign("A"), lambda: case.append(dispute()), lambda: decide(case[0]), lambda: appeal(case[0])):
        act()
        heads.append(Book(BOOK).head())
    assert len(set(heads)) == 5


def test_where_a_dispute_stands_is_a_pure_function_of_its_steps() -> None:
    now = timezone.now()
    decided = Decision(act="decide", outcome="stands", appeal_minutes=10, created_at=now)
    appealed = Decision(act="appeal", created_at=now)
    upheld = Decision(act="uphold", created_at=now)
    assert disputes.standing([], now).state == State.OPEN
    assert disputes.standing([decided], now).state == State.DECIDED
    assert disputes.standing([decided], now + timedelta(minutes=10)).state == State.CLOSED
    assert disputes.standing([decided, appealed], now + timedelta(days=1)).state == State.APPEALED
    assert disputes.standing([decided, appealed, upheld], now).in_force is decided


def test_the_regulations_stand_beside_the_catalogue() -> None:
    ids = [regulation.id for regulation in regulations.regulations()]
    assert len(ids) == len(set(ids))
    assert {"EV-BELL-1", "EV-WALK-1", "EV-NOSHOW-1", "EV-COND-1", "EV-CARD-1"} <= set(ids)
    assert regulations.cited("EV-BELL-1").stem == "event"
    assert regulations.cited("TH-KHAN-2").id == "TH-KHAN-2"
    assert regulations.unknown(["EV-BEL-1"]) == [("EV-BEL-1", "EV-BELL-1")]
