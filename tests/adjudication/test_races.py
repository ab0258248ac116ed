"""Several phones save at the same moment: real processes, a real database, and a start gun.

Each promise has a control: with the guard taken away the same race must go wrong, or the test proves nothing.
"""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from adjudication import disputes, replay, signing
from adjudication.models import Entry, Scoresheet
from adjudication.sheets import open_sheet
from tests.adjudication.conftest import BOOK, side, tally, thunee
from tests.support.racing import Race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(transactional_db: None) -> Scoresheet:
    return open_sheet(book=BOOK, label="Final, game 1", rules="durban-classic", first_dealer=0)


@pytest.fixture(scope="module")
def race(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Race]:
    started = Race("tests.adjudication.racer", tmp_path_factory.mktemp("race"))
    yield started
    started.end()


def orders(sheet: Scoresheet, device: str, winner: str = "A", **more: Any) -> dict[str, Any]:
    return {
        "book": BOOK,
        "sheet": sheet.pk,
        "device": device,
        "client_uuid": str(uuid.uuid4()),
        "head": sheet.head,
        "kind": "hand",
        "body": tally(winner),
        "pause": 0.3,
        **more,
    }


def got(answers: list[dict[str, Any]]) -> list[str]:
    return sorted(answer["got"] for answer in answers)


def intact(sheet: Scoresheet) -> bool:
    return replay.check(Scoresheet.objects.get(pk=sheet.pk)) == []


def test_of_phones_that_save_at_once_one_is_stored_and_the_others_are_told(race: Race, sheet: Scoresheet) -> None:
    answers = race.run([orders(sheet, f"phone-{number}", "AB"[number % 2]) for number in range(4)])
    assert got(answers) == ["stale", "stale", "stale", "stored"]
    assert Entry.objects.count() == 1
    assert intact(sheet)


def test_control_without_the_head_check_two_phones_both_write(race: Race, sheet: Scoresheet) -> None:
    answers = race.run([orders(sheet, f"phone-{number}", without="head") for number in range(2)])
    assert got(answers) == ["stored", "stored"]
    assert Entry.objects.count() == 2


def test_control_without_the_lock_two_phones_collide(race: Race, sheet: Scoresheet) -> None:
    answers = race.run([orders(sheet, f"phone-{number}", without="lock") for number in range(2)])
    assert got(answers) in (["IntegrityError", "stored"], ["OperationalError", "stored"])
    assert Entry.objects.count() == 1  # the unique constraints hold even then


def test_a_doubled_request_is_stored_once_and_answered_alike(race: Race, sheet: Scoresheet) -> None:
    key = str(uuid.uuid4())
    answers = race.run([orders(sheet, "phone-1", client_uuid=key) for _ in range(3)])
    assert got(answers) == ["repeated", "repeated", "stored"]
    assert len({answer["hash"] for answer in answers}) == 1
    assert Entry.objects.count() == 1


def test_control_without_looking_the_key_up_a_doubled_request_gets_another_answer(
    race: Race, sheet: Scoresheet
) -> None:
    key = str(uuid.uuid4())
    answers = race.run([orders(sheet, "phone-1", client_uuid=key, without="key") for _ in range(2)])
    assert got(answers) == ["stale", "stored"]


def test_one_key_sent_to_two_sheets_at_once_is_stored_on_one(race: Race, sheet: Scoresheet) -> None:
    other = open_sheet(book=BOOK, label="Another", rules="durban-classic", first_dealer=0)
    key = str(uuid.uuid4())
    answers = race.run([orders(each, "phone-1", client_uuid=key) for each in (sheet, other)])
    assert got(answers) == ["key_reused", "stored"]
    assert Entry.objects.count() == 1
    assert intact(sheet)
    assert intact(other)


def test_a_correction_and_the_next_hand_at_once_do_not_mix(race: Race, sheet: Scoresheet) -> None:
    race.run([orders(sheet, "phone-1", "A")])
    sheet.refresh_from_db()
    answers = race.run(
        [
            orders(sheet, "phone-1", "A"),
            orders(sheet, "desk", "B", kind="correction", supersedes=1, reason="wrong side"),
        ]
    )
    assert got(answers) == ["stale", "stored"]
    assert Entry.objects.count() == 2
    assert intact(sheet)


