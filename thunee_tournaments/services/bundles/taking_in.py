"""Taking a bundle in: the event as it is on the site that keeps it, judged again here before anybody sees it.

An event that goes on comes again and again. What was written once has to be there as it was; all else is brought to
what the bundle says. Then every hand is judged, every draw made and every hash worked out anew, and the record has to
be the very one in the bundle: or nothing is taken in.
"""

import logging
from dataclasses import dataclass, field
from itertools import chain as all_of
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from adjudication import audit, chain, verify
from engine.profiles import build
from thunee_tournaments import site_key
from thunee_tournaments.fundraising import till_chain
from thunee_tournaments.services.bundles import container, parts
from thunee_tournaments.services.bundles.container import Bundle
from thunee_tournaments.services.bundles.faults import bent
from thunee_tournaments.services.bundles.handing_over import note_origin
from thunee_tournaments.services.bundles.kinds import KINDS, Kind, Values
from thunee_tournaments.services.bundles.recognising import recognise
from thunee_tournaments.services.bundles.rows import Identities, attributes, read_line
from thunee_tournaments.services.core.access import require_holder
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import ERASED, note_names
from thunee_tournaments.services.core.publishing import publish_copy
from thunee_tournaments.services.models import CarriedRow, Copy, Piece
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.services.setup.tournaments import require_maker
from thunee_tournaments.teams.models import Player, Team
from thunee_tournaments.tournaments import slugs
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.organisations import Organisation

logger = logging.getLogger(__name__)
MOST_FAULTS = 5  # how many places a refusal names
NOT_HERE = _("This event is not here yet: bring its first bundle in, at the desk.")


@dataclass
class TakenIn:
    """What became of a bundle. `new`: the event was not here before; `rows`: how many rows came, changed or went;
    `hands`: how many entries were judged again."""

    tournament: Tournament
    new: bool
    rows: int = 0
    entries: int = 0
    sealed: bool = False


@dataclass
class Arriving:
    """The rows of a bundle by kind, each with where it stands, and which columns of it were sealed."""

    rows: dict[str, dict[str, tuple[str, Values]]] = field(default_factory=dict)
    opened: bool = False


def take_in(*, actor: User | None, content: bytes, code: str = "", organisation: Organisation | None = None) -> TakenIn:
    """Take the bundle of an event in, for the first time or once more. `code`: that of the site that made it, as
    somebody read it off there; only a site this event came from before needs none. `organisation`: who holds the
    event here, where it is new.

    `actor` becomes an organiser of the copy, which is to say may look at it and take it over; None: whoever runs the
    installation. Refused: not_allowed, unreadable, bent, kept_here, wrong_code (`errors`: code), other_site, older.
    """
    if actor is not None and not (actor.is_authenticated and actor.is_active):
        raise Refused("not_allowed", _("Log in first."))
    return _taken_in(actor, container.opened(content), code, organisation)


def take_next(*, event: str, content: bytes) -> TakenIn:
    """Take in what the site that keeps an event sends by itself: a bundle, or what is new of it (`parts`). Its
    signature says who sends it. Refused: not_here, unreadable, other_base, bent, kept_here, other_site, older.
    """
    copy = Copy.objects.filter(tournament__public_id=event).first()
    if copy is None:
        raise Refused("not_here", NOT_HERE)
    files = parts.unzipped(content)
    if parts.is_part(files):
        kept = container.unzipped(bytes(copy.content), container.KNOWN) if copy.content else {}
        files = parts.put_together(kept, files)
    bundle = container.checked(files)
    if bundle.manifest["event"] != event:
        raise bent(_("It is the bundle of another event."))
    taken = _taken_in(None, bundle, "")
    Piece.objects.filter(tournament=taken.tournament).delete()  # of one that was given up on the way
    return taken


def _taken_in(actor: User | None, bundle: Bundle, code: str, holder: Organisation | None = None) -> TakenIn:
    check_record(bundle)
    try:
        with transaction.atomic():
            return _take_in(actor, bundle, code, holder)
    except Refused:
        raise
    except Exception as error:  # whatever somebody wrote in it made the rules, the formats or the database stumble
        logger.warning("the bundle of %s was refused", bundle.manifest["event"], exc_info=True)
        raise bent(_("It cannot be stored: %(why)s") % {"why": f"{type(error).__name__}: {error}"[:200]}) from error


