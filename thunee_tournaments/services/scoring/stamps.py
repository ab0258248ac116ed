"""The stamps that phones get: this site signs what it writes, and takes a stamp in again, whichever site kept the event
then, where the record has gone back to an older copy or began again from a phone's (docs/operators.md)."""

import re
from datetime import UTC, datetime
from typing import TypedDict

from adjudication import chain
from adjudication.models import Entry
from adjudication.stamps import Stamp
from thunee_tournaments import site_key
from thunee_tournaments.services.models import Copy
from thunee_tournaments.site_key import Address
from thunee_tournaments.tournaments.models import Tournament

SIGNED = b"thunee stamp/1\n"  # in front of an entry's hash in what is signed
SHAPES = {
    "actor": re.compile(r"[!-~]{1,64}"),
    "at": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII),
    "hash": re.compile(r"[0-9a-f]{64}"),
    "signature": re.compile(r"[0-9a-f]{128}"),
}


class SignedStamp(TypedDict):
    """A stamp as a phone keeps it; `signature`: of the site under the hash, which covers all the rest."""

    actor: str
    at: str
    hash: str
    signature: str


def stamp_on(entry: Entry) -> SignedStamp:
    """The stamp of an entry that was written here."""
    signature = site_key.sign(SIGNED + entry.hash.encode()).hex()
    return {"actor": entry.actor, "at": chain.written_at(entry.created_at), "hash": entry.hash, "signature": signature}


def read_stamp(sent: object, tournament: Tournament) -> Stamp | None:
    """The stamp that came with a hand; None where it is none, or of a site that has never kept this event. The hand is
    a new one then."""
    if not isinstance(sent, dict):
        return None
    texts = {name: sent[name] for name in SHAPES if isinstance(sent.get(name), str)}
    if not all(name in texts and shape.fullmatch(texts[name]) for name, shape in SHAPES.items()):
        return None
    try:
        at = datetime.fromisoformat(texts["at"]).astimezone(UTC)
    except ValueError:  # the thirtieth of February
        return None
    message, signature = SIGNED + texts["hash"].encode(), bytes.fromhex(texts["signature"])
    if not any(site_key.signed_by(keeper, message, signature) for keeper in _keepers(tournament)):
        return None
    return Stamp(texts["actor"], at, texts["hash"])


def _keepers(tournament: Tournament) -> list[Address]:
    """This site, and those the event came from."""
    copy = Copy.objects.only("keeper", "made_by").filter(tournament=tournament).first()
    came_from = [] if copy is None else [Address.read(copy.keeper), Address.read(copy.made_by)]
    return [site_key.own(), *came_from]
