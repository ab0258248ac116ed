"""What people gave in confidence is in nothing that others may read: marked numbers, addresses and names are planted
wherever the site keeps such, and looked for on every public page, in the API, every file and the log."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.addresses import Evening, evening
from tests.thunee_tournaments.services.conftest import organiser, win, write
from thunee_tournaments.fundraising import models as money
from thunee_tournaments.services import acts
from thunee_tournaments.services.bundles import giving
from thunee_tournaments.services.models import Letter, ToldPhone
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["organiser", "win", "write"]

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
MARKS = ("0793141592", "079 314 1592", "zqplanted")
PHONE, WORD, MAIL = "079 314 1592", "Zqplanted", "zqplanted@example.org"
# Only who has the secret address reads these, and they show what that person gave.
OWN_PAGES = {"public:sign_up", "public:receipt", "public:pledge"}


@pytest.fixture
def world(organiser: Any, write: Any, win: Any) -> Evening:
    return evening(organiser, write, win)


def planted() -> dict[str, int]:
    """The marks in every column that is private; how many rows each of the tables had."""
    team = Team.objects.filter(tournament__slug="shield")[0]
    ToldPhone.objects.create(team=team, endpoint=f"https://fcm.googleapis.com/{WORD}", p256dh=WORD, auth=WORD)
    Letter.objects.create(tournament=team.tournament, kind="receipt", receipt=money.Movement.objects.first(), to=MAIL)
    return {
        "sign-ups": SignUp.objects.update(phone=PHONE, email=MAIL, answers=[f"{WORD}, {PHONE}"]),
        "parties": money.Party.objects.update(name=WORD, named=False, note=PHONE, address=WORD),
        "pledgers": money.Pledger.objects.update(name=WORD, named=False, contact=PHONE),
        "books": money.RaffleBook.objects.update(seller=WORD),
        "paddles": money.Paddle.objects.update(name=WORD, contact=PHONE),
        "phones": ToldPhone.objects.count(),
        "letters": Letter.objects.count(),
    }


def marks_in(content: bytes) -> set[str]:
    text = content.decode("utf-8", "replace").casefold()
    return {mark for mark in MARKS if mark in text}


def files(organiser: Any, tournament: Tournament, desk: Client) -> Iterator[tuple[str, bytes]]:
    """Every file that may be given to others, unpacked."""
    yield "record", acts.take_export(actor=organiser, tournament=tournament).content
    for kind in ("teams_csv", "teams_xlsx"):
        yield kind, desk.get(reverse(f"desk:{kind}", args=[tournament.slug])).content
    yield "bundle", giving.bundle_of(tournament)


def unpacked(content: bytes) -> Iterator[bytes]:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        yield content
        return
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for name in packed.namelist():
            yield packed.read(name)


def test_what_was_given_in_confidence_is_on_no_page_in_no_answer_file_or_log(
    world: Evening, organiser: Any, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = planted()
    assert min(rows.values()) > 0, rows
    Tournament.objects.update(version=99)  # nothing that a page kept is shown again
    tournament, stranger = Tournament.objects.get(slug="shield"), Client()
    seen, looked = {}, 0
    for name, address in world.addresses():
        if name.partition(":")[0] not in ("public", "api") or name in OWN_PAGES:
            continue
        for asked in ("", "?fragment=1", "?parts=1"):
            response = stranger.get(address + ("&" + asked[1:] if "?" in address and asked else asked))
            content = b"".join(response.streaming_content) if response.streaming else response.content
            looked += response.status_code == 200
            if marks := marks_in(content) | marks_in(str(response.headers).encode()):
                seen[f"{address}{asked}"] = marks
    for name, content in files(organiser, tournament, world.organiser):
        for part in unpacked(content):
            if marks := marks_in(part):
                seen[name] = marks
    out, err = capsys.readouterr()
    seen |= {"log": marks} if (marks := marks_in((caplog.text + out + err).encode())) else {}
    assert seen == {}
    assert looked > 60


def test_control_the_desk_does_show_what_was_planted(world: Evening) -> None:
    planted()
    Tournament.objects.update(version=99)
    pages = ("desk:sign_ups", "desk:pledges", "desk:money")
    shown = {page for page in pages if marks_in(world.organiser.get(reverse(page, args=["shield"])).content)}
    assert shown == set(pages)
