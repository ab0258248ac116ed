"""E-mails: promised with what makes them necessary, true when they go, tried again, and no trace of where they went."""

import smtplib
import uuid
from datetime import timedelta
from io import StringIO
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from tests.factories import SignUpFactory, TeamFactory, TournamentFactory
from tests.support.services.drawing import refused
from thunee_tournaments.fundraising.payer_links import token_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Announced, Typed
from thunee_tournaments.services.core import letters
from thunee_tournaments.services.models import Letter
from thunee_tournaments.services.tasks import send_letters
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "https://thunee.example.org"


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.PUBLIC_URL = SITE


@pytest.fixture
def event(organiser: Any) -> Tournament:
    event = TournamentFactory(organiser=organiser, name="Diwali Shield", slug="diwali-shield", venue="Temple hall")
    says = Announced(visibility="public", open=True, payment="EFT to 62 0000", contact="Aunty Rani, 082 555 0999")
    acts.announce(actor=organiser, tournament=event, says=says)
    return event


def sign_up(event: Tournament, name: str = "Corner Aces", email: str = "kim@example.org", **more: Any) -> Any:
    typed = Typed(name, ("Kim", "Ash"), phone="082 555 0100", email=email)
    return acts.sign_up(tournament=event, key=f"{name:x<32}", typed=typed, **more)


def sent() -> list[Any]:
    """What goes out now, as the clock sends it."""
    mail.outbox.clear()
    send_letters()
    return list(mail.outbox)


def test_a_captain_gets_the_private_link_once_and_it_is_kept_no_longer(event: Tournament) -> None:
    done = sign_up(event)
    [message] = sent()
    assert (message.to, message.subject) == (["kim@example.org"], "Diwali Shield: Corner Aces")
    assert "is signed up for Diwali Shield, and is number 1 of those that wait." in message.body
    assert f"{SITE}/diwali-shield/register/{done.token}" in message.body
    assert "Questions: Aunty Rani, 082 555 0999" in message.body
    assert Letter.objects.get().token == ""
    assert sent() == []


def test_who_is_taken_in_reads_how_to_pay_and_who_is_not_why(organiser: Any, event: Tournament) -> None:
    yes, no = sign_up(event).sign_up, sign_up(event, "Late Jacks", "lee@example.org").sign_up
    sent()
    acts.accept_sign_up(actor=organiser, signed_up=yes)
    acts.decline_sign_up(actor=organiser, signed_up=no, why="All places are taken.")
    bodies = {message.to[0]: message.body for message in sent()}
    assert "Corner Aces is entered for Diwali Shield." in bodies["kim@example.org"]
    assert "How to pay: EFT to 62 0000\nReference: DIWALI-SHIELD-1" in bodies["kim@example.org"]
    assert "Temple hall" in bodies["kim@example.org"]
    assert "Late Jacks is not taken for Diwali Shield.\n\nAll places are taken." in bodies["lee@example.org"]


def test_who_waits_and_moves_up_is_told(organiser: Any, event: Tournament) -> None:
    says = Announced(visibility="public", open=True, review=False, places=2)
    acts.announce(actor=organiser, tournament=event, says=says)
    TeamFactory(tournament=event)
    first = sign_up(event).sign_up
    sign_up(event, "Late Jacks", "lee@example.org")
    assert [message.body.splitlines()[0] for message in sent()] == [
        "Corner Aces is entered for Diwali Shield.",
        "Late Jacks is signed up for Diwali Shield, and is number 1 of those that wait.",
    ]
    acts.withdraw_sign_up(signed_up=first)
    [message] = sent()
    assert (message.to, message.body.splitlines()[0]) == (
        ["lee@example.org"], "Late Jacks is entered for Diwali Shield.",
    )  # fmt: skip


def test_a_letter_that_is_not_so_any_more_is_not_sent(organiser: Any, event: Tournament) -> None:
    signed_up = sign_up(event).sign_up
    acts.withdraw_sign_up(signed_up=signed_up)
    assert sent() == []
    assert Letter.objects.get().due_at is None


def test_a_letter_is_in_the_language_the_form_was_filled_in(event: Tournament) -> None:
    sign_up(event, language="ja")
    assert "申し込" in sent()[0].body


def test_without_an_address_or_a_server_nothing_is_promised(event: Tournament, settings: Any) -> None:
    sign_up(event, email="")
    settings.SENDS_MAIL = False
    sign_up(event, "Late Jacks")
    assert not Letter.objects.exists()


def test_a_stranger_is_not_written_to_by_one_form_after_the_other(event: Tournament) -> None:
    for number in range(8):
        sign_up(event, f"Team {number}", "Stranger@example.org" if number % 2 else "stranger@example.org")
    assert len(sent()) == letters.MOST_TO_ONE


