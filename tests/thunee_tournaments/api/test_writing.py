"""What a program with a key writes: as people do, refused as they are, and done once however often it is sent."""

import json
import threading
import uuid
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.factories import TournamentFactory, UserFactory
from tests.support.api.permissions import WITH_KEY
from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.api.asking import assert_problem
from tests.thunee_tournaments.services.conftest import draw, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.models import SigningTries
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.program_keys import KeptAnswer, ProgramKey

pytestmark = pytest.mark.django_db


class Program:
    """A program with a key of an event; `last` is the request it sent last."""

    def __init__(self, tournament: Tournament, user: Any, may: str = "desk") -> None:
        self.tournament = tournament
        made = acts.make_program_key(
            actor=user, tournament=tournament, note="A phone app", may=may, days=30, key=uuid.uuid4().hex
        )
        self.key, self.token = made.program_key, made.token
        self.client = Client(enforce_csrf_checks=True)

    def post(self, path: str, sent: Any, name: str | None = None, **headers: str) -> Any:
        body = sent if isinstance(sent, bytes) else json.dumps(sent)
        told = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": name or str(uuid.uuid4()), **headers}
        where = f"/api/v1/desk/{self.tournament.slug}/{path}"
        return self.client.post(where, body, content_type="application/json", headers=told)

    def desk(self) -> Any:
        where = f"/api/v1/desk/{self.tournament.slug}/"
        response = self.client.get(where, headers={"Authorization": f"Bearer {self.token}"})
        assert response.status_code == 200, response.content
        return response.json()

    def open(self, number: int) -> Any:
        return next(one for one in self.desk()["matches"] if one["number"] == number)

    def hand(self, number: int, hand: Any, **more: Any) -> Any:
        """What is sent for a hand of a match, on the sheet as it is now."""
        now = self.open(number)
        return {"match": now["id"], "head": now["head"], "hand": hand, **more}


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    return planned(organiser, 4, [stage("knockout")], slug="cup")


@pytest.fixture
def program(cup: Tournament, organiser: Any) -> Program:
    return Program(cup, organiser)


@pytest.mark.slow
def test_an_event_is_played_by_a_program_alone(organiser: Any) -> None:
    program = Program(TournamentFactory(organiser=organiser, slug="alone"), organiser)
    teams = [program.post("teams/", {"name": f"Team {n}", "players": ["a", "b"]}).json()["id"] for n in range(4)]
    assert program.post("teams/check-ins/", {"team": teams[0], "here": True}).json()["here"] is True
    extra = program.post("teams/", {"name": "Not coming"}).json()["id"]
    assert program.post("teams/removals/", {"team": extra}).status_code == 200
    changed = program.post("teams/changes/", {"team": teams[1], "name": "Aces", "players": ["c", "d"], "club": "x"})
    assert (changed.json()["name"], changed.json()["players"]) == ("Aces", ["c", "d"])
    assert program.post("draw/", {"tables": 1}).status_code == 201

    first = program.desk()["matches"][0]
    for hands_left in (2, 1, 0):
        done = program.post("hands/", program.hand(first["number"], thunee("A")))
        assert done.status_code == 201, done.content
        assert done.json()["match_over"] == (hands_left == 0)
    assert done.json()["winner"] == "A"
    other = program.desk()["matches"][0]
    called = program.post("calls/", {"match": other["id"], "table": 1})
    assert called.json()["table"]["number"] == 1
    acts.set_table_count(actor=organiser, tournament=program.tournament, count=2)
    moved = {"match": other["id"], "table": 2}
    assert program.post("calls/", moved).json()["code"] == "reason_missing"
    assert program.post("calls/", moved | {"reason": "It is loud there."}).json()["table"]["number"] == 2
    given = program.post("walkovers/", {"match": other["id"], "side": "B", "reason": "Nobody came."})
    assert (given.json()["winner"], given.json()["outcome"]) == ("B", "walkover")
    assert program.desk()["matches"][0]["number"] == 3


