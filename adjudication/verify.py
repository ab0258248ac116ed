#!/usr/bin/env python3
"""Check an export of a tournament's record, or of its till, offline, with nothing but Python (3.9 or newer).

    python3 verify.py EXPORT [--receipt HASH]... [--openings FILE] [--till TILL]
    python3 verify.py TILL [--receipt HASH]...
    python3 verify.py BUNDLE [--receipt HASH]...

It recomputes every hash, follows who signed what, what was decided and drawn, and adds the balls up again. That shows
that the file agrees with itself; whoever forges a record can make it so. That it is the record made in the hall is
proven by a hash from outside, given with --receipt (as often as you have one):
- the head of the record, read off the standings page when the event was over, proves everything;
- the code of a slip or a printed sheet proves that one sheet, up to the entry it was given for, and no other.

--openings is a file of JSON lines {"subject", "value", "salt"}: are these what was committed to?

TILL is what came in and went out, in a chain of its own. Its receipts are the head on the page of the till, and the
codes of printed receipts and cash-ups (12 characters do). EXPORT states that head; --till compares the two.

BUNDLE is a whole event: its record and its till in one signed file. The signature is checked where the Python package
cryptography is installed, and it says so where it is not. Compare the code of the site with the one its desk shows.

Exit status: 0 all of it is proven, 1 something does not hold, 2 the file cannot be read, 3 it holds and some sheets are
proven, 4 it holds and no sheet is proven.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import sys
import zipfile
import zlib
from collections import defaultdict
from io import BytesIO
from pathlib import Path
from typing import Any

Line = dict[str, Any]
Written = defaultdict[Any, list[Line]]

CODE, NAME = re.compile("[0-9a-f]{12}|[0-9a-f]{64}"), re.compile(r"(\w+)([$?#~]?)")
# What a line of each kind says, all of it in its hash, and what stands beside that on the line. Behind a name: $ text,
# ? text or null, # a whole number, ~ any whole number or null.
CHAINED = {
    "sheet": "book$ fingerprint first_dealer# format game length~ players# rules sheet$",
    "entry": "actor$ after~ at$ body client_uuid device$ engine$ format kind$ prev$ reason$ rulings seq# sheet$ "
    "supersedes~",
    "sign_off": "actor$ at$ client_uuid device$ entries_seq# format head$ how$ prev$ reason$ seq# sheet$ side$ window#",
    "acceptance": "actor$ at$ client_uuid device$ entry$ format prev$ seq# sheet$ side$",
    "dispute": "about actor$ at$ book$ client_uuid device$ dispute$ format hand reason$ sheet? side$ subject$ words",
    "decision": "act$ actor$ appeal_minutes# at$ client_uuid deposit device$ dispute$ entry? format outcome "
    "override_by$ override_reason$ prev$ rules seq# side$ text",
    "leave": "actor$ at$ book$ client_uuid device$ format leave$ reason$ referee$ subject$",
    "notice": "actor$ at$ body book$ format kind$ prev$ reason$ seq# subject$",
    "movement": "act$ actor$ amount# at$ book$ client_uuid details device$ format lines method$ movement$ number# of? "
    "prev$ reason$ reference$ seq# team$",
}
BESIDE = {**dict.fromkeys(CHAINED, "hash$ type$"), "sheet": "balls entries# head$ scores sign_offs# type$ winner$"}
BESIDE.update(till="book$ format head$ movements# type$")
BESIDE.update(header="book$ format head$ type$", commitment="digest$ subject$ type$", end="lines# type$")
SIGNS = {"$": ("text", str), "?": ("text", str, type(None)), "#": ("a whole number", int)}
SIGNS["~"] = ("a whole number", int, type(None))
NEED_NOT_BE = {"after", "engine", "length", "balls", "scores"}
FORMATS = {**{kind: f"{kind.replace('_', '-')}/1" for kind in CHAINED}, "header": "audit/1", "sheet": "scoresheet/1"}
FORMATS["till"] = "till/1"
ON_A_SHEET = ("entry", "sign_off", "acceptance")
BELONGS_TO = {**dict.fromkeys(ON_A_SHEET, "sheet"), "decision": "dispute"}
IN_ORDER = (
    ("header",),
    ("sheet", *ON_A_SHEET),
    ("dispute", "decision"),
    ("leave",),
    ("notice",),
    ("commitment",),
    ("till",),
    ("movement",),
    ("end",),
)
RANK = {kind: (rank, place) for rank, kinds in enumerate(IN_ORDER) for place, kind in enumerate(kinds)}
# What may come before each step of a dispute.
FOLLOWS = {"decide": ("",), "appeal": ("decide",), "uphold": ("appeal",), "overturn": ("appeal",)}
# The names above, with the sign behind each.
KEYS = {kind: dict(NAME.findall(f"{CHAINED.get(kind, '')} {text}")) for kind, text in BESIDE.items()}
SAID = {kind: dict(NAME.findall(text)) for kind, text in CHAINED.items()}


# Movements whose amount is not what their lines come to: what was counted, and a limit.
COUNTED = ("count", "limit")


class Unreadable(Exception):
    """The file is no export at all."""


class Report:
    """What was found: faults in words, the hashes a receipt may name, and a summary.

    `places`: what each hash is of. `covers`: the sheet a hash is of, and how many of its entries it is made from.
    `proven`: how many entries of each sheet the receipts prove; `all_proven` by the head of the record.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.places: dict[str, str] = {}
        self.covers: dict[str, tuple[str, int]] = {}
        self.sheets: dict[str, Line] = {}
        self.proven: dict[str, int] = {}
        self.all_proven = False
        self.summary: list[str] = []
        self.head = self.book = ""
        self.till: list[Line] = []

    def fault_if(self, wrong: bool, text: str) -> None:
        if wrong:
            self.faults.append(text)

    @property
    def holds(self) -> bool:
        return not self.faults

    @property
    def status(self) -> int:
        """The exit status."""
        if not self.holds:
            return 1
        return 0 if self.all_proven else 3 if self.proven else 4


