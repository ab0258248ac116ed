"""A tournament in mid-play, made through the services, for pages to show."""

from tests.support.worlds import kept
from tests.thunee_tournaments.services.conftest import (
    correct,
    count,
    draw,
    game,
    organiser,
    the_organiser,
    win,
    winning,
    write,
    writing,
)
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "organiser", "win", "write"]

CALL_AND_LOSS = {
    "tally": {"trumper": 1, "call": 20, "trump": "s", "card_points": {"A": 90}, "last_trick": 1},
    "claimed": {"winner": "A", "balls": 1},
}


@kept
def event() -> Tournament:
    """Six teams, two byes: match 2 is over, match 3 has two hands (the second one the table got wrong)."""
    organiser = the_organiser()
    write = writing(organiser)
    win = winning(write)
    tournament = draw(organiser, 6, slug="shield", name="Shield & Cup", cause="A new roof", venue="Temple hall")
    win(tournament, 2, "A")
    write(game(tournament, 3), count("B"))
    write(game(tournament, 3), CALL_AND_LOSS)
    tournament.refresh_from_db()
    return tournament
