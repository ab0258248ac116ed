"""The teams that signed themselves up: how to reach them, who looks like a double, and taking them in."""

from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import ORGANISERS, TREASURY, DeskRequest, organiser_page, page_for
from thunee_tournaments.desk.pages import crumb, desk_page, number_of, saying_why_not
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation import qr
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import accept_sign_up, decline_sign_up, join_sign_ups
from thunee_tournaments.teams.models import SignUp
from thunee_tournaments.teams.sign_ups import announcement_of, doubles_of
from thunee_tournaments.tournaments.models import Tournament

State = SignUp.State
MAX_NUMBER = 6  # digits


class Row(TypedDict):
    """A team that signed up; `doubles`: earlier numbers that look like the same team; `answers`: question, answer."""

    sign_up: SignUp
    doubles: list[int]
    answers: list[tuple[str, str]]


@page_for(ORGANISERS, looking=TREASURY)
def sign_ups(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers, and to look at for the treasurer: who signed up, how to reach them, and what was answered."""
    if request.method == "POST":
        return redirect("desk:sign_ups", tournament.slug)
    announcement = announcement_of(tournament)
    signed_up = tournament.sign_ups.select_related("team", "tournament", "joined_to").prefetch_related("letters")
    everybody = list(signed_up.order_by("number"))
    doubles = doubles_of(everybody)
    rows: list[Row] = [
        {
            "sign_up": sign_up,
            "doubles": doubles.get(sign_up.number, []),
            "answers": [pair for pair in zip(announcement.questions, sign_up.answers, strict=False) if pair[1]],
        }
        for sign_up in everybody
    ]
    path = reverse("public:tournament", args=[tournament.slug])
    address = own_address(request, path)
    context = {
        "announcement": announcement,
        "takes_late": queries.takes_late(tournament),
        "waiting": [row for row in rows if row["sign_up"].state == State.WAITING],
        "entered": [row for row in rows if row["sign_up"].state == State.IN],
        "absent": [row for row in rows if row["sign_up"].state == State.ABSENT],
        "gone": [row for row in rows if row["sign_up"].state in (State.DECLINED, State.WITHDRAWN, State.JOINED)],
        "address": address,
        "picture": qr.picture(address),
    }
    trail = (crumb(tournament, "teams"), (_("Sign-ups"), ""))
    return desk_page(request, tournament, "desk/sign_ups.html", context, tab="teams", trail=trail)


@require_POST
@organiser_page
def answer_sign_up(request: DeskRequest, tournament: Tournament, sign_up_id: str) -> HttpResponse:
    """For organisers: a team that signed up is taken in, or not, or joined to another sign-up of it."""
    signed_up = tournament.sign_ups.select_related("team", "tournament").filter(public_id=sign_up_id).first()
    if signed_up is None:
        raise Http404("no such sign-up")
    with saying_why_not(request):
        if request.POST.get("act") == "take":
            team = accept_sign_up(actor=request.user, signed_up=signed_up)
            messages.success(request, _("%(team)s is entered.") % {"team": team.name})
            if team.waits and queries.takes_late(tournament):
                return redirect(reverse("desk:late_team", args=[tournament.slug]) + f"?team={team.public_id}")
        elif request.POST.get("act") == "decline":
            decline_sign_up(actor=request.user, signed_up=signed_up, why=request.POST.get("why", ""))
            messages.success(request, _("%(team)s is not taken.") % {"team": signed_up.name})
        elif request.POST.get("act") == "join":
            into = tournament.sign_ups.filter(number=number_of(request.POST.get("into", ""), MAX_NUMBER) or 0).first()
            if into is None:
                raise Http404("no such sign-up")
            joined = join_sign_ups(actor=request.user, signed_up=signed_up, into=into)
            messages.success(request, _("%(team)s: two sign-ups are one now.") % {"team": joined.name})
    return redirect("desk:sign_ups", tournament.slug)