def canonical(value: Any) -> bytes:
    """Sorted, compact JSON in UTF-8: the one way to write an object down (RFC 8785 for what occurs here)."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def hashed(line: Line) -> Line:
    """What the hash of a line is the digest of."""
    return {key: value for key, value in line.items() if key in SAID[line["type"]]}


def check(data: bytes, *receipts: str) -> Report:
    """Check an export (bytes). Never raises but Unreadable; `receipts` are hashes from outside."""
    report = Report()
    lines = read(data, report)
    if lines is None:
        return report
    if lines[0]["type"] == "till":
        return check_till(lines, report, *receipts)
    report.book, report.head = lines[0]["book"], lines[0]["head"]
    in_order(lines, report)
    written = sorted_out(lines, report)
    whole = {
        "sheets": sorted(check_sheet(sheet, written, report) for sheet in written["sheet"]),
        "disputes": sorted(check_dispute(dispute, written, report) for dispute in written["dispute"]),
        "commitments": sorted([line["subject"], line["digest"]] for line in written["commitment"]),
    }
    for name, listed in (("leaves", check_leaves(written, report)), ("notices", check_notices(written, report))):
        if listed:
            whole[name] = listed
    head = digest({"format": "book/1", "book": report.book, **whole})
    other = "The head of the record is not the one stated: something was changed, left out or added."
    report.fault_if(head != report.head, other)
    report.places[head] = "the whole record as it is in this file"
    report.fault_if(bool(written["movement"]), "There are movements of a till, which has a file of its own.")
    report.till = written["till"]
    for receipt in receipts:
        take_receipt(receipt.strip().lower(), report)
    return report


def check_bundle(data: bytes, *receipts: str) -> Report:
    """Check a bundle: each file is the one that was signed, and the record and the till hold. Raises Unreadable."""
    files = unpacked(data)
    try:
        manifest = json.loads(files["manifest.json"].decode("utf-8"))
        listed = {name: (entry["sha256"], entry["bytes"]) for name, entry in manifest["files"].items()}
        address, head, till = manifest["site"]["address"], manifest["head"], manifest["till"]
        message = b"thunee bundle/1\n" + files["manifest.json"]
        signed = verdict(address, files["manifest.signature"].strip().decode("ascii"), message)
        known = manifest["format"] == "bundle/1"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unreadable("This is no bundle: its manifest is missing, or cannot be used.") from None
    if not known or "record.jsonl" not in listed:
        raise Unreadable("This bundle is written in a format this checker does not know.")
    there = {name: (hashlib.sha256(content).hexdigest(), len(content)) for name, content in files.items()}
    changed = [name for name in sorted({*listed, *there} - set(SIGNED)) if listed.get(name) != there.get(name)]
    report = Report() if "record.jsonl" in changed else check(files["record.jsonl"], *receipts)
    report.fault_if(signed is False, "The signature is not that of the site that is named: the manifest was changed.")
    report.faults += [f"{name!a} was changed, left out or added after it was signed." for name in changed]
    report.fault_if(report.head != head, "The record is not the one the manifest names.")
    report.fault_if(
        [line["head"] for line in report.till] != ([till] if till else []), "The till is not the one it names."
    )
    if till and "till.jsonl" in files and report.holds:
        compare_till(files["till.jsonl"], report)
    code = hashlib.sha256(str(address).encode("utf-8", "replace")).hexdigest()[:16]
    judged = "good" if signed else "NOT CHECKED (pip install cryptography, and check again)"
    report.summary.append(
        f"The bundle of {manifest.get('name')}, made {manifest.get('made_at')} by the site with the code "
        f"{'-'.join(code[at : at + 4] for at in range(0, 16, 4))}; its signature is {judged}."
    )
    return report


SIGNED = ("manifest.json", "manifest.signature")


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of a bundle, at most 400 MB of them."""
    files: dict[str, bytes] = {}
    left = 400_000_000
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for entry in archive.infolist():
                if entry.filename in files:
                    raise Unreadable("There is a file in it twice.")
                with archive.open(entry) as file:
                    files[entry.filename] = file.read(left + 1)
                left -= len(files[entry.filename])
                if left < 0:
                    raise Unreadable("It is too large.")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error):
        raise Unreadable("This bundle was cut off on the way, or is none.") from None
    return files


