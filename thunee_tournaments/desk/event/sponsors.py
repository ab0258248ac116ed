"""The sponsors of an event at the desk: who they are, their logos, and whose table is whose."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.pages import Context, desk_page, posted, refused_beside
from thunee_tournaments.fundraising.models import MAX_NAME, Sponsor
from thunee_tournaments.fundraising.sponsors import sponsors_of
from thunee_tournaments.services.acts import TypedSponsor, remove_sponsor, set_sponsor
from thunee_tournaments.tables.selectors import tables_of
from thunee_tournaments.tournaments.models import Tournament


class SponsorForm(forms.Form):
    """A sponsor: the name, how much thanks is due, a logo, and perhaps a table."""

    name = text_line(
        gettext_lazy("Name"), MAX_NAME, help_text=gettext_lazy("As everybody reads it."),
        error_messages={"required": gettext_lazy("Write the sponsor's name.")},
    )  # fmt: skip
    tier = one_of(
        gettext_lazy("Shown as"), list(Sponsor.Tier.choices), css="cols-3", missing=gettext_lazy("Choose one of these.")
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo"), required=False,
        help_text=gettext_lazy("A PNG, JPEG, WebP or GIF of at most 5 MB. It is made small and written anew."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        error_messages={"empty": gettext_lazy("This file is empty.")},
    )  # fmt: skip
    bare = forms.BooleanField(label=gettext_lazy("Take the logo off"), required=False)
    table = forms.ChoiceField(label=gettext_lazy("A table named for them"), required=False)

    def __init__(self, data: Any = None, files: Any = None, *, tournament: Tournament, bare: bool, **kwargs: Any):
        super().__init__(data, files, **kwargs)
        fields: Any = self.fields
        tables = [(str(table.number), table.title) for table in tables_of(tournament)]
        fields["table"].choices = [("", gettext_lazy("none")), *tables]
        if not bare:
            del fields["bare"]

    def typed(self) -> TypedSponsor:
        """As `set_sponsor` is told."""
        sent = self.cleaned_data
        logo = sent["logo"].read() if sent["logo"] else None
        table = int(sent["table"]) if sent["table"] else None
        return TypedSponsor(sent["name"], sent["tier"], table, logo, bare=sent.get("bare", False))


@organiser_page
def sponsors(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the sponsors everybody sees, and the form that adds one."""
    return _page(request, tournament, None, {"tier": Sponsor.Tier.SPONSOR.value}, "desk/sponsors.html", ())


@organiser_page
def sponsor(request: DeskRequest, tournament: Tournament, sponsor_id: str) -> HttpResponse:
    """For organisers: one sponsor, to change or to take off."""
    kept = tournament.sponsors.filter(public_id=sponsor_id).first()
    if kept is None:
        raise Http404("no such sponsor")
    if request.method == "POST" and request.POST.get("act") == "remove":
        remove_sponsor(actor=request.user, sponsor=kept)
        messages.success(request, _("%(name)s is taken off.") % {"name": kept.name})
        return redirect("desk:sponsors", tournament.slug)
    initial = {"name": kept.name, "tier": kept.tier, "table": str(kept.table or "")}
    return _page(request, tournament, kept, initial, "desk/sponsor.html", ((kept.name, ""),))


def _page(
    request: DeskRequest, tournament: Tournament, kept: Sponsor | None, initial: dict[str, str], template: str,
    further: tuple[tuple[str, str], ...],
) -> HttpResponse:  # fmt: skip
    bare = kept is not None and bool(kept.mark)
    form = SponsorForm(posted(request), request.FILES or None, tournament=tournament, bare=bare, initial=initial)
    if form.is_valid():
        with refused_beside(form):
            saved = set_sponsor(actor=request.user, tournament=tournament, typed=form.typed(), sponsor=kept)
            messages.success(request, _("%(name)s is saved. Everybody sees it now.") % {"name": saved.name})
            return redirect("desk:sponsors", tournament.slug)
    context: Context = {"form": form, "kept": kept, "sponsors": sponsors_of(tournament)}
    there = reverse("desk:sponsors", args=[tournament.slug])
    trail = ((_("Sponsors"), there if further else ""), *further)
    return desk_page(request, tournament, template, context, tab="overview", trail=trail)
