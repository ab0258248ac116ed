"""A bundle as a file: a ZIP with the record, the till and the rows of an event, a manifest that names them, and a
signature under the manifest. Everybody can open it; `verify.py`, which is in it, checks it without this site."""

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypedDict, cast

from django.utils.translation import gettext_lazy as _

from adjudication import chain
from thunee_tournaments import site_key
from thunee_tournaments.services.bundles.faults import bent, unreadable
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.site_key import Address, NoAddress

FORMAT = "bundle/1"
SIGNED = b"thunee bundle/1\n"  # in front of the manifest in what is signed
MANIFEST, SIGNATURE = "manifest.json", "manifest.signature"
RECORD, TILL, ROWS, SEALED = "record.jsonl", "till.jsonl", "rows.jsonl", "private.sealed"
CHECKER, READ_ME = "verify.py", "README.txt"
NEEDED, ALLOWED = {RECORD, ROWS}, {RECORD, TILL, ROWS, SEALED, CHECKER, READ_ME}
MOST_BYTES, MOST_UNPACKED = 100_000_000, 400_000_000  # of the file, and of all files in it
MOST_MANIFEST = 100_000
KNOWN = {*ALLOWED, MANIFEST, SIGNATURE}
EARLIEST = (1980, 1, 1, 0, 0, 0)  # no file in it says when: the manifest does


class FileEntry(TypedDict):
    """A file of a bundle, as its manifest names it."""

    sha256: str
    bytes: int


class Site(TypedDict):
    """The site that made a bundle."""

    name: str
    address: str


class Manifest(TypedDict):
    """What a bundle says of itself. `version`: of the event's data; `head`: of its record; `till`: of its till, "" for
    one in which nothing was written; `keeper`: the address of the site that writes this event from now on."""

    format: str
    event: str
    slug: str
    name: str
    made_at: str
    version: int
    head: str
    till: str
    site: Site
    keeper: str
    software: str
    files: dict[str, FileEntry]


TEXTS = ("format", "event", "slug", "name", "made_at", "head", "till", "keeper", "software")


@dataclass(frozen=True)
class Bundle:
    """A bundle that was opened: every file is as its manifest says, and signed by the site it names, at `made_at`."""

    manifest: Manifest
    made_at: datetime
    made_by: Address
    keeper: Address
    files: dict[str, bytes]

    @property
    def digest(self) -> str:
        """What the event is in it: two bundles with the same differ only in when they were made."""
        stands = {key: value for key, value in self.manifest.items() if key not in ("made_at", "software", "files")}
        held = {name: entry["sha256"] for name, entry in self.manifest["files"].items() if name in (RECORD, TILL, ROWS)}
        return chain.digest({**stands, "held": held, "sealed": SEALED in self.files})

    def lines(self, name: str) -> "list[tuple[str, Any]]":
        """The lines of a file, each with where it stands. Refused: bent."""
        return [(f"{name}, line {number}", parsed(line, f"{name}, line {number}"))
                for number, line in enumerate(self.files[name].splitlines(), start=1)]  # fmt: skip


def parsed(text: bytes, where: str) -> Any:
    """What JSON says. Refused: bent."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise bent(f"{where} cannot be read.") from None


def packed(manifest: Manifest, files: dict[str, bytes]) -> bytes:
    """The file of a bundle, signed by this site; `manifest` gets to name the files."""
    manifest["files"] = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)} for name, content in files.items()
    }
    written = chain.canonical(dict(manifest))
    signature = site_key.sign(SIGNED + written).hex().encode() + b"\n"
    return zipped({MANIFEST: written, SIGNATURE: signature} | files)


def zipped(files: dict[str, bytes]) -> bytes:
    """Files as a ZIP, which says nothing of when or where it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def opened(content: bytes) -> Bundle:
    """A bundle that is what it says. Refused: unreadable, bent."""
    return checked(unzipped(content, KNOWN))


