"""Two phones wrote at once: the page asks as the list of hands on a phone does, and keeping comes first."""

import re
from html import unescape
from typing import Any

from adjudication.models import Entry
from tests.thunee_tournaments.scoring.conftest import Phone, plain

WHY = {"why": "typed"}
ANSWER = re.compile(r'<(?:a|button) class="btn( btn-primary)? btn-big btn-wide"[^>]*>([^<]+)</')


def answers(response: Any) -> list[tuple[str, bool]]:
    """What can be answered, in order, and which of it the page proposes."""
    return [(unescape(words).strip(), bool(primary)) for primary, words in ANSWER.findall(response.content.decode())]


def says(phone: Phone, name: str) -> str:
    """The words of the list of hands on the phone."""
    found = re.search(rf'data-says-{name}="([^"]*)"', phone.table())
    assert found, name
    return unescape(found[1])


def test_keeping_a_hand_comes_first_and_both_ways_to_ask_use_the_same_words(phone, token, sheet):
    second = Phone(token).let_in()
    late = second.check(sheet, **plain(points=77))
    phone.save(phone.check(sheet, **plain()))
    answer = second.save(late)
    assert answer.status_code == 409
    assert answers(answer) == [(says(phone, "keep").replace("%N%", "2"), False), (says(phone, "same"), False)]
    question = "Is this the same hand?"
    assert question in answer.content.decode()
    assert question in phone.table()  # in the list of hands on the phone


def test_keeping_a_fix_comes_first_and_both_ways_to_ask_use_the_same_words(phone, token, sheet):
    phone.save(phone.check(sheet, **plain()))
    second = Phone(token).let_in()
    late = second.check(sheet, page="fix", entry=1, **plain(points=120), **WHY)
    answer = second.save(late, head="0" * 64)
    assert answer.status_code == 409
    assert answers(answer) == [(says(phone, "fix-it"), False), (says(phone, "leave"), False)]
    assert says(phone, "needed") in answer.content.decode()


def test_a_fix_of_a_hand_that_was_struck_out_meanwhile_is_not_asked_about_as_a_hand(phone, token, sheet):
    phone.save(phone.check(sheet, **plain()))
    second = Phone(token).let_in()
    late = second.check(sheet, page="fix", entry=1, **plain(points=120), **WHY)
    struck = phone.get("void", sheet)
    sent = {name: struck.context[name] for name in ("head", "entry", "key")}
    phone.post("void", sheet, "", **sent, **WHY)
    answer = second.save(late)
    assert answer.status_code == 409
    assert "Is this the same hand?" not in answer.content.decode()
    assert answers(answer) == [(says(phone, "leave"), False)]
    assert Entry.objects.count() == 2
