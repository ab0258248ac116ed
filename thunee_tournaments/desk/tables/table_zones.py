"""Names and zones: one form for all tables, and one for the zones the stages are played in."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import listed, zone_only_field, zones_field
from thunee_tournaments.desk.pages import OK, UNUSABLE, add_refusal, crumb, desk_page, posted
from thunee_tournaments.services.acts import NamedTable, Refused, name_tables, set_zones
from thunee_tournaments.services.queries import MAX_TABLE_NAME
from thunee_tournaments.tables.choosing import wish_of
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import tables_of
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Stage, Tournament

LONG = 400


class PlacesForm(forms.Form):
    """Two fields for each table: "4.name" and "4.zone"."""

    def __init__(self, data: Any, *, tables: Sequence[Table]) -> None:
        super().__init__(data)
        self.tables = tables
        for table in tables:
            for key, value, hint in (("name", table.name, _("Name")), ("zone", table.zone, _("Zone"))):
                attrs = {"autocomplete": "off", "maxlength": MAX_TABLE_NAME}
                if key == "zone":
                    attrs["list"] = "zones"
                label = _("%(what)s of table %(number)s") % {"what": hint, "number": table.number}
                self.fields[f"{table.number}.{key}"] = forms.CharField(
                    label=label, required=False, initial=value, widget=forms.TextInput(attrs=attrs)
                )

    def rows(self) -> list[tuple[Table, forms.BoundField, forms.BoundField]]:
        return [(table, self[f"{table.number}.name"], self[f"{table.number}.zone"]) for table in self.tables]

    def named(self) -> list[NamedTable]:
        data = self.cleaned_data
        return [
            NamedTable(table.number, data[f"{table.number}.name"], data[f"{table.number}.zone"])
            for table in self.tables
            # A table that came while the page was open is not in what was sent: it keeps what it has.
            if f"{table.number}.name" in self.data and f"{table.number}.zone" in self.data
        ]


class ZonesForm(forms.Form):
    """Two fields for each stage: "2-zones" and "2-zone_only"."""

    def __init__(self, data: Any, *, stages: Sequence[Stage]) -> None:
        super().__init__(data)
        self.stages = stages
        for stage in stages:
            zones, only = stage.parameters.get("zones", []), bool(stage.parameters.get("zone_only"))
            self.fields[f"{stage.order}-zones"] = zones_field(zones, LONG)
            self.fields[f"{stage.order}-zone_only"] = zone_only_field(only)

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        return [
            (
                stage_title(stage.format, stage.parameters),
                self[f"{stage.order}-zones"],
                self[f"{stage.order}-zone_only"],
            )
            for stage in self.stages
        ]


@organiser_page
def places(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: what the tables are called and where they stand, and where the stages are played."""
    tables, stages = list(tables_of(tournament)), _stages(tournament)
    typed = posted(request)
    form, zones = PlacesForm(typed, tables=tables), ZonesForm(typed, stages=stages)
    if typed is not None and all([form.is_valid(), zones.is_valid()]) and _saved(request, tournament, form, zones):
        messages.success(request, _("Saved. The names stand wherever a table is named."))
        return redirect("desk:places", tournament.slug)
    context = {
        "form": form,
        "zones": zones,
        "known": sorted({table.zone for table in tables_of(tournament) if table.zone}),
        "nowhere": nowhere(tables, stages),
    }
    status = UNUSABLE if typed is not None else OK
    trail = (crumb(tournament, "tables"), (_("Names and zones"), ""))
    return desk_page(request, tournament, "desk/places.html", context, tab="tables", trail=trail, status=status)


def _saved(request: DeskRequest, tournament: Tournament, form: PlacesForm, zones: ZonesForm) -> bool:
    """Save the names and the zones together; what is refused stands at its form."""
    at: forms.Form = form
    try:
        with transaction.atomic():
            name_tables(actor=request.user, tournament=tournament, tables=form.named())
            at = zones
            for stage in zones.stages:
                message, only = (zones.cleaned_data[f"{stage.order}-{key}"] for key in ("zones", "zone_only"))
                if f"{stage.order}-zones" in zones.data:
                    set_zones(actor=request.user, stage=stage, zones=listed(message), only=only == "yes")
    except Refused as refused:
        add_refusal(at, refused)
        return False
    return True


def _stages(tournament: Tournament) -> list[Stage]:
    """The stages once they are drawn or planned for good; before, their zones stand with the formats."""
    return [] if tournament.status == Tournament.Status.DRAFT else list(stages_of(tournament))


def nowhere(tables: Sequence[Table], stages: Sequence[Stage]) -> list[str]:
    """The stages that wait for a zone in which no table stands."""
    there = {name_key(table.zone) for table in tables}
    wishes = [(stage, wish_of(stage.parameters)) for stage in stages]
    return [
        stage_title(stage.format, stage.parameters)
        for stage, wish in wishes
        if wish.only and wish.zones and not wish.zones & there
    ]
