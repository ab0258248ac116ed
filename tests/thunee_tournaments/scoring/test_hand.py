"""Entering a hand: checked, saved once, nothing typed ever lost."""

import re
import uuid

import pytest
from django.db import connection

from adjudication.models import Entry
from engine import games
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.scoring.conftest import Phone, plain, saved_by, thunee
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.standings import snapshots


def test_the_table_shows_who_plays_the_score_and_who_deals(phone, game):
    page = phone.table()
    for shown in ("Team 1", "Team 4", "Enter hand 1", "deals", "first chance to trump", "Semi-finals"):
        assert shown in page


def test_the_seat_to_the_right_of_the_dealer_is_chosen_beforehand(phone, sheet, game):
    form = phone.get("hand", sheet).context["form"]
    assert form["trumper"].value() == (game().sheet.first_dealer + 1) % 4


def test_a_hand_is_checked_then_saved(phone, sheet, game):
    review = phone.check(sheet, **plain())
    assert review.status_code == 200
    assert "Team 4 opens 1 ball" in review.content.decode()
    assert Entry.objects.count() == 0
    assert phone.save(review)["Location"] == "/table"
    page = phone.table()
    assert "Saved. Team 4 opens 1 ball." in page
    assert "Enter hand 2" in page
    assert game().sheet.ledger["after"]["balls"] == {"A": 0, "B": 1}


@pytest.mark.slow
def test_the_eighth_hand_costs_one_judgement_to_check_and_one_to_save(phone, sheet, game, monkeypatch):
    for number in range(7):
        phone.save(phone.check(sheet, **plain(points=60 if number % 2 else 120)))
    module, judged = games.load("thunee"), []
    judge_hand = module.judge_hand
    monkeypatch.setattr(module, "judge_hand", lambda record: judged.append(record) or judge_hand(record))
    review = phone.check(sheet, **plain())
    assert len(judged) == 1
    phone.save(review)
    assert len(judged) == 2
    phone.table()
    assert len(judged) == 2, "a page that is only looked at judges nothing"
    assert (game().sheet.seq, judged[1].to_dict()) == (8, judged[0].to_dict())


def test_the_reason_is_shown_line_by_line_with_its_rules(phone, sheet):
    page = phone.check(sheet, **plain(call=20, points=95)).content.decode()
    assert "call and loss" in page
    assert "/rules/TH-COUNT-6" in page


def test_where_the_table_says_otherwise_the_difference_is_shown_and_both_are_kept(phone, sheet):
    review = phone.check(sheet, **plain(claimed_winner="A", claimed_balls=2))
    assert "The table says otherwise" in review.content.decode()
    phone.save(review)
    entry = Entry.objects.get()
    assert entry.body["claimed"] == {"winner": "A", "balls": 2}
    assert entry.rulings[0]["ruling"]["winner"] == "B"
    assert "the table wrote otherwise" in phone.table()


def test_where_the_table_agrees_the_page_says_so(phone, sheet):
    review = phone.check(sheet, **plain(claimed_winner="B", claimed_balls=1))
    assert "The table says the same." in review.content.decode()


def test_saving_twice_saves_once(phone, sheet):
    review = phone.check(sheet, **plain())
    phone.save(review)
    assert phone.save(review).status_code == 302
    assert Entry.objects.count() == 1
    assert "saved already" in phone.table()


def test_the_key_of_another_hand_is_refused(phone, sheet):
    first = phone.check(sheet, **plain())
    phone.save(first)
    phone.save(phone.check(sheet, **plain(points=10)), key=str(first.context["key"]))
    assert Entry.objects.count() == 1
    assert "used before" in phone.table()


@pytest.mark.parametrize("key", ["", "nonsense"])
def test_an_unusable_key_keeps_what_was_typed(phone, sheet, key):
    answer = phone.save(phone.check(sheet, **plain(points=71)), key=key)
    assert answer.status_code == 422
    assert 'value="71"' in answer.content.decode()
    assert Entry.objects.count() == 0


def test_a_second_phone_learns_what_came_in_and_keeps_what_it_typed(phone, token, sheet):
    second = Phone(token).let_in()
    late = second.check(sheet, **plain(points=77))
    phone.save(phone.check(sheet, **plain()))
    answer = second.save(late)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Hand 1: Team 4 opens 1 ball" in page
    assert "Yours: Team 4 opens 1 ball" in page
    assert 'name="points" value="77"' in page
    again = second.post("hand", sheet, "check", **dict(answer.context["typed"]), head=answer.context["head"])
    assert second.save(again).status_code == 302
    assert Entry.objects.count() == 2


