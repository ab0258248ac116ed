"""Random edits of an export: what somebody might do to a record of which others hold the head."""

import hashlib
import json
import random
from typing import Any

from adjudication import verify
from adjudication.verify import ON_A_SHEET


def edited(data: bytes, rng: random.Random) -> tuple[str, bytes]:
    """Another export, never the same bytes, and what was done to it."""
    while True:
        name, edit = rng.choice(EDITS)
        other = edit(data, rng)
        if other != data:
            return name, other


def lines_of(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def change_a_byte(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data))
    return data[:place] + bytes([rng.choice(b'0123456789abcdefAB{}[]",: \n\xff')]) + data[place + 1 :]


def drop_or_add_a_byte(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data))
    return data[:place] + data[place + 1 :] if rng.random() < 0.5 else data[:place] + b" " + data[place:]


def change_a_value(data: bytes, rng: random.Random) -> bytes:
    lines = lines_of(data)
    index = rng.randrange(len(lines))
    line = json.loads(lines[index])
    holder, key = rng.choice(list(leaves(line)))
    holder[key] = other_value(holder[key], rng)
    lines[index] = verify.canonical(line)
    return joined(lines)


def leaves(value: Any) -> Any:
    """Every place in it that holds no object and no list."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(item, dict | list):
            yield from leaves(item)
        else:
            yield value, key


def other_value(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return rng.choice([0, True, "x"])
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 4])
    return rng.choice([value + "x", value[:-1], "A" if value == "B" else "B", None])


def delete_a_line(data: bytes, rng: random.Random) -> bytes:
    lines = lines_of(data)
    del lines[rng.randrange(len(lines))]
    return joined(lines)


def insert_a_line(data: bytes, rng: random.Random) -> bytes:
    lines = lines_of(data)
    lines.insert(rng.randrange(len(lines) + 1), rng.choice([*lines, b"", b"{}", b"null"]))
    return joined(lines)


def swap_two_lines(data: bytes, rng: random.Random) -> bytes:
    lines = lines_of(data)
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return joined(lines)


def cut_it_off(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return data[: rng.randrange(len(data))]
    return joined(lines_of(data)[: rng.randrange(len(lines_of(data)))])


def forge(data: bytes, rng: random.Random) -> bytes:
    """The clever one: changes or drops something and then makes every hash in the file fit again."""
    lines = [json.loads(line) for line in lines_of(data)]
    if rng.random() < 0.5:
        line = rng.choice([one for one in lines if one["type"] in verify.CHAINED and "actor" in one])
        line["actor"] = line["actor"] + "0"
    else:
        of = ("sheet", "dispute", "subject")
        last = {(one["type"], next((one[key] for key in of if key in one), "")): n for n, one in enumerate(lines)}
        kinds = (*ON_A_SHEET, "decision", "notice")
        del lines[rng.choice([n for (kind, _name), n in last.items() if kind in kinds])]
    return joined([verify.canonical(line) for line in hashed_again(lines)])


def hashed_again(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every link made anew, with heads and counts to match."""
    new: dict[str, str] = {}
    heads: dict[str, list[str]] = {}
    disputes: dict[str, str] = {}
    notices: dict[str, str] = {}
    for line in lines:
        name = line.get("sheet") or line.get("dispute")
        if line["type"] == "sheet":
            heads[name] = [
                digest(verify.hashed(line)),
                *(digest({"format": chain, "sheet": name}) for chain in ("sign-offs/1", "acceptances/1")),
            ]
        if line["type"] in ON_A_SHEET:
            which = ON_A_SHEET.index(line["type"])
            line["prev"] = heads[name][which]
            line["head"] = new.get(line.get("head", ""), line.get("head"))
            if line["type"] != "sign_off":
                del line["head"]
            if line["type"] == "acceptance":
                line["entry"] = new[line["entry"]]
            heads[name][which] = new[line["hash"]] = line["hash"] = digest(verify.hashed(line))
        if line["type"] in ("dispute", "decision"):
            name = line["dispute"]
            if line["type"] == "decision":
                line["prev"] = disputes[name]
                line["entry"] = new.get(line["entry"], line["entry"])
            disputes[name] = line["hash"] = digest(verify.hashed(line))
        if line["type"] == "notice":
            about = {"format": "notices/1", "book": line["book"], "subject": line["subject"]}
            line["prev"] = notices.get(line["subject"]) or digest(about)
            notices[line["subject"]] = line["hash"] = digest(verify.hashed(line))
    leaves = []
    for line in lines:
        if line["type"] == "leave":
            line["hash"] = digest(verify.hashed(line))
            leaves.append([line["leave"], line["hash"]])
        if line["type"] == "sheet":
            line["head"] = heads[line["sheet"]][0]
            for key, kind in (("entries", "entry"), ("sign_offs", "sign_off")):
                line[key] = sum(one["type"] == kind and one["sheet"] == line["sheet"] for one in lines)
    commitments = sorted([one["subject"], one["digest"]] for one in lines if one["type"] == "commitment")
    accepted = {one["sheet"] for one in lines if one["type"] == "acceptance"}
    sheets = sorted([name, *(all_three if name in accepted else all_three[:2])] for name, all_three in heads.items())
    whole = {"sheets": sheets, "disputes": sorted(map(list, disputes.items())), "commitments": commitments}
    if leaves:
        whole["leaves"] = sorted(leaves)
    if notices:
        whole["notices"] = sorted(map(list, notices.items()))
    lines[0]["head"] = digest({"format": "book/1", "book": lines[0]["book"], **whole})
    lines[-1]["lines"] = len(lines)
    return lines


def digest(value: Any) -> str:
    return hashlib.sha256(verify.canonical(value)).hexdigest()


EDITS = [(edit.__name__, edit) for edit in (
    change_a_byte, drop_or_add_a_byte, change_a_value, delete_a_line, insert_a_line, swap_two_lines, cut_it_off, forge,
)]  # fmt: skip


def found(data: bytes, head: str) -> bool:
    """Whether the checker says that this is not the record with that head."""
    try:
        return not verify.check(data, head).holds
    except verify.Unreadable:
        return True
