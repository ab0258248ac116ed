"""A large bundle over a bad line: it comes in pieces, and goes on where the line dropped."""

import hashlib
import threading
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.models import Entry
from tests.support.services.bundling import bundle_of, checked, evening, organiser
from tests.support.services.lines import CLUB, Line, followed
from tests.support.services.sites import Sites
from tests.support.unlocked import row_locks_taken_away
from tests.thunee_tournaments.services.conftest import count, game, thunee, writing
from thunee_tournaments import site_key
from thunee_tournaments.services.bundles import pieces, sending
from thunee_tournaments.services.models import Copy, Piece, Sending
from thunee_tournaments.teams.models import Player
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.walks]
SMALL = 4000  # bytes of a piece here: an evening has several


@pytest.fixture
def bad_line(line: Line, monkeypatch: pytest.MonkeyPatch) -> Line:
    monkeypatch.setattr(pieces, "SIZE", SMALL)
    return line


def try_again() -> int:
    Sending.objects.update(next_at=timezone.now())
    return sending.send_due()


def arrived(sites: Sites) -> int:
    """How many hands are at the club's site, where everything must add up."""
    sites.turn_to("club")
    assert checked(Tournament.objects.get()) == []
    hands = Entry.objects.count()
    assert not Piece.objects.exists()
    sites.turn_to("laptop")
    return hands


@pytest.mark.slow
def test_a_line_that_drops_costs_the_piece_that_was_on_its_way(sites: Sites, bad_line: Line) -> None:
    followed(sites)
    bad_line.faults = ["", "", "", "drop"]
    assert sending.send_due() == 0
    assert Sending.objects.get().problem == "away"
    desk = Client()
    desk.force_login(organiser())
    page = reverse("desk:bundle", args=[Tournament.objects.get().slug])
    assert "it goes on from there by itself" in desk.get(page).content.decode()
    assert try_again() == 1
    assert "goes on from there" not in desk.get(page).content.decode()
    asked, *sent = bad_line.sizes[4:]
    assert asked == 0
    first = bad_line.sizes[1:3]
    assert first == [SMALL, SMALL]
    whole = len(bytes(Sending.objects.get().content))
    assert sum(first) + sum(sent) == whole  # nothing travelled twice but what was lost
    assert arrived(sites) == Entry.objects.count()


@pytest.mark.slow
def test_a_piece_whose_answer_is_lost_is_not_sent_again(sites: Sites, bad_line: Line) -> None:
    followed(sites)
    bad_line.faults = ["", "", "lost"]
    assert sending.send_due() == 0
    assert try_again() == 1
    whole = len(bytes(Sending.objects.get().content))
    assert sum(bad_line.sizes) == whole


@pytest.mark.slow
def test_a_file_that_is_begun_goes_on_though_hands_are_written_meanwhile(sites: Sites, bad_line: Line) -> None:
    tournament = followed(sites)
    bad_line.faults = ["", "", "drop"]
    assert sending.send_due() == 0
    begun, written = bytes(Sending.objects.get().begun), Entry.objects.count()
    writing(organiser())(game(tournament, 2), thunee("B"))
    assert try_again() == 1
    row = Sending.objects.get()
    assert (bytes(row.content), bytes(row.begun), row.begun_version) == (begun, b"", None)
    assert arrived(sites) == written
    assert sending.send_due() == 1  # and then what was written meanwhile
    assert arrived(sites) == written + 1