def check_record(bundle: Bundle) -> None:
    """Refuse (bent) a bundle whose record or till does not hold by itself, or is not the one its manifest names."""
    manifest = bundle.manifest
    report = verify.check(bundle.files[container.RECORD])
    faults = list(report.faults)
    if (report.book, report.head) != (manifest["event"], manifest["head"]):
        faults.append(f"{container.RECORD} is not the record that the manifest names.")
    if container.TILL in bundle.files and not faults:
        verify.compare_till(bundle.files[container.TILL], report)
        faults = list(report.faults)
    stated = "".join(line["head"] for line in report.till)
    if stated != manifest["till"] or bool(manifest["till"]) != (container.TILL in bundle.files):
        faults.append(f"{container.TILL} is not the till that the manifest names.")
    if faults:
        raise bent(" ".join(faults[:MOST_FAULTS]))


def _take_in(actor: User | None, bundle: Bundle, code: str, holder: Organisation | None) -> TakenIn:
    manifest = bundle.manifest
    here = Tournament.objects.filter(public_id=manifest["event"]).first()
    copy = Copy.objects.defer("content").filter(tournament=here).first() if here else None
    if here is not None:
        here = lock_tournament(here.pk)
        if actor is not None:
            require_holder(actor, here)
        if not here.kept_by:
            raise Refused("kept_here", _("This event is kept here: what is elsewhere is a copy of it."))
    if here is not None and copy is not None and bundle.digest == copy.digest:
        note_origin(here, bundle)  # what comes next goes on from this file
        return TakenIn(here, new=False)
    _check_site(bundle, copy, code)
    if copy is not None and manifest["version"] < copy.version:
        raise Refused("older", _("This bundle is older than what is here. Nothing was changed."))
    if here is None and actor is not None:
        require_maker(actor, holder)
    arriving = _arriving(bundle)
    tournament = here or _new_tournament(bundle, arriving, holder)
    taken = TakenIn(tournament, new=here is None, sealed=arriving.opened)
    identities = Identities.of(tournament)
    taken.rows = _bring(tournament, arriving, identities)
    tournament = lock_tournament(tournament.pk)
    tournament.version = max(tournament.version, manifest["version"] - 1)  # goes on from there, whoever keeps it
    tournament.save(update_fields=["version"])
    tournament = publish_copy(tournament)
    _judge(tournament, bundle)
    taken.tournament, taken.entries = tournament, len(arriving.rows.get("adjudication.entry", {}))
    note_origin(tournament, bundle)
    if taken.new and actor is not None:
        Role.objects.create(tournament=tournament, user=actor, role=Role.Name.ORGANISER)
    if not tournament.kept_by:
        note_names(tournament)  # who has a role acts here from now on
    return taken


def _check_site(bundle: Bundle, copy: Copy | None, code: str) -> None:
    """Whoever made it is the site that keeps the event; or the one whose code was read out, the first time and when it
    took the event over from one that is gone."""
    if copy is not None and str(bundle.made_by) == copy.keeper:
        return
    if site_key.plain(code) != site_key.plain(bundle.made_by.code):
        if copy is not None:
            keeper = site_key.Address.read(copy.keeper)
            raise Refused("other_site", OTHER_SITE % {"code": keeper.code})
        raise Refused("wrong_code", WRONG_CODE, [{"path": "code", "message": WRONG_CODE}])


OTHER_SITE = _(
    "This event is kept by another site (%(code)s). If the one that made this bundle took it over, bring it in under "
    "“Bring in an event”, with the code of that site."
)
WRONG_CODE = _(
    "This is not the code of the site that made the bundle. Read it off there: the desk of the event shows it beside "
    "the bundle."
)


def _arriving(bundle: Bundle) -> Arriving:
    """The rows of a bundle, with what was sealed for this site in its place. Refused: bent."""
    arriving = Arriving(rows={kind.name: {} for kind in KINDS})
    for where, line in bundle.lines(container.ROWS):
        kind, name, values = read_line(where, line)
        if kind.sealed or name in arriving.rows[kind.name]:
            raise bent(f"{where} stands in the wrong part, or is in it twice.")
        arriving.rows[kind.name][name] = (where, values)
    if container.SEALED not in bundle.files:
        return arriving
    try:
        opened = site_key.unseal(bundle.files[container.SEALED])
    except site_key.CannotOpen:
        return arriving  # it was sealed for somebody else, who may well read it
    arriving.opened = True
    for number, text in enumerate(opened.splitlines(), start=1):
        where = f"{container.SEALED}, line {number}"
        kind, name, values = read_line(where, container.parsed(text, where))
        if not kind.sealed and name not in arriving.rows[kind.name]:
            raise bent(f"{where} is of a row that is not in the open part.")
        arriving.rows[kind.name][name] = (where, values)
    return arriving


