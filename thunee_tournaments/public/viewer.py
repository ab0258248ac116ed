"""The hand viewer: any hand trick by trick, calls at their moment, the count building up, the explanation beside it.

Every moment has its own address (`?moment=12`), so forwards and back are links; a small script adds keys and swipes.
A hand written as figures alone has no moments: its page is the explanation.
"""

from collections.abc import Sequence
from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from adjudication.hands import Hand, all_steps
from engine.games import traits
from engine.replay import Moment, replay
from engine.shapes import RawRecord, Ruling
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.presentation import replays, rulings
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import PLACES
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.public.hands import HandView, voices_of
from thunee_tournaments.services import queries
from thunee_tournaments.tournaments.models import Tournament

MOST_LIT = 3  # lines said beside the table too; at the end of a hand there are many, and they stand below
MOVES = (
    ("first", "«", gettext_lazy("First")),
    ("before", "‹", gettext_lazy("Back")),
    ("next", "›", gettext_lazy("Next")),
    ("last", "»", gettext_lazy("Last")),
)


class SeatView(TypedDict):
    """A player at the table: hand (`whole`: all of it is known), card on the table, whose turn."""

    place: str
    name: str
    side: str
    hand: Sequence[str]
    whole: bool
    card: str
    css: str
    acts: bool
    says: str
    next: bool
    deals: bool


class SideView(TypedDict):
    """What a side has so far; `points` is None beside Thunee."""

    name: str
    side: str
    tricks: int
    points: int | None
    jodhi: int
    counts: bool


class BidderView(TypedDict):
    """What a player has so far, where each bids for themselves."""

    name: str
    side: str
    tricks: int
    bid: int | None


@of_event
def hand(request: HttpRequest, tournament: Tournament, public_id: str, number: int, seq: int) -> HttpResponse:
    """For readers of the event: the hand first written as entry `seq` of the match's game `number`, to
    be played through."""
    match = match_for(tournament, public_id)
    game = next((game for game in match.games.all() if game.number == number), None)
    steps = all_steps(game.sheet) if game else []
    hands = [step for step in steps if not step.is_decision]
    shown = next((hand for hand in hands if hand.seq == seq), None)
    if game is None or shown is None:
        raise Http404("no such hand")
    voices = voices_of(match, (number, seq))
    record = queries.record_of(game.sheet, seq, steps)
    context = {
        **frame(tournament, "bracket"),
        "live": False,
        **viewed(request, record, shown.ruling, voices),
        "view": HandView(shown, voices),
        "match": match,
        "game": game,
        "round": title_of(match),
        "match_href": reverse("public:match", args=[tournament.slug, public_id]) + f"?game={number}#hand-{seq}",
        "others": _neighbours(hands, shown, game, tournament.slug, public_id),
    }
    return render(request, "public/hand_viewer.html", context)


def _neighbours(hands: Sequence[Hand], hand: Hand, game: MatchGame, slug: str, public_id: str) -> dict[str, str]:
    """The hands before and after it in the game."""
    place = hands.index(hand)
    around = {"before": hands[place - 1] if place else None, "after": (*hands[place + 1 :], None)[0]}
    return {
        name: reverse("public:hand", args=[slug, public_id, game.number, other.seq])
        for name, other in around.items()
        if other is not None
    }


def viewed(request: HttpRequest, record: RawRecord, ruling: Ruling, voices: Voices, at: str = "") -> Context:
    """What the viewer shows of a record at the moment that was asked for; else at the rule `at`, else the deal."""
    moments = _moments(record)
    shown: Context = {
        "ruling": ruling,
        "headline": rulings.headline(ruling, voices) if ruling else "",
        "reason": rulings.reason(ruling) if ruling else "",
        "lines": rulings.lines(ruling, voices),
        "voices": voices,
    }
    if len(moments) < 2:
        return shown
    steps = replays.steps(ruling, moments, voices)
    now = moments[_asked(request, len(moments) - 1, _speaks(at, moments, steps))]
    lit = [step.line for step in steps if step.moment == now.number]
    return shown | {
        "moment": now,
        "last": moments[-1].number,
        "moves": MOVES,
        "links": _links(request.path, now.number, moments[-1].number),
        "text": replays.event_text(now.event, voices),
        "after_text": replays.after_text(now, ruling, voices),
        "offences": [(rulings.offence(offence.offence), offence.rule, offence.enforced) for offence in now.offences],
        "players": len(now.hands),
        "seats": [_seat(now, seat, voices, record["dealer"]) for seat in range(len(now.hands))],
        "tricks": replays.tricks(moments, voices),
        "windows": replays.windows_text(now.windows, voices, len(now.hands)),
        "lit": lit if len(lit) <= MOST_LIT else [],
        "steps": [(step, _step_css(step.moment, now.number)) for step in steps],
        "sides": [] if now.pile or now.tally.seats else [_side(now, side, voices) for side in (0, 1)],
        "alone": _alone(now, voices),
        "owes": _owes(now, voices),
        "whole_pack": not traits(record.get("game", "thunee")).short_pack,
        "counting": voices.side("AB"[now.tally.counting]) if now.tally.counting is not None else "",
    }


