"""What a scorekeeper typed ⇄ the body of a hand record (level: tally). Plain dictionaries, no form, no database.

`typed` has the names of `fields.HandForm`; seats are numbers.
"""

import re

from thunee_tournaments.hand_form import happened
from thunee_tournaments.hand_form.impossible import PACK_POINTS
from thunee_tournaments.hand_form.typed import Body, Typed, some

JODHI_ROWS = 4
DECLARED = ("thunee", "royals", "blind_thunee", "blind_royals")


def to_body(typed: Typed) -> Body:
    """The body to send: only what was said, so that the engine can tell what is missing."""
    body: Body = {}
    if typed.get("events"):
        body["events"] = typed["events"]
        if typed.get("deal"):
            body["deal"] = typed["deal"]
    elif typed.get("redeal") and typed["redeal"] != "trumpless":
        body["events"] = [{"type": "redeal", "reason": typed["redeal"], **some(seat=typed.get("redeal_seat"))}]
    else:
        body["tally"] = _tally(typed)
    if claimed := some(winner=typed.get("claimed_winner"), balls=typed.get("claimed_balls")):
        body["claimed"] = claimed
    return body


def _tally(typed: Typed) -> Body:
    tally = some(trumper=typed.get("trumper"), trump=typed.get("trump"), last_trick=typed.get("last_trick"))
    if typed.get("call"):
        tally["call"] = typed["call"]
        if typed.get("blind"):
            tally["blind"] = True
    if points := _card_points(typed):
        tally["card_points"] = points
    if (double := _made(typed)) is not None:
        tally["last_trick"] = double
    if jodhi := [row for index in range(JODHI_ROWS) if (row := _jodhi(typed, index))]:
        tally["jodhi"] = jodhi
    for call in ("double", "khanuck"):
        tally |= some(**{call: typed.get(call)})
    if typed.get("declared"):
        lost_to = None if typed.get("declared_lost_to") == "won" else typed.get("declared_lost_to")
        tally["declared"] = {**some(seat=typed.get("declared_seat")), "kind": typed["declared"], "lost_to": lost_to}
    if typed.get("four_ball") is not None:
        tally["four_ball"] = {"against": typed["four_ball"], **some(offence=typed.get("offence"))}
    if typed.get("false_by") is not None:
        tally["false_accusation"] = {"seat": typed["false_by"], **some(against=typed.get("false_against"))}
    if typed.get("redeal") == "trumpless":
        tally["trumpless"] = "noticed"
    elif typed.get("unnoticed"):
        tally["trumpless"] = "unnoticed"
    return tally


def _jodhi(typed: Typed, index: int) -> Body | None:
    value, seat = typed.get(f"jodhi{index}_value"), typed.get(f"jodhi{index}_seat")
    if not value and seat is None:
        return None
    row = some(seat=seat, value=value, suit=typed.get(f"jodhi{index}_suit"), trick=typed.get(f"jodhi{index}_trick"))
    return {**row, "murrials": True} if typed.get(f"jodhi{index}_murrials") else row


def _made(typed: Typed) -> int | None:
    """Who called a double that was made: every trick, and the last one."""
    double: int | None = typed.get("double")
    return double if typed.get("double_end") == "made" else None


def _card_points(typed: Typed) -> dict[str, int]:
    """The card points that were said, by side; a side that lost every trick has none (TH-DBL-2)."""
    if (double := _made(typed)) is not None:
        return {"AB"[1 - double % 2]: 0}
    points, trumper = typed.get("points"), typed.get("trumper")
    if points is None or trumper is None:
        return {}
    trumping = trumper % 2
    return {"AB"[trumping if typed.get("points_of") == "trumping" else 1 - trumping]: points}


def from_body(body: Body) -> Typed | None:
    """What to show in the form for a body written before; None if it was written down card by card."""
    if any(event["type"] != "redeal" for event in body.get("events", [])):
        return None
    typed: Typed = {}
    for event in body.get("events", []):
        typed |= {"redeal": event["reason"], "redeal_seat": event.get("seat")}
    tally = body.get("tally") or {}
    for key in ("trumper", "trump", "last_trick", "call", "blind", "double", "khanuck"):
        typed[key] = tally.get(key)
    typed |= _points_typed(tally)
    for index, row in enumerate(tally.get("jodhi", [])[:JODHI_ROWS]):
        for key in ("seat", "value", "suit", "trick", "murrials"):
            typed[f"jodhi{index}_{key}"] = row.get(key)
    if declared := tally.get("declared"):
        typed |= {"declared": declared["kind"], "declared_seat": declared["seat"]}
        typed["declared_lost_to"] = "won" if declared.get("lost_to") is None else declared["lost_to"]
    if four_ball := tally.get("four_ball"):
        typed |= {"four_ball": four_ball["against"], "offence": four_ball.get("offence")}
    if false := tally.get("false_accusation"):
        typed |= {"false_by": false["seat"], "false_against": false["against"]}
    if trumpless := tally.get("trumpless"):
        typed |= {"redeal": "trumpless"} if trumpless == "noticed" else {"unnoticed": True}
    typed["happened"] = happened.of(typed)
    claimed = body.get("claimed") or {}
    return typed | {"claimed_winner": claimed.get("winner"), "claimed_balls": claimed.get("balls")}


def _points_typed(tally: Body) -> Typed:
    points, trumper = tally.get("card_points") or {}, tally.get("trumper")
    ended = _double_typed(tally, points)
    if ended.get("double_end") == "made" or not points or trumper is None:
        return ended
    trumping, counting = "AB"[trumper % 2], "BA"[trumper % 2]
    if counting in points:
        return {**ended, "points": points[counting], "points_of": "counting"}
    return {**ended, "points": points[trumping], "points_of": "trumping"}


def _double_typed(tally: Body, points: Body) -> Typed:
    """Whether a double was made, as the form asks it; nothing where the figures say it in another way."""
    double, last = tally.get("double"), tally.get("last_trick")
    if double is None:
        return {}
    own, other = "AB"[double % 2], "BA"[double % 2]
    if last == double and points == {other: 0}:
        return {"double_end": "made", "last_trick": None}
    every_trick = points.get(other) == 0 or points.get(own) == PACK_POINTS
    return {} if every_trick and last is not None and last % 2 == double % 2 else {"double_end": "failed"}


PATHS = (
    (r"tally\.card_points(\..*)?", "points"),
    (r"tally\.jodhi\[(\d)\](?:\.(seat|value|suit|trick|murrials))?", None),
    (r"tally\.declared\.lost_to", "declared_lost_to"),
    (r"tally\.declared\.seat", "declared_seat"),
    (r"tally\.declared.*", "declared"),
    (r"tally\.four_ball\.offence", "offence"),
    (r"tally\.four_ball.*", "four_ball"),
    (r"tally\.false_accusation\.against", "false_against"),
    (r"tally\.false_accusation.*", "false_by"),
    (r"tally\.(trumper|call|blind|trump|last_trick|double|khanuck)", None),
    (r"tally\.trumpless", "redeal"),
    (r"events\[0\]\.seat", "redeal_seat"),
    (r"events.*", "redeal"),
    (r"claimed\.winner", "claimed_winner"),
    (r"claimed.*", "claimed_balls"),
)


def field_of(path: str) -> str | None:
    """The form's field for a path in the record, or None where there is no one field."""
    for pattern, field in PATHS:
        if match := re.fullmatch(pattern, path):
            if field is not None:
                return field
            if "jodhi" in pattern:
                return f"jodhi{match[1]}_{match[2] or 'value'}"
            return match[1]
    return None
