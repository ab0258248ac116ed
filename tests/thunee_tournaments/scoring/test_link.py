"""A table's link: looking lets nobody in, its button does, and the session is worth no more than the link."""

import datetime

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.factories import MatchFactory
from tests.thunee_tournaments.scoring.conftest import Phone, plain
from thunee_tournaments.scoring.link import MOST_WRONG
from thunee_tournaments.scoring.session import COOKIE, PHONE_COOKIE, begin
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import TableLink


def test_looking_at_a_link_lets_nobody_in(client, token):
    page = client.get(reverse("scoring:link", args=[token]))
    assert page.status_code == 200
    assert COOKIE not in page.cookies
    assert client.get(reverse("scoring:table")).status_code == 404


def test_the_button_exchanges_the_link_for_a_session_and_the_token_is_gone(client, token):
    answer = client.post(reverse("scoring:link", args=[token]))
    assert (answer.status_code, answer["Location"]) == (302, "/table")
    cookie = answer.cookies[COOKIE]
    assert token not in cookie.value
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/table")
    assert client.get("/table").status_code == 200


def test_the_page_of_a_link_tells_nobody_where_it_is(client, token):
    for path in (reverse("scoring:link", args=[token]), reverse("scoring:link", args=["wrong"])):
        page = client.get(path)
        assert page["Referrer-Policy"] == "strict-origin"
        assert "no-store" in page["Cache-Control"]
        assert page["X-Robots-Tag"] == "noindex"


def test_a_forwarded_link_asks_for_the_pin(client, phone, token):
    there = reverse("scoring:link", args=[token])
    assert "ask the desk" in client.get(there).content.decode()
    assert client.post(there).status_code == 200
    assert client.get("/table").status_code == 404
    wrong = client.post(there, {"pin": "x"})
    assert wrong.status_code == 422
    assert "4 more tries" in wrong.content.decode()
    assert client.post(there, {"pin": pin_of(find(token))}).status_code == 429
    TableLink.objects.update(wrong_pin_at=None)
    assert client.post(there, {"pin": pin_of(find(token))})["Location"] == "/table"
    assert client.get("/table").status_code == phone.client.get("/table").status_code == 200


def test_after_five_wrong_pins_it_kindly_sends_to_the_desk(client, organiser, table, phone, token):
    there = reverse("scoring:link", args=[token])
    for _ in range(5):
        TableLink.objects.update(wrong_pin_at=None)
        answer = client.post(there, {"pin": "x"})
    assert answer.status_code == 429
    assert "Too many wrong PINs" in answer.content.decode()
    assert phone.client.get("/table").status_code == 200
    acts.renew_table_pin(actor=organiser, table=table)
    assert client.post(there, {"pin": pin_of(find(token))})["Location"] == "/table"


def test_a_phone_whose_answer_got_lost_is_not_taken_for_a_further_one(client, token):
    there = reverse("scoring:link", args=[token])
    client.get(there)
    called = client.cookies[PHONE_COOKIE].value
    client.post(there)
    client.cookies.clear()
    client.cookies[PHONE_COOKIE] = called
    assert client.post(there)["Location"] == "/table"


def test_a_phone_that_stopped_comes_back_without_a_pin(phone, token):
    phone.client.post(reverse("scoring:leave"))
    assert phone.client.post(reverse("scoring:link", args=[token]))["Location"] == "/table"


def test_a_session_is_worth_nothing_for_a_phone_that_was_never_let_in(client, phone, token):
    response = HttpResponse()
    request = RequestFactory().get("/table")
    begin(request, response, find(token), "phone-forged-with-the-key")
    client.cookies[COOKIE] = response.cookies[COOKIE].value
    assert client.get("/table").status_code == 404


def test_a_link_for_one_match_reaches_no_other(organiser, tournament, table, phone, sheet):
    other = tournament.stages.get().matches.get(number=2)
    for narrow in ({"match": other}, {"round": tournament.stages.get().rounds.last()}):
        narrowed = Phone(acts.issue_table_link(actor=organiser, table=table, **narrow).token).let_in()
        assert "No match here yet" in narrowed.table()
        assert narrowed.get("hand", sheet).status_code == 404
    mine = tournament.stages.get().matches.get(number=1)
    for narrow in ({"match": mine}, {"round": mine.round}):
        narrowed = Phone(acts.issue_table_link(actor=organiser, table=table, **narrow).token).let_in()
        assert narrowed.get("hand", sheet).status_code == 200


