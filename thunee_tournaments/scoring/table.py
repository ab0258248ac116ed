"""A table's page: who plays, the score, who deals, the hands so far, and what to do next."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from adjudication import scores
from adjudication.hands import Hand
from thunee_tournaments.brackets.names import is_final, title_of
from thunee_tournaments.brackets.selectors import goes_on_to
from thunee_tournaments.presentation import bell
from thunee_tournaments.presentation.rulings import headline, lines, reason
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.scoring import session
from thunee_tournaments.scoring.accepting import add_words
from thunee_tournaments.scoring.change_detection import mark_of, shown_ended
from thunee_tournaments.scoring.disputes import disputes_of
from thunee_tournaments.scoring.no_show import no_show_of
from thunee_tournaments.scoring.selectors import Sitting, now_at, to_sign_again
from thunee_tournaments.services.queries import why_only_look
from thunee_tournaments.tables.timers import clock_of
from thunee_tournaments.tournaments.models import Tournament


@require_safe
@session.table_session_required
def show(request: HttpRequest, here: session.TableSession) -> HttpResponse:
    """For a phone at its table: the match there, or the one that ended last, and what can be done."""
    now = now_at(here.link)
    ended = shown_ended(here.link, now)
    context: session.Context = {"link": here.link, "now": describe(now), "ended": None}
    context["closed"] = here.link.tournament.status == Tournament.Status.CLOSED
    if ended is not None:
        context["ended"] = describe(ended) | {
            "goes_on_to": goes_on_to(ended.match),
            "was_final": is_final(ended.match.round.name),
        }
    context["only_look"] = why_only_look(here.link)
    if now is not None:
        context["clock"] = clock_of(now.match.round)
        context["bell"] = bell.words_for(now.match, now.game, now.names)
        context["key"] = uuid.uuid4()
        context["no_show"] = no_show_of(here.link, now)
    for described in (context["now"], context["ended"]):
        add_words(here, described)
    context["asked"] = next((row for row in context["now"].get("hands", []) if row.get("word") == "yours"), None)
    # Any other page asks for it once it is open: here it would double what the page costs.
    context["mark"] = mark_of(here.link, now, ended) if here.link.side or context["only_look"] else ""
    shown = {it.game.pk for it in (now, ended) if it is not None}
    context["again"] = [game for game in to_sign_again(here.link.table_id) if game.pk not in shown]
    return render(request, "scoring/table.html", context)


def describe(sitting: Sitting | None) -> session.Context:
    """A sitting as its page shows it."""
    if sitting is None:
        return {}
    return {
        "sitting": sitting,
        "match": sitting.match,
        "round": title_of(sitting.match),
        "sheet": sitting.sheet,
        "after": sitting.after,
        "dealer": sitting.seats[sitting.dealer] if sitting.dealer is not None else None,
        "trumper": sitting.seats[(sitting.dealer + 1) % len(sitting.seats)] if sitting.dealer is not None else None,
        "hands": [describe_hand(hand, sitting) for hand in reversed(sitting.hands)],
        "next_number": sum(not hand.voided for hand in sitting.hands) + 1,
        "disputes": disputes_of(sitting),
        "previous": sitting.previous if sitting.sheet.seq == 0 else None,
        "signatures": signatures_of(sitting.match, sitting.game),
        "ended_by_bell": bell.ended(sitting.after, sitting.names),
    }


def describe_hand(hand: Hand, sitting: Sitting) -> session.Context:
    """One hand as a row: what it came to, why, and what was written before it was corrected."""
    ruling, names = hand.ruling, sitting.names_at(hand)
    return {
        "hand": hand,
        "headline": headline(ruling, names),
        "reason": reason(ruling),
        "lines": lines(ruling, names),
        "winner": ruling.get("winner"),
        "balls": scores.opened(ruling),
        "differs": bool(ruling.get("discrepancies")),
        "why_changed": hand.entry.reason if hand.corrected else "",
        "is_last": hand is sitting.last,
    }


@require_POST
@session.table_session_required
def leave(_request: HttpRequest, _here: session.TableSession) -> HttpResponse:
    """For a phone at its table: it keeps score here no more."""
    response = redirect("public:home")
    session.end(response)
    return response
