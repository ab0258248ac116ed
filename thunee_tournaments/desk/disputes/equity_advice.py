"""What a card or a call of a hand cost, as advice beside a dispute or a what-if: never a ruling.

Worked out by `engine.equity`, for hands whose cards are all known; a page waits for it a second at most.
"""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from adjudication.shapes import Body, Ruling
from engine.cards import parse_card
from engine.equity import Equity, NoAnswer, Outlook, equity
from thunee_tournaments.presentation import replays
from thunee_tournaments.presentation.rulings import Voices

MOST_POSITIONS = 12_000  # about a second
WHY_NOT = {
    "game": gettext_lazy("Only hands of thunee are worked out card by card."),
    "event": gettext_lazy("There is no such moment in this hand."),
    "cards": gettext_lazy("Not all cards of this hand are written down."),
    "trump": gettext_lazy("Nobody wrote down what was trump and who set it."),
    "declared": gettext_lazy("A hand declared in this way is not worked out."),
    "half": gettext_lazy("Until the second half is dealt nobody can say."),
    "winners": gettext_lazy("Who won the tricks before this moment is not known."),
    "order": gettext_lazy("A card out of turn lies in this trick: nobody can say how it would have gone on."),
    "leader": gettext_lazy("Who leads is not known."),
    "hard": gettext_lazy("There are too many ways to play on from here to look at them all."),
}


@dataclass(frozen=True)
class Choice:
    """Another card that could have been played, and what would have come of it."""

    card: str
    words: str
    played: bool


@dataclass(frozen=True)
class Advice:
    """What an event cost; `why_not` says why that cannot be told, and then there is nothing else."""

    event: int
    words: str
    why_not: str = ""
    before: str = ""
    after: str = ""
    cost: str = ""
    choices: list[Choice] = field(default_factory=list)


def offence_at(record: Body, ruling: Ruling) -> int | None:
    """The event, counted from 0, at which the first offence on record was played; None without one."""
    plays = [(n, event) for n, event in enumerate(record.get("events") or []) if event.get("type") == "play"]
    for offence in ruling.get("infractions") or []:
        for number, event in plays:
            if offence.get("card") and (event.get("seat"), _same(event.get("card"))) == (
                offence["seat"],
                offence["card"],
            ):
                return number
    return None


def _same(card: Any) -> str:
    """A card as rulings write it."""
    return parse_card(card) or ""


def advice(record: Body, event: int, voices: Voices) -> Advice:
    """What the event of this number cost in a whole record of a hand."""
    try:
        held = engine.read(dict(record))
        event_text = replays.event_text(held.events[event], voices) if held.events and event < len(held.events) else ""
    except engine.RecordError:
        return Advice(event, "", why_not=_("This is not a record of a hand."))
    try:
        answer = equity(held, event, MOST_POSITIONS)
    except NoAnswer as unknown:
        return Advice(event, event_text, why_not=str(WHY_NOT[unknown.code]))
    return _advice(answer, event, event_text, held, voices)


def _advice(answer: Equity, event: int, words: str, held: engine.HandRecord, voices: Voices) -> Advice:
    played = held.events[event].card if held.events and held.events[event].type == "play" else None
    choices = [
        Choice(card, _words(outlook, answer, voices), card == played) for card, outlook in answer.choices.items()
    ]
    before, after = (_words(outlook, answer, voices) for outlook in (answer.before, answer.after))
    return Advice(event, words, "", before, after, _cost(answer, voices), choices)


def _words(outlook: Outlook, answer: Equity, voices: Voices) -> str:
    """An outlook in words."""
    if outlook.total is None:
        return _("every trick can still be won") if outlook.reached else _("a trick is lost")
    values = {"side": voices.side(answer.side), "total": outlook.total, "target": answer.target}
    text = _("%(side)s comes to %(total)s, enough for %(target)s")
    return (text if outlook.reached else _("%(side)s comes to %(total)s, short of %(target)s")) % values


def _cost(answer: Equity, voices: Voices) -> str:
    """What changed between before and after."""
    if answer.called is not None:
        return _("It could still be made.") if answer.called else _("It could no longer be made.")
    if answer.before == answer.after:
        return _("It changed nothing for either side, if all play their best.")
    if answer.before.total is None or answer.after.total is None:
        return _("It decided whether every trick is won.")
    gained = answer.after.total - answer.before.total
    side = answer.side if gained > 0 else "BA"["AB".index(answer.side)]
    values = {"side": voices.side(side), "points": abs(gained)}
    if answer.before.reached != answer.after.reached:
        return _("It was worth %(points)s to %(side)s, and the hand.") % values
    return _("It was worth %(points)s to %(side)s, but not the hand.") % values


def moments(record: Body, voices: Voices) -> list[tuple[int, str]]:
    """Every card and call of a hand to choose from: its number and what happened."""
    try:
        held = engine.read(dict(record))
    except engine.RecordError:
        return []
    return [
        (number, f"{number + 1}. {replays.event_text(event, voices)}") for number, event in enumerate(held.events or ())
    ]
