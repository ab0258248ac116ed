"""A whole scoresheet of thunee for four judged once more, straight from the words of the catalogue and nothing else."""

from itertools import product
from typing import Any

from engine.profiles import build

Record = dict[str, Any]
PRICED = {"thunee": "thunee", "royals": "royals", "blind_thunee": "blind", "blind_royals": "blind"}


def judged(record: Record) -> Record:
    """What `test_a_sheet_is_worth_what_a_naive_judge_says` compares, of a tally in which nothing is missing."""
    rules, sheet = build(record["rules"], "thunee").values, record["tally"]
    before = record.get("before", {"balls": {"A": 0, "B": 0}, "khanuck_called": False})
    declared = sheet.get("declared")
    if declared and not (declared["kind"] == "thunee" or rules.get(declared["kind"]) == "on"):
        declared = None  # left out of account
    khanuck = None if declared else sheet.get("khanuck")
    kind, detail, winner, balls, count = _result(rules, sheet, declared, khanuck, before)
    told = {"kind": kind, "detail": detail, "winner": None if winner is None else "AB"[winner], "count": count}
    opened = {"A": 0, "B": 0} if winner is None else {"AB"[winner]: balls, "AB"[1 - winner]: 0}
    called = before["khanuck_called"] or khanuck is not None
    return told | {"balls": opened, "after": _after(rules, record, before, opened, called, void=winner is None)}


def _result(rules: Record, sheet: Record, declared: Any, khanuck: int | None, before: Record) -> tuple[Any, ...]:
    trumping, call, blind = sheet["trumper"] % 2, sheet["call"], sheet.get("blind", False)
    if call > rules["max_call"] or (blind and rules["blind_call"] == "off"):
        call = 0
    counting = 1 - trumping
    if sheet.get("trumpless") == "noticed":
        return "trumpless", None, None, 0, None
    caught = sheet.get("four_ball")
    if caught:
        price = rules["six_of_suit" if caught["offence"] == "six_of_suit" else "four_ball"]
        if caught["offence"] == "six_of_suit" and not price:
            return "six_of_suit", None, None, 0, None
        return "four_ball", "upheld", 1 - caught["against"] % 2, price, None
    accused = sheet.get("false_accusation")
    if accused and rules["false_accusation"]:
        return "false_accusation", "rejected", accused["against"] % 2, rules["false_accusation"], None
    double = None if declared else sheet.get("double")
    if double is not None and rules["cornerhouse_double"] != "allowed":
        corners = _corners(rules, before["balls"], before["khanuck_called"])
        if corners[double % 2] or (rules["cornerhouse_scope"] == "any" and any(corners)):
            if rules["cornerhouse_double"] == "penalty":
                return "cornerhouse_double", None, 1 - double % 2, rules["double_loss"], None
            double = None
    if sheet.get("trumpless") == "unnoticed" and rules["trumpless"] == "void":
        if declared or rules["trumpless_unnoticed"] == "void":
            return "trumpless", None, None, 0, None
        return "trumpless", None, trumping, 1, None
    if declared:
        return _declared(rules, declared)
    points = (sheet["card_points"]["A"], 304 - sheet["card_points"]["A"])
    tricks = (sheet["tricks"]["A"], sheet["tricks"]["B"])
    jodhi = _jodhi(rules, sheet, points, tricks)
    last = sheet["last_trick"]
    if khanuck is not None:
        us, them = khanuck % 2, 1 - khanuck % 2
        theirs = points[them] + jodhi[them]
        if rules["khanuck_counts_call"] == "yes":
            theirs += call if them == counting else -call
        made = jodhi[us] + 10 > theirs
        made &= rules["khanuck_needs_jodhi"] == "no" or jodhi[us] > 0
        made &= rules["khanuck_needs_opponent_trick"] == "no" or tricks[them] > 0
        made &= last % 2 == us if rules["khanuck_last_trick"] == "team" else last == khanuck
        backside = {"off": False, "when_called": call > 0, "always": True}[rules["backside_khanuck"]] and us == counting
        win = rules["backside_khanuck_win" if backside else "khanuck_win"]
        name = "backside_khanuck" if backside else "khanuck"
        return (name, "made", us, win, None) if made else (name, "failed", them, rules["khanuck_loss"], None)
    if double is not None:
        us = double % 2
        made = tricks[1 - us] - (last % 2 != us) == 0
        made &= last % 2 == us if rules["double_winner"] == "team" else last == double
        backside = rules["backside_double"] == "on" and us == counting and call > 0
        win = rules["backside_double_win" if backside else "double_win"]
        name = "backside_double" if backside else "double"
        return (name, "made", us, win, None) if made else (name, "failed", 1 - us, rules["double_loss"], None)
    count = points[counting] + jodhi[counting] - jodhi[trumping]
    count += 10 if last % 2 == counting else -10 if rules["last_trick"] == "transfer" else 0
    count += call if rules["call_counts"] == "yes" else 0
    if count < rules["target_count"]:
        return "count", None, trumping, 2 if call and blind else 1, count
    if not call:
        return "count", None, counting, 1, count
    return "call_and_loss", None, counting, rules["blind_call_loss" if blind else "call_and_loss"], count


