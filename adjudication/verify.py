#!/usr/bin/env python3
"""Check an export of a tournament's record, offline, with nothing but Python (3.9 or newer).

    python3 verify.py EXPORT [--receipt HASH] [--openings FILE]

It recomputes every hash, so that nothing can have been changed, left out, added or moved since, follows who signed
what and what was decided, and adds the balls up again. That proves that the file agrees with itself. Whether it is the
record that was made in the hall is proved by a hash from outside: one printed on a slip, written down by a player or
read off the standings page. Give it with --receipt; without one the checker says so.

--openings is a file of JSON lines {"subject", "value", "salt"}: are these what was committed to?

Exit status: 0 everything holds, 1 something does not, 2 the file cannot be read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from typing import Any, NoReturn

Line = dict[str, Any]

HEX = re.compile("[0-9a-f]{64}")
PLAIN = {
    "sheet": "book fingerprint first_dealer format game players rules sheet",
    "entry": "actor at body client_uuid device format kind prev reason rulings seq sheet supersedes",
    "sign_off": "actor at client_uuid device entries_seq format head how prev reason seq sheet side window",
    "dispute": "about actor at book client_uuid device dispute format hand reason sheet side subject words",
    "decision": "act actor appeal_minutes at client_uuid deposit device dispute entry format outcome override_by "
    "override_reason prev rules seq side text",
}
SHOWN = {"sheet": "balls entries head sign_offs winner"}
KEYS = {kind: sorted(f"type {plain} {SHOWN.get(kind, 'hash')}".split()) for kind, plain in PLAIN.items()}
KEYS["header"] = ["book", "format", "head", "type"]
KEYS["commitment"] = ["digest", "subject", "type"]
KEYS["end"] = ["lines", "type"]
OPTIONAL = {"entry": {"after"}}
FORMATS = {kind: f"{kind.replace('_', '-')}/1" for kind in PLAIN}
FORMATS.update(header="audit/1", sheet="scoresheet/1")
RANK = {"header": 0, "sheet": 1, "entry": 1, "sign_off": 1, "dispute": 2, "decision": 2, "commitment": 3, "end": 4}
WHOLE = "appeal_minutes entries entries_seq first_dealer lines players seq sign_offs window"
TEXT = "act actor at book client_uuid device digest dispute hash head how kind prev reason sheet side subject winner"
# What may come before each step of a dispute.
FOLLOWS = {"decide": ("",), "appeal": ("decide",), "uphold": ("appeal",), "overturn": ("appeal",)}


class Unreadable(Exception):
    """The file is no export at all."""


class Report:
    """What was found: faults in words, the hashes a receipt may name, and a summary."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.places: dict[str, str] = {}
        self.sheets: dict[str, Line] = {}
        self.summary: list[str] = []
        self.head = self.book = ""

    def fault(self, text: str) -> None:
        self.faults.append(text)

    def fault_if(self, wrong: bool, text: str) -> None:
        if wrong:
            self.faults.append(text)

    @property
    def holds(self) -> bool:
        return not self.faults


