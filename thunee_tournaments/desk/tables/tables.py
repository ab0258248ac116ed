"""Tables: how many, what is played where, and the link by which the phone at a table keeps score.

The request for new links carries a one-time key, and the same key is answered with the same links: reloading the page,
or tapping twice, does not end what was just printed.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from thunee_tournaments import site_key
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.brackets.names import title_in
from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, DeskRequest, organiser_page, page_for, secret, unkept
from thunee_tournaments.desk.forms import TableCountForm
from thunee_tournaments.desk.pages import OK, UNUSABLE, add_refusal, crumb, desk_page, number_of, posted, saying_why_not
from thunee_tournaments.desk.selectors import Place, hall, in_full, in_play, without_table
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation import points, qr
from thunee_tournaments.presentation.messages import to_captain
from thunee_tournaments.services.acts import (
    IssuedLink,
    Refused,
    assign_tables,
    issue_table_links,
    renew_table_pin,
    revoke_table_link,
    set_table_count,
    table_links_again,
)
from thunee_tournaments.services.queries import FewerTables, with_fewer_tables
from thunee_tournaments.tables.admitting import is_locked, pin_of
from thunee_tournaments.tables.models import Seating, Table, TableLink
from thunee_tournaments.tables.no_shows import Missing, missing_at
from thunee_tournaments.tables.selectors import match_at, table_for, tables_of
from thunee_tournaments.teams.models import SignUp
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

LINK_HOURS = 48
LINKS_WORK = [(12, gettext_lazy("this evening (12 hours)")), (LINK_HOURS, gettext_lazy("two days")),
              (168, gettext_lazy("a week"))]  # fmt: skip
HERE_ONLY = ("localhost", "127.0.0.1", "::1", "testserver")


@page_for(ORGANISERS, looking=ANYBODY)
def tables(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers, and to look at for everybody with a role: what is played at each table, its link and its PINs,
    and how many tables there are."""
    form = TableCountForm(posted(request))
    fewer = FewerTables()
    if form.is_valid():
        count, shown = form.cleaned_data["count"], request.POST.get("told", "")
        fewer = with_fewer_tables(tournament, count)
        try:
            made = set_table_count(actor=request.user, tournament=tournament, count=count, shown=shown)
        except Refused as refused:
            if refused.code != "say_first":
                fewer = FewerTables()
                add_refusal(form, refused, {"bad_count": "count"})
            elif shown:
                messages.warning(request, _("It has changed since: look again."))
        else:
            message = ngettext("The hall has %(count)s table.", "The hall has %(count)s tables.", len(made))
            messages.success(request, " ".join([message % {"count": len(made)}, *_where_now(fewer)]))
            return redirect("desk:tables", tournament.slug)
    playing = in_play(tournament)
    everything = hall(tournament, playing)
    places = [place for place in everything if not place.put_away]
    if request.method != "POST":
        form = TableCountForm(initial={"count": len(places) or None})
    gone = missing_at(tournament)
    linked = [place for place in places if place.link is not None]
    captains = _captains(request, tournament)
    rows = [_row(tournament, place, gone, captains) for place in places]
    context = {
        "form": form,
        "fewer": fewer,
        "places": rows,
        "put_away": [_row(tournament, place, gone, captains) for place in everything if place.put_away],
        "linked": len(linked),
        "phones": sum(row["phones"] for row in rows),
        "link_hours": LINKS_WORK,
        "without_link": len(places) - len(linked),
        "key": secrets.token_urlsafe(16),
        "waiting": in_full(without_table(playing)),
        "reachable": reachable(request),
        "pins": policies.read(tournament.policies).with_pins,
        "until": min((place.link.expires_at for place in linked if place.link), default=None),
    }
    status = UNUSABLE if form.errors or fewer.word else OK
    return unkept(desk_page(request, tournament, "desk/tables.html", context, tab="tables", status=status))


