"""Disputes at the desk: the list of them, what a referee reads about one, raising one, writing an appeal down."""

import uuid
from collections.abc import Iterable
from typing import Any, NotRequired, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.disputes import MAX_GROUNDS, words_of
from adjudication.hands import Hand, all_hands
from adjudication.models import Dispute
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, referee_page
from thunee_tournaments.desk.disputes.bundles import bundle_of
from thunee_tournaments.desk.disputes.decision_forms import outcomes_for
from thunee_tournaments.desk.match.hands import writer_text
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import Trail, desk_page, device_of, posted, refused_beside
from thunee_tournaments.presentation.disputes import CaseView, views_of
from thunee_tournaments.presentation.seats import parties_of
from thunee_tournaments.services.acts import appeal_decision, raise_dispute
from thunee_tournaments.services.queries import (
    RAISED_FOR,
    Case,
    barred,
    case_for,
    cases_of,
    leaves_in,
    pending_disputes,
)
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import referees_of

About = Dispute.About
NOBODY = "nobody"


def view_of(case: Case, match: Match, hands: Iterable[Hand] | None = None) -> CaseView:
    """A dispute for a page of its own. `hands`: those of its game, if they are at hand."""
    games = list(match.games.all())
    sheet = next((game.sheet for game in games if game.sheet_id == case.dispute.sheet_id), None)
    if hands is None:
        hands = all_hands(sheet) if sheet else ()
    [view] = views_of([case], match, games, hands)
    return view


def trail(tournament: Tournament, *more: tuple[str, str]) -> Trail:
    return ((_("Disputes"), reverse("desk:disputes", args=[tournament.slug]) if more else ""), *more)


