"""Bundles that earlier versions made: each is taken in, holds, and goes on (see README)."""

from pathlib import Path

import pytest

from adjudication import verify
from thunee_tournaments.services import acts
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments.models import Tournament

BUNDLES = sorted((Path(__file__).parent / "bundles").glob("*.zip"))


@pytest.mark.django_db
@pytest.mark.parametrize("path", BUNDLES, ids=[path.stem for path in BUNDLES])
def test_a_bundle_of_before_is_taken_in_and_can_be_taken_over(path: Path) -> None:
    content = path.read_bytes()
    bundle = container.opened(content)
    taken = acts.take_in(actor=None, content=content, code=bundle.made_by.code)
    assert taken.entries > 0
    tournament = acts.take_over(actor=None, tournament=taken.tournament, reason="It goes on here.")
    assert replay.check(Tournament.objects.get(pk=tournament.pk)) == []
    assert redraw.check(Tournament.objects.get(pk=tournament.pk)) == []
    again = acts.take_bundle(actor=None, tournament=tournament)
    assert verify.check_bundle(again).holds


def test_bundles_of_before_are_kept() -> None:
    assert len(BUNDLES) >= 4
    assert any("from-postgresql" in path.name for path in BUNDLES)


@pytest.mark.parametrize("path", BUNDLES, ids=[path.stem for path in BUNDLES])
def test_the_checker_of_today_checks_a_bundle_of_before(path: Path) -> None:
    report = verify.check_bundle(path.read_bytes())
    assert report.faults == []
