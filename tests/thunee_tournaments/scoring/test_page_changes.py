"""A table's page as what changed since the one the phone keeps."""

import hashlib
import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.thunee_tournaments.scoring.conftest import Phone, plain
from thunee_tournaments.scoring.page_changes import KIND, changes
from thunee_tournaments.teams.models import Player, Team

TEXTS = st.lists(st.sampled_from(["", "<li>", "</li>", "Hand 1", "Hand 2", "ボール"]), max_size=30).map("\n".join)


def put_together(old: str, found: list[Any]) -> str:
    """As static/js/table/worker.js does it."""
    lines, page = old.split("\n"), []
    rest = iter(found)
    for item in rest:
        page += [item] if isinstance(item, str) else lines[item : item + next(rest)]
    return "\n".join(page)


@given(TEXTS, TEXTS)
def test_what_is_kept_and_what_changed_make_the_page(old, new):
    assert put_together(old, changes(old, new)) == new


@given(TEXTS)
def test_a_page_that_has_not_changed_holds_no_line_of_it(page):
    assert not [item for item in changes(page, page) if isinstance(item, str)]


def digest(page: str) -> str:
    return hashlib.sha256(page.encode()).hexdigest()


def first_load(phone: Phone) -> str:
    """The table's page as a worker fetches it to keep."""
    page: str = phone.client.get(reverse("scoring:table"), headers={"X-Kept": "none"}).content.decode()
    return page


def asked(phone: Phone, kept: str) -> Any:
    return phone.client.get(reverse("scoring:table"), headers={"X-Kept": digest(kept)})


@pytest.mark.django_db
def test_after_a_hand_the_page_is_sent_as_what_changed_and_the_next_builds_on_it(phone, sheet):
    page = first_load(phone)
    for number in (1, 2):
        phone.save(phone.check(sheet, **plain(call=20)))
        answer = asked(phone, page)
        assert answer["Content-Type"] == KIND
        before, page = page, put_together(page, json.loads(answer.content))
        assert f"Fix hand {number}" in page
        assert f"Fix hand {number}" not in before
        assert page.rstrip().endswith("</html>")
    assert len(answer.content) < len(page) / 10


@pytest.mark.django_db
@pytest.mark.parametrize("kept", ["", "a page nobody sent"])
def test_a_page_the_server_does_not_remember_is_answered_whole(phone, sheet, kept):
    assert asked(phone, kept)["Content-Type"].startswith("text/html")
    phone.client.get(reverse("scoring:table"))
    caches["sent_pages"].clear()
    assert "<title>" in asked(phone, kept).content.decode()


@pytest.mark.django_db
def test_of_a_browser_without_a_worker_no_page_is_remembered(phone, sheet):
    assert asked(phone, phone.table())["Content-Type"].startswith("text/html")
    assert asked(phone, first_load(phone))["Content-Type"] == KIND


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["x", "*" * 64, "0" * 64, "é" * 64, "0" * 5000])
def test_an_odd_name_of_a_kept_page_is_answered_with_the_page(phone, sheet, header):
    answer = phone.client.get(reverse("scoring:table"), headers={"X-Kept": header})
    assert answer["Content-Type"].startswith("text/html")


@pytest.mark.django_db
def test_going_back_never_shows_the_changes_as_a_page(phone, sheet):
    """A browser's own cache tells the two apart."""
    assert "X-Kept" in phone.client.get(reverse("scoring:table"))["Vary"]
    assert "X-Kept" in asked(phone, first_load(phone))["Vary"]


@pytest.mark.django_db
def test_a_phone_that_left_its_table_is_told_so_whatever_it_keeps(phone, sheet):
    page = first_load(phone)
    phone.client.post(reverse("scoring:leave"))
    answer = asked(phone, page)
    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")


def marks(phone: Phone, sheet: str) -> set[str]:
    """Of the form a page leads to, and of the form itself."""
    pages = [phone.table(), phone.get("hand", sheet).content.decode()]
    return {re.search('data-as="(.{12})"', page)[1] for page in pages}  # type: ignore[index]  # both have one


@pytest.mark.django_db
def test_the_form_that_is_kept_is_as_good_as_new_after_a_hand(phone, sheet):
    before = marks(phone, sheet)
    phone.save(phone.check(sheet, **plain(call=20)))
    assert marks(phone, sheet) == before
    assert len(before) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        lambda phone, _sheet: phone.client.post(reverse("public:preferences"), {"language": "ja"}),
        lambda phone, _sheet: phone.client.post(reverse("public:preferences"), {"theme": "dark"}),
        lambda phone, _sheet: Player.objects.update(name="Somebody else"),
        lambda phone, _sheet: Team.objects.filter(name="Team 1").update(name="Jack Attack"),
        lambda phone, _sheet: phone.client.cookies.pop(settings.CSRF_COOKIE_NAME),
    ],
    ids=["language", "theme", "players", "team", "token"],
)
def test_a_form_that_would_show_something_else_is_fetched_anew(phone, sheet, change):
    before = marks(phone, sheet)
    change(phone, sheet)
    assert not marks(phone, sheet) & before
