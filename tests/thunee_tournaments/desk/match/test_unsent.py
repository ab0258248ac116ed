"""Hands read in from a phone without network: seen first, written once, and not again when the phone sends them."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Entry
from tests.support.hand_form.carried import text_of as carried_text
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game
from thunee_tournaments.services import acts

DEVICE = "phone-in-the-corner"


def plain(points: int) -> dict[str, str]:
    return {"trumper": "1", "points": str(points), "points_of": "counting", "last_trick": "1", "call": "0"}


class Waiting:
    """Three hands on a phone, each following the one before."""

    def __init__(self, sheet: Any) -> None:
        self.sheet = sheet.public_id
        self.keys = [str(uuid.uuid4()) for _ in range(3)]
        follows = [sheet.head, *self.keys]
        self.lines = [
            [key, DEVICE, self.sheet, follows[index], plain(51 + index)] for index, key in enumerate(self.keys)
        ]

    @property
    def text(self) -> str:
        return carried_text(*self.lines)


@pytest.fixture
def waiting(first_game: Any) -> Waiting:
    return Waiting(first_game().sheet)


def points_written() -> list[int]:
    return [next(iter(entry.body["tally"]["card_points"].values())) for entry in Entry.objects.order_by("seq")]


def heads(page: Any) -> dict[str, str]:
    return {f"head-{sheet}": head for sheet, head in page.context["heads"]}


def test_looking_shows_every_ruling_and_writes_nothing(playing: Desk, waiting: Waiting) -> None:
    page = playing.post("unsent", text=waiting.text, action="look")
    assert text_of(page).count("opens 1 ball") == 3
    assert "Write these 3 hands" in text_of(page)
    assert Entry.objects.count() == 0


def test_what_the_desk_wrote_the_phone_sends_as_a_repetition(playing: Desk, waiting: Waiting, organiser: Any) -> None:
    assert "3 hands are written" in text_of(playing.after("unsent", text=waiting.text, action="save"))
    assert points_written() == [51, 52, 53]
    phone = Client()
    token = acts.issue_table_link(actor=organiser, table=playing.tournament.tables.get(number=1)).token
    phone.post(reverse("scoring:link", args=[token]))
    for key, device, sheet, _follows, typed in waiting.lines:
        head = Entry.objects.filter(client_uuid=key).values_list("prev_hash", flat=True).get()
        said = {"key": key, "device": device, "head": head, "typed": typed}
        answer = phone.post(f"/table/{sheet}/queue", json.dumps(said), content_type="application/json")
        assert answer.json()["repeated"]
    assert points_written() == [51, 52, 53]


def test_reading_the_same_hands_twice_does_no_harm(playing: Desk, waiting: Waiting) -> None:
    playing.post("unsent", text=waiting.text, action="save")
    assert "written already" in text_of(playing.post("unsent", text=waiting.text, action="look"))
    assert "They are written once." in text_of(playing.after("unsent", text=waiting.text, action="save"))
    assert Entry.objects.count() == 3


def test_a_code_that_was_not_scanned_is_asked_for(playing: Desk, waiting: Waiting) -> None:
    page = playing.post("unsent", text=carried_text(waiting.lines[2]), action="save")
    assert "scan every code" in text_of(page)
    assert Entry.objects.count() == 0


def test_codes_read_in_one_after_the_other_go_on_where_the_last_ended(playing: Desk, waiting: Waiting) -> None:
    for line in waiting.lines:
        playing.post("unsent", text=carried_text(line), action="save")
    assert points_written() == [51, 52, 53]


@pytest.mark.parametrize(("decision", "expected"), [("write", [60, 51, 52, 53]), ("leave_out", [60, 52, 53])])
def test_where_somebody_wrote_meanwhile_a_person_decides(
    playing: Desk, waiting: Waiting, write: Any, first_game: Any, decision: str, expected: list[int]
) -> None:
    write(first_game(), count("A"))
    page = playing.post("unsent", text=waiting.text, action="save")
    assert "somebody else wrote on this sheet" in text_of(page)
    assert "waits for the one above" in text_of(page)
    assert Entry.objects.count() == 1
    decided = {f"do-{waiting.keys[0]}": decision, **heads(page)}
    looked = playing.post("unsent", text=waiting.text, action="look", **decided)
    assert looked.context["open"] == 0
    playing.post("unsent", text=waiting.text, action="save", **decided)
    assert points_written() == expected


def test_a_decision_counts_only_for_the_sheet_as_it_was_shown(
    playing: Desk, waiting: Waiting, write: Any, first_game: Any
) -> None:
    write(first_game(), count("A"))
    page = playing.post("unsent", text=waiting.text, action="look")
    write(first_game(), count("B"))
    playing.post("unsent", text=waiting.text, action="save", **{f"do-{waiting.keys[0]}": "write", **heads(page)})
    assert Entry.objects.count() == 2


def test_hands_of_another_tournament_are_not_written(playing: Desk, organiser: Any) -> None:
    other = Waiting(game(draw(organiser, 2), 1).sheet)
    page = playing.post("unsent", text=other.text, action="save")
    assert "not of a match of this tournament" in text_of(page)
    assert Entry.objects.count() == 0


def test_what_no_phone_made_is_said_so(playing: Desk) -> None:
    for text, said in (
        ("", "paste its text, first"),
        ("hello", "no hands in this text"),
        ("thunee1.AAAA.0000", "got lost"),
    ):
        page = playing.post("unsent", text=text, action="look")
        assert page.status_code == 422
        assert said in text_of(page)


def test_a_correction_among_them_is_written_as_one_with_its_reason(playing: Desk, waiting: Waiting) -> None:
    first, second, third = waiting.lines
    second[4] = {**plain(60), "why": "typed"}
    playing.post("unsent", text=carried_text(first), action="save")
    text = carried_text([*second, 1], third)
    assert "Write these 2 hands" in text_of(playing.post("unsent", text=text, action="look"))
    playing.post("unsent", text=text, action="save")
    assert points_written() == [51, 60, 53]
    fixed = Entry.objects.get(seq=2)
    assert (fixed.kind, fixed.supersedes.seq, fixed.reason) == ("correction", 1, "Typed wrongly")


def test_a_correction_of_a_hand_that_was_never_written_is_refused(playing: Desk, waiting: Waiting) -> None:
    text = carried_text([*waiting.lines[0], 7])
    assert "There is no hand to fix any more." in text_of(playing.post("unsent", text=text, action="look"))