@pytest.mark.slow
def test_a_swiss_and_the_stage_behind_it_go_on_by_a_program(organiser: Any) -> None:
    final = stage("knockout", feed={"take": "top", "stage": 1, "count": 2})
    program = Program(planned(organiser, 4, [stage("swiss", rounds=2), final]), organiser)

    def play() -> None:
        for one in program.desk()["matches"]:
            program.post("walkovers/", {"match": one["id"], "side": "A", "reason": "x"})

    assert program.desk()["round"] == 1
    assert_problem(program.post("rounds/", {"before": 1}), 409, "round_open")
    play()
    assert_problem(program.post("rounds/", {"before": 2}), 409, "done_already")
    assert len(program.post("rounds/", {"before": 1}).json()) == 2
    play()
    assert program.desk()["next_stage"] == 2
    assert program.post("stages/", {"stage": 2}).json()["format"] == "knockout"
    assert_problem(program.post("stages/", {"stage": 2}), 409, "done_already")


def test_a_write_sent_again_with_its_name_is_done_once_and_answered_as_before(program: Program) -> None:
    sent = program.hand(1, thunee("A"))
    first = program.post("hands/", sent, name="the-first-hand")
    again = program.post("hands/", sent, name='"the-first-hand"')
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotent-Replayed"] == "true"
    assert match(program.tournament, 1).games.get().sheet.seq == 1
    assert_problem(program.post("hands/", {**sent, "hand": thunee("B")}, name="the-first-hand"), 422, "key_reused")
    assert_problem(program.post("hands/", sent), 409, "stale")  # another name: another write, on a sheet that went on
    for name in ("short", "x" * 65, "has a space", "ünïcödé-name"):
        assert_problem(program.post("hands/", sent, name=name), 400, "idempotency_key")


def test_the_sheet_knows_a_hand_that_comes_again_after_its_answer_was_forgotten(program: Program) -> None:
    sent = program.hand(1, thunee("A"))
    first = program.post("hands/", sent, name="the-first-hand")
    KeptAnswer.objects.all().delete()
    assert program.post("hands/", sent, name="the-first-hand").json()["seq"] == first.json()["seq"]
    assert match(program.tournament, 1).games.get().sheet.seq == 1


def test_answers_are_kept_for_a_week(program: Program) -> None:
    program.post("teams/", {"name": "One"}, name="team-number-1")
    KeptAnswer.objects.update(created_at=timezone.now() - timedelta(days=8))
    program.post("teams/", {"name": "Two"}, name="team-number-2")
    assert list(KeptAnswer.objects.values_list("name", flat=True)) == ["team-number-2"]


def test_what_was_refused_may_be_sent_again_under_its_name(program: Program) -> None:
    assert_problem(program.post("teams/", {"name": "Team 1"}, name="a-late-team"), 409, "name_taken")
    assert program.post("teams/", {"name": "Late"}, name="a-late-team").status_code == 201


def test_the_record_tells_who_made_the_key_and_that_a_program_wrote(program: Program, organiser: Any) -> None:
    program.post("hands/", program.hand(1, thunee("A")))
    entry = match(program.tournament, 1).games.get().sheet.entries.get()
    assert entry.device == f"program:{program.key.public_id}"
    assert entry.actor.startswith(f"user:{organiser.pk}")
    shown = program.client.get(f"/api/v1/tournaments/cup/matches/{match(program.tournament, 1).public_id}/").json()
    assert shown["games"][0]["hands"][0]["history"][0]["by"] == "desk"


