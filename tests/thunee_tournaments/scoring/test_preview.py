"""What a hand comes to while it is typed: for the button that saves it, and nothing is stored."""

from typing import Any

import pytest
from django.urls import reverse

from adjudication.models import Entry
from tests.thunee_tournaments.scoring.conftest import Phone, plain

pytestmark = pytest.mark.django_db


def preview(phone: Phone, sheet: str, **typed: Any) -> Any:
    head = phone.get("hand", sheet).context["form"]["head"].value()
    return phone.client.post(reverse("scoring:preview", args=[sheet]), {"head": head, "happened": "count", **typed})


def test_a_plain_hand_is_told_what_it_comes_to_and_nothing_is_stored(phone, sheet):
    told = preview(phone, sheet, **plain(call=20)).json()
    assert told["headline"].endswith("opens 1 ball")
    assert (told["winner"], told["balls"], told["plain"], told["doubts"]) == (1, 1, True, [])
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (plain(trumper=2, points=60, last_trick=2), "a doubt: nobody called"),
        (plain(call=20, claimed_winner="A", claimed_balls=1), "the table says otherwise"),
        (plain(call=20, head="0" * 64), "something was written meanwhile"),
    ],
)
def test_a_hand_to_look_at_first_is_not_plain(phone, sheet, typed, why):
    assert preview(phone, sheet, **typed).json()["plain"] is False, why


def test_a_hand_that_ends_the_game_is_looked_at_first(phone, sheet):
    for _hand in range(2):
        thunee = {"happened": "thunee", "declared": "thunee", "declared_seat": 1, "declared_lost_to": "won"}
        assert preview(phone, sheet, **thunee).json()["plain"] is True
        phone.save(phone.check(sheet, **thunee))
    assert preview(phone, sheet, **thunee).json()["plain"] is False


@pytest.mark.parametrize(
    "typed",
    [plain(points=303), {"trumper": 1, "points": 100, "call": 0}, plain(happened="double")],
    ids=["points no tricks come to", "nobody took the last trick", "nobody called the double"],
)
def test_what_cannot_be_judged_is_not_previewed(phone, sheet, typed):
    answer = preview(phone, sheet, **typed)
    assert (answer.status_code, answer.content) == (422, b"")


def test_a_khanuck_without_a_jodhi_is_asked_about(phone, sheet):
    told = preview(phone, sheet, **plain(happened="khanuck", khanuck=1, call=20)).json()
    assert told["doubts"] == ["No jodhi? A khanuck is then lost."]
    assert told["plain"] is False
    with_jodhi = plain(happened="khanuck", khanuck=1, call=20, jodhi0_value=40, jodhi0_seat=1)
    assert preview(phone, sheet, **with_jodhi).json()["doubts"] == []


def test_another_table_learns_nothing(phone, sheet, token):
    stranger = Phone(token)
    answer = stranger.client.post(reverse("scoring:preview", args=[sheet]), plain())
    assert answer.status_code in (302, 403, 404)
    assert b"opens" not in answer.content


def test_a_preview_asks_the_database_no_more_than_checking_does(phone, sheet, django_assert_max_num_queries):
    head = phone.get("hand", sheet).context["form"]["head"].value()
    with django_assert_max_num_queries(9):
        phone.client.post(reverse("scoring:preview", args=[sheet]), {"head": head, "happened": "count", **plain()})
