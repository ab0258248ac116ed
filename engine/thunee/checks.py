"""What the table wrote beside what the engine found: a difference is a value, with the rule that accounts for it."""

from collections.abc import Mapping
from typing import Any

from ..scores import row
from ..shapes import BySide, Claimed, Discrepancy, Raw
from . import view
from .facts import Hand, Verdict
from .tally_form import Tally


def discrepancies(hand: Hand, verdict: Verdict) -> list[Discrepancy]:
    """Differences between the claim or the tally and the ruling: field, claimed, found, rule."""
    if verdict.status not in ("decided", "void"):
        return list(hand.differences)
    rule = verdict.rule.id if verdict.rule else None
    rows = [*hand.differences, *_claimed(hand, verdict, rule)]
    if hand.record.tally is not None and hand.winners:
        rows.extend(_against_cards(hand))
    return rows


def _claimed(hand: Hand, verdict: Verdict, rule: str | None) -> list[Discrepancy]:
    claim: Claimed = hand.record.claimed or {}
    rows = []
    truth = {
        "winner": None if verdict.winner is None else "AB"[verdict.winner],
        "kind": verdict.kind,
        "detail": verdict.detail,
    }
    for field, value in truth.items():
        if field in claim and claim.get(field) != value:
            rows.append(row(field, claim.get(field), value, rule))
    balls_claimed = claim.get("balls")
    if balls_claimed is not None:
        opened = view.by_side(view.opened(verdict))
        for side, balls in _by_side(balls_claimed, claim.get("winner"), opened).items():
            if balls != opened[side]:
                rows.append(row(f"balls.{side}", balls, opened[side], rule))
    if "count" in claim:
        count = view.count(hand, verdict)
        total = count["total"] if count else None
        unknown = count is not None and total is None
        if claim["count"] != total and not unknown:
            rows.append(row("count.total", claim["count"], total, "TH-COUNT-1" if count else rule))
    return rows


def _by_side(balls: int | BySide, side: str | None, opened: BySide) -> BySide:
    """What the table says each side opened; a bare number is the winner's."""
    if isinstance(balls, dict):
        return balls
    if side is None:
        side = max(opened, key=lambda s: opened[s])
    return {"A": balls if side == "A" else 0, "B": balls if side == "B" else 0}


def _against_cards(hand: Hand) -> list[Discrepancy]:
    """The tally against the cards, which are the evidence."""
    tally: Tally = hand.record.tally or Tally()
    written: Mapping[str, Any] = tally
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
        unwritten = written.get(key) is None and key not in ("double", "khanuck")
        if key in written and written[key] != found and not unwritten:
            rows.append(row(f"tally.{key}", written[key], found, rule))
    if hand.complete:
        for key, pair, rule in (("card_points", hand.points, "TH-COUNT-1"), ("tricks", hand.tricks, "TH-PLAY-3")):
            for side, claimed in (written.get(key) or {}).items():
                truth = pair["AB".index(side)] if pair else None
                if claimed != truth:
                    rows.append(row(f"tally.{key}.{side}", claimed, truth, rule))
    rows.extend(_jodhi_against_cards(hand, tally))
    rows.extend(_declared_against_cards(hand, tally))
    rows.extend(_end_against_cards(hand, tally))
    return rows


def _jodhi_against_cards(hand: Hand, tally: Tally) -> list[Discrepancy]:
    if "jodhi" not in tally:
        return []
    written, called = [0, 0], [0, 0]
    for item in tally["jodhi"] or []:
        written[item["seat"] & 1] += 0 if item["murrials"] else item["value"]
    for claim in hand.claims:
        called[claim.seat & 1] += claim.points
    return [
        row(f"tally.jodhi.{'AB'[s]}", written[s], called[s], "TH-JODHI-1") for s in (0, 1) if written[s] != called[s]
    ]


def _declared_against_cards(hand: Hand, tally: Tally) -> list[Discrepancy]:
    if "declared" not in tally:
        return []
    written: Mapping[str, Any] = tally["declared"] or {}
    played = hand.declaration
    by_cards: Raw = {"kind": played.kind, "seat": played.seat} if played else {}
    rules = {"kind": "TH-THUN-1", "seat": "TH-THUN-1", "lost_to": "TH-THUN-6"}
    if not (written and by_cards):
        keys = ["kind"]
    else:
        by_cards |= {"lost_to": hand.lost_to} if hand.complete or hand.lost_at is not None else {}
        keys = [key for key in by_cards if key in written]
    return [
        row(f"tally.declared.{key}", written.get(key), by_cards.get(key), rules[key])
        for key in keys
        if written.get(key) != by_cards.get(key)
    ]


def _end_against_cards(hand: Hand, tally: Mapping[str, Any]) -> list[Discrepancy]:
    """An offence, a wrong accusation and a trumpless hand; an accusation that costs nothing ends none."""
    ended = hand.ending
    kind = ended.kind if ended else None
    truth = []
    if kind != "six_of_suit":
        truth.append(("four_ball", "against", kind == "four_ball", "TH-PEN-1"))
    if hand.profile.false_accusation:
        truth.append(("false_accusation", "seat", kind == "false_accusation", "TH-PEN-2"))
    rows = []
    for key, whose, happened, rule in truth:
        written, found = (tally.get(key) or {}).get(whose), ended.seat if ended and happened else None
        if key in tally and written != found:
            rows.append(row(f"tally.{key}.{whose}", written, found, rule))
    if "trumpless" in tally and kind in (None, "trumpless") and hand.counting_has_trump is not None:
        noticed = "noticed" if ended else None if hand.counting_has_trump else "unnoticed"
        if tally["trumpless"] != noticed:
            rows.append(row("tally.trumpless", tally["trumpless"], noticed, "TH-CALL-6"))
    return rows
