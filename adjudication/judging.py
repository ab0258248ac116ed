"""From what was written to what it is worth: the only module that asks the engine to adjudicate.

A body says what happened at the table. The sheet knows the rest (the frozen rules, the score before the hand, who
deals), so `complete` adds it; `judge` goes through the hands of a sheet one after another.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext_lazy as _

import engine
from adjudication import decided, scores
from adjudication.errors import Refused
from adjudication.hands import Hand
from adjudication.models import Scoresheet
from adjudication.shapes import Body, DecisionLine, Fault, Ledger, Ruling
from engine import games, shapes
from engine.faults import fault
from engine.profiles import Profile, readable
from engine.shapes import Problem, RawRecord, Result, State

Says = Callable[["Step", decided.Game], Ruling]

GAME_OVER = _("This game is over: no hand can follow.")
UNREADABLE = _(
    "This version of the program cannot read the rules this game is played by. What is written stands; to judge more "
    "hands of it, go back to the version it was begun with."
)
# What a page or a total needs of each hand; the whole ruling, with its steps, stands in the entries.
LEDGER_KEYS = ("status", "kind", "detail", "winner", "balls", "scores", "seat", "after")


class Step(NamedTuple):
    """What the game is made of: a hand, or a decision on the score; `seq` names it for good, `since` the entry that
    counts now. `ruling` is the one that stands; without one it has to be judged."""

    seq: int
    body: Body
    is_decision: bool = False
    ruling: Ruling | None = None
    since: int = 0


@dataclass(frozen=True)
class Judged:
    """The steps of a sheet, judged: a ruling each, and the ledger (game-ledger/1 with rulings cut to LEDGER_KEYS).

    The ledger has `decisions` too where there are any, each with the number of hands before it. `too_late` holds the
    places of hands that stand behind the end of the game. `games`: where the game stood before each step.
    """

    rulings: list[Ruling]
    ledger: Ledger
    too_late: frozenset[int]
    games: list[decided.Game]

    @property
    def after(self) -> State:
        return self.ledger["after"]

    @property
    def winner(self) -> str:
        """The side that won the game, or ""; where each plays alone nobody is a side."""
        winner = self.ledger["winner"]
        return winner if isinstance(winner, str) else ""

    @property
    def over(self) -> bool:
        """Whether the game has been won."""
        return bool(self.after["game_over"])


def profile_of(sheet: Scoresheet) -> Profile:
    """The frozen profile of the sheet, as far as this engine can read it. Whoever judges by it reads it strictly."""
    return readable(sheet.rules, sheet.game)


def complete(sheet: Scoresheet, body: Body, after: State) -> RawRecord:
    """The whole hand record: the body, and what only the sheet may say. A dealer that was written down stands.

    Once the game is over nobody deals and there is no score to play from: the record then claims none.
    """
    known: RawRecord = {"rules": sheet.rules}
    if not after["game_over"]:
        known["before"] = scores.before(after)
    known["dealer"] = dealer_of(body, after)
    return {"format": "hand-record/1", "game": sheet.game, "players": sheet.players, **body, **known}


def steps_of(hands: Sequence[Hand]) -> list[Step]:
    """What `judge` takes, from what all_steps or all_hands gave: the steps that count, with the rulings they have."""
    return [
        Step(hand.seq, hand.body, hand.is_decision, hand.ruling or None, hand.entry.seq or 0)
        for hand in hands
        if not hand.voided
    ]


def steps_anew(hands: Sequence[Hand]) -> list[Step]:
    """The steps that count, each to be judged anew."""
    return [step._replace(ruling=None) for step in steps_of(hands)]


def judge(sheet: Scoresheet, steps: Sequence[Step | Body], says: Says | None = None) -> Judged:
    """The game that consecutive steps of the sheet make (a body alone is a hand).

    A ruling that stands is never asked for again: only a step without one is judged, at the score the steps before it
    left. `says` is who judges, in place of that. Raises Refused where something to be judged is no record at all. A
    hand that cannot be decided, is invalid, or comes after the game was won adds nothing; its ruling says so.
    """
    taken = [step if isinstance(step, Step) else Step(0, step) for step in steps]
    says = says or (lambda step, game: step.ruling or judge_now(sheet, step, game))
    game = _start(sheet)
    with_decisions = any(step.is_decision for step in taken)
    rulings: list[Ruling] = []
    games: list[decided.Game] = []
    hands: list[Result] = []
    decisions: list[DecisionLine] = []
    problems: list[Problem] = []
    too_late: set[int] = set()
    due: int | None = None  # who has to deal by the hand before; nobody is held to it at the start
    for index, step in enumerate(taken):
        games.append(game)
        late = game.after["game_over"] and not step.is_decision
        ruling = _after_the_game(sheet, game.after) if late else says(step, game)
        rulings.append(ruling)
        if step.is_decision:
            decisions.append({"hands": len(hands), **cut(ruling)})
            game = game.at(ruling["after"] or game.after)
            continue
        hands.append(cut(ruling))
        if late:
            too_late.add(index)
            message = f"comes after side {game.after['game_winner']} had won the game ({_cited(sheet).end})"
            problems.append({"hand": len(hands), "message": message})
            continue
        dealer = dealer_of(step.body, game.after)
        due = game.after["next_dealer"] if with_decisions else due
        problems += [{"hand": len(hands), "message": fault} for fault in _faults(sheet, ruling, dealer, due)]
        game = game.played(step.seq, ruling, dealer)
        following = ruling.get("after")
        due = following["next_dealer"] if following else None
        game = game.at(scores.end(sheet.game, game.after, len(hands), sheet.length))
    ledger: Ledger = {
        "format": "game-ledger/1",
        "hands": hands,
        "after": game.after,
        "winner": game.after["game_winner"],
        "problems": problems,
    }
    if with_decisions:
        ledger["decisions"] = decisions
    return Judged(rulings, ledger, frozenset(too_late), games)


def _start(sheet: Scoresheet) -> decided.Game:
    """The game before its first hand."""
    after: State = json.loads(json.dumps(scores.start(profile_of(sheet), sheet.players, sheet.first_dealer)))
    return decided.Game(after, sheet.game, sheet.rules, sheet.players, sheet.first_dealer)


def judge_now(sheet: Scoresheet, step: Step, game: decided.Game) -> Ruling:
    """What the engine of today says about a step of the game as it stands. Raises Refused."""
    if step.is_decision:
        try:
            return _kept(decided.rule(step.body, game))
        except engine.RecordError as error:
            raise _unreadable(error) from None
    return _kept(engine.adjudicate(_read(complete(sheet, step.body, game.after))).to_dict())


def result_now(sheet: Scoresheet, step: Step, game: decided.Game) -> Result:
    """As judge_now, cut to what a total needs: without the explanation it is quick. Raises Refused."""
    if step.is_decision:
        return cut(judge_now(sheet, step, game))
    ruling = engine.adjudicate(_read(complete(sheet, step.body, game.after)))
    keys = [key for key in LEDGER_KEYS if hasattr(ruling, key)]
    return cut(_kept({key: getattr(ruling, key) for key in keys if key != "balls" or "balls" in game.after}))


def dealer_of(body: Body, after: State) -> int:
    """Who deals a hand: whoever was written down, or whose turn it is; once the game is over nobody's."""
    due: int = after["next_dealer"] or 0
    dealer: int = body.get("dealer", due)
    return dealer


