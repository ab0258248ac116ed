"""Sheets of the games that are played for points, and of Thunee for two and six: they fold, end, leave the house."""

import uuid

import pytest

from adjudication import audit, replay, scores, verify
from adjudication.book import Book
from adjudication.entries import append_entry
from adjudication.errors import Refused
from adjudication.models import Scoresheet
from tests.adjudication.table import BOOK, SCOREKEEPER
from tests.support.adjudication.other_games import bid, opened, write

pytestmark = pytest.mark.django_db


def test_a_game_of_tarneeb_goes_on_to_41_and_may_stand_below_nought():
    sheet = opened("tarneeb")
    write(sheet, bid(1, 8, 6))
    assert sheet.ledger["after"]["scores"] == {"A": 7, "B": -8}
    for _ in range(4):
        write(sheet, bid(0, 9, 10))
    assert (sheet.is_over, sheet.winner) == (True, "A")
    with pytest.raises(Refused):
        write(sheet, bid(0, 9, 10))


def test_players_of_400_have_a_score_each_and_their_side_the_sum():
    sheet = opened("400")
    write(sheet, {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]})
    after = sheet.ledger["after"]
    assert scores.by_seat(after) == [3, 2, 4, -3]
    assert scores.by_side(after) == {"A": 7, "B": -1}


def test_a_game_of_tunge_is_over_after_its_hands_and_no_side_has_won_it():
    sheet = opened("tunge", players=3, length=2)
    write(sheet, {"left": [["Kd", "2s"], [], ["Ah"]]})
    assert not sheet.is_over
    write(sheet, {"left": [[], ["5s"], ["9h"]]})
    assert (sheet.is_over, sheet.winner) == (True, "")
    assert sheet.ledger["winner"] == [1]
    with pytest.raises(Refused):
        write(sheet, {"left": [[], ["5s"], ["9h"]]})


def test_how_long_a_game_lasts_stands_in_its_first_link():
    assert opened("tunge", length=2).head != opened("tunge", length=3).head


@pytest.mark.parametrize("players", [2, 6])
def test_two_and_six_play_thunee_on_a_sheet_of_their_own(players: int):
    sheet = opened("thunee", players=players)
    done = write(sheet, {"trumper": 1, "trump": "s", "card_points": {"A": 60}, "last_trick": 1})
    assert done.ruling is not None
    assert done.ruling["winner"] == "B"


def test_a_void_hand_of_tarneeb_scores_nothing_and_the_same_player_deals():
    sheet = opened("tarneeb")
    sheet.refresh_from_db()
    passes = [{"type": "pass", "seat": seat} for seat in (1, 2, 3, 0)]
    append_entry(
        sheet.pk, actor=SCOREKEEPER, device="phone-1", client_uuid=uuid.uuid4(), head=sheet.head, kind="hand",
        body={"events": passes},
    )  # fmt: skip
    sheet.refresh_from_db()
    assert sheet.ledger["after"]["next_dealer"] == 0


def test_sheets_of_every_game_pass_the_checker_and_the_replay():
    write(opened("tarneeb"), bid(1, 8, 6))
    write(opened("400"), {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]})
    write(opened("tunge", players=3, length=1), {"left": [["Kd", "2s"], [], ["Ah"]]})
    lines, _row = audit.export(Book(BOOK))
    report = verify.check(b"".join(lines))
    assert report.faults == []
    assert [replay.check(sheet) for sheet in Scoresheet.objects.all()] == [[], [], []]


def test_the_checker_finds_a_changed_total_of_single_players():
    write(opened("400"), {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]})
    lines, _row = audit.export(Book(BOOK))
    forged = b"".join(lines).replace(b'"scores":[3,2,4,-3],"sheet"', b'"scores":[4,2,4,-3],"sheet"')
    assert forged != b"".join(lines)
    assert any("the site says 4-2-4--3" in fault for fault in verify.check(forged).faults)
