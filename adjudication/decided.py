"""What a referee's decision does to the score of a game. Pure: a body and the game so far in, a ruling out.

A decision stands between hands like a hand does, and is worked out again whenever something before it changes:

    {"decision": "adjusted", "balls": {"A": 2, "B": -1}, "score": "assigned" | "artificial", "rules": [...]}
    {"decision": "adjusted", "scores": {"A": 2, "B": -1}, …}   the same in a game of points, by side or by seat
    {"decision": "hand_forfeited", "side": "A", "hand": 7, "rules": [...]}   the balls side A opened in hand 7
    {"decision": "game_forfeited", "side": "A", "rules": [...]}              side B wins the game
    {"decision": "bell", "lead": "A", "level": "one_more_hand", "rules": [...]}  time was up: see `bell_rules`

An *assigned* score says what the table would have come to, an *artificial* one stands where nobody can say that.
"""

from dataclasses import dataclass, field, replace
from typing import Any, cast

from django.utils.translation import gettext_lazy as _

from adjudication import bell_rules
from adjudication.errors import Refused
from adjudication.shapes import Body, Fault, Ruling
from engine import games
from engine.profiles import Profile, build
from engine.seats import OTHER_SIDE
from engine.shapes import Result, State

FORMAT = "decision-ruling/1"
KINDS = {
    "adjusted": {"decision", "balls", "score", "rules"},
    "hand_forfeited": {"decision", "side", "hand", "rules"},
    "game_forfeited": {"decision", "side", "rules"},
    bell_rules.KIND: set(bell_rules.KEYS),
}
SCORES = ("assigned", "artificial")
MOST = 13
MOST_POINTS = 200
NO_BALLS = {"A": 0, "B": 0}
WITHOUT_BALLS = _(
    "There are no balls in this game. Correct the hand or strike it out: the points follow by themselves."
)


@dataclass(frozen=True)
class Game:
    """A game so far: its state as a ruling's `after` says it, who dealt last, and the balls of every hand by seq."""

    after: State
    name: str
    rules: Any
    players: int
    dealer: int
    balls_of: dict[int, dict[str, int]] = field(default_factory=dict)

    def played(self, seq: int, ruling: Ruling, dealer: int) -> "Game":
        """The game with a hand's ruling taken; one without a result adds nothing."""
        after = ruling.get("after")
        if not after:
            return self
        balls = {**self.balls_of, seq: ruling.get("balls") or NO_BALLS}
        return replace(self, after=after, dealer=dealer, balls_of=balls)

    def at(self, after: State) -> "Game":
        """The same game, standing otherwise."""
        return replace(self, after=after)

    @property
    def profile(self) -> Profile:
        """The rules it is played by, as this engine reads them. Raises RecordError where it cannot."""
        return build(self.rules, self.name)

    @property
    def last(self) -> dict[str, int] | None:
        """The balls of the last hand; None before the first."""
        return next(reversed(self.balls_of.values()), None)


def check(body: Body) -> None:
    """Refuse a body that is no decision, with every fault."""
    kind = body.get("decision")
    if kind not in KINDS:
        raise Refused("invalid", _("This is no decision on the score."))
    keys = KINDS[kind]
    if kind == "adjusted" and "scores" in body:
        keys = keys - {"balls"} | {"scores"}
    errors: list[Fault] = [{"path": key, "message": _("is unknown or missing")} for key in sorted(set(body) ^ keys)]
    if not errors:
        errors = list(_faults(body))
    if errors:
        raise Refused("invalid", _("This decision on the score is not complete."), errors=errors)


def _faults(body: Body) -> list[Fault]:
    faults = bell_rules.faults(body) if body["decision"] == bell_rules.KIND else []
    if "side" in body and body["side"] not in OTHER_SIDE:
        faults.append({"path": "side", "message": _("is A or B")})
    if "score" in body and body["score"] not in SCORES:
        faults.append({"path": "score", "message": _("is assigned or artificial")})
    if "hand" in body and type(body["hand"]) is not int:
        faults.append({"path": "hand", "message": _("is the number of an entry")})
    if "balls" in body and not _are_balls(body["balls"]):
        faults.append({"path": "balls", "message": _("are whole numbers for A and B, not both zero")})
    if "scores" in body and not _are_points(body["scores"]):
        faults.append({"path": "scores", "message": _("are whole numbers by side or by seat, not all zero")})
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


def _are_points(points: Any) -> bool:
    if isinstance(points, dict):
        numbers = list(points.values()) if set(points) == {"A", "B"} else []
    else:
        numbers = points if isinstance(points, list) else []
    return all(type(number) is int and abs(number) <= MOST_POINTS for number in numbers) and any(numbers)


