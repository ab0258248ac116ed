"""The bell at the table: the scorekeeper is told, writes the last hand, or ends the game there."""

import uuid

from django.urls import reverse

from tests.thunee_tournaments.scoring.conftest import plain
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.services import acts


def ring(organiser, tournament):
    round_ = match(tournament, 1).round
    acts.set_timer(actor=organiser, round=round_, minutes=40)
    acts.ring_bell(actor=organiser, round=round_)


def end(phone, game, **changed):
    typed = {"key": uuid.uuid4(), "head": game().sheet.head, **changed}
    return phone.client.post(reverse("scoring:bell", args=[game().sheet.public_id]), typed, follow=True)


def test_the_table_sees_its_rounds_clock(phone, organiser, tournament):
    acts.set_timer(actor=organiser, round=match(tournament, 1).round, minutes=40)
    assert "40:00" in phone.table()
    acts.start_timer(actor=organiser, round=match(tournament, 1).round)
    assert "until " in phone.table()
    assert "data-rings" in phone.table()


def test_the_last_hand_is_announced_before_it_is_saved_and_ends_the_game(phone, organiser, tournament, sheet, game):
    ring(organiser, tournament)
    assert "The bell has rung." in phone.table()
    assert "one more hand is played" in phone.table()
    review = phone.check(sheet, **plain())
    page = review.content.decode()
    assert "This is the last hand:" in page
    assert "wins at 0–1." in page
    assert 'name="last" value="1"' in page
    phone.save(review, last="1")
    over = match(tournament, 1)
    assert (over.over, *(side.score for side in over.sides)) == (True, 0, 1)
    assert "Ended by the bell at 0–1: Team 4 is ahead." in phone.table()


def test_a_table_with_no_hand_in_progress_ends_its_game_there(phone, organiser, tournament, sheet, game):
    phone.save(phone.check(sheet, **plain()))
    ring(organiser, tournament)
    assert "End the game here" in phone.table()
    said = end(phone, game).content.decode()
    assert "The bell has ended the game." in said
    assert match(tournament, 1).winning_side == "B"


def test_what_the_bell_is_refused_for_is_said(phone, organiser, tournament, sheet, game):
    assert "The bell has not rung" in end(phone, game).content.decode()
    ring(organiser, tournament)
    assert "Both sides are level" in end(phone, game).content.decode()
    assert "wrong" not in end(phone, game, key="nonsense").content.decode()
    assert not match(tournament, 1).over


def test_a_hand_of_the_queue_is_the_last_only_if_its_writer_was_told(phone, organiser, tournament, sheet, game):
    head = phone.get("hand", sheet).context["form"]["head"].value()
    ring(organiser, tournament)
    typed = {name: str(value) for name, value in plain().items()}
    said = {"key": str(uuid.uuid4()), "head": head, "device": "phone-aaaa", "typed": typed}
    answer = phone.client.post(reverse("scoring:queue", args=[sheet]), said, content_type="application/json")
    assert answer.json()["over"] is False
    said = {
        "key": str(uuid.uuid4()), "head": game().sheet.head, "device": "phone-aaaa", "typed": {**typed, "last": "1"},
    }  # fmt: skip
    answer = phone.client.post(reverse("scoring:queue", args=[sheet]), said, content_type="application/json")
    assert answer.json()["over"] is True