def test_a_form_that_was_opened_before_another_save_is_told_at_the_check(phone, sheet):
    head = phone.get("hand", sheet).context["form"]["head"].value()
    phone.save(phone.check(sheet, **plain()))
    answer = phone.post("hand", sheet, "check", head=head, **plain(points=99))
    assert answer.status_code == 409
    assert Entry.objects.count() == 1


def test_what_is_missing_is_asked_for_and_the_rest_kept(phone, sheet):
    answer = phone.check(sheet, trumper=1, call=20)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Enter the card points, from 0 to 304." in page
    assert "Tap who took the last trick." in page
    assert "As it stands it could be" in page
    assert answer.context["form"]["call"].value() == "20"


@pytest.mark.parametrize("points", ["305", "-1", "sixty", "6.5", "9" * 400, "６０🂡"])
def test_points_that_cannot_be_are_refused_with_a_word(phone, sheet, points):
    answer = phone.check(sheet, **plain(points=points))
    assert answer.status_code == 422
    assert answer.context["form"]["points"].errors


@pytest.mark.parametrize(
    "typed",
    [
        {"trumper": "9"},
        {"call": "15"},
        {"trump": "x"},
        {"declared": "thunee"},
        {"declared": "thunee", "declared_seat": 1},
        {"jodhi0_value": "40"},
        {"jodhi0_seat": "1"},
        {"head": ""},
        {"redeal": "nonsense"},
    ],
)
def test_whatever_is_sent_the_page_answers_with_the_form(phone, sheet, typed):
    answer = phone.check(sheet, **{**plain(), **typed})
    assert answer.status_code == 422
    assert Entry.objects.count() == 0


def test_change_leads_back_to_the_form_with_everything_typed(phone, sheet):
    review = phone.check(sheet, **plain(points=88, jodhi0_seat=0, jodhi0_value=40, jodhi0_murrials="on"))
    form = phone.post("hand", sheet, "edit", **{k: v for k, v in saved_by(review).items() if k != "action"})
    page = form.content.decode()
    assert form.status_code == 200
    assert 'value="88"' in page
    assert form.context["open"]["jodhi"]
    assert not form.context["form"].errors


@pytest.mark.parametrize(
    ("typed", "kind", "side", "balls"),
    [
        (plain(points=120), "count", "A", 1),
        (plain(points=199, points_of="trumping"), "count", "A", 1),
        (plain(call=20, points=95), "call_and_loss", "A", 2),
        (plain(points=80, last_trick=0, jodhi0_seat=0, jodhi0_value=20), "count", "A", 1),
        (plain(points=90, jodhi0_seat=0, jodhi0_value=20, jodhi0_murrials="on"), "count", "B", 1),
        (plain(points=0, double=1), "double", "B", 2),
        (plain(points=32, khanuck=1, jodhi0_seat=1, jodhi0_value=50, jodhi0_trick=1, trump="s"), "khanuck", "B", 3),
        (thunee(1), "thunee", "B", 4),
        ({**thunee(1), "declared_lost_to": 3}, "thunee", "A", 8),
        ({**thunee(1), "declared_lost_to": 2}, "thunee", "A", 3),
        ({"trumper": 1, "four_ball": 2, "offence": "revoke"}, "four_ball", "B", 4),
    ],
)
def test_special_hands_come_out_as_the_rules_say(phone, sheet, typed, kind, side, balls):
    review = phone.check(sheet, **typed)
    assert review.status_code == 200, review.context["form"].errors
    ruling = review.context["ruling"]
    assert (ruling["kind"], ruling["winner"], ruling["balls"][side]) == (kind, side, balls)
    phone.save(review)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("typed", [{"redeal": "trumpless"}, {"redeal": "exposed_card", "redeal_seat": 2}])
def test_a_hand_that_is_dealt_again_is_written_down_without_balls(phone, sheet, game, typed):
    review = phone.check(sheet, trumper=1, **typed)
    assert "Dealt again" in review.content.decode()
    phone.save(review)
    assert game().sheet.ledger["after"]["balls"] == {"A": 0, "B": 0}
    assert game().sheet.ledger["after"]["next_dealer"] == game().sheet.first_dealer


