"""A program that listens hears of everything that happens, signed, in turn, and as often as it takes."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.factories import TeamFactory, TournamentFactory
from tests.support.listening import Listener, listening
from tests.support.services.formats import give, planned, played_out, stage
from tests.thunee_tournaments.services.conftest import LOT, game, match, thunee
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.models import Message, Webhook
from thunee_tournaments.services.record import webhooks
from thunee_tournaments.services.tasks import tell_programs
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    return planned(organiser, 4, [stage("knockout")], slug="cup", table_count=2)


@pytest.fixture
def told(organiser: Any, cup: Tournament, listener: Listener) -> Webhook:
    """A program that has been told where the event stands."""
    webhook = acts.add_webhook(actor=organiser, tournament=cup, url=listener.url, note="The stream")
    tell_programs()
    listener.got.clear()
    return webhook


def kinds(listener: Listener) -> list[str]:
    return [json.loads(body)["type"] for _headers, body in listener.got]


def bodies(listener: Listener) -> list[Any]:
    return [json.loads(body)["data"] for _headers, body in listener.got]


def due_again() -> None:
    Webhook.objects.update(next_at=timezone.now())


def test_a_program_hears_at_once_that_it_is_told(organiser: Any, cup: Tournament, listener: Listener) -> None:
    acts.add_webhook(actor=organiser, tournament=cup, url=listener.url, note="The stream")
    assert tell_programs() == 1
    assert kinds(listener) == ["ping"]
    assert bodies(listener) == [{"event": "cup", "version": cup.version}]
    assert tell_programs() == 0


def test_an_evening_is_told_from_the_first_call_to_the_end(
    organiser: Any, told: Webhook, listener: Listener, cup: Tournament, win: Any
) -> None:
    acts.assign_tables(actor=organiser, tournament=cup)
    tell_programs()
    called = [data["match"] for data in bodies(listener)]
    win(cup, 1, "B")
    give(organiser, cup, 2, "A")
    tell_programs()
    ended = [data["match"] for data in bodies(listener)[len(called) :]]
    assert [facts["number"] for facts in ended if facts["state"] == "done"] == [1, 2]
    assert ended[0]["winner"] == "B"
    assert ended[0]["sides"]["B"]["balls"] > ended[0]["sides"]["A"]["balls"] == 0
    assert ended[1]["outcome"] == "walkover"
    played_out(organiser, cup)
    acts.close_tournament(actor=organiser, tournament=cup)
    tell_programs()
    assert kinds(listener)[-2:] == ["match.ended", "event.closed"]
    assert set(kinds(listener)) <= {"match.called", "match.ended", "match.changed", "event.closed"}


def test_a_hand_is_told_as_soon_as_it_counts(told: Webhook, listener: Listener, cup: Tournament, write: Any) -> None:
    write(game(cup, 1), thunee("A"))
    tell_programs()
    scored = [
        data["match"] for kind, data in zip(kinds(listener), bodies(listener), strict=True) if kind == "match.scored"
    ]
    assert [facts["number"] for facts in scored] == [1]
    assert scored[0]["sides"]["A"]["balls"] == 4


def test_a_draft_is_nobodys_business_and_its_draw_is_told(organiser: Any, listener: Listener) -> None:
    draft = TournamentFactory(organiser=organiser, slug="draft")
    for number in range(3):
        TeamFactory(tournament=draft, name=f"Team {number}")
    acts.add_webhook(actor=organiser, tournament=draft, url=listener.url, note="The stream")
    tell_programs()
    assert kinds(listener) == ["ping"]
    acts.draw_event(actor=organiser, tournament=draft, lot=LOT, tables=1)
    tell_programs()
    assert kinds(listener)[1] == "stage.drawn"
    assert bodies(listener)[1]["lot"] == LOT
    assert "match.called" in kinds(listener)
    assert not [data for data in bodies(listener)[2:] if data["match"]["state"] == "bye"]
    acts.undo_draw(actor=organiser, tournament=draft)
    tell_programs()
    assert kinds(listener)[-1] == "stage.undrawn"


def test_what_is_put_right_is_told(organiser: Any, told: Webhook, listener: Listener, cup: Tournament) -> None:
    give(organiser, cup, 1, "A")
    tell_programs()
    acts.withdraw_walkover(actor=organiser, match=match(cup, 1), reason="They came.")
    tell_programs()
    assert [kind for kind in kinds(listener) if kind in ("match.ended", "match.reopened")] == [
        "match.ended", "match.reopened",
    ]  # fmt: skip


def test_whoever_has_the_secret_can_tell_that_a_message_is_ours(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    tell_programs()
    head, body = listener.got[0]
    key = base64.b64decode(queries.secret_of(told).removeprefix("whsec_"))
    signed = f"{head['webhook-id']}.{head['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert head["webhook-signature"] == f"v1,{expected}"
    assert abs(int(head["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    other = Webhook.objects.create(tournament=cup, url="https://other.example.org", note="Other")
    assert queries.secret_of(other) != queries.secret_of(told)


def test_what_is_not_taken_is_sent_again_the_same_and_in_turn(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    listener.answers = [503]
    assert tell_programs() == 0
    told.refresh_from_db()
    assert (told.problem, told.tries) == ("refused", 1)
    give(organiser, cup, 2, "A")
    assert tell_programs() == 0, "its time has not come"
    assert len(listener.got) == 1
    due_again()
    assert tell_programs() == Message.objects.exclude(kind="ping").count()
    first, again = listener.got[0], listener.got[1]
    assert first[1] == again[1]
    assert first[0]["webhook-id"] == again[0]["webhook-id"]
    assert [data["match"]["number"] for data in bodies(listener)][:2] == [1, 1]
    told.refresh_from_db()
    assert (told.problem, told.tries, told.failing_since) == ("", 0, None)


@pytest.mark.parametrize("status", [301, 307, 400, 404, 500])
def test_only_a_success_counts_and_nobody_is_sent_elsewhere(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any, status: int
) -> None:
    give(organiser, cup, 1, "A")
    listener.answers = [status]
    assert tell_programs() == 0
    assert len(listener.got) == 1
    assert Message.objects.filter(sent_at=None, status=status).count() == 1


def test_waits_grow_and_after_three_days_it_is_given_up_until_somebody_asks(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    waits = []
    for _try in range(12):
        listener.answers = [500]
        due_again()
        tell_programs()
        waits.append(round((Webhook.objects.get().next_at - timezone.now()).total_seconds()))
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (15, 3600)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=3, minutes=1))
    due_again()
    listener.answers = [500]
    tell_programs()
    told.refresh_from_db()
    assert told.ended
    due_again()
    assert (tell_programs(), len(listener.got)) == (0, 13)
    acts.tell_again(actor=organiser, webhook=told)
    assert tell_programs() > 0
    told.refresh_from_db()
    assert not told.problem


def test_who_says_that_it_is_gone_is_told_nothing_more(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    listener.answers = [410]
    tell_programs()
    due_again()
    assert tell_programs() == 0
    assert Webhook.objects.get().problem == "gone"


def test_where_nobody_listens_it_is_tried_again(organiser: Any, cup: Tournament) -> None:
    with listening() as closed:
        url = closed.url
    acts.add_webhook(actor=organiser, tournament=cup, url=url, note="Gone home")
    assert tell_programs() == 0
    assert Webhook.objects.get().problem == "away"
    assert Message.objects.get().status is None


def test_everything_is_told_again_when_it_is_asked_for(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    tell_programs()
    listener.got.clear()
    acts.tell_again(actor=organiser, webhook=told)
    tell_programs()
    assert kinds(listener)[0] == "stage.drawn"
    assert "match.ended" in kinds(listener)


def test_messages_that_were_taken_are_not_kept_for_ever(
    monkeypatch: pytest.MonkeyPatch, told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    monkeypatch.setattr(webhooks, "MOST_KEPT", 2)
    for number in (1, 2):
        give(organiser, cup, number, "A")
    tell_programs()
    assert Message.objects.count() == 2


def test_two_workers_at_once_write_nothing_down_twice(told: Webhook, cup: Tournament, organiser: Any) -> None:
    give(organiser, cup, 1, "A")
    stale = Webhook.objects.select_related("tournament").get()
    webhooks._write_down(Webhook.objects.select_related("tournament").get())
    written = Message.objects.count()
    webhooks._write_down(stale)
    assert Message.objects.count() == written


def test_while_one_worker_sends_another_leaves_it_alone(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(organiser, cup, 1, "A")
    also = Webhook.objects.select_related("tournament").get()
    usual, beside = webhooks._post, []

    def post(webhook: Webhook, message: Message) -> int | None:
        beside.append((webhooks.send(also), tell_programs()))
        return usual(webhook, message)

    monkeypatch.setattr(webhooks, "_post", post)
    sent = tell_programs()
    assert sent == len(listener.got) == len(beside) > 0
    assert set(beside) == {(0, 0)}
    give(organiser, cup, 2, "A")
    assert tell_programs() > 0, "its turn is over"


def test_a_program_that_is_slow_is_sent_to_for_a_while_only(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "LONGEST_RUN", -1)
    give(organiser, cup, 1, "A")
    assert tell_programs() == 0
    monkeypatch.setattr(webhooks, "LONGEST_RUN", 30)
    assert tell_programs() > 0


def test_forgetting_somebody_takes_the_name_out_of_what_programs_were_told(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    tell_programs()
    give(organiser, cup, 2, "A")
    name = match(cup, 1).teams[0].name
    assert Message.objects.filter(body__contains=name).exists()
    call_command("forget", name, "--yes", verbosity=0)
    assert not Message.objects.exists()
    assert name not in str(Webhook.objects.get().picture)
    listener.got.clear()
    tell_programs()
    assert kinds(listener).count("match.ended") == 2
    assert not any(name in body.decode() for _head, body in listener.got)


def test_a_webhook_that_was_taken_out_while_it_was_sent_to_does_no_harm(
    told: Webhook, listener: Listener, cup: Tournament, organiser: Any
) -> None:
    give(organiser, cup, 1, "A")
    webhook = Webhook.objects.select_related("tournament").get()
    acts.remove_webhook(actor=organiser, webhook=told)
    acts.remove_webhook(actor=organiser, webhook=told)
    assert webhooks.send(webhook) == 0
    assert listener.got == []


@pytest.mark.parametrize(
    "url",
    [
        "", "club", "ftp://club.example.org", "http://", "https://a b.example.org", "https://club.example.org/#x",
        "https://user:secret@club.example.org", "http://[::1", "https://club.example.org:0/", "https://ü.example.org/",
        "https://club.example.org/" + "x" * 200, "javascript:alert(1)", "https://club.example.org/\n/more",
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(organiser: Any, cup: Tournament, url: str) -> None:
    with pytest.raises(Refused) as refused:
        acts.add_webhook(actor=organiser, tournament=cup, url=url, note="Stream")
    assert refused.value.code == "bad_url"


def test_it_is_refused_without_a_note_twice_too_often_and_where_the_site_tells_nobody(
    organiser: Any, cup: Tournament, settings: Any
) -> None:
    with pytest.raises(Refused, match="Say which program"):
        acts.add_webhook(actor=organiser, tournament=cup, url="https://club.example.org", note=" ")
    first = acts.add_webhook(actor=organiser, tournament=cup, url="https://club.example.org", note="Stream")
    assert acts.add_webhook(actor=organiser, tournament=cup, url="https://club.example.org", note="Again") == first
    for number in range(webhooks.MOST - 1):
        acts.add_webhook(actor=organiser, tournament=cup, url=f"https://club.example.org/{number}", note="Stream")
    with pytest.raises(Refused) as refused:
        acts.add_webhook(actor=organiser, tournament=cup, url="https://club.example.org/more", note="Stream")
    assert refused.value.code == "too_many"
    settings.SENDING = False
    with pytest.raises(Refused) as refused:
        acts.add_webhook(actor=organiser, tournament=cup, url="https://club.example.org", note="Stream")
    assert refused.value.code == "not_offered"
