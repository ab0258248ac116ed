"""Signing at the same instant as somebody else signs or corrects: real processes, a real database, a start gun.

Each promise has a control: with the locks taken away the same race must go wrong, or the test proves nothing.
"""

import uuid
from pathlib import Path
from typing import Any

import pytest

from adjudication import signing
from adjudication.models import SignOff
from tests.thunee_tournaments.running.conftest import count, draw, game, match, thunee
from tests.thunee_tournaments.running.test_races import Race, final_is_right, race
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.running import acts, checking
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def semi_finals(transactional_db: None, organiser: Any, write: Any) -> Tournament:
    """Four teams, both semi-finals won by side A, the second signed: the final waits for the first."""
    tournament = draw(organiser, 4, policies={})
    for number in (1, 2):
        for _ in range(3):
            write(game(tournament, number), thunee("A"))
    for side in "AB":
        sign_now(tournament, organiser, 2, side)
    return tournament


def sign_now(tournament: Tournament, organiser: Any, number: int, side: str) -> None:
    played = match(tournament, number).games.get()
    acts.sign_game(actor=organiser, game=played, **signature(played, side))


def signature(played: MatchGame, side: str) -> dict[str, Any]:
    return {
        "side": side,
        "head": played.sheet.head,
        "reason": "They have gone home.",
        "device": f"desk-{side}",
        "client_uuid": str(uuid.uuid4()),
    }


def signs(tournament: Tournament, organiser: Any, side: str, **more: Any) -> dict[str, Any]:
    """The orders of somebody who signs the first semi-final."""
    played = game(tournament, 1)
    return {"act": "sign_game", "actor": organiser.pk, "said": {"game": played.pk, **signature(played, side)}, **more}


def reopens(tournament: Tournament, organiser: Any, **more: Any) -> dict[str, Any]:
    """The orders of a desk that turns the last thunee of the first semi-final into one ball of the other side."""
    played = game(tournament, 1)
    said = {
        "game": played.pk,
        "entry": 3,
        "body": count("B"),
        "device": "desk",
        "client_uuid": str(uuid.uuid4()),
        "head": played.sheet.head,
        "reason": "no thunee was called",
    }
    return {"act": "correct_hand", "actor": organiser.pk, "said": said, **more}


def test_both_sides_sign_at_once_and_the_match_is_settled_once(
    race: Race, semi_finals: Tournament, organiser: Any, tmp_path: Path
) -> None:
    got = race.run([signs(semi_finals, organiser, side, meet=str(tmp_path)) for side in "AB"])
    assert got == ["done", "done"]
    assert match(semi_finals, 1).over
    assert final_is_right(semi_finals)
    assert checking.check(semi_finals) == []


def test_control_without_the_locks_they_miss_each_other(
    race: Race, semi_finals: Tournament, organiser: Any, tmp_path: Path
) -> None:
    got = race.run([signs(semi_finals, organiser, side, meet=str(tmp_path), without="lock") for side in "AB"])
    assert got != ["done", "done"] or not match(semi_finals, 1).over


def test_a_second_signature_sent_three_times_at_once_settles_once(
    race: Race, semi_finals: Tournament, organiser: Any
) -> None:
    sign_now(semi_finals, organiser, 1, "A")
    assert race.run([signs(semi_finals, organiser, "B")] * 3) == ["done"] * 3
    assert SignOff.objects.filter(sheet=game(semi_finals, 1).sheet).count() == 2
    assert final_is_right(semi_finals)


# Either the signer is told that the sheet went on, or the desk that both signatures are void: somebody always knows.
TOLD = (["done, A void", "stale"], ["done", "done, AB void"])


def test_a_correction_and_the_second_signature_at_once_never_miss_each_other(
    race: Race, semi_finals: Tournament, organiser: Any, tmp_path: Path
) -> None:
    sign_now(semi_finals, organiser, 1, "A")
    meet = {"meet": str(tmp_path)}
    got = race.run([signs(semi_finals, organiser, "B", **meet), reopens(semi_finals, organiser, **meet)])
    assert got in TOLD
    assert not match(semi_finals, 1).over
    assert match(semi_finals, 3).team_a is None
    assert signing.standing_of(game(semi_finals, 1).sheet).signed == {}
    assert checking.check(semi_finals) == []


def test_control_without_the_locks_nobody_is_told(
    race: Race, semi_finals: Tournament, organiser: Any, tmp_path: Path
) -> None:
    sign_now(semi_finals, organiser, 1, "A")
    meet = {"meet": str(tmp_path), "without": "lock"}
    got = race.run([signs(semi_finals, organiser, "B", **meet), reopens(semi_finals, organiser, **meet)])
    assert got not in TOLD