def _declared(rules: Record, declared: Record) -> tuple[Any, ...]:
    us, lost_to, family = declared["seat"] % 2, declared["lost_to"], PRICED[declared["kind"]]
    if lost_to is None or (lost_to % 2 == us and rules["thunee_winner"] == "team"):
        return declared["kind"], "made", us, rules[f"{family}_win"], None
    if lost_to % 2 == us:
        return declared["kind"], "partner_catch", 1 - us, rules[f"{family}_partner_catch"], None
    return declared["kind"], "caught", 1 - us, rules[f"{family}_loss"], None


def _jodhi(rules: Record, sheet: Record, points: tuple[int, int], tricks: tuple[int, int]) -> list[int]:
    worth, spent = [0, 0], set()
    for one in sheet.get("jodhi", []):
        side, suit, trick, value = one["seat"] % 2, one.get("suit"), one.get("trick"), one["value"]
        if suit in spent:
            continue
        true = value if value in (20, 30, 40, 50) else 0
        if true and suit:
            true = (40 if suit == sheet["trump"] else 20) + (10 if value in (30, 50) else 0)
        timely = points[side] > 0 and _has_window(rules["jodhi_window"], side, trick, tricks, sheet["last_trick"] % 2)
        counts = value if rules["unanswered_jodhi"] == "stands" else true if timely else 0
        if one.get("murrials") and rules["murrials"] == "on":
            counts = 0
            spent |= {suit} - {None}
        elif counts:
            spent |= {suit} - {None}
        worth[side] += counts
    return worth


def _has_window(window: str, side: int, trick: int | None, tricks: tuple[int, int], last: int) -> bool:
    """Whether some course of the tricks before the last gives a side a window, after that trick if one is named."""
    before = [tricks[one] - (last == one) for one in (0, 1)]
    for course in product((0, 1), repeat=5):
        if [course.count(0), course.count(1)] != before:
            continue
        for number, winner in enumerate(course, 1):
            own = course[:number].count(side)
            counted = {"any_trick": 1, "trick_one_three": number, "team_first_third": own}[window]
            if winner == side and trick in (None, number) and counted in (1, 3):
                return True
    return False


def _corners(rules: Record, balls: Record, called: bool) -> list[bool]:
    return [_winner(rules, {**balls, side: balls[side] + 1}, called) == side for side in "AB"]


def _target(rules: Record, called: bool) -> int:
    return max(rules["balls_to_win"], rules["khanuck_raises_to"] or 0) if called else rules["balls_to_win"]


def _winner(rules: Record, balls: Record, called: bool) -> str | None:
    clear = rules["two_to_clear"] == "always" or (rules["two_to_clear"] == "after_khanuck" and called)
    for side, other in ("AB", "BA"):
        if balls[side] >= _target(rules, called) and balls[side] - balls[other] >= (2 if clear else 1):
            return side
    return None


def _after(rules: Record, record: Record, before: Record, opened: Record, called: bool, *, void: bool) -> Record:
    balls = {side: before["balls"][side] + opened[side] for side in "AB"}
    won = _winner(rules, balls, called)
    dealer = record["dealer"]
    own, other = ("A", "B") if dealer % 2 == 0 else ("B", "A")
    moves = not void and (rules["dealer_rotation"] == "always" or balls[own] >= balls[other])
    return {
        "balls": balls,
        "target": _target(rules, called),
        "khanuck_called": called,
        "cornerhouse": [] if won else [s for s, on in zip("AB", _corners(rules, balls, called), strict=True) if on],
        "game_over": won is not None,
        "game_winner": won,
        "next_dealer": None if won else (dealer + moves) % 4,
    }
