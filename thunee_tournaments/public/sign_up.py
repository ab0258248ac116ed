"""Signing a team up for an event that is announced, and the captain's own page of that.

The captain's page has a secret address: no cache keeps it, no search finds it, no other site is told.
"""

import uuid

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from thunee_tournaments.fundraising.owed import account_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation import qr
from thunee_tournaments.public.sign_up_forms import FIELDS, ChangeForm, SignUpForm
from thunee_tournaments.public.strangers import (
    TOO_OFTEN,
    UNUSABLE,
    SomeAnHour,
    add_refusal,
    unkept,
)
from thunee_tournaments.services.acts import Refused, arrive, change_sign_up, sign_up, want_calls, withdraw_sign_up
from thunee_tournaments.teams.models import Announcement, SignUp
from thunee_tournaments.teams.sign_ups import announced_event, announcement_of, sign_up_by
from thunee_tournaments.tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """For everybody: signing a team up for an event that is announced. Once that is over, the page says so."""
    announcement = announced_event(slug)
    if announcement is None:
        raise Http404("nothing is announced here")
    if not announcement.takes_teams:
        return _register_page(request, announcement, None)
    if request.method != "POST":
        return _register_page(request, announcement, SignUpForm(announcement=announcement))
    form = SignUpForm(request.POST, announcement=announcement)
    if not form.is_valid():
        return _register_page(request, announcement, form, UNUSABLE)
    if not SomeAnHour("sign-ups", 30).allows(request):
        form.add_error(None, _("Too many teams have signed up from here. Wait an hour, or ask the organiser."))
        return _register_page(request, announcement, form, TOO_OFTEN)
    try:
        done = sign_up(
            tournament=announcement.tournament,
            key=request.POST.get("key", ""),
            typed=form.typed(),
            code_word=form.cleaned_data.get("code_word", ""),
            language=get_language() or "",
        )
    except Refused as refused:
        add_refusal(form, refused, FIELDS)
        return _register_page(request, announcement, form, UNUSABLE)
    return unkept(redirect("public:sign_up", slug, done.token))


def _register_page(
    request: HttpRequest, announcement: Announcement, form: SignUpForm | None, status: int = 200
) -> HttpResponse:
    context = {
        "announcement": announcement,
        "tournament": announcement.tournament,
        "form": form,
        "key": request.POST.get("key") or uuid.uuid4().hex,
    }
    return unkept(render(request, "public/register.html", context, status=status))


@require_http_methods(["GET", "HEAD", "POST"])
def captain(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """For everybody who has the link: how it stands with the team, to be changed or taken back until the draw."""
    tournament = Tournament.objects.filter(slug=slug).first()
    signed_up = sign_up_by(tournament, token) if tournament is not None else None
    if signed_up is None:
        raise Http404("no such sign-up")
    announcement = announcement_of(signed_up.tournament)
    if request.method != "POST":
        form = ChangeForm(announcement=announcement, initial=ChangeForm.typed_in(signed_up))
        return _captain_page(request, announcement, signed_up, form, token)
    if request.POST.get("act") == "withdraw":
        return _withdrawn(request, signed_up, token)
    if request.POST.get("act") in ("call", "no_calls"):
        return _calls(request, signed_up, token)
    if request.POST.get("act") == "arrive":
        return _arrived(request, announcement, signed_up, token)
    form = ChangeForm(request.POST, announcement=announcement)
    if form.is_valid():
        try:
            change_sign_up(signed_up=signed_up, typed=form.typed())
        except Refused as refused:
            add_refusal(form, refused, FIELDS)
        else:
            messages.success(request, _("Saved."))
            return unkept(redirect("public:sign_up", slug, token))
    signed_up.refresh_from_db()
    return _captain_page(request, announcement, signed_up, form, token, UNUSABLE)


def _arrived(request: HttpRequest, announcement: Announcement, signed_up: SignUp, token: str) -> HttpResponse:
    """A captain at the door types its code. Ten tries an hour for each team: a hall has one network address."""
    typed = request.POST.get("code", "")[:20]
    refusal = _("Too many tries. Come to the desk, where you are checked in.")
    if SomeAnHour(f"arrivals-{signed_up.pk}", 10).allows(request):
        try:
            arrive(signed_up=signed_up, code=typed)
            return unkept(redirect("public:sign_up", signed_up.tournament.slug, token))
        except Refused as refused:
            refusal = str(refused.message)
            if refused.code != "wrong_code":
                messages.error(request, refusal)
                return unkept(redirect("public:sign_up", signed_up.tournament.slug, token))
    form = ChangeForm(announcement=announcement, initial=ChangeForm.typed_in(signed_up))
    return _captain_page(request, announcement, signed_up, form, token, UNUSABLE, code=typed, refusal=refusal)


def _calls(request: HttpRequest, signed_up: SignUp, token: str) -> HttpResponse:
    wants = request.POST["act"] == "call"
    try:
        want_calls(signed_up=signed_up, wants=wants)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("You get an e-mail when you are called.") if wants else _("You get no e-mail."))
    return unkept(redirect("public:sign_up", signed_up.tournament.slug, token))


def _withdrawn(request: HttpRequest, signed_up: SignUp, token: str) -> HttpResponse:
    try:
        withdraw_sign_up(signed_up=signed_up)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Your team is not signed up any more."))
    return unkept(redirect("public:sign_up", signed_up.tournament.slug, token))


def _captain_page(
    request: HttpRequest,
    announcement: Announcement,
    signed_up: SignUp,
    form: ChangeForm,
    token: str,
    status: int = 200,
    **more: str,
) -> HttpResponse:
    tournament = signed_up.tournament
    path = reverse("public:sign_up", args=[tournament.slug, token])
    context = {
        "announcement": announcement,
        "tournament": tournament,
        "sign_up": signed_up,
        "form": form,
        "account": account_of(signed_up.team) if signed_up.team is not None else None,
        "currency": fund_of(tournament).currency,
        "draft": tournament.status == Tournament.Status.DRAFT,
        "live": signed_up.state in (SignUp.State.WAITING, SignUp.State.IN),
        "address": own_address(request, path),
        "by_mail": settings.SENDS_MAIL and bool(signed_up.email),
        "at_door": _at_door(request, signed_up),
        **more,
    }
    return unkept(render(request, "public/sign_up.html", context, status=status))


def _at_door(request: HttpRequest, signed_up: SignUp) -> str:
    """The code that the desk scans from the captain's phone; "" where there is nobody to check in."""
    team, tournament = signed_up.team, signed_up.tournament
    if team is None or signed_up.state != SignUp.State.IN or tournament.status == Tournament.Status.CLOSED:
        return ""
    path = reverse("desk:door", args=[tournament.slug]) + f"?team={team.public_id}"
    return qr.picture(own_address(request, path))
