"""A match moved to another table, or given one."""

from collections.abc import Sequence
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import desk_page, posted, refused_beside
from thunee_tournaments.services.acts import move_match
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import is_put_away, open_seatings, table_for
from thunee_tournaments.tournaments.models import Tournament


class Place(TypedDict):
    """A table of the hall, and the match that is called there; `here`: it is this one; `taken`: another has begun."""

    table: Table
    match: Match | None
    here: bool
    taken: bool


class MoveForm(ReasonForm):
    """Which table, by its number, and why a match leaves the one it has: this match, or one that makes room."""

    table = forms.TypedChoiceField(
        coerce=int, error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a table."))
    )
    field_order = ("table", "reason")

    def __init__(self, *args: Any, hall: Sequence[Table], places: Sequence[Place], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # One that was put away since the page was opened, too: the act says so.
        self.fields["table"].choices = [(table.number, table.title) for table in hall]  # type: ignore[attr-defined]
        if any(place["here"] for place in places):
            return
        if any(place["match"] and not place["taken"] for place in places):
            self.fields["reason"].required = False
            self.fields["reason"].help_text = _("Only where another match makes room. Everybody can read it.")
        else:
            del self.fields["reason"]


@organiser_page
def table(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For organisers: another table for a match, or a first one."""
    match = match_for(tournament, match_id)
    hall = list(tournament.tables.order_by("number"))
    places = _places(hall, match)
    form = MoveForm(posted(request), hall=hall, places=places)
    if form.is_valid():
        with refused_beside(form, {"reason_missing": "reason"}):
            to, reason = table_for(tournament, form.cleaned_data["table"]), form.cleaned_data.get("reason", "")
            seating = move_match(actor=request.user, match=match, table=to, reason=reason)
            message = _("Match %(match)s is at table %(table)s now.")
            messages.success(request, message % {"match": match.number, "table": seating.table.number})
            return redirect(match_href(tournament, match))
    has_one = any(place["here"] for place in places)
    title = _("Another table") if has_one else _("A table for this match")
    context = {
        "form": form, "match": match, "places": places, "title": title, "back": match_href(tournament, match),
        "round": title_of(match), "chosen": form["table"].value(),
    }  # fmt: skip
    trail = trail_of(tournament, match, title)
    return desk_page(request, tournament, "desk/move.html", context, tab="bracket", trail=trail)


def _places(hall: Sequence[Table], match: Match) -> list[Place]:
    at = {number: seating.match for number, seating in open_seatings(match.stage.tournament).items()}
    return [
        {
            "table": place,
            "match": at.get(place.number),
            "here": at.get(place.number) == match,
            "taken": place.number in at and at[place.number].state != Match.State.READY,
        }
        for place in hall
        if not is_put_away(place) or at.get(place.number) == match
    ]
