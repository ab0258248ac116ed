"""Turning the table: the same hand with every player some seats further on, as a record and as a ruling, in any game.

By an odd number of seats the sides A and B change places.
"""

import re
from typing import Any

Json = dict[str, Any]
_SEATS = (
    *("seat", "against", "dealer", "trumper", "last_trick", "double", "khanuck", "lost_to", "leader", "next_dealer"),
    "declarer",
)
_SIDES = ("winner", "game_winner", "counting_team", "side")
_BY_SEAT = ("scores", "bids", "tricks", "left", "deal")  # where they are lists of as many as play
_PLACE = re.compile(r"(scores|tally\.(?:bids|tricks|left))\[(\d+)\]")


def players_of(record: Json) -> int:
    """How many play a hand."""
    return record["players"] if "players" in record else len(record.get("deal") or "four")


def rotated_record(record: Json, turn: int) -> Json:
    """A record with everybody `turn` seats further on."""
    out: Json = _turned(record, turn, players_of(record))
    return out


def rotated_ruling(ruling: Json, turn: int, like: Json, players: int = 4) -> Json:
    """A ruling as it should be after such a turn.

    Texts and paths name seats, in lists whose order may follow the seats: of these only the number is held against the
    other ruling, so they are taken from `like`.
    """
    out = _turned({key: part for key, part in ruling.items() if key not in ("steps", "tricks")}, turn, players)
    out["tricks"] = [
        _turned(trick, turn, players) | {"winner": (trick["winner"] + turn) % players} for trick in ruling["tricks"]
    ]
    if isinstance(out.get("players"), list):
        out["players"].sort(key=lambda row: row["seat"])
    for key in ("trusted", "reasons", "errors", "steps"):
        if key in ruling:
            assert len(ruling[key]) == len(like[key]), key
            out[key] = like[key]
    if "possible" in out:
        assert _unordered(out["possible"]) == _unordered(like["possible"])
        out["possible"] = like["possible"]
    out["discrepancies"] = like["discrepancies"]
    assert _unordered(_turned(ruling, turn, players)["discrepancies"]) == _unordered(like["discrepancies"])
    return out


def _turned(value: Any, turn: int, players: int) -> Any:
    if isinstance(value, list):
        return [_turned(item, turn, players) for item in value]
    if not isinstance(value, dict):
        return value
    out: Json = {}
    for key, item in value.items():
        if key in _SEATS and isinstance(item, int):
            out[key] = (item + turn) % players
        elif key in (*_SIDES, "last_trick") and isinstance(item, str):
            out[key] = _side(item, turn)
        elif key in _BY_SEAT and isinstance(item, list) and len(item) == players:
            out[key] = [item[(seat - turn) % players] for seat in range(players)]
        elif key == "cornerhouse":
            out[key] = sorted(_side(side, turn) for side in item)
        elif key == "field":
            sided = re.sub(r"\b[AB]\b", lambda found: _side(found[0], turn), item)
            out[key] = _PLACE.sub(lambda found: f"{found[1]}[{(int(found[2]) + turn) % players}]", sided)
        elif isinstance(item, dict) and item and set(item) <= {"A", "B"}:
            out[key] = {side: item[_side(side, turn)] for side in "AB" if _side(side, turn) in item}
        else:
            out[key] = _turned(item, turn, players)
    if value.get("field") == "winner":
        out["claimed"], out["found"] = (value[k] and _side(value[k], turn) for k in ("claimed", "found"))
    if re.fullmatch(r"tally\.jodhi\[\d+\]\.seat", value.get("field", "")):
        out["claimed"] = (value["claimed"] + turn) % players
    if value.get("field") in ("seat", "tally.declarer"):
        out["claimed"], out["found"] = ((value[k] + turn) % players for k in ("claimed", "found"))
    return out


def _side(side: str, turn: int) -> str:
    return "BA"["AB".index(side)] if turn % 2 and side in ("A", "B") else side


def _unordered(rows: list[Json]) -> list[str]:
    return sorted(str(sorted(row.items(), key=str)) for row in rows)