def test_a_name_that_breaks_lines_adds_no_line_to_the_head(event: Tournament) -> None:
    SignUpFactory(tournament=event, name="x\r\nBcc: all@example.org", email="kim@example.org", state="waiting")
    letters.promise_about(event.sign_ups.get(), Letter.Kind.SIGNED_UP, "t")
    [message] = sent()
    assert message.subject == "Diwali Shield: x Bcc: all@example.org"
    assert message.message()["Bcc"] is None


def test_while_the_line_is_down_it_is_tried_again_later_and_given_up_after_a_day(event: Tournament) -> None:
    sign_up(event)
    begun = timezone.now()
    with mock.patch.object(letters, "_post", side_effect=ConnectionRefusedError):
        for number in range(60):
            with time_machine.travel(begun + timedelta(minutes=61 * number // 2)):
                send_letters()
    letter = Letter.objects.get()
    assert 20 <= letter.tries <= 35  # at most once an hour in the end, and after a day no more
    assert (letter.due_at, letter.sent_at, letter.token) == (None, None, "")


def test_it_goes_when_the_line_is_back(event: Tournament) -> None:
    sign_up(event)
    with mock.patch.object(letters, "_post", side_effect=smtplib.SMTPServerDisconnected):
        assert send_letters() == 0
    assert sent() == []  # not at once
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert len(sent()) == 1


def test_a_letter_that_nobody_can_write_does_not_keep_the_others(event: Tournament) -> None:
    sign_up(event)
    sign_up(event, "Late Jacks", "lee@example.org")
    with mock.patch.object(letters, "_post", side_effect=[ValueError("no header can hold this"), None]):
        assert send_letters() == 1
    assert not Letter.objects.filter(due_at__isnull=False).exists()


def test_an_address_that_is_refused_is_not_tried_again(event: Tournament) -> None:
    sign_up(event)
    with mock.patch.object(letters, "_post", side_effect=smtplib.SMTPRecipientsRefused({})):
        send_letters()
    assert Letter.objects.get().due_at is None


def test_of_two_workers_one_sends_it(event: Tournament) -> None:
    sign_up(event)
    first, second = Letter.objects.get(), Letter.objects.get()
    assert [letters.send(first), letters.send(second)] == [True, False]
    assert len(mail.outbox) == 1


def test_forgetting_a_person_takes_their_letters_out(event: Tournament) -> None:
    sign_up(event)
    call_command("forget", "Kim", "--yes", stdout=StringIO())
    assert sent() == []
    assert not Letter.objects.filter(due_at__isnull=False).exists()


# --- receipts


def receipt_of(organiser: Any, event: Tournament) -> Any:
    return acts.take_money(
        actor=organiser, tournament=event, amount=400_00, kind="donation", method="cash", device="desk",
        client_uuid=uuid.uuid4(),
    ).receipt  # fmt: skip


def test_a_receipt_goes_to_whoever_paid_and_the_address_is_kept_no_longer(organiser: Any, event: Tournament) -> None:
    receipt = receipt_of(organiser, event)
    for _ in "12":  # a double tap
        acts.mail_receipt(actor=organiser, receipt=receipt, to=" pat@example.org ")
    [message] = sent()
    assert (message.to, message.subject) == (["pat@example.org"], "Receipt 1: Diwali Shield")
    assert f"{SITE}/diwali-shield/receipt/{token_of(receipt)}" in message.body
    assert "R\xa0400" in message.body
    assert [(letter.to, letter.sent_at is not None) for letter in letters.letters_of(receipt)] == [("", True)]


@pytest.mark.parametrize("to", ["", "pat", "pat@", "a@b.org\nBcc: c@d.org", f"{'p' * 200}@example.org"])
def test_a_receipt_goes_to_no_address_that_is_none(organiser: Any, event: Tournament, to: str) -> None:
    assert refused(acts.mail_receipt, actor=organiser, receipt=receipt_of(organiser, event), to=to) == "bad_address"
    assert not Letter.objects.exists()


def test_a_receipt_that_was_taken_back_does_not_go(organiser: Any, event: Tournament) -> None:
    receipt = receipt_of(organiser, event)
    acts.mail_receipt(actor=organiser, receipt=receipt, to="pat@example.org")
    acts.reverse_money(actor=organiser, movement=receipt, reason="Twice.", device="desk", client_uuid=uuid.uuid4())
    assert sent() == []
    assert refused(acts.mail_receipt, actor=organiser, receipt=receipt, to="pat@example.org") == "not_standing"


def test_a_site_that_sends_no_mail_says_so(organiser: Any, event: Tournament, settings: Any) -> None:
    settings.SENDS_MAIL = False
    assert refused(acts.mail_receipt, actor=organiser, receipt=receipt_of(organiser, event), to="p@example.org") == (
        "no_mail"
    )
