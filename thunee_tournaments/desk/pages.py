"""What the pages of a tournament's desk have in common: tabs, crumbs, what was sent, and how a refusal is said."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.errors import NotWritten, Stale
from thunee_tournaments import copies_made, disk, spare
from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, REFEREES, TREASURY, DeskRequest
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.services.acts import ChangedSinceShown, Refused, WriteKey
from thunee_tournaments.services.queries import pending_disputes
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import held_by

Trail = tuple[tuple[str, str], ...]  # (label, address) of the pages between the desk and a page

OK, CONFLICT, UNUSABLE = 200, 409, 422
MEANWHILE = gettext_lazy(
    "Something else was written on this sheet. This is what would change now: look, and save again."
)
# What a tab is called, and who sees it, in the order of the tabs; either the draw or the bracket is there.
TABS = {
    "overview": (gettext_lazy("Overview"), ANYBODY),
    "teams": (gettext_lazy("Teams"), ANYBODY),
    "seeding": (gettext_lazy("Seeding"), ORGANISERS),
    "rules": (gettext_lazy("Rules"), ORGANISERS),
    "bracket": (gettext_lazy("Bracket"), ANYBODY),
    "draw": (gettext_lazy("Draw"), ORGANISERS),
    "tables": (gettext_lazy("Tables"), ANYBODY),
    "disputes": (gettext_lazy("Disputes"), REFEREES),
    "money": (gettext_lazy("Money"), TREASURY),
    "people": (gettext_lazy("People"), ORGANISERS),
    "audit": (gettext_lazy("Record"), REFEREES),
    "close": (gettext_lazy("Close"), ORGANISERS),
}


class Tab(TypedDict):
    """A tab of the desk; `badge`: how many wait there, kept fresh by `stream`."""

    label: str
    href: str
    current: bool
    badge: int
    stream: str


def tabs(tournament: Tournament, current: str, roles: frozenset[str]) -> list[Tab]:
    """The pages of a desk these roles may open; the draw's is called after what can be seen there. The one of disputes
    says how many wait."""
    drawn = tournament.status != Tournament.Status.DRAFT
    hidden = {"draw"} if drawn else {"bracket", "disputes"}
    waiting = pending_disputes(tournament) if drawn and roles & REFEREES else 0
    return [
        {
            "label": str(label),
            "href": reverse(f"desk:{name}", args=[tournament.slug]),
            "current": name == current,
            "badge": waiting if name == "disputes" else 0,
            "stream": f"/{tournament.slug}/live" if name == "disputes" else "",
        }
        for name, (label, seen_by) in TABS.items()
        if name not in hidden and roles & seen_by
    ]


def crumb(tournament: Tournament, tab: str) -> tuple[str, str]:
    """The way back to the page of a tab."""
    return str(TABS[tab][0]), reverse(f"desk:{tab}", args=[tournament.slug])


def desk_page(
    request: DeskRequest,
    tournament: Tournament,
    template: str,
    context: Context | None = None,
    *,
    tab: str,
    trail: Trail = (),
    status: int | None = None,
) -> HttpResponse:
    """A page of a tournament's desk. `trail`: the pages between the desk and this one; `status`, where it is not the
    usual one of such a page."""
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
        "holds": bool(tournament.kept_by and held_by(request.user, tournament) & ORGANISERS),
        "disk_left": disk.megabytes_left(),
        "copies": copies_made.read(),
        "spare": spare.seen(),
        "is_referee": bool(request.roles & REFEREES),
        "crumbs": crumbs if tab != "overview" or trail else crumbs[:1],
    }
    context = context or {}
    return render(request, template, {**shared, **context}, status=status or usual_status(context))


def usual_status(context: Context) -> int:
    """409 for a page that says what moved meanwhile (`notice`), 422 for one whose `form` has faults."""
    form = context.get("form")
    return CONFLICT if context.get("notice") else UNUSABLE if form is not None and form.errors else OK


def posted(request: HttpRequest) -> QueryDict | None:
    """What was sent, for the form of a page: none where the page is only looked at, so that the form is not valid, and
    has no faults either."""
    return request.POST if request.method == "POST" else None


def sent_to_judge(request: HttpRequest) -> QueryDict | None:
    """As `posted`, on a page whose form is looked at (`check`) before it is saved (`save`): none also where what was
    typed comes back to be changed (`edit`)."""
    return request.POST if request.POST.get("action") in ("check", "save") else None


def save_or_show(
    request: HttpRequest, save: Callable[[], HttpResponse], show: Callable[[str], HttpResponse]
) -> HttpResponse:
    """What such a page does with a form that is right: `show` what it would change, with a notice; `save` it where the
    button of that page was pressed. Where something moved since it was shown nothing is saved: it is shown again, as it
    is now, with a notice that says so. Raises as both."""
    if request.POST.get("action") != "save":
        return show("")
    try:
        return save()
    except (Stale, ChangedSinceShown) as moved:
        return show(what_moved(moved))


def say_saved(request: HttpRequest, message: str, *, repeated: bool) -> None:
    """What was saved; `repeated`: it is the second of two taps, and was saved by the first."""
    if repeated:
        messages.info(request, _("This was saved already. It is written once."))
    else:
        messages.success(request, message)


@contextmanager
def saying_why_not(request: DeskRequest) -> Iterator[None]:
    """What an act refuses becomes a message; to be followed by a redirect to where the thing can be seen as it is."""
    try:
        yield
    except NotWritten as refused:
        messages.error(request, refused.message)


@contextmanager
def refused_beside(form: forms.Form, fields: dict[str, str] | None = None) -> Iterator[None]:
    """Do an act with what is in a valid form, say so, and return the redirect, all inside. What the act refuses stands
    in the form (as `add_refusal`), nothing is returned, and the page behind is the form again with its faults."""
    try:
        yield
    except NotWritten as refused:
        add_refusal(form, refused, fields)


def add_refusal(form: forms.Form, refused: NotWritten, fields: dict[str, str] | None = None) -> None:
    """Put what an act refused beside the fields it is about; `fields` maps codes and paths to names of fields."""
    known = fields or {}
    placed = False
    errors = refused.errors if isinstance(refused, Refused) else []
    for error in errors:
        name = known.get(error["path"], error["path"])
        placed = name in form.fields or placed
        form.add_error(name if name in form.fields else None, str(error["message"]))
    field = known.get(refused.code)
    if not placed:
        form.add_error(field if field in form.fields else None, str(refused.message))


def number_of(text: str, digits: int) -> int | None:
    """The whole number that was sent; None for anything else, and for one of more digits than it can have."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def what_moved(moved: Stale | ChangedSinceShown) -> str:
    """The notice of a page that was to be saved as it was shown, and could not."""
    return str(MEANWHILE if isinstance(moved, Stale) else moved.message)


def key_of(request: DeskRequest, head: str | None = None) -> WriteKey:
    """What a write on a sheet is known by; its `head`, where a form has not read it already."""
    sent = request.POST
    return WriteKey(device_of(request), sent.get("key", ""), sent.get("head", "") if head is None else head)


def device_of(request: DeskRequest) -> str:
    """What the entry's key belongs to: this person's desk, whichever machine it is opened on."""
    return f"desk-{request.user.pk}"