def verdict(address: str, signature: str, message: bytes) -> bool | None:
    """Whether the site with this address signed it; None where that cannot be checked here."""
    start, _dot, key = address.partition(".")
    both = base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
    if start != "thunee1" or len(both) != 64:
        return False
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return None
    try:
        Ed25519PublicKey.from_public_bytes(both[:32]).verify(bytes.fromhex(signature), message)
    except InvalidSignature:
        return False
    return True


def take_receipt(receipt: str, report: Report) -> None:
    """What a hash from outside proves."""
    if receipt in report.places:
        report.summary.append("The receipt is that of " + report.places[receipt] + ".")
        report.all_proven |= receipt == report.head
        sheet, entries = report.covers.get(receipt, ("", 0))
        if entries:
            report.proven[sheet] = max(entries, report.proven.get(sheet, 0))
    elif CODE.fullmatch(receipt):
        report.faults.append("The receipt is of something that is not in this file: since it was given, something was "
                             "changed, left out or added (or it is of another tournament).")  # fmt: skip
    else:
        report.faults.append("The receipt is not a hash: 64 (of a till, 12) of the characters 0-9 and a-f.")


def read(data: bytes, report: Report) -> list[Line] | None:
    """The lines as objects; None if one of them cannot be read or is not shaped as it should be."""
    if not data.strip():
        raise Unreadable("The file is empty.")
    report.fault_if(not data.endswith(b"\n"), "The file is cut off: its last line does not end.")
    raw = (data[:-1] if data.endswith(b"\n") else data).split(b"\n")
    lines = [line for line in (read_line(number, text, report) for number, text in enumerate(raw, 1)) if line]
    if not lines or lines[0].get("type") not in ("header", "till"):
        raise Unreadable("This is not an export of a tournament's record: its first line is no header.")
    return lines if len(lines) == len(raw) else None


