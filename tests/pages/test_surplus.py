"""A best of three whose first game was another's, in real browsers: the desk asks what becomes of the third game, one
act strikes it out, and everybody reads why."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import PHONE
from tests.support.pages.organiser import SIZES, WIDER, choose, main_of, sign_in
from tests.support.services.beyond import best_of, nth, play, sound, turn
from tests.thunee_tournaments.services.conftest import correct, match, thunee, write
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "write"]
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
WHY = "Game 1 was written for the wrong side; both teams agree."


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return UserFactory(username="organiser")


@pytest.fixture
def tournament(organiser: Any, write: Any, correct: Any) -> Tournament:
    """B has won the first match by games 1 and 2, as a correction shows; a third was played."""
    drawn = best_of(organiser, 3, name="Temple Cup")
    play(write, drawn, 1, "ABA")
    turn(correct, nth(drawn, 1, 1), thunee("B"))
    return drawn


@pytest.mark.parametrize("size", SIZES)
def test_the_referee_is_led_from_what_waits_to_the_one_act_that_strikes_the_game_out(
    size: tuple[int, int], browse: Any, tournament: Tournament, assert_accessible: Any
) -> None:
    desk = sign_in(browse(size))
    desk.goto(f"/desk/{tournament.slug}/")
    expect(main_of(desk)).to_contain_text("A game was played that its match did not need")
    desk.get_by_role("link", name="Match 1, game 3").click()
    expect(desk.get_by_text("This game does not count: an earlier one was corrected")).to_be_in_viewport()
    assert_accessible(desk)
    desk.get_by_role("link", name="Keep it or strike it out").click()
    expect(desk.get_by_role("heading", name="What becomes of game 3?")).to_be_visible()
    assert_accessible(desk)
    assert desk.evaluate(WIDER) == 0

    # Without a reason nothing is decided, and what was chosen stays chosen.
    choose(desk, "What becomes of the game?", "Strike it out, all its hands at once")
    desk.get_by_role("button", name="Decide this").click()
    expect(main_of(desk)).to_contain_text("Say why.")
    expect(desk.get_by_role("radio", name="Strike it out, all its hands at once")).to_be_checked()
    assert_accessible(desk)

    # A double tap decides once.
    desk.get_by_label("Why?", exact=True).fill(WHY)
    desk.get_by_role("button", name="Decide this").dblclick()
    expect(main_of(desk)).to_contain_text("Decided. Everybody can read it on the page of the match.")
    expect(main_of(desk)).to_contain_text("the game is struck out")
    assert_accessible(desk)
    assert desk.evaluate(WIDER) == 0
    assert [one.number for one in match(tournament, 1).games.all()] == [1, 2]

    public = browse(PHONE)
    public.goto(f"/{tournament.slug}/m/{match(tournament, 1).public_id}")
    expect(main_of(public)).to_contain_text(WHY)
    assert_accessible(public)
    sound(tournament)
