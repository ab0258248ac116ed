"""What the pages of a tournament's desk have in common: tabs, crumbs, and how a refusal is said."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments import disk
from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, REFEREES, TREASURY, DeskRequest
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.queries import pending_disputes
from thunee_tournaments.tournaments.models import Tournament

CONFLICT = 409
MEANWHILE = gettext_lazy(
    "Something was written on this sheet meanwhile. This is what would change now: look, and save again."
)

UNUSABLE = 422


def tabs(tournament: Tournament, current: str, roles: frozenset[str]) -> list[dict[str, Any]]:
    """The pages of a desk these roles may open, always in the same order; the draw's is called after what can be seen
    there. The one of disputes says how many wait."""
    drawn = tournament.status != Tournament.Status.DRAFT
    pages = [
        ("overview", _("Overview"), ANYBODY),
        ("teams", _("Teams"), ANYBODY),
        ("seeding", _("Seeding"), ORGANISERS),
        ("rules", _("Rules"), ORGANISERS),
        ("bracket", _("Bracket"), ANYBODY) if drawn else ("draw", _("Draw"), ORGANISERS),
        ("tables", _("Tables"), ANYBODY),
        *([("disputes", _("Disputes"), REFEREES)] if drawn else []),
        ("money", _("Money"), TREASURY),
        ("people", _("People"), ORGANISERS),
        ("audit", _("Record"), REFEREES),
        ("close", _("Close"), ORGANISERS),
    ]
    waiting = pending_disputes(tournament) if drawn and roles & REFEREES else 0
    return [
        {
            "label": label,
            "href": reverse(f"desk:{name}", args=[tournament.slug]),
            "current": name == current,
            "badge": waiting if name == "disputes" else 0,
            "stream": f"/{tournament.slug}/live" if name == "disputes" else "",
        }
        for name, label, seen_by in pages
        if roles & seen_by
    ]


def desk_page(
    request: DeskRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    tab: str,
    trail: tuple[tuple[str, str], ...] = (),
    status: int = 200,
) -> HttpResponse:
    """A page of a tournament's desk. `trail`: (label, address) of the pages between the desk and this one."""
    crumbs = [
        {"label": _("Desk"), "href": reverse("desk:home")},
        {"label": tournament.name, "href": reverse("desk:overview", args=[tournament.slug])},
        *({"label": label, "href": href} for label, href in trail),
    ]
    shared = {
        "nav": "desk",
        "tournament": tournament,
        "draft": tournament.status == Tournament.Status.DRAFT,
        "running": tournament.status == Tournament.Status.RUNNING,
        "closed": tournament.status == Tournament.Status.CLOSED,
        "tabs": tabs(tournament, tab, request.roles),
        "organises": bool(request.roles & ORGANISERS),
        "disk_left": disk.megabytes_left(),
        "is_referee": bool(request.roles & REFEREES),
        "crumbs": crumbs if tab != "overview" or trail else crumbs[:1],
    }
    return render(request, template, {**shared, **(context or {})}, status=status)


@contextmanager
def saying_why_not(request: DeskRequest) -> Iterator[None]:
    """What an act refuses becomes a message; to be followed by a redirect to where the thing can be seen as it is."""
    try:
        yield
    except Refused as refused:
        messages.error(request, refused.message)


def add_refusal(form: forms.Form, refused: Refused, fields: dict[str, str] | None = None) -> None:
    """Put what an act refused beside the fields it is about; `fields` maps codes and paths to names of fields."""
    known = fields or {}
    placed = False
    for error in refused.errors:
        name = known.get(error["path"], error["path"])
        placed = name in form.fields or placed
        form.add_error(name if name in form.fields else None, str(error["message"]))
    field = known.get(refused.code)
    if not refused.errors or not placed:
        form.add_error(field if field in form.fields else None, str(refused.message))


def device_of(request: DeskRequest) -> str:
    """What the entry's key belongs to: this person's desk, whichever machine it is opened on."""
    return f"desk-{request.user.pk}"
