"""Each side has a phone of its own: one writes a hand, the other accepts or contests it."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from adjudication.models import Acceptance, Dispute, Entry
from tests.thunee_tournaments.scoring.conftest import Phone, plain
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.services import acts
from thunee_tournaments.services.core.access import writer
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tournaments.models import Tournament

ACCEPT = "Accept hand 1"


def play_as(tournament: Tournament, scoring: str) -> None:
    tournament.policies = {"scoring": scoring}
    tournament.save()


@pytest.fixture
def phones(organiser: Any, tournament: Tournament, table: Table) -> tuple[Phone, Phone]:
    """The phones of side A and side B at table 1."""
    play_as(tournament, "both_sides")
    issued = acts.issue_table_links(actor=organiser, tournament=tournament, tables=[table], key="k" * 16)
    a, b = (Phone(one.token).let_in() for one in issued)
    return a, b


@pytest.fixture
def written(phones: tuple[Phone, Phone], tournament: Tournament) -> str:
    """Side A has written the first hand of match 1; the sheet's name."""
    sheet = game(tournament, 1).sheet
    answer = phones[0].post("hand", sheet.public_id, "save", **plain(), head=sheet.head, key=str(uuid.uuid4()))
    assert answer.status_code == 302
    return sheet.public_id


def accept(phone: Phone, sheet: str, **said: Any) -> Any:
    typed = {"entry": "1", "key": str(uuid.uuid4()), **said}
    return phone.client.post(reverse("scoring:accept", args=[sheet]), typed, follow=True).content.decode()


def test_the_other_sides_phone_is_asked_and_the_own_one_waits(phones: tuple[Phone, Phone], written: str) -> None:
    a, b = (phone.table() for phone in phones)
    assert "has not accepted it yet" in a
    assert ACCEPT not in a
    assert ACCEPT in b
    assert "Contest it" in b
    assert "The phone of Team" in a


def test_accepting_is_recorded_and_shown_to_both(phones: tuple[Phone, Phone], written: str) -> None:
    assert "Accepted." in accept(phones[1], written)
    assert "Accepted already." in accept(phones[1], written)
    for phone in phones:
        page = phone.table()
        assert "accepted" in page
        assert ACCEPT not in page
    assert (Acceptance.objects.get().side, Acceptance.objects.get().actor) == ("B", "table:1/B")


def test_the_own_hand_cannot_be_accepted(phones: tuple[Phone, Phone], written: str) -> None:
    assert "Your side wrote this hand" in accept(phones[0], written)
    assert not Acceptance.objects.exists()


@pytest.mark.parametrize("entry", ["", "0", "7", "x", "9" * 40])
def test_what_is_not_there_cannot_be_accepted(phones: tuple[Phone, Phone], written: str, entry: str) -> None:
    assert "There is no such hand" in accept(phones[1], written, entry=entry)


def test_contesting_a_hand_raises_a_dispute_of_that_side(phones: tuple[Phone, Phone], written: str) -> None:
    there = reverse("scoring:dispute", args=[written])
    form = phones[1].client.get(there, {"hand": 1}).content.decode()
    assert "hand-1" in form
    said = {"about": "hand-1", "reason": "wrong_record", "words": "We had 104.", "key": str(uuid.uuid4())}
    phones[1].client.post(there, {**said, "side": "A"})
    assert not Dispute.objects.exists()
    phones[1].client.post(there, {**said, "side": "B"})
    assert (Dispute.objects.get().side, Dispute.objects.get().actor) == ("B", "table:1/B")
    assert all("contested" in phone.table() for phone in phones)


def test_what_the_desk_wrote_is_asked_of_nobody(
    phones: tuple[Phone, Phone], organiser: Any, tournament: Tournament
) -> None:
    played = game(tournament, 1)
    acts.record_hand(
        actor=organiser, game=played, body=count("A"), key=acts.WriteKey("desk", uuid.uuid4(), played.sheet.head)
    )
    assert ACCEPT not in phones[0].table() + phones[1].table()


def test_a_fix_by_the_other_side_is_theirs_and_asks_the_first(phones: tuple[Phone, Phone], written: str) -> None:
    accept(phones[1], written)
    head = Entry.objects.get().hash
    answer = phones[1].post(
        "fix", written, "save", **plain(points=77), head=head, entry="1", key=str(uuid.uuid4()), why="typed"
    )
    assert answer.status_code == 302
    assert ACCEPT in phones[0].table()
    assert ACCEPT not in phones[1].table()


def test_an_open_page_learns_that_something_was_written(phones: tuple[Phone, Phone], written: str) -> None:
    there = reverse("scoring:mark")
    before = phones[0].client.get(there).content.decode()
    assert f'data-mark="{before}"' in phones[0].table()
    accept(phones[1], written)
    assert phones[0].client.get(there).content.decode() != before


def test_the_side_comes_from_the_link_never_from_the_request(
    phones: tuple[Phone, Phone], written: str, tournament: Tournament
) -> None:
    accept(phones[1], written, side="A")
    assert Acceptance.objects.get().side == "B"
    links = tournament.table_links.filter(revoked_at=None).order_by("side")
    match = tournament.stages.get().matches.get(number=1)
    assert [writer(link, match).sides for link in links] == [{"A"}, {"B"}]


def test_a_link_of_no_side_only_looks_where_each_side_writes(phone: Phone, sheet: str, tournament: Tournament) -> None:
    play_as(tournament, "both_sides")
    page = phone.table()
    assert "this link is of no side" in page
    assert "Enter hand" not in page
    assert phone.get("hand", sheet)["Location"] == "/table"
    answer = phone.post("hand", sheet, "save", **plain(), head=game(tournament, 1).sheet.head, key=str(uuid.uuid4()))
    assert answer.status_code == 422
    assert not Entry.objects.exists()


def test_where_referees_write_a_tables_phone_only_looks(phone: Phone, sheet: str, tournament: Tournament) -> None:
    play_as(tournament, "referee")
    page = phone.table()
    assert "referees write the hands down" in page
    assert "Enter hand" not in page
    assert "Raise a dispute" not in page
    for act in ("record_hand", "preview_hand"):
        said = {"key": acts.WriteKey("p", uuid.uuid4(), "")} if act == "record_hand" else {}
        link = tournament.table_links.get(revoked_at=None)
        with pytest.raises(acts.Refused) as caught:
            getattr(acts, act)(actor=link, game=game(tournament, 1), body=count("A"), **said)
        assert caught.value.code == "referees_write"


def test_nobody_is_asked_to_accept_where_one_scorekeeper_writes(
    phones: tuple[Phone, Phone], written: str, tournament: Tournament
) -> None:
    play_as(tournament, "single")
    assert ACCEPT not in phones[1].table()
    accept(phones[1], written)
    assert not Acceptance.objects.exists()


@pytest.mark.parametrize("name", ["accept", "mark"])
def test_without_a_session_there_is_nothing_here(client: Any, db: None, name: str) -> None:
    there = reverse(f"scoring:{name}", args=["x"] if name == "accept" else [])
    assert {client.get(there).status_code, client.post(there).status_code} <= {404, 405}


def test_nothing_of_another_table_is_accepted(
    phones: tuple[Phone, Phone], written: str, organiser: Any, tournament: Tournament
) -> None:
    other = tournament.tables.get(number=2)
    token = acts.issue_table_link(actor=organiser, table=other, side="B").token
    there = reverse("scoring:accept", args=[written])
    assert Phone(token).let_in().client.post(there, {"entry": 1, "key": str(uuid.uuid4())}).status_code == 404
