"""The golden hands of `tests/cases`, and how a ruling is cut down to what they say."""

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "cases"


@cache
def load() -> tuple[tuple[str, dict[str, Any], dict[str, Any]], ...]:
    """Every case: a name (file, line and the record's id), its record, what is expected of the ruling."""
    found = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            case = json.loads(line)
            identity = case["record"].get("id")
            name = f"{path.stem}:{number}" + (f":{identity}" if identity else "")
            found.append((name, case["record"], case["expect"]))
    return tuple(found)


def cut_down(ruling: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """The part of a ruling (`to_dict()`) that a case speaks of, in the case's own words (`README.md` there)."""
    return {key: PARTS.get(key, _as_it_is)(ruling, key, expected[key]) for key in expected}


def _as_it_is(ruling: dict[str, Any], key: str, _expected: Any) -> Any:
    return ruling.get(key)


def _count(ruling: dict[str, Any], _key: str, _expected: Any) -> Any:
    return ruling["count"] and ruling["count"]["total"]


def _after(ruling: dict[str, Any], _key: str, expected: Any) -> Any:
    after = ruling["after"]
    return after and {key: value for key, value in after.items() if key in (expected or ())}


def _winners(ruling: dict[str, Any], _key: str, _expected: Any) -> Any:
    return [trick["winner"] for trick in ruling["tricks"]]


def _infractions(ruling: dict[str, Any], _key: str, expected: Any) -> Any:
    """Those of the play: a bad call or a bad trump is one of the calling. Where hands are played for points, all."""
    rows = [
        infraction
        for infraction in ruling["infractions"]
        if "scores" in ruling or not infraction["offence"].startswith("bad_")
    ]
    if expected and isinstance(expected[0], list):
        keys = ("offence", "seat", "trick", "card")
        return _in_the_order_of([[row[key] for key in keys] for row in rows], expected)
    keys = ("offence", "seat", "trick", "card", *(("count",) if "scores" in ruling else ()))
    return [{key: row[key] for key in keys if key in row} for row in rows]


def _offences(ruling: dict[str, Any], key: str, expected: Any) -> Any:
    """Each with its seat, in no order: what a case lists first need not be what a ruling lists first."""
    bad = ("bad_call", "bad_trump")
    rows = [
        [infraction["offence"], infraction["seat"]]
        for infraction in ruling["infractions"]
        if key == "offences" or infraction["offence"] in bad
    ]
    return _in_the_order_of(rows, expected)


def _claims(ruling: dict[str, Any], _key: str, _expected: Any) -> Any:
    keys = ("seat", "suit", "points", "murrials", "timely", "held")
    return [[claim.get(key) for key in keys] for claim in ruling["claims"]]


def _possible(ruling: dict[str, Any], _key: str, expected: Any) -> Any:
    rows = [[row["kind"], row["winner"], row.get("balls", row.get("scores"))] for row in ruling["possible"]]
    return _in_the_order_of(rows, expected)


def _in_the_order_of(rows: list[Any], expected: Any) -> list[Any]:
    return expected if sorted(map(repr, rows)) == sorted(map(repr, expected or ())) else rows


PARTS = {
    "count": _count,
    "after": _after,
    "tricks": _winners,
    "infractions": _infractions,
    "offences": _offences,
    "bad": _offences,
    "claims": _claims,
    "possible": _possible,
}
