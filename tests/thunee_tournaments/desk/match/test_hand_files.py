"""Hands read from a file at the desk: looked at, every fault said where it is, and written once."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from adjudication.models import Entry
from tests.thunee_tournaments.desk.conftest import Desk
from tests.thunee_tournaments.services.conftest import game

HAND = "[Dealer {dealer}]\n[Tally {{trumper:1,declared:{{seat:1,kind:thunee,lost_to:null}}}}]\n*\n"


def two_hands(desk: Desk) -> str:
    """Two thunees of side B, as a file would have them; the deal passes on."""
    first = game(desk.tournament, 1).sheet.first_dealer
    second = (first + 1) % 4 if first % 2 else first
    return HAND.format(dealer=first) + HAND.format(dealer=second)


def test_a_text_is_looked_at_first(playing: Desk, first: Any) -> None:
    text = two_hands(playing)
    page = playing.post("hand_file", first().public_id, text=text, action="look")
    assert page.status_code == 200
    assert "2 hands are understood" in page.content.decode()
    assert "Write these 2 hands" in page.content.decode()
    assert text.splitlines()[0] in page.content.decode()
    assert not Entry.objects.exists()


def test_hands_are_written_once_however_often_the_button_is_tapped(playing: Desk, first: Any) -> None:
    said = {"text": two_hands(playing), "action": "write"}
    assert "2 hands are written." in playing.after("hand_file", first().public_id, **said).content.decode()
    assert "written already" in playing.after("hand_file", first().public_id, **said).content.decode()
    assert Entry.objects.count() == 2
    assert game(playing.tournament, 1).sheet.ledger["after"]["balls"] == {"A": 0, "B": 8}


def test_a_file_may_be_sent_in_place_of_a_text(playing: Desk, first: Any) -> None:
    file = SimpleUploadedFile("evening.thn", two_hands(playing).encode())
    page = playing.post("hand_file", first().public_id, file=file, action="look")
    assert "2 hands are understood" in page.content.decode()
    assert "[Tally" in page.content.decode()


def test_every_fault_is_said_with_line_and_column_and_the_text_stays(playing: Desk, first: Any) -> None:
    page = playing.post("hand_file", first().public_id, text="[Dealer 0]\n2:99h <b>*", action="write")
    told = page.content.decode()
    assert page.status_code == 422
    assert "Line 2, column" in told
    assert "2:99h &lt;b&gt;" in told
    assert not Entry.objects.exists()


def test_what_does_not_fit_the_sheet_is_said_at_its_hand(playing: Desk, first: Any) -> None:
    text = two_hands(playing) + "[Rules club-strict]\n" + HAND.format(dealer=0)
    page = playing.post("hand_file", first().public_id, text=text, action="look")
    assert page.status_code == 422
    assert "other rules" in page.content.decode()
    assert "2 hands are understood" in page.content.decode()
    assert "Write these" not in page.content.decode()


def test_nothing_and_what_is_no_text_is_said(playing: Desk, first: Any) -> None:
    assert "Paste the hands here first" in playing.post("hand_file", first().public_id, text=" ").content.decode()
    file = SimpleUploadedFile("picture.thn", b"\xff\xfe\x00")
    assert "no text in UTF-8" in playing.post("hand_file", first().public_id, file=file).content.decode()
    assert "There is no hand in it" in playing.post("hand_file", first().public_id, text="; nothing").content.decode()
