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


def cut_down(ruling: dict[str, Any], after_keys: set[str]) -> dict[str, Any]:
    """The part of a ruling (`to_dict()`) that a case speaks of; `after_keys` are the parts of `after` it names."""
    count = ruling["count"]
    after = ruling["after"]
    if "scores" in ruling:
        return _cut_down_points(ruling, after_keys)
    return {
        "status": ruling["status"],
        "kind": ruling["kind"],
        "detail": ruling["detail"],
        "winner": ruling["winner"],
        "balls": ruling["balls"],
        "count": count and count["total"],
        "tricks": [trick["winner"] for trick in ruling["tricks"]],
        "infractions": [
            {key: infraction[key] for key in ("seat", "trick", "card", "offence")}
            for infraction in ruling["infractions"]
            # A bad call or a bad trump is an infraction of the calling, not of the play.
            if not infraction["offence"].startswith("bad_")
        ],
        "after": after and {key: value for key, value in after.items() if key in after_keys},
    }


def _cut_down_points(ruling: dict[str, Any], after_keys: set[str]) -> dict[str, Any]:
    """The same of a hand played for points: scores in place of balls, and each player where there are no sides."""
    keys = ("status", "kind", "detail", "winner", "seat", "scores", "after")
    part = {key: ruling[key] for key in keys} | {"players": ruling.get("players")}
    part["tricks"] = [trick["winner"] for trick in ruling["tricks"]]
    part["infractions"] = [
        {key: one[key] for key in ("offence", "seat", "trick", "card", "count") if key in one}
        for one in ruling["infractions"]
    ]
    if part["after"] is not None:
        part["after"] = {key: value for key, value in ruling["after"].items() if key in after_keys}
    return part