def read_line(number: int, text: bytes, report: Report) -> Line | None:
    try:
        line = json.loads(text.decode("utf-8"), parse_float=int, parse_constant=int)  # whole numbers only
        same = canonical(line) == text
    except (ValueError, RecursionError):
        report.faults.append(f"Line {number} cannot be read.")
        return None
    if not isinstance(line, dict) or not isinstance(line.get("type"), str) or line["type"] not in KEYS:
        report.faults.append(f"Line {number} is of no kind that belongs here.")
        return None
    report.fault_if(not same, f"Line {number} is not written the one way it has to be: it was edited.")
    if fault := shape_fault(line):
        report.faults.append(f"Line {number} ({line['type']}): {fault}.")
        return None
    return line


def shape_fault(line: Line) -> str:
    """Why the values of a line cannot be used, or ""."""
    kind = line["type"]
    keys = KEYS[kind]
    if not set(keys) - NEED_NOT_BE <= set(line) <= set(keys):
        return "it lacks something or has something that does not belong there"
    if line.get("format") != FORMATS.get(kind):
        return "it is written in a format this checker does not know"
    for key, value in line.items():
        name, *types = SIGNS.get(keys[key], ("", type(value)))
        if type(value) not in types or (keys[key] == "#" and value < 0):
            return f"{key} is not {name}"
    if kind == "sheet" and points_of(line) is None:
        return "the balls, or the scores, are not whole numbers"
    if kind == "decision" and not (isinstance(line["rules"], list) and all(isinstance(r, str) for r in line["rules"])):
        return "the rules are no list of ids"
    if kind == "movement" and not (isinstance(line["lines"], list) and all(map(is_posting, line["lines"]))):
        return "the lines do not each say from where, to where and how much"
    if kind == "entry" and not (isinstance(line["rulings"], list) and all(map(is_ruling, line["rulings"]))):
        return "the rulings are none, or what they say of the balls or the scores are no whole numbers"
    return ""


def is_ruling(value: Any) -> bool:
    """Whether this can be added up: the ruling of a hand, and where the game stands after it."""
    if not (isinstance(value, dict) and type(value.get("hand")) is int and isinstance(value.get("ruling"), dict)):
        return False
    ruling, after = value["ruling"], value["ruling"].get("after")
    adds = (ruling.get("balls"), ruling.get("scores")) == (None, None) or points_of(ruling) is not None
    return adds and (after is None or (isinstance(after, dict) and points_of(after) is not None))


def is_posting(value: Any) -> bool:
    """Whether this is [from, to, how much], with something going from one account to another."""
    if not (isinstance(value, list) and [type(part) for part in value] == [str, str, int]):
        return False
    return bool(value[0] != value[1] and value[2] > 0)


def points_of(value: Line) -> Any:
    """The balls or, in games without them, the scores, of sides A and B or of every seat; None for anything else."""
    [points, *more] = [value[key] for key in ("balls", "scores") if value.get(key) is not None] or [None]
    numbers = list(points.values()) if isinstance(points, dict) and sorted(points) == ["A", "B"] else points
    if more or not isinstance(numbers, list) or not 2 <= len(numbers) <= 6:
        return None
    return points if all(type(number) is int for number in numbers) else None


def in_order(lines: list[Line], report: Report) -> None:
    """Every line stands where it has to, and the last one says how many there are."""
    place = []
    for line in lines:
        rank, among = RANK[line["type"]]
        name = next((line[key] for key in ("dispute", "sheet", "leave", "subject") if key in line), "")
        place.append((rank, name or "", among, line.get("seq", 0), line.get("digest", "")))
    report.fault_if(place != sorted(place), "The lines are not in their order: some were moved.")
    report.fault_if(len(set(place)) != len(place), "Something is in the file twice.")
    report.fault_if(lines[-1]["type"] != "end", "The file is cut off: its last lines are missing.")
    stated = lines[-1].get("lines", len(lines))
    report.fault_if(stated != len(lines), f"The file should have {stated} lines and has {len(lines)}.")


def sorted_out(lines: list[Line], report: Report) -> Written:
    """The lines of every kind; those on a sheet, and the steps of a dispute, also by its name."""
    written: Written = defaultdict(list)
    there = {(line["type"], line.get(line["type"])) for line in lines}
    for line in lines:
        kind, of = line["type"], BELONGS_TO.get(line["type"])
        written[kind].append(line)
        if of is not None:
            written[kind, line[of]].append(line)
            lost = f"There is something ({kind}) of a {of} that is not in the file: {line[of]}"
            report.fault_if((of, line[of]) not in there, lost)
    return written