def _new_tournament(bundle: Bundle, arriving: Arriving, organisation: Organisation | None) -> Tournament:
    """An empty tournament, kept elsewhere, for the rows to come into."""
    [(_id, (_where, values))] = list(arriving.rows["tournaments.tournament"].items()) or [("", ("", {}))]
    if values.get("public_id") != bundle.manifest["event"]:
        raise bent("The rows are those of another event.")
    wanted = bundle.manifest["slug"]
    taken = Tournament.objects.filter(slug=wanted).exists()
    slug = slugs.propose(bundle.manifest["name"], _slug_taken) if taken or slugs.complaint(wanted) else wanted
    return Tournament.objects.create(
        public_id=bundle.manifest["event"], slug=slug, name=bundle.manifest["name"][:120], row_space=new_public_id(),
        kept_by=bundle.keeper.code, organisation=organisation,
    )  # fmt: skip


def _slug_taken(slug: str) -> bool:
    return Tournament.objects.filter(slug=slug).exists()


def _bring(tournament: Tournament, arriving: Arriving, identities: Identities) -> int:
    """Let the rows of this event be those that arrive; how many came, changed or went. Refused: bent."""
    here = {kind.name: {row.pk: row for row in kind.rows(tournament)} for kind in KINDS}
    for kind in KINDS:
        identities.note_own(kind, list(here[kind.name]))
    root = next(iter(arriving.rows["tournaments.tournament"]), "")
    identities.note("tournaments.tournament", root, tournament.pk)
    recognise(arriving.rows, here, identities)
    count = sum(_take_away(kind, here[kind.name], arriving, identities) for kind in reversed(KINDS))
    for kind in KINDS:
        count += _bring_kind(kind, here[kind.name], arriving, identities)
    _keep_identities(tournament, identities)
    return count


def _take_away(kind: Kind, here: dict[int, Any], arriving: Arriving, identities: Identities) -> int:
    """Rows that are here and in the bundle no more."""
    if kind.sealed and not arriving.opened:
        return 0  # nothing is said of them
    there = {identities.ours[kind.name][name] for name in arriving.rows[kind.name]
             if name in identities.ours.get(kind.name, {})}  # fmt: skip
    gone = [key for key in here if key not in there]
    if gone and kind.written_once:
        name = identities.id_of(kind, gone[0])
        raise bent(_("%(row)s was written here and is not in it. What was written is never taken out.")
                   % {"row": f"{kind.name} {name}"})  # fmt: skip
    if gone and not arriving.opened:
        _let_go(kind, gone)
    _delete(kind, gone)
    for key in gone:
        del here[key]
    return len(gone)


def _let_go(kind: Kind, gone: list[int]) -> None:
    """What came sealed before and is not said again, lets go of a row that goes, or goes with it."""
    for sealed in (other for other in KINDS if other.sealed):
        for column in sealed.columns:
            if sealed.references.get(column.name) is not kind:
                continue
            rows: models.QuerySet[models.Model] = models.QuerySet(sealed.model).filter(**{f"{column.name}__in": gone})
            if column.null:
                rows.update(**{column.name: None})
            else:
                rows.delete()


def _delete(kind: Kind, keys: list[int]) -> None:
    """Take rows out, whoever refers to them: those come, or go, in the same transaction."""
    rows: models.QuerySet[models.Model] = models.QuerySet(kind.model).filter(pk__in=keys)
    if keys:
        rows._raw_delete(rows.db)  # noqa: SLF001 (delete() would take what refers to them too)


