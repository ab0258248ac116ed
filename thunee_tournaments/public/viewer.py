"""The hand viewer: any hand trick by trick, calls at their moment, the count building up, the explanation beside it.

Every moment has its own address (`?moment=12`), so forwards and back are links. The page of each carries the whole
hand: a small script goes on by keys, swipes and the scrubber without another request.
A hand written as figures alone has no moments: its page is the explanation.
"""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

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
from thunee_tournaments.public import felt
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.public.hands import HandView, voices_of
from thunee_tournaments.services import queries
from thunee_tournaments.tournaments.models import Tournament


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
    view = HandView(shown, voices)
    context = {
        **frame(tournament, "bracket"),
        "live": False,
        **viewed(request, record, shown.ruling, voices),
        "view": view,
        "title": _("Hand %(number)s") % {"number": view.number} if view.number else _("A hand struck out"),
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
    """What the viewer shows of a record, opened at the moment that was asked for; else at the rule `at`, else the
    deal."""
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
    views = felt.views(moments, ruling, voices)
    return shown | {
        "moment": now,
        "now": now.number,
        "last": moments[-1].number,
        "before": max(now.number - 1, 0),
        "next": min(now.number + 1, moments[-1].number),
        "moments": views,
        "said": views[now.number],
        "players": len(now.hands),
        "many": felt.most_held(moments) > felt.MANY,
        "seats": felt.seats(moments, voices, record["dealer"]),
        "lying": felt.lying(moments),
        "piles": felt.piles(moments),
        "trump": felt.trump(moments),
        "totals": felt.totals(moments, voices),
        "counted": felt.counted(moments, voices),
        "windows": felt.windows(moments, voices),
        "tricks": replays.tricks(moments, voices),
        "steps": [(step, _step_css(step.moment, now.number)) for step in steps],
        "whole_pack": not traits(record.get("game", "thunee")).short_pack,
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


def _step_css(of: int, now: int) -> str:
    """A step is lit at its moment, and pale before it."""
    return "is-lit" if of == now else "is-to-come" if of > now else ""
