"""Whist, as an example of a game added to the engine: thirteen tricks, a point for each one above six."""

from typing import TYPE_CHECKING, Any

from engine.cards import RANKS
from engine.events import Table, read_events
from engine.forms import Form
from engine.games import Cited, GameInfo, Traits
from engine.profiles import Profile
from engine.record import HandRecord
from engine.rulebook import SILENT, Recorder, Step, Trace, laws, source
from engine.scored import Infraction, Verdict
from engine.scored import ScoredRuling as Ruling
from engine.scores import (
    claimed_rows,
    misstated,
    read_before,
    read_claim,
    read_deal,
    read_seats,
    set_totals,
    totals_before,
)
from engine.shapes import State
from engine.tricks import FULL_PACK, Play, Script, play

if TYPE_CHECKING:
    from engine.schema import RecordForm

__all__ = [
    "CITED", "STEMS", "TRAITS", "WORDS", "Ruling", "ended", "judge_hand", "misstated", "moments", "must_speak",
    "next_dealer", "parts", "read_hand", "read_line", "read_plainly", "read_players", "record_forms",
    "sayable", "set_before", "standing_at", "start", "steps", "two_clear",
]  # fmt: skip

SEATS, TRICKS, BOOK = 4, 13, 6
MOST_EVENTS = 60
EVENTS: Table = {"trump": (("seat", "suit"), ()), "play": (("seat", "card"), ())}

law = laws("whist")
POINTS = law("WH-1", "Tricks above six", "Each trick a side takes above six is worth it a point.", source("trad"))
GAME = law("WH-2", "The game", "The first side with so many points wins the game.", source("trad"),
           parameters="game_points")  # fmt: skip
FOLLOW = law("WH-3", "Follow suit", "A player who holds the suit led must play it.", source("trad"))

TAKEN = POINTS.line("Side {side} took {tricks} tricks and scores {points}")
WON = GAME.line("Side {side} has {total} points and wins the game")
TRAITS = {"whist": Traits(RANKS, tricks={SEATS: TRICKS})}
CITED = {"whist": Cited(None, GAME.id, ("WH-",))}
STEMS = ("whist",)
WORDS = ("spades", "hearts", "diamonds", "clubs")


class Hand:
    """The facts of one hand: tricks by side, or None; what was played, where the cards are there."""

    by_side = True

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.told: Play | None = None
        self.tricks: tuple[int, int] | None = None
        self.trusted: list[str] = []


# --- reading


def read_players(form: Form, given: dict[str, Any]) -> int:
    return read_seats(form, given, (SEATS,), SEATS)


def read_plainly(_given: dict[str, Any], _default_rules: Any) -> None:
    return None


def read_line(_line: bytes, _default_rules: Any) -> None:
    """So is every line."""


def read_hand(form: Form, given: dict[str, Any], record: HandRecord) -> None:
    read_before(form, given.get("before"), record, by_side=True)
    if given.get("deal") is not None:
        record.deal = read_deal(form, given["deal"], SEATS, TRICKS, FULL_PACK.bit)
    events = read_events(form, given["events"], EVENTS, _field, MOST_EVENTS) if "events" in given else None
    record.events = events  # type: ignore[assignment]
    if given.get("tally") is not None:
        entries = form.entries(given["tally"], "tally", ("tricks_a",), ("tricks_a",))
        record.tally = {"tricks_a": form.whole(entries.get("tricks_a", 0), "tally.tricks_a", 0, TRICKS)}
    if given.get("claimed") is not None:
        record.claimed = read_claim(form, given["claimed"], record, by_side=True, kinds=("scored",))
    if not form.errors:
        record.transcript = Script(events or (), record.deal, SEATS, TRICKS, FULL_PACK)


def _field(form: Form, name: str, value: Any, path: str) -> Any:
    readers = {"seat": form.seat, "suit": form.suit}
    return readers[name](value, path) if name in readers else form.card(value, path, FULL_PACK.bit)


def record_forms(_name: str) -> "list[RecordForm]":
    """The same for programs, as JSON Schema."""
    from engine import schema  # which judges nothing

    seat = schema.whole(0, SEATS - 1)
    fields = {"seat": seat, "card": schema.text(schema.card()), "suit": schema.text(schema.SUIT)}
    parts = {
        "players": schema.just(SEATS),
        "before": schema.before(None),
        "deal": schema.deal(SEATS, TRICKS),
        "events": schema.items(schema.either(*schema.events(EVENTS, fields)), MOST_EVENTS),
        "tally": schema.or_null(schema.thing({"tricks_a": schema.whole(0, TRICKS)})),
        "claimed": schema.claimed(("scored",), seat, None, {"winner": schema.or_null(schema.word("AB"))}),
    }
    return [schema.RecordForm(SEATS, {"dealer": seat}, parts)]