def _where_now(fewer: FewerTables) -> list[str]:
    """Where the matches are now that were called to tables which went."""
    lines = []
    for seating in fewer.back:
        now = Seating.objects.filter(match=seating.match).select_related("table").first()
        if now is None:
            lines.append(_("Match %(match)s waits for a table.") % {"match": seating.match.number})
        else:
            words = {"match": seating.match.number, "table": now.table.number}
            lines.append(_("Match %(match)s is called to table %(table)s.") % words)
    return lines


class OpenLink(TypedDict):
    """A link that works, with the PIN of its further phones."""

    link: TableLink
    pin: str
    locked: bool


class Call(TypedDict):
    """A message that calls a team to its table, ready to be sent."""

    team: str
    href: str


class Row(TypedDict):
    """A table in the list; `href` and `score` are those of the match there."""

    table: Table
    link: TableLink | None
    match: Match | None
    put_away: bool
    missing: list[Missing]
    links: list[OpenLink]
    locked: bool
    phones: int
    href: NotRequired[str]
    score: NotRequired[str]
    calls: NotRequired[list[Call]]


def _captains(request: DeskRequest, tournament: Tournament) -> dict[int, SignUp]:
    """By team how to reach it, for whoever may see that."""
    if not request.roles & ORGANISERS:
        return {}
    known = tournament.sign_ups.filter(team__isnull=False).exclude(phone="", email="")
    return {sign_up.team_id: sign_up for sign_up in known if sign_up.team_id is not None}


def _calls(tournament: Tournament, table: Table, match: Match, captains: dict[int, SignUp]) -> list[Call]:
    """The messages that call the teams of a match that has not begun, ready to be sent."""
    calls: list[Call] = []
    for team in match.teams if match.state == Match.State.READY else []:
        if team is not None and team.pk in captains:
            subject = _("%(team)s: table %(table)s, now") % {"team": team.name, "table": table.number}
            text = _("%(team)s: table %(table)s, now. Match %(match)s, %(title)s. %(event)s") % {
                "team": team.name, "table": table.number, "match": match.number, "title": match.title,
                "event": tournament.name,
            }  # fmt: skip
            if href := to_captain(captains[team.pk], subject, text):
                calls.append({"team": team.name, "href": href})
    return calls


def _row(
    tournament: Tournament, place: Place, gone: dict[int, list[Missing]], captains: dict[int, SignUp]
) -> Row:  # fmt: skip
    row: Row = {
        "table": place.table, "link": place.link, "match": place.match, "put_away": place.put_away,
        "missing": gone.get(place.match.pk, []) if place.match else [],
        "links": [{"link": link, "pin": pin_of(link), "locked": is_locked(link)} for link in place.links],
        "locked": any(is_locked(link) for link in place.links),
        "phones": sum(getattr(link, "phone_count", 0) for link in place.links),
    }  # fmt: skip
    if place.match is not None:
        game = place.game
        row["href"] = reverse("desk:match", args=[tournament.slug, place.match.public_id])
        row["calls"] = _calls(tournament, place.table, place.match, captains)
        row["score"] = points.brief(game.sheet.ledger["after"]) if game else ""
    return row


def address_of(request: DeskRequest, token: str) -> str:
    """The address a phone opens: under the site's public address, where it is known."""
    path = reverse("scoring:link", args=[token])
    return own_address(request, path)


def reachable(request: DeskRequest) -> bool:
    """Whether other devices can open the links made here: "localhost" is each device's own name for itself."""
    host = urlsplit(settings.PUBLIC_URL or request.build_absolute_uri("/")).hostname
    return host not in HERE_ONLY


