"""Whoever wants to know is told once that a match is called: by e-mail, or on a phone."""

from typing import Any

import http_ece
import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from tests.factories import SignUpFactory
from tests.support.push_service import HOST, Browser, Service, service, signer
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import calls, pushing
from thunee_tournaments.services.models import Letter, ToldPhone
from thunee_tournaments.services.tasks import send_letters
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "https://thunee.example.org"


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.PUBLIC_URL, settings.SENDS_PUSH = SITE, True


@pytest.fixture
def hall(organiser: Any) -> Tournament:
    return draw(organiser, 4, slug="diwali", table_count=1)


@pytest.fixture
def phones() -> Any:
    with service() as made:
        yield made


def team_of(tournament: Tournament, number: int, side: str = "A") -> Team:
    team = match(tournament, number).team(side)
    assert team is not None
    return team


def captain(team: Team, **said: Any) -> SignUp:
    return SignUpFactory(tournament=team.tournament, team=team, state="in", email="kim@example.org", **said)


def told(team: Team, browser: Browser) -> ToldPhone:
    return acts.tell_phone(team=team, **browser.gives, language="en")


def sent() -> list[Any]:
    mail.outbox.clear()
    send_letters()
    return list(mail.outbox)


def test_a_captain_who_wants_it_gets_one_e_mail_when_the_match_is_called(hall: Tournament, organiser: Any) -> None:
    wants, other = captain(team_of(hall, 1)), captain(team_of(hall, 1, "B"))
    acts.want_calls(signed_up=wants, wants=True)
    [message] = sent()
    assert message.subject == f"{wants.team.name}: Table 1, now"
    assert f"You are called to Table 1 for match 1: {match(hall, 1).title}." in message.body
    assert f"{SITE}/diwali/team/{wants.team.public_id}" in message.body
    assert sent() == []
    assert not Letter.objects.filter(sign_up=other).exists()
    acts.set_table_count(actor=organiser, tournament=hall, count=2)
    hall.refresh_from_db()
    acts.move_match(actor=organiser, match=match(hall, 1), table=hall.tables.get(number=2), reason="The lamp.")
    [again] = sent()
    assert again.subject.endswith("Table 2, now")


def test_who_waits_for_a_table_or_plays_already_is_not_written_to(hall: Tournament, write: Any) -> None:
    acts.want_calls(signed_up=captain(team_of(hall, 2)), wants=True)
    playing = captain(team_of(hall, 1))
    write(game(hall, 1), thunee("A"))
    acts.want_calls(signed_up=playing, wants=True)
    assert sent() == []


def test_what_is_not_so_any_more_when_it_would_go_does_not_go(hall: Tournament, write: Any) -> None:
    acts.want_calls(signed_up=captain(team_of(hall, 1)), wants=True)
    calls.promise()
    assert Letter.objects.filter(due_at__isnull=False).count() == 1
    write(game(hall, 1), thunee("A"))
    assert sent() == []
    assert not Letter.objects.filter(due_at__isnull=False).exists()


def test_it_can_be_taken_back_and_needs_a_place_and_an_address(hall: Tournament) -> None:
    signed_up = captain(team_of(hall, 1))
    acts.want_calls(signed_up=signed_up, wants=True)
    acts.want_calls(signed_up=signed_up, wants=False)
    assert sent() == []
    waiting = SignUpFactory(tournament=hall, state="waiting")
    assert refused(acts.want_calls, signed_up=waiting, wants=True) == "not_in"
    nowhere = SignUpFactory(tournament=hall, team=team_of(hall, 2), state="in", email="")
    assert refused(acts.want_calls, signed_up=nowhere, wants=True) == "no_email"


def test_a_phone_is_told_once_in_its_own_words_signed_and_for_it_alone(hall: Tournament, phones: Service) -> None:
    team, mine, other = team_of(hall, 1), Browser("one"), Browser("two")
    acts.tell_phone(team=team, **mine.gives, language="ja")
    told(team_of(hall, 2), other)  # its match is not called
    send_letters()
    [(address, headers, body)] = phones.taken
    assert address == mine.gives["endpoint"]
    says = mine.opens(body)
    assert team.name in says["title"]
    assert says["url"] == f"{SITE}/diwali/team/{team.public_id}"
    assert "table 1" not in says["title"].lower()  # 卓 in Japanese
    with pytest.raises(http_ece.ECEException):
        other.opens(body)
    key, claims = signer(headers)
    assert key == pushing.public_key()
    assert (claims["aud"], claims["sub"]) == (HOST, SITE)
    send_letters()
    assert len(phones.taken) == 1


