"""Turning the table: the same hand with every player some seats further on, as a record and as a ruling.

By an odd number of seats the sides A and B change places.
"""

import re
from typing import Any

Json = dict[str, Any]
_SEATS = ("seat", "against", "dealer", "trumper", "last_trick", "double", "khanuck", "lost_to", "leader", "next_dealer")
_SIDES = ("winner", "game_winner", "counting_team", "side")


def rotated_record(record: Json, turn: int) -> Json:
    """A record with everybody `turn` seats further on."""
    out = _turned(record, turn)
    if record.get("deal"):
        out["deal"] = [record["deal"][(seat - turn) % 4] for seat in range(4)]
    return out


def rotated_ruling(ruling: Json, turn: int, like: Json) -> Json:
    """A ruling as it should be after such a turn.

    Texts and paths name seats, in lists whose order may follow the seats: of these only the number is held against the
    other ruling, so they are taken from `like`.
    """
    out = _turned({key: part for key, part in ruling.items() if key not in ("steps", "tricks")}, turn)
    out["tricks"] = [_turned(trick, turn) | {"winner": (trick["winner"] + turn) % 4} for trick in ruling["tricks"]]
    for key in ("trusted", "reasons", "errors", "steps"):
        if key in ruling:
            assert len(ruling[key]) == len(like[key]), key
            out[key] = like[key]
    if "possible" in out:
        assert _unordered(out["possible"]) == _unordered(like["possible"])
        out["possible"] = like["possible"]
    out["discrepancies"] = like["discrepancies"]
    assert _unordered(_turned(ruling, turn)["discrepancies"]) == _unordered(like["discrepancies"])
    return out


def _turned(value: Any, turn: int) -> Any:
    if isinstance(value, list):
        return [_turned(item, turn) for item in value]
    if not isinstance(value, dict):
        return value
    out: Json = {}
    for key, item in value.items():
        if key in _SEATS and isinstance(item, int):
            out[key] = (item + turn) % 4
        elif key in (*_SIDES, "last_trick") and isinstance(item, str):
            out[key] = _side(item, turn)
        elif key == "cornerhouse":
            out[key] = sorted(_side(side, turn) for side in item)
        elif key == "field":
            out[key] = re.sub(r"\b[AB]\b", lambda found: _side(found[0], turn), item)
        elif isinstance(item, dict) and item and set(item) <= {"A", "B"}:
            out[key] = {side: item[_side(side, turn)] for side in "AB" if _side(side, turn) in item}
        else:
            out[key] = _turned(item, turn)
    if value.get("field") == "winner":
        out["claimed"], out["found"] = (value[k] and _side(value[k], turn) for k in ("claimed", "found"))
    return out


def _side(side: str, turn: int) -> str:
    return "BA"["AB".index(side)] if turn % 2 and side in ("A", "B") else side


def _unordered(rows: list[Json]) -> list[str]:
    return sorted(str(sorted(row.items(), key=str)) for row in rows)
