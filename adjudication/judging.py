"""From what was written to what it is worth: the only module that asks the engine to adjudicate.

A body says what happened at the table. The sheet knows the rest (the frozen rules, the score before the hand, who
deals), so `complete` adds it; `judge` goes through the hands of a sheet one after another.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

import engine
from adjudication import decided, scores
from adjudication.errors import Refused
from adjudication.hands import Hand, all_steps
from adjudication.models import Scoresheet
from engine import games
from engine.profiles import Profile, build

Body = dict[str, Any]
Ruling = dict[str, Any]
After = dict[str, Any]

GAME_OVER = _("This game is over: no hand can follow.")
# What a page or a total needs of each hand; the whole ruling, with its steps, stands in the entries.
LEDGER_KEYS = ("status", "kind", "detail", "winner", "balls", "scores", "seat", "after")


class Step(NamedTuple):
    """What the game is made of: a hand, or a decision on the score; `seq` names it for good."""

    seq: int
    body: Body
    is_decision: bool = False


@dataclass(frozen=True)
class Judged:
    """The steps of a sheet, judged: a ruling each, and the ledger (game-ledger/1 with rulings cut to LEDGER_KEYS).

    The ledger has `decisions` too where there are any, each with the number of hands before it. `too_late` holds the
    places of hands that stand behind the end of the game.
    """

    rulings: list[Ruling]
    ledger: dict[str, Any]
    too_late: frozenset[int] = frozenset()

    @property
    def after(self) -> After:
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
    """The frozen profile the sheet is judged by."""
    return build(sheet.rules, game=sheet.game)


def complete(sheet: Scoresheet, body: Body, after: After) -> dict[str, Any]:
    """The whole hand record: the body, and what only the sheet may say. A dealer that was written down stands.

    Once the game is over nobody deals and there is no score to play from: the record then claims none.
    """
    known: dict[str, Any] = {"rules": sheet.rules}
    if not after["game_over"]:
        known["before"] = scores.before(after)
    dealer = after["next_dealer"] or 0
    return {
        "format": "hand-record/1", "game": sheet.game, "players": sheet.players, "dealer": dealer, **body, **known,
    }  # fmt: skip


def steps_of(hands: Sequence[Hand]) -> list[Step]:
    """What `judge` takes, from what all_steps or all_hands gave: the steps that count."""
    return [Step(hand.seq, hand.body, hand.is_decision) for hand in hands if not hand.voided]


def judge(sheet: Scoresheet, steps: Sequence[Step | Body]) -> Judged:
    """Judge consecutive steps of the sheet (a body alone is a hand). Raises Refused where one is no record at all.

    A hand that cannot be decided, is invalid, or comes after the game was won adds nothing; its ruling says so.
    """
    taken = [step if isinstance(step, Step) else Step(0, step) for step in steps]
    if any(step.is_decision for step in taken):
        return _judge_with_decisions(sheet, taken)
    profile = profile_of(sheet)
    first = after = scores.start(profile, sheet.players, sheet.first_dealer)
    records, too_late = [], set()
    for index, step in enumerate(taken):
        record = _read(complete(sheet, step.body, after))
        records.append(record)
        if after["game_over"]:
            too_late.add(index)
        else:
            after = scores.end(profile, engine.adjudicate(record).after or after, index + 1, sheet.length)
    if not records:
        return Judged([], {"format": "game-ledger/1", "hands": [], "after": first, "winner": None, "problems": []})
    ended = sheet.length is not None and len(records) >= sheet.length
    ledger = _plain(engine.adjudicate_game(records, ended=ended).to_dict())
    rulings = [_after_the_game(sheet) if n in too_late else found for n, found in enumerate(ledger["hands"])]
    ledger["hands"] = [_cut(ruling) for ruling in rulings]
    return Judged(rulings, ledger, frozenset(too_late))


def _judge_with_decisions(sheet: Scoresheet, steps: list[Step]) -> Judged:
    """As judge, where a referee's decisions stand between the hands: the score before a hand is theirs, too."""
    profile = profile_of(sheet)
    first = scores.start(profile, sheet.players, sheet.first_dealer)
    game = decided.Game(first, profile, sheet.players, sheet.first_dealer)
    rulings: list[Ruling] = []
    hands: list[Ruling] = []
    decisions: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    too_late: set[int] = set()
    for index, step in enumerate(steps):
        if step.is_decision:
            ruling = decided.rule(step.body, game)
            decisions.append({"hands": len(hands), **_cut(ruling)})
        elif game.after["game_over"]:
            _read(complete(sheet, step.body, game.after))
            ruling = _after_the_game(sheet)
            too_late.add(index)
            hands.append(_cut(ruling))
            message = f"comes after side {game.after['game_winner']} had won the game ({_cited(sheet).end})"
            problems.append({"hand": len(hands), "message": message})
        else:
            record = _read(complete(sheet, step.body, game.after))
            ruling = _plain(engine.adjudicate(record).to_dict())
            hands.append(_cut(ruling))
            problems += [{"hand": len(hands), "message": fault} for fault in _faults(record, ruling, game)]
            game.played(step.seq, ruling, record.dealer)
            game.after = scores.end(profile, game.after, len(hands), sheet.length)
        rulings.append(ruling)
    ledger = {
        "format": "game-ledger/1",
        "hands": hands,
        "after": game.after,
        "winner": game.after["game_winner"],
        "problems": problems,
        "decisions": decisions,
    }
    return Judged(rulings, _plain(ledger), frozenset(too_late))