def test_two_phones_of_a_team_are_both_told_and_one_that_is_gone_is_forgotten(
    hall: Tournament, phones: Service
) -> None:
    team = team_of(hall, 1)
    told(team, Browser("one"))
    told(team, Browser("two"))
    phones.answer = 410
    send_letters()
    assert len(phones.taken) == 2
    assert not ToldPhone.objects.exists()
    assert not Letter.objects.exists()


@pytest.mark.parametrize("fault", ["down", "busy", "odd name"])
def test_a_message_that_is_not_taken_is_tried_again(
    hall: Tournament, phones: Service, settings: Any, fault: str
) -> None:
    browser = Browser()
    told(team_of(hall, 1), browser)
    phones.down, phones.answer = fault == "down", 503
    settings.PUBLIC_URL = "https://hall" if fault == "odd name" else f"{SITE}:8443"
    send_letters()
    settings.PUBLIC_URL = SITE
    Letter.objects.update(due_at=Letter.objects.get().created_at)
    phones.taken.clear()
    phones.down, phones.answer = False, 201
    send_letters()
    assert len(phones.taken) == 1
    assert Letter.objects.get().sent_at is not None


def test_asked_again_it_is_the_same_phone_and_taken_back_it_is_told_no_more(hall: Tournament, phones: Service) -> None:
    team, browser = team_of(hall, 1), Browser()
    assert told(team, browser) == told(team, browser)
    acts.forget_phone(team=team, endpoint=browser.gives["endpoint"])
    acts.forget_phone(team=team, endpoint=browser.gives["endpoint"])
    send_letters()
    assert phones.taken == []


@pytest.mark.parametrize(
    ("endpoint", "fine"),
    [
        (f"{HOST}/x", True), ("https://am3p.notify.windows.com/w/?token=x", True), (f"{HOST}:443/x", True),
        ("http://fcm.googleapis.com/x", False), ("https://fcm.googleapis.com.example.org/x", False),
        ("https://evilfcm.googleapis.com/x", False), ("https://127.0.0.1/x", False), (f"{HOST}:8443/x", False),
        ("https://fcm.googleapis.com@example.org/x", False), ("https://notify.windows.com.x/", False),
        ("https://[::1", False), ("https://fcm.googleapis.com:port/x", False), ("", False),
        ("file:///etc/passwd", False),
    ],
)  # fmt: skip
def test_the_site_writes_to_the_services_of_browsers_and_to_nobody_else(
    hall: Tournament, endpoint: str, fine: bool
) -> None:
    given = {**Browser().gives, "endpoint": endpoint}
    if fine:
        assert acts.tell_phone(team=team_of(hall, 1), **given, language="").endpoint == endpoint
    else:
        assert refused(acts.tell_phone, team=team_of(hall, 1), **given, language="") == "bad_phone"


@pytest.mark.parametrize("broken", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "!"}, {"auth": "x" * 400}])
def test_keys_with_which_nothing_can_be_encrypted_are_refused(hall: Tournament, broken: dict[str, str]) -> None:
    given = {**Browser().gives, **broken}
    assert refused(acts.tell_phone, team=team_of(hall, 1), **given, language="") == "bad_phone"


def test_nobody_is_told_where_the_site_tells_none_or_the_event_is_over(
    hall: Tournament, organiser: Any, settings: Any, phones: Service
) -> None:
    team = team_of(hall, 1)
    told(team, Browser())
    settings.SENDS_PUSH = False
    assert refused(told, team=team, browser=Browser("two")) == "no_push"
    send_letters()
    assert phones.taken == []
    settings.SENDS_PUSH = True
    acts.close_tournament(actor=organiser, tournament=hall, reason="rain")
    assert refused(told, team=Team.objects.get(pk=team.pk), browser=Browser("two")) == "tournament_closed"
    send_letters()
    assert not ToldPhone.objects.exists()


def test_a_team_has_so_many_phones_and_no_more(hall: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thunee_tournaments.services.core.told_phones.MOST_OF_A_TEAM", 1)
    told(team_of(hall, 1), Browser("one"))
    told(team_of(hall, 1), Browser("one"))
    assert refused(told, team=team_of(hall, 1), browser=Browser("two")) == "too_many"


def test_two_that_promise_at_once_promise_one_letter(hall: Tournament) -> None:
    told(team_of(hall, 1), Browser())
    calls.promise()
    letter, seating = Letter.objects.get(), Seating.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Letter.objects.create(
            tournament=hall, kind="called", phone=letter.phone, seating=seating, table=seating.table, due_at=None
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Letter.objects.create(tournament=hall, kind="called", phone=letter.phone)
