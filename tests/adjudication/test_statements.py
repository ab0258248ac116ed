"""How each side saw a disputed hand: written once, beside the record, and forgotten without breaking it."""

from dataclasses import replace

import pytest

from adjudication import audit, commitments, disputes, statements, verify
from adjudication.book import Actor, Book
from adjudication.errors import NotYours, Refused
from adjudication.models import Commitment, Entry, Scoresheet
from adjudication.statements import Version
from tests.adjudication.casework import code_of
from tests.adjudication.conftest import BOOK, REFEREE, SCOREKEEPER, Decide, Raise, Write, side, tally

pytestmark = pytest.mark.django_db


def test_each_side_writes_its_own_and_nothing_on_the_sheet_changes(played: Scoresheet, dispute: Raise) -> None:
    case = dispute()
    statements.write_version(case, actor=side("B"), side="B", body=tally("B"))
    statements.write_version(case, actor=side("A"), side="A", body=tally("A"))
    assert statements.versions_of(case) == [Version("A", tally("A")), Version("B", tally("B"))]
    assert Entry.objects.count() == 3


def test_it_is_no_words_of_the_dispute(played: Scoresheet, dispute: Raise) -> None:
    case = dispute(words="")
    statements.write_version(case, actor=side("B"), side="B", body=tally("B"))
    assert disputes.words_of(case) == ""


def test_a_side_writes_one_and_the_same_again_is_answered_as_before(
    played: Scoresheet, dispute: Raise, decide: Decide
) -> None:
    case = dispute()
    said = {"actor": side("B"), "side": "B"}
    assert not statements.write_version(case, **said, body=tally("B")).repeated
    assert code_of(lambda: statements.write_version(case, **said, body=tally("A"))) == "version_written"
    decide(case)
    assert statements.write_version(case, **said, body=tally("B")).repeated
    assert [one.body for one in statements.versions_of(case)] == [tally("B")]


def test_a_side_does_not_write_for_the_other_but_a_referee_does_for_either(played: Scoresheet, dispute: Raise) -> None:
    case = dispute()
    phone = replace(SCOREKEEPER, sides=frozenset("B"))
    for actor in (side("B"), phone):
        assert code_of(lambda who=actor: statements.write_version(case, actor=who, side="A", body=tally())) == (
            "not_your_side"
        )
    assert code_of(lambda: statements.write_version(case, actor=REFEREE, side="", body=tally())) == "not_your_side"
    for name in "AB":
        statements.write_version(case, actor=REFEREE, side=name, body=tally())


@pytest.mark.parametrize(
    "actor",
    [
        Actor("x", BOOK, frozenset({"viewer"})),
        replace(REFEREE, book="another"),
        replace(SCOREKEEPER, sheets=frozenset()),
    ],
)
def test_whoever_has_no_part_in_it_writes_none(played: Scoresheet, dispute: Raise, actor: Actor) -> None:
    case = dispute()
    with pytest.raises(NotYours):
        statements.write_version(case, actor=actor, side="A", body=tally())


def test_only_an_open_dispute_about_a_hand_takes_one(played: Scoresheet, dispute: Raise, decide: Decide) -> None:
    conduct, case = dispute(about="conduct", hand=None, sheet=None), dispute()
    assert code_of(lambda: statements.write_version(conduct, actor=side("B"), side="B", body=tally())) == "not_a_hand"
    decide(case)
    assert code_of(lambda: statements.write_version(case, actor=side("B"), side="B", body=tally())) == "decided"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"tally": {"trumper": 9}}, "tally.trumper"),
        ({**tally(), "rules": {}}, "rules"),
        ({**tally(), "game": "tarneeb"}, "game"),
        ({"cards": 1}, "cards"),
    ],
)
def test_what_is_no_hand_of_this_sheet_is_refused_with_every_fault_by_its_path(
    played: Scoresheet, dispute: Raise, body: dict, path: str
) -> None:
    case = dispute()
    before = Commitment.objects.count()
    with pytest.raises(Refused) as refused:
        statements.write_version(case, actor=side("B"), side="B", body=body)
    assert path in [error["path"] for error in refused.value.errors]
    assert Commitment.objects.count() == before


def test_it_is_judged_at_the_place_of_the_hand(sheet: Scoresheet, write: Write) -> None:
    for winner in "ABA":
        write(tally(winner))
    ruling = statements.ruling_on(sheet, 2, tally("A", trumper=3))
    assert ruling["after"]["balls"] == {"A": 2, "B": 0}
    assert code_of(lambda: statements.ruling_on(sheet, 9, tally())) == "invalid"


def test_it_stands_in_the_head_of_the_book_and_is_forgotten_without_breaking_the_record(
    played: Scoresheet, dispute: Raise
) -> None:
    case = dispute(words="We had 104.")
    before = Book(BOOK).head()
    statements.write_version(case, actor=side("B"), side="B", body=tally("B"))
    head = Book(BOOK).head()
    assert head != before
    assert commitments.erase(BOOK, f"dispute:{case.public_id}") == 2
    assert statements.versions_of(case) == []
    export = b"".join(audit.export(Book(BOOK))[0])
    assert verify.check(export, head).holds
    assert Book(BOOK).head() == head
