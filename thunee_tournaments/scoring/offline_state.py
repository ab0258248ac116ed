"""What a table's phone knows of its game, so that it can go on without network: the score, the rules, the last hand."""

import json
from typing import NotRequired, TypedDict

from django.urls import reverse

from adjudication.scores import opened
from engine.profiles import Value
from thunee_tournaments.hand_form.games import form_of
from thunee_tournaments.hand_form.typed import Body
from thunee_tournaments.scoring.selectors import Sitting

# Which fields the form of a hand has and what they mean. Raised whenever that changes: hands that were typed into the
# form of another version are not taken without a person who looks at them once more.
FORM = "2"
# What static/js/game reads of a profile.
RULES = (
    "call_step", "max_call", "simultaneous_call", "blind_call", "blind_call_loss", "royals", "blind_thunee",
    "blind_royals", "thunee_trump", "thunee_winner", "undercut", "out_of_turn", "last_trick", "call_counts",
    "target_count", "call_and_loss", "jodhi_window", "jodhi_closes", "jodhi_holding", "murrials",
    "unanswered_jodhi", "thunee_win", "thunee_loss", "thunee_partner_catch", "royals_win", "royals_loss",
    "royals_partner_catch", "blind_win", "blind_loss", "blind_partner_catch", "double_caller",
    "cornerhouse_double", "cornerhouse_scope", "khanuck_timing", "four_ball", "false_accusation",
    "late_accusation", "balls_to_win", "khanuck_raises_to", "two_to_clear", "dealer_rotation",
)  # fmt: skip


class LastHand(TypedDict):
    """The hand that may be fixed: its entry, what was typed, what it came to (a side as 0 or 1), and the head of the
    sheet it is known under."""

    head: str
    entry: int
    number: int | None
    typed: dict[str, str]
    winner: int | None
    balls: int
    dealer: int | None


class SheetData(TypedDict):
    """A sheet as it stands: its head, the hand to come, who deals it, the score; `form`, `cards`: where hands are
    entered. `teams`, `rules` and `last` are sent with the pages that read them; `game`: its number, where it is another
    than the one entered."""

    sheet: str
    seq: int
    head: str
    number: int
    dealer: int | None
    over: bool
    balls: list[int]
    khanuck: bool
    form: str
    cards: str
    teams: NotRequired[list[str]]
    rules: NotRequired[dict[str, Value]]
    last: NotRequired[LastHand]
    game: NotRequired[int]


def sheet_data(sitting: Sitting) -> SheetData:
    """A sheet as it stands, for what goes on."""
    sheet, after = sitting.sheet, sitting.after
    return {
        "sheet": sheet.public_id,
        "seq": sheet.seq,
        "head": sheet.head,
        "number": sum(not hand.voided for hand in sitting.hands) + 1,
        "dealer": sitting.dealer,
        "over": sheet.is_over,
        "balls": [after["balls"]["A"], after["balls"]["B"]],
        "khanuck": after["khanuck_called"],
        "form": reverse("scoring:hand", args=[sheet.public_id]),
        "cards": reverse("scoring:cards", args=[sheet.public_id]),
    }


def ruled_sheet_data(sitting: Sitting) -> SheetData:
    """The same with the teams and the rules a hand is judged by."""
    teams, values = sitting.names.sides, sitting.profile.values
    data = sheet_data(sitting)
    data["teams"], data["rules"] = [teams["A"], teams["B"]], {name: values[name] for name in RULES}
    return data


def whole_sheet_data(sitting: Sitting) -> SheetData:
    """The same with the last hand, too, as it would be typed."""
    data = ruled_sheet_data(sitting)
    if (last := _last(sitting)) is not None:
        data["last"] = last
    return data


# What of a sheet a page is sent: the table's page all of it; the phone keeps it for the pages that are sent less.
PARTS = {"score": sheet_data, "rules": ruled_sheet_data, "whole": whole_sheet_data}


def _last(sitting: Sitting) -> LastHand | None:
    """The hand that may be fixed from this table."""
    hand = sitting.last
    if hand is None:
        return None
    typed = _typed(sitting, hand.body)
    winner = hand.ruling.get("winner")
    return {
        "head": sitting.sheet.head,
        "entry": hand.entry.seq,
        "number": hand.number,
        "typed": typed,
        "winner": "AB".index(winner) if winner else None,
        "balls": opened(hand.ruling),
        "dealer": hand.dealer,
    }


def _typed(sitting: Sitting, body: Body) -> dict[str, str]:
    """The body of a hand in the fields of the form, as text; empty for one that only the desk can have written."""
    written = form_of(sitting.sheet.game).typed(body)
    if written is None:
        cards = {"events": json.dumps(body.get("events", []))}
        return cards | ({"deal": json.dumps(body["deal"])} if body.get("deal") else {})
    filled = {name: value for name, value in written.items() if value not in (None, "") and value is not False}
    return {name: "on" if value is True else str(value) for name, value in filled.items()}