@pytest.mark.slow
def test_the_last_answer_lost_does_no_harm(sites: Sites, bad_line: Line) -> None:
    followed(sites)
    number = -(-len(bundle_of(Tournament.objects.get())) // SMALL)
    bad_line.faults = [""] * number + ["lost"]
    assert sending.send_due() == 0
    assert try_again() == 1
    assert arrived(sites) == Entry.objects.count()


@pytest.mark.slow
def test_a_site_that_answers_nonsense_is_not_asked_for_ever(sites: Sites, monkeypatch: pytest.MonkeyPatch) -> None:
    from thunee_tournaments.services.bundles import line as to_the_site

    followed(sites)
    monkeypatch.setattr(pieces, "SIZE", SMALL)
    asked = []

    def nothing_here(where: str, place: pieces.Place, piece: bytes) -> dict[str, int]:
        asked.append(place.start)
        return {"have": 0}

    monkeypatch.setattr(to_the_site, "_piece", nothing_here)
    assert sending.send_due() == 0
    assert Sending.objects.get().problem == "answer"
    assert len(asked) < 100
    assert bytes(Sending.objects.get().begun)
    for _try in range(sending.GIVEN_UP):
        assert try_again() == 0
    assert not bytes(Sending.objects.get().begun)  # what is sent next is made anew


def the_file(sites: Sites) -> tuple[Tournament, bytes]:
    """A newer bundle of an event that the club's site follows; that site is there now."""
    tournament = followed(sites)
    writing(organiser())(game(tournament, 2), count("B"))
    content = bundle_of(tournament)
    sites.turn_to("club")
    return tournament, content


def post(sites: Sites, event: str, content: bytes, start: int, piece: bytes, **other: Any) -> Any:
    """A piece as the laptop sends it, but for what is `other`."""
    place = pieces.Place(event, other.pop("file", hashlib.sha256(content).hexdigest()), start, len(content))
    with sites.signing_as(other.pop("by", "laptop")):
        signature = site_key.sign(place.message(other.pop("signed", piece))).hex()
    headers = {
        "content-range": f"bytes {start}-{start + len(piece) - 1}/{len(content)}", "x-file": place.file,
        "x-signature": signature, **other,
    }  # fmt: skip
    where = reverse("api:bundle", args=[event])
    return Client().post(where, piece, content_type="application/octet-stream", headers=headers)


def test_only_what_the_keeper_signed_is_stored(sites: Sites) -> None:
    tournament, content = the_file(sites)
    event, piece = tournament.public_id, content[:SMALL]
    wrong: list[tuple[int, dict[str, Any]]] = [
        (403, {"by": "somebody"}),
        (403, {"signed": b"another piece"}),
        (400, {"x-signature": ""}),
        (400, {"x-signature": "zz" * 64}),
        (400, {"file": "not a hash"}),
        (400, {"content-range": "bytes 0-1/2, please"}),
        (400, {"content-range": f"bytes 0-{SMALL}/{len(content)}"}),
        (400, {"content-range": "bytes 0-١٢/20"}),
        (403, {"content-range": f"bytes 0-{SMALL - 1}/{len(content) + 1}"}),
    ]
    for status, other in wrong:
        answer = post(sites, event, content, 0, piece, **other)
        assert (answer.status_code, bool(answer.json()["detail"])) == (status, True), other
    assert post(sites, "aaaaaaaaaaaa", content, 0, piece).status_code == 404
    assert post(sites, event, content[:10], 8, b"beyond").status_code == 400
    assert post(sites, event, bytes(pieces.MOST + 1), 0, piece).status_code == 413
    assert post(sites, event, bytes(pieces.MOST), 0, bytes(512 * 1024 + 1)).status_code == 413
    assert not Piece.objects.exists()


def test_a_piece_goes_on_where_the_file_ends_and_of_an_event_one_file_is_on_its_way(sites: Sites) -> None:
    tournament, content = the_file(sites)
    event = tournament.public_id

    def have(*asked: Any) -> tuple[int, int]:
        answer = post(sites, event, *asked)
        return answer.status_code, answer.json()["have"]

    assert have(content, 0, content[:SMALL]) == (202, SMALL)
    assert have(content, 0, content[:SMALL]) == (202, SMALL)  # it came twice
    assert have(content, 2 * SMALL, content[2 * SMALL : 3 * SMALL]) == (202, SMALL)  # one between is missing
    assert Piece.objects.count() == 1
    other = content + b" "
    assert have(other, 0, other[:100]) == (202, 100)
    assert [(piece.start, len(piece.content)) for piece in Piece.objects.all()] == [(0, 100)]
    assert have(content, SMALL, content[SMALL:]) == (202, 0)


def both_bring_it(sites: Sites) -> int | Exception:
    """What the second is told of two that bring the same piece at once, the first of which is not done yet."""
    tournament, content = the_file(sites)
    place = pieces.Place(tournament.public_id, hashlib.sha256(content).hexdigest(), 0, len(content))
    with sites.signing_as("laptop"):
        brought = {"place": place, "piece": content[:SMALL], "signature": site_key.sign(place.message(content[:SMALL]))}
    answers: list[Any] = []

    def bring() -> None:
        try:
            answers.append(pieces.take_piece(**brought))
        except IntegrityError as error:
            answers.append(error)
        finally:
            connection.close()

    second = threading.Thread(target=bring, daemon=True)
    with transaction.atomic():
        assert pieces.take_piece(**brought) == SMALL
        second.start()
        second.join(1)
        assert second.is_alive(), "it waits for the first"
    second.join(30)
    answer: int | Exception = answers[0]
    return answer


def test_of_two_that_bring_the_same_piece_at_once_the_second_is_told_that_it_is_there(sites: Sites) -> None:
    assert both_bring_it(sites) == SMALL


def test_control_without_the_lock_the_second_breaks_down(sites: Sites) -> None:
    with row_locks_taken_away():
        answer = both_bring_it(sites)
    # SQLite lets one write at a time, whoever locks what.
    assert isinstance(answer, IntegrityError) if connection.vendor == "postgresql" else answer == SMALL


def test_pieces_that_were_given_up_go_when_something_newer_arrives(sites: Sites) -> None:
    tournament, content = the_file(sites)
    post(sites, tournament.public_id, content, 0, content[:SMALL])
    assert Piece.objects.exists()
    where = reverse("api:bundle", args=[tournament.public_id])
    assert Client().post(where, content, content_type="application/octet-stream").status_code == 200
    assert not Piece.objects.exists()


def test_a_file_that_is_another_than_was_said_is_refused_and_not_kept(sites: Sites) -> None:
    tournament, content = the_file(sites)
    before = Entry.objects.count()
    answer = post(sites, tournament.public_id, content, 0, content, file="0" * 64)
    assert (answer.status_code, answer.json()["code"]) == (400, "bent")
    assert not Piece.objects.exists()
    assert Entry.objects.count() == before


def test_whoever_is_forgotten_is_in_no_piece_any_more(sites: Sites) -> None:
    tournament, content = the_file(sites)
    post(sites, tournament.public_id, content, 0, content[:SMALL])
    player = Player.objects.create(team=Tournament.objects.get().teams.first(), name="Thiru Moodley", order=9)
    call_command("forget", player.name, "--yes", verbosity=0)
    assert not Piece.objects.exists()
    sites.turn_to("laptop")
    Sending.objects.update(begun=b"what is on its way", begun_version=3)
    call_command("forget", Tournament.objects.get().teams.first().name, "--yes", verbosity=0)
    row = Sending.objects.get()
    assert (bytes(row.begun), row.begun_version) == (b"", None)


@pytest.mark.slow
def test_a_command_publishes_an_event_and_says_how_it_goes(
    sites: Sites, line: Line, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    from thunee_tournaments.services.management.commands import bundle

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        Sending.objects.update(next_at=timezone.now())

    monkeypatch.setattr(bundle.time, "sleep", sleep)
    tournament = followed(sites)
    Sending.objects.all().delete()
    with pytest.raises(CommandError, match="--to"):
        call_command("bundle", "publish", tournament.slug)
    line.faults = ["drop"]
    call_command("bundle", "publish", tournament.slug, "--to", CLUB)
    said = capsys.readouterr().out
    assert "does not answer" in said
    assert f"is at {CLUB}" in said
    assert [round(seconds) for seconds in slept] == [5]
    assert arrived(sites) == Entry.objects.count()
    writing(organiser())(game(tournament, 2), thunee("B"))
    line.faults = ["drop"]
    with pytest.raises(CommandError, match="does not answer"):
        call_command("bundle", "publish", tournament.slug, "--patience", "1")
    call_command("bundle", "publish", tournament.slug, "--stop")
    assert not Sending.objects.exists()
    with pytest.raises(CommandError, match="web address"):
        call_command("bundle", "publish", tournament.slug, "--to", "club")


def test_an_event_that_is_not_there_yet_is_not_tried_again(sites: Sites, line: Line, settings: Any) -> None:
    settings.SENDING = False  # whoever runs the installation may
    sites.turn_to("laptop")
    tournament = evening()
    with pytest.raises(CommandError, match="bring its first bundle in"):
        call_command("bundle", "publish", tournament.slug, "--to", CLUB)
    assert len(line.sizes) == 1


def test_a_copy_is_published_by_the_site_that_keeps_it(sites: Sites) -> None:
    the_file(sites)
    assert Copy.objects.exists()
    with pytest.raises(CommandError, match="kept by another site"):
        call_command("bundle", "publish", Tournament.objects.get().slug, "--to", CLUB)