def _bring_kind(kind: Kind, here: dict[int, Any], arriving: Arriving, identities: Identities) -> int:
    """Bring the rows of one kind to what arrives. Changed ones are taken out first and put in again under their keys,
    so that rows that swap something unique, or leave it to a new one, are never in each other's way."""
    known = identities.ours.setdefault(kind.name, {})
    rows = arriving.rows[kind.name].items()
    changed: dict[str, models.Model] = {}
    for name, (where, values) in rows:
        if (key := known.get(name)) is None:
            continue
        if key not in here:
            raise bent(f"{where}: {name} is a row of something else.")
        wanted = attributes(kind, where, values, identities)
        if _differs(kind, here[key], wanted, where, opened=arriving.opened):
            changed[name] = here[key]
    if kind.model is Tournament:
        for row in changed.values():
            row.save_base(raw=True, force_update=True)
        return len(changed)
    _delete(kind, [row.pk for row in changed.values()])
    fresh = 0
    for name, (where, values) in rows:
        if name in changed:
            changed[name].save_base(raw=True, force_insert=True)
        elif name not in known:
            made = kind.model(**attributes(kind, where, values, identities))
            made.save_base(raw=True, force_insert=True)
            identities.note(kind.name, name, made.pk)  # at once: a later row of its kind may refer to it
            fresh += 1
    return len(changed) + fresh


def _differs(kind: Kind, row: Any, wanted: Values, where: str, *, opened: bool) -> bool:
    """Let a row say what arrives; whether it said something else. What is private stays as it is where it was not
    opened, and what was forgotten here stays forgotten. Refused: bent, where what was written once is another."""
    differs = False
    for column in kind.columns:
        if column.name in kind.private and (kind.written_once or not opened):
            continue
        was, now = getattr(row, column.attname), wanted[column.attname]
        was = bytes(was) if isinstance(was, memoryview) else was
        if was == now or _forgotten(row, column.name):
            continue
        if kind.written_once:
            raise bent(_("%(where)s (%(kind)s), %(column)s: it was written otherwise before. What was written is never "
                         "changed.") % {"where": where, "kind": kind.name, "column": column.name})  # fmt: skip
        setattr(row, column.attname, now)
        differs = True
    return differs


def _forgotten(row: Any, column: str) -> bool:
    return isinstance(row, Player | Team) and column in ("name", "name_key") and row.name.startswith(ERASED)


def _keep_identities(tournament: Tournament, identities: Identities) -> None:
    """Keep which row of this site is which, for the next bundle."""
    CarriedRow.objects.filter(tournament=tournament).delete()
    own = f"{tournament.row_space}:"
    CarriedRow.objects.bulk_create(
        [
            CarriedRow(tournament=tournament, kind=kind, theirs=theirs, ours=ours)
            for kind, known in identities.theirs.items()
            for ours, theirs in known.items()
            if not theirs.startswith(own)
        ],
        batch_size=500,
    )


def _judge(tournament: Tournament, bundle: Bundle) -> None:
    """Judge, draw and add up all of it once more, and hold the record against the one in the bundle. Refused: bent."""
    record = audit.lines(book_of(tournament), till_chain.stated(tournament))
    written = b"".join(chain.canonical(line) + b"\n" for line in record)
    if written != bundle.files[container.RECORD]:
        raise bent(_first_other(written, bundle.files[container.RECORD], container.RECORD))
    till = b"".join(chain.canonical(line) + b"\n" for line in till_chain.lines(tournament))
    if container.TILL in bundle.files and till != bundle.files[container.TILL]:
        raise bent(_first_other(till, bundle.files[container.TILL], container.TILL))
    _check_rules(tournament)
    drawn = tournament.stages.filter(drawn_at__isnull=False).exists()
    differences = list(all_of(replay.check(tournament), redraw.check(tournament) if drawn else ()))
    if differences:
        raise bent(" ".join(str(difference) for difference in differences[:MOST_FAULTS]))


def _check_rules(tournament: Tournament) -> None:
    """The rules can be played by here, and are those of every scoresheet (a later engine may know more of them)."""
    build(tournament.rules, tournament.game)
    for sheet in book_of(tournament).sheets():
        known = sheet.rules.keys() & tournament.rules.keys()
        if any(sheet.rules[key] != tournament.rules[key] for key in known) or sheet.game != tournament.game:
            raise bent(_("The rules of the event are not those its scoresheets were opened by."))


def _first_other(ours: bytes, theirs: bytes, name: str) -> str:
    pairs = enumerate(zip(ours.splitlines(), theirs.splitlines(), strict=False), start=1)
    shorter = min(ours.count(b"\n"), theirs.count(b"\n"))
    line = next((number for number, (own, other) in pairs if own != other), shorter + 1)
    return f"{name}, line {line}: the rows say something else than the record."