@organiser_page
def print_links(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the links that work now, as cards to print; by a tap new ones for all tables, or for some."""
    if request.method != "POST":
        return _cards(request, tournament, table_links_again(actor=request.user, tournament=tournament))
    chosen = list(tables_of(tournament))
    if named := request.POST.get("only", ""):
        wanted = {number_of(number, 5) for number in named.split(",")}
        chosen = [table for table in chosen if table.number in wanted]
    return _shown(request, tournament, chosen)


@organiser_page
def link(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For organisers: the link of one table, or a new one, large on the screen, to be scanned from it or printed.

    With `for` "match" or "round" it reaches only the match that is there now, or its round.
    """
    table = table_for(tournament, number)
    if request.method != "POST":
        again = table_links_again(actor=request.user, tournament=tournament)
        return _cards(request, tournament, [shown for shown in again if shown.link.table_id == table.pk])
    narrow: dict[str, Match | Round] = {}
    if (wanted := request.POST.get("for", "")) in ("match", "round"):
        match = match_at(table)
        if match is None:
            messages.error(request, _("No match is at this table now."))
            return redirect("desk:tables", tournament.slug)
        narrow = {wanted: match if wanted == "match" else match.round}
    return _shown(request, tournament, [table], **narrow)


def _shown(request: DeskRequest, tournament: Tournament, chosen: Sequence[Table], **narrow: Any) -> HttpResponse:
    try:
        issued = issue_table_links(
            actor=request.user, tournament=tournament, tables=chosen, key=request.POST.get("key", ""),
            hours=number_of(request.POST.get("hours", ""), 5) or LINK_HOURS, **narrow,
        )  # fmt: skip
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("desk:tables", tournament.slug)
    return _cards(request, tournament, issued)


def _cards(request: DeskRequest, tournament: Tournament, issued: Sequence[IssuedLink]) -> HttpResponse:
    """The page with these links; back to the tables where there are none."""
    if not issued:
        messages.info(request, _("There is no link that could be shown again. Make new ones."))
        return redirect("desk:tables", tournament.slug)
    cards = []
    for shown in issued:
        address, round_ = address_of(request, shown.token), shown.link.round
        only = title_in(round_.stage, round_.name) if round_ else ""
        cards.append({"link": shown.link, "address": address, "picture": qr.picture(address), "round": only})
    # On paper, should a phone have to give the event back to an empty site (scoring/kept_event.py).
    code = site_key.own().code if settings.PHONES_KEEP else ""
    until = min(shown.link.expires_at for shown in issued)
    context = {"cards": cards, "reachable": reachable(request), "until": until, "code": code}
    trail = (crumb(tournament, "tables"), (_("Links"), ""))
    return secret(desk_page(request, tournament, "desk/links.html", context, tab="tables", trail=trail))


@require_POST
@organiser_page
def revoke(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For organisers: the link of a table opens nothing any more."""
    table = table_for(tournament, number)
    with saying_why_not(request):
        revoke_table_link(actor=request.user, table=table)
        messages.success(request, _("The link of table %(number)s opens nothing any more.") % {"number": table.number})
    return redirect(reverse("desk:tables", args=[tournament.slug]) + f"#table-{number}")


@require_POST
@organiser_page
def new_pin(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For organisers: another PIN for further phones at a table; a link that was locked by wrong ones opens again."""
    table = table_for(tournament, number)
    with saying_why_not(request):
        renew_table_pin(actor=request.user, table=table)
        messages.success(request, _("Table %(number)s has a new PIN.") % {"number": table.number})
    return redirect(reverse("desk:tables", args=[tournament.slug]) + f"#table-{number}")


@require_POST
@organiser_page
def call(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: matches that wait for a table go to the tables that are free."""
    with saying_why_not(request):
        called = assign_tables(actor=request.user, tournament=tournament)
        if called:
            message = ngettext(
                "%(count)s match is called to its table.",
                "%(count)s matches are called to their tables.",
                len(called),
            )
            messages.success(request, message % {"count": len(called)})
        else:
            messages.info(request, _("No table is free, or no match is waiting."))
    return redirect("desk:tables", tournament.slug)
