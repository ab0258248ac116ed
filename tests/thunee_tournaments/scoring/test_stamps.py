"""A site that has gone back: with its stamp a hand is written again as it was, and without a good one as a new hand."""

import uuid
from typing import Any

import pytest

from adjudication.models import Entry, Scoresheet
from tests.support.pages.older_copy import copied, go_back, go_back_before_the_game
from tests.support.scoring.queued import DEVICE, Queue, as_text, queue
from tests.support.services.bundling import arrived, bundle_of, checked
from tests.support.services.bundling import organiser as the_organiser
from tests.support.services.sites import Sites
from tests.thunee_tournaments.scoring.conftest import Phone, plain
from tests.thunee_tournaments.services.conftest import draw
from tests.thunee_tournaments.services.conftest import game as game_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.queries import stamp_on
from thunee_tournaments.services.record import replay
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["queue"]

SAID = ("seq", "kind", "actor", "created_at", "prev_hash", "hash", "device", "client_uuid", "reason")


def written() -> list[tuple[Any, ...]]:
    return list(Entry.objects.order_by("seq").values_list(*SAID))


def sent(queue: Queue, points: int = 51, **more: Any) -> dict[str, Any]:
    """A hand that the site took in, as the phone keeps it: with the stamp it was answered."""
    hand = {
        "key": str(uuid.uuid4()),
        "device": DEVICE,
        "head": queue.head,
        "typed": as_text(plain(points=points)),
        **more,
    }
    answer = queue.post(hand).json()
    queue.head = answer["head"]
    return {**hand, "stamp": answer["stamp"]}


def again(queue: Queue, *hands: dict[str, Any]) -> None:
    for hand in hands:
        answer = queue.post(hand)
        assert answer.status_code == 200, answer.content


def test_hands_that_are_sent_again_are_written_as_they_were(queue: Queue, tournament: Tournament) -> None:
    first = sent(queue)
    copy, at = copied(Scoresheet.objects.get(public_id=queue.sheet)), queue.head
    second = sent(queue, 52)
    third = sent(queue, 53, head=queue.head)
    fixed = sent(queue, 54, typed={**as_text(plain(points=54)), "why": "typed"}, fix=3)
    before = written()
    assert [row[1] for row in before] == ["hand", "hand", "hand", "correction"]
    go_back(copy)
    assert len(written()) == 1
    again(queue, {**second, "head": at}, third, fixed)
    assert written() == before
    assert queue.state()["sheet"]["head"] == queue.head
    assert replay.check(tournament) == []
    again(queue, first, second, third, fixed)
    assert written() == before, "and once"


def test_a_hand_that_another_table_sends_again_was_written_at_the_table_it_was_written_at(
    queue: Queue, tournament: Tournament, organiser: Any
) -> None:
    copy = copied(Scoresheet.objects.get(public_id=queue.sheet))
    hand = sent(queue)
    before = written()
    go_back(copy)
    table = acts.set_table_count(actor=organiser, tournament=tournament, count=3)[-1]
    acts.move_match(actor=organiser, match=Match.objects.get(games__sheet=copy["id"]), table=table, reason="Noise.")
    queue.phone = Phone(acts.issue_table_link(actor=organiser, table=table).token).let_in()
    again(queue, hand)
    assert written() == before
    assert Entry.objects.get().actor == "table:1"


@pytest.mark.parametrize(
    "changed",
    [
        {"typed": as_text(plain(points=70))},
        {"stamp": None},
        {"stamp": {"actor": "table:9"}},
        {"stamp": {"at": "2020-01-01T20:00:00.000000Z"}},
    ],
    ids=["another hand", "no stamp", "another table", "another time"],
)
def test_what_was_not_written_so_is_a_new_hand_of_now(queue: Queue, changed: dict[str, Any]) -> None:
    copy = copied(Scoresheet.objects.get(public_id=queue.sheet))
    hand = sent(queue)
    entry = Entry.objects.get()
    go_back(copy)
    stamp = {**hand["stamp"], **changed["stamp"]} if changed.get("stamp") else changed.get("stamp", hand["stamp"])
    again(queue, {**hand, **changed, "stamp": stamp})
    new = Entry.objects.get()
    assert new.created_at > entry.created_at
    assert (new.actor, new.hash != entry.hash) == ("table:1", True)


