"""A side accepts what the other side's phone wrote: once, for good, and only what is written now."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from adjudication import accepting, replay
from adjudication.errors import KeyReused, NotYours, Refused
from adjudication.models import Acceptance, AppendOnly
from tests.adjudication.conftest import SCOREKEEPER, Write, side, tally
from tests.adjudication.raw import tampering

PHONE_A = replace(SCOREKEEPER, label="table:1/A", sides=frozenset("A"))
PHONE_B = replace(SCOREKEEPER, label="table:1/B", sides=frozenset("B"))


@pytest.fixture
def accept(sheet: Any, write: Write) -> Any:
    """Side A wrote a hand; side B accepts it. Anything can be said differently by keyword."""
    write(actor=PHONE_A)

    def accept(**changed: Any) -> accepting.Accepted:
        said = {
            "actor": PHONE_B, "side": "B", "entry": 1, "device": "phone-of-B", "client_uuid": uuid.uuid4(), **changed,
        }  # fmt: skip
        return accepting.accept(sheet.pk, **said)

    return accept


def refused(act: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value.code


def test_the_other_side_accepts(accept: Any) -> None:
    done = accept()
    assert not done.repeated
    row = Acceptance.objects.get()
    assert (row.entry.seq, row.side, row.actor, row.device) == (1, "B", "table:1/B", "phone-of-B")


def test_accepting_twice_is_accepting_once(accept: Any) -> None:
    key = uuid.uuid4()
    assert accept(client_uuid=key).acceptance == accept(client_uuid=key).acceptance == accept().acceptance
    assert accept().repeated
    assert Acceptance.objects.count() == 1


def test_a_key_is_for_one_hand(accept: Any, write: Write) -> None:
    key = uuid.uuid4()
    accept(client_uuid=key)
    write(actor=PHONE_A)
    with pytest.raises(KeyReused):
        accept(client_uuid=key, entry=2)


def test_nobody_accepts_what_the_own_side_wrote(accept: Any) -> None:
    assert refused(accept, actor=PHONE_A, side="A") == "own_hand"


@pytest.mark.parametrize("who", [PHONE_A, SCOREKEEPER])
def test_nobody_accepts_for_another_side(accept: Any, who: Any) -> None:
    assert refused(accept, actor=who) == "not_your_side"


def test_who_does_not_see_the_sheet_accepts_nothing(accept: Any) -> None:
    with pytest.raises(NotYours):
        accept(actor=replace(PHONE_B, sheets=frozenset({"another"})))
    with pytest.raises(NotYours):
        accept(actor=side("B"))


@pytest.mark.parametrize("entry", [0, 2, 99])
def test_what_was_never_written_is_not_accepted(accept: Any, entry: int) -> None:
    assert refused(accept, entry=entry) == "invalid"


def test_what_was_changed_meanwhile_is_not_accepted(accept: Any, write: Write) -> None:
    write(tally("B"), actor=PHONE_A, kind="correction", supersedes=1, reason="wrong side")
    assert refused(accept) == "superseded"
    assert accept(entry=2).acceptance.entry.seq == 2


def test_what_was_accepted_stays_so(accept: Any) -> None:
    row = accept().acceptance
    for act in (row.save, row.delete, Acceptance.objects.all().delete):
        with pytest.raises(AppendOnly):
            act()


def test_each_acceptance_is_chained_to_the_one_before(accept: Any, write: Write, sheet: Any) -> None:
    first = accept().acceptance
    write(actor=PHONE_B, device="phone-of-B")
    second = accept(actor=PHONE_A, side="A", entry=2, device="phone-of-A").acceptance
    assert (first.seq, second.seq, second.prev_hash) == (1, 2, first.hash)
    sheet.refresh_from_db()
    assert replay.check(sheet) == []


@pytest.mark.parametrize(("column", "value"), [("side", "A"), ("actor", "table:9/B"), ("prev_hash", "0" * 64)])
def test_an_acceptance_changed_behind_the_guards_is_found(accept: Any, sheet: Any, column: str, value: str) -> None:
    accept()
    with tampering() as cursor:
        cursor.execute(f"UPDATE adjudication_acceptance SET {column} = %s", [value])
    sheet.refresh_from_db()
    assert "acceptance 1: hash" in {difference.where for difference in replay.check(sheet)}
