"""A judgement never moves by itself: what a later engine would say is told, and adopted only by a decision."""

from collections.abc import Callable
from typing import Any

import pytest

import engine
from adjudication import agreed, judging, newer_engine, replay, verify
from adjudication.audit import export
from adjudication.book import Book
from adjudication.errors import Refused
from adjudication.hands import all_hands, current_hands
from adjudication.models import Decision, Dispute, Entry, Scoresheet
from adjudication.sheets import open_sheet
from engine import profiles
from tests.adjudication.casework import appeal, on_appeal
from tests.adjudication.conftest import Write, balls, tally, thunee
from tests.adjudication.evening import decided
from tests.adjudication.evening import write as write_on
from tests.adjudication.table import BOOK, REFEREE
from tests.support.newer_engine import Newer, forgets, newer

__all__ = ["forgets", "newer"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every record the engine is asked about."""
    asked: list[Any] = []
    was = engine.adjudicate

    def counted(record: Any) -> Any:
        asked.append(record)
        return was(record)

    monkeypatch.setattr(engine, "adjudicate", counted)
    return asked


def worth(sheet: Scoresheet) -> list[Any]:
    return [(hand.ruling.get("balls") or {}).get(hand.ruling.get("winner")) for hand in current_hands(sheet)]


def listed(sheet: Scoresheet) -> list[int]:
    return [one.hand.seq for one in newer_engine.on_sheet(sheet)]


def adopt(sheet: Scoresheet, seq: int) -> Any:
    return decided(sheet, "rejudged", hand=seq)


def test_a_new_hand_is_judged_once_and_nothing_before_it(sheet: Scoresheet, write: Write, calls: list[Any]) -> None:
    for winner in "AABAB":
        write(tally(winner))
        calls.clear()
    write(tally("A"))
    assert len(calls) == 1
    calls.clear()
    judging.preview(sheet, tally("B"))
    assert len(calls) == 1
    write({}, kind="void", supersedes=6, reason="dealt again")
    assert len(calls) == 1, "a last hand is struck out without judging anything"


def test_a_plain_hand_moves_nothing_that_an_older_engine_judged(sheet: Scoresheet, write: Write, newer: Newer) -> None:
    write(thunee(0))
    write(tally("B"))
    stood = [hand.ruling for hand in all_hands(sheet)]
    newer()
    written = write(tally("A"))
    assert [hand.ruling for hand in all_hands(sheet)][:2] == stood
    assert [changed["hand"] for changed in written.entry.rulings] == [3]
    assert balls(sheet) == (5, 1)
    assert (written.entry.engine, replay.check(sheet)) == ("f" * 64, [])
    assert agreed.winner_of(sheet) == ""


def test_what_a_later_engine_would_say_is_told_and_is_no_fault(sheet: Scoresheet, write: Write, newer: Newer) -> None:
    write(thunee(0))
    write(tally("B"))
    assert not newer_engine.by_another(BOOK)
    assert listed(sheet) == []
    newer()
    assert newer_engine.by_another(BOOK)
    [told] = newer_engine.on_sheet(sheet)
    assert told.now is not None
    assert (told.hand.number, told.was["balls"], told.now["balls"]) == (1, {"A": 4, "B": 0}, {"A": 7, "B": 0})
    Scoresheet.objects.filter(pk=sheet.pk).update(winner="B", ledger={"after": {}})
    sheet.refresh_from_db()
    assert {one.where for one in replay.check(sheet)} == {"winner", "ledger"}
    replay.repair(sheet)
    sheet.refresh_from_db()
    assert (balls(sheet), replay.check(sheet)) == ((4, 1), [])


def test_a_result_recorded_by_an_older_engine_is_carried_over_to_another_score(
    sheet: Scoresheet, write: Write, newer: Newer
) -> None:
    write(tally("A"))
    write(thunee(0))
    write(tally("B"))
    newer()
    written = write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
    assert worth(sheet) == [1, 4, 1], "the thunee is worth what was recorded"
    assert [changed["hand"] for changed in written.entry.rulings] == [1, 2, 3]
    assert balls(sheet) == (4, 2)
    assert (listed(sheet), replay.check(sheet)) == ([2], [])
    write(tally("A"), kind="correction", supersedes=4, actor=REFEREE, reason="right after all")
    assert (worth(sheet), balls(sheet), listed(sheet)) == ([1, 4, 1], (5, 1), [2])
    write({}, kind="void", supersedes=5, actor=REFEREE, reason="never played")
    assert (worth(sheet), balls(sheet), replay.check(sheet)) == ([4, 1], (4, 1), [])


def test_a_hand_behind_the_end_of_its_game_comes_back_with_the_ruling_it_had(
    sheet: Scoresheet, write: Write, newer: Newer
) -> None:
    write(thunee(0))
    write(thunee(0))
    write(tally("B"))
    write(thunee(1))
    newer()
    write(thunee(0), kind="correction", supersedes=3, actor=REFEREE, reason="it was a thunee, by today's engine")
    assert (sheet.winner, worth(sheet)) == ("A", [4, 4, 7, None])
    write(tally("B"), kind="correction", supersedes=5, actor=REFEREE, reason="no")
    assert (sheet.winner, worth(sheet), balls(sheet)) == ("", [4, 4, 1, 4], (8, 5))
    assert (listed(sheet), replay.check(sheet)) == ([1, 2, 4], [])


def test_a_referee_adopts_it_by_a_decision_and_an_appeal_gives_the_old_ruling_back(
    sheet: Scoresheet, write: Write, newer: Newer
) -> None:
    write(thunee(0))
    write(tally("B"))
    write(thunee(1))
    newer()
    dispute = adopt(sheet, 1)
    sheet.refresh_from_db()
    assert (worth(sheet), balls(sheet), listed(sheet)) == ([7, 1, 4], (7, 5), [3])
    step = Decision.objects.get(dispute=dispute)
    assert (step.outcome, step.entry.kind, step.entry.body) == ("rejudged", Entry.Kind.CORRECTION, thunee(0))
    appeal(dispute)
    on_appeal(dispute, True, sheet)
    sheet.refresh_from_db()
    assert (worth(sheet), balls(sheet), listed(sheet)) == ([4, 1, 4], (4, 5), [1, 3])
    assert replay.check(sheet) == []
    assert verify.check(b"".join(export(Book(BOOK))[0]), Book(BOOK).head()).faults == []


def test_an_adopted_ruling_stays_adopted_when_the_score_before_it_changes(
    sheet: Scoresheet, write: Write, newer: Newer
) -> None:
    write(tally("A"))
    write(thunee(0))
    newer()
    adopt(sheet, 2)
    write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
    write(tally("A"), kind="correction", supersedes=4, actor=REFEREE, reason="right after all")
    assert (worth(sheet), balls(sheet), listed(sheet), replay.check(sheet)) == ([1, 7], (8, 0), [], [])


def test_what_today_s_engine_finds_as_well_cannot_be_adopted(sheet: Scoresheet, write: Write) -> None:
    write(thunee(0))
    with pytest.raises(Refused) as caught:
        adopt(sheet, 1)
    assert caught.value.code == "nothing_new"
    assert sheet.entries.count() == 1


def test_a_game_ends_by_the_rules_it_was_opened_under_though_its_preset_says_otherwise_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = open_sheet(book=BOOK, label="Final", rules="durban-classic", first_dealer=0)
    assert set(sheet.rules) == {"preset", *profiles.build("durban-classic").values}
    later = profiles._preset_values("durban-classic") | {"balls_to_win": 15}
    monkeypatch.setattr(profiles, "_preset_values", lambda _preset: later)
    for kept in (profiles._plain, profiles._written):
        kept.cache_clear()
    try:
        assert profiles.build("durban-classic").balls_to_win == 15
        for _ in range(3):
            write_on(sheet, thunee(0))
        sheet.refresh_from_db()
        assert (balls(sheet), sheet.winner, newer_engine.rules_of(sheet)) == ((12, 0), "A", "")
    finally:
        for kept in (profiles._plain, profiles._written):
            kept.cache_clear()


def test_rules_that_this_version_cannot_read_are_told_and_what_is_written_stands(
    forgets: Callable[[str], None],
) -> None:
    rules = {"preset": "durban-classic", "balls_to_win": 13}
    sheet = open_sheet(book=BOOK, label="Final", rules=rules, first_dealer=0)
    write_on(sheet, thunee(0))
    write_on(sheet, tally("B"))
    assert newer_engine.rules_of(sheet) == ""
    forgets("balls_to_win")
    assert replay.check(sheet) == []
    assert [told.now for told in newer_engine.on_sheet(sheet)] == [None, None]
    assert "balls_to_win" in newer_engine.rules_of(sheet)
    assert judging.profile_of(sheet).preset == "durban-classic", "pages show what can be read"
    for act in (lambda: judging.preview(sheet, tally()), lambda: write_on(sheet, tally())):
        with pytest.raises(Refused) as caught:
            act()
        assert caught.value.code == "rules_unreadable"
    write_on(sheet, {}, kind="void", supersedes=1, reason="never played")
    assert (balls(sheet), replay.check(sheet), Dispute.objects.count()) == ((0, 1), [], 0)