def test_a_hand_is_corrected_and_struck_out(program: Program) -> None:
    first = program.post("hands/", program.hand(1, thunee("A"))).json()
    sent = program.hand(1, thunee("B"), seq=first["seq"], reason="The sides were changed.")
    second = program.post("corrections/", sent)
    assert second.status_code == 200, second.content
    assert second.json()["after"]["balls"] == {"A": 0, "B": 4}
    gone = program.post("corrections/", program.hand(1, None, seq=second.json()["seq"], reason="Not played."))
    assert (gone.json()["ruling"], gone.json()["after"]["balls"]) == (None, {"A": 0, "B": 0})
    missing = program.hand(1, None, seq=99, reason="x")
    assert [error["path"] for error in assert_problem(program.post("corrections/", missing), 422, "unknown_hand")]


def test_hands_that_cannot_be_are_refused_with_every_fault(program: Program) -> None:
    errors = assert_problem(program.post("hands/", program.hand(1, {"tally": {"trumper": 9}})), 422, "invalid")
    assert any("trumper" in error["path"] for error in errors)
    assert_problem(program.post("hands/", program.hand(1, {"tally": {"trumper": 1}})), 422, "undecidable")
    assert match(program.tournament, 1).games.get().sheet.seq == 0


@pytest.mark.parametrize(
    ("path", "sent", "where"),
    [
        ("hands/", {}, ["match", "head", "hand"]),
        ("hands/", {"match": "x", "head": "y", "hand": [], "last": 1}, ["hand", "last"]),
        ("hands/", {"match": "x", "head": "y", "hand": {}, "lst": True}, ["lst"]),
        ("hands/", {"match": "x", "head": "y", "hand": {}, "game": "1"}, ["game"]),
        ("hands/", [], [""]),
        ("teams/", {"name": "x", "players": ["a", 4]}, ["players[1]"]),
        ("teams/", {"name": "a\x00b"}, ["name"]),
        ("teams/", {"name": "half a letter \ud83d", "players": ["\udc00"]}, ["name", "players[0]"]),
        ("hands/", {"match": "\ud83d", "head": "\x00", "hand": {}}, ["match", "head"]),
        ("calls/", {"match": "x", "table": True}, ["table"]),
        ("walkovers/", {"match": "x", "side": "E", "reason": "x"}, ["side"]),
    ],
)
def test_what_cannot_be_read_is_said_field_by_field(program: Program, path: str, sent: Any, where: list[str]) -> None:
    assert [error["path"] for error in assert_problem(program.post(path, sent), 400, "invalid")] == where


@pytest.mark.parametrize(
    ("path", "sent", "code"),
    [
        ("hands/", {"match": "none", "head": "x", "hand": {}}, "unknown_match"),
        ("calls/", {"match": "", "table": 999}, "unknown_table"),
        ("teams/check-ins/", {"team": "none", "here": True}, "unknown_team"),
        ("teams/removals/", {"team": "none"}, "unknown_team"),
        ("hands/", {"match": "", "game": 7, "head": "x", "hand": {}}, "unknown_game"),
    ],
)
def test_what_is_not_there_is_named(program: Program, path: str, sent: dict[str, Any], code: str) -> None:
    if sent.get("match") == "":
        sent = {**sent, "match": match(program.tournament, 1).public_id}
    assert_problem(program.post(path, sent), 422, code)


@pytest.mark.parametrize("name", WITH_KEY)
def test_without_a_key_that_is_in_force_nothing_is_read_or_written(name: str, program: Program) -> None:
    from django.urls import reverse

    where = reverse(f"api:{name}", args=["cup"])

    def ask(headers: dict[str, str]) -> Any:
        if WITH_KEY[name] == "get":
            return program.client.get(where, headers=headers)
        return program.client.post(where, "{}", content_type="application/json", headers=headers)

    held = {"Authorization": f"Bearer {program.token}"}
    assert ask(held).status_code in (200, 400)
    for headers in (
        {},
        {"Authorization": "Bearer "},
        {"Authorization": f"Basic {program.token}"},
        {"Authorization": f"Bearer {program.token}x"},
        {"Authorization": "Bearer \u00ff\u00fe"},
    ):
        answer = ask(headers)
        assert_problem(answer, 401, "key_missing")
        assert answer["WWW-Authenticate"].startswith("Bearer")
    ProgramKey.objects.update(expires_at=timezone.now())
    assert_problem(ask(held), 401, "key_missing")
    ProgramKey.objects.update(expires_at=timezone.now() + timedelta(days=1))
    acts.revoke_program_key(actor=program.key.user, program_key=program.key)
    assert_problem(ask(held), 401, "key_missing")