def check_sheet(sheet: Line, written: Written, report: Report) -> list[str]:
    """[id, head of its entries, of its sign-offs and, if there are any, of its acceptances]"""
    entries, sign_offs, acceptances = (written[kind, sheet["sheet"]] for kind in ON_A_SHEET)
    name = "Sheet " + sheet["sheet"]
    report.fault_if(sheet["book"] != report.book, name + " is of another tournament.")
    head = follow(name + ", entry", digest(hashed(sheet)), entries, report)
    same = (head, len(entries)) == (sheet["head"], sheet["entries"])
    report.fault_if(not same, name + ": entries are missing, added or changed: they do not lead to the head it states.")
    report.places[head] = f"sheet {sheet['sheet']} with its {len(entries)} entries"
    first = digest({"format": "sign-offs/1", "sheet": sheet["sheet"]})
    signed = follow(name + ", signature", first, sign_offs, report)
    other = f"{name}: it should have {sheet['sign_offs']} signatures and has {len(sign_offs)}."
    report.fault_if(len(sign_offs) != sheet["sign_offs"], other)
    counting = check_signatures(name, entries, sign_offs, sheet, report)
    stated = points_of(sheet)
    points, winner = totals(name, stated, entries, report)
    other = f"{name}: the site says {score(stated, sheet['winner'])}, the rulings come to {score(points, winner)}."
    report.fault_if((points, winner) != (stated, sheet["winner"]), other)
    facts = {"points": points, "winner": winner, "signed": sorted(counting), "head": head, "entries": len(entries)}
    report.sheets[sheet["sheet"]] = facts
    seq_of = {line["hash"]: line["seq"] for line in entries}
    upto = [*seq_of.items(), *((line["hash"], line["entries_seq"]) for line in sign_offs)]
    upto += [(line["hash"], seq_of.get(line["entry"], 0)) for line in acceptances]
    report.covers.update((link, (sheet["sheet"], seq)) for link, seq in upto)
    return [sheet["sheet"], head, signed, *check_acceptances(name, sheet["sheet"], entries, acceptances, report)]


def follow(name: str, head: str, lines: list[Line], report: Report) -> str:
    """Follow a chain from its first link; the hash it leads to."""
    for number, line in enumerate(lines, 1):
        report.fault_if(line["seq"] != number, f"{name} {number} is missing, or in another place.")
        report.fault_if(line["prev"] != head, f"{name} {line['seq']} does not follow from the one before it.")
        head = own_hash(f"{name} {line['seq']}", line, ", and what it was chained to is as it was", report)
    return head


def own_hash(name: str, line: Line, as_it_is: str, report: Report) -> str:
    """The hash of what a line says, which has to be the one that stands on it, and which a receipt may name."""
    computed = digest(hashed(line))
    report.fault_if(computed != line["hash"], name + " was changed: its hash is another.")
    report.places[computed] = name[0].lower() + name[1:] + as_it_is
    return computed


def check_signatures(name: str, entries: list[Line], sign_offs: list[Line], sheet: Line, report: Report) -> set[str]:
    """Whether every signature is under something that was written; the sides whose signature counts now."""
    heads = {entry["seq"]: entry["hash"] for entry in entries}
    counting = set()
    for line in sign_offs:
        where = f"{name}, signature {line['seq']}"
        signed = heads.get(line["entries_seq"])
        report.fault_if(signed != line["head"], where + " is under something that is not on the sheet.")
        report.fault_if(line["side"] not in ("A", "B"), where + " is of no side.")
        unsaid = line["how"] == "referee" and not line["reason"].strip()
        report.fault_if(unsaid, where + " was made by a referee without a reason.")
        if line["head"] == sheet["head"]:
            report.fault_if(line["side"] in counting, where + ": this side has signed that already.")
            counting.add(line["side"])
    return counting


