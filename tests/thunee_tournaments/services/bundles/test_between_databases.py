"""A laptop's event moves to a PostgreSQL server, and back to a laptop: the record, the rows and every page stay."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support import fresh, postgres
from tests.support.loudly import missing
from tests.support.services.another_database import differences, pages_of, taken_in
from tests.support.services.bundling import bundle_of, evening, files_of
from tests.support.services.sites import Sites
from thunee_tournaments.services.bundles import container

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.walks]


def test_a_laptops_event_moves_to_postgresql_and_back_and_every_page_shows_what_it_did(
    sites: Sites, tmp_path: Path
) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    made = bundle_of(tournament)
    (tmp_path / "laptop.zip").write_bytes(made)
    here = pages_of(tournament.slug)
    assert len(here) > 15
    try:
        with postgres.server() as url:
            server = taken_in(
                tmp_path / "laptop.zip", sites.code, tmp_path / "server", url.rpartition("/")[0] + "/postgres"
            )
    except postgres.NotInstalled as error:
        missing("PostgreSQL", str(error))
    database = tmp_path / "back.sqlite3"
    fresh.database(database)
    back = taken_in(server["bundle"], server["code"], tmp_path / "back", f"sqlite:///{database.as_posix()}")
    assert (server["vendor"], back["vendor"]) == ("postgresql", "sqlite")
    assert differences(here, server["pages"]) == []
    moved = differences(server["pages"], back["pages"])
    # Who keeps it from then on stands among the draws, and the head of the record has moved with that.
    assert {line.partition(":")[0] for line in moved} == {
        f"/{tournament.slug}/{page}" for page in ("draws", "standings")
    }
    first, second, third = (record_of(bundle) for bundle in (made, *(read(site) for site in (server, back))))
    for before, after in ((first, second), (second, third)):
        assert [line for line in after if line in before] == before
        came = [json.loads(line) for line in after if line not in before]
        assert [line["kind"] for line in came if line["type"] == "notice"] == ["keeper"]
        assert {line["type"] for line in came} <= {"notice", "commitment"}


def record_of(bundle: bytes) -> list[bytes]:
    """The lines of a bundle's record, but for the first and the last, which say how much there is."""
    return files_of(bundle)[container.RECORD].splitlines()[1:-1]


def read(site: dict[str, Any]) -> bytes:
    content: bytes = site["bundle"].read_bytes()
    return content
