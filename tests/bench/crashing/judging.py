"""Hold what the phones were told against what is written, and what was promised against what was done."""

import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.bench import naive
from tests.bench.phones import ACKNOWLEDGED, REFUSED, Sent

AT_ONCE = 500  # keys in one query
CATCH_UP = 90.0  # seconds the worker has for what was promised, when nobody kills it any more


def missing(hands: Iterable[Sent]) -> Iterator[str]:
    """The hands that were acknowledged and are not there."""
    from adjudication.models import Entry

    keys = [str(uuid.UUID(hand.key)) for hand in hands]
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]
        there = {str(key) for key in Entry.objects.filter(client_uuid__in=some).values_list("client_uuid", flat=True)}
        gone = [key for key in some if key not in there]
        yield from (f"hand {key} was acknowledged and is written 0 times after the kill" for key in gone)


def check(books: list[str], sent: list[Sent]) -> list[str]:
    """Everything that can be said against what is written in the end."""
    from adjudication.models import Entry
    from thunee_tournaments.services.record import replay
    from thunee_tournaments.tournaments.models import Tournament

    written: dict[str, list[Any]] = {}
    for entry in Entry.objects.select_related("sheet"):
        written.setdefault(str(entry.client_uuid), []).append(entry)
    faults = [fault for hand in sent for fault in of_hand(hand, written.get(str(uuid.UUID(hand.key)), []))]
    known = {hand.key for hand in sent}
    faults += [f"entry {key} was sent by nobody" for key in written if key not in known]
    for book in books:
        tournament = Tournament.objects.filter(public_id=book).first()
        if tournament is None:
            faults.append(f"event {book} was drawn and is not there")
            continue
        faults += of_totals(book)
        faults += [str(difference) for difference in replay.check(tournament)]
    told = Counter(answer for hand in sent for answer in set(hand.answers) or {"nothing"})
    counts = ", ".join(f"{count} {name}" for name, count in sorted(told.items()))
    print(f"{len(sent)} hands sent in {len(books)} events ({counts}), {len(written)} written")
    return faults


def of_hand(hand: Sent, entries: list[Any]) -> list[str]:
    name, answers = f"hand {hand.key}", set(hand.answers)
    if ACKNOWLEDGED in answers and len(entries) != 1:
        return [f"{name} was acknowledged and is written {len(entries)} times"]
    if REFUSED in answers and ACKNOWLEDGED not in answers and entries:
        return [f"{name} was refused and is written"]
    if len(entries) > 1:
        return [f"{name} is written {len(entries)} times"]
    if {ACKNOWLEDGED, REFUSED} <= answers:
        return [f"{name} was acknowledged once and refused once"]
    return [f"{name} is on another sheet" for entry in entries if entry.sheet.public_id != hand.sheet] + [
        f"{name} was written otherwise than it was typed" for entry in entries if not same(entry.body, hand.typed)
    ]


def same(body: dict[str, Any], typed: dict[str, str]) -> bool:
    tally = body["tally"]
    if tally["trumper"] != int(typed["trumper"]):
        return False
    if "declared" in typed:
        return bool(tally["declared"]["seat"] == int(typed["declared_seat"]))
    points = list(tally["card_points"].values()) == [int(typed["points"])]
    call = tally.get("call", 0) == int(typed["call"])
    return points and call and bool(tally["last_trick"] == int(typed["last_trick"]))


def of_totals(book: str) -> Iterator[str]:
    """Every sheet scored again by the naive scorer, from its entries in their order."""
    from adjudication.models import Scoresheet

    for sheet in Scoresheet.objects.filter(book=book):
        tallies = [entry.body["tally"] for entry in sheet.entries.order_by("seq")]
        try:
            a, b, winner = naive.game(tallies)
        except ValueError as error:
            yield f"{sheet.label}: {error}"
            continue
        balls = sheet.ledger["after"]["balls"]
        if (a, b, winner) != (balls["A"], balls["B"], sheet.winner):
            yield f"{sheet.label}: {balls} {sheet.winner} is stored, the naive scorer finds {a}-{b} {winner}"


def forgotten() -> Iterator[str]:
    """Standings that the worker ticked off and that are not there: work and tick have to be one."""
    from thunee_tournaments.standings.models import Snapshot
    from thunee_tournaments.standings.tasks import KIND
    from thunee_tournaments.tournaments.models import OutboxTask

    ticked: dict[int, int] = {}
    for said in OutboxTask.objects.filter(kind=KIND, done_at__isnull=False).values_list("payload", flat=True):
        ticked[said["tournament"]] = max(ticked.get(said["tournament"], 0), said["version"])
    newest = dict(Snapshot.objects.order_by("version").values_list("tournament_id", "version"))
    for tournament, version in ticked.items():
        if newest.get(tournament, 0) < version:
            yield f"standings of version {version} were promised, ticked off, and forgotten"


def kept() -> int:
    """How much of what was promised is done."""
    from thunee_tournaments.tournaments.models import OutboxTask

    return int(OutboxTask.objects.filter(done_at__isnull=False).count())


def unkept() -> list[str]:
    """What is still open of what was promised and due, after the worker had its time; standings that are behind."""
    from django.db.models import F, Max
    from django.utils import timezone

    from thunee_tournaments.tournaments.models import OutboxTask, Tournament

    deadline = time.monotonic() + CATCH_UP
    while (
        open_ := OutboxTask.objects.filter(done_at__isnull=True).exclude(not_before__gt=timezone.now()).count()
    ) and time.monotonic() < deadline:
        time.sleep(0.5)
    behind = Tournament.objects.annotate(newest=Max("snapshots__version")).exclude(newest=F("version"))
    faults = [f"{open_} promises were not kept"] if open_ else []
    return faults + [f"the standings of {one.name} are behind, and nobody was told to make them" for one in behind]
