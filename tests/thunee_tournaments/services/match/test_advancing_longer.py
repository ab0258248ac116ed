"""The events of `test_advancing` in matches of three games: earlier games turned, opened again and struck out when
later ones were played, teams that go home and come back, results turned and turned back. After each step it is worked
out from the plain score of the games in order who has won, and which of them count."""

import pytest
from django.db.models import ProtectedError

from tests.factories import UserFactory
from tests.support.services.advancing_longer import PLANS, SINGLE, Longer, advance
from tests.support.services.stored import StoredEvent
from thunee_tournaments.brackets import settling
from thunee_tournaments.services.officiating import surplus_games

pytestmark = [pytest.mark.walks, pytest.mark.slow]


@pytest.mark.slow
@pytest.mark.django_db
def test_no_event_of_longer_matches_ever_advances_the_wrong_team() -> None:
    advance(2, 10)  # each move plays whole matches; the bench goes further


@pytest.mark.django_db
@pytest.mark.parametrize("stands", [True, False])
def test_a_struck_out_match_that_did_not_stand_would_be_found(stands: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Longer()
    machine.event = StoredEvent(UserFactory(), SINGLE[0], 4, 0)
    for _ in range(3):
        machine.play(0, "A")
    if stands:
        machine.strike_out_and_turn_back(0)
        return
    monkeypatch.setattr(settling, "struck_out", lambda match: False)
    with pytest.raises(ProtectedError):
        machine.strike_out_and_turn_back(0)


@pytest.mark.django_db
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("appeal", [False, True])
@pytest.mark.parametrize("choice", surplus_games.SURPLUS_CHOICES)
def test_games_too_many_are_among_what_happens(choice: str, appeal: bool, back: bool) -> None:
    machine = Longer()
    machine.event = StoredEvent(UserFactory(), PLANS[0], 4, 0, best_of=3)
    for side in "ABA":
        machine.play(0, side)
    machine.decide_about_a_game_too_many(0, choice, appeal, back)
    machine.nothing_is_wrong()
    machine.drawn_again()
    winner = machine.event.matches()[0].winning_side
    assert winner == ("B" if not back else "" if choice == surplus_games.STRIKE_GAME and not appeal else "A")
