"""What the table wrote beside what the engine found: a difference is a value, with the rule that accounts for it."""

from typing import Any

from engine.thunee import view
from engine.thunee.facts import Hand, Verdict


def discrepancies(hand: Hand, verdict: Verdict) -> list[dict[str, Any]]:
    """Differences between the claim or the tally and the ruling: field, claimed, found, rule."""
    if verdict.status not in ("decided", "void"):
        return list(hand.differences)
    rule = verdict.rule.id if verdict.rule else None
    found = [*hand.differences, *_claimed(hand, verdict, rule)]
    if hand.record.tally is not None and hand.winners:
        found.extend(_against_cards(hand))
    return found


def _claimed(hand: Hand, verdict: Verdict, rule: str | None) -> list[dict[str, Any]]:
    claim = hand.record.claimed or {}
    rows = []
    truth = {
        "winner": None if verdict.winner is None else "AB"[verdict.winner],
        "kind": verdict.kind,
        "detail": verdict.detail,
    }
    for field, value in truth.items():
        if field in claim and claim[field] != value:
            rows.append(_row(field, claim[field], value, rule))
    if claim.get("balls") is not None:
        opened = view.by_side(view.opened(verdict))
        for side, balls in _claimed_balls(claim, opened).items():
            if balls != opened[side]:
                rows.append(_row(f"balls.{side}", balls, opened[side], rule))
    if "count" in claim:
        count = view.count(hand, verdict)
        total = count["total"] if count else None
        if claim["count"] != total:
            rows.append(_row("count.total", claim["count"], total, "TH-COUNT-1" if count else rule))
    return rows


def _claimed_balls(claim: dict[str, Any], opened: dict[str, int]) -> dict[str, int]:
    """What the table says each side opened; a bare number is the winner's."""
    balls = claim["balls"]
    if isinstance(balls, dict):
        return balls
    side = claim.get("winner")
    if side is None:
        side = max(opened, key=lambda s: opened[s])
    return {"A": balls if side == "A" else 0, "B": balls if side == "B" else 0}


def _against_cards(hand: Hand) -> list[dict[str, Any]]:
    """The tally against the cards, which are the evidence."""
    tally = hand.record.tally or {}
    rows = []
    pairs: list[tuple[str, Any, str]] = []
    if hand.declaration is None:
        pairs += [("trumper", hand.trumper, "TH-CALL-1"), ("call", hand.call, "TH-CALL-2")]
        pairs.append(("blind", hand.blind, "TH-CALL-5"))
    if hand.trump is not None:
        pairs.append(("trump", "shdc"[hand.trump], "TH-CALL-4"))
    if hand.complete:
        pairs.append(("last_trick", hand.last_seat, "TH-PLAY-3"))
    pairs.append(("double", hand.double.seat if hand.double else None, "TH-DBL-1"))
    pairs.append(("khanuck", hand.khanuck.seat if hand.khanuck else None, "TH-KHAN-1"))
    for key, found, rule in pairs:
        unwritten = tally.get(key) is None and key not in ("double", "khanuck")
        if key in tally and tally[key] != found and not unwritten:
            rows.append(_row(f"tally.{key}", tally[key], found, rule))
    if hand.complete:
        for key, pair, rule in (("card_points", hand.points, "TH-COUNT-1"), ("tricks", hand.tricks, "TH-PLAY-3")):
            for side, claimed in (tally.get(key) or {}).items():
                truth = pair["AB".index(side)] if pair else None
                if claimed != truth:
                    rows.append(_row(f"tally.{key}.{side}", claimed, truth, rule))
    rows.extend(_jodhi_against_cards(hand))
    rows.extend(_declared_against_cards(hand, tally))
    rows.extend(_end_against_cards(hand, tally))
    return rows


def _jodhi_against_cards(hand: Hand) -> list[dict[str, Any]]:
    if "jodhi" not in (hand.record.tally or {}):
        return []
    listed = (hand.record.tally or {})["jodhi"] or []
    written, called = [0, 0], [0, 0]
    for item in listed:
        written[item["seat"] & 1] += 0 if item["murrials"] else item["value"]
    for claim in hand.claims:
        called[claim.seat & 1] += claim.points
    return [
        _row(f"tally.jodhi.{'AB'[s]}", written[s], called[s], "TH-JODHI-1") for s in (0, 1) if written[s] != called[s]
    ]


def _declared_against_cards(hand: Hand, tally: dict[str, Any]) -> list[dict[str, Any]]:
    if "declared" not in tally:
        return []
    written, played = tally["declared"] or {}, hand.declaration
    found = {"kind": played.kind, "seat": played.seat} if played else {}
    rules = {"kind": "TH-THUN-1", "seat": "TH-THUN-1", "lost_to": "TH-THUN-6"}
    if not (written and found):
        keys = ["kind"]
    else:
        found |= {"lost_to": hand.lost_to} if hand.complete or hand.lost_at is not None else {}
        keys = [key for key in found if key in written]
    return [
        _row(f"tally.declared.{key}", written.get(key), found.get(key), rules[key])
        for key in keys
        if written.get(key) != found.get(key)
    ]


def _end_against_cards(hand: Hand, tally: dict[str, Any]) -> list[dict[str, Any]]:
    """An offence, a wrong accusation and a trumpless hand; an accusation that costs nothing ends none."""
    ended = hand.ending
    kind = ended.kind if ended else None
    truth = []
    if kind != "six_of_suit":
        truth.append(("four_ball", "against", kind == "four_ball", "TH-PEN-1"))
    if hand.profile.false_accusation:
        truth.append(("false_accusation", "seat", kind == "false_accusation", "TH-PEN-2"))
    rows = []
    for key, who, happened, rule in truth:
        written, found = (tally.get(key) or {}).get(who), ended.seat if ended and happened else None
        if key in tally and written != found:
            rows.append(_row(f"tally.{key}.{who}", written, found, rule))
    if "trumpless" in tally and kind in (None, "trumpless") and hand.counting_has_trump is not None:
        noticed = "noticed" if ended else None if hand.counting_has_trump else "unnoticed"
        if tally["trumpless"] != noticed:
            rows.append(_row("tally.trumpless", tally["trumpless"], noticed, "TH-CALL-6"))
    return rows


def _row(field: str, claimed: Any, found: Any, rule: str | None) -> dict[str, Any]:
    return {"field": field, "claimed": claimed, "found": found, "rule": rule}