def read_by_people(page: str) -> str:
    """A page without its scripts and attributes: among their tokens and codes every figure comes up once in a while."""
    return re.sub(r"<[^>]+>", " ", re.sub(r"<script.*?</script>", " ", page, flags=re.DOTALL))


@pytest.mark.parametrize(
    ("preset", "shown", "hidden"),
    [
        ("durban-modern", ["Royals", "Blind call", "Murrials"], ["104", "Low hand"]),
        ("club-strict", ["104", "Low hand"], ["Royals", "Blind call", "Murrials", "Undercut"]),
    ],
)
def test_the_form_shows_only_what_the_rules_in_force_know(organiser, preset, shown, hidden):
    tournament = draw(organiser, 2, preset=preset)
    phone = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token).let_in()
    sheet = tournament.stages.get().matches.get().games.get().sheet.public_id
    page = read_by_people(phone.get("hand", sheet).content.decode())
    assert all(word in page for word in shown)
    assert not any(word in page for word in hidden)


def test_the_last_hand_of_a_match_says_who_won_and_what_is_next(phone, sheet):
    for _ in range(2):
        phone.save(phone.check(sheet, **thunee(0)))
    last = phone.check(sheet, **thunee(0))
    assert "This hand ends the game." in last.content.decode()
    phone.save(last)
    page = phone.table()
    assert "Match over" in page
    assert "Team 1 won." in page
    assert "Next: match 3." in page
    assert "Fix hand 3" in page


def test_a_double_tap_on_the_last_hand_of_a_match_is_answered_like_the_first(phone, sheet):
    for _ in range(2):
        phone.save(phone.check(sheet, **thunee(0)))
    last = phone.check(sheet, **thunee(0))
    phone.save(last)
    assert phone.save(last)["Location"] == "/table"
    assert "saved already" in phone.table()
    assert Entry.objects.count() == 3


def test_a_game_that_is_over_takes_no_hand_more(phone, sheet):
    for _ in range(3):
        phone.save(phone.check(sheet, **thunee(0)))
    assert phone.get("hand", sheet)["Location"] == "/table"
    head = Entry.objects.latest("seq").hash
    answer = phone.post("hand", sheet, "save", **plain(), head=head, key=str(uuid.uuid4()))
    assert answer.status_code == 422
    assert Entry.objects.count() == 3


def test_the_next_game_of_a_match_begins_by_itself(organiser):
    tournament = draw(organiser, 2, best_of=3)
    phone = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token).let_in()
    first = tournament.stages.get().matches.get().games.get().sheet.public_id
    for _ in range(3):
        phone.save(phone.check(first, **thunee(0)))
    page = phone.table()
    assert "Game 1 is over." in page
    assert "game 2, best of 3" in page
    assert "Games won: 1–0" in page
    assert "Enter hand 1" in page


def test_pages_can_be_read_in_japanese(phone, sheet):
    phone.client.cookies["django_language"] = "ja"
    page = phone.client.get("/table")
    assert page.status_code == 200
    assert 'lang="ja"' in page.content.decode()
    assert phone.check(sheet, **plain(claimed_winner="A")).status_code == 200


def test_trump_set_out_of_turn_without_a_call_is_asked_about(phone, sheet, game):
    first = (game().sheet.first_dealer + 1) % 4
    asked = "has the first chance to trump. Did"
    assert asked not in text_of(phone.check(sheet, **plain(trumper=first)))
    assert asked in text_of(phone.check(sheet, **plain(trumper=(first + 1) % 4)))
    assert asked not in text_of(phone.check(sheet, **plain(trumper=(first + 1) % 4, call=10)))


def test_a_hand_and_its_pages_stay_within_a_handful_of_queries(phone, sheet, game, django_assert_max_num_queries):
    """A hall asks them with every hand: each query is a millisecond that twenty scorekeepers wait for."""
    for _ in range(5):
        phone.save(phone.check(sheet, **plain()))
    snapshots.build(game().match.stage.tournament)
    with django_assert_max_num_queries(5):
        phone.get("hand", sheet)
    with django_assert_max_num_queries(5 + 7):  # it fetches the form before
        review = phone.check(sheet, **plain())
    told = connection.vendor == "postgresql"  # and one tells whoever listens that there is something new
    with django_assert_max_num_queries(22 + told):  # four of them begin and end transactions
        phone.save(review)
    with django_assert_max_num_queries(8):
        phone.table()
