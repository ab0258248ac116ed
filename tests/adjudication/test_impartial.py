"""Nobody judges where the own team or club plays, unless the chief referee has given leave (EV-CONF-1)."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from adjudication import bell, impartial, signing
from adjudication.book import Actor, Book
from adjudication.errors import KeyReused, NotYours, Refused
from adjudication.models import Leave, Scoresheet
from tests.adjudication.casework import code_of
from tests.adjudication.conftest import (
    BOOK,
    CHIEF,
    REFEREE,
    SCOREKEEPER,
    SECOND_REFEREE,
    Decide,
    Raise,
    Sign,
    Write,
    tally,
)

OWN = replace(SECOND_REFEREE, conflicts=frozenset("A"))


def give(**changed: Any) -> impartial.GivenLeave:
    said = {
        "actor": CHIEF, "subject": "match:7", "referee": OWN.label, "reason": "Nobody else is here.", "device": "desk",
        "client_uuid": uuid.uuid4(), **changed,
    }  # fmt: skip
    return impartial.give_leave(**said)


def allowed() -> Actor:
    return replace(OWN, leave=give().leave)


@pytest.fixture
def acts(played: Scoresheet, write: Write, sign: Sign) -> dict[str, Callable[[Actor], object]]:
    """What a referee does besides deciding: each writes on the sheet."""
    return {
        "correct": lambda who: write(tally("B"), actor=who, kind="correction", supersedes=1, reason="read wrongly"),
        "strike out": lambda who: write({}, actor=who, kind="void", supersedes=3, reason="never played"),
        "write in": lambda who: write(tally("B"), actor=who, kind="correction", after=0, reason="missed"),
    }


@pytest.mark.parametrize("act", ["correct", "strike out", "write in"])
def test_who_has_a_part_changes_nothing_without_leave(acts: Any, act: str) -> None:
    assert code_of(lambda: acts[act](OWN)) == "conflict"
    acts[act](allowed())


def test_who_has_a_part_signs_for_nobody_without_leave(over: Scoresheet, sign: Sign) -> None:
    said = {"how": "referee", "reason": "They have gone home.", "device": "desk"}
    assert code_of(lambda: sign("B", actor=OWN, **said)) == "conflict"
    assert sign("B", actor=allowed(), **said).standing.state == signing.State.ONE_SIGNED


def test_a_decision_by_leave_says_who_gave_it_and_why(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    case = dispute()
    assert code_of(lambda: decide(case, decider={"actor": OWN})) == "conflict"
    done = decide(case, decider={"actor": allowed()}).decision
    assert (done.actor, done.override_by, done.override_reason) == (OWN.label, CHIEF.label, "Nobody else is here.")


def test_scorekeepers_and_who_has_no_part_need_no_leave(acts: Any) -> None:
    acts["correct"](replace(REFEREE, conflicts=frozenset()))
    acts["strike out"](replace(SCOREKEEPER, conflicts=frozenset("A")))


def test_leave_is_given_once_by_the_chief_referee_with_a_reason(db: None) -> None:
    for who in (REFEREE, SCOREKEEPER):
        with pytest.raises(NotYours):
            give(actor=who)
    assert code_of(lambda: give(reason=" ")) == "reason_missing"
    assert code_of(lambda: give(referee="")) == "invalid"
    key = uuid.uuid4()
    first = give(client_uuid=key)
    assert not first.repeated
    assert give(client_uuid=key).leave == give(reason="another").leave == first.leave
    with pytest.raises(KeyReused):
        give(client_uuid=key, subject="match:8")
    assert Leave.objects.count() == 1


def test_leave_is_for_one_match_and_one_referee(db: None) -> None:
    given = give().leave
    assert impartial.leave_of(BOOK, "match:7", OWN.label) == given
    for elsewhere in ((BOOK, "match:8", OWN.label), (BOOK, "match:7", "user:99"), ("other", "match:7", OWN.label)):
        assert impartial.leave_of(*elsewhere) is None


def test_leave_moves_the_head_of_the_book(db: None) -> None:
    before = Book(BOOK).head()
    give()
    assert Book(BOOK).head() != before


def test_the_refusal_says_what_to_do(db: None) -> None:
    with pytest.raises(Refused, match="The chief referee can permit it"):
        impartial.require(OWN)


def test_who_has_a_part_takes_no_bell_back_without_leave(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    bell.ring(
        sheet.pk, actor=SCOREKEEPER, device="phone-1", client_uuid=uuid.uuid4(), head=sheet.head, lead="",
        level="one_more_hand",
    )  # fmt: skip
    sheet.refresh_from_db()
    said: dict[str, Any] = {"reason": "It rang too early.", "device": "desk", "head": sheet.head}
    assert code_of(lambda: bell.take_back(sheet.pk, actor=OWN, client_uuid=uuid.uuid4(), **said)) == "conflict"
    bell.take_back(sheet.pk, actor=allowed(), client_uuid=uuid.uuid4(), **said)
