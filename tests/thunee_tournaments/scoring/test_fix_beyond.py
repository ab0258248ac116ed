"""A fix at the table that reaches further: its scorekeeper sees what changes elsewhere before it is saved."""

import html
from typing import Any

from adjudication.models import Entry
from tests.support.scoring.fixing import WHY
from tests.thunee_tournaments.scoring.conftest import thunee
from tests.thunee_tournaments.services.conftest import count, game, match, win, write
from tests.thunee_tournaments.services.conftest import thunee as thunee_of
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["win", "write"]


def level_but_for_the_last(tournament: Tournament, write: Any) -> Any:
    """Match 1 as the phone wrote it: two thunees each, and the last one for side B."""
    first = game(tournament, 1)
    for side in "BAABB":
        write(first, thunee_of(side))
    return first


def test_the_phone_says_that_a_match_behind_comes_under_review(
    phone: Any, organiser: Any, tournament: Tournament, write: Any, win: Any
) -> None:
    first = level_but_for_the_last(tournament, write)
    win(tournament, 2, "A")
    acts.move_match(
        actor=organiser, match=match(tournament, 3), table=tournament.tables.get(number=2), reason="The lamp."
    )
    write(game(tournament, 3), count("B"))
    review = phone.check(first.sheet.public_id, page="fix", entry=5, **thunee(0), **WHY)
    page = html.unescape(review.content.decode())
    assert "Elsewhere" in page
    assert "under review" in page
    assert "Team 4 has begun it" in page
    assert "Team 1 should play it" in page
    assert "EV-LATE-1" in page
    assert Entry.objects.filter(sheet=first.sheet).count() == 5, "nothing is saved by looking"
    assert match(tournament, 3).conflict == ""
    phone.save(review)
    assert match(tournament, 3).conflict == "A"


def test_a_match_that_has_not_begun_is_said_to_take_the_other_team(
    phone: Any, tournament: Tournament, write: Any, win: Any
) -> None:
    first = level_but_for_the_last(tournament, write)
    win(tournament, 2, "A")
    page = phone.check(first.sheet.public_id, page="fix", entry=5, **thunee(0), **WHY).content.decode()
    assert "Elsewhere" in page
    assert "under review" not in page


def test_a_fix_in_a_match_that_goes_on_says_nothing_of_others_and_asks_nothing_more(
    phone: Any, sheet: str, tournament: Tournament, write: Any
) -> None:
    write(game(tournament, 1), count("B"))
    page = phone.check(sheet, page="fix", entry=1, **thunee(0), **WHY).content.decode()
    assert "What changes" in page
    assert "Elsewhere" not in page
