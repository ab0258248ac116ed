"""append_entry: who may write what, what a repeated key gets, and what a correction does to the hands after it."""

import uuid

import pytest

from adjudication.book import Actor
from adjudication.entries import append_entry
from adjudication.errors import KeyReused, NotYours, Refused, Stale
from adjudication.hands import all_hands, current_hands
from adjudication.models import AppendOnly, Entry, Scoresheet
from adjudication.sheets import open_sheet
from tests.adjudication.conftest import BOOK, REFEREE, SCOREKEEPER, Write, balls, tally, thunee

pytestmark = pytest.mark.django_db


def test_a_hand_is_stored_with_its_ruling_and_moves_the_head(sheet: Scoresheet, write: Write) -> None:
    first_head = sheet.head
    answer = write(tally("A"))
    assert answer.entry.seq == sheet.seq == 1
    assert answer.entry.prev_hash == first_head
    assert answer.entry.hash == sheet.head
    assert answer.ruling["winner"] == "A"
    assert answer.entry.rulings == [{"hand": 1, "ruling": answer.ruling}]
    assert balls(sheet) == (1, 0)
    assert not answer.repeated


def test_the_sheet_says_rules_score_and_dealer_and_a_body_may_not(write: Write) -> None:
    for key, value in (("rules", "club-strict"), ("before", {"balls": {"A": 11, "B": 0}}), ("dealer", 3)):
        with pytest.raises(Refused) as refused:
            write(tally(**{key: value}))
        assert [error["path"] for error in refused.value.errors] == [key]


def test_a_dealer_that_is_the_sheets_dealer_may_be_written_down(write: Write) -> None:
    assert write(tally(dealer=0)).entry.body["dealer"] == 0


def test_the_same_key_and_body_get_the_first_answer_even_after_the_sheet_went_on(
    sheet: Scoresheet, write: Write
) -> None:
    key, head = uuid.uuid4(), sheet.head
    first = write(tally("A"), client_uuid=key, head=head)
    write(tally("B"))
    again = write(tally("A"), client_uuid=key, head=head)
    assert again.repeated
    assert again.entry == first.entry
    assert again.ruling == first.ruling
    assert Entry.objects.count() == 2


def test_the_same_key_with_another_body_is_refused(write: Write) -> None:
    key = uuid.uuid4()
    write(tally("A"), client_uuid=key)
    with pytest.raises(KeyReused):
        write(tally("B"), client_uuid=key)
    assert Entry.objects.count() == 1


def test_the_same_key_on_another_sheet_is_refused(sheet: Scoresheet, write: Write) -> None:
    key = uuid.uuid4()
    write(tally("A"), client_uuid=key)
    other = open_sheet(book=BOOK, label="Another", rules="durban-classic", first_dealer=0)
    with pytest.raises(KeyReused):
        append_entry(
            other.pk,
            actor=SCOREKEEPER,
            device="phone-1",
            client_uuid=key,
            head=other.head,
            kind="hand",
            body=tally("A"),
        )


def test_two_devices_may_happen_to_choose_the_same_key(write: Write) -> None:
    key = uuid.uuid4()
    write(client_uuid=key, device="phone-1")
    assert not write(client_uuid=key, device="phone-2").repeated


