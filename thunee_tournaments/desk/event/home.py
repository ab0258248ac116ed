"""`/desk/`: my tournaments, those of before, and a new one."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from thunee_tournaments.brackets.progress import figures
from thunee_tournaments.desk.access import DeskRequest, signed_in
from thunee_tournaments.desk.forms import CreateForm
from thunee_tournaments.desk.pages import Context, add_refusal, posted, usual_status
from thunee_tournaments.services.acts import Refused, create_tournament
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.selectors import (
    holders_for,
    may_begin_organisations,
    may_make_events,
    organisations_of,
    tournaments_of,
)

TWICE = timedelta(minutes=2)  # how long the same form sent again means the same tournament
Status = Tournament.Status


@require_safe
@signed_in
def home(request: DeskRequest) -> HttpResponse:
    """For everybody with an account: the tournaments in which they have a role, by how far they are."""
    mine = list(with_counts(tournaments_of(request.user)))
    groups = {status: [tournament for tournament in mine if tournament.status == status] for status in Status.values}
    context: Context = {
        "nav": "desk",
        "any": bool(mine),
        "organisations": organisations_of(request.user),
        "may_make": may_make_events(request.user) or bool(holders_for(request.user)),
        "may_begin": may_begin_organisations(request.user),
        **groups,
    }
    return render(request, "desk/home.html", context)


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With the figures of their progress, the latest first."""
    return tournaments.annotate(**figures()).order_by(F("date").desc(nulls_last=True), "-created_at")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def create(request: DeskRequest) -> HttpResponse:
    """For everybody with an account: the form for a new tournament, of which they become the organiser."""
    holders = holders_for(request.user)
    form = CreateForm(posted(request), holders=holders, alone=may_make_events(request.user))
    if not form.choices_of_holder:
        return render(request, "desk/no_organisation.html", {"nav": "desk"}, status=403)
    form.initial["organisation"] = request.GET.get("organisation", "")
    if form.is_valid():
        tournament = _created(request, form)
        if tournament is not None:
            return redirect("desk:overview", tournament.slug)
    context: Context = {"nav": "desk", "form": form, "site": request.build_absolute_uri("/")}
    return render(request, "desk/create.html", context, status=usual_status(context))


def _created(request: DeskRequest, form: CreateForm) -> Tournament | None:
    """The tournament of this form: a new one, or the one a first tap has just made. None if it was refused."""
    if (made := _made_just_now(request.user, form)) is not None:
        return made
    try:
        made = create_tournament(actor=request.user, **form.new_tournament())
    except Refused as refused:
        # Two taps at the same moment: the slower one finds the address taken by the quicker one.
        made = _made_just_now(request.user, form)
        if made is None:
            add_refusal(form, refused)
    else:
        messages.success(request, _("%(name)s is made. Now enter the teams.") % {"name": made.name})
    return made


def _made_just_now(user: User, form: CreateForm) -> Tournament | None:
    now, slug = timezone.now(), form.new_tournament()["slug"]
    same = tournaments_of(user, Role.Name.ORGANISER).filter(created_at__gt=now - TWICE, **form.details())
    return (same.filter(slug=slug) if slug else same).first()