def test_a_key_ends_with_the_account_and_with_the_role_of_who_made_it(cup: Tournament, organiser: Any) -> None:
    second = UserFactory()
    role = Role.objects.create(tournament=cup, user=second, role=Role.Name.ORGANISER)
    program = Program(cup, second)
    Role.objects.filter(pk=role.pk).update(role=Role.Name.VIEWER)
    assert_problem(program.post("teams/", {"name": "x"}), 403, "not_allowed")
    assert_problem(program.post("hands/", program.hand(1, thunee("A"))), 403, "not_here")
    Role.objects.filter(pk=role.pk).delete()
    assert_problem(program.post("teams/", {"name": "x"}), 401, "key_missing")
    Role.objects.create(tournament=cup, user=second, role=Role.Name.ORGANISER)
    assert program.post("teams/", {"name": "x"}).status_code == 201
    second.is_active = False
    second.save()
    assert_problem(program.post("teams/", {"name": "y"}), 401, "key_missing")


def test_a_key_for_scores_writes_hands_and_nothing_else(cup: Tournament, organiser: Any) -> None:
    program = Program(cup, organiser, may="scores")
    assert program.desk()["may"] == "scores"
    assert program.post("hands/", program.hand(1, thunee("A"))).status_code == 201
    for path in ("teams/", "teams/changes/", "draw/", "rounds/", "stages/", "calls/", "walkovers/", "teams/check-ins/"):
        assert_problem(program.post(path, {}), 403, "forbidden")


def test_a_key_opens_its_own_event_and_no_other(program: Program, organiser: Any) -> None:
    other = planned(organiser, 4, [stage("knockout")], slug="other")
    sent = {"match": match(other, 1).public_id, "head": match(other, 1).games.get().sheet.head, "hand": thunee("A")}
    assert_problem(program.post("hands/", sent), 422, "unknown_match")
    program.tournament = other
    assert_problem(program.post("hands/", sent), 404, "not_found")
    assert match(other, 1).games.get().sheet.seq == 0


