"""Records of earlier versions are taken forward: they show, hold, and go on, and nothing recorded moves."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication import audit, verify
from adjudication.book import Book
from adjudication.hands import all_steps, current_hands
from adjudication.models import Scoresheet
from tests.factories import UserFactory
from tests.support.kept_exports import FILES, KEPT, bring_back, event_of, name_of
from tests.support.quick import first
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.walks]
RECORD = {"sheet", "entry", "sign_off", "acceptance", "dispute", "decision", "leave", "commitment"}
GAMES = {"durban-classic", "club-strict", "fundraiser", "tarneeb", "egyptian-tarneeb", "400", "forty-one", "tunge"}


LATEST = sorted(FILES, key=lambda path: (path.stem != "thunee-evening", path.parent.name != "rules-whole"))


@pytest.fixture(params=first(LATEST, 10, ids=map(name_of, LATEST)))
def kept(request: Any) -> tuple[Path, Tournament, Any]:
    organiser = UserFactory(username="organiser")
    return request.param, bring_back(request.param, organiser), organiser


def test_every_game_is_kept_by_every_version() -> None:
    for folder in (one for one in KEPT.iterdir() if one.is_dir() and any(one.glob("*.jsonl"))):
        found = {preset for preset in GAMES for path in folder.glob("*.jsonl") if f'"{preset}"' in path.read_text()}
        assert found == GAMES, folder.name


def test_what_an_earlier_version_wrote_holds_shows_and_goes_on(kept: tuple[Path, Tournament, Any]) -> None:
    path, tournament, organiser = kept
    assert verify.check(path.read_bytes()).faults == []
    lines = [line for line in path.read_bytes().splitlines(keepends=True) if json.loads(line)["type"] in RECORD]
    assert set(lines) <= set(audit.export(Book(tournament.public_id))[0]), "it is not brought back as it was"
    assert replay.check(tournament) == []
    _pages_open(tournament, organiser)
    stood = _rulings()
    written = sum(_one_more(game, organiser) for game in _open_games(tournament))
    assert written, "no game of this event takes a hand"
    assert {key: ruling for key, ruling in _rulings().items() if key in stood} == stood
    tournament.refresh_from_db()
    assert replay.check(tournament) == []
    report = verify.check(b"".join(audit.export(Book(tournament.public_id))[0]), Book(tournament.public_id).head())
    assert report.faults == []


def _rulings() -> dict[tuple[str, int], Any]:
    """The ruling of every hand and decision, by sheet and name, and the score after it."""
    return {(sheet.public_id, step.seq): step.ruling for sheet in Scoresheet.objects.all() for step in all_steps(sheet)}


def _open_games(tournament: Tournament) -> list[MatchGame]:
    games = MatchGame.objects.filter(match__stage__tournament=tournament, sheet__state=Scoresheet.State.OPEN)
    return list(games.select_related("sheet", "match__stage__tournament").filter(sheet__seq__gt=0))


def _one_more(game: MatchGame, organiser: Any) -> bool:
    """Write one more hand: the first of the demo's of this game that can be one here."""
    event = event_of(game.sheet.rules, game.sheet.players)
    bodies = [hand["hand"] for part in event["play"] for hand in part.get("hands", []) if "hand" in hand]
    before = len(current_hands(game.sheet))
    for number, body in enumerate(bodies):
        body = {key: value for key, value in body.items() if key not in ("dealer", "events", "deal")}
        named = f"00000000-0000-4000-8000-{game.pk:06}{number:06}"
        key = acts.WriteKey("desk", named, game.sheet.head)
        try:
            done = acts.record_hand(actor=organiser, game=game, body=body, key=key)
        except acts.Refused:
            continue
        assert [changed["hand"] for changed in done.entry.rulings] == [done.entry.seq]
        assert len(current_hands(Scoresheet.objects.get(pk=game.sheet_id))) == before + 1
        return True
    return False


def _pages_open(tournament: Tournament, organiser: Any) -> None:
    desk = Client()
    desk.force_login(organiser)
    slug = tournament.slug
    everywhere = [
        *(f"public:{page}" for page in ("tournament", "bracket", "standings", "all_hands", "event_rules")),
        *(f"desk:{page}" for page in ("overview", "audit", "newer_engine", "disputes")),
        *(f"api:{page}" for page in ("tournament", "matches", "standings")),
    ]
    of_a_match = ["desk:match", "public:match", "public:match_hands", "api:match"]
    addresses = [reverse(page, args=[slug]) for page in everywhere]
    for game in MatchGame.objects.filter(match__stage__tournament=tournament).select_related("match"):
        addresses += [reverse(page, args=[slug, game.match.public_id]) for page in of_a_match]
    for address in addresses:
        assert desk.get(address).status_code == 200, address