@require_safe
@referee_page
def disputes(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For referees: what waits for a decision, and what was decided; the page keeps itself fresh.
    `?count=1`: how many wait."""
    if "count" in request.GET:
        return JsonResponse({"waiting": pending_disputes(tournament)})
    rows = [_row(case) for case in cases_of(tournament)]
    context = {
        "waiting": [row for row in rows if row["case"].waits],
        "decided": [row for row in rows if not row["case"].waits],
        "live": tournament.status == Tournament.Status.RUNNING,
        "referees": len(referees_of(tournament)),
    }
    return desk_page(request, tournament, "desk/disputes.html", context, tab="disputes")


class Row(TypedDict):
    """A dispute in the list; of one whose match was drawn again there is no more than that."""

    case: Case
    view: NotRequired[CaseView]
    match: NotRequired[Match]
    round: NotRequired[str]


def _row(case: Case) -> Row:
    if case.match is None:
        return {"case": case}
    [view] = views_of([case], case.match, ())
    return {"case": case, "view": view, "match": case.match, "round": title_of(case.match)}


@require_safe
@referee_page
def dispute(request: DeskRequest, tournament: Tournament, dispute_id: str) -> HttpResponse:
    """For referees: everything about one dispute: who raised it and why, the record, the rules, what can be decided."""
    case = case_for(tournament, dispute_id)
    if case.match is None:
        messages.info(request, _("The match of this dispute was drawn again since: there is nothing to decide."))
        return redirect("desk:disputes", tournament.slug)
    match = match_for(tournament, case.match.public_id)
    own = [str(match.team(side)) for side in sorted(barred(request.user, match))]
    decider = case.decided.actor if case.decided else ""
    view = view_of(case, match)
    context = {
        "match": match,
        "round": title_of(match),
        "match_href": match_href(tournament, match),
        "case": view,
        "words": words_of(case.dispute),
        "raised_by": writer_text(case.dispute.actor),
        "appeal": case.standing.appeal,
        "bundle": bundle_of(tournament, match, case.dispute),
        "freeze": policies.read(tournament.policies).freeze,
        "own": own,
        "leaves": leaves_in(match),
        "chief": bool(request.roles & CHIEFS),
        "same_person": case.standing.appeal is not None and decider == label_of(request.user.pk, tournament),
        "no_second": bool(decider) and not _others(tournament, decider),
        "outcomes": outcomes_for(case) if case.waits else [],
    }
    return desk_page(
        request, tournament, "desk/dispute.html", context, tab="disputes",
        trail=trail(tournament, (view.about, "")),
    )  # fmt: skip


def _others(tournament: Tournament, decider: str) -> set[str]:
    """The referees who may hear an appeal against what `decider` decided."""
    return {label_of(pk, tournament) for pk in referees_of(tournament)} - {decider}


class Subject(TypedDict):
    """What is disputed, why, and by whom, as `raise_dispute` is told."""

    about: str
    game: MatchGame | None
    hand: int | None
    side: str
    reason: str
    words: str


class RaiseForm(forms.Form):
    """A dispute as a referee writes it down."""

    about = forms.ChoiceField(widget=forms.RadioSelect(attrs={"class": "choice-list"}))
    side = forms.ChoiceField(widget=forms.RadioSelect(attrs={"class": "choice-list"}))
    reason = forms.ChoiceField(choices=RAISED_FOR)
    words = forms.CharField(required=False, max_length=MAX_GROUNDS, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, data: Any = None, *, match: Match, games: Iterable[MatchGame], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["about"].label, fields["about"].choices = _("What is disputed?"), list(_subjects(games))
        fields["side"].label = _("Who disputes it?")
        fields["side"].choices = [*parties_of(match).items(), (NOBODY, _("neither side: the desk itself"))]
        fields["reason"].label, fields["words"].label = _("Why?"), _("In their words")
        fields["words"].help_text = _("Only the referees read this.")

    def subject(self, games: Iterable[MatchGame]) -> Subject:
        """As it was chosen; "hand-2-5" names the hand first written as entry 5 of game 2."""
        typed = self.cleaned_data
        about, *numbers = typed["about"].split("-")
        begun = [game for game in games if game.sheet.seq]
        game = next((game for game in begun if numbers and str(game.number) == numbers[0]), None)
        if not numbers and begun:
            game = begun[-1]
        return {
            "about": about,
            "game": game,
            "hand": int(numbers[1]) if len(numbers) > 1 else None,
            "side": "" if typed["side"] == NOBODY else typed["side"],
            "reason": typed["reason"],
            "words": typed["words"],
        }


def _subjects(games: Iterable[MatchGame]) -> Any:
    yield str(About.MATCH), _("The match")
    yield str(About.CONDUCT), _("Conduct at the table")
    for game in reversed([game for game in games if game.sheet.seq]):
        yield f"{About.GAME}-{game.number}", _("Game %(number)s") % {"number": game.number}
        for hand in reversed(all_hands(game.sheet)):
            label = {"game": game.number, "number": hand.number or "–"}
            yield f"{About.HAND}-{game.number}-{hand.seq}", _("Hand %(number)s of game %(game)s") % label


@referee_page
def raise_(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For referees: a dispute is written down, for a side or for nobody."""
    match = match_for(tournament, match_id)
    if tournament.status != Tournament.Status.RUNNING or not match.known:
        messages.info(request, _("Only a match of two teams, in a tournament that is running, can be disputed."))
        return redirect(match_href(tournament, match))
    games = list(match.games.all())
    asked = request.GET.get("about", "")[:40]
    form = RaiseForm(posted(request), match=match, games=games, initial={"about": asked})
    if form.is_valid():
        with refused_beside(form):
            raised = raise_dispute(
                actor=request.user, match=match, device=device_of(request), client_uuid=request.POST.get("key", ""),
                **form.subject(games),
            )  # fmt: skip
            if raised.repeated:
                messages.info(request, _("This dispute was raised already. It is there once."))
            return redirect("desk:dispute", tournament.slug, raised.dispute.public_id)
    key = request.POST.get("key") or uuid.uuid4()
    context = {"match": match, "form": form, "key": key, "back": match_href(tournament, match)}
    way = trail_of(tournament, match, _("Raise a dispute"))
    return desk_page(request, tournament, "desk/dispute_raise.html", context, tab="disputes", trail=way)


class AppealForm(forms.Form):
    """An appeal, written down for a side."""

    side = forms.ChoiceField(widget=forms.RadioSelect(attrs={"class": "choice-list"}))
    text = forms.CharField(max_length=MAX_GROUNDS, widget=forms.Textarea(attrs={"rows": 4}))
    deposit = forms.CharField(required=False, max_length=64, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, data: Any = None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["side"].label, fields["side"].choices = _("Who appeals?"), list(parties_of(match).items())
        fields["text"].label = _("Why should it be overturned?")
        fields["deposit"].label = _("Deposit left at the desk")
        fields["deposit"].help_text = _("Leave it empty if none was taken.")


@referee_page
def appeal(request: DeskRequest, tournament: Tournament, dispute_id: str) -> HttpResponse:
    """For referees: an appeal of a side, with the deposit it left."""
    case = case_for(tournament, dispute_id)
    here = redirect("desk:dispute", tournament.slug, dispute_id)
    if case.match is None:
        return here
    match = match_for(tournament, case.match.public_id)
    event = policies.read(tournament.policies)
    form = AppealForm(posted(request), match=match, initial={"deposit": event.deposit[:64]})
    if form.is_valid():
        with refused_beside(form):
            appeal_decision(
                actor=request.user, match=match, dispute=case.dispute, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.cleaned_data,
            )  # fmt: skip
            messages.success(request, _("The appeal is written down. Another referee decides it."))
            return here
    elif request.method != "POST" and not case.may_appeal:
        messages.info(request, _("There is nothing to appeal here, or the time for it is over."))
        return here
    key = request.POST.get("key") or uuid.uuid4()
    context = {"match": match, "form": form, "case": view_of(case, match), "key": key}
    way = trail(tournament, (_("Appeal"), ""))
    return desk_page(request, tournament, "desk/dispute_appeal.html", context, tab="disputes", trail=way)