def _faults(sheet: Scoresheet, ruling: Ruling, dealer: int, due: int | None) -> list[str]:
    """What the ledger notes about a hand, in the engine's words."""
    if ruling["status"] in ("invalid", "undecidable"):
        first = (ruling.get("reasons") or ruling["errors"])[0]
        return [f"is {ruling['status']} and adds nothing: {first['path']}: {first['message']}"]
    rule = _cited(sheet).dealer
    return [f"dealer should be {due} ({rule})"] if rule and due is not None and dealer != due else []


def _cited(sheet: Scoresheet) -> games.Cited:
    """The rules the ledger of this game names."""
    cited: games.Cited = games.load(sheet.game).CITED[sheet.game]
    return cited


def cut(ruling: Ruling) -> Result:
    """A ruling, cut to what a page or a total needs of it."""
    missing = "scores" if "balls" in ruling else "balls"
    return cast(Result, {key: ruling.get(key) for key in LEDGER_KEYS if key != missing})


def _after_the_game(sheet: Scoresheet, after: State) -> Ruling:
    """The ruling of a hand that a later correction has left behind the end of its game."""
    where = "before.balls" if "balls" in after else "before.scores"
    errors = [fault(where, f"the game was won before this hand ({_cited(sheet).end})")]
    return {"format": "ruling/1", "status": "invalid", "game": sheet.game, "errors": errors}