def check_acceptances(name: str, sheet: str, entries: list[Line], lines: list[Line], report: Report) -> list[str]:
    """Whether what the sides accepted was written, and by the other side; [the end of the chain], or nothing."""
    first = digest({"format": "acceptances/1", "sheet": sheet})
    head = follow(name + ", acceptance", first, lines, report)
    writer = {entry["hash"]: entry["actor"] for entry in entries if entry["kind"] in ("hand", "correction")}
    for line in lines:
        where = f"{name}, acceptance {line['seq']}"
        report.fault_if(line["entry"] not in writer, where + " is of something that is not on the sheet.")
        report.fault_if(writer.get(line["entry"]) == line["actor"], where + " is of what its own side wrote.")
        report.fault_if(line["side"] not in ("A", "B"), where + " is of no side.")
    return [head] if lines else []


def totals(name: str, stated: Any, entries: list[Line], report: Report) -> tuple[Any, str]:
    """The points, in the shape of what the site says, and the winner, if any: from the latest ruling of every step."""
    points: Any = dict.fromkeys(stated, 0) if isinstance(stated, dict) else [0] * len(stated)
    winner = ""
    for step in fold(name, entries, report):
        after = step["ruling"].get("after")
        if step["voided"] or after is None:
            continue
        points, stands = added(points, points_of(step["ruling"])), points_of(after)
        wrong = f"{name}: after entry {step['seq']} it stands {score(points)}; its ruling says {score(stands)}."
        report.fault_if(stands != points, wrong)
        winner = after["game_winner"] if after.get("game_winner") in ("A", "B") else ""
    return points, winner


def added(points: Any, more: Any) -> Any:
    """A score and what a hand adds to it; what has another shape adds nothing."""
    if type(points) is not type(more) or len(points) != len(more):
        return points
    total = {key: points[key] + more[key] for key in (points if isinstance(points, dict) else range(len(points)))}
    return total if isinstance(points, dict) else list(total.values())


def fold(name: str, entries: list[Line], report: Report) -> list[Line]:
    """The steps of a game in their order, each with its latest ruling."""
    steps: list[Line] = []
    by_seq: dict[int, Line] = {}
    of_entry: dict[int, Line] = {}
    for entry in entries:
        seq, superseded = entry["seq"], entry["supersedes"]
        if superseded is None:
            step = {"seq": seq, "kind": entry["kind"], "last": seq, "voided": False, "ruling": {}}
            by_seq[seq] = step
            placed = place(steps, step, entry.get("after"))
            report.fault_if(not placed, f"{name}: entry {seq} stands after something that is not there.")
        elif of_entry.get(superseded, {}).get("last") == superseded:
            step = of_entry[superseded]
            step["last"], step["voided"] = seq, entry["kind"] == "void"
        else:
            report.faults.append(f"{name}: entry {seq} replaces something that does not count any more.")
            continue
        of_entry[seq] = step
        for ruled in entry["rulings"]:
            report.fault_if(ruled["hand"] not in by_seq, f"{name}: entry {seq} judges a hand that is not there.")
            by_seq.get(ruled["hand"], {})["ruling"] = ruled["ruling"]
    return steps


def place(steps: list[Line], step: Line, after: int | None) -> bool:
    """Put a step behind the others, or behind the one named; whether that is there."""
    behind = {None: len(steps), 0: 0, **{other["seq"]: index for index, other in enumerate(steps, 1)}}
    if after not in behind:
        return False
    index = behind[after]
    while step["kind"] == "decision" and index < len(steps) and steps[index]["kind"] == "decision":
        index += 1
    steps.insert(index, step)
    return True


def score(points: Any, winner: str = "") -> str:
    text = "-".join(str(number) for number in (points.values() if isinstance(points, dict) else points))
    return text + (", won by side " + winner if winner else "")


