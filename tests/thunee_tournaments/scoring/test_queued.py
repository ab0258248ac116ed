"""Hands that waited on a phone: taken in once, in order, with an answer a phone can go on from."""

import json
import re
import uuid
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from adjudication.models import Entry
from tests.support.scoring.queued import DEVICE, Queue, queue
from tests.thunee_tournaments.scoring.conftest import Phone, plain, thunee
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.scoring.offline import SHELL
from thunee_tournaments.services import acts

__all__ = ["queue"]


def test_a_hand_is_taken_in_and_the_answer_says_what_the_next_expects(queue, game):
    answer = queue.send(plain()).json()
    entry = Entry.objects.get()
    assert answer["head"] == entry.hash == game().sheet.head
    assert (answer["seq"], answer["number"], answer["repeated"], answer["over"]) == (1, 1, False, False)
    assert answer["headline"] == "Team 4 opens 1 ball"
    assert answer["dealer"] == game().sheet.ledger["after"]["next_dealer"]
    assert (entry.device, entry.actor) == (DEVICE, "table:1")


def test_hands_in_a_row_expect_what_the_one_before_became(queue):
    for points in (51, 52, 53):
        assert queue.send(plain(points=points)).status_code == 200
    assert [entry.body["tally"]["card_points"] for entry in Entry.objects.order_by("seq")] == [
        {"A": 51}, {"A": 52}, {"A": 53},
    ]  # fmt: skip


def test_a_repeated_key_gets_its_first_answer_also_when_the_sheet_went_on(queue):
    key, first_head = str(uuid.uuid4()), queue.head
    first = queue.send(plain(), key=key).json()
    queue.send(plain(points=70))
    again = queue.send(plain(), key=key, head=first_head)
    assert again.status_code == 200
    assert (again.json()["repeated"], again.json()["head"]) == (True, first["head"])
    assert Entry.objects.count() == 2


def test_a_phone_that_was_let_in_anew_sends_the_key_its_hand_had_before(queue, organiser, table):
    key, head = str(uuid.uuid4()), queue.head
    queue.send(plain(), key=key)
    fresh = Phone(acts.issue_table_link(actor=organiser, table=table).token).let_in()
    queue.phone = fresh
    assert queue.send(plain(), key=key, head=head).json()["repeated"]
    assert Entry.objects.count() == 1


def test_a_conflict_brings_both_versions_and_the_head_to_go_on_from(queue):
    stale = queue.head
    queue.send(plain())
    answer = queue.send(plain(points=120), head=stale)
    said = answer.json()
    assert answer.status_code == 409
    assert said["missed"] == ["Hand 1: Team 4 opens 1 ball (Count 60, needed 105)"]
    assert said["mine"]["headline"] == "Team 1 opens 1 ball"
    assert said["now"]["head"] == queue.head
    assert queue.send(plain(points=120), head=said["now"]["head"]).status_code == 200
    assert Entry.objects.count() == 2


def test_what_is_missing_is_said_field_by_field(queue):
    answer = queue.send({"trumper": 1, "call": 20})
    said = answer.json()
    assert (answer.status_code, said["code"]) == (422, "undecidable")
    assert {"field": "Card points", "message": "Enter the card points, from 0 to 304."} in said["errors"]
    assert Entry.objects.count() == 0


