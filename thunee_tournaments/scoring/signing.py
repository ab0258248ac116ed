"""Signing a game on the table's phone: what is signed, each side with its PIN, and the slip that is left of it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.errors import KeyReused, Stale
from thunee_tournaments.presentation import qr
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.scoring.hand import CONFLICT, UNUSABLE
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.scoring.sitting_views import describe
from thunee_tournaments.services.acts import Refused, agree_to_game, sign_game
from thunee_tournaments.services.queries import why_only_look

BOTH = "both"  # what the one tap sends, where one tap signs for both sides


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def sign(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: a game that is over, and its signatures; a side signs, with its PIN where the
    phone is not its own."""
    sitting = sitting_for(here.link, sheet_id)
    if request.method == "POST":
        return _signed(request, here, sitting)
    signatures = signatures_of(sitting.match, sitting.game)
    if signatures is None:
        messages.info(request, _("There is nothing to sign now."))
        return redirect("scoring:table")
    return _page(request, here, sitting)


def _signed(request: HttpRequest, here: TableSession, sitting: Sitting) -> HttpResponse:
    side = request.POST.get("side", "")
    try:
        if side == BOTH:
            done = agree_to_game(actor=here.link, game=sitting.game, key=here.key_of(request))
        else:
            pin = request.POST.get("pin", "")[:20]
            done = sign_game(actor=here.link, game=sitting.game, side=side, key=here.key_of(request), pin=pin)
    except Stale:
        notice = _("The scoresheet changed first, so nothing was signed. Check it, then sign.")
        return _again(request, here, sitting, CONFLICT, notice=notice)
    except KeyReused as reused:
        return _again(request, here, sitting, UNUSABLE, notice=reused.message)
    except Refused as refused:
        if refused.code == "signed_already":
            messages.info(request, refused.message)
            return redirect("scoring:sign", sitting.sheet.public_id)
        if refused.code in ("wrong_pin", "pin_locked", "pin_missing"):
            return _again(request, here, sitting, UNUSABLE, wrong={"side": side, "message": refused.message})
        return _again(request, here, sitting, UNUSABLE, notice=refused.message)
    if done.standing.missing:
        team = sitting.names.side(side)
        messages.success(request, _("%(team)s has signed.") % {"team": team})
        return redirect("scoring:sign", sitting.sheet.public_id)
    messages.success(request, _("Both sides have signed: the game counts."))
    return redirect("scoring:table")


def _again(request: HttpRequest, here: TableSession, sitting: Sitting, status: int, **more: Any) -> HttpResponse:
    """The page as things are now, with why nothing was signed."""
    fresh = sitting_for(here.link, sitting.sheet.public_id)
    signatures = signatures_of(fresh.match, fresh.game)
    if signatures is None:
        messages.error(request, more.get("notice") or _("There is nothing to sign now."))
        return redirect("scoring:table")
    return _page(request, here, fresh, status, **more)


def _page(request: HttpRequest, here: TableSession, sitting: Sitting, status: int = 200, **more: Any) -> HttpResponse:
    changed = [hand for hand in sitting.hands if hand.corrected]
    latest = max(changed, key=lambda hand: hand.entry.seq, default=None)
    described = describe(sitting)
    context = {
        **described,
        "view": described,
        "own": here.link.side,
        "only_look": why_only_look(here.link),
        "count": sum(not hand.voided for hand in sitting.hands),
        "changed": latest,
        "closed": True,  # nothing is entered or fixed from the list of hands on this page
        **more,
    }
    return render(request, "scoring/sign.html", context, status=status)


@require_safe
@table_session_required
def slip(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: what both sides signed, to print or to photograph: it proves later what the sheet
    said."""
    sitting = sitting_for(here.link, sheet_id)
    signatures = signatures_of(sitting.match, sitting.game)
    if signatures is None:
        raise Http404("nothing was signed")
    context = {**describe(sitting), "picture": qr.picture(sitting.sheet.head)}
    context["count"] = sum(not hand.voided for hand in sitting.hands)
    return render(request, "scoring/slip.html", context)
