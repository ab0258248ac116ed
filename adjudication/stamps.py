"""Stamps: what a writer was told of an entry. With one, a record that has gone back to an older copy takes the very
same entry in once more: by whom it was written, when, and with the same hash."""

from dataclasses import dataclass
from datetime import datetime

from adjudication import chain
from adjudication.models import Entry, Scoresheet


@dataclass(frozen=True)
class Stamp:
    """Who wrote an entry (a label, as in `Entry.actor`), when, and its hash. Whoever takes one in makes sure first that
    a site which kept the event gave it: nothing else says that it was so."""

    actor: str
    at: datetime
    hash: str


def link(sheet: Scoresheet, entry: Entry, stamp: Stamp | None) -> None:
    """Chain an entry to the sheet. Where it is the one that the stamp is of, behind the same entry and with the same
    rulings, it is written as it was; else by the actor, and at the moment, that it has already."""
    own = entry.actor, entry.created_at
    if stamp is not None:
        entry.actor, entry.created_at = stamp.actor, stamp.at
        entry.hash = chain.link(sheet, entry)
        if entry.hash == stamp.hash:
            return
    entry.actor, entry.created_at = own
    entry.hash = chain.link(sheet, entry)
