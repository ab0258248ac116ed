"""What a referee's decision does to the score of a game. Pure: a body and the game so far in, a ruling out.

A decision stands between hands like a hand does, and is worked out again whenever something before it changes:

    {"decision": "adjusted", "balls": {"A": 2, "B": -1}, "score": "assigned" | "artificial", "rules": [...]}
    {"decision": "hand_forfeited", "side": "A", "hand": 7, "rules": [...]}   the balls side A opened in hand 7
    {"decision": "game_forfeited", "side": "A", "rules": [...]}              side B wins the game

An *assigned* score says what the table would have come to, an *artificial* one stands where nobody can say that.
"""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication.errors import Refused
from engine.profiles import Profile
from engine.thunee import deal, view

FORMAT = "decision-ruling/1"
KINDS = {
    "adjusted": {"decision", "balls", "score", "rules"},
    "hand_forfeited": {"decision", "side", "hand", "rules"},
    "game_forfeited": {"decision", "side", "rules"},
}
SCORES = ("assigned", "artificial")
MOST = 13
OTHER = {"A": "B", "B": "A"}
NO_BALLS = {"A": 0, "B": 0}


@dataclass
class Game:
    """A game so far: its state as a ruling's `after` says it, who dealt last, and the balls of every hand by seq."""

    after: dict[str, Any]
    profile: Profile
    players: int
    dealer: int
    balls_of: dict[int, dict[str, int]] = field(default_factory=dict)

    def played(self, seq: int, ruling: dict[str, Any], dealer: int) -> None:
        """Take a hand's ruling; one without a result adds nothing."""
        if ruling.get("after"):
            self.after, self.dealer = ruling["after"], dealer
            self.balls_of[seq] = ruling["balls"]


def check(body: dict[str, Any]) -> None:
    """Refuse a body that is no decision, with every fault."""
    kind = body.get("decision")
    if kind not in KINDS:
        raise Refused("invalid", _("This is no decision on the score."))
    errors: list[dict[str, Any]] = [
        {"path": key, "message": _("is unknown or missing")} for key in sorted(set(body) ^ KINDS[kind])
    ]
    if not errors:
        errors = list(_faults(body))
    if errors:
        raise Refused("invalid", _("This decision on the score is not complete."), errors=errors)


def _faults(body: dict[str, Any]) -> list[dict[str, Any]]:
    faults = []
    if "side" in body and body["side"] not in OTHER:
        faults.append({"path": "side", "message": _("is A or B")})
    if "score" in body and body["score"] not in SCORES:
        faults.append({"path": "score", "message": _("is assigned or artificial")})
    if "hand" in body and type(body["hand"]) is not int:
        faults.append({"path": "hand", "message": _("is the number of an entry")})
    if "balls" in body and not _are_balls(body["balls"]):
        faults.append({"path": "balls", "message": _("are whole numbers for A and B, not both nought")})
    rules = body["rules"]
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) for rule in rules):
        faults.append({"path": "rules", "message": _("name at least one rule")})
    return faults


def _are_balls(balls: Any) -> bool:
    return (
        isinstance(balls, dict)
        and set(balls) == {"A", "B"}
        and all(type(number) is int and abs(number) <= MOST for number in balls.values())
        and any(balls.values())
    )


def rule(body: dict[str, Any], game: Game) -> dict[str, Any]:
    """The ruling of a decision, `balls` being what it really changes; the game goes on from there.

    Nobody goes below no balls at all. A game that was over is open again when the balls say so.
    """
    before = game.after
    wanted = _wanted(body, game)
    change = {side: max(wanted[side], -before["balls"][side]) for side in "AB"}
    game.after = _forfeited(body["side"], before) if body["decision"] == "game_forfeited" else _moved(change, game)
    return {
        "format": FORMAT,
        "status": "decided",
        "kind": body["decision"],
        "detail": body.get("score"),
        "winner": OTHER[body["side"]] if body["decision"] == "game_forfeited" else None,
        "balls": change,
        "seat": None,
        "side": body.get("side"),
        "hand": body.get("hand"),
        "rules": body["rules"],
        "after": game.after,
    }


def _wanted(body: dict[str, Any], game: Game) -> dict[str, int]:
    if body["decision"] == "adjusted":
        balls: dict[str, int] = body["balls"]
        return balls
    if body["decision"] == "hand_forfeited":
        opened = game.balls_of.get(body["hand"], NO_BALLS)[body["side"]]
        return {**NO_BALLS, body["side"]: -opened}
    return NO_BALLS


def _forfeited(side: str, before: dict[str, Any]) -> dict[str, Any]:
    """The game as it stands, won by the other side."""
    over = {"game_over": True, "game_winner": OTHER[side], "cornerhouse": [], "next_dealer": None}
    return {**before, **over, "forfeited": side}


def _moved(change: dict[str, int], game: Game) -> dict[str, Any]:
    before = game.after
    balls = (before["balls"]["A"] + change["A"], before["balls"]["B"] + change["B"])
    if "forfeited" in before:
        return {**before, "balls": {"A": balls[0], "B": balls[1]}}
    dealer = before["next_dealer"]
    if dealer is None:  # the game was over: who would have dealt, had it not been
        dealer = deal.next_dealer(game.dealer, game.players, balls, False, game.profile)
    return view.state(balls, before["khanuck_called"], game.profile, dealer)
