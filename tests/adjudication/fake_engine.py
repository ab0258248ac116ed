"""A stand-in for the engine, just enough of a tally for the record's tests."""

from types import SimpleNamespace

from engine.profiles import build


class RecordError(Exception):
    def __init__(self, errors):
        self.errors = errors


class Ruling:
    def __init__(self, d):
        self.d = d

    def to_dict(self):
        return self.d


def read(obj):
    if "tally" not in obj or set(obj) - {
        "format",
        "game",
        "players",
        "dealer",
        "tally",
        "rules",
        "before",
        "claimed",
        "note",
    }:
        raise RecordError([{"path": "tally", "message": "missing"}])
    return SimpleNamespace(obj=obj)


def adjudicate(record, before=None):
    obj = record.obj
    t = obj["tally"]
    before = before or obj.get("before", {"balls": {"A": 0, "B": 0}, "khanuck_called": False})
    target = build(obj["rules"]).values["balls_to_win"]
    if max(before["balls"].values()) >= target:
        return Ruling({"status": "invalid", "errors": [{"path": "before.balls", "message": "won"}]})
    trumping = "AB"[t["trumper"] % 2]
    counting = "BA"[t["trumper"] % 2]
    if "declared" in t:
        side, balls, kind = "AB"[t["declared"]["seat"] % 2], 4, "thunee"
    elif not t.get("card_points"):
        return Ruling(
            {
                "status": "undecidable",
                "reasons": [{"path": "tally.card_points", "message": "missing"}],
                "possible": [{"kind": "count", "winner": "A", "balls": 1}],
            }
        )
    else:
        pts = t["card_points"].get(counting, 304 - t["card_points"].get(trumping, 0))
        kind = "count"
        side, balls = (counting if pts >= 105 else trumping), 1
    after = {"balls": {**before["balls"]}, "target": target, "khanuck_called": False, "cornerhouse": []}
    after["balls"][side] += balls
    over = after["balls"][side] >= target
    d = obj["dealer"]
    behind = after["balls"]["AB"[d % 2]] < after["balls"]["BA"[d % 2]]
    after |= {
        "game_over": over,
        "game_winner": side if over else None,
        "next_dealer": None if over else (d if behind else (d + 1) % 4),
    }
    out = {
        "format": "ruling/1",
        "status": "decided",
        "kind": kind,
        "detail": None,
        "winner": side,
        "balls": {side: balls, "BA"[side == "B"]: 0},
        "seat": None,
        "after": after,
        "discrepancies": [],
        "steps": [],
    }
    c = obj.get("claimed")
    if c and c.get("winner") != side:
        out["discrepancies"].append({"field": "winner", "claimed": c["winner"], "found": side, "rule": "TH-COUNT-5"})
    return Ruling(out)


def adjudicate_game(records):
    before, hands, winner, problems, after = {"balls": {"A": 0, "B": 0}, "khanuck_called": False}, [], None, [], None
    for n, r in enumerate(records, 1):
        d = adjudicate(r, before).to_dict()
        hands.append(d)
        if d["status"] == "decided":
            after = d["after"]
            before = {"balls": after["balls"], "khanuck_called": False}
            winner = after["game_winner"]
        else:
            problems.append({"hand": n, "message": d["status"]})
    return Ruling({"format": "game-ledger/1", "hands": hands, "after": after, "winner": winner, "problems": problems})