def check_dispute(dispute: Line, written: Written, report: Report) -> list[str]:
    """[id, hash of its last step, or its own]"""
    name = "Dispute " + dispute["dispute"]
    own = own_hash(name, dispute, " as it was raised", report)
    report.fault_if(dispute["book"] != report.book, name + " is of another tournament.")
    report.fault_if(dispute["sheet"] not in {None, *report.sheets}, name + " is about a sheet that is not in the file.")
    steps, entries = written["decision", dispute["dispute"]], {entry["hash"] for entry in written["entry"]}
    head = follow(name + ", step", own, steps, report)
    decided_by = before = ""
    for line in steps:
        where, act = f"{name}, step {line['seq']}", line["act"]
        report.fault_if(before not in FOLLOWS.get(act, ()), where + " cannot follow what was before it.")
        report.fault_if(act != "appeal" and not line["rules"], where + " names no rule.")
        report.fault_if(line["entry"] not in {None, *entries}, where + " names an entry that is not in the file.")
        if line["entry"] in report.covers:
            report.covers[line["hash"]] = report.covers[line["entry"]]
        again = act in ("uphold", "overturn") and line["actor"] == decided_by
        report.fault_if(again, where + " was decided by the one who had decided before.")
        before, decided_by = act, line["actor"] if act == "decide" else decided_by
    return [dispute["dispute"], head]


def check_leaves(written: Written, report: Report) -> list[list[str]]:
    """What was allowed in spite of a conflict of interest: whoever decided so had that leave. [id, hash] of each."""
    for line in written["leave"]:
        name = "Leave " + line["leave"]
        report.fault_if(line["book"] != report.book, name + " is of another tournament.")
        report.fault_if(not line["reason"].strip(), name + " has no reason.")
        own_hash(name, line, " as it was given", report)
    given = {tuple(line[key] for key in ("subject", "referee", "actor", "reason")) for line in written["leave"]}
    subject = {line["dispute"]: line["subject"] for line in written["dispute"]}
    for line in written["decision"]:
        leave = (subject.get(line["dispute"]), line["actor"], line["override_by"], line["override_reason"])
        missing = line["override_by"] not in ("", line["actor"]) and leave not in given
        where = f"Dispute {line['dispute']}, step {line['seq']}"
        report.fault_if(missing, where + " was decided by a leave that is not in the file.")
    return sorted([line["leave"], line["hash"]] for line in written["leave"])


def check_notices(written: Written, report: Report) -> list[list[str]]:
    """The draws and walkovers, those taken back too: [subject, hash of the last notice] of each subject."""
    about: dict[str, list[Line]] = defaultdict(list)
    for line in written["notice"]:
        report.fault_if(line["book"] != report.book, f"A notice about {line['subject']} is of another tournament.")
        about[line["subject"]].append(line)
    first = {"format": "notices/1", "book": report.book}
    return [
        [subject, follow(f"About {subject}, notice", digest({**first, "subject": subject}), lines, report)]
        for subject, lines in sorted(about.items())
    ]


def check_till(lines: list[Line], report: Report, *receipts: str) -> Report:
    """Check the file of a till: its chain, its numbers and its sums."""
    report.book, report.head = lines[0]["book"], lines[0]["head"]
    in_order(lines, report)
    written = sorted_out(lines, report)
    movements = written["movement"]
    head = follow("Movement", digest({"format": FORMATS["till"], "book": report.book}), movements, report)
    same = (head, len(movements)) == (report.head, lines[0]["movements"])
    report.fault_if(not same, "The head of the till is not the one stated: something was changed, left out or added.")
    report.places[head] = "the whole till as it is in this file"
    numbers: dict[str, int] = defaultdict(int)
    accounts: dict[str, int] = defaultdict(int)
    hashes: set[str] = set()
    for line in movements:
        name = f"Movement {line['seq']}"
        numbers[line["act"]] += 1
        report.fault_if(line["book"] != report.book, name + " is of another tournament.")
        report.fault_if(line["number"] != numbers[line["act"]], f"{name}: numbers of {line['act']} have a gap.")
        report.fault_if(line["of"] not in {None, *hashes}, name + " is about a movement that is not before it.")
        total = sum(amount for _given_by, _given_to, amount in line["lines"])
        report.fault_if(line["act"] not in COUNTED and line["amount"] != total, f"{name}: its lines come to {total}.")
        for given_by, given_to, amount in line["lines"]:
            accounts[given_by] -= amount
            accounts[given_to] += amount
        hashes.add(line["hash"])
    places = {**report.places, **{place[:12]: what for place, what in report.places.items()}}
    report.places = places
    for receipt in receipts:
        take_receipt(receipt.strip().lower(), report)
    report.summary += [f"{name:<24} {cents:>14}" for name, cents in sorted(accounts.items()) if cents]
    report.summary.append(f"The till: {len(movements)} movements. Its head is {head}")
    return report


