"""The clocks of the rounds: how long each lasts, started, paused, given more time; and the bell in one match."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.brackets.models import Match, MatchGame, Round
from thunee_tournaments.brackets.names import title_in
from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, WRITERS, DeskRequest, page_for
from thunee_tournaments.desk.pages import crumb, desk_page, device_of, number_of, saying_why_not
from thunee_tournaments.desk.selectors import game_for
from thunee_tournaments.services.acts import (
    WriteKey,
    add_minutes,
    end_by_bell,
    pause_timer,
    ring_bell,
    set_timer,
    start_timer,
    stop_timer,
    take_bell_back,
)
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.models import RoundTimer
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

USUAL = 40
MORE = 5
PLAIN: dict[str, tuple[Callable[..., Any], Any]] = {
    "start": (start_timer, gettext_lazy("The clock runs.")),
    "pause": (pause_timer, gettext_lazy("The clock is paused.")),
    "ring": (ring_bell, gettext_lazy("The bell has rung.")),
    "stop": (stop_timer, gettext_lazy("The clock is taken off: no bell rings in this round.")),
}
COUNTED: dict[str, tuple[Callable[..., Any], Any]] = {
    "set": (set_timer, gettext_lazy("The time is set. It runs once you start it.")),
    "add": (add_minutes, gettext_lazy("The round has more time.")),
}


@page_for(ORGANISERS, looking=ANYBODY)
def clocks(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers, and to look at for everybody with a role: every round that is still played, with its clock."""
    rounds = list(
        Round.objects.filter(stage__tournament=tournament, matches__state__in=_OPEN)
        .select_related("stage").distinct().order_by("stage__order", "number")
    )  # fmt: skip
    if request.method == "POST":
        return _changed(request, tournament, rounds)
    running = {
        timer.round_id: timer for timer in RoundTimer.objects.filter(round__in=rounds).select_related("round__stage")
    }
    rows = [
        {
            "round": round_,
            "title": title_in(round_.stage, round_.name),
            "clock": timers.clock(running[round_.pk]) if round_.pk in running else None,
        }
        for round_ in rounds
    ]
    lines = policies.in_words(policies.read(tournament.policies))
    finish = next(policy for policy in lines if policy.name == "bell_finish")
    context = {"rows": rows, "usual": USUAL, "more": MORE, "bell": finish}
    trail = (crumb(tournament, "tables"), (_("Time"), ""))
    return desk_page(request, tournament, "desk/clocks.html", context, tab="tables", trail=trail)


_OPEN = [Match.State.WAITING, Match.State.READY, Match.State.PLAYING]


def _changed(request: DeskRequest, tournament: Tournament, rounds: list[Round]) -> HttpResponse:
    wanted = request.POST.get("round", "")
    round_ = next((each for each in rounds if str(each.pk) == wanted), None)
    do = request.POST.get("do", "")
    if round_ is None:
        messages.error(request, _("This round is over, or there is none such. Choose one of those below."))
        return redirect("desk:clocks", tournament.slug)
    with saying_why_not(request):
        if do in PLAIN:
            act, message = PLAIN[do]
            act(actor=request.user, round=round_)
            messages.success(request, message)
        elif do in COUNTED:
            act, message = COUNTED[do]
            minutes = number_of(request.POST.get("minutes", "").strip(), 5) or 0
            act(actor=request.user, round=round_, minutes=minutes, **_seen(request, do))
            messages.success(request, message)
        else:
            messages.error(request, _("Say what is to be done."))
    return redirect("desk:clocks", tournament.slug)


def _seen(request: DeskRequest, do: str) -> dict[str, int]:
    """How much time the round had in all on the page that adds to it."""
    seen = number_of(request.POST.get("seen", ""), 8)
    return {"seen": seen} if do == "add" and seen is not None else {}


@require_POST
@page_for(WRITERS)
def bell(request: DeskRequest, tournament: Tournament, match_id: str, number: int) -> HttpResponse:
    """For scorekeepers and referees: end a game at the bell, or (for a referee, with a reason) let it go on after
    all."""
    _match, game = game_for(tournament, match_id, number)
    with saying_why_not(request):
        _done(request, game)
    return redirect("desk:match", tournament.slug, match_id)


def _done(request: DeskRequest, game: MatchGame) -> None:
    key = WriteKey(device_of(request), request.POST.get("key") or uuid.uuid4(), request.POST.get("head", ""))
    if request.POST.get("do") == "back":
        take_bell_back(actor=request.user, game=game, reason=request.POST.get("reason", ""), key=key)
        messages.success(request, _("The bell is taken back: the game goes on."))
    else:
        end_by_bell(actor=request.user, game=game, key=key)
        messages.success(request, _("The bell has ended the game."))
