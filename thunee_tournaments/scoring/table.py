"""A table's page: who plays, the score, who deals, the hands so far, and what to do next."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from thunee_tournaments.brackets.names import is_final
from thunee_tournaments.brackets.selectors import goes_on_to
from thunee_tournaments.presentation import bell
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.scoring import session
from thunee_tournaments.scoring.accepting import add_words
from thunee_tournaments.scoring.change_detection import mark_of, shown_ended
from thunee_tournaments.scoring.no_show import no_show_of
from thunee_tournaments.scoring.selectors import Sitting, now_at, to_sign_again
from thunee_tournaments.scoring.sitting_views import SittingView, describe
from thunee_tournaments.services.queries import why_only_look
from thunee_tournaments.tables.timers import clock_of
from thunee_tournaments.tournaments.models import Tournament


@require_safe
@session.table_session_required
def show(request: HttpRequest, here: session.TableSession) -> HttpResponse:
    """For a phone at its table: the match there, or the one that ended last, and what can be done."""
    now = now_at(here.link)
    ended = shown_ended(here.link, now)
    now_view = describe(now) if now is not None else None
    context: Context = {
        "link": here.link,
        "now": now_view,
        "ended": _ended(ended) if ended is not None else None,
        "closed": here.link.tournament.status == Tournament.Status.CLOSED,
        "only_look": why_only_look(here.link),
    }
    if now is not None:
        context["clock"] = clock_of(now.match.round)
        context["bell"] = bell.words_for(now.match, now.game, now.names)
        context["key"] = uuid.uuid4()
        context["no_show"] = no_show_of(here.link, now)
    for view in (now_view, context["ended"]):
        add_words(here, view)
    rows = now_view["hands"] if now_view is not None else []
    context["to_accept"] = next((row for row in rows if row.get("word") == "yours"), None)
    # Any other page asks for it once it is open: here it would double what the page costs.
    context["mark"] = mark_of(here.link, now, ended) if here.link.side or context["only_look"] else ""
    shown = {sitting.game.pk for sitting in (now, ended) if sitting is not None}
    context["again"] = [game for game in to_sign_again(here.link.table_id) if game.pk not in shown]
    return render(request, "scoring/table.html", context)


def _ended(sitting: Sitting) -> SittingView:
    """The match that ended here last, with where its winner goes."""
    view = describe(sitting)
    view["goes_on_to"], view["was_final"] = goes_on_to(sitting.match), is_final(sitting.match.round.name)
    return view


@require_POST
@session.table_session_required
def leave(_request: HttpRequest, _here: session.TableSession) -> HttpResponse:
    """For a phone at its table: it keeps score here no more."""
    response = redirect("public:home")
    session.end(response)
    return response