def _moments(record: RawRecord) -> list[Moment]:
    """The moments of a record; none of one that is no record any more, or of a game nobody replays."""
    try:
        return replay(dict(record))
    except (engine.RecordError, LookupError):
        return []


def _asked(request: HttpRequest, last: int, otherwise: int) -> int:
    """The moment in the address, the last where there are not so many; without one `otherwise`."""
    wanted = request.GET.get("moment", "")
    return min(int(wanted), last) if wanted.isdecimal() and len(wanted) < 6 else otherwise


def _speaks(rule: str, moments: Sequence[Moment], steps: Sequence[replays.Step]) -> int:
    """The moment at which a rule speaks: by an offence, or in the explanation; the deal if it does not."""
    offended = [moment.number for moment in moments if rule in [offence.rule for offence in moment.offences]]
    return next(iter([*offended, *(step.moment for step in steps if step.line.rule == rule)]), 0)


def _links(path: str, now: int, last: int) -> dict[str, str]:
    """Where forwards and back lead, as far as there is anywhere to go."""
    places = {"first": 0, "before": now - 1, "next": now + 1, "last": last}
    return {name: f"{path}?moment={n}#viewer" for name, n in places.items() if 0 <= n <= last and n != now}


def _seat(now: Moment, seat: int, voices: Voices, dealer: int) -> SeatView:
    """A player at the table: hand, card on the table, tricks, whose turn."""
    card = next((card for player, card in now.table if player == seat), "")
    just_now = now.event is not None and now.event.seat == seat
    return {
        "place": PLACES[len(now.hands)][seat],
        "name": voices.seat(seat),
        "side": "ab"[seat % 2],
        "hand": now.hands[seat],
        "whole": now.whole[seat],
        "card": card,
        "css": _table_css(now, seat, just_now),
        "acts": just_now,
        "says": "" if not just_now or now.event.type == "play" else now.event.type,
        "next": now.to_play == seat,
        "deals": dealer == seat,
    }


def _table_css(now: Moment, seat: int, just_now: bool) -> str:
    if just_now and now.offences and now.event.type == "play":
        return "is-wrong"
    return "is-winner" if now.winner == seat else ""


def _side(now: Moment, side: int, voices: Voices) -> SideView:
    """What a side has so far."""
    tally = now.tally
    return {
        "name": voices.side("AB"[side]),
        "side": "ab"[side],
        "tricks": tally.tricks[side],
        "points": None if tally.points is None else tally.points[side],
        "jodhi": tally.jodhi[side],
        "counts": tally.counting == side,
    }


def _alone(now: Moment, voices: Voices) -> list[BidderView]:
    """What each player has so far, where each bids for themselves."""
    bids = now.tally.bids or ()
    return [
        {"name": voices.seat(seat), "side": "ab"[seat % 2], "tricks": tricks, "bid": bid}
        for seat, (tricks, bid) in enumerate(zip(now.tally.seats or (), bids, strict=True))
    ]


def _owes(now: Moment, voices: Voices) -> str:
    """Who has to pick up, and how many cards, where cards are picked up at all."""
    if now.pile is None or now.pile.owes is None:
        return ""
    seat, count = now.pile.owes
    if count is None:
        return _("%(player)s has to pick up; how many nobody can tell.") % {"player": voices.seat(seat)}
    text = ngettext("%(player)s has to pick up %(count)s card.", "%(player)s has to pick up %(count)s cards.", count)
    return text % {"player": voices.seat(seat), "count": count}


def _step_css(of: int, now: int) -> str:
    """A step is lit at its moment, and pale before it."""
    return "is-lit" if of == now else "is-to-come" if of > now else ""