@pytest.fixture
def over(race: Race, sheet: Scoresheet) -> Scoresheet:
    """A game that side A has won by three thunees."""
    for _ in range(3):
        race.run([orders(sheet, "phone-1", body=thunee(0), pause=0)])
        sheet.refresh_from_db()
    return sheet


def signing_for(sheet: Scoresheet, side: str, **more: Any) -> dict[str, Any]:
    said = {"act": "sign", "book": BOOK, "sheet": sheet.pk, "side": side, "head": sheet.head, "pause": 0.3}
    return {**said, "device": f"phone-of-{side}", "client_uuid": str(uuid.uuid4()), **more}


def correction(sheet: Scoresheet, **more: Any) -> dict[str, Any]:
    changed = {"kind": "correction", "supersedes": 3, "reason": "the partner called it", "body": thunee(2)}
    return orders(sheet, "desk", **changed, **more)


def told_the_truth(answers: list[dict[str, Any]]) -> bool:
    """The signer is told that the sheet went on, or the corrector that a signature is void: somebody always knows."""
    signer, corrector = answers
    return signer["got"] == "stale" or "A" in corrector["voided"]


def test_a_signature_and_a_correction_at_once_never_miss_each_other(race: Race, over: Scoresheet) -> None:
    answers = race.run([signing_for(over, "A"), correction(over)])
    assert answers[1]["got"] == "stored"
    assert told_the_truth(answers)
    over.refresh_from_db()
    assert signing.standing_of(over).signed == {}
    assert intact(over)


def test_control_without_the_lock_a_signature_and_a_correction_miss_each_other(race: Race, over: Scoresheet) -> None:
    answers = race.run([signing_for(over, "A", without="lock"), correction(over, without="lock")])
    # SQLite itself breaks one of them off; PostgreSQL lets both through, and nobody is told.
    assert "OperationalError" in got(answers) or not told_the_truth(answers)


def test_both_sides_sign_at_once_and_one_of_them_completes_it(race: Race, over: Scoresheet) -> None:
    answers = race.run([signing_for(over, "A"), signing_for(over, "B")])
    assert got(answers) == ["one_signed", "signed"]
    assert [one.prev_hash for one in over.sign_offs.all()][1] == over.sign_offs.get(seq=1).hash


def test_control_without_the_lock_both_sides_collide(race: Race, over: Scoresheet) -> None:
    answers = race.run([signing_for(over, "A", without="lock"), signing_for(over, "B", without="lock")])
    assert got(answers) != ["one_signed", "signed"]


def test_a_doubled_signature_is_one(race: Race, over: Scoresheet) -> None:
    key = str(uuid.uuid4())
    answers = race.run([signing_for(over, "A", client_uuid=key) for _ in range(3)])
    assert got(answers) == ["one_signed", "repeated", "repeated"]
    assert over.sign_offs.count() == 1


def test_two_referees_decide_at_once_and_one_of_them_is_told(race: Race, over: Scoresheet) -> None:
    dispute = disputes.raise_dispute(
        actor=side("B"), subject="match:7", about="hand", reason="rule", words="", device="phone-of-B",
        client_uuid=uuid.uuid4(), side="B", sheet=over.public_id, hand=3,
    )  # fmt: skip
    verdicts = [{"outcome": "corrected", "body": tally("B")}, {"outcome": "game_forfeited", "side": "A"}]
    answers = race.run(
        [
            {
                "act": "decide",
                "book": BOOK,
                "dispute": dispute.pk,
                "device": f"desk-{number}",
                "client_uuid": str(uuid.uuid4()),
                "proposed": {"rules": ["EV-COND-1"], "text": "As I saw it.", "head": over.head, **proposed},
                "pause": 0.3,
            }
            for number, proposed in enumerate(verdicts)
        ]
    )
    assert got(answers) == ["decided", "stored"]  # the second is told that it was decided already
    assert dispute.steps.count() == 1
    assert Entry.objects.count() == 4
    assert intact(over)
