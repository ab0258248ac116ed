"""Signing at the same instant as somebody else signs or corrects: real processes, a real database, a start gun.

Each promise has a control: with the locks taken away the same race must go wrong, or the test proves nothing.
"""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from adjudication import signing
from adjudication.models import SignOff
from tests.support.keys import keyed
from tests.support.services.races import Race, final_is_right, race
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.models import SigningTries
from thunee_tournaments.services.record import replay
from thunee_tournaments.services.scoring import signing_pins
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
    acts.sign_game(actor=organiser, game=played, **keyed(signature(played, side)))


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
    race: Race, semi_finals: Tournament, organiser: Any
) -> None:
    got = race.words([signs(semi_finals, organiser, side, at="entry", pause=0.5) for side in "AB"])
    assert got == ["done", "done"]
    assert match(semi_finals, 1).over
    assert final_is_right(semi_finals)
    assert replay.check(semi_finals) == []


def test_control_without_the_locks_they_miss_each_other(race: Race, semi_finals: Tournament, organiser: Any) -> None:
    got = race.words([signs(semi_finals, organiser, side, at="entry", without="lock") for side in "AB"])
    assert got != ["done", "done"] or not match(semi_finals, 1).over


def test_a_second_signature_sent_three_times_at_once_settles_once(
    race: Race, semi_finals: Tournament, organiser: Any
) -> None:
    sign_now(semi_finals, organiser, 1, "A")
    assert race.words([signs(semi_finals, organiser, "B")] * 3) == ["done"] * 3
    assert SignOff.objects.filter(sheet=game(semi_finals, 1).sheet).count() == 2
    assert final_is_right(semi_finals)


# Either the signer is told that the sheet went on, or the desk that both signatures are void: somebody always knows.
TOLD = (["done, A void", "stale"], ["done", "done, AB void"])


def test_a_correction_and_the_second_signature_at_once_never_miss_each_other(
    race: Race, semi_finals: Tournament, organiser: Any
) -> None:
    sign_now(semi_finals, organiser, 1, "A")
    slowly = {"at": "entry", "pause": 0.5}
    got = race.words([signs(semi_finals, organiser, "B", **slowly), reopens(semi_finals, organiser, **slowly)])
    assert got in TOLD
    assert not match(semi_finals, 1).over
    assert match(semi_finals, 3).team("A") is None
    assert signing.standing_of(game(semi_finals, 1).sheet).signed == {}
    assert replay.check(semi_finals) == []


def test_control_without_the_locks_nobody_is_told(race: Race, semi_finals: Tournament, organiser: Any) -> None:
    sign_now(semi_finals, organiser, 1, "A")
    unlocked = {"at": "entry", "without": "lock"}
    got = race.words([signs(semi_finals, organiser, "B", **unlocked), reopens(semi_finals, organiser, **unlocked)])
    assert got not in TOLD


def guesses(tournament: Tournament, organiser: Any, count: int, **more: Any) -> list[dict[str, Any]]:
    """The orders of some who guess the PIN of side A of the first semi-final, all of them wrongly."""
    played, right = game(tournament, 1), signing_pins.pin_of(match(tournament, 1), "A")
    wrong = "0000" if right != "0000" else "1111"
    said = [{"game": played.pk, **signature(played, "A"), "pin": wrong, "reason": ""} for _ in range(count)]
    return [{"act": "sign_game", "actor": organiser.pk, "said": each, "pause": 0.3, **more} for each in said]


@pytest.fixture
def one_try_left(semi_finals: Tournament) -> Tournament:
    SigningTries.objects.create(
        match=match(semi_finals, 1), side="A", wrong=signing_pins.TRIES - 1, since=timezone.now()
    )
    return semi_finals


def test_who_guess_a_pin_at_once_get_no_more_tries_than_one_alone(
    race: Race, one_try_left: Tournament, organiser: Any
) -> None:
    assert race.words(guesses(one_try_left, organiser, 3)) == ["pin_locked", "pin_locked", "wrong_pin"]
    assert SigningTries.objects.get().wrong == signing_pins.TRIES  # what was refused stays counted


def test_control_without_the_lock_everybody_gets_the_last_try(
    race: Race, one_try_left: Tournament, organiser: Any
) -> None:
    got = race.words(guesses(one_try_left, organiser, 3, without="lock"))
    assert got != ["pin_locked", "pin_locked", "wrong_pin"]