def test_a_stale_head_is_refused_with_the_entries_missed(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    old = sheet.head
    missed = [write(tally("B")).entry, write(tally("A")).entry]
    with pytest.raises(Stale) as stale:
        write(tally("A"), head=old)
    assert stale.value.missed == missed
    assert sheet.seq == 3


def test_a_head_nobody_ever_saw_misses_everything(write: Write) -> None:
    entry = write().entry
    with pytest.raises(Stale) as stale:
        write(head="f" * 64)
    assert stale.value.missed == [entry]


@pytest.mark.parametrize(
    "stranger",
    [
        Actor(label="user:1", book="another-book", roles=frozenset({"organiser"})),
        Actor(label="user:1", book=BOOK, roles=frozenset({"viewer"})),
        Actor(label="user:1", book=BOOK, roles=frozenset()),
        Actor(label="table:2", book=BOOK, roles=frozenset({"scorekeeper"}), sheets=frozenset({"another-sheet"})),
    ],
)
def test_who_may_not_write_learns_nothing(write: Write, stranger: Actor) -> None:
    with pytest.raises(NotYours):
        write(actor=stranger)
    assert Entry.objects.count() == 0


def test_a_repeated_key_is_answered_only_to_somebody_who_may_still_write(write: Write) -> None:
    key = uuid.uuid4()
    write(client_uuid=key)
    with pytest.raises(NotYours):
        write(client_uuid=key, actor=Actor(label="table:1", book=BOOK, roles=frozenset()))


def test_what_is_no_record_is_refused_with_every_fault(sheet: Scoresheet, write: Write) -> None:
    with pytest.raises(Refused) as refused:
        write({"tallly": {}})
    assert refused.value.code == "invalid"
    assert refused.value.errors
    assert sheet.seq == 0


def test_a_hand_that_cannot_be_decided_is_refused_with_what_is_missing(write: Write) -> None:
    with pytest.raises(Refused) as refused:
        write({"tally": {"trumper": 1}})
    assert refused.value.code == "undecidable"
    assert refused.value.errors
    assert refused.value.possible


@pytest.mark.parametrize(
    "body",
    [
        tally(note="a\0b"),
        tally(note="\ud800"),
        tally(note=1.5),
        tally(note=2**60),
        tally(**{"ключ": 1}),
        tally(note="x" * 70_000),
    ],
)
def test_what_cannot_be_chained_is_refused_before_anything_else(write: Write, body: dict) -> None:
    with pytest.raises(Refused):
        write(body)


def test_very_deep_nesting_is_refused(write: Write) -> None:
    deep: dict = {}
    for _ in range(5000):
        deep = {"tally": deep}
    with pytest.raises(Refused):
        write(deep)


@pytest.mark.parametrize("key", ["", "not a uuid", None, 7])
def test_an_unusable_key_is_refused(write: Write, key: object) -> None:
    with pytest.raises(Refused):
        write(client_uuid=key)


def test_a_game_that_is_won_is_over_and_takes_no_hand_more(sheet: Scoresheet, write: Write) -> None:
    for _ in range(3):
        write(thunee(0))
    assert (sheet.state, sheet.winner) == ("over", "A")
    with pytest.raises(Refused) as refused:
        write(tally())
    assert refused.value.code == "game_over"


def test_what_the_table_claims_stays_beside_what_the_engine_finds(sheet: Scoresheet, write: Write) -> None:
    answer = write(tally("A", claimed={"winner": "B", "balls": 1}))
    hand = current_hands(sheet)[0]
    assert hand.claimed == {"winner": "B", "balls": 1}
    assert hand.ruling["winner"] == "A"
    assert any(difference["claimed"] == "B" for difference in answer.ruling["discrepancies"])


def test_a_correction_takes_the_place_of_the_hand_and_keeps_what_was_there(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    write(tally("B"), kind="correction", supersedes=1, reason="points read wrongly")
    (hand,) = current_hands(sheet)
    assert balls(sheet) == (0, 1)
    assert hand.corrected
    assert [entry.kind for entry in hand.entries] == ["hand", "correction"]
    assert (hand.seq, hand.entry.seq, hand.number) == (1, 2, 1)


def test_a_correction_rejudges_every_later_hand_and_carries_the_new_rulings(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    write(tally("B"))
    write(tally("A"))
    before = [hand.ruling["after"]["balls"] for hand in current_hands(sheet)]
    answer = write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
    assert [changed["hand"] for changed in answer.entry.rulings] == [1, 2, 3]
    after = [hand.ruling["after"]["balls"] for hand in current_hands(sheet)]
    assert before == [{"A": 1, "B": 0}, {"A": 1, "B": 1}, {"A": 2, "B": 1}]
    assert after == [{"A": 0, "B": 1}, {"A": 0, "B": 2}, {"A": 1, "B": 2}]
    assert answer.ruling["winner"] == "B"


def test_the_dealer_of_later_hands_follows_a_correction(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))  # seat 0 deals; its side leads, so the deal passes to seat 1
    write(tally("A"))
    assert [hand.dealer for hand in current_hands(sheet)] == [0, 1]
    write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
    assert [hand.dealer for hand in current_hands(sheet)] == [0, 0]


def test_a_correction_can_end_the_game_and_another_can_open_it_again(sheet: Scoresheet, write: Write) -> None:
    for _ in range(2):
        write(thunee(0))
    write(tally("B"))
    write(thunee(0), kind="correction", supersedes=3, reason="it was a thunee")
    assert (sheet.state, sheet.winner) == ("over", "A")
    write(tally("B"), kind="correction", supersedes=4, reason="no, it was not")
    assert (sheet.state, sheet.winner) == ("open", "")


def test_hands_after_a_game_that_a_correction_ended_earlier_stay_written_and_count_nothing(
    sheet: Scoresheet, write: Write
) -> None:
    for body in (thunee(0), thunee(0), tally("B"), tally("A")):
        write(body)
    write(thunee(0), kind="correction", supersedes=3, actor=REFEREE, reason="it was a thunee")
    assert (sheet.state, sheet.winner, balls(sheet)) == ("over", "A", (12, 0))
    assert len(current_hands(sheet)) == 4
    assert [problem["hand"] for problem in sheet.ledger["problems"]] == [4]


def test_a_void_takes_a_hand_out_and_says_so(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    write(tally("B"))
    answer = write({}, kind="void", supersedes=2, reason="entered twice")
    assert answer.ruling is None
    assert balls(sheet) == (1, 0)
    hands = all_hands(sheet)
    assert [(hand.seq, hand.number, hand.voided) for hand in hands] == [(1, 1, False), (2, None, True)]
    assert [hand.seq for hand in current_hands(sheet)] == [1]


def test_voiding_an_earlier_hand_rejudges_the_later_ones(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    write(tally("B"))
    answer = write({}, kind="void", supersedes=1, actor=REFEREE, reason="never played")
    assert [changed["hand"] for changed in answer.entry.rulings] == [2]
    assert balls(sheet) == (0, 1)


def test_a_void_can_be_taken_back_by_a_correction_of_it(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    write({}, kind="void", supersedes=1, reason="wrong")
    write(tally("A"), kind="correction", supersedes=2, actor=REFEREE, reason="it was played after all")
    assert balls(sheet) == (1, 0)


def test_an_entry_is_superseded_only_once(write: Write) -> None:
    write(tally("A"))
    write(tally("B"), kind="correction", supersedes=1)
    with pytest.raises(Refused) as refused:
        write(tally("A"), kind="correction", supersedes=1)
    assert refused.value.code == "superseded"


def test_a_scorekeeper_fixes_only_the_last_hand_a_referee_any(write: Write) -> None:
    write(tally("A"))
    write(tally("A"))
    with pytest.raises(Refused) as refused:
        write(tally("B"), kind="correction", supersedes=1)
    assert refused.value.code == "not_the_last"
    write(tally("B"), kind="correction", supersedes=2)
    write(tally("B"), kind="correction", supersedes=1, actor=REFEREE)


@pytest.mark.parametrize(
    ("kind", "supersedes"), [("hand", 1), ("correction", None), ("void", None), ("void", 99), ("x", 1)]
)
def test_kinds_and_what_they_supersede_must_fit(write: Write, kind: str, supersedes: int | None) -> None:
    write(tally("A"))
    with pytest.raises(Refused):
        write({} if kind == "void" else tally("A"), kind=kind, supersedes=supersedes)


def test_entries_are_append_only_in_code(write: Write) -> None:
    entry = write().entry
    entry.reason = "changed my mind"
    for attempt in (
        entry.save,
        entry.delete,
        lambda: Entry.objects.update(reason=""),
        lambda: Entry.objects.filter(pk=entry.pk).delete(),
        lambda: Entry.objects.bulk_update([entry], ["reason"]),
    ):
        with pytest.raises(AppendOnly):
            attempt()


def test_a_correction_that_leaves_a_later_hand_without_a_ruling_is_refused(write: Write) -> None:
    write(tally("A"))  # the deal passes to seat 1, so seat 2 sets trump
    cards = {
        "events": [
            {"type": "trump", "seat": 2, "suit": "s"},
            {"type": "declare", "seat": 2, "kind": "thunee"},
            {"type": "play", "seat": 2, "card": "Js"},
            {"type": "play", "seat": 3, "card": "9s"},
            {"type": "play", "seat": 0, "card": "As"},
            {"type": "play", "seat": 1, "card": "Ts"},
            {"type": "accuse", "seat": 1, "against": 2, "offence": "signal", "upheld": True},
        ]
    }
    write(cards)
    with pytest.raises(Refused) as refused:
        write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
    assert refused.value.code == "later_hand"
    write({**cards, "dealer": 1}, kind="correction", supersedes=2, actor=REFEREE, reason="who dealt is written down")
    write(tally("B"), kind="correction", supersedes=1, actor=REFEREE, reason="wrong side")