def test_how_many_requests_are_left_is_told_and_the_next_one_refused(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    from thunee_tournaments.api.keys import Writes

    monkeypatch.setattr(Writes, "rate", "3/min")
    answers = [program.post("teams/", {"name": f"Late {n}"}) for n in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    left = [answer["RateLimit"].split(";")[1] for answer in answers]
    assert left == ["r=2", "r=1", "r=0", "r=0"]
    assert answers[0]["RateLimit-Policy"] == '"writes";q=3;w=60'
    assert_problem(answers[3], 429, "throttled")
    assert int(answers[3]["Retry-After"]) > 0


def test_answers_to_programs_are_kept_by_nobody_on_the_way(program: Program) -> None:
    assert "no-store" in program.post("teams/", {"name": "x"})["Cache-Control"]


def test_a_game_is_signed_with_the_pins_of_its_sides_and_a_wrong_one_counts(organiser: Any) -> None:
    program = Program(draw(organiser, 4, table_count=2, policies={}), organiser)
    for _ in range(3):
        written = program.post("hands/", program.hand(1, thunee("A"))).json()
    assert (written["game_over"], written["match_over"]) == (True, False)
    played = match(program.tournament, 1)

    def sign(side: str, pin: str) -> Any:
        sent = {"match": played.public_id, "head": written["head"], "side": side, "pin": pin}
        return program.post("signatures/", sent)

    wrong = pin_of(played, "B")
    for _ in range(5):
        assert_problem(sign("A", wrong), 409, "wrong_pin")
    assert_problem(sign("A", pin_of(played, "A")), 409, "pin_locked")
    SigningTries.objects.all().delete()
    assert sign("A", pin_of(played, "A")).json()["signed"] == ["A"]
    done = sign("B", pin_of(played, "B"))
    assert (done.json()["signed"], done.json()["match_over"]) == (["A", "B"], True)


def test_a_desk_on_which_nothing_happened_costs_nothing_to_read_again(program: Program, cup: Tournament) -> None:
    where, key = "/api/v1/desk/cup/", {"Authorization": f"Bearer {program.token}"}
    first = program.client.get(where, headers=key)
    assert "private" in first["Cache-Control"]
    again = program.client.get(where, headers={**key, "If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    acts.add_team(actor=program.key.user, tournament=TournamentFactory(organiser=program.key.user), name="Elsewhere")
    assert program.client.get(where, headers={**key, "If-None-Match": first["ETag"]}).status_code == 304
    program.post("walkovers/", {"match": program.open(1)["id"], "side": "A", "reason": "Nobody came."})
    fresh = program.client.get(where, headers={**key, "If-None-Match": first["ETag"]})
    assert fresh.status_code == 200
    assert fresh["ETag"] != first["ETag"]
    assert program.client.get(where, headers={"If-None-Match": fresh["ETag"]}).status_code == 401


def enter(program: Program, name: str, **headers: str) -> Any:
    return program.post("teams/", {"name": name, "players": ["Ann", "Bea"]}, **headers)


def read(program: Program) -> str:
    """The tag of the desk as it is."""
    response = program.client.get("/api/v1/desk/cup/", headers={"Authorization": f"Bearer {program.token}"})
    return str(response["ETag"])


def test_a_write_is_refused_if_the_desk_is_not_as_it_was_read(cup: Tournament, organiser: Any) -> None:
    program = Program(cup, organiser)
    seen = read(program)
    assert enter(program, "Aces", **{"If-Match": seen}).status_code == 201
    assert_problem(enter(program, "Kings", **{"If-Match": seen}), 412, "precondition_failed")
    assert enter(program, "Kings", **{"If-Match": read(program)}).status_code == 201
    assert enter(program, "Queens", **{"If-Match": "*"}).status_code == 201
    assert enter(program, "Jacks").status_code == 201
    assert {"Aces", "Kings", "Queens", "Jacks"} <= {team["name"] for team in program.desk()["teams"]}


def test_a_write_that_was_done_is_answered_as_before_however_the_desk_is_now(cup: Tournament, organiser: Any) -> None:
    program = Program(cup, organiser)
    seen = {"If-Match": read(program)}
    done = program.post("teams/", {"name": "Aces", "players": ["Ann", "Bea"]}, "aces-enter", **seen)
    again = program.post("teams/", {"name": "Aces", "players": ["Ann", "Bea"]}, "aces-enter", **seen)
    assert (done.status_code, again.status_code, again.json()) == (201, 201, done.json())
    assert again["Idempotent-Replayed"] == "true"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_read_the_same_only_one_writes(organiser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = planned(organiser, 4, [stage("knockout")], slug="cup")
    first, second = Program(cup, organiser), Program(cup, organiser)
    seen, answered, checked = read(first), list[int](), acts.add_team
    both = threading.Barrier(2, timeout=2)

    def together(**asked: Any) -> Any:  # what was read has been looked at: wait for the other to get as far
        with suppress(threading.BrokenBarrierError):
            both.wait()
        return checked(**asked)

    monkeypatch.setattr(acts, "add_team", together)

    def write(program: Program, name: str) -> None:
        try:
            answered.append(enter(program, name, **{"If-Match": seen}).status_code)
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=pair) for pair in ((first, "Aces"), (second, "Kings"))]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(answered) == [201, 412]