def compare_till(data: bytes, report: Report) -> None:
    """Whether this till is the one whose head the export states."""
    till = check(data)
    report.faults += till.faults
    stated = [(line["book"], line["head"]) for line in report.till]
    report.fault_if((till.book, till.head) not in stated, "The till is not the one whose head this export states.")
    report.summary += till.summary


def check_openings(data: bytes, lines: list[Line], report: Report) -> None:
    """Whether each opening is what was committed to."""
    commitments = {(line["subject"], line["digest"]) for line in lines if line["type"] == "commitment"}
    opened = 0
    for number, text in enumerate(data.splitlines(), 1):
        try:
            opening = json.loads(text.decode("utf-8"))
            computed = digest({"format": "commitment/1", **{key: opening[key] for key in ("subject", "value", "salt")}})
            known = (opening["subject"], computed) in commitments
        except (ValueError, KeyError, TypeError, RecursionError):
            report.faults.append(f"Opening {number} cannot be read.")
            continue
        report.fault_if(not known, f"Opening {number} ({opening['subject']}) is not what was committed to.")
        opened += known
    report.summary.append(f"{opened} of {len(commitments)} commitments were opened.")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", help="the file that export_audit made")
    parser.add_argument("--receipt", metavar="HASH", action="append", default=[],
                        help="a hash from outside: of a slip, a printed sheet, the standings page")  # fmt: skip
    parser.add_argument("--openings", metavar="FILE", help="what the commitments stand for, to be checked against them")
    parser.add_argument("--till", metavar="TILL", help="the till's own file, to be compared with the export")
    options = parser.parse_args(arguments)
    try:
        data = Path(options.export).read_bytes()
        bundle = zipfile.is_zipfile(BytesIO(data))
        report = check_bundle(data, *options.receipt) if bundle else check(data, *options.receipt)
        if options.openings and report.holds:
            record = unpacked(data)["record.jsonl"] if bundle else data
            check_openings(Path(options.openings).read_bytes(), read(record, Report()) or [], report)
        if options.till and report.holds:
            compare_till(Path(options.till).read_bytes(), report)
    except (OSError, Unreadable) as error:
        print(f"It cannot be read: {error}", file=sys.stderr)
        return 2
    tell(report)
    return report.status


def tell(report: Report) -> None:
    text = ["FAULT: " + fault for fault in report.faults[:50]]
    if len(report.faults) > 50:
        text.append(f"... and {len(report.faults) - 50} more.")
    for name, sheet in sorted(report.sheets.items()):
        signed = " and ".join(sheet["signed"]) or "nobody"
        stands = score(sheet["points"], sheet["winner"])
        text.append(f"Sheet {name}: {stands}; signed by {signed}. Head {sheet['head']}. {proof_of(name, report)}")
    text += report.summary
    for line in report.till:
        text.append(f"Stated beside the record: the head of the till, {line['head']}, after {line['movements']}.")
    if not report.holds:
        text.append(f"This is not the record as it was made: {len(report.faults)} faults.")
    elif report.all_proven:
        text.append(f"Everything holds, and the head proves all of it: {len(report.sheets)} sheets.")
    else:
        text.append(f"The file agrees with itself: {len(report.sheets)} sheets. Its head is {report.head}")
        text.append(f"Proven by a receipt: {', '.join(sorted(report.proven)) or 'no sheet'}. Whatever is not proven "
                    "only agrees with itself: compare the head with the one the standings page showed.")  # fmt: skip
    print("\n".join(text).encode("ascii", "backslashreplace").decode())  # whatever a forger wrote, on any screen


def proof_of(name: str, report: Report) -> str:
    """Whether the receipts prove a sheet, in words."""
    entries, proven = report.sheets[name]["entries"], report.proven.get(name, 0)
    if not report.holds:
        return ""
    if report.all_proven or (proven and proven == entries):
        return "PROVEN"
    return f"PROVEN up to entry {proven} of {entries}" if proven else "not proven"


if __name__ == "__main__":
    sys.exit(main())