def test_behind_what_was_written_since_it_is_a_new_hand(queue: Queue, tournament: Tournament) -> None:
    copy, start = copied(Scoresheet.objects.get(public_id=queue.sheet)), queue.head
    hand = sent(queue)
    before = Entry.objects.get()
    go_back(copy)
    queue.head = start
    sent(queue, 60)
    again(queue, {**hand, "head": queue.head})
    assert [entry.body["tally"]["card_points"]["A"] for entry in Entry.objects.order_by("seq")] == [60, 51]
    assert Entry.objects.get(seq=2).created_at > before.created_at
    assert replay.check(tournament) == []


def test_a_stamp_that_another_site_signed_is_none(queue: Queue, settings: Any) -> None:
    copy = copied(Scoresheet.objects.get(public_id=queue.sheet))
    hand = sent(queue)
    entry = Entry.objects.get()
    with Sites(settings).signing_as("stranger"):
        hand["stamp"] = stamp_on(entry)
    go_back(copy)
    again(queue, hand)
    assert Entry.objects.get().created_at > entry.created_at


ODD = [
    1, "x", [], {}, {"actor": "table:1"}, {"actor": None}, {"actor": "\0"}, {"actor": "é"}, {"actor": "x" * 65},
    {"at": "0001-01-01T00:00:00.000000Z"}, {"at": "9999-12-31T23:59:59.999999Z"}, {"at": "2026-02-30T00:00:00.000000Z"},
    {"at": "2026-02-03"}, {"at": "0001-01-01T00:00:00.000000+14:00"}, {"at": "٢026-01-01T00:00:00.000000Z"},
    {"hash": "0" * 64}, {"hash": "z" * 64}, {"signature": ""}, {"signature": "0" * 128}, {"signature": "é" * 128},
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_with_an_odd_stamp_the_hand_is_written_all_the_same(queue: Queue, odd: Any) -> None:
    copy = copied(Scoresheet.objects.get(public_id=queue.sheet))
    hand = sent(queue)
    go_back(copy)
    again(queue, {**hand, "stamp": {**hand["stamp"], **odd} if isinstance(odd, dict) and odd else odd})
    entry = Entry.objects.get()
    assert (entry.actor, entry.created_at.year > 2000) == ("table:1", True)


def at_a_table(event: Tournament) -> Queue:
    """A phone that is let in at the table of the event's first match, by a link made for it now."""
    game = game_of(event, 1)
    table = Seating.objects.get(match=game.match, ended_at=None).table
    phone = Phone(acts.issue_table_link(actor=the_organiser(), table=table).token).let_in()
    return Queue(phone, game.sheet.public_id)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("signed_by", "as_it_was"), [("laptop", True), ("stranger", False)])
def test_a_site_that_took_the_event_over_knows_the_stamps_of_the_one_before(
    settings: Any, signed_by: str, as_it_was: bool
) -> None:
    sites = Sites(settings)
    sites.turn_to("laptop")
    event = draw(the_organiser(), 4, table_count=2)
    content, code, queue = bundle_of(event), sites.code, at_a_table(event)
    hands = [sent(queue, 51), sent(queue, 52)]
    before = written()
    with sites.signing_as(signed_by):
        for hand, entry in zip(hands, Entry.objects.order_by("seq"), strict=True):
            hand["stamp"] = stamp_on(entry)

    sites.turn_to("new laptop")
    copy = arrived(sites, content, code).tournament
    acts.take_over(actor=the_organiser(), tournament=copy, reason="The laptop fell.")
    assert written() == []
    queue = at_a_table(Tournament.objects.get())
    for hand in hands:
        again(queue, {**hand, "head": queue.head})
        queue.head = queue.state()["sheet"]["head"]
    assert (written() == before) is as_it_was
    assert len(written()) == 2
    assert checked(copy) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game_too", [False, True], ids=["the hands were lost", "and their game"])
def test_a_site_that_follows_goes_on_after_hands_were_sent_again(settings: Any, game_too: bool) -> None:
    sites = Sites(settings)
    sites.turn_to("laptop")
    event = draw(the_organiser(), 4, table_count=2)
    queue = at_a_table(event)
    copy = copied(Scoresheet.objects.get(public_id=queue.sheet))
    hands = [sent(queue, 51), sent(queue, 52)]
    first, code, before = bundle_of(event), sites.code, written()
    sites.turn_to("club")
    arrived(sites, first, code)
    sites.turn_to("laptop")
    if game_too:
        go_back_before_the_game(game_of(event, 1).match)
    else:
        go_back(copy)
    queue = at_a_table(event)
    again(queue, *hands)
    queue.head = queue.state()["sheet"]["head"]
    sent(queue, 53)
    second = bundle_of(Tournament.objects.get())
    sites.turn_to("club")
    taken = arrived(sites, second)
    assert written()[:2] == before
    assert len(written()) == 3
    assert checked(taken.tournament) == []
