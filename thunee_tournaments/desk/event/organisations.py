"""`/desk/organisations/`: an organisation with its events, and what its receipts say of it."""

from dataclasses import asdict

from django.contrib import messages
from django.db.models import Count, Sum
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from thunee_tournaments.desk.access import DeskRequest, holders_page, organisation_page, signed_in
from thunee_tournaments.desk.event.home import with_counts
from thunee_tournaments.desk.forms import text_line
from thunee_tournaments.desk.money.money_forms import ReceiverForm
from thunee_tournaments.desk.pages import Context, posted, refused_beside, usual_status
from thunee_tournaments.fundraising.models import ReceiptNumber
from thunee_tournaments.services.acts import Holder, begin_organisation, set_organisation
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import MAX_NAME, Organisation
from thunee_tournaments.tournaments.selectors import may_begin_organisations, may_make_events

Status = Tournament.Status


class OrganisationForm(ReceiverForm):
    """What an organisation is called, and what its receipts say."""

    name = text_line(
        gettext_lazy("Name"), MAX_NAME,
        help_text=gettext_lazy("The club, school, temple or charity, as it stands on each receipt from now on."),
        error_messages={"required": gettext_lazy("The organisation needs a name.")},
    )  # fmt: skip

    def holder(self) -> Holder:
        return Holder(**self.cleaned_data)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def begin(request: DeskRequest) -> HttpResponse:
    """For everybody with an account: the form for an organisation, of which they become the organiser. Where
    whoever runs the site begins them, it says so."""
    if not may_begin_organisations(request.user):
        return render(request, "desk/no_organisation.html", {"nav": "desk"}, status=403)
    form = OrganisationForm(posted(request))
    if form.is_valid():
        with refused_beside(form):
            made = begin_organisation(actor=request.user, holder=form.holder())
            messages.success(request, _("%(name)s is here. Invite the others who run its events.") % {"name": made})
            return redirect("desk:organisation", made.public_id)
    context: Context = {"nav": "desk", "form": form}
    return render(request, "desk/organisation_form.html", context, status=usual_status(context))


@organisation_page
def organisation(request: DeskRequest, organisation: Organisation) -> HttpResponse:
    """For members: the events of the organisation, who is a member, and how many receipts were written each year."""
    events = list(with_counts(organisation.tournaments.all()))
    context: Context = {
        "nav": "desk",
        "organisation": organisation,
        "organises": "organiser" in request.roles,
        "may_make": may_make_events(request.user, organisation),
        "any": bool(events),
        "members": organisation.members.select_related("user").order_by("user__username"),
        "years": _receipts_by_year(organisation),
        **{status: [event for event in events if event.status == status] for status in Status.values},
    }
    return render(request, "desk/organisation.html", context)


def _receipts_by_year(organisation: Organisation) -> list[dict[str, object]]:
    """Each year and currency with `count`, `last` number and `amount` of the receipts that stand, the latest first."""
    standing = ReceiptNumber.objects.filter(organisation=organisation, movement__reversal=None)
    by_year = standing.values("year", "movement__tournament__fund__currency").order_by("-year")
    return [
        {
            "year": row["year"],
            "count": row["count"],
            "amount": row["amount"],
            "currency": row["movement__tournament__fund__currency"] or "ZAR",
        }
        for row in by_year.annotate(count=Count("pk"), amount=Sum("movement__amount"))
    ]


@holders_page
def details(request: DeskRequest, organisation: Organisation) -> HttpResponse:
    """For organisers of the organisation: its name, and what receipts say of it from now on."""
    form = OrganisationForm(posted(request), initial=asdict(_holder(organisation)))
    if form.is_valid():
        with refused_beside(form):
            set_organisation(actor=request.user, organisation=organisation, holder=form.holder())
            messages.success(request, _("Saved."))
            return redirect("desk:organisation", organisation.public_id)
    context: Context = {"nav": "desk", "form": form, "organisation": organisation}
    return render(request, "desk/organisation_form.html", context, status=usual_status(context))


def _holder(organisation: Organisation) -> Holder:
    return Holder(organisation.name, organisation.address, organisation.number, organisation.section_18a)
