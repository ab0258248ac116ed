"""A missed hand written in, and what a change would do, listed before it is saved."""

import pytest

from adjudication import entries, replay
from adjudication.errors import Refused
from adjudication.hands import all_hands, current_hands
from adjudication.models import Entry, Scoresheet
from tests.adjudication.conftest import REFEREE, SCOREKEEPER, Write, balls, tally, thunee

pytestmark = pytest.mark.django_db


def seqs(sheet: Scoresheet) -> list[int]:
    return [hand.seq for hand in current_hands(sheet)]


def insert(write: Write, body: dict, after: int, **more: object) -> entries.Appended:
    return write(body, **{"kind": "correction", "after": after, "actor": REFEREE, "reason": "missed", **more})


def test_a_missed_hand_is_written_in_behind_the_one_before_it(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    write(tally("B"))
    answer = insert(write, tally("B"), after=1)
    assert seqs(sheet) == [1, 3, 2]
    assert [hand.number for hand in current_hands(sheet)] == [1, 2, 3]
    assert balls(sheet) == (1, 2)
    assert [changed["hand"] for changed in answer.entry.rulings] == [3, 2]
    assert answer.ruling["after"]["balls"] == {"A": 1, "B": 1}
    assert replay.check(Scoresheet.objects.get(pk=sheet.pk)) == []


def test_a_missed_first_hand_stands_after_nothing(sheet: Scoresheet, write: Write) -> None:
    write(tally("B"))
    insert(write, tally("A"), after=0)
    assert seqs(sheet) == [2, 1]
    assert [hand.dealer for hand in current_hands(sheet)] == [0, 1]


def test_a_hand_that_was_written_in_can_be_corrected_struck_out_and_followed(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    insert(write, tally("A"), after=0)
    insert(write, tally("B"), after=2)
    assert seqs(sheet) == [2, 3, 1]
    write(thunee(1), kind="correction", supersedes=3, actor=REFEREE, reason="it was a thunee")
    assert balls(sheet) == (2, 4)
    write({}, kind="void", supersedes=2, actor=REFEREE, reason="never played")
    assert balls(sheet) == (1, 4)
    write(tally("B"))
    assert seqs(sheet) == [3, 1, 6]
    assert [hand.seq for hand in all_hands(sheet)] == [2, 3, 1, 6]
    assert replay.check(Scoresheet.objects.get(pk=sheet.pk)) == []


def test_a_missed_hand_may_end_the_game(sheet: Scoresheet, write: Write) -> None:
    for body in (thunee(0), thunee(0), tally("B")):
        write(body)
    insert(write, thunee(0), after=2)
    assert (sheet.state, sheet.winner, balls(sheet)) == ("over", "A", (12, 0))


def test_only_a_referee_writes_a_missed_hand_in(write: Write) -> None:
    write(tally("A"))
    with pytest.raises(Refused) as refused:
        insert(write, tally("B"), after=0, actor=SCOREKEEPER)
    assert refused.value.code == "not_the_last"


@pytest.mark.parametrize("after", [7, -1, True, "1"])
def test_a_missed_hand_stands_after_a_hand_of_this_sheet(write: Write, after: object) -> None:
    write(tally("A"))
    with pytest.raises(Refused):
        insert(write, tally("B"), after=after)


@pytest.mark.parametrize("kind", ["hand", "void"])
def test_only_a_correction_is_written_in_behind_another(write: Write, kind: str) -> None:
    write(tally("A"))
    with pytest.raises(Refused):
        insert(write, tally("B") if kind == "hand" else {}, after=1, kind=kind)


def test_a_correction_supersedes_or_stands_after_never_both(write: Write) -> None:
    write(tally("A"))
    with pytest.raises(Refused):
        insert(write, tally("B"), after=1, supersedes=1)
    with pytest.raises(Refused):
        write(tally("B"), kind="correction", actor=REFEREE, reason="x")


def test_what_a_change_would_do_is_listed_before_anything_is_stored(sheet: Scoresheet, write: Write) -> None:
    for winner in "ABA":
        write(tally(winner))
    written = list(sheet.entries.select_related("supersedes").order_by("seq"))
    common = {"actor": REFEREE, "supersedes": None}
    inserted = entries.work_out(sheet, written, kind="correction", body=tally("B"), after=1, **common)
    listed = [(change.hand.seq, change.number, change.was is None) for change in inserted.changes]
    assert listed == [(4, 2, True), (2, 3, False), (3, 4, False)]
    voided = entries.work_out(sheet, written, kind="void", body={}, actor=REFEREE, supersedes=1)
    assert [(change.hand.seq, change.number) for change in voided.changes] == [(1, None), (2, 1), (3, 2)]
    changed = entries.work_out(sheet, written, kind="correction", body=tally("B"), actor=REFEREE, supersedes=3)
    (change,) = changed.changes
    assert (change.was["winner"], change.now["winner"]) == ("A", "B")
    assert Entry.objects.count() == 3


def test_an_entry_that_stands_nowhere_new_is_hashed_as_it_always_was(sheet: Scoresheet, write: Write) -> None:
    from adjudication import chain

    assert "after" not in chain.entry_in_chain(sheet, write(tally("A")).entry)
    assert chain.entry_in_chain(sheet, insert(write, tally("B"), after=1).entry)["after"] == 1
