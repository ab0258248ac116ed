"""Reading a tally (what a scoresheet holds when the cards were not written down) and a claimed result."""

from typing import Any

from engine.forms import Form
from engine.seats import OTHER_SIDE
from engine.thunee.declarations import ALL_KINDS
from engine.thunee.offences import OFFENCES
from engine.thunee.pack import PACK_POINTS
from engine.thunee.sizes import SIZES

TALLY = (
    "trumper", "call", "blind", "trump", "card_points", "tricks", "last_trick", "jodhi", "double", "khanuck",
    "declared", "four_ball", "false_accusation", "trumpless",
)  # fmt: skip
ENDING_EARLY = ("declared", "four_ball", "false_accusation", "trumpless")
MOST_JODHI = 24
MOST_BALLS = 999
RULING_KINDS = (
    "count", "call_and_loss", *ALL_KINDS, "double", "backside_double", "khanuck", "backside_khanuck", "four_ball",
    "false_accusation", "cornerhouse_double", "trumpless", "low_hand", "exposed_card", "six_of_suit", "other",
)  # fmt: skip


def read_tally(form: Form, value: Any) -> dict[str, Any]:
    """A tally as it stands, its seats, suits and numbers checked; a side's points give the other's."""
    given = form.entries(value, "tally", TALLY)
    tally: dict[str, Any] = {}
    whole = not any(given.get(key) for key in ENDING_EARLY)
    for key, item in given.items():
        path = f"tally.{key}"
        if item is None and key not in ("blind", "jodhi"):
            tally[key] = None
        elif key in ("trumper", "last_trick", "double", "khanuck"):
            tally[key] = form.seat(item, path)
        elif key == "call":
            tally[key] = form.whole(item, path, 0, 104)
        elif key == "blind":
            tally[key] = form.flag(item, path)
        elif key == "trump":
            tally[key] = form.suit(item, path)
        elif key == "card_points":
            tally[key] = _by_side(form, item, path, PACK_POINTS, whole)
        elif key == "tricks":
            tally[key] = _by_side(form, item, path, SIZES[form.players].tricks, whole)
        elif key == "jodhi":
            items = form.items(item, path, MOST_JODHI)
            tally[key] = [_jodhi(form, one, f"{path}[{number}]") for number, one in enumerate(items)]
        elif key == "trumpless":
            tally[key] = form.word(item, path, ("noticed", "unnoticed"))
        else:
            tally[key] = _special(form, key, item, path)
    return tally


def _by_side(form: Form, value: Any, path: str, sum_of_both: int, whole: bool) -> dict[str, int]:
    """Numbers by side that add up to a known sum (at most that, of a hand that ended early); one may be left out."""
    entries = form.entries(value, path, ("A", "B"))
    found = {side: form.whole(item, f"{path}.{side}", 0, sum_of_both) for side, item in entries.items()}
    numbers = {side: number for side, number in found.items() if number is not None}
    if isinstance(value, dict) and not entries:
        form.wrong(path, "must give side A's or side B's")
    both = sum(numbers.values())
    if len(numbers) == 2 and (both > sum_of_both or (whole and both < sum_of_both)):
        form.wrong(path, f"must add up to {sum_of_both}, not {both}")
    if len(numbers) == 1:
        ((side, number),) = numbers.items()
        numbers[OTHER_SIDE[side]] = sum_of_both - number
    return dict(sorted(numbers.items()))


def _jodhi(form: Form, value: Any, path: str) -> dict[str, Any]:
    entries = form.entries(value, path, ("seat", "suit", "value", "trick", "murrials"), ("seat", "value"))
    jodhi: dict[str, Any] = {"suit": None, "trick": None, "murrials": False}
    for key, item in entries.items():
        at = f"{path}.{key}"
        if item is None and key in jodhi:
            continue
        if key == "seat":
            jodhi[key] = form.seat(item, at)
        elif key == "suit":
            jodhi[key] = form.suit(item, at)
        elif key == "murrials":
            jodhi[key] = form.flag(item, at)
        elif key == "value":
            jodhi[key] = form.whole(item, at, 0, 10_000)
        else:
            jodhi[key] = form.whole(item, at, 0, SIZES[form.players].tricks)
    return jodhi


def _special(form: Form, key: str, value: Any, path: str) -> dict[str, Any]:
    from engine.thunee.declarations import ALL_KINDS

    fields = {
        "declared": ("seat", "kind", "lost_to"),
        "four_ball": ("against", "offence"),
        "false_accusation": ("seat", "against"),
    }[key]
    needed = fields[:2] if key != "four_ball" else fields[:1]
    special: dict[str, Any] = {}
    for name, item in form.entries(value, path, fields, needed).items():
        at = f"{path}.{name}"
        if name == "kind":
            special[name] = form.word(item, at, ALL_KINDS)
        elif name == "offence":
            special[name] = None if item is None else form.word(item, at, OFFENCES)
        else:
            special[name] = None if item is None and name == "lost_to" else form.seat(item, at)
    _check_special(form, key, special, path)
    return special


def _check_special(form: Form, key: str, special: dict[str, Any], path: str) -> None:
    if key == "declared" and special.get("lost_to") is not None and special["lost_to"] == special.get("seat"):
        form.wrong(f"{path}.lost_to", "must be another player than the one who declared, or null")
    seats = special.get("seat"), special.get("against")
    if key == "false_accusation" and None not in seats and (special["seat"] ^ special["against"]) & 1 == 0:
        form.wrong(f"{path}.against", "an accused player must be an opponent")


def read_claim(form: Form, value: Any) -> dict[str, Any]:
    """What the table wrote as the result: any of winner, balls (a number or by side), kind, detail, count."""
    entries = form.entries(value, "claimed", ("winner", "balls", "kind", "detail", "count"))
    claim: dict[str, Any] = {}
    for key, item in entries.items():
        path = f"claimed.{key}"
        if key == "winner":
            claim[key] = None if item is None else form.side(item, path)
        elif key == "balls" and isinstance(item, dict):
            sides = form.entries(item, path, ("A", "B"), ("A", "B"))
            claim[key] = {s: form.whole(number, f"{path}.{s}", 0, MOST_BALLS) for s, number in sides.items()}
        elif key == "balls":
            claim[key] = form.whole(item, path, 0, MOST_BALLS)
        elif item is None:
            continue
        elif key == "kind":
            claim[key] = form.word(item, path, RULING_KINDS)
        elif key == "detail":
            words = ("made", "failed", "caught", "partner_catch", "upheld", "rejected")
            claim[key] = form.word(item, path, words)
        else:
            claim[key] = form.whole(item, path, -1000, 1000)
    return claim
