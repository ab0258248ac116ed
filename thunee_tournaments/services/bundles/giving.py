"""Making the bundle of an event."""

import json
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import audit, chain, verify
from engine.version import __version__
from thunee_tournaments import site_key
from thunee_tournaments.fundraising import till_chain
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.bundles.rows import Identities, Line, lines_of
from thunee_tournaments.services.core.access import require_holder
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.one_moment import one_moment
from thunee_tournaments.services.models import Copy, Sending
from thunee_tournaments.site_key import Address, NoAddress
from thunee_tournaments.tournaments.models import Tournament

READ_ME = """This is the bundle of an event of Thunee Tournaments: its record, its till and all that was drawn.

Check it with nothing but Python 3.9 or newer:   python3 verify.py BUNDLE
Take it in on a site of your own:                python3 manage.py bundle import BUNDLE

record.jsonl    every hand, signature, dispute and decision, in chains of hashes
till.jsonl      every movement of money, in a chain of its own, where there was one
rows.jsonl      everything else: teams, tables, draws, rules, prizes
private.sealed  how to reach people, and what else is nobody's business: only the site it was made for can open it
manifest.json   what is in here, with the SHA-256 of each file; manifest.signature is under it
"""


def take_bundle(*, actor: User | None, tournament: Tournament, private_for: str = "") -> bytes:
    """Everything of an event as one signed file. Of people it holds what the event's pages show, and the reasons that
    were written; the rest is sealed for the site with the address `private_for`, or not in it at all.

    Of a copy it is the file that the site which keeps the event has signed. `actor` None: whoever runs the
    installation, by a command. Refused: not_allowed (organisers take it), no_address, no_bundle.
    """
    if actor is not None:
        require_holder(actor, tournament)
    if tournament.kept_by:
        content = bytes(Copy.objects.get(tournament=tournament).content)
        if not content:
            raise Refused("no_bundle", NO_BUNDLE)
        return content
    receiver = read_address(private_for) if private_for else None
    with one_moment():
        return bundle_of(tournament, receiver)


def read_address(text: str, path: str = "private_for") -> Address:
    """The site somebody named in the field `path`. Refused: no_address."""
    try:
        return Address.read(text)
    except NoAddress:
        raise Refused("no_address", NO_ADDRESS, [{"path": path, "message": NO_ADDRESS}]) from None


NO_BUNDLE = _("Its file was taken out, because a person in it was forgotten here. Take a newer bundle in.")
NO_ADDRESS = _("This is no address of a site. It begins with “thunee1.”, and the other site shows it.")


def bundle_of(
    tournament: Tournament, receiver: Address | None = None, keeper: Address | None = None, *, checker: bool = True
) -> bytes:
    """The file. To be made in `one_moment`, or with the event and its sheets locked. `receiver`: whom the private part
    is sealed for; `keeper`: who keeps the event from here on, if another than now; `checker`: whether what checks it
    comes along."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    record = audit.lines(book_of(tournament), till_chain.stated(tournament))
    head, moved = till_chain.head_of(tournament)
    rows, sealed = _rows(tournament)
    files = {container.RECORD: b"".join(chain.canonical(line) + b"\n" for line in record)}
    if moved:
        files[container.TILL] = b"".join(chain.canonical(line) + b"\n" for line in till_chain.lines(tournament))
    files[container.ROWS] = rows
    if receiver is not None:
        files[container.SEALED] = site_key.seal(sealed, receiver)
    if checker:
        files[container.CHECKER] = Path(verify.__file__).read_bytes()
        files[container.READ_ME] = READ_ME.encode()
    manifest: container.Manifest = {
        "format": container.FORMAT,
        "event": tournament.public_id,
        "slug": tournament.slug,
        "name": tournament.name,
        "made_at": chain.written_at(timezone.now()),
        "version": tournament.version,
        "head": record[0]["head"],
        "till": head if moved else "",
        "site": {"name": settings.SITE_NAME, "address": str(site_key.own())},
        "keeper": str(keeper or keeper_of(tournament)),
        "software": __version__,
        "files": {},
    }
    return container.packed(manifest, files)


def keeper_of(tournament: Tournament) -> Address:
    """The site that keeps an event: this one, or the one it came from."""
    if not tournament.kept_by:
        return site_key.own()
    return Address.read(Copy.objects.get(tournament=tournament).keeper)


def copy_of(tournament: Tournament) -> Copy | None:
    """Where an event came from, if it came from another site."""
    return Copy.objects.defer("content").filter(tournament=tournament).first()


def sending_of(tournament: Tournament) -> Sending | None:
    """Where an event is sent to, if another site follows it."""
    return Sending.objects.defer("content", "begun").filter(tournament=tournament).first()


def _rows(tournament: Tournament) -> tuple[bytes, bytes]:
    """The lines of the open part and of the sealed one."""
    shown, sealed = [], []
    for line, private in lines_of(tournament, Identities.of(tournament)):
        if line is not None:
            shown.append(_json(line))
        if private is not None:
            sealed.append(_json(private))
    return b"".join(shown), b"".join(sealed)


def _json(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"