def test_the_key_of_another_hand_is_refused(queue):
    key = str(uuid.uuid4())
    queue.send(plain(), key=key)
    answer = queue.send(plain(points=10), key=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


@pytest.mark.parametrize("said", [
    "", "no json", "[]", "null", b"\xff\xfe", {"key": 1}, {"key": "x", "head": "y", "device": "z"},
    {"key": "x", "head": "y", "device": "z", "typed": {"points": 60}}, "[" * 100_000, "x" * 20_000,
    {"key": "x", "head": "y", "device": "z", "typed": {"trump": "\ud800"}},
])  # fmt: skip
def test_whatever_is_sent_the_answer_is_json_with_a_word(queue, said):
    answer = queue.post(said)
    assert answer.status_code == 422
    assert answer.json()["message"]


@pytest.mark.parametrize("changed", [
    {"key": "nonsense"}, {"head": ""}, {"head": "x" * 64}, {"device": "\0" * 70},
])  # fmt: skip
def test_odd_values_are_refused_or_do_no_harm(queue, changed):
    answer = queue.send(plain(), **changed)
    assert answer.status_code in (200, 409, 422)
    assert Entry.objects.count() == (answer.status_code == 200)


def test_whoever_is_at_no_table_is_told_so_and_nothing_is_written(queue, sheet, organiser, table):
    acts.revoke_table_link(actor=organiser, table=table)
    for answer in (queue.send(plain()), queue.phone.client.get("/table/state")):
        assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
    assert Entry.objects.count() == 0


def test_a_hand_of_another_table_is_not_taken_in(queue, organiser, tournament):
    other = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=2)).token).let_in()
    queue.phone = other
    answer = queue.send(plain())
    assert (answer.status_code, answer.json()["code"]) == (404, "not_here")


def test_a_forged_request_writes_nothing(queue, token):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = queue.phone.client.cookies
    queue.phone.client = strict
    assert queue.send(plain()).status_code == 403
    assert Entry.objects.count() == 0


def test_a_hand_too_many_is_offered_to_the_next_game(organiser):
    tournament = draw(organiser, 2, best_of=3)
    phone = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token).let_in()
    first = phone.client.get("/table/state").json()["sheet"]["sheet"]
    queue = Queue(phone, first)
    for _ in range(3):
        last = queue.send(thunee(0)).json()
    assert last["over"]
    said = queue.send(plain()).json()
    assert said["code"] == "game_over"
    assert said["next"]["game"] == 2
    queue.sheet = said["next"]["sheet"]
    assert queue.send(plain(), head=said["next"]["head"]).json()["number"] == 1


def test_a_saved_hand_costs_less_than_two_kilobytes_both_ways(queue):
    typed = plain(call=20, trump="s", jodhi0_seat=0, jodhi0_value=40, jodhi0_suit="s", jodhi0_trick=1, claimed_balls=1)
    answer = queue.send(typed)
    assert answer.status_code == 200
    request = answer.wsgi_request
    cookies = "; ".join(f"{name}={one.value}" for name, one in queue.phone.client.cookies.items())
    headers = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
    sent = len(request.path) + int(request.META["CONTENT_LENGTH"]) + len(cookies) + len("X-CSRFToken: ") + 64
    assert sent + len(answer.content) + len(headers) < 2048


def test_the_worker_covers_the_table_names_its_build_and_files_that_are_there(client):
    answer = client.get(reverse("scoring:worker"))
    script = answer.content.decode()
    assert answer["Service-Worker-Allowed"] == "/table"
    assert answer["Content-Type"] == "text/javascript"
    known = json.loads(re.search(r"self.KNOWN = (\{.*\});", script)[1])
    assert known["build"]
    for file in [*known["shell"], re.search(r'importScripts\("(.*)"\)', script)[1]]:
        assert finders.find(file.removeprefix(known["static"])), file
    assert client.get(known["offline"]).status_code == 200


def test_every_script_of_the_table_is_kept_by_the_worker_but_what_needs_the_network():
    folder = Path(finders.find("js/table/start.js")).parent
    with_network = {"js/table/older_copy.js", "js/table/kept_event.js"}
    assert {f"js/table/{file.name}" for file in folder.glob("*.js")} - with_network == {
        name for name in (*SHELL, "js/table/worker.js") if name.startswith("js/table/")
    }


@pytest.mark.parametrize("page", ["hand", "cards"])
def test_a_page_tells_its_scripts_the_token_its_form_has(queue, page):
    """It is drawn by lot, so that each further one would weigh all its letters."""
    html = queue.phone.get(page, queue.sheet).content.decode()
    assert len(set(re.findall(r"\b[A-Za-z0-9]{64}\b", html.replace(queue.head, "")))) == 1


def test_the_state_tells_whether_there_is_network_and_is_never_kept(queue):
    answer = queue.phone.client.get("/table/state")
    assert "no-store" in answer["Cache-Control"]
    assert answer.json()["sheet"]["number"] == 1