def _faults(record: "engine.HandRecord", ruling: Ruling, game: "decided.Game") -> list[str]:
    """What the ledger notes about a hand, in the engine's words."""
    if ruling["status"] in ("invalid", "undecidable"):
        first = (ruling.get("reasons") or ruling["errors"])[0]
        return [f"is {ruling['status']} and adds nothing: {first['path']}: {first['message']}"]
    dealer = game.after["next_dealer"]
    rule = games.load(record.game).CITED[record.game].dealer
    return [f"dealer should be {dealer} ({rule})"] if rule and record.dealer != dealer else []


def _cited(sheet: Scoresheet) -> games.Cited:
    """The rules the ledger of this game names."""
    cited: games.Cited = games.load(sheet.game).CITED[sheet.game]
    return cited


def _cut(ruling: Ruling) -> dict[str, Any]:
    missing = "scores" if "balls" in ruling else "balls"
    return {key: ruling.get(key) for key in LEDGER_KEYS if key != missing}


def _after_the_game(sheet: Scoresheet) -> Ruling:
    """The ruling of a hand that a later correction has left behind the end of its game."""
    where = "before.balls" if "balls" in sheet.ledger.get("after", {"balls": None}) else "before.scores"
    errors = [{"path": where, "message": f"the game was won before this hand ({_cited(sheet).end})"}]
    return {"format": "ruling/1", "status": "invalid", "game": sheet.game, "errors": errors}


def preview(sheet: Scoresheet, body: Body, hands: Sequence[Hand]) -> Ruling:
    """What the next hand would be worth. Raises Refused; an undecidable ruling is returned as it is.

    `hands` are those that count now, as `current_hands` gives them.
    """
    if sheet.is_over:
        raise Refused("game_over", GAME_OVER)
    check_body(sheet, body, sheet.ledger["after"])
    steps = steps_of(all_steps(sheet) if sheet.ledger.get("decisions") else hands)
    return judge(sheet, [*steps, Step(0, body)]).rulings[-1]


def rule_on(record: Any) -> Ruling:
    """The ruling on a whole record that stands on no sheet. Nothing is stored; raises engine.RecordError."""
    return engine.adjudicate(engine.read(record)).to_dict()


def rule_on_game(records: Sequence[Any]) -> dict[str, Any]:
    """The ledger (game-ledger/1) of the consecutive hands of one game that stands on no sheet. Nothing is stored."""
    return engine.adjudicate_game(records).to_dict()


def check_body(sheet: Scoresheet, body: Body, after: After | None = None) -> None:
    """Refuse a body that says what only the sheet may say, or names another dealer than the sheet (`after`) does."""
    errors: list[dict[str, Any]] = [
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


def _read(record: dict[str, Any]) -> "engine.HandRecord":
    try:
        return engine.read(record)
    except engine.RecordError as error:
        raise Refused("invalid", _("This is not a record of a hand."), errors=error.errors) from None


def _plain(value: Any) -> Any:
    """As it will be read back from the database: lists for tuples, text for keys."""
    return json.loads(json.dumps(value))
