"""Thunee as the engine's front door sees it: read, judge, show, and lead a game from hand to hand."""

from typing import TYPE_CHECKING, Any

from ..games import Cited, GameInfo, Traits
from ..profiles import Profile
from ..record import Before, HandRecord
from ..rulebook import Recorder, Step
from ..ruling import Ruling
from ..shapes import BySide, Score, State
from . import cards, deal, declarations, gaps, offences, pack, race, reading, sizes, view  # noqa: F401  (cards declares its rules)
from .checks import discrepancies
from .deal import note_next_dealer
from .facts import Hand, Verdict
from .judge import judge
from .moments import moments
from .possible import possible_results
from .quick import read_plainly
from .quick_lines import read_line
from .race import note_race
from .reading import read_hand, read_players
from .sayable import must_speak, sayable

if TYPE_CHECKING:
    from ..schema import RecordForm

__all__ = [
    "CITED", "STEMS", "TRAITS", "WORDS", "Hand", "Ruling", "Verdict", "ended", "judge_hand", "misstated", "moments",
    "must_speak", "next_dealer", "parts", "read_hand", "read_line", "read_plainly", "read_players", "record_forms",
    "sayable", "set_before", "standing_at", "start", "steps", "two_clear",
]  # fmt: skip

TRAITS = {
    "thunee": Traits(
        ranks=pack.RANK_ORDER,
        balls=True,
        worth=pack.RANK_POINTS,
        tricks={size.players: size.tricks for size in sizes.SIZES.values()},
        packets={size.players: size.packets for size in sizes.SIZES.values()},
    )
}
STANDING = ("TH-GAME-2", "TH-GAME-3", "TH-GAME-4")
CITED = {"thunee": Cited("TH-DEAL-4", "TH-GAME-1", ("TH-", "TH2-", "TH6-"), STANDING, "TH-DEAL-1")}
STEMS = (
    *("cards", "deal", "calling", "play", "count", "jodhi", "declarations", "double", "khanuck", "offences", "race"),
    *("two-players", "six-players"),
)
WORDS = (
    *("spades", "hearts", "diamonds", "clubs", "a suit not written down"),
    # What is wrong with a jodhi (`jodhi.why_wrong`).
    *("in a suit that has scored or is barred", "called without the cards", "called at a wrong time"),
    "called at a wrong value",
    *offences.NAMES.values(),
    *declarations.NAMES.values(),
    *(reason.replace("_", " ") for reason in reading.REASONS),
    *("jodhi", "double", "khanuck", "no trump", "without trump", "nothing"),
    # Faults of a record, or what it lacks, where no page has better words; others are for programs.
    "the game was won before this hand (TH-GAME-1)",
    "an accused player must be an opponent",
    "must be a player other than the one who declared, or null",
    *gaps.LACKS.values(),
)
judge_hand = judge


def record_forms(_name: str) -> "list[RecordForm]":
    """What a record of Thunee may say, for four, two and six."""
    from . import schema  # which judges nothing

    return schema.forms()


def steps(record: HandRecord) -> list[Step]:
    """The same judgement again, with a trace that keeps every step."""
    trace = Recorder()
    hand, verdict = judge(record, trace)
    if verdict.status in ("decided", "void"):
        called = view.khanuck_called(hand)
        balls = view.balls_after(hand, verdict)
        note_race(balls, called, hand.profile, trace)
        if race.winner(balls, called, hand.profile) is None:
            note_next_dealer(hand, record.dealer, view.next_dealer(hand, verdict), verdict.status == "void", trace)
    return trace.kept


def parts(name: str, hand: Hand, verdict: Verdict) -> Any:
    """A part of the ruling by its JSON name."""
    if name == "after":
        return view.after(hand, verdict) if verdict.status in ("decided", "void") else None
    if name == "count":
        return view.count(hand, verdict)
    if name == "tricks":
        return view.tricks(hand)
    if name == "claims":
        return view.claims(hand)
    if name == "infractions":
        return view.infractions(hand)
    if name == "discrepancies":
        return discrepancies(hand, verdict)
    if name == "possible":
        results, exact = possible_results(hand)
        return [
            {
                "kind": kind,
                "winner": None if winner is None else "AB"[winner],
                "balls": {"A": balls if winner == 0 else 0, "B": balls if winner == 1 else 0},
            }
            for kind, winner, balls in results
        ], exact
    raise KeyError(name)


def start(profile: Profile, _players: int = 4) -> State:
    """The state of a game before its first hand, as `after` says it."""
    return view.state((0, 0), False, profile, None)


def standing_at(profile: Profile, before: State, balls: BySide, dealer: int) -> State:
    """The state of a game that stands at `balls` without a hand that led there, only the state before."""
    return view.state((balls["A"], balls["B"]), before["khanuck_called"], profile, dealer)


def next_dealer(profile: Profile, dealer: int, players: int, balls: BySide, void: bool) -> int:
    """Who deals the next hand of a game that goes on (TH-DEAL-4)."""
    return deal.next_dealer(dealer, players, (balls["A"], balls["B"]), void, profile)


def ended(_after: State) -> None:
    """A game of thunee ends by itself (TH-GAME-1)."""


def two_clear(profile: Profile, after: State) -> bool:
    """Whether the winner must lead by two (TH-GAME-3)."""
    return race.lead_needed(bool(after.get("khanuck_called")), profile) == 2


def set_before(record: HandRecord, after: State) -> None:
    """Give a record the score that the hands before it left."""
    record.before = Before((after["balls"]["A"], after["balls"]["B"]), after["khanuck_called"])


def misstated(stated: Score, after: State) -> list[str]:
    """What a record's own score before the hand says otherwise than the hands before it."""
    wrong = []
    if stated["balls"] != after["balls"]:
        claimed, found = (f"{balls['A']}-{balls['B']}" for balls in (stated["balls"], after["balls"]))
        wrong.append(f"says the score before it was {claimed}, the hands before it give {found}")
    if stated["khanuck_called"] != after["khanuck_called"]:
        word = "a khanuck" if after["khanuck_called"] else "no khanuck"
        wrong.append(f"is wrong about khanuck: {word} was called in the hands before it (TH-GAME-2)")
    return wrong


if TYPE_CHECKING:
    from . import game

    OFFERED: GameInfo[Hand, Verdict] = game
