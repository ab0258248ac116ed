"""Nothing that was bent on the way is taken in, whoever signed it."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from adjudication.models import Entry
from tests.support.quick import first
from tests.support.services.bundling import (
    Files,
    arrived,
    bundle_of,
    evening,
    files_of,
    once_made,
    organiser,
    refreshed,
    signed_again,
    there_and_back,
)
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import draw, game, thunee, writing
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.walks]


def bent_record(files: Files) -> None:
    files[container.RECORD] = files[container.RECORD].replace(b'"club":"', b'"club":"x', 1).replace(b":60", b":61", 1)


def without_the_last_line(files: Files) -> None:
    files[container.RECORD] = b"\n".join(files[container.RECORD].split(b"\n")[:-2]) + b"\n"


def change_row(kind: str, column: str, value: Any, also: str = "") -> Callable[[Files], None]:
    """Another value in the first row of a kind (that has something in the column `also`)."""

    def change(files: Files) -> None:
        lines = [json.loads(line) for line in files[container.ROWS].splitlines()]
        line = next(line for line in lines if line["kind"] == kind and (not also or line["values"][also]))
        line["values"][column] = value
        files[container.ROWS] = b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    return change


def without_row(kind: str) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        lines = files[container.ROWS].splitlines()
        lines.remove(next(line for line in lines if json.loads(line)["kind"] == kind))
        files[container.ROWS] = b"\n".join(lines) + b"\n"

    return change


def nonsense(files: Files) -> None:
    files[container.ROWS] = b'{"kind": [], "id": 1, "values": 0}\n'


BENT: dict[str, Callable[[Files], None]] = {
    "a hand in the record": bent_record,
    "the end of the record": without_the_last_line,
    "a hand in the rows": change_row("adjudication.entry", "reason", "another"),
    "a ruling": change_row("adjudication.entry", "rulings", []),
    "a total": change_row("adjudication.scoresheet", "winner", "B", also="winner"),
    "who won": change_row("brackets.match", "won_by", "B", also="done_at"),
    "who plays": change_row("brackets.matchside", "team", None, also="score"),
    "a lot": change_row("tournaments.stage", "lot", "ff" * 16),
    "a row that is missing": without_row("brackets.matchgame"),
    "a hand that is missing": without_row("adjudication.entry"),
    "a value of another kind": change_row("teams.team", "seed", "first"),
    "a value that is too long": change_row("teams.team", "club", "x" * 81),
    "a value no database stores": change_row("teams.team", "club", "a\0b"),
    "a state that is none": change_row("brackets.match", "state", "asleep"),
    "a moment without a zone": change_row("teams.team", "created_at", "2026-01-01T00:00:00"),
    "a row that refers to nothing": change_row("teams.player", "team", "0:99999999"),
    "another event's id": change_row("tournaments.tournament", "public_id", "aaaaaaaaaaaa"),
    "a column that is not known": change_row("teams.team", "trophies", 3),
    "rows that are none": nonsense,
    "no rows": lambda files: files.update({container.ROWS: b""}),
    "rules that are none": change_row("tournaments.tournament", "profile", {"preset": "none"}),
    "a plan that is none": change_row("tournaments.stage", "parameters", [1, "x"]),
    "a plan of another shape": change_row("tournaments.stage", "inputs", "seeds"),
}


@pytest.mark.parametrize("change", first(BENT.values(), 6, BENT.keys()))
def test_a_bend_is_found_though_it_is_signed_and_nothing_is_taken_in(
    sites: Sites, change: Callable[[Files], None]
) -> None:
    true, code = once_made(sites)
    with sites.signing_as("laptop"):
        forged = signed_again(true, change)
    with pytest.raises(Refused) as refused:
        arrived(sites, forged, code)
    assert refused.value.code == "bent"
    assert not Tournament.objects.exists()
    assert not Entry.objects.exists()
    assert arrived(sites, true, code).new  # and the true one is taken in still


@pytest.mark.parametrize("kind", ["adjudication.entry", "adjudication.notice"], ids=["a hand", "a notice"])
def test_what_was_written_here_before_is_never_changed_by_a_later_bundle(sites: Sites, kind: str) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    first, code = bundle_of(tournament), sites.code
    writing(organiser())(game(tournament, 2), thunee("B"))
    forged = signed_again(bundle_of(refreshed(tournament)), change_row(kind, "reason", "another"))
    sites.turn_to("club")
    arrived(sites, first, code)
    before = list(Entry.objects.order_by("pk").values())
    with pytest.raises(Refused) as refused:
        arrived(sites, forged)
    assert refused.value.code == "bent"
    assert list(Entry.objects.order_by("pk").values()) == before


@pytest.mark.slow
def test_no_bundle_reaches_the_rows_of_another_event(sites: Sites) -> None:
    """An id in the space of this site names a row of this event, or none."""
    content, code = there_and_back(sites)
    other = draw(organiser(), 4, name="Ours")
    taken = arrived(sites, content, code)
    own = Team.objects.filter(tournament=other).first()
    assert own is not None
    sites.turn_to("laptop")
    tournament = Tournament.objects.get()
    writing(organiser())(game(tournament, 2), thunee("B"))
    content = bundle_of(tournament)

    def steal(files: Files) -> None:
        lines = [json.loads(line) for line in files[container.ROWS].splitlines()]
        line = next(line for line in lines if line["kind"] == "teams.team")
        line["id"] = f"{taken.tournament.row_space}:{own.pk}"
        files[container.ROWS] = b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    forged = signed_again(content, steal)
    sites.turn_to("club")
    with pytest.raises(Refused) as refused:
        arrived(sites, forged)
    assert refused.value.code == "bent"
    assert Team.objects.get(pk=own.pk).name == own.name


@pytest.mark.parametrize("name", [container.RECORD, container.ROWS, container.MANIFEST, container.CHECKER])
def test_a_file_that_was_changed_after_it_was_signed_is_found(sites: Sites, name: str) -> None:
    content, code = once_made(sites)
    files = files_of(content)
    files[name] = files[name].replace(b"a", b"b", 1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for each, text in files.items():
            archive.writestr(each, text)
    with pytest.raises(Refused) as refused:
        arrived(sites, out.getvalue(), code)
    assert refused.value.code in ("bent", "unreadable")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"{}", b"PK\x05\x06" + bytes(18), b"x" * 1000])
def test_what_is_no_bundle_is_refused_in_words(sites: Sites, content: bytes) -> None:
    sites.turn_to("club")
    with pytest.raises(Refused) as refused:
        arrived(sites, content)
    assert refused.value.code == "unreadable"


def test_a_bundle_that_was_cut_off_anywhere_is_refused(sites: Sites) -> None:
    content, code = once_made(sites)
    for end in range(0, len(content), max(1, len(content) // 40)):
        with pytest.raises(Refused):
            arrived(sites, content[:end], code)


def test_a_zip_that_unpacks_without_end_is_given_up(sites: Sites, monkeypatch: pytest.MonkeyPatch) -> None:
    content, code = once_made(sites)
    monkeypatch.setattr(container.unzipped, "__defaults__", (10_000,))
    with pytest.raises(Refused) as refused:
        arrived(sites, content, code)
    assert refused.value.code == "unreadable"


def test_a_manifest_that_another_hand_has_written_is_refused(sites: Sites) -> None:
    """All of it agrees, but the signature is not under this manifest."""
    content, code = once_made(sites)
    files = files_of(content)
    manifest = json.loads(files[container.MANIFEST])
    manifest["name"] = "Another evening"
    files[container.MANIFEST] = container.chain.canonical(manifest)
    with pytest.raises(Refused) as refused:
        arrived(sites, container.zipped(files), code)
    assert "signature" in str(refused.value.message)
    assert not Tournament.objects.exists()
