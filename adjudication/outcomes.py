"""What a decision writes on the scoresheet: the entry for each outcome, and the one that takes it back."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication import access
from adjudication.book import Actor
from adjudication.decided import WITHOUT_BALLS
from adjudication.entries import Appended, append_entry
from adjudication.errors import Refused
from adjudication.hands import Hand, all_hands, all_steps, newest
from adjudication.judging import cut
from adjudication.models import Decision, Dispute, Entry, Scoresheet
from adjudication.recorded import ADOPT, RESTORE
from adjudication.shapes import Body, Writing

Outcome, Kind = Decision.Outcome, Entry.Kind
ON_A_HAND = (Outcome.CORRECTED, Outcome.REPLAYED, Outcome.HAND_FORFEITED, Outcome.REJUDGED)
OF_A_SIDE = (Outcome.HAND_FORFEITED, Outcome.GAME_FORFEITED, Outcome.MATCH_FORFEITED, Outcome.DISQUALIFIED)
# They change no total, or, with a whole game, in a way of their own (`striking`).
NO_ENTRY = (Outcome.STANDS, Outcome.WARNING, Outcome.DISQUALIFIED, Outcome.GAME_KEPT, Outcome.GAME_VOID)
MAX_REASON = 500
FORFEIT = "hand_forfeited"


@dataclass(frozen=True)
class ProposedDecision:
    """What a referee decides: an outcome, the ids of the rules it rests on, and why, in words.

    `head`: the sheet's head as the referee has seen it, for outcomes that write on it. `hand`: the seq of the hand
    (corrected, replayed, hand_forfeited, rejudged), by default the dispute's. `body`: the hand as it should be
    (corrected); with `after` it is a missed hand, written in behind that one. `balls` {"A": n, "B": n}, or `scores` in
    a game of points (by side, or by seat where each scores alone), and `score` (assigned, artificial) are for adjusted;
    `side` is the one that forfeits, is warned or disqualified.
    """

    outcome: str
    rules: tuple[str, ...]
    text: str
    head: str = ""
    side: str = ""
    hand: int | None = None
    after: int | None = None
    body: Body | None = None
    balls: dict[str, int] | None = None
    scores: dict[str, int] | list[int] | None = None
    score: str = "assigned"


def has_hand(sheet: Scoresheet, seq: int) -> bool:
    return any(hand.seq == seq for hand in all_hands(sheet))


def write(dispute: Dispute, proposed: ProposedDecision, actor: Actor, key: tuple[str, uuid.UUID]) -> Appended | None:
    """Write on the sheet what the decision says; None for an outcome that changes no total. Raises Refused."""
    _require_sense(dispute, proposed)
    if dispute.sheet_id is None or proposed.outcome in NO_ENTRY:
        return None
    sheet = access.lock(actor, dispute.sheet_id)
    steps = all_steps(sheet)
    entry = _entry_of(dispute, proposed, steps)
    written = _append(dispute, proposed.text, actor, key, "outcome", head=proposed.head, **entry)
    if proposed.outcome == Outcome.REJUDGED and cut(written.ruling or {}) == cut(
        _hand(dispute, proposed, steps).ruling
    ):
        raise Refused("nothing_new", _("The rules engine of today finds for this hand what is recorded already."))
    if proposed.balls is not None and written.ruling and written.ruling.get("balls") != proposed.balls:
        raise Refused("below_nought", _("A side cannot have fewer than no balls."))
    return written


def overturn(
    dispute: Dispute, decided: Decision, instead: ProposedDecision, actor: Actor, key: tuple[str, uuid.UUID], head: str
) -> Appended | None:
    """Take back what a decision wrote, then write what is decided instead; the last of these entries, if any."""
    back = None
    if decided.entry is not None:
        sheet = access.lock(actor, decided.entry.sheet_id)
        entry = reversal(all_steps(sheet), decided.entry)
        back = _append(dispute, instead.text, actor, key, "reversal", head=head, **entry)
        head = back.sheet.head
    _require_sense(dispute, instead)
    instead = ProposedDecision(**{**vars(instead), "head": head})
    return write(dispute, instead, actor, key) or back


def reversal(steps: list[Hand], entry: Entry) -> Writing:
    """The entry that makes the sheet say again what it said before `entry`, with the ruling it had. Refused
    (superseded) if it is gone."""
    step = next((step for step in steps if step.entry == entry), None)
    if step is None:
        raise Refused("superseded", _("What was decided has been changed since: look at the sheet again."))
    if len(step.entries) == 1:
        return {"kind": Kind.VOID, "body": {}, "supersedes": entry.seq}
    before = step.entries[-2]
    if before.kind == Kind.VOID:
        return {"kind": Kind.VOID, "body": {}, "supersedes": entry.seq}
    return {"kind": Kind.CORRECTION, "body": before.body, "supersedes": entry.seq, "how": RESTORE}


def _require_sense(dispute: Dispute, proposed: ProposedDecision) -> None:
    if proposed.outcome not in Outcome.values:
        raise Refused("invalid", _("Choose what is decided."))
    if proposed.side not in ("", "A", "B") or (proposed.outcome in OF_A_SIDE and not proposed.side):
        raise Refused("invalid", _("Say which side it is about."))
    needs_sheet = (*ON_A_HAND, Outcome.ADJUSTED, Outcome.GAME_FORFEITED)
    if proposed.outcome in needs_sheet and dispute.sheet_id is None:
        raise Refused("invalid", _("This dispute is not about a game, so no score can be changed by it."))


def _entry_of(dispute: Dispute, proposed: ProposedDecision, steps: list[Hand]) -> Writing:
    """The entry a decision writes, as append_entry takes it."""
    if proposed.outcome == Outcome.CORRECTED:
        if proposed.after is not None:
            return {"kind": Kind.CORRECTION, "body": proposed.body or {}, "after": proposed.after}
        return {
            "kind": Kind.CORRECTION,
            "body": proposed.body or {},
            "supersedes": _hand(dispute, proposed, steps).entry.seq,
        }
    if proposed.outcome == Outcome.REPLAYED:
        return {"kind": Kind.VOID, "body": {}, "supersedes": _hand(dispute, proposed, steps).entry.seq}
    if proposed.outcome == Outcome.REJUDGED:
        step = _hand(dispute, proposed, steps)
        return {"kind": Kind.CORRECTION, "body": step.body, "supersedes": step.entry.seq, "how": ADOPT}
    last = newest(steps)
    entry: Writing = {"kind": Kind.DECISION, "after": last.seq if last else 0}
    rules = list(proposed.rules)
    body: Body
    if proposed.outcome == Outcome.ADJUSTED:
        change = {"balls": proposed.balls} if proposed.scores is None else {"scores": proposed.scores}
        body = {"decision": "adjusted", **change, "score": proposed.score, "rules": rules}
    elif proposed.outcome == Outcome.HAND_FORFEITED:
        hand = _hand(dispute, proposed, steps)
        _require_balls_to_forfeit(hand, proposed.side, steps)
        body = {"decision": FORFEIT, "side": proposed.side, "hand": hand.seq, "rules": rules}
    else:
        body = {"decision": "game_forfeited", "side": proposed.side, "rules": rules}
    return {**entry, "body": body}


def _require_balls_to_forfeit(hand: Hand, side: str, steps: list[Hand]) -> None:
    """Refuse to take a hand's balls where there are none, and to take them twice (EV-CARD-1)."""
    if hand.voided:
        raise Refused("nothing_to_forfeit", _("That hand was struck out: it counts for nothing, there are no balls to "
                                              "forfeit."))  # fmt: skip
    after = hand.ruling.get("after")
    if after and "balls" not in after:
        raise Refused("no_balls", WITHOUT_BALLS)
    if not (hand.ruling.get("balls") or {}).get(side):
        raise Refused("nothing_to_forfeit", _("This side opened no balls in that hand."))
    taken = (step.body for step in steps if step.is_decision and not step.voided)
    if any((body["decision"], body.get("side"), body.get("hand")) == (FORFEIT, side, hand.seq) for body in taken):
        raise Refused("nothing_to_forfeit", _("This side has forfeited the balls of that hand already."))


def _hand(dispute: Dispute, proposed: ProposedDecision, steps: list[Hand]) -> Hand:
    seq = proposed.hand if proposed.hand is not None else dispute.hand
    hand = next((step for step in steps if step.seq == seq), None)
    if hand is None or (hand.is_decision and proposed.outcome != Outcome.REJUDGED):
        raise Refused("invalid", _("There is no such hand on this scoresheet."))
    return hand


def _append(dispute: Dispute, text: str, actor: Actor, key: tuple[str, uuid.UUID], name: str, **entry: Any) -> Appended:
    assert dispute.sheet_id is not None
    reason = f"dispute {dispute.public_id}: {' '.join(text.split())}"[:MAX_REASON]
    return append_entry(
        dispute.sheet_id, actor=actor, device=key[0], client_uuid=uuid.uuid5(key[1], name), reason=reason,
        by_decision=True, **entry,
    )  # fmt: skip
