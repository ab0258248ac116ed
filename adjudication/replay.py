"""Recompute a sheet from its entries alone, and compare with everything that is stored about it.

`check` reads again: the chain, whether every stored ruling follows, and the caches on the sheet. `repair` makes the
caches say what the entries say; it never touches an entry. What an engine of today would judge otherwise than one
before it is no fault, and told apart (`otherwise`): a judgement never moves by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from adjudication import chain, entries, judge, judging, scores
from adjudication.book import REFEREES, Actor
from adjudication.errors import NotWritten
from adjudication.hands import all_steps
from adjudication.models import Entry, Scoresheet
from adjudication.recorded import ADOPT, RESTORE

CACHES = ("seq", "head", "state", "winner", "ledger")


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the entries say: where (`entry 4: hash`), what is stored, what was found."""

    where: str
    stored: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.where}: stored {_short(self.stored)}, found {_short(self.found)}"


def check(sheet: Scoresheet) -> list[Difference]:
    """Every difference between what is stored and what the entries come to; an empty list if all is well."""
    written = list(sheet.entries.select_related("supersedes").order_by("seq"))
    return [*chain_faults(sheet, written), *agreed_faults(sheet), *_judged_faults(sheet, written)]


def repair(sheet: Scoresheet) -> list[Difference]:
    """Let the caches say what the entries say. Returns what was different.

    Raises ValueError, and changes nothing, if an entry itself is not as it was written: that is for people.
    """
    with transaction.atomic():
        locked = Scoresheet.objects.select_for_update().get(pk=sheet.pk)
        differences = check(locked)
        if any(difference.where not in CACHES for difference in differences):
            raise ValueError("The entries themselves do not fit: " + "; ".join(map(str, differences)))
        for difference in differences:
            setattr(locked, difference.where, difference.found)
        if differences:
            locked.save(update_fields=[difference.where for difference in differences])
    return differences


def chain_faults(sheet: Scoresheet, written: list[Entry]) -> Iterator[Difference]:
    """Where the chain does not hold, and where the sheet's head is not its end."""
    head = chain.first_link(sheet)
    for seq, entry in enumerate(written, start=1):
        superseded = entry.supersedes.seq if entry.supersedes else None
        content = chain.content_hash(sheet, entry.kind, entry.body, superseded, entry.reason, entry.after)
        for name, stored, right in (
            ("seq", entry.seq, seq),
            ("prev_hash", entry.prev_hash, head),
            ("body_hash", entry.body_hash, content),
            ("hash", entry.hash, chain.link(sheet, entry)),
        ):
            if stored != right:
                yield Difference(f"entry {entry.seq}: {name}", stored, right)
        head = entry.hash
    if sheet.seq != len(written):
        yield Difference("seq", sheet.seq, len(written))
    if sheet.head != head:
        yield Difference("head", sheet.head, head)


def agreed_faults(sheet: Scoresheet) -> Iterator[Difference]:
    """Where the chain of what the sides signed, or that of what they accepted, does not hold."""
    signed: Any = (sheet.sign_offs.order_by("seq"), chain.sign_off_in_chain, chain.first_signature_link(sheet))
    accepted: Any = (
        sheet.acceptances.select_related("entry").order_by("seq"),
        chain.acceptance_in_chain,
        chain.first_acceptance_link(sheet),
    )
    for rows, linked, head in (signed, accepted):
        for seq, row in enumerate(rows, start=1):
            for name, stored, right in (
                ("seq", row.seq, seq),
                ("prev_hash", row.prev_hash, head),
                ("hash", row.hash, chain.digest(linked(sheet, row))),
            ):
                if stored != right:
                    yield Difference(f"{row._meta.verbose_name} {row.seq}: {name}", stored, right)
            head = row.hash


def _judged_faults(sheet: Scoresheet, written: list[Entry]) -> Iterator[Difference]:
    """Where a stored ruling does not follow, and where a cache is not what the stored rulings come to.

    What an older engine found is not judged again, only added up; what was written with today's has to come out again.
    """
    try:
        for count, entry in enumerate(written):
            if entry.engine == judge.today():
                yield from _written_again(sheet, written[:count], entry)
        steps = judging.steps_of(all_steps(sheet, written))
        judged = judging.judge(sheet, steps)
    except (NotWritten, KeyError, IndexError, TypeError) as error:
        yield Difference("rulings", "entries", f"they cannot be put together: {error!r}")
        return
    for step, game, ruling in zip(steps, judged.games, judged.rulings, strict=True):
        after = ruling.get("after")
        if after is not None and scores.points(after) != scores.added(scores.points(game.after), scores.points(ruling)):
            yield Difference(f"hand {step.seq}: after", after, "the hands before it come to another score")
    yield from _cache_faults(sheet, judged, empty=not steps)


def _written_again(sheet: Scoresheet, before: list[Entry], entry: Entry) -> Iterator[Difference]:
    """Write an entry again, in memory, on the sheet as it was then: what it says of the hands has to come out."""
    again = Scoresheet(**{field.attname: getattr(sheet, field.attname) for field in Scoresheet._meta.concrete_fields})
    again.seq = len(before)
    judged = judging.judge(again, judging.steps_of(all_steps(again, before)))
    again.ledger, again.winner = judged.ledger, judged.winner
    again.state = Scoresheet.State.OVER if judged.over else Scoresheet.State.OPEN
    # Whoever wrote it was allowed to then; here only the judging is repeated.
    anybody = Actor(label="replay", book=sheet.book, roles=REFEREES)
    rulings: Any = None
    for how in ("", ADOPT, RESTORE) if entry.supersedes else ("",):
        try:
            rulings = entries.work_out(
                again, before, kind=entry.kind, body=entry.body, after=entry.after, actor=anybody, by_decision=True,
                supersedes=entry.supersedes.seq if entry.supersedes else None, how=how,
            ).rulings  # fmt: skip
        except (NotWritten, KeyError, IndexError) as error:
            rulings = f"refused: {error}"
        if rulings == entry.rulings:
            return
    yield Difference(f"entry {entry.seq}: rulings", entry.rulings, rulings)


def _cache_faults(sheet: Scoresheet, judged: judging.Judged, empty: bool) -> Iterator[Difference]:
    caches = {
        "state": Scoresheet.State.OVER if judged.over else Scoresheet.State.OPEN,
        "winner": judged.winner,
        "ledger": judged.ledger,
    }
    if empty and _stands_alike(sheet.ledger, judged.ledger):
        del caches["ledger"]  # nothing is judged yet: only what an engine says of the start is another
    for name, value in caches.items():
        if getattr(sheet, name) != value:
            yield Difference(name, getattr(sheet, name), value)


def _stands_alike(stored: Any, other: Any) -> bool:
    """Whether two ledgers without a hand stand at the same score, with the same dealer."""
    keys = ("balls", "scores", "khanuck_called", "next_dealer", "game_over")
    mine, yours = (ledger.get("after") or {} for ledger in (stored, other))
    return not stored.get("hands") and all(mine.get(key) == yours.get(key) for key in keys)


def _short(value: Any, most: int = 160) -> str:
    text = str(value)
    return text if len(text) <= most else text[:most] + " …"