def test_no_link_is_for_a_match_of_another_tournament(organiser, table):
    with pytest.raises(acts.Refused) as caught:
        acts.issue_table_link(actor=organiser, table=table, match=MatchFactory())
    assert caught.value.code == "bad_scope"


def test_a_forged_request_cannot_press_the_button(token):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("scoring:link", args=[token])).status_code == 403


@pytest.mark.parametrize("wrong", ["x", "a" * 22, "%00", "🂡"])
def test_a_wrong_link_says_kindly_what_to_do(client, token, wrong):
    for page in (client.get(f"/t/{wrong}"), client.post(f"/t/{wrong}")):
        assert page.status_code == 404
        assert "ask the desk" in page.content.decode()


def test_who_tries_many_links_is_slowed_down_and_nobody_else(client, token):
    cache.clear()
    guessed = "/t/" + "a" * 22
    for _ in range(MOST_WRONG):
        assert client.get(guessed).status_code == 404
    stopped = client.get(guessed)
    assert (stopped.status_code, stopped["Retry-After"]) == (429, "60")
    assert "Wait a minute" in stopped.content.decode()
    assert client.get(guessed, REMOTE_ADDR="10.0.0.9").status_code == 404
    cache.clear()  # as if the minute had passed
    assert client.get(guessed).status_code == 404


def test_a_link_that_works_opens_whatever_somebody_else_at_the_same_address_tries(client, token):
    cache.clear()
    for _ in range(MOST_WRONG + 1):
        client.get("/t/" + "a" * 22)
    assert client.get(reverse("scoring:link", args=[token])).status_code == 200


def test_a_link_that_ended_looks_like_one_that_never_was(client, organiser, table, token):
    acts.revoke_table_link(actor=organiser, table=table)
    assert client.get(reverse("scoring:link", args=[token])).status_code == 404
    fresh = acts.issue_table_link(actor=organiser, table=table).token
    TableLink.objects.filter(revoked_at=None).update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    assert client.get(reverse("scoring:link", args=[fresh])).status_code == 404


def test_a_session_ends_when_its_link_is_revoked_or_replaced(organiser, table, phone, sheet):
    assert "Team 1" in phone.table()
    acts.issue_table_link(actor=organiser, table=table)
    assert phone.client.get("/table").status_code == 404
    assert phone.get("hand", sheet).status_code == 404
    assert phone.post("hand", sheet, "save", **plain()).status_code == 404


def test_a_session_that_somebody_wrote_themselves_is_none(client, phone):
    client.cookies[COOKIE] = "1/phone-x"
    assert client.get("/table").status_code == 404
    client.cookies[COOKIE] = phone.client.cookies[COOKIE].value[:-2] + "zz"
    assert client.get("/table").status_code == 404


def test_a_table_shows_only_its_own_games(organiser, tournament, phone, sheet):
    other = tournament.tables.get(number=2)
    neighbour = Phone(acts.issue_table_link(actor=organiser, table=other).token).let_in()
    for page in ("hand", "fix", "void"):
        assert neighbour.get(page, sheet).status_code == 404
        assert neighbour.post(page, sheet, "save", **plain()).status_code == 404
        assert neighbour.get(page, "no-such-sheet").status_code == 404


def test_opening_another_link_moves_the_phone_to_that_table(organiser, tournament, phone):
    other = tournament.tables.get(number=2)
    phone.token = acts.issue_table_link(actor=organiser, table=other).token
    assert "Table 2" in phone.let_in().table()


def test_a_phone_can_stop_keeping_score(phone):
    assert phone.client.post(reverse("scoring:leave")).status_code == 302
    assert phone.client.get("/table").status_code == 404


@pytest.mark.parametrize("name", ["table", "leave"])
def test_without_a_session_there_is_nothing_here(client, db, name):
    assert client.post(reverse(f"scoring:{name}")).status_code in (404, 405)
    assert client.get(reverse(f"scoring:{name}")).status_code in (404, 405)
