"""People: who may do what in a tournament, the invitations that are out, and the links they are made by.

As with the tables' links, a token is kept only as a hash: the answer to the request that made an invitation shows its
link, and the same request again shows the same link.
"""

import secrets
from typing import Any, NotRequired, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest, organiser_page, secret
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.pages import crumb, desk_page, number_of, posted, refused_beside, saying_why_not
from thunee_tournaments.desk.words import ROLE_NOTES
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation import qr
from thunee_tournaments.services.acts import Invited, invite, revoke_invitation, set_conflict, take_role_away
from thunee_tournaments.services.queries import MAX_NOTE
from thunee_tournaments.teams.names import MAX_NAME, name_key
from thunee_tournaments.tournaments.models import Invitation, Role, Tournament
from thunee_tournaments.tournaments.selectors import members_of, open_invitations, people_of, referees_of

REFEREE_ROLES = (Role.Name.CHIEF_REFEREE, Role.Name.REFEREE)
MAX_PK = 18  # digits


def days_field() -> forms.TypedChoiceField:
    """How long an invitation can be used."""
    return forms.TypedChoiceField(
        label=gettext_lazy("It can be used for"),
        coerce=int,
        choices=[(1, gettext_lazy("1 day")), (7, gettext_lazy("7 days")), (30, gettext_lazy("30 days"))],
        widget=forms.RadioSelect(attrs={"class": "cols-3"}),
        initial=7,
    )


class ConflictForm(forms.Form):
    """Whom a referee has a part in."""

    club = text_line(
        gettext_lazy("Own club"),
        MAX_NAME,
        required=False,
        help_text=gettext_lazy("As its teams write it. A referee does not decide where their own club or team plays."),
    )
    team = forms.ChoiceField(label=gettext_lazy("Own team"), required=False)

    def __init__(self, data: Any = None, *, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        teams: Any = self.fields["team"]
        teams.choices = [("", _("none")), *tournament.teams.order_by("name").values_list("public_id", "name")]


class InviteForm(ConflictForm):
    """An invitation for one person."""

    role = one_of(gettext_lazy("Role"), missing=gettext_lazy("Choose a role."))
    note = text_line(
        gettext_lazy("For whom"), MAX_NOTE, required=False,
        help_text=gettext_lazy("Only the organisers see this. It tells the invitations apart."),
    )  # fmt: skip
    field_order = ["role", "note", "days", "club", "team"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["days"] = days_field()
        self.order_fields(self.field_order)
        roles: Any = self.fields["role"]
        roles.choices = [
            (role.value, format_html("{}<small>{}</small>", role.label, ROLE_NOTES[role.value])) for role in Role.Name
        ]


@organiser_page
def people(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: everybody with a role, what is missing, and a form to invite the next."""
    form = InviteForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refused_beside(form, {"bad_role": "role", "bad_days": "days", "unknown_team": "team"}):
            key = request.POST.get("key", "")
            invited = invite(actor=request.user, tournament=tournament, key=key, **form.cleaned_data)
            return _shown(request, tournament, invited)
    roles = list(people_of(tournament))
    teams = dict(tournament.teams.values_list("public_id", "name"))
    context = {
        "form": form,
        "members": members_of(tournament),
        "roles": [_row(tournament, role, teams) for role in roles],
        "invitations": open_invitations(tournament),
        "referees": len(referees_of(tournament)),
        "you": request.user,
        "key": secrets.token_urlsafe(16),
    }
    return desk_page(request, tournament, "desk/people.html", context, tab="people")


class Row(TypedDict):
    """Somebody with a role; `form`: where the referee's own club and team are written."""

    role: Role
    club: str
    team: str
    form: NotRequired[ConflictForm]


def _row(tournament: Tournament, role: Role, teams: dict[str, str]) -> Row:
    row: Row = {"role": role, "club": role.club, "team": teams.get(role.team, "")}
    if role.role in REFEREE_ROLES:
        initial = {"club": role.club, "team": role.team}
        row["form"] = ConflictForm(tournament=tournament, initial=initial, auto_id=f"id_{role.pk}_%s")
    return row


def _shown(request: DeskRequest, tournament: Tournament, invited: Invited[Invitation]) -> HttpResponse:
    path = reverse("desk:invitation", args=[invited.token])
    address = own_address(request, path)
    context = {"invitation": invited.invitation, "address": address, "picture": qr.picture(address)}
    trail = (crumb(tournament, "people"), (_("Invitation"), ""))
    return secret(desk_page(request, tournament, "desk/invited.html", context, tab="people", trail=trail))


@require_POST
@organiser_page
def take_away(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: somebody loses a role."""
    role = tournament.roles.select_related("user", "tournament").filter(pk=_named(request, "role")).first()
    if role is not None:
        with saying_why_not(request):
            take_role_away(actor=request.user, role=role)
            message = _("%(name)s is no longer %(role)s.")
            messages.success(request, message % {"name": role.user, "role": role.get_role_display()})
            if role.user == request.user and role.role == Role.Name.ORGANISER:
                return redirect("desk:home")
    return redirect("desk:people", tournament.slug)


@require_POST
@organiser_page
def take_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: an invitation opens nothing any more."""
    invitation = tournament.invitations.select_related("tournament").filter(pk=_named(request, "invitation")).first()
    if invitation is not None:
        with saying_why_not(request):
            revoke_invitation(actor=request.user, invitation=invitation)
            messages.success(request, _("The invitation is taken back."))
    return redirect("desk:people", tournament.slug)


@require_POST
@organiser_page
def conflict(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: whom a referee has a part in."""
    role = tournament.roles.select_related("tournament").filter(pk=_named(request, "role")).first()
    form = ConflictForm(request.POST, tournament=tournament)
    if role is not None and form.is_valid():
        with saying_why_not(request):
            set_conflict(actor=request.user, role=role, **form.cleaned_data)
            messages.success(request, _("Saved."))
            if form.cleaned_data["club"] and not _plays(tournament, form.cleaned_data["club"]):
                message = _("No team of a club called %(club)s is entered. Is it written as the teams write it?")
                messages.info(request, message % {"club": form.cleaned_data["club"]})
    else:
        messages.error(request, _("Choose a team from the list."))
    return redirect("desk:people", tournament.slug)


def _plays(tournament: Tournament, club: str) -> bool:
    return name_key(club) in {name_key(name) for name in tournament.teams.values_list("club", flat=True)}


def _named(request: DeskRequest, field: str) -> int:
    """The row a button named; 0, which is none, for anything else."""
    return number_of(request.POST.get(field, ""), MAX_PK) or 0