def canonical(value: Any) -> bytes:
    """Sorted, compact JSON in UTF-8: the one way to write an object down (RFC 8785 for what occurs here)."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def said(line: Line) -> Line:
    """What the hash of a line is the digest of."""
    return {
        key: line[key] for key in line if key in PLAIN[line["type"]].split() or key in OPTIONAL.get(line["type"], ())
    }


def check(data: bytes, receipt: str | None = None) -> Report:
    """Check an export (bytes). Never raises but Unreadable; `receipt` is a hash from outside, or None."""
    report = Report()
    lines = read(data, report)
    if lines is None:
        return report
    header = lines[0]
    report.book, report.head = header["book"], header["head"]
    in_order(lines, report)
    heads = check_sheets(lines, report)
    disputes = check_disputes(lines, report)
    commitments = [[line["subject"], line["digest"]] for line in lines if line["type"] == "commitment"]
    whole = {"sheets": sorted(heads), "disputes": sorted(disputes), "commitments": sorted(commitments)}
    found = digest({"format": "book/1", "book": header["book"], **whole})
    if found != header["head"]:
        report.fault("The head of the record is not the one stated: something was changed, left out or added.")
    report.places[found] = "the whole record as it is in this file"
    check_receipt(receipt, report)
    return report


def check_receipt(receipt: str | None, report: Report) -> None:
    if receipt is None:
        return
    wanted = receipt.strip().lower()
    if not HEX.fullmatch(wanted):
        report.fault("The receipt is not a hash: it has to be 64 of the characters 0-9 and a-f.")
    elif wanted not in report.places:
        report.fault("The receipt is of something that is not in this file: since it was given, something was changed, "
                     "left out or added (or it is of another tournament).")  # fmt: skip
    else:
        report.summary.append("The receipt is that of " + report.places[wanted] + ".")


def read(data: bytes, report: Report) -> list[Line] | None:
    """The lines as objects; None if one of them cannot be read or is not shaped as it should be."""
    if not data.strip():
        raise Unreadable("The file is empty.")
    report.fault_if(not data.endswith(b"\n"), "The file is cut off: its last line does not end.")
    raw = data.split(b"\n")[:-1] if data.endswith(b"\n") else data.split(b"\n")
    lines = []
    for number, text in enumerate(raw, 1):
        line = read_line(number, text, report)
        if line is not None:
            lines.append(line)
    if not lines or lines[0].get("type") != "header":
        raise Unreadable("This is not an export of a tournament's record: its first line is no header.")
    return lines if len(lines) == len(raw) else None


def read_line(number: int, text: bytes, report: Report) -> Line | None:
    try:
        line = json.loads(text.decode("utf-8"), parse_float=refuse, parse_constant=refuse)
        same = canonical(line) == text
    except (ValueError, RecursionError):
        report.fault(f"Line {number} cannot be read.")
        return None
    if not isinstance(line, dict) or not isinstance(line.get("type"), str) or line["type"] not in KEYS:
        report.fault(f"Line {number} is of no kind that belongs here.")
        return None
    report.fault_if(not same, f"Line {number} is not written the one way it has to be: it was edited.")
    kind = line["type"]
    if sorted(set(line) - OPTIONAL.get(kind, set())) != KEYS[kind]:
        report.fault(f"Line {number} ({kind}) lacks something or has something that does not belong there.")
        return None
    fault = shape_fault(line)
    if fault:
        report.fault(f"Line {number} ({kind}): {fault}.")
        return None
    return line


def refuse(text: str) -> NoReturn:
    raise ValueError("no such number: " + text)


def shape_fault(line: Line) -> str | None:
    """Why the values of a line cannot be used, or None."""
    kind = line["type"]
    if kind in FORMATS and line["format"] != FORMATS[kind]:
        return "it is written in a format this checker does not know"
    for key in set(WHOLE.split()) & set(line):
        if type(line[key]) is not int or line[key] < 0:
            return key + " is not a whole number"
    for key in set(TEXT.split()) & set(line):
        if not isinstance(line[key], str) and not (kind == "dispute" and key == "sheet" and line[key] is None):
            return key + " is not text"
    if kind == "sheet" and not are_balls(line["balls"]):
        return "the balls are not two whole numbers"
    if kind == "entry":
        return entry_fault(line)
    if kind == "decision" and not (isinstance(line["rules"], list) and all(isinstance(r, str) for r in line["rules"])):
        return "the rules are no list of ids"
    return None


def entry_fault(line: Line) -> str | None:
    for key in ("supersedes", "after"):
        if line.get(key) is not None and type(line[key]) is not int:
            return key + " is not a whole number"
    if not isinstance(line["rulings"], list):
        return "the rulings are no list"
    for one in line["rulings"]:
        if not (isinstance(one, dict) and type(one.get("hand")) is int and isinstance(one.get("ruling"), dict)):
            return "a ruling is not one"
        balls, after = one["ruling"].get("balls"), one["ruling"].get("after")
        if balls is not None and not are_balls(balls):
            return "the balls of a ruling are not two whole numbers"
        if after is not None and not (isinstance(after, dict) and are_balls(after.get("balls"))):
            return "a ruling does not say where the game stands after it"
    return None


def are_balls(value: Any) -> bool:
    return isinstance(value, dict) and sorted(value) == ["A", "B"] and all(type(n) is int for n in value.values())


def in_order(lines: list[Line], report: Report) -> None:
    """Every line stands where it has to, and the last one says how many there are."""
    place = [(RANK[line["type"]], order_of(line)) for line in lines]
    report.fault_if(place != sorted(place), "The lines are not in their order: some were moved.")
    report.fault_if(len({(str(key), number) for number, key in place}) != len(place), "Something is in the file twice.")
    report.fault_if(lines[-1]["type"] != "end", "The file is cut off: its last lines are missing.")
    stated = lines[-1].get("lines", len(lines))
    report.fault_if(stated != len(lines), f"The file should have {stated} lines and has {len(lines)}.")


def order_of(line: Line) -> tuple[Any, ...]:
    kind = line["type"]
    if kind in ("sheet", "entry", "sign_off"):
        return (line["sheet"], ("sheet", "entry", "sign_off").index(kind), line.get("seq", 0))
    if kind in ("dispute", "decision"):
        return (line["dispute"], ("dispute", "decision").index(kind), line.get("seq", 0))
    return (line["subject"], 0, line["digest"]) if kind == "commitment" else ("", 0, 0)


def check_sheets(lines: list[Line], report: Report) -> list[list[str]]:
    """Check every sheet; [id, head of its entries, head of its sign-offs] of each."""
    sheets = {line["sheet"]: line for line in lines if line["type"] == "sheet"}
    written: dict[str, dict[str, list[Line]]] = {name: {"entry": [], "sign_off": []} for name in sheets}
    for line in lines:
        if line["type"] in ("entry", "sign_off"):
            lost = line["sheet"] not in sheets
            report.fault_if(lost, f"Something was written on a sheet that is not in the file: {line['sheet']}")
            written.setdefault(line["sheet"], {"entry": [], "sign_off": []})[line["type"]].append(line)
    return [check_sheet(sheets[name], **written[name], report=report) for name in sheets]


def check_sheet(sheet: Line, entry: list[Line], sign_off: list[Line], report: Report) -> list[str]:
    entries, sign_offs = entry, sign_off
    name = "Sheet " + sheet["sheet"]
    report.fault_if(sheet["book"] != report.book, name + " is of another tournament.")
    head = follow(name + ", entry", digest(said(sheet)), entries, report)
    if head != sheet["head"] or len(entries) != sheet["entries"]:
        report.fault(name + ": its entries do not lead to the head it states. Entries are missing, added or changed.")
    report.places[head] = f"sheet {sheet['sheet']} with its {len(entries)} entries"
    first = digest({"format": "sign-offs/1", "sheet": sheet["sheet"]})
    signed = follow(name + ", signature", first, sign_offs, report)
    if len(sign_offs) != sheet["sign_offs"]:
        report.fault(name + f": it should have {sheet['sign_offs']} signatures and has {len(sign_offs)}.")
    counting = check_signatures(name, entries, sign_offs, sheet, report)
    balls, winner = totals(name, entries, report)
    if balls != sheet["balls"] or winner != sheet["winner"]:
        shown = score(sheet["balls"], sheet["winner"])
        report.fault(f"{name}: the site says {shown}, the rulings come to {score(balls, winner)}.")
    report.sheets[sheet["sheet"]] = {"balls": balls, "winner": winner, "signed": sorted(counting), "head": head}
    return [sheet["sheet"], head, signed]


def follow(name: str, head: str, lines: list[Line], report: Report) -> str:
    """Follow a chain from its first link; the hash it leads to."""
    for number, line in enumerate(lines, 1):
        report.fault_if(line["seq"] != number, f"{name} {number} is missing, or in another place.")
        report.fault_if(line["prev"] != head, f"{name} {line['seq']} does not follow from the one before it.")
        head = digest(said(line))
        report.fault_if(head != line["hash"], f"{name} {line['seq']} was changed: its hash is another.")
        report.places[head] = f"{name.lower()} {line['seq']}, and what it was chained to is as it was"
    return head


def check_signatures(name: str, entries: list[Line], sign_offs: list[Line], sheet: Line, report: Report) -> set[str]:
    """Whether every signature is under something that was written; the sides whose signature counts now."""
    heads = {entry["seq"]: entry["hash"] for entry in entries}
    counting = set()
    for line in sign_offs:
        where = f"{name}, signature {line['seq']}"
        if heads.get(line["entries_seq"]) != line["head"]:
            report.fault(where + " is under something that is not on the sheet.")
        report.fault_if(line["side"] not in ("A", "B"), where + " is of no side.")
        if line["how"] == "referee" and not line["reason"].strip():
            report.fault(where + " was made by a referee without a reason.")
        if line["head"] == sheet["head"]:
            report.fault_if(line["side"] in counting, where + ": this side has signed that already.")
            counting.add(line["side"])
    return counting


def totals(name: str, entries: list[Line], report: Report) -> tuple[dict[str, int], str]:
    """The balls and the winner ("" while the game goes on), added up from the latest ruling of every step."""
    steps = fold(name, entries, report)
    balls, winner = {"A": 0, "B": 0}, ""
    for step in steps:
        ruling = step["ruling"]
        after = ruling.get("after")
        if step["voided"] or after is None:
            continue
        opened = ruling.get("balls") or {"A": 0, "B": 0}
        balls = {side: balls[side] + opened[side] for side in "AB"}
        wrong = f"{name}: after entry {step['seq']} it stands {score(balls)}; its ruling says {score(after['balls'])}."
        report.fault_if(after["balls"] != balls, wrong)
        winner = after.get("game_winner") or ""
    return balls, winner


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
            if not place(steps, step, entry.get("after")):
                report.fault(f"{name}: entry {seq} stands after something that is not there.")
        else:
            if superseded not in of_entry or of_entry[superseded]["last"] != superseded:
                report.fault(f"{name}: entry {seq} replaces something that does not count any more.")
                continue
            step = of_entry[superseded]
            step["last"], step["voided"] = seq, entry["kind"] == "void"
        of_entry[seq] = step
        for one in entry["rulings"]:
            if one["hand"] not in by_seq:
                report.fault(f"{name}: entry {seq} judges a hand that is not there.")
            else:
                by_seq[one["hand"]]["ruling"] = one["ruling"]
    return steps


def place(steps: list[Line], step: Line, after: int | None) -> bool:
    if after is None:
        steps.append(step)
        return True
    found = [index for index, other in enumerate(steps) if other["seq"] == after]
    if after != 0 and not found:
        return False
    index = found[0] + 1 if after != 0 else 0
    while step["kind"] == "decision" and index < len(steps) and steps[index]["kind"] == "decision":
        index += 1
    steps.insert(index, step)
    return True


def score(balls: dict[str, int], winner: str = "") -> str:
    text = f"{balls['A']}-{balls['B']}"
    return text + (", won by side " + winner if winner else "")


def check_disputes(lines: list[Line], report: Report) -> list[list[str]]:
    """Check every dispute and its steps; [id, hash of its last step, or its own] of each."""
    entries = {line["hash"] for line in lines if line["type"] == "entry"}
    sheets = {line["sheet"] for line in lines if line["type"] == "sheet"}
    disputes = [line for line in lines if line["type"] == "dispute"]
    steps: dict[str, list[Line]] = {line["dispute"]: [] for line in disputes}
    for line in lines:
        if line["type"] == "decision":
            lost = line["dispute"] not in steps
            report.fault_if(lost, f"There is a decision on a dispute that is not in the file: {line['dispute']}")
            steps.setdefault(line["dispute"], []).append(line)
    return [check_dispute(one, steps[one["dispute"]], entries, sheets, report) for one in disputes]


def check_dispute(dispute: Line, steps: list[Line], entries: set[str], sheets: set[str], report: Report) -> list[str]:
    name = "Dispute " + dispute["dispute"]
    own = digest(said(dispute))
    report.fault_if(own != dispute["hash"], name + " was changed: its hash is another.")
    report.fault_if(dispute["book"] != report.book, name + " is of another tournament.")
    if dispute["sheet"] is not None and dispute["sheet"] not in sheets:
        report.fault(name + " is about a sheet that is not in the file.")
    report.places[own] = name.lower() + " as it was raised"
    head = follow(name + ", step", own, steps, report)
    decided_by, before = "", ""
    for line in steps:
        where = f"{name}, step {line['seq']}"
        if line["act"] not in FOLLOWS or before not in FOLLOWS[line["act"]]:
            report.fault(where + " cannot follow what was before it.")
        report.fault_if(line["act"] != "appeal" and not line["rules"], where + " names no rule.")
        if line["entry"] is not None and line["entry"] not in entries:
            report.fault(where + " names an entry that is not in the file.")
        if line["act"] in ("uphold", "overturn") and line["actor"] == decided_by:
            report.fault(where + " was decided by the one who had decided before.")
        decided_by = line["actor"] if line["act"] == "decide" else decided_by
        before = line["act"]
    return [dispute["dispute"], head]


def check_openings(data: bytes, lines: list[Line], report: Report) -> None:
    """Whether each opening is what was committed to."""
    commitments = {(line["subject"], line["digest"]) for line in lines if line["type"] == "commitment"}
    opened = 0
    for number, text in enumerate(data.splitlines(), 1):
        try:
            one = json.loads(text.decode("utf-8"))
            found = digest({"format": "commitment/1", **{key: one[key] for key in ("subject", "value", "salt")}})
        except (ValueError, KeyError, TypeError):
            report.fault(f"Opening {number} cannot be read.")
            continue
        if (one["subject"], found) not in commitments:
            report.fault(f"Opening {number} ({one['subject']}) is not what was committed to.")
        opened += 1
    report.summary.append(f"{opened} of {len(commitments)} commitments were opened.")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", help="the file that export_audit made")
    parser.add_argument("--receipt", metavar="HASH", help="a hash from outside: of a slip, a printed sheet, the site")
    parser.add_argument("--openings", metavar="FILE", help="what the commitments stand for, to be checked against them")
    options = parser.parse_args(arguments)
    try:
        with open(options.export, "rb") as file:
            data = file.read()
        report = check(data, options.receipt)
        if options.openings and report.holds:
            with open(options.openings, "rb") as file:
                check_openings(file.read(), read(data, Report()) or [], report)
    except OSError as error:
        print(f"{options.export} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    tell(report, options.receipt is not None)
    return 0 if report.holds else 1


def tell(report: Report, had_receipt: bool) -> None:
    for fault in report.faults[:50]:
        print("FAULT: " + fault)
    if len(report.faults) > 50:
        print(f"... and {len(report.faults) - 50} more.")
    for name, sheet in sorted(report.sheets.items()):
        signed = "signed by " + " and ".join(sheet["signed"]) if sheet["signed"] else "not signed"
        print(f"Sheet {name}: {score(sheet['balls'], sheet['winner'])}; {signed}. Head {sheet['head']}")
    for line in report.summary:
        print(line)
    if report.holds:
        print(f"Everything holds: {len(report.sheets)} sheets. The head of the record is {report.head}")
        if not had_receipt:
            print("No receipt was given: the file agrees with itself. Compare its heads with one from outside.")
    else:
        print(f"This is not the record as it was made: {len(report.faults)} faults.")


if __name__ == "__main__":
    sys.exit(main())
