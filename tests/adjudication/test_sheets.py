"""A sheet before its first hand: opened under frozen rules, its dealer changed, thrown away; and who may see it."""

import pytest

from adjudication import access, replay
from adjudication.book import Actor
from adjudication.errors import NotYours, Refused
from adjudication.models import Scoresheet
from adjudication.sheets import change_first_dealer, discard, open_sheet
from engine.faults import RecordError
from tests.adjudication.conftest import BOOK, SCOREKEEPER, Write

pytestmark = pytest.mark.django_db


def test_a_new_sheet_stands_at_nil_all_with_its_dealer_and_target(sheet: Scoresheet) -> None:
    after = sheet.ledger["after"]
    assert after["balls"] == {"A": 0, "B": 0}
    assert (after["next_dealer"], after["target"], after["game_over"]) == (0, 12, False)
    assert sheet.rules["preset"] == "durban-classic"
    assert len(sheet.fingerprint) == 64
    assert replay.check(sheet) == []


def test_rules_that_are_no_profile_are_refused(db: None) -> None:
    with pytest.raises(RecordError):
        open_sheet(book=BOOK, label="x", rules={"preset": "durban-klassik"}, first_dealer=0)


def test_the_first_dealer_changes_only_before_the_first_hand(sheet: Scoresheet, write: Write) -> None:
    head = sheet.head
    changed = change_first_dealer(sheet, 2)
    assert changed.ledger["after"]["next_dealer"] == 2
    assert changed.head != head
    assert replay.check(changed) == []
    write()
    with pytest.raises(Refused) as refused:
        change_first_dealer(sheet, 3)
    assert refused.value.code == "begun"


def test_only_an_empty_sheet_is_thrown_away(sheet: Scoresheet, write: Write) -> None:
    other = open_sheet(book=BOOK, label="never played", rules="durban-classic", first_dealer=0)
    discard(other)
    write()
    with pytest.raises(Refused):
        discard(sheet)
    assert Scoresheet.objects.count() == 1


def test_a_sheet_is_found_only_by_an_actor_of_its_book_and_table(sheet: Scoresheet) -> None:
    assert access.sheet_for(SCOREKEEPER, sheet.public_id) == sheet
    for stranger in (
        Actor(label="user:1", book="another", roles=frozenset({"organiser"})),
        Actor(label="table:2", book=BOOK, roles=frozenset({"scorekeeper"}), sheets=frozenset()),
    ):
        with pytest.raises(NotYours):
            access.sheet_for(stranger, sheet.public_id)
