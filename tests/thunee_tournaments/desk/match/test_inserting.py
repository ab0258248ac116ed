"""A missed hand is written in at the desk: looked at first, and shown afterwards as the sheet was and as it is."""

from typing import Any

import pytest

from adjudication.hands import current_hands
from adjudication.models import Entry
from tests.support.services.signing import sign_as
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee

WHY = {"why": "forgotten", "words": "the table forgot it"}


@pytest.fixture
def desk(playing: Desk, write: Any) -> Desk:
    for side in "AB":
        write(game(playing.tournament, 1), count(side))
    return playing


def hand(points: int = 60, **more: Any) -> dict[str, Any]:
    """A plain hand as typed; with 60 points the side that set trump wins it."""
    return {"trumper": 1, "points": points, "points_of": "counting", "last_trick": 1, "call": 0, **WHY, **more}


def check(desk: Desk, after: int = 1, **typed: Any) -> Any:
    where = (match(desk.tournament, 1).public_id, 1, after)
    form = desk.get("insert", *where).context["form"]
    return desk.post("insert", *where, **{**hand(), "head": form["head"].value(), "action": "check", **typed})


def save(desk: Desk, review: Any, after: int = 1, **changed: Any) -> Any:
    context = review.context
    sent = dict(context["typed"]) | {"head": context["head"], "key": str(context["key"]), "action": "save", **changed}
    return desk.client.post(desk.at("insert", match(desk.tournament, 1).public_id, 1, after), sent, follow=True)


def test_all_that_changes_is_listed_before_it_is_saved(desk: Desk) -> None:
    review = check(desk)
    said = text_of(review)
    assert "Write in a missed hand 2" in said
    assert "It was Not written down" in said
    assert "The deal moves:" in said
    assert "1 later hand is worth the same, from another score." in said
    assert game(desk.tournament, 1).sheet.seq == 2


def test_it_stands_where_it_was_played_and_the_sheet_is_shown_before_and_after(desk: Desk) -> None:
    after = save(desk, check(desk))
    said = text_of(after)
    assert "Saved." in said
    assert "A missed hand was written in" in said
    assert "Why the table forgot it" in said
    assert "not written down" in said
    assert [row.changed for row in after.context["rows"]] == [False, True, True]
    assert [one.number for one in current_hands(game(desk.tournament, 1).sheet)] == [1, 2, 3]
    assert [entry.after for entry in Entry.objects.order_by("seq")] == [None, None, 1]


def test_before_the_first_hand_one_is_written_in_too(desk: Desk) -> None:
    save(desk, check(desk, after=0), after=0)
    first = current_hands(game(desk.tournament, 1).sheet)[0]
    assert first.entry.seq == 3


def test_saving_twice_writes_it_once(desk: Desk) -> None:
    review = check(desk)
    save(desk, review)
    assert "saved already" in text_of(save(desk, review))
    assert Entry.objects.count() == 3


def test_what_came_in_meanwhile_is_looked_at_first(desk: Desk, write: Any) -> None:
    review = check(desk)
    write(game(desk.tournament, 1), count("A"))
    again = save(desk, review)
    assert again.status_code == 409
    assert "Something else was written on this sheet." in text_of(again)
    save(desk, again)
    assert Entry.objects.count() == 4


def test_a_missed_hand_needs_its_reason_and_all_its_facts(desk: Desk) -> None:
    assert check(desk, why="").status_code == 422
    assert check(desk, points="").status_code == 422
    assert Entry.objects.count() == 2


def test_what_a_change_does_to_signatures_and_to_other_matches_is_listed(
    organiser: Any, browser_of: Any, write: Any
) -> None:
    desk = Desk(browser_of, draw(organiser, 4, policies={}))
    for _ in range(3):
        write(game(desk.tournament, 1), thunee("A"))
    played = match(desk.tournament, 1).games.get()
    for side in "AB":
        sign_as(organiser, played, side)
    where = (match(desk.tournament, 1).public_id, 1, 3)
    form = desk.get("correct", *where).context["form"]
    typed = {"trumper": 1, "declared": "thunee", "declared_seat": 1, "declared_lost_to": "won", **WHY}
    said = text_of(desk.post("correct", *where, **typed, head=form["head"].value(), action="check"))
    assert "The signature of Team 1 · Team 4 will be void" in said
    assert "Match 3 · Team 1 not known yet" in said
    assert "The match is then open again." in said


def test_the_history_of_a_correction_can_be_read_later(desk: Desk, correct: Any) -> None:
    played = game(desk.tournament, 1)
    correct(played, Entry.objects.get(seq=1), thunee("B"))
    correct(played, Entry.objects.get(seq=2), None)
    one = match(desk.tournament, 1).public_id
    first = desk.get("change", one, 1, 3)
    assert "A hand was corrected" in text_of(first)
    assert "The sheet has changed again since." in text_of(first)
    assert "A hand was struck out" in text_of(desk.get("change", one, 1, 4))
    assert "as it was and as it is" in text_of(desk.get("match", one))


@pytest.mark.parametrize(("page", "seq"), [("change", 1), ("change", 9), ("insert", 9)])
def test_what_is_no_change_and_no_place_is_not_there(desk: Desk, page: str, seq: int) -> None:
    assert desk.get(page, match(desk.tournament, 1).public_id, 1, seq).status_code == 404
    assert desk.get(page, match(desk.tournament, 1).public_id, 7, seq).status_code == 404
