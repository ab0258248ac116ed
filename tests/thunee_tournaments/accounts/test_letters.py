"""A forgotten password, a code to sign in, and an address: all that goes by letter."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import UserFactory
from tests.support.mailbox import code_to, letters_to, link_to
from thunee_tournaments.services.models import Letter

pytestmark = pytest.mark.django_db
NEW = "a jack beats every nine"
ADDRESS = "ann@example.org"
FORGOTTEN, CODE, ENTER = "/accounts/password/forgotten", "/accounts/login/code", "/accounts/login/code/enter"


def choose(client: Client, link: str, password: str = NEW) -> Any:
    """Open the link of a letter, and choose a password on its page."""
    page = client.get(link, follow=True)
    return client.post(page.request["PATH_INFO"], {"password1": password, "password2": password})


def test_a_forgotten_password_is_chosen_anew_by_the_link_in_a_letter(client: Client, ann: User) -> None:
    assert client.post(FORGOTTEN, {"email": ADDRESS})["Location"] == f"{FORGOTTEN}/sent"
    assert choose(client, link_to(ADDRESS))["Location"] == "/accounts/login"
    assert not client.login(username="ann", password="nine of spades")
    assert client.login(username="ann", password=NEW)
    assert "was changed" in letters_to(ADDRESS)[-1]


def test_the_letter_says_whose_password_it_is(client: Client, ann: User) -> None:
    client.post(FORGOTTEN, {"email": ADDRESS.upper()})
    assert "the account ann" in letters_to(ADDRESS)[-1]


def test_a_link_chooses_a_password_once(client: Client, ann: User) -> None:
    client.post(FORGOTTEN, {"email": ADDRESS})
    link = link_to(ADDRESS)
    choose(client, link)
    assert "used already, or is too old" in Client().get(link, follow=True).content.decode()


def test_a_link_works_for_a_day(client: Client, ann: User) -> None:
    client.post(FORGOTTEN, {"email": ADDRESS})
    link = link_to(ADDRESS)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert "too old" in client.get(link, follow=True).content.decode()


def test_a_weak_password_is_refused_and_the_link_stays_good(client: Client, ann: User) -> None:
    client.post(FORGOTTEN, {"email": ADDRESS})
    link = link_to(ADDRESS)
    assert "too common" in choose(client, link, "password1234").content.decode()
    assert choose(client, link)["Location"] == "/accounts/login"


@pytest.mark.parametrize("path", [FORGOTTEN, CODE])
def test_nobody_learns_whose_address_it_is(client: Client, ann: User, path: str) -> None:
    known = client.post(path, {"email": ADDRESS})
    unknown = Client().post(path, {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    pages = [client.get(known["Location"]).content, Client().get(unknown["Location"]).content]
    assert b"nobody" not in pages[0]
    assert letters_to("nobody@example.org") == []


@pytest.mark.parametrize("path", [FORGOTTEN, CODE])
def test_a_mailbox_gets_five_such_letters_an_hour_at_most(ann: User, path: str) -> None:
    for _ in range(8):
        Client().post(path, {"email": ADDRESS})
    assert len(letters_to(ADDRESS)) == 5


@pytest.mark.parametrize("path", [FORGOTTEN, f"{FORGOTTEN}/sent", CODE, ENTER, "/accounts/address"])
def test_where_no_letters_are_sent_there_are_no_such_pages(desk: Client, site: Any, path: str) -> None:
    site.SENDS_MAIL = False
    assert desk.get(path).status_code == 404
    page = Client().get("/accounts/login").content.decode()
    assert path not in page
    assert "Whoever runs the site can give you a new one." in page


def test_a_code_by_letter_signs_in_on_the_device_that_asked(client: Client, ann: User) -> None:
    assert client.post(f"{CODE}?next=/rules", {"email": ADDRESS})["Location"] == f"{ENTER}?next=%2Frules"
    code = code_to(ADDRESS)
    other = Client()
    assert other.post(ENTER, {"code": code})["Location"] == CODE
    assert client.post(f"{ENTER}?next=/rules", {"code": code})["Location"] == "/rules"
    assert client.session["_auth_user_id"] == str(ann.pk)


def test_a_code_is_guessed_three_times_at_most(client: Client, ann: User) -> None:
    client.post(CODE, {"email": ADDRESS})
    code = code_to(ADDRESS)
    for _ in range(3):
        client.post(ENTER, {"code": "AAAA-AAAA"})
    client.post(ENTER, {"code": code})
    assert "_auth_user_id" not in client.session


def test_a_code_fits_for_fifteen_minutes(client: Client, ann: User) -> None:
    client.post(CODE, {"email": ADDRESS})
    code = code_to(ADDRESS)
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        client.post(ENTER, {"code": code})
    assert "_auth_user_id" not in client.session


def test_nothing_of_a_letter_is_kept_once_it_has_gone(client: Client, ann: User) -> None:
    client.post(FORGOTTEN, {"email": ADDRESS})
    letters_to(ADDRESS)
    letter = Letter.objects.get()
    assert (letter.to, letter.subject, letter.body, letter.tournament) == ("", "", "", None)


def test_a_letter_about_an_account_is_given_up_after_an_hour(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no line")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    client.post(FORGOTTEN, {"email": ADDRESS})
    letters_to(ADDRESS)
    assert Letter.objects.get().due_at is not None
    with time_machine.travel(timezone.now() + timedelta(hours=1, minutes=5)):
        letters_to(ADDRESS)
    assert (Letter.objects.get().due_at, Letter.objects.get().body) == (None, "")


def test_an_address_counts_once_its_letter_was_opened(desk: Client, ann: User) -> None:
    desk.post("/accounts/address", {"action_add": "1", "email": "new@example.org"})
    ann.refresh_from_db()
    assert ann.email == ADDRESS
    assert "is not confirmed yet" in desk.get("/accounts/").content.decode()
    link = link_to("new@example.org")
    assert "Yes, it is mine" in desk.get(link).content.decode()
    assert ann.emailaddress_set.get(verified=True).email == ADDRESS  # to look at it does nothing
    desk.post(link)
    ann.refresh_from_db()
    assert ann.email == ann.emailaddress_set.get().email == "new@example.org"
    assert "another e-mail address" in letters_to(ADDRESS)[-1]


def test_an_address_of_another_account_is_not_taken(desk: Client, ann: User) -> None:
    bob = UserFactory(username="bob", email="bob@example.org")
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    page = desk.post("/accounts/address", {"action_add": "1", "email": "bob@example.org"}, follow=True)
    assert "already" not in page.content.decode()
    desk.post(link_to("bob@example.org"))
    assert not EmailAddress.objects.filter(user=ann, email="bob@example.org", verified=True).exists()


def test_an_address_is_changed_by_whoever_gives_the_password_once_more(client: Client, ann: User) -> None:
    client.force_login(ann)
    sent = client.post("/accounts/address", {"action_add": "1", "email": "new@example.org"})
    assert sent["Location"] == "/accounts/again?next=%2Faccounts%2Faddress"
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    assert "not the password" in client.post(sent["Location"], {"password": "x"}).content.decode()
    client.post(sent["Location"], {"password": "nine of spades"})
    assert EmailAddress.objects.filter(user=ann, email="new@example.org", verified=False).exists()


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_sent_at_once_and_by_the_clock_where_no_worker_heard_of_it(
    client: Client, ann: User, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(FORGOTTEN, {"email": ADDRESS})
    assert len(mailoutbox) == 1

    def no_broker(*_: Any, **__: Any) -> None:
        raise OSError("no broker")

    monkeypatch.setattr("thunee_tournaments.services.core.letters.signature", no_broker)
    client.post(FORGOTTEN, {"email": ADDRESS})
    assert len(mailoutbox) == 1
    assert len(letters_to(ADDRESS)) == 2