# --- judging


def judge_hand(record: HandRecord, trace: Trace = SILENT) -> tuple[Hand, Verdict]:
    hand, script = Hand(record), record.transcript
    if script.bits:
        trump = next(("shdc".index(mark.event.suit) for mark in script.marks), None)
        hand.told = told = play(script, (record.dealer + 1) % SEATS, trump)
        if told.faults:
            return hand, Verdict("invalid", None, reasons=tuple(told.faults))
        if told.complete:
            won = told.won()
            hand.tricks = (won[0] + won[2], won[1] + won[3])
    elif record.tally is not None:
        hand.tricks = (record.tally["tricks_a"], TRICKS - record.tally["tricks_a"])
        hand.trusted.append("tally.tricks_a")
    if hand.tricks is None:
        return hand, Verdict("undecidable", None, reasons=(("events", "who won the tricks is not written down"),))
    side = 0 if hand.tricks[0] > BOOK else 1
    points = hand.tricks[side] - BOOK
    trace.note(TAKEN, side, points, tricks=hand.tricks[side])
    total = totals_before(record)[side] + points
    if total >= record.profile.game_points:
        trace.note(WON, side, None, total=total)
    return hand, Verdict("decided", "scored", None, side, (points, 0) if side == 0 else (0, points), None, POINTS)


def steps(record: HandRecord) -> list[Step]:
    trace = Recorder()
    judge_hand(record, trace)
    return trace.kept


# --- showing


def parts(name: str, hand: Hand, verdict: Verdict) -> Any:
    decided = verdict.status == "decided"
    if name == "after":
        return _after(hand, verdict) if decided else None
    if name == "infractions":
        offences = hand.told.offences if hand.told else []
        return [
            Infraction(o.offence, o.seat, FOLLOW, o.number, o.trick, FULL_PACK.text[o.bit]).to_dict() for o in offences
        ]
    if name == "discrepancies":
        truth = {"kind": verdict.kind, "seat": None, "winner": "AB"[verdict.winner or 0]}
        return claimed_rows(hand.record.claimed, truth, verdict.scores, POINTS.id) if decided else []
    if name == "possible":
        return [{"kind": "scored", "winner": None, "scores": None}], False
    return {"count": None, "claims": [], "tricks": [], "players": None}[name]


def _after(hand: Hand, verdict: Verdict) -> State:
    totals = [total + more for total, more in zip(totals_before(hand.record), verdict.scores, strict=True)]
    return _state(totals, hand.record.profile.game_points, (hand.record.dealer + 1) % SEATS)


def _state(totals: list[int], target: int, dealer: int | None) -> State:
    winner = next((side for side, total in zip("AB", totals, strict=True) if total >= target), None)
    return {
        "scores": dict(zip("AB", totals, strict=True)),
        "target": target,
        "game_over": winner is not None,
        "game_winner": winner,
        "next_dealer": None if winner else dealer,
    }


def start(profile: Profile, players: int = SEATS) -> State:
    return _state([0, 0], profile.game_points, None)


def set_before(record: HandRecord, after: State) -> None:
    set_totals(record, after["scores"], by_side=True)


def moments(_record: HandRecord, _last: bool = False) -> None:
    """Not shown event by event: the viewer shows the explanation."""


def sayable(_record: HandRecord, _now: Any) -> list[dict[str, Any]]:
    return []


def must_speak(_record: HandRecord, _now: Any) -> bool:
    return False


def standing_at(profile: Profile, _before: State, scores: dict[str, int], dealer: int) -> State:
    return _state([scores["A"], scores["B"]], profile.game_points, dealer)


def next_dealer(_profile: Profile, dealer: int, _players: int, _scores: dict[str, int], _void: bool) -> int:
    return (dealer + 1) % SEATS


def ended(_after: State) -> None:
    """The game ends by itself."""


def two_clear(_profile: Profile, _after: State) -> bool:
    return False


if TYPE_CHECKING:
    from engine.whist import game

    OFFERED: GameInfo[Hand, Verdict] = game
