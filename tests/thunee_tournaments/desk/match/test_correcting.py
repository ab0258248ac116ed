"""Correcting and striking out hands at the desk: looked at before it is saved, saved once, refused with the reason."""

from typing import Any

import pytest

from adjudication.hands import all_hands, current_hands
from adjudication.models import Entry
from tests.support.desk.correcting import WHY, Corrections, sent_by
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts


@pytest.fixture
def one(playing: Desk, write: Any) -> Corrections:
    """A hand at table 1 that Team 1 won as the side that set trump, and a second one."""
    write(game(playing.tournament, 1), count("A"))
    write(game(playing.tournament, 1), count("B"))
    return Corrections(playing)


def balls(desk: Desk, number: int = 1) -> tuple[int, int]:
    found = game(desk.tournament, number).sheet.ledger["after"]["balls"]
    return found["A"], found["B"]


def test_the_form_shows_the_hand_as_it_was_written(one: Corrections) -> None:
    form = one.form().context["form"]
    assert (form["trumper"].value(), form["points"].value(), form["last_trick"].value()) == (0, 60, 0)


def test_what_would_change_is_shown_and_nothing_is_stored(one: Corrections) -> None:
    review = one.check(points="110")
    text = text_of(review)
    assert "It was Team 1 opens 1 ball" in text
    assert "It becomes Team 4 opens 1 ball" in text
    assert "Because Typed wrongly" in text
    change = review.context["change"]
    assert change["before"]["state"]["balls"] == {"A": 1, "B": 1}
    assert change["after"]["state"]["balls"] == {"A": 0, "B": 2}
    assert Entry.objects.count() == 2


def test_a_correction_is_saved_with_its_reason(one: Corrections) -> None:
    response = one.save(one.check(points="110", words="The points of the other side"))
    assert response["Location"].endswith("/change/3")
    assert balls(one.desk) == (0, 2)
    entry = Entry.objects.get(kind="correction")
    assert entry.reason == "The points of the other side"
    assert entry.actor.startswith("user:")


def test_tapping_save_twice_writes_one_correction(one: Corrections) -> None:
    review = one.check(points="110")
    one.save(review)
    again = one.desk.client.post(one.address, sent_by(review), follow=True)
    assert "This was saved already. It is written once." in text_of(again)
    assert Entry.objects.filter(kind="correction").count() == 1


def test_going_back_to_change_something_keeps_all_that_was_typed(one: Corrections) -> None:
    review = one.check(points="110", words="Own words")
    sent = sent_by(review) | {"action": "edit"}
    page = one.desk.client.post(one.address, sent)
    assert page.context["form"]["points"].value() == "110"
    assert page.context["reason_form"]["words"].value() == "Own words"


def test_a_correction_needs_a_reason(one: Corrections) -> None:
    response = one.check(points="110", why="")
    assert response.status_code == 422
    assert "why" in response.context["reason_form"].errors
    assert response.context["form"]["points"].value() == "110"


def test_a_hand_that_cannot_be_decided_says_what_is_missing(one: Corrections) -> None:
    response = one.check(points="")
    assert response.status_code == 422
    assert "points" in response.context["form"].errors
    assert response.context["possible"]


def test_a_hand_written_meanwhile_is_shown_and_saving_again_works(one: Corrections, write: Any) -> None:
    review = one.check(points="110")
    write(game(one.desk.tournament, 1), thunee("B"))
    stale = one.save(review)
    assert stale.status_code == 409
    assert "Something else was written on this sheet" in text_of(stale)
    assert stale.context["change"]["after"]["state"]["balls"] == {"A": 0, "B": 6}
    one.save(stale)
    assert balls(one.desk) == (0, 6)


def test_a_hand_corrected_meanwhile_by_somebody_else_is_shown_first(one: Corrections, correct: Any) -> None:
    form = one.form()
    typed = {"trumper": "0", "call": "0", "points": "110", "last_trick": "0", "points_of": "counting", **WHY}
    correct(game(one.desk.tournament, 1), Entry.objects.get(seq=1), thunee("A"))
    response = one.desk.post(
        "correct", *one.args, action="check", entry=form.context["entry"], head=form.context["form"]["head"].value(),
        **typed,
    )  # fmt: skip
    assert response.status_code == 409
    assert "Somebody has changed this hand" in text_of(response)
    assert "It was Team 1 opens 4 balls" in text_of(response)
    one.save(response)
    assert balls(one.desk) == (0, 2)


def test_later_hands_that_come_out_differently_are_named(playing: Desk, write: Any) -> None:
    for _ in range(2):
        write(game(playing.tournament, 1), thunee("A"))
    for _ in range(3):
        write(game(playing.tournament, 1), count("A"))
    # At 11 balls a double is called, which is an offence on cornerhouse.
    write(game(playing.tournament, 1), {"tally": {"trumper": 0, "trump": "s", "tricks": {"A": 6, "B": 0},
                                                  "card_points": {"B": 0}, "last_trick": 0, "double": 0}})  # fmt: skip
    one = Corrections(playing, seq=1)
    change = one.check(trumper="1", declared_seat="1").context["change"]
    assert [(hand["number"], hand["was"] == hand["now"]) for hand in change["hands"]] == [(6, False)]
    assert change["same"] == 4


