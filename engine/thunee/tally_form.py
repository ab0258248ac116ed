"""Reading a tally (what a scoresheet holds when the cards were not written down) and a claimed result."""

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from ..forms import Form, Read, number, one_of, or_null
from ..seats import SIDES
from ..shapes import BySide, Claimed, Raw
from .declarations import ALL_KINDS, is_played, team_may_win
from .offences import OFFENCES
from .pack import PACK_POINTS
from .race import double_on_cornerhouse
from .sizes import SIZES

if TYPE_CHECKING:
    from ..record import HandRecord

MOST_JODHI = 24
MOST_BALLS = 999
RULING_KINDS = (
    "count", "call_and_loss", *ALL_KINDS, "double", "backside_double", "khanuck", "backside_khanuck", "four_ball",
    "false_accusation", "cornerhouse_double", "trumpless", "low_hand", "exposed_card", "six_of_suit", "other",
)  # fmt: skip


class Jodhi(TypedDict):
    """A jodhi as a tally has it; `trick` is the one won before it."""

    seat: int
    suit: str | None
    value: int
    trick: int | None
    murrials: bool


class Declared(TypedDict):
    """A declaration, and the seat that took a trick from it."""

    seat: int
    kind: str
    lost_to: NotRequired[int | None]


class FourBall(TypedDict):
    """An offence that was caught."""

    against: int
    offence: NotRequired[str | None]


class FalseAccusation(TypedDict):
    """A wrong accusation."""

    seat: int
    against: int


class Tally(TypedDict, total=False):
    """A tally that was read: each key as it stands on the sheet, or not there."""

    trumper: int | None
    call: int | None
    blind: bool | None
    trump: str | None
    card_points: BySide | None
    tricks: BySide | None
    last_trick: int | None
    jodhi: list[Jodhi]
    double: int | None
    khanuck: int | None
    declared: Declared | None
    four_ball: FourBall | None
    false_accusation: FalseAccusation | None
    trumpless: str | None


_SEAT = or_null(Form.seat)
_JODHI: dict[str, Read] = {
    "seat": Form.seat,
    "suit": or_null(Form.suit),
    "value": number(0, 10_000),
    "trick": or_null(lambda form, value, path: form.whole(value, path, 0, SIZES[form.players].tricks)),
    "murrials": lambda form, value, path: False if value is None else form.flag(value, path),
}
_DECLARED: dict[str, Read] = {"seat": Form.seat, "kind": one_of(*ALL_KINDS), "lost_to": _SEAT}
_FOUR_BALL: dict[str, Read] = {"against": Form.seat, "offence": or_null(one_of(*OFFENCES))}
_FALSE_ACCUSATION: dict[str, Read] = {"seat": Form.seat, "against": Form.seat}


def read_tally(form: Form, value: Any, record: "HandRecord") -> Tally:
    """A tally as it stands, its seats, suits and numbers checked; a side's points give the other's.

    In a hand that was played to its end the points and the tricks of both are all there are.
    """
    whole = not (isinstance(value, dict) and _ends_early(value, record))
    readers: dict[str, Read] = {
        "trumper": _SEAT,
        "call": or_null(number(0, 104)),
        "blind": Form.flag,
        "trump": or_null(Form.suit),
        "card_points": or_null(lambda form, item, path: form.by_side(item, path, PACK_POINTS, whole)),
        "tricks": or_null(lambda form, item, path: form.by_side(item, path, SIZES[form.players].tricks, whole)),
        "last_trick": _SEAT,
        "jodhi": _read_jodhi,
        "double": _SEAT,
        "khanuck": _SEAT,
        "declared": or_null(_read_declared),
        "four_ball": or_null(lambda form, item, path: form.fields(item, path, _FOUR_BALL, ("against",))),
        "false_accusation": or_null(_read_false_accusation),
        "trumpless": or_null(one_of("noticed", "unnoticed")),
    }
    tally: Tally = form.fields(value, "tally", readers)
    return tally


def _ends_early(written: Raw, record: "HandRecord") -> bool:
    """Whether the hand of a tally, which is not read yet, may have ended before its last card."""
    profile = record.profile
    if written.get("four_ball") or written.get("trumpless") == "noticed":
        return True
    if written.get("false_accusation") and profile.false_accusation:
        return True
    if written.get("double") is not None and profile.cornerhouse_double == "penalty":
        seat = written["double"]
        return isinstance(seat, int) and double_on_cornerhouse(*record.before, seat, profile)
    declared = written.get("declared")
    return isinstance(declared, dict) and _lost_early(declared, record)


def _lost_early(declared: Raw, record: "HandRecord") -> bool:
    """Whether a declaration may have ended its hand early: it is played, and may have been lost.

    A trip is won or lost by the last trick (TH6-2). With two players there is no second half (TH2-4).
    """
    kind, seat = declared.get("kind"), declared.get("seat")
    if kind == "trip" or kind not in ALL_KINDS or not is_played(kind, record.profile, record.players):
        return False
    if record.players == 2 or "lost_to" not in declared:
        return True
    lost_to = declared["lost_to"]
    if not isinstance(lost_to, int) or not isinstance(seat, int):
        return lost_to is not None
    return bool((lost_to ^ seat) & 1) or not team_may_win(kind, record.profile)


def _read_jodhi(form: Form, value: Any, path: str) -> list[Jodhi]:
    silent = {"suit": None, "trick": None, "murrials": False}
    return [
        silent | form.fields(item, f"{path}[{place}]", _JODHI, ("seat", "value"))
        for place, item in enumerate(form.items(value, path, MOST_JODHI))
    ]


def _read_declared(form: Form, value: Any, path: str) -> Declared:
    declared: Declared = form.fields(value, path, _DECLARED, ("seat", "kind"))
    lost_to = declared.get("lost_to")
    if lost_to is not None and lost_to == declared.get("seat"):
        form.wrong(f"{path}.lost_to", "must be a player other than the one who declared, or null")
    return declared


def _read_false_accusation(form: Form, value: Any, path: str) -> FalseAccusation:
    accusation: FalseAccusation = form.fields(value, path, _FALSE_ACCUSATION, _FALSE_ACCUSATION)
    seat, against = accusation.get("seat"), accusation.get("against")
    if seat is not None and against is not None and (seat ^ against) & 1 == 0:
        form.wrong(f"{path}.against", "an accused player must be an opponent")
    return accusation


def _read_balls(form: Form, value: Any, path: str) -> Any:
    if isinstance(value, dict):
        return form.fields(value, path, dict.fromkeys(SIDES, number(0, MOST_BALLS)), SIDES)
    return form.whole(value, path, 0, MOST_BALLS)


_CLAIM: dict[str, Read] = {
    "winner": or_null(Form.side),
    "balls": _read_balls,
    "kind": or_null(one_of(*RULING_KINDS)),
    "detail": or_null(one_of("made", "failed", "caught", "partner_catch", "upheld", "rejected")),
    "count": or_null(number(-1000, 1000)),
}


def read_claim(form: Form, value: Any) -> Claimed:
    """What the table wrote as the result: any of winner, balls (a number or by side), kind, detail, count."""
    return form.claim(value, _CLAIM)