def checked(files: dict[str, bytes]) -> Bundle:
    """The same, of the files of a bundle. Refused: unreadable, bent."""
    manifest = manifest_of(files)
    held = {name: content for name, content in files.items() if name not in (MANIFEST, SIGNATURE)}
    try:
        made_by, keeper = Address.read(manifest["site"]["address"]), Address.read(manifest["keeper"])
        signed = bytes.fromhex(files.get(SIGNATURE, b"").strip().decode("ascii"))
        made_at = datetime.fromisoformat(manifest["made_at"]).astimezone(UTC)
    except (NoAddress, ValueError, OverflowError):
        raise bent(_("The manifest names no site that can have signed it, or no moment.")) from None
    if not site_key.signed_by(made_by, SIGNED + files[MANIFEST], signed):
        raise bent(_("The signature is not that of the site that is named: the manifest was changed."))
    if set(held) != set(manifest["files"]) or not NEEDED <= set(held) <= ALLOWED:
        raise bent(_("It does not hold the files that its manifest names."))
    for name, entry in manifest["files"].items():
        if (hashlib.sha256(held[name]).hexdigest(), len(held[name])) != (entry["sha256"], entry["bytes"]):
            raise bent(_("%(file)s was changed after it was signed.") % {"file": name})
    return Bundle(manifest, made_at, made_by, keeper, files)


def name_of(files: dict[str, bytes]) -> str:
    """What tells a bundle from every other: the SHA-256 of its manifest, which names all there is in it."""
    return hashlib.sha256(files.get(MANIFEST, b"")).hexdigest()


def unzipped(content: bytes, allowed: set[str], most: int = MOST_UNPACKED) -> dict[str, bytes]:
    """The files of a ZIP that is no larger than it may be, and holds no others. Refused: unreadable."""
    if len(content) > MOST_BYTES:
        raise unreadable(_("it is too large."))
    files: dict[str, bytes] = {}
    left = most
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                if entry.filename not in allowed or entry.filename in files:
                    raise unreadable(_("there is a file in it that does not belong there."))
                with archive.open(entry) as file:
                    files[entry.filename] = file.read(left + 1)
                left -= len(files[entry.filename])
                if left < 0:
                    raise unreadable(_("it is too large."))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error) as error:
        if isinstance(error, Refused):
            raise
        raise unreadable(_("it is no ZIP file, or it was cut off on the way.")) from None
    return files


def manifest_of(files: dict[str, bytes]) -> Manifest:
    """What a bundle says of itself. Refused: unreadable, bent."""
    text = files.get(MANIFEST, b"")
    if not text or len(text) > MOST_MANIFEST:
        raise unreadable(_("it has no manifest."))
    manifest = parsed(text, MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise unreadable(_("it is of another format. A newer version may have made it: update this site first."))
    texts = all(isinstance(manifest.get(key), str) for key in TEXTS)
    site, named = manifest.get("site"), manifest.get("files")
    is_site = isinstance(site, dict) and set(site) == {"name", "address"} and all(map(_is_text, site.values()))
    if not (texts and is_site and type(manifest.get("version")) is int and _are_files(named)) or len(manifest) != 12:
        raise bent(_("Its manifest is not made as it has to be."))
    if not _canonical(manifest, text):
        raise bent(_("Its manifest is not written the one way it has to be: it was edited."))
    return cast("Manifest", manifest)


def _canonical(manifest: Any, text: bytes) -> bool:
    try:
        return chain.canonical(manifest) == text
    except chain.NotCanonical:
        return False


def _are_files(files: Any) -> bool:
    return isinstance(files, dict) and all(
        isinstance(entry, dict) and set(entry) == {"sha256", "bytes"} and _is_text(entry["sha256"])
        and type(entry["bytes"]) is int for entry in files.values()
    )  # fmt: skip


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _no_number(text: str) -> None:
    raise ValueError(text)
