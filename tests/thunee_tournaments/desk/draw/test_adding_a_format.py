"""docs/adding-a-format.md, carried out: a class and a line, and an event is planned, drawn, played and ranked by it."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext_lazy as _

from tests.factories import TeamFactory, TournamentFactory
from tests.support.services.formats import play, sound
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.formats import catalogue
from thunee_tournaments.brackets.formats.base import Format, Parameters, Shuffle
from thunee_tournaments.brackets.formats.fixtures import Bracket, Builder
from thunee_tournaments.brackets.formats.settings import LEGS
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.plans import BadPlan, checked
from thunee_tournaments.brackets.selectors import stage_of

GUIDE = Path(__file__).resolve().parents[4] / "docs" / "adding-a-format.md"


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Format:
    """The format of the guide, in the catalogue."""
    module, line = re.findall(r"```(?:python)?\n(.*?)\n```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    known: dict[str, Any] = {
        "Bracket": Bracket, "Builder": Builder, "Format": Format, "LEGS": LEGS, "Parameters": Parameters,
        "Sequence": Sequence, "Shuffle": Shuffle, "_": _,
    }  # fmt: skip
    exec(module, known)
    added: Format = eval(line.strip(" ,"), known)
    monkeypatch.setitem(catalogue.FORMATS, added.key, added)
    return added


@pytest.fixture
def planned(ring: Format, organiser: Any, client: Client) -> Desk:
    """An event of seven teams whose organiser has chosen the new format on the page, twice round, and drawn it."""
    tournament = TournamentFactory(organiser=organiser)
    for number in range(1, 8):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    client.force_login(organiser)
    desk = Desk(client, tournament)
    assert "Everybody meets two neighbours." in text_of(desk.get("plan"))
    desk.post("plan", ready=ring.key)
    fields = desk.get("plan").context["form"].fields
    chosen = {name: field.initial or "" for name, field in fields.items()} | {"1-legs": "2"}
    assert desk.post("plan", **chosen).status_code == 302
    desk.post("draw", count=2, lot="")
    return desk


@pytest.mark.django_db
def test_a_new_format_is_drawn_as_its_class_says(planned: Desk) -> None:
    stage = stage_of(planned.fresh())
    assert stage is not None
    assert (stage.format, stage.parameters["legs"]) == ("ring", 2)
    met = sorted(sorted(team.seed for team in match.teams if team) for match in Match.objects.filter(stage=stage))
    assert met == sorted([[n, n + 1] for n in range(1, 7)] * 2 + [[1, 7]] * 2)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_new_format_is_played_to_its_end_and_its_table_ranked(planned: Desk, organiser: Any, client: Client) -> None:
    tournament = planned.fresh()
    play(organiser, tournament, Random(7))
    sound(tournament)
    standings = client.get(f"/{tournament.slug}/standings")
    table = standings.context["stages"][0].tables[0]
    scores = [int(row["values"]["score"]) for row in table.rows]
    assert len(scores) == 7
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == 14
    assert "Ring" in text_of(client.get(f"/{tournament.slug}/bracket"))


@pytest.mark.django_db
def test_matches_of_a_new_format_can_be_put_off_as_it_says(planned: Desk) -> None:
    match = Match.objects.filter(stage__tournament=planned.tournament, state=Match.State.READY).first()
    assert match is not None
    assert "Put it off to another day" in text_of(planned.get("match", match.public_id))


def test_a_setting_a_new_format_does_not_have_is_refused(ring: Format) -> None:
    with pytest.raises(BadPlan) as bad:
        checked([{"format": ring.key, "parameters": {"legs": 3, "wins": 2}}], ())
    assert {error["path"] for error in bad.value.errors} == {"1.legs", "1.wins"}


@pytest.mark.parametrize("format_", catalogue.FORMATS.values(), ids=catalogue.FORMATS)
def test_every_format_has_its_page(format_: Format) -> None:
    page = GUIDE.parent / "formats" / f"{format_.page}.md"
    assert page.read_text(encoding="utf-8").startswith("# ")
    assert f"(formats/{page.name})" in (GUIDE.parent / "formats.md").read_text(encoding="utf-8")