@pytest.mark.slow
def test_a_correction_that_turns_a_match_puts_the_next_under_review_when_it_has_begun(
    playing: Desk, win: Any, write: Any
) -> None:
    win(playing.tournament, 1, "A")
    win(playing.tournament, 2, "A")
    write(game(playing.tournament, 3), count("A"))
    one = Corrections(playing, seq=3)
    started = match(playing.tournament, 3)
    void = text_of(one.desk.get("void", *one.args))
    review = one.check(trumper="1", declared_seat="1")
    for page in (void, text_of(review)):
        assert "The match is then open again." in page
        assert "under review Match 3 · Team 1 has begun it, and should not play it, or it is not known yet" in page
    assert Entry.objects.filter(kind="correction").count() == 0
    assert match(playing.tournament, 3).conflict == ""
    one.save(review)
    assert not match(playing.tournament, 1).over
    final = match(playing.tournament, 3)
    assert final.conflict == "A"
    assert (final.team("A"), final.team("B"), final.side("A").score) == (started.team("A"), started.team("B"), 1)
    assert "A match is under review: a referee has to decide" in text_of(playing.get("overview"))


@pytest.mark.slow
def test_a_correction_that_turns_a_match_says_so_and_lets_the_other_team_go_on(playing: Desk, win: Any) -> None:
    win(playing.tournament, 1, "A")
    one = Corrections(playing, seq=3)
    review = one.check(trumper="1", declared_seat="1")
    assert "The match is then open again." in text_of(review)
    one.save(review)
    assert not match(playing.tournament, 1).over
    assert match(playing.tournament, 3).team("A") is None


def test_a_hand_written_card_by_card_is_replaced_only_knowingly(playing: Desk, write: Any) -> None:
    trumper = (game(playing.tournament, 1).sheet.first_dealer + 1) % 4
    caught = {"seat": (trumper + 1) % 4, "against": trumper, "offence": "signal", "upheld": True}
    body = {"events": [{"type": "trump", "seat": trumper, "suit": "s"}, {"type": "accuse", **caught}]}
    write(game(playing.tournament, 1), body)
    assert "written down card by card" in text_of(Corrections(playing).form())


@pytest.mark.slow
def test_a_hand_is_struck_out_with_a_reason(one: Corrections) -> None:
    shown = one.desk.get("void", *one.args)
    assert "Strike out hand 1?" in text_of(shown)
    assert shown.context["change"]["after"]["state"]["balls"] == {"A": 0, "B": 1}
    hidden = {name: shown.context[name] for name in ("head", "entry", "key")}
    refused = one.desk.post("void", *one.args, **hidden)
    assert refused.status_code == 422
    after = one.desk.after("void", *one.args, **hidden, **WHY)
    assert "Saved: the hand is struck out." in text_of(after)
    assert balls(one.desk) == (0, 1)
    assert "struck out" in text_of(after)
    again = one.desk.after("void", *one.args, **hidden, **WHY)
    assert "It is written once." in text_of(again)
    assert Entry.objects.filter(kind="void").count() == 1


@pytest.mark.slow
def test_striking_out_waits_when_something_was_written_meanwhile(one: Corrections, write: Any) -> None:
    shown = one.desk.get("void", *one.args)
    write(game(one.desk.tournament, 1), thunee("B"))
    hidden = {name: shown.context[name] for name in ("head", "entry", "key")}
    stale = one.desk.post("void", *one.args, **hidden, **WHY)
    assert stale.status_code == 409
    assert stale.context["form"]["why"].value() == "typed"
    hidden = {name: stale.context[name] for name in ("head", "entry", "key")}
    one.desk.post("void", *one.args, **hidden, **WHY)
    assert len(current_hands(game(one.desk.tournament, 1).sheet)) == 2


def test_a_hand_that_was_struck_out_can_be_counted_again(one: Corrections, correct: Any) -> None:
    correct(game(one.desk.tournament, 1), Entry.objects.get(seq=1), None)
    page = one.form()
    assert "Count a struck out hand again" in text_of(page)
    assert page.context["form"]["points"].value() == 60
    review = one.check()
    assert "It was Struck out" in text_of(review)
    one.save(review)
    assert [hand.voided for hand in all_hands(game(one.desk.tournament, 1).sheet)] == [False, False]
    assert balls(one.desk) == (1, 1)


@pytest.mark.parametrize("page", ["correct", "void"])
def test_a_closed_tournament_has_to_be_opened_first(one: Corrections, page: str, organiser: Any) -> None:
    acts.close_tournament(actor=organiser, tournament=one.desk.fresh(), reason="rain")
    after = one.desk.client.get(one.desk.at(page, *one.args), follow=True)
    assert "Open it again to change a hand." in text_of(after)


def test_a_game_of_a_longer_match_is_found_by_its_number(organiser: Any, browser_of: Any, write: Any) -> None:
    desk = Desk(browser_of, draw(organiser, 2, best_of=3))
    while match(desk.tournament, 1).games.count() < 2:
        write(game(desk.tournament, 1), thunee("A"))
    write(game(desk.tournament, 1), count("B"))
    one = Corrections(desk, number=2)
    one.save(one.check(points="110"))
    assert balls(desk) == (1, 0)
