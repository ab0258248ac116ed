"""Corrections of the last hand that waited on a phone: written once, in order, or told why not."""

import uuid
from typing import Any

import pytest

from adjudication.models import Entry
from tests.support.scoring.queued import Queue, queue
from tests.thunee_tournaments.scoring.conftest import plain
from thunee_tournaments.scoring import queued

__all__ = ["queue"]

WHY = {"why": "typed"}


def fix(queue: Queue, entry: int, points: int, **changed: Any) -> Any:
    return queue.send({**plain(points=points), **WHY}, fix=entry, **changed)


def points_of(entry: Entry) -> int:
    return next(iter(entry.body["tally"]["card_points"].values()))


def test_a_correction_is_written_with_its_reason_and_hands_follow_it(queue):
    queue.send(plain())
    answer = fix(queue, 1, 120)
    assert answer.status_code == 200
    assert (answer.json()["number"], answer.json()["score"], answer.json()["won"]) == (1, [1, 0], [0, 1])
    assert queue.send(plain(points=50)).status_code == 200
    kinds = [(entry.kind, entry.reason, points_of(entry)) for entry in Entry.objects.order_by("seq")]
    assert kinds == [("hand", "", 60), ("correction", "Typed wrongly", 120), ("hand", "", 50)]


def test_a_correction_sent_again_gets_its_first_answer_again(queue):
    queue.send(plain())
    key, head = str(uuid.uuid4()), queue.head
    first = fix(queue, 1, 120, key=key).json()
    again = fix(queue, 1, 120, key=key, head=head).json()
    assert (again["repeated"], again["head"]) == (True, first["head"])
    assert Entry.objects.count() == 2


def test_a_correction_of_what_somebody_else_changed_brings_both_versions(queue):
    queue.send(plain())
    stale = queue.head
    fix(queue, 1, 70)
    answer = fix(queue, 1, 120, head=stale)
    said = answer.json()
    assert answer.status_code == 409
    assert said["missed"] == ["Hand 1: Team 4 opens 1 ball (Count 70, needed 105)"]
    assert said["mine"]["headline"] == "Team 1 opens 1 ball"
    assert said["entry"] == 2  # what is to be corrected now
    assert fix(queue, said["entry"], 120, head=said["now"]["head"]).status_code == 200


def test_a_correction_of_a_hand_that_is_not_the_last_any_more_names_no_entry_to_go_on_with(queue):
    queue.send(plain())
    stale = queue.head
    queue.send(plain(points=50))
    said = fix(queue, 1, 120, head=stale).json()
    assert said["code"] == "stale"
    assert "entry" not in said
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(("entry", "code"), [(7, "not_here"), (1, "not_the_last")])
def test_only_the_last_hand_can_be_corrected_from_here(queue, entry, code):
    queue.send(plain())
    queue.send(plain(points=50))
    answer = fix(queue, entry, 120)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"]


def test_a_correction_without_a_reason_is_asked_for_one(queue):
    queue.send(plain())
    answer = queue.send(plain(points=120), fix=1)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["message"].startswith("Choose why the hand is changed.")


@pytest.mark.parametrize("changed", [{"fix": "1"}, {"fix": 1.5}, {"form": 1}, {"fix": []}])
def test_odd_words_about_a_correction_are_refused(queue, changed):
    queue.send(plain())
    assert queue.send(plain(), **changed).status_code == 422
    assert Entry.objects.count() == 1


def test_a_hand_of_another_version_of_the_form_is_not_guessed_at(queue, monkeypatch):
    monkeypatch.setattr(queued, "FORM", "3")
    answer = queue.send(plain(), form="1")
    assert (answer.status_code, answer.json()["code"]) == (422, "other_form")
    assert queue.send(plain(), form="3").status_code == 200


def test_a_field_the_form_does_not_know_is_never_dropped_in_silence(queue):
    answer = queue.send({**plain(), "bonus": "3"})
    assert (answer.status_code, answer.json()["code"]) == (422, "other_form")
    assert Entry.objects.count() == 0


def test_a_page_knows_the_last_hand_as_it_would_be_typed_and_a_state_stays_small(queue, phone):
    queue.send(plain(points=60, call=20))
    page = phone.table()
    assert '"last":{' in page
    assert '"points":"60"' in page
    state = phone.client.get("/table/state")
    assert "last" not in state.json()["sheet"]
    assert "rules" not in state.json()["sheet"]
    assert state.json()["sheet"]["balls"] == [0, 1]


def test_asking_with_the_old_key_tells_what_was_written_and_writes_nothing_by_itself(queue):
    """What the phone does after a hand was changed in the instant of its sending (static/js/table/send.js)."""
    key, seen = str(uuid.uuid4()), queue.head
    queue.send(plain(points=60), key=key)
    assert queue.send(plain(points=120), head=seen).status_code == 409
    was = queue.send(plain(points=60), key=key, head=seen).json()
    assert (was["repeated"], was["seq"]) == (True, 1)
    assert fix(queue, was["seq"], 120, head=was["head"]).status_code == 200
    assert [points_of(entry) for entry in Entry.objects.order_by("seq")] == [60, 120]
    # A hand that never got there is not written by the question: its head is as old as that of its change.
    assert queue.send(plain(points=70), head=seen).status_code == 409
    assert Entry.objects.count() == 2