def preview(sheet: Scoresheet, body: Body) -> Ruling:
    """What the next hand would be worth. Raises Refused; an undecidable ruling is returned as it is."""
    if sheet.is_over:
        raise Refused("game_over", GAME_OVER)
    after = sheet.ledger["after"]
    check_body(sheet, body, after)
    return _kept(engine.adjudicate(_read(complete(sheet, body, after))).to_dict())


def rule_on(record: Any) -> shapes.Ruling:
    """The ruling on a whole record that stands on no sheet. Nothing is stored; raises engine.RecordError."""
    return engine.adjudicate(engine.read(record)).to_dict()


def rule_on_game(records: Sequence[Any]) -> shapes.Ledger:
    """The ledger (game-ledger/1) of the consecutive hands of one game that stands on no sheet. Nothing is stored."""
    return engine.adjudicate_game(records).to_dict()


def check_body(sheet: Scoresheet, body: Body, after: State | None = None) -> None:
    """Refuse a body that says what only the sheet may say, or names another dealer than the sheet (`after`) does."""
    errors: list[Fault] = [
        {"path": key, "message": _("comes from the scoresheet and cannot be sent")}
        for key in ("rules", "before")
        if key in body
    ]
    if body.get("game", sheet.game) != sheet.game:
        errors.append({"path": "game", "message": _("this is a scoresheet of another game")})
    if body.get("players", sheet.players) != sheet.players:
        errors.append({"path": "players", "message": _("this scoresheet has another number of players")})
    if after and "dealer" in body and body["dealer"] != after["next_dealer"]:
        rule = _cited(sheet).dealer or "TUN-DEAL-1"
        errors.append({"path": "dealer", "message": _("another seat deals this hand (%(rule)s)") % {"rule": rule}})
    if errors:
        raise Refused("invalid", _("This hand does not fit the scoresheet."), errors=errors)


def require_decided(ruling: Ruling) -> None:
    """Refuse what cannot be counted: a hand that contradicts itself, or one that leaves the result open."""
    if ruling["status"] == "invalid":
        raise Refused("invalid", _("This hand cannot have happened as written."), errors=ruling["errors"])
    if ruling["status"] == "undecidable":
        raise Refused(
            "undecidable",
            _("This is not enough to decide the hand."),
            errors=ruling["reasons"],
            possible=ruling["possible"],
        )


def _read(record: RawRecord) -> "engine.HandRecord":
    try:
        return engine.read(record)
    except engine.RecordError as error:
        if any(fault["path"].startswith("rules") for fault in error.errors):
            raise _unreadable(error) from None
        raise Refused("invalid", _("This is not a record of a hand."), errors=error.errors) from None


def _unreadable(error: "engine.RecordError") -> Refused:
    """The frozen rules of a sheet say something this engine does not know: another version wrote them."""
    return Refused("rules_unreadable", UNREADABLE, errors=error.errors)


def _kept(ruling: Mapping[str, object]) -> Ruling:
    """A ruling as it will be read back from the database: lists for tuples, text for keys."""
    kept: Ruling = json.loads(json.dumps(ruling))
    return kept
