"""A page that lists what an act would change saves only that: if something of it moved, it is listed again."""

import re
import uuid
from typing import Any

import pytest

from tests.support.desk.correcting import Corrections
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.services import acts

pytestmark = pytest.mark.slow

AGAIN = "Something moved since this was shown, so nothing was saved."
REVIEW = "under review"
WHY = {"why": "typed", "words": "It was written wrongly."}


def sent_by(page: Any) -> dict[str, str]:
    """What the page's form with a key or a mark sends: its hidden fields, as a browser would."""
    forms = [form for form in re.findall(r"<form.*?</form>", page.content.decode(), re.S) if 'name="seen"' in form]
    found = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', forms[-1])
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


@pytest.fixture
def won(playing: Desk, win: Any) -> Desk:
    """Both first matches are won by their first teams; nothing is written in the final."""
    win(playing.tournament, 1, "A")
    win(playing.tournament, 2, "A")
    return playing


def begin(desk: Desk, write: Any) -> None:
    """The final gets its first hand."""
    write(game(desk.tournament, 3), count("A"))


def shown_again(page: Any) -> dict[str, str]:
    """The page that lists it anew: with the match that is under review now. What it sends."""
    assert page.status_code == 409
    assert AGAIN in text_of(page)
    assert REVIEW in text_of(page)
    return sent_by(page)


def test_striking_a_hand_out_is_listed_again_when_a_match_of_it_has_begun(won: Desk, write: Any) -> None:
    at = Corrections(won, seq=3).args
    page = won.get("void", *at)
    assert REVIEW not in text_of(page)
    begin(won, write)
    sent = shown_again(won.post("void", *at, **sent_by(page), **WHY))
    assert match(won.tournament, 1).over
    assert "Saved: the hand is struck out." in text_of(won.after("void", *at, **sent, **WHY))
    assert match(won.tournament, 3).conflict == "A"


def test_a_correction_is_listed_again_when_a_match_of_it_has_begun(won: Desk, write: Any) -> None:
    of = Corrections(won, seq=3)
    page = of.check(trumper="1", declared_seat="1")
    assert page.context["change"]["match_turns"]
    sent = {**sent_by(page), "action": "save"}
    begin(won, write)
    again = won.client.post(of.address, sent)
    assert {**shown_again(again), "action": "save"}.keys() == sent.keys()
    assert match(won.tournament, 1).over


def test_what_a_team_that_goes_home_changes_is_listed_again_when_it_moved(won: Desk, write: Any) -> None:
    team = match(won.tournament, 1).team("A").public_id
    page = won.post("withdraw", team, action="check", reason="The car.")
    sent = sent_by(page)
    begin(won, write)
    write(game(won.tournament, 3), thunee("A"))
    write(game(won.tournament, 3), thunee("A"))
    write(game(won.tournament, 3), thunee("A"))  # the final is over: its going changes nothing there any more
    again = won.post("withdraw", team, reason="The car.", **sent)
    assert (again.status_code, AGAIN in text_of(again)) == (409, True)
    assert won.fresh().teams.filter(withdrawn_at=None).count() == 4
    won.post("withdraw", team, reason="The car.", **sent_by(again))
    assert won.fresh().teams.filter(withdrawn_at=None).count() == 3


def test_what_a_walkover_taken_back_changes_is_listed_again_when_it_moved(
    playing: Desk, organiser: Any, win: Any, write: Any
) -> None:
    acts.award_walkover(actor=organiser, match=match(playing.tournament, 1), side="A", reason="nobody came")
    win(playing.tournament, 2, "A")
    at = match(playing.tournament, 1).public_id
    page = playing.get("walkover", at)
    sent = {**sent_by(page), "reason": "They came."}
    begin(playing, write)
    sent = {**shown_again(playing.post("walkover", at, **sent)), "reason": "They came."}
    assert match(playing.tournament, 1).over
    playing.post("walkover", at, **sent)
    assert match(playing.tournament, 3).conflict == "A"


def test_a_decision_about_a_match_under_review_is_saved_only_as_it_was_listed(
    won: Desk, write: Any, correct: Any, organiser: Any
) -> None:
    begin(won, write)
    first = match(won.tournament, 1).games.get()
    for seq in (1, 2, 3):
        correct(first, first.sheet.entries.get(seq=seq), thunee("B"))
    at = match(won.tournament, 3).public_id
    said = {"error_by": "own", "choice": "match_void", "text": "So found."}
    page = won.post("review", at, action="check", **said)
    sent = {**sent_by(page), "action": "save"}
    again = won.post("review", at, **{**sent, "seen": "of another list"})
    assert (again.status_code, AGAIN in text_of(again)) == (409, True)
    assert match(won.tournament, 3).conflict == "A"
    won.post("review", at, **{**sent_by(again), "action": "save"})
    assert match(won.tournament, 3).conflict == ""
    assert won.post("review", at, **sent).status_code == 302  # the second of two taps


def test_a_missed_hand_is_saved_only_as_it_was_listed(won: Desk, correct: Any) -> None:
    first = match(won.tournament, 1)
    correct(first.games.get(), first.games.get().sheet.entries.get(seq=3), None)
    at = (first.public_id, 1, 1)
    form = won.get("insert", *at).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    plain = {"trumper": "0", "trump": "s", "points": "60", "last_trick": "0"}
    page = won.post("insert", *at, action="check", **{**typed, **plain, **WHY})
    sent = {**sent_by(page), "action": "save"}
    again = won.post("insert", *at, **{**sent, "seen": "of another list"})
    assert (again.status_code, AGAIN in text_of(again)) == (409, True)
    assert first.games.get().sheet.seq == 4
    won.post("insert", *at, **{**sent_by(again), "action": "save"})
    assert first.games.get().sheet.seq == 5


def test_a_verdict_is_listed_again_when_a_match_of_it_has_begun(won: Desk, write: Any, organiser: Any) -> None:
    first = match(won.tournament, 1)
    dispute = acts.raise_dispute(
        actor=organiser, match=first, about="hand", reason="wrong_record", words="", game=first.games.get(), hand=3,
        device="d", client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip
    said = {"outcome": "replayed", "text": "Dealt wrongly.", "rules": "TH-DEAL-1"}
    page = won.post("decide", dispute.public_id, action="check", **said)
    assert REVIEW not in text_of(page).replace("dispute", "")
    sent = {**sent_by(page), **said, "action": "save"}
    begin(won, write)
    sent = {**shown_again(won.post("decide", dispute.public_id, **sent)), **said, "action": "save"}
    assert match(won.tournament, 1).over
    won.post("decide", dispute.public_id, **sent)
    assert match(won.tournament, 3).conflict == "A"


def test_an_event_is_closed_only_as_it_was_shown(won: Desk, write: Any) -> None:
    page = won.get("close")
    sent = {**sent_by(page), "reason": "power cut"}
    begin(won, write)
    again = won.post("close", **sent)
    assert "it was not closed" in text_of(again)
    assert won.fresh().status == "running"
    won.post("close", **{**sent_by(again), "reason": "power cut"})
    assert won.fresh().status == "closed"


def test_what_did_not_move_is_saved_at_once_and_twice_is_once(won: Desk) -> None:
    at = Corrections(won, seq=3).args
    sent = {**sent_by(won.get("void", *at)), **WHY}
    assert "Saved: the hand is struck out." in text_of(won.after("void", *at, **sent))
    assert "This was saved already." in text_of(won.after("void", *at, **sent))
