"""Signing on the table's phone: both sides with their PINs, wrong turns, and the slip that is left."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from adjudication.models import SignOff
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.scoring.conftest import Phone
from tests.thunee_tournaments.scoring.conftest import thunee as typed_thunee
from tests.thunee_tournaments.services.conftest import match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.scoring import signing_pins
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tournaments.models import Tournament

Press = Callable[..., Any]


@pytest.fixture
def over(tournament: Tournament, organiser: Any, game: Callable[[], Any]) -> Any:
    """The game at the table: an event with signatures, and side A has won by three thunees."""
    cache.clear()
    Tournament.objects.filter(pk=tournament.pk).update(policies={})
    played = game()
    for _ in range(3):
        played.sheet.refresh_from_db()
        acts.record_hand(
            actor=organiser, game=played, body=thunee("A"), key=acts.WriteKey("desk", uuid.uuid4(), played.sheet.head)
        )
    played.sheet.refresh_from_db()
    return played


@pytest.fixture
def press(phone: Phone, over: Any, tournament: Tournament) -> Press:
    """`press("A")` presses the button of a side on the page as it is, with the right PIN; anything may differ."""

    def press(side: str, page: Any = None, **changed: Any) -> Any:
        page = page or phone.get("sign", over.sheet.public_id)
        keys = {one.side: one.key for one in page.context["signatures"].sides}
        typed = {"head": page.context["sheet"].head, "key": keys[side], "side": side}
        typed["pin"] = signing_pins.pin_of(match(tournament, 1), side)
        return phone.client.post(reverse("scoring:sign", args=[over.sheet.public_id]), {**typed, **changed})

    return press


def correct(organiser: Any, over: Any, seq: int, body: dict[str, Any]) -> Any:
    over.sheet.refresh_from_db()
    return acts.correct_hand(
        actor=organiser,
        game=over,
        entry=over.sheet.entries.get(seq=seq),
        body=body,
        key=acts.WriteKey("desk", uuid.uuid4(), over.sheet.head),
        reason="the partner called it",
    )


OTHER = {"tally": {"trumper": 2, "declared": {"seat": 2, "kind": "thunee", "lost_to": None}}}


def test_the_table_asks_both_sides_to_sign_when_the_game_is_over(phone: Phone, over: Any) -> None:
    page = phone.table()
    assert "It counts when both sides have signed it." in page
    assert reverse("scoring:sign", args=[over.sheet.public_id]) in page
    assert "Enter hand" not in page


def test_what_is_signed_is_shown_before_it_is_signed(phone: Phone, over: Any) -> None:
    said = text_of(phone.get("sign", over.sheet.public_id))
    assert "Hands 3" in said
    assert f"Code of the sheet {over.sheet.head[:4]} {over.sheet.head[4:8]}" in said
    assert "Sign for Team 1" in said
    assert "Sign for Team 4" in said


def test_both_sides_sign_with_their_pins_and_the_match_is_settled(
    phone: Phone, press: Press, tournament: Tournament
) -> None:
    first = press("A")
    assert first.status_code == 302
    assert "Team 1 has signed." in text_of(phone.client.get(first["Location"]))
    assert not match(tournament, 1).over
    second = press("B")
    said = text_of(phone.client.get(second["Location"]))
    assert "Both sides have signed: the game counts." in said
    assert "Match over" in said
    assert "Corrections until" in said
    assert match(tournament, 1).over


def test_a_double_tap_signs_once(phone: Phone, press: Press, over: Any) -> None:
    page = phone.get("sign", over.sheet.public_id)
    assert [press("A", page).status_code for _ in range(2)] == [302, 302]
    assert SignOff.objects.count() == 1


def test_going_back_and_signing_once_more_changes_nothing(phone: Phone, press: Press, over: Any) -> None:
    page = phone.get("sign", over.sheet.public_id)
    press("A", page)
    again = press("A", page, key=uuid.uuid4())
    assert "Side A has signed this already." in text_of(phone.client.get(again["Location"]))
    assert SignOff.objects.count() == 1


def test_a_wrong_pin_signs_nothing_and_guessing_ends(press: Press, tournament: Tournament) -> None:
    wrong = press("A", pin=signing_pins.pin_of(match(tournament, 1), "B"))
    assert wrong.status_code == 422
    assert "This is not the PIN of Team 1 in this match." in text_of(wrong)
    for _ in range(5):
        locked = press("A", pin="no")
    assert "Too many wrong PINs." in text_of(locked)
    assert press("A").status_code == 422
    assert SignOff.objects.count() == 0


def test_no_page_of_the_table_tells_a_pin(phone: Phone, over: Any, tournament: Tournament) -> None:
    page = phone.get("sign", over.sheet.public_id).content.decode()
    hidden = re.sub(r'name="(head|key|csrfmiddlewaretoken)" value="[^"]*"|<code>[^<]*</code>', "", page)
    for side in "AB":
        assert signing_pins.pin_of(match(tournament, 1), side) not in re.sub(r"<svg.*?</svg>", "", hidden, flags=re.S)


def test_what_the_desk_corrected_meanwhile_is_not_signed_unseen(
    phone: Phone, press: Press, over: Any, organiser: Any
) -> None:
    page = phone.get("sign", over.sheet.public_id)
    correct(organiser, over, 3, OTHER)
    stale = press("A", page)
    assert stale.status_code == 409
    assert "nothing was signed" in text_of(stale)
    assert press("A", stale).status_code == 302
    assert SignOff.objects.get().entries_seq == 4


def test_a_game_reopened_meanwhile_sends_the_signer_back_to_the_table(
    phone: Phone, press: Press, over: Any, organiser: Any
) -> None:
    page = phone.get("sign", over.sheet.public_id)
    correct(organiser, over, 3, thunee("B"))
    back = press("A", page)
    assert back["Location"] == reverse("scoring:table")
    assert "nothing was signed" in phone.table()


def test_a_correction_tells_both_sides_to_sign_again(
    phone: Phone, press: Press, over: Any, organiser: Any, tournament: Tournament
) -> None:
    for side in "AB":
        press(side)
    correct(organiser, over, 3, OTHER)
    table = phone.table()
    assert "The sheet was corrected after it was signed." in table
    assert table.count("has to sign again") == 2
    said = text_of(phone.get("sign", over.sheet.public_id))
    assert "Because: the partner called it." in said
    for side in "AB":
        assert press(side).status_code == 302
    assert SignOff.objects.count() == 4


def test_a_table_that_plays_on_is_told_of_an_earlier_match_to_be_signed_again(
    phone: Phone, press: Press, over: Any, organiser: Any, tournament: Tournament, table: Any
) -> None:
    for side in "AB":
        press(side)
    acts.award_walkover(actor=organiser, match=match(tournament, 2), side="A", reason="stuck on the N3")
    final = match(tournament, 3).games.get()
    acts.record_hand(
        actor=organiser, game=final, body=thunee("A"), key=acts.WriteKey("desk", uuid.uuid4(), final.sheet.head)
    )
    correct(organiser, over, 3, OTHER)
    assert "Match 1, Team 1 – Team 4, was corrected after it was signed." in phone.table()


def test_a_sides_own_phone_needs_no_pin(phone: Phone, press: Press, over: Any) -> None:
    TableLink.objects.update(side="B")
    page = text_of(phone.get("sign", over.sheet.public_id))
    assert "PIN of Team 1" in page
    assert "PIN of Team 4" not in page
    assert press("B", pin="").status_code == 302
    assert SignOff.objects.get().how == "own"


@pytest.mark.slow
def test_when_the_time_for_corrections_is_over_the_result_is_final(phone: Phone, press: Press) -> None:
    for side in "AB":
        press(side)
    until = timezone.localtime(SignOff.objects.get(side="B").created_at + timedelta(minutes=30))
    assert f"Corrections until {until:%H:%M}" in phone.table()
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert "The time for corrections is over." in phone.table()


def test_the_slip_carries_the_head_of_the_sheet(phone: Phone, press: Press, over: Any) -> None:
    for side in "AB":
        press(side)
    slip = phone.get("slip", over.sheet.public_id)
    assert over.sheet.head in text_of(slip)
    assert "<svg" in slip.content.decode()
    assert 'css/print.css" media="print"' in slip.content.decode()


def test_a_game_in_play_has_nothing_to_sign(phone: Phone, sheet: str) -> None:
    assert phone.get("sign", sheet)["Location"] == reverse("scoring:table")
    assert phone.get("slip", sheet).status_code == 404


@pytest.mark.parametrize("page", ["sign", "slip"])
def test_nobody_signs_at_another_table(page: str, over: Any, tournament: Tournament, organiser: Any) -> None:
    token = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=2)).token
    other = Phone(token).let_in()
    assert other.get(page, over.sheet.public_id).status_code == 404
    assert Phone(token).get(page, over.sheet.public_id).status_code == 404


def test_fixing_the_last_hand_says_that_the_signature_is_void(phone: Phone, press: Press, over: Any) -> None:
    press("A")
    review = phone.check(over.sheet.public_id, "fix", why="typed", **typed_thunee(1))
    said = text_of(review)
    assert "The signature of Team 1 will be void" in said
    phone.save(review)
    assert "The signature of Team 1 is void: the sheet must be signed again." in phone.table()


def test_everybody_sees_that_a_game_waits_for_signatures(phone: Phone, press: Press, tournament: Tournament) -> None:
    page = f"/{tournament.slug}/m/{match(tournament, 1).public_id}"
    assert "Over, to be signed" in text_of(phone.client.get(page))
    for side in "AB":
        press(side)
    assert "Over, to be signed" not in text_of(phone.client.get(page))


def test_where_only_referees_write_they_take_the_signatures_too(
    phone: Phone, press: Press, over: Any, tournament: Tournament
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(policies={"scoring": "referee"})
    page = phone.get("sign", over.sheet.public_id)
    assert "A referee takes the signature" in text_of(page)
    assert "Sign for" not in text_of(page)
    assert press("A", page).status_code == 422
    assert SignOff.objects.count() == 0


@pytest.fixture
def agree(phone: Phone, over: Any, tournament: Tournament) -> Press:
    """`agree()` presses the one button of an event that signs by a tap, on the page as it is."""
    Tournament.objects.filter(pk=tournament.pk).update(policies={"sign_with": "tap"})

    def agree(page: Any = None, **changed: Any) -> Any:
        page = page or phone.get("sign", over.sheet.public_id)
        typed = {"head": page.context["sheet"].head, "key": page.context["signatures"].key, "side": "both"}
        return phone.client.post(reverse("scoring:sign", args=[over.sheet.public_id]), {**typed, **changed})

    return agree


def test_where_a_tap_signs_there_is_one_button_and_no_pin(phone: Phone, over: Any, agree: Press) -> None:
    assert "It counts when both sides agree." in phone.table()
    page = phone.get("sign", over.sheet.public_id)
    assert "Both sides agree" in text_of(page)
    assert "PIN" not in text_of(page)
    assert "Sign for Team 1" not in text_of(page)


def test_one_tap_settles_the_match_and_a_second_signs_nothing(
    phone: Phone, over: Any, agree: Press, tournament: Tournament
) -> None:
    page = phone.get("sign", over.sheet.public_id)
    answers = [agree(page) for _ in range(2)]
    assert "Both sides have signed: the game counts." in text_of(phone.client.get(answers[0]["Location"]))
    assert [one.status_code for one in answers] == [302, 302]
    assert (match(tournament, 1).over, SignOff.objects.count()) == (True, 2)
    assert "with the tap of both sides" in text_of(phone.get("slip", over.sheet.public_id))


def test_what_was_corrected_meanwhile_is_not_agreed_to_unseen(
    phone: Phone, over: Any, agree: Press, organiser: Any
) -> None:
    page = phone.get("sign", over.sheet.public_id)
    correct(organiser, over, 3, OTHER)
    stale = agree(page)
    assert (stale.status_code, SignOff.objects.count()) == (409, 0)
    assert "The scoresheet changed first" in text_of(stale)


def test_a_page_of_before_the_choice_asks_to_be_opened_again(phone: Phone, over: Any, agree: Press) -> None:
    old = agree(side="A", pin="1234")
    assert old.status_code == 422
    assert "both sides agree with one tap. Open the page again." in text_of(old)
