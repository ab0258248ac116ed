"""The next hand written at the desk: by referees and scorekeepers with an account, in every mode of scoring."""

import uuid
from typing import Any

import pytest
from django.test import Client

from adjudication.models import Entry
from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import game, match, thunee

PLAIN = {"trumper": "1", "points": "60", "points_of": "counting", "last_trick": "1", "call": "0"}


@pytest.fixture(params=["scorekeeper", "referee", "chief_referee"])
def desk(request: Any, playing: Desk) -> Desk:
    """The desk of somebody who may write, where only referees write hands down at the tables."""
    playing.tournament.policies = {"scoring": "referee"}
    playing.tournament.save()
    client = Client()
    client.force_login(RoleFactory(tournament=playing.tournament, role=request.param).user)
    return Desk(client, playing.tournament)


def send(desk: Desk, action: str, **typed: Any) -> Any:
    head = game(desk.tournament, 1).sheet.head
    said = {**PLAIN, "head": head, "key": str(uuid.uuid4()), "action": action, **typed}
    return desk.post("write", match(desk.tournament, 1).public_id, 1, **said)


def test_the_match_leads_to_the_form_the_ruling_and_the_saved_hand(desk: Desk) -> None:
    assert "Write the next hand" in text_of(desk.get("match", match(desk.tournament, 1).public_id))
    assert "Write hand 1" in text_of(desk.get("write", match(desk.tournament, 1).public_id, 1))
    assert "opens 1 ball" in text_of(send(desk, "check"))
    assert not Entry.objects.exists()
    assert send(desk, "save")["Location"] == desk.at("match", match(desk.tournament, 1).public_id)
    assert Entry.objects.get().actor.startswith("user:")


def test_a_double_tap_writes_the_hand_once(desk: Desk) -> None:
    head, key = game(desk.tournament, 1).sheet.head, str(uuid.uuid4())
    for _ in range(2):
        assert send(desk, "save", key=key, head=head).status_code == 302
    assert Entry.objects.count() == 1


def test_what_came_in_meanwhile_is_said_and_nothing_is_lost(desk: Desk, write: Any) -> None:
    head = game(desk.tournament, 1).sheet.head
    write(game(desk.tournament, 1), thunee("A"))
    for action in ("check", "save"):
        answer = send(desk, action, head=head)
        assert answer.status_code == 409
        assert "Somebody wrote another hand" in text_of(answer)
    assert Entry.objects.count() == 1


def test_faults_stand_beside_their_fields_and_what_was_typed_is_kept(desk: Desk) -> None:
    for action in ("check", "save"):
        answer = send(desk, action, points="400")
        assert answer.status_code == 422
        assert 'value="400"' in answer.content.decode()
    assert send(desk, "save", key="nonsense").status_code == 422
    assert send(desk, "edit", points="61").context["form"]["points"].value() == "61"


def test_a_game_that_is_over_takes_none(desk: Desk, write: Any) -> None:
    while not game(desk.tournament, 1).sheet.is_over:
        write(game(desk.tournament, 1), thunee("A"))
    for answer in (desk.get("write", match(desk.tournament, 1).public_id, 1), send(desk, "check")):
        assert answer.status_code == 302
    assert send(desk, "save").status_code == 422


def test_a_game_that_was_never_opened_is_not_there(playing: Desk) -> None:
    assert playing.get("write", match(playing.tournament, 1).public_id, 7).status_code == 404
