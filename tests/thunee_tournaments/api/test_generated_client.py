"""Whoever writes a program need not write what asks the API: it is generated, with types, out of its document."""

import importlib
import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory, UserFactory
from tests.support.api.permissions import ROWS, WITH_KEY
from tests.thunee_tournaments.services.conftest import thunee
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PACKAGE = "thunee_tournaments_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Path]:
    """The package as `openapi-python-client` makes it."""
    folder = tmp_path_factory.mktemp("generated")
    document, settings = folder / "schema.json", folder / "settings.yml"
    document.write_bytes(Client().get("/api/v1/schema", headers={"accept": "application/json"}).content)
    settings.write_text(json.dumps({"post_hooks": []}))  # nobody reads it here, so it need not be put in order
    command = [sys.executable, "-m", "openapi_python_client", "generate"]
    where = ["--path", str(document), "--output-path", str(folder / "client"), "--config", str(settings)]
    subprocess.run([*command, *where], check=True, capture_output=True, timeout=300)
    sys.path.insert(0, str(folder / "client"))
    yield folder / "client" / PACKAGE
    sys.path.remove(str(folder / "client"))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


class Program:
    """A program that uses the generated package, with a key of an event."""

    def __init__(self, url: str, tournament: Tournament, user: Any) -> None:
        made = acts.make_program_key(
            actor=user, tournament=tournament, note="A program", may="desk", days=30, key=uuid.uuid4().hex
        )
        self.slug, self.models = tournament.slug, importlib.import_module(f"{PACKAGE}.models")
        client: Any = importlib.import_module(f"{PACKAGE}.client")
        self.client = client.AuthenticatedClient(base_url=url, token=made.token)

    def read(self, part: str, name: str, **more: Any) -> Any:
        return self.module(part, name).sync(slug=self.slug, client=self.client, **more)

    def write(self, name: str, body: Any) -> Any:
        key = uuid.uuid4().hex
        return self.module("desk", name).sync(slug=self.slug, client=self.client, body=body, idempotency_key=key)

    @staticmethod
    def module(part: str, name: str) -> Any:
        return importlib.import_module(f"{PACKAGE}.api.{part}.{name}")


def test_every_address_of_the_api_has_its_function(generated: Path) -> None:
    made = {file.stem for file in (generated / "api").rglob("*.py")} - {"__init__"}
    assert made == {*ROWS, *WITH_KEY} - {"schema"}


def test_an_event_is_played_to_its_champion_by_the_generated_client(
    generated: Path, live_server: SimpleNamespace
) -> None:
    organiser = UserFactory(username="organiser")
    program = Program(live_server.url, TournamentFactory(organiser=organiser, slug="shield"), organiser)
    models = program.models
    for number in range(1, 5):
        team = program.write("enter_team", models.TeamIn(name=f"Team {number}", players=["One", "Two"]))
        assert team.name == f"Team {number}"
    assert isinstance(program.write("enter_team", models.TeamIn(name="Team 1")), models.Problem)
    program.write("draw", models.DrawIn(tables=2))
    written = 0
    while matches := program.read("desk", "desk").matches:
        hand = models.HandInHand.from_dict(thunee("A"))
        done = program.write("write_hand", models.HandIn(match=matches[0].id, head=matches[0].head, hand=hand))
        assert done.seq >= 1
        written += 1
    assert written == 9  # three matches of three thunees
    told = program.read("tournaments", "standings")
    [champion] = [row for row in told.rows if row.champion]
    final = program.read("tournaments", "matches").results[-1]
    assert final.winner == "A"
    assert champion.team == final.sides.a.team.id
