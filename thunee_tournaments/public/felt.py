"""The felt of the hand viewer: who sits there and holds what, which cards lie there, how far the count is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.replay import Moment, Tally
from engine.shapes import Ruling
from thunee_tournaments.presentation import replays, rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import PLACES
from thunee_tournaments.public.moments import Shown, When, held, shown, when

MANY = 8  # cards in one hand: more of them are drawn smaller
Marks = dict[str, When]


class Offence(NamedTuple):
    """What was against the rules, by which rule, and whether it was penalised."""

    text: str
    rule: str
    enforced: bool


@dataclass(frozen=True)
class MomentView:
    """A moment in words: where in the hand it is, what happened, what came of it."""

    number: int
    at: When
    where: str
    text: str
    after: str
    offences: tuple[Offence, ...]


@dataclass(frozen=True)
class SeatView:
    """A player at the table: cards, what is said of them, and the marks of whoever plays next or has just acted."""

    place: str
    name: str
    side: str
    deals: bool
    held: list[Shown[str]]
    notes: list[Shown[str]]
    plays: When
    marks: Marks


@dataclass(frozen=True)
class Lying:
    """A card on the felt, from when it is played until the next trick is led."""

    place: str
    card: str
    at: When
    marks: Marks


@dataclass(frozen=True)
class Counted:
    """A figure that grows with the hand: whose it is, and what it is when."""

    name: str
    side: str
    counts: bool
    figures: list[Shown[str]]


class Total(NamedTuple):
    """The count of the side that counts: what it has and what it needs."""

    team: str
    side: str
    total: int
    target: int | None


def views(moments: Sequence[Moment], ruling: Ruling, voices: Voices) -> list[MomentView]:
    """Every moment in words."""
    return [
        MomentView(
            moment.number,
            When.of([moment.number]),
            _where(moment),
            replays.event_text(moment.event, voices),
            replays.after_text(moment, ruling, voices) or _owes(moment, voices),
            tuple(
                Offence(rulings.offence(offence.offence), offence.rule, offence.enforced) for offence in moment.offences
            ),
        )
        for moment in moments
    ]


def _where(moment: Moment) -> str:
    if moment.pile:
        return _("Sequence %(number)s") % {"number": moment.trick} if moment.trick else _("Before the first sequence")
    return _("Trick %(number)s") % {"number": moment.trick} if moment.trick else _("Before the play")


def _owes(moment: Moment, voices: Voices) -> str:
    """Who has to pick up, and how many cards, where cards are picked up at all."""
    if moment.pile is None or moment.pile.owes is None:
        return ""
    seat, count = moment.pile.owes
    if count is None:
        return _("%(player)s has to pick up; how many nobody can tell.") % {"player": voices.seat(seat)}
    text = ngettext("%(player)s has to pick up %(count)s card.", "%(player)s has to pick up %(count)s cards.", count)
    return text % {"player": voices.seat(seat), "count": count}


def seats(moments: Sequence[Moment], voices: Voices, dealer: int) -> list[SeatView]:
    """The players around the table."""
    return [_seat(moments, voices, seat, dealer) for seat in range(len(moments[0].hands))]


def _seat(moments: Sequence[Moment], voices: Voices, seat: int, dealer: int) -> SeatView:
    plays = when(moments, lambda moment: moment.to_play == seat)
    return SeatView(
        PLACES[len(moments[0].hands)][seat],
        voices.seat(seat),
        "ab"[seat % 2],
        dealer == seat,
        held(moments, seat),
        [*shown(moments, lambda moment: _of_bid(moment, seat)), *shown(moments, lambda moment: _of_hand(moment, seat))],
        plays,
        {"is-next": plays, "is-acting": when(moments, lambda moment: _acts(moment, seat))},
    )


def _acts(moment: Moment, seat: int) -> bool:
    return moment.event is not None and moment.event.seat == seat


def _of_hand(moment: Moment, seat: int) -> str:
    """What has to be said of the cards of a seat where not all of them are known."""
    if moment.whole[seat]:
        return ""
    if moment.hands[seat]:
        return _("only the cards that are known")
    return "" if moment.played else _("not written down")


def _of_bid(moment: Moment, seat: int) -> str:
    """What a player has of what they bid, where each bids for themselves."""
    if not moment.tally.seats:
        return ""
    bid, tricks = (moment.tally.bids or ())[seat], moment.tally.seats[seat]
    if bid is None:
        return _("no bid yet")
    return ngettext("%(count)s trick of %(bid)s", "%(count)s tricks of %(bid)s", tricks) % {"count": tricks, "bid": bid}


def lying(moments: Sequence[Moment]) -> list[Lying]:
    """Every card that lies on the felt in the course of the hand, in the order in which they are played."""
    places = PLACES[len(moments[0].hands)]
    times: dict[tuple[int, str], list[int]] = {}
    for moment in moments:
        for seat, card in moment.table:
            times.setdefault((seat, card), []).append(moment.number)
    return [
        Lying(places[seat], card, When.of(numbers), _marks(moments, seat, numbers))
        for (seat, card), numbers in times.items()
    ]


def _marks(moments: Sequence[Moment], seat: int, numbers: Sequence[int]) -> Marks:
    now = [moments[number] for number in numbers]
    fresh = [moment for moment in now if _acts(moment, seat) and moment.event.type == "play"]
    return {
        "is-now": When.of(moment.number for moment in fresh),
        "is-winner": when(now, lambda moment: moment.winner == seat),
        "is-wrong": When.of(moment.number for moment in fresh if moment.offences),
    }


def trump(moments: Sequence[Moment]) -> list[Shown[str]]:
    """The suit that is trump, from when it was set."""
    suits: dict[int, str] = {}
    suit = ""
    for moment in moments:
        if moment.event is not None and moment.event.type == "trump":
            suit = moment.event.suit
        suits[moment.number] = suit
    return shown(moments, lambda moment: suits[moment.number])


def totals(moments: Sequence[Moment], voices: Voices) -> list[Shown[Total]]:
    """How far the count of the counting side is."""
    return shown(moments, lambda moment: _total(moment.tally, voices))


def _total(tally: Tally, voices: Voices) -> Total | None:
    if tally.total is None or tally.counting is None:
        return None
    return Total(voices.side("AB"[tally.counting]), "ab"[tally.counting], tally.total, tally.target)


def counted(moments: Sequence[Moment], voices: Voices) -> list[Counted]:
    """What each side has so far; nothing where there are no sides or no tricks."""
    if moments[0].pile or moments[0].tally.seats:
        return []
    return [
        Counted(
            voices.side("AB"[side]),
            "ab"[side],
            any(moment.tally.counting == side for moment in moments),
            shown(moments, lambda moment, side=side: _figures(moment.tally, side)),  # type: ignore[misc]
        )
        for side in (0, 1)
    ]


def _figures(tally: Tally, side: int) -> str:
    tricks = {"n": tally.tricks[side]}
    if tally.points is None:
        return ngettext("%(n)s trick", "%(n)s tricks", tricks["n"]) % tricks
    words = {**tricks, "points": tally.points[side], "jodhi": tally.jodhi[side]}
    text = ngettext("%(n)s trick, %(points)s points", "%(n)s tricks, %(points)s points", tricks["n"]) % words
    return text + (_(", jodhi %(jodhi)s") % words if tally.jodhi[side] else "")


def piles(moments: Sequence[Moment]) -> list[Shown[tuple[str, ...]]]:
    """What lies in the middle of a game of sequences, line by line."""
    return shown(moments, _pile)


def _pile(moment: Moment) -> tuple[str, ...] | None:
    if moment.pile is None:
        return None
    lines = [_("Draw pile: %(n)s") % {"n": moment.pile.stock}, _("Discards: %(n)s") % {"n": moment.pile.open}]
    if moment.pile.last:
        lines.append(_("Last sequence: %(ranks)s") % {"ranks": " ".join(moment.pile.last)})
    return tuple(lines)


def windows(moments: Sequence[Moment], voices: Voices) -> list[Shown[tuple[str, ...]]]:
    """What may be called, and by whom."""
    players = len(moments[0].hands)
    return shown(moments, lambda moment: tuple(replays.windows_text(moment.windows, voices, players)) or None)


def most_held(moments: Sequence[Moment]) -> int:
    """How many cards the biggest hand has."""
    return max(len(hand) for moment in moments for hand in moment.hands)
