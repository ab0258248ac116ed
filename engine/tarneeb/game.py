"""The Tarneeb family as the engine's front door sees it: Tarneeb, Egyptian Tarneeb, 400 and Forty-One."""

from typing import TYPE_CHECKING, Any

from ..cards import RANKS
from ..games import Cited, GameInfo, Traits
from ..profiles import Profile
from ..record import HandRecord
from ..rulebook import Recorder, Step
from ..scored import ScoredRuling as Ruling
from ..scored import Verdict
from ..scores import misstated, set_totals, show
from ..seats import side_name
from ..shapes import Raw, State
from . import view
from .facts import SEATS, TRICKS, Hand, Solo
from .judge import STYLES, judge
from .moments import moments
from .possible import possible_results
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
    game: Traits(RANKS, own=not style.by_side, tricks={SEATS: TRICKS}, packets={SEATS: (TRICKS,)})
    for game, style in STYLES.items()
}
# 400 has rules of its own, Forty-One too, and borrows some of 400.
RULES = {"tarneeb": ("TAR-",), "egyptian-tarneeb": ("TAR-",), "400": ("FH-",), "forty-one": ("FO-", "FH-")}
CITED = {game: Cited("TAR-DEAL-1", style.end.id, RULES[game]) for game, style in STYLES.items()}
STEMS = ("tarneeb", "egyptian-tarneeb", "four-hundred", "forty-one")
WORDS = ("spades", "hearts", "diamonds", "clubs", "no trump", "nothing")
judge_hand = judge


def read_plainly(_given: Raw, _default_rules: Any) -> None:
    """Every record of this game is looked at."""


def read_line(_line: bytes, _default_rules: Any) -> None:
    """So is every line."""


def record_forms(name: str) -> "list[RecordForm]":
    """What a record of one of these games may say."""
    from . import schema  # which judges nothing

    return [schema.form(name)]


def steps(record: HandRecord) -> list[Step]:
    """The same judgement again, with a trace that keeps every step."""
    trace = Recorder()
    hand, verdict = judge(record, trace)
    if verdict.status in ("decided", "void"):
        view.note_game(hand, verdict, trace)
    return trace.kept


def parts(name: str, hand: Hand, verdict: Verdict) -> Any:
    """A part of the ruling by its JSON name. There is no count in these games, and nothing is claimed in the play."""
    if name == "possible":
        results, exact = possible_results(hand)
        return [
            {
                "kind": kind,
                "winner": side_name(winner),
                "scores": None if scores is None else show(scores, hand.by_side),
            }
            for kind, winner, scores in results
        ], exact
    if name == "count":
        return None
    if name == "claims":
        return []
    if name in ("tricks", "infractions"):
        return view.tricks(hand) if name == "tricks" else view.infractions(hand)
    made = {"after": view.after, "players": view.players, "discrepancies": view.discrepancies}
    return made[name](hand, verdict)


def start(profile: Profile, _players: int = SEATS) -> State:
    """The state of a game before its first hand, as `after` says it."""
    style = STYLES[profile.game]
    totals = (0,) * SEATS if isinstance(style, Solo) else (0, 0)
    stands = style.tie(totals, totals, profile) if isinstance(style, Solo) else view.race(totals, profile, 0)
    return view.state(totals, stands, style.by_side, None)


def standing_at(profile: Profile, before: State, scores: Any, dealer: int) -> State:
    """The state of a game that stands at `scores` (as `after` shows them) without a hand that led there, only the state
    before; of two sides that are both there the one with more has won."""
    style = STYLES[profile.game]
    if isinstance(style, Solo):
        totals = tuple(scores)
        stands = style.tie(tuple(before["scores"]), totals, profile)
    else:
        totals = (scores["A"], scores["B"])
        stands = view.race(totals, profile, totals.index(max(totals)))
    return view.state(totals, stands, style.by_side, dealer)


def next_dealer(_profile: Profile, dealer: int, players: int, score: Any, void: bool) -> int:
    """Who deals after a hand (TAR-DEAL-1); one that was void is dealt again, where sides have a score."""
    return dealer if void and isinstance(score, dict) else (dealer + 1) % players


def ended(_after: State) -> None:
    """Games of this family end by themselves."""


def two_clear(_profile: Profile, _after: State) -> bool:
    return False


def set_before(record: HandRecord, after: State) -> None:
    """Give a record the totals that the hands before it left."""
    set_totals(record, after["scores"], STYLES[record.game].by_side)


if TYPE_CHECKING:
    from . import game

    OFFERED: GameInfo[Hand, Verdict] = game