def rule(body: Body, game: Game) -> Ruling:
    """The ruling of a decision, `balls` being what it really changes; the game goes on from its `after`.

    Nobody goes below no balls at all. A game that was over is open again when the balls say so.
    """
    before = game.after
    if body["decision"] == bell_rules.KIND:
        return _rung(body, game)
    if "balls" not in before:
        return _adjusted_points(body, game) if "scores" in body else _without_balls(body, game)
    if "scores" in body:
        raise Refused("no_points", _("This game is played for balls: say how many are given or taken."))
    wanted = _wanted(body, game)
    change = {side: max(wanted[side], -before["balls"][side]) for side in "AB"}
    worth: Result = {"balls": change}
    if body["decision"] == "game_forfeited":
        return _ruling(body, _forfeited(body["side"], before), worth, winner=OTHER_SIDE[body["side"]])
    return _ruling(body, _moved(change, game), worth, body.get("score"))


def _ruling(body: Body, after: State, worth: Result, detail: str | None = None, winner: str | None = None) -> Ruling:
    ruling = {
        "format": FORMAT,
        "status": "decided",
        "kind": body["decision"],
        "detail": detail,
        "winner": winner,
        **worth,
        "seat": None,
        "side": body.get("side"),
        "hand": body.get("hand"),
        "rules": body["rules"],
        "after": after,
    }
    return cast(Ruling, ruling)


def _rung(body: Body, game: Game) -> Ruling:
    """The ruling of a bell: it opens no balls, it says who is ahead."""
    if not games.traits(game.name).sides:
        raise Refused("no_sides", _("In this game each plays alone: the bell gives it to no side."))
    side, how = bell_rules.winner(game.after, body, game.last)
    after = bell_rules.state(game.after, body, game.last)
    worth: Result = {"balls": dict(NO_BALLS)} if "balls" in after else {"scores": None}
    return _ruling(body, after, worth, how, side or None)


def _without_balls(body: Body, game: Game) -> Ruling:
    """The ruling where a game is played for points and a side forfeits it; those of a hand change with the hand."""
    if body["decision"] != "game_forfeited" or not games.traits(game.name).sides:
        raise Refused("no_balls", WITHOUT_BALLS)
    return _ruling(body, _forfeited(body["side"], game.after), {"scores": None}, winner=OTHER_SIDE[body["side"]])


def _adjusted_points(body: Body, game: Game) -> Ruling:
    """The ruling where a referee gives or takes points; totals may be below nought."""
    before, change = game.after, body["scores"]
    stands = before["scores"]
    if type(change) is not type(stands) or len(change) != len(stands):
        raise Refused("invalid", _("Points are given to a side where sides score, and to a player where players do."))
    if isinstance(stands, dict):
        totals: Any = {side: stands[side] + change[side] for side in "AB"}
    else:
        totals = [points + more for points, more in zip(stands, change, strict=True)]
    return _ruling(body, _moved_points(totals, game), {"scores": change}, body["score"])


def _moved_points(totals: Any, game: Game) -> State:
    """The state at these totals. What ended a game without its totals (a forfeit, all thirteen) has ended it still."""
    before, module = game.after, games.load(game.name)
    dealer = before["next_dealer"]
    if dealer is None:
        dealer = (game.dealer + 1) % game.players
    by_totals = module.standing_at(game.profile, before, before["scores"], dealer)["game_over"]
    after: State = module.standing_at(game.profile, before, totals, dealer)
    if not before["game_over"]:
        return after
    if bell_rules.ended_by_bell(before):
        return bell_rules.state(after, before["bell"], game.last)
    if (ended := module.ended(after)) is not None:  # it was over after so many hands, and is so still
        return ended
    return after if by_totals and "forfeited" not in before else {**before, "scores": totals}


def _wanted(body: Body, game: Game) -> dict[str, int]:
    if body["decision"] == "adjusted":
        balls: dict[str, int] = body["balls"]
        return balls
    if body["decision"] == "hand_forfeited":
        opened = game.balls_of.get(body["hand"], NO_BALLS)[body["side"]]
        return {**NO_BALLS, body["side"]: -opened}
    return NO_BALLS


def _forfeited(side: str, before: State) -> State:
    """The game as it stands, won by the other side: by the forfeit, not by the balls at the bell, if that has rung."""
    after: State = {
        **before, "game_over": True, "game_winner": OTHER_SIDE[side], "next_dealer": None, "forfeited": side,
    }  # fmt: skip
    after.pop("bell", None)
    if "balls" in after:
        after["cornerhouse"] = []
    return after


def _moved(change: dict[str, int], game: Game) -> State:
    before = game.after
    balls = {side: before["balls"][side] + change[side] for side in "AB"}
    if "forfeited" in before:
        return {**before, "balls": balls}
    module, dealer = games.load(game.name), before["next_dealer"]
    if dealer is None:  # the game was over: who would have dealt, had it not been
        dealer = module.next_dealer(game.profile, game.dealer, game.players, balls, False)
    after = module.standing_at(game.profile, before, balls, dealer)
    # Balls that a referee gives or takes after the bell: it is still the end of the game.
    return bell_rules.state(after, before["bell"], game.last) if bell_rules.ended_by_bell(before) else after
