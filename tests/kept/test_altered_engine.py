"""A rule and a preset are altered in a copy of the engine: nothing recorded moves before a referee adopts it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudication.hands import all_steps
from adjudication.models import Decision, Scoresheet
from tests.factories import UserFactory
from tests.support.kept_exports import KEPT, bring_back
from tests.support.worker import ROOT, database_url
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
# What the altered engine says of a hand and of a game: a call that is lost opens three balls, fifteen balls win.
RULE = ("engine/thunee/count.py", "else profile.call_and_loss\n", "else profile.call_and_loss + 1\n")
PRESET = ("engine/presets/fundraiser.toml", "balls_to_win = 13", "balls_to_win = 15")
ONE_HAND = """
from thunee_tournaments.services import acts
from thunee_tournaments.brackets.models import MatchGame
from django.contrib.auth.models import User
game = MatchGame.objects.select_related("sheet", "match").filter(sheet__seq__gt=0, sheet__state="open").first()
body = {"tally": {"trumper": 0, "trump": "s", "card_points": {"B": 60}, "last_trick": 0}}
done = acts.record_hand(
    actor=User.objects.get(username="organiser"), game=game, body=body,
    key=acts.WriteKey("desk", "00000000-0000-4000-8000-000000000001", game.sheet.head),
)
assert [one["hand"] for one in done.entry.rulings] == [done.entry.seq]
"""
ADOPT = """
import json
from thunee_tournaments.services import acts, queries
from thunee_tournaments.tournaments.models import Tournament
from django.contrib.auth.models import User
[tournament] = Tournament.objects.all()
found = queries.newer_rulings(tournament)
acts.adopt_newer_rulings(
    actor=User.objects.get(username="organiser"), tournament=tournament, chosen=[one.place for one in found],
    text="The rule was read wrongly.", seen=queries.list_digest(found), device="desk",
    client_uuid="00000000-0000-4000-8000-000000000002",
)
print(json.dumps([[*one.place, one.now["balls"]] for one in found]))
"""


class Copy:
    """The site with an engine of its own; `run` gives a command's exit status and what it said."""

    def __init__(self, home: Path) -> None:
        self.home = home
        shutil.copytree(ROOT / "engine", home / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "manage.py", home)
        for name in ("adjudication", "thunee_tournaments", "templates", "fixtures", "pyproject.toml"):
            (home / name).symlink_to(ROOT / name)

    def alter(self, name: str, was: str, now: str) -> None:
        text = (self.home / name).read_text(encoding="utf-8")
        assert was in text, f"{name} says that no more: choose another rule to alter"
        (self.home / name).write_text(text.replace(was, now), encoding="utf-8")

    def run(self, *command: str) -> tuple[int, str]:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings",
            "DATABASE_URL": database_url(),
            "SECRET_KEY": "for-tests-only-" + "k9" * 20,
            "THUNEE_VAR": str(self.home),
            "PYTHONPATH": str(self.home),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=self.home, env=environment, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr


def stood() -> dict[Any, Any]:
    """All that is recorded: rulings, scores, winners."""
    rulings = {
        (sheet.public_id, step.seq): step.ruling for sheet in Scoresheet.objects.all() for step in all_steps(sheet)
    }
    return {**rulings, **{match.public_id: (str(match.winner), match.state) for match in Match.objects.all()}}


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return bring_back(KEPT / "first" / "thunee-evening.jsonl", UserFactory(username="organiser"))


def test_nothing_recorded_moves_under_an_altered_engine_until_it_is_adopted(
    tournament: Tournament, tmp_path: Path
) -> None:
    copy = Copy(tmp_path)
    before = stood()
    status, said = copy.run("replay", "--check", tournament.slug)
    assert (status, "older engine" in said) == (0, False), said
    copy.alter(*RULE)
    copy.alter(*PRESET)
    status, said = copy.run("replay", "--check", tournament.slug)
    assert status == 0, said
    told = [line for line in said.splitlines() if "judged by an older engine" in line]
    lost = [key for key, ruling in before.items() if isinstance(ruling, dict) and ruling["kind"] == "call_and_loss"]
    assert len(told) == len(lost) > 0, said
    assert "laid down for another version" in said
    assert copy.run("replay", "--repair", tournament.slug)[0] == 0
    assert stood() == before
    status, said = copy.run("shell", "-c", ONE_HAND)
    assert status == 0, said
    assert {key: value for key, value in stood().items() if key in before} == before
    before = stood()
    status, said = copy.run("shell", "-c", ADOPT)
    assert status == 0, said
    listed = {(sheet, seq): balls for sheet, seq, balls in json.loads(said.strip().splitlines()[-1])}
    worth = {key: ruling["balls"] for key, ruling in stood().items() if isinstance(ruling, dict)}
    was = {key: ruling["balls"] for key, ruling in before.items() if isinstance(ruling, dict)}
    assert worth == was | listed, "what was listed, and nothing else, is worth something else now"
    assert Decision.objects.filter(outcome="rejudged").count() == len(listed) == len(lost)
    assert copy.run("replay", "--check", tournament.slug)[0] == 0
