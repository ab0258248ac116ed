"""A hand moment by moment in words: what happened, what was against the rules, what may be called now, and which step
of the explanation belongs to which moment. Made from `engine.replay` and the hand's ruling; nothing is judged here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from engine import rulebook
from engine.replay import Moment, Window
from engine.shapes import Ruling
from engine.shapes import Step as RulingStep
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Line, Voices
from thunee_tournaments.presentation.words import card_name, suit_name

CALLS = {
    "call": gettext_lazy("a call"),
    "thunee": gettext_lazy("thunee"),
    "royals": gettext_lazy("royals"),
    "jodhi": gettext_lazy("jodhi"),
    "murrials": gettext_lazy("murrials"),
    "double": gettext_lazy("double"),
    "khanuck": gettext_lazy("khanuck"),
    "bid": gettext_lazy("a bid"),
    "trump": gettext_lazy("naming trump"),
    "pickup": gettext_lazy("a forced pick-up"),
}
SUITS = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
# Rules that speak of a call when it is made; what else their stems say is said when the hand is over.
WHEN_CALLED = {
    "double": ("TH-DBL-1", "TH-DBL-4"),
    "khanuck": ("TH-KHAN-1",),
    "declare": ("TH-THUN-1", "TH-THUN-7"),
}
AT_THE_END = ("TH-CALL-6", "TH-CALL-7")
BIDDING = ("TAR-BID-1", "TAR-BID-2", "TAR-EG-1", "TAR-EG-2", "FH-BID-1", "FH-BID-2", "FO-1")
NAMING = ("TAR-BID-3", "FH-TRUMP-1")


@dataclass(frozen=True)
class Step:
    """A line of the explanation and the moment it belongs to."""

    line: Line
    moment: int


@dataclass(frozen=True)
class Card:
    """A card in the list of tricks: whose, at which moment, whether it won and whether it was against the rules."""

    player: str
    card: str
    moment: int
    won: bool
    wrong: bool

    @property
    def css(self) -> str:
        return "is-wrong" if self.wrong else "is-winner" if self.won else ""


@dataclass(frozen=True)
class Utterance:
    """Something said, in the list of tricks."""

    text: str
    moment: int
    wrong: bool


@dataclass
class Part:
    """Cards played one after the other, or what was said between them: one of the two is empty."""

    cards: list[Card]
    utterances: list[Utterance]


@dataclass
class Trick:
    """A trick, part by part in the order of the table; number 0 is what came before the play."""

    number: int
    parts: list[Part]

    @property
    def cards(self) -> list[Card]:
        return [card for part in self.parts for card in part.cards]


def event_text(event: Any, voices: Voices) -> str:
    """What happened, from an event of a record; without one it is the deal."""
    if event is None:
        return pgettext("the cards dealt", "The deal")
    player = {"player": voices.seat(event.seat)} if event.seat is not None else {"player": ""}
    if event.type == "play" and getattr(event, "card", None):
        return _("%(player)s plays the %(card)s") % {**player, "card": card_name(event.card)}
    if event.type in ("bid", "play", "draw", "pickup", "slow"):
        return _other_games(event, player)
    if event.type == "call":
        text = _("%(player)s calls %(amount)s blind") if event.blind else _("%(player)s calls %(amount)s")
        return text % {**player, "amount": event.amount}
    if event.type == "trump":
        return _("%(player)s sets trump: %(suit)s") % {**player, "suit": _suit_or_none(event.suit)}
    if event.type == "declare":
        return _("%(player)s calls %(what)s") % {**player, "what": rulings.KINDS[event.kind]}
    if event.type == "jodhi":
        text = _("%(player)s calls jodhi in %(suit)s for %(value)s")
        return text % {**player, "suit": suit_name(event.suit), "value": event.value}
    if event.type == "accuse":
        accusation = {**player, "other": voices.seat(event.against), "offence": rulings.offence(event.offence)}
        return _("%(player)s accuses %(other)s: %(offence)s") % accusation
    if event.type == "redeal":
        return _("Dealt again: %(reason)s") % {"reason": rulings.KINDS[event.reason]}
    plain = {
        "pass": _("%(player)s passes"),
        "murrials": _("%(player)s answers: murrials"),
        "double": _("%(player)s calls double"),
        "khanuck": _("%(player)s calls khanuck"),
    }
    return plain[event.type] % player


def _other_games(event: Any, player: dict[str, str]) -> str:
    """What happened in the games beside Thunee."""
    if event.type == "bid":
        if event.suit:
            bid = {**player, "tricks": event.tricks, "suit": _suit_or_none(event.suit)}
            return _("%(player)s bids %(tricks)s in %(suit)s") % bid
        return _("%(player)s bids %(tricks)s") % {**player, "tricks": event.tricks}
    if event.type == "play":
        return _("%(player)s plays %(cards)s") % {**player, "cards": ", ".join(map(card_name, event.cards or ()))}
    if event.type == "draw":
        return _("%(player)s draws a card") % player
    if event.type == "pickup":
        text = ngettext("%(player)s picks up %(count)s card", "%(player)s picks up %(count)s cards", event.count or 0)
        return text % {**player, "count": event.count}
    return _("%(player)s was slow") % player


def _suit_or_none(suit: str) -> str:
    return _("no trump") if suit == "nt" else suit_name(suit)


def after_text(moment: Moment, ruling: Ruling, voices: Voices) -> str:
    """Who won the trick that a card completed; "" for any other moment."""
    if moment.winner is None or moment.event is None or moment.event.type != "play":
        return ""
    if moment.pile is not None:
        return _("%(player)s has played out") % {"player": voices.seat(moment.winner)}
    trick = next((trick for trick in ruling.get("tricks") or [] if trick["number"] == moment.trick), None)
    if trick is None:
        return _("%(player)s wins the trick") % {"player": voices.seat(moment.winner)}
    if trick["points"] is None:
        return _("%(player)s wins trick %(number)s") % {"player": voices.seat(moment.winner), "number": moment.trick}
    words = {"player": voices.seat(moment.winner), "number": moment.trick, "points": trick["points"]}
    return _("%(player)s wins trick %(number)s, %(points)s points") % words


def windows_text(windows: Sequence[Window], voices: Voices, players: int) -> list[str]:
    """What may be called now, and by whom; an accusation always may."""
    return [
        _("%(call)s: %(who)s") % {"call": CALLS[window.call], "who": _callers(window.seats, voices, players)}
        for window in windows
        if window.call in CALLS
    ]


def _callers(seats: Sequence[int], voices: Voices, players: int) -> str:
    if len(seats) == players:
        return _("anybody")
    for side in (0, 1):
        if list(seats) == list(range(side, players, 2)):
            return voices.side("AB"[side])
    return ", ".join(voices.seat(seat) for seat in seats)


def tricks(moments: Sequence[Moment], voices: Voices) -> list[Trick]:
    """Every card and everything said, trick by trick; what is said after a trick stands with it."""
    won = {moment.trick: moment.winner for moment in moments if moment.winner is not None}
    listed: list[Trick] = []
    for moment in moments[1:]:
        if not listed or listed[-1].number != moment.trick:
            listed.append(Trick(moment.trick, []))
        parts = listed[-1].parts
        is_card = moment.event.type == "play" and moment.pile is None
        if not parts or bool(parts[-1].cards) != is_card:
            parts.append(Part([], []))
        wrong = bool(moment.offences)
        if is_card:
            took = won.get(moment.trick) == moment.event.seat
            parts[-1].cards.append(Card(voices.seat(moment.event.seat), moment.event.card, moment.number, took, wrong))
        else:
            parts[-1].utterances.append(Utterance(event_text(moment.event, voices), moment.number, wrong))
    return listed


def steps(ruling: Ruling, moments: Sequence[Moment], voices: Voices) -> list[Step]:
    """The explanation, each line with the moment it belongs to."""
    lines = rulings.lines(ruling, voices)
    return [
        Step(line, _moment_of(number, step, moments))
        for number, (line, step) in enumerate(zip(lines, ruling.get("steps") or [], strict=True))
    ]


def _moment_of(number: int, step: RulingStep, moments: Sequence[Moment]) -> int:
    """The moment a step speaks of: that at which it was said or of the call it judges, else the end of the hand."""
    if moments[-1].said is not None:
        return next((moment.number for moment in moments if (moment.said or 0) > number), moments[-1].number)
    rule, values = str(step["rule"]), step.get("values") or {}
    try:
        stem = rulebook.get(rule).stem
    except KeyError:
        return moments[-1].number
    if rule in BIDDING:
        return _last(moments, ("bid", "pass", "double"), before_play=True)
    if rule in NAMING:
        return _last(moments, ("trump", "bid"), before_play=True)
    if stem == "calling" and rule not in AT_THE_END:
        return _last(moments, ("call", "trump"), before_play=True)
    if stem == "jodhi":
        return _of_jodhi(values, moments)
    if stem == "offences":
        return _last(moments, ("accuse",))
    for event, rules in WHEN_CALLED.items():
        if rule in rules:
            return _last(moments, (event,))
    return moments[-1].number


def _of_jodhi(values: Mapping[str, object], moments: Sequence[Moment]) -> int:
    answered = [
        moment for moment in moments[1:] if moment.event.type == "murrials" and moment.event.seat == values.get("by")
    ]
    if answered:
        return answered[-1].number
    called = [
        moment
        for moment in moments[1:]
        if moment.event.type == "jodhi"
        and moment.event.seat == values.get("seat")
        and moment.event.suit == SUITS.get(str(values.get("suit")))
        and values.get("value") in (None, moment.event.value)
    ]
    return called[0].number if called else moments[-1].number


def _last(moments: Sequence[Moment], kinds: Sequence[str], *, before_play: bool = False) -> int:
    events = [moment for moment in moments[1:] if moment.event.type in kinds and not (before_play and moment.played)]
    return events[-1].number if events else 0 if before_play else moments[-1].number
