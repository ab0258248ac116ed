"""The end of a tournament: closing it, and taking that back."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.brackets.selectors import signs_anywhere
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import own_words
from thunee_tournaments.desk.pages import Context, add_refusal, desk_page, number_of, posted, saying_why_not
from thunee_tournaments.desk.selectors import facts_of
from thunee_tournaments.fundraising import auction
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.cash import uncounted
from thunee_tournaments.fundraising.owed import accounts_of
from thunee_tournaments.fundraising.payable import prizes_to_pay
from thunee_tournaments.fundraising.pledges import standings_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.signatures import to_sign
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Refused,
    close_tournament,
    delete_tournament,
    reopen_tournament,
)
from thunee_tournaments.services.queries import outlook, pending_disputes, surplus_waiting, to_go, why_not_deleted
from thunee_tournaments.tournaments.models import Tournament

Status = Tournament.Status
MOVED = gettext_lazy(
    "Something changed since you opened this page, so it was not closed. This is how it stands now: look, and close it."
)


class CloseForm(forms.Form):
    """Before the final is decided, a tournament ends only with a reason."""

    reason = own_words(
        gettext_lazy("Why does it end before the final is decided?"),
        gettext_lazy("It is published with the results."), 500, rows=3, required=False,
    )  # fmt: skip


@organiser_page
def close(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: what is still open, and the form that closes the tournament; with a reason, if nobody
    has won yet."""
    form = CloseForm(posted(request))
    if request.method == "POST" and tournament.status == Status.CLOSED:
        messages.info(request, _("The tournament is closed."))
        return redirect("desk:close", tournament.slug)
    if form.is_valid():
        reason, seen = form.cleaned_data["reason"], request.POST.get("seen", "")
        try:
            close_tournament(actor=request.user, tournament=tournament, reason=reason, seen=seen)
        except ChangedSinceShown:
            form.add_error(None, MOVED)
            tournament.refresh_from_db()
        except Refused as refused:
            add_refusal(form, refused, {"final_open": "reason"})
        else:
            messages.success(request, _("The tournament is closed. Thank you for running it."))
            return redirect("desk:close", tournament.slug)
    now = outlook(tournament)
    form.fields["reason"].required = not now.decided  # so that the page does not call it optional
    facts = facts_of(tournament)
    context: Context = {
        "form": form,
        "facts": facts,
        "open": facts.to_play - facts.over,
        "champion": now.champion if now.decided else None,
        "decided": now.decided,
        "unsigned": _unsigned(tournament),
        "surplus": surplus_waiting(tournament) if tournament.status == Status.RUNNING else [],
        "owing": [account for account in accounts_of(tournament) if account.open],
        "unpaid": [payable for payable in prizes_to_pay(tournament) if payable.open],
        "deposits_held": balances_of(tournament).held,
        "uncounted": uncounted(tournament),
        "pledges_open": sum(standing.open for standing in standings_of(tournament)),
        "auction_open": auction.open_of(auction.accounts_of(tournament)),
        "waiting": pending_disputes(tournament) if tournament.status == Status.RUNNING else 0,
        "currency": fund_of(tournament).currency,
        "deletable": why_not_deleted(tournament) is None,
        "to_go": to_go(tournament),
        "address": request.build_absolute_uri(f"/{tournament.slug}/"),
    }
    return desk_page(request, tournament, "desk/close.html", context, tab="close")


def _unsigned(tournament: Tournament) -> list[MatchGame]:
    """The games that nobody can sign any more once it is closed."""
    if tournament.status != Status.RUNNING or not signs_anywhere(tournament):
        return []
    return to_sign(MatchGame.objects.filter(match__stage__tournament=tournament))


@require_POST
@organiser_page
def reopen(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: a closed tournament is open again; its tables need new links."""
    if tournament.status == Status.RUNNING:
        messages.info(request, _("The tournament is open."))
        return redirect("desk:close", tournament.slug)
    with saying_why_not(request):
        reopen_tournament(actor=request.user, tournament=tournament)
        messages.success(request, _("The tournament is open again. The tables need new links."))
    return redirect("desk:close", tournament.slug)


@require_POST
@organiser_page
def delete(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: a tournament in which nothing was ever recorded is deleted, with its teams and sign-ups."""
    seen = number_of(request.POST.get("seen", ""), 5)
    with saying_why_not(request):
        name = delete_tournament(actor=request.user, tournament=tournament, seen=-1 if seen is None else seen)
        messages.success(request, _("%(name)s is deleted.") % {"name": name})
        return redirect("desk:home")
    return redirect("desk:close", tournament.slug)
