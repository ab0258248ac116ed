"""Paper for the evening: what can be printed, and what has no other page: scoresheets, signs, certificates."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from engine.games import traits
from thunee_tournaments.brackets.models import PLAYERS, Match
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, REFEREES, DeskRequest, page_for
from thunee_tournaments.desk.pages import Trail, desk_page, number_of
from thunee_tournaments.desk.words import preset_title
from thunee_tournaments.fundraising.sponsors import sponsors_of
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation import qr
from thunee_tournaments.presentation.paper_sheets import blank, grid_of, seat_sides, sheet_for
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import tables_of, with_tables
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

MOST_COPIES, FIRST_COPIES = 60, 4
HONOURED = 3  # places that get a certificate


@dataclass(frozen=True)
class Printable:
    """Something that can be printed: what it is called, what it is for, where it is."""

    label: str
    says: str
    href: str


@dataclass(frozen=True)
class Certificate:
    """Who is honoured for which place."""

    place: str
    team: str
    players: list[str]


@require_safe
@page_for(ANYBODY)
def paper(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For everybody with a role: what can be printed for the evening, in the order in which it is needed."""
    printables = [row for row, roles in _printables(tournament) if request.roles & roles]
    context = {"printables": printables}
    return desk_page(request, tournament, "desk/paper.html", context, tab="overview", trail=_trail(tournament))


def _printables(tournament: Tournament) -> Iterator[tuple[Printable, frozenset[str]]]:
    """What can be printed now, and for whom."""

    def at(page: str) -> str:
        return reverse(page, args=[tournament.slug])

    drawn = tournament.status != Tournament.Status.DRAFT
    if not drawn:
        yield Printable(_("Door list"), _("Every team by name, to tick off who is here."), at("desk:door")), ANYBODY
    yield (
        Printable(
            _("Table signs"), _("Each table's number, large, with the code of the event's page."), at("desk:signs")
        ),
        ANYBODY,
    )
    if drawn:
        says = _("Cards that a scorekeeper's phone scans.")
        yield Printable(_("Links of the tables"), says, at("desk:tables")), ORGANISERS
        yield Printable(_("The bracket"), _("The whole draw, for the wall."), at("public:bracket")), ANYBODY
    says = _("For when every phone is flat: one for each match that can be played, or blank ones.")
    yield Printable(_("Scoresheets"), says, at("desk:paper_sheets")), ANYBODY
    if drawn and policies.read(tournament.policies).with_pins:
        yield Printable(_("Slips to sign with"), _("Each team's PIN."), at("desk:pins")), REFEREES
    if drawn:
        says = _("For the champion, the second and the third.")
        yield Printable(_("Certificates"), says, at("desk:certificates")), ANYBODY


@require_safe
@page_for(ANYBODY)
def paper_sheets(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For everybody with a role: scoresheets to print, one for each match that can be played, or blank ones."""
    wanted = number_of(request.GET.get("copies", ""), 3)
    copies = None if wanted is None else max(1, min(wanted, MOST_COPIES))
    sheets = [] if copies else [sheet_for(match) for match in _playable(tournament)]
    context = {
        "named": bool(sheets),
        "asked": copies is not None,
        "sheets": sheets or [blank(tournament)] * (copies or FIRST_COPIES),
        "copies": copies or FIRST_COPIES,
        "most": MOST_COPIES,
        "grid": grid_of(tournament),
        "seat_sides": seat_sides(tournament),
        "rules": preset_title(tournament.preset),
    }
    trail = _trail(tournament, _("Scoresheets"))
    return desk_page(request, tournament, "desk/paper_sheets.html", context, tab="overview", trail=trail)


def _playable(tournament: Tournament) -> list[Match]:
    """The matches that wait at their tables, are played, or wait for a table."""
    matches = with_tables(matches_of(tournament)).prefetch_related(PLAYERS)
    return list(matches.filter(state__in=[Match.State.READY, Match.State.PLAYING]))


@require_safe
@page_for(ANYBODY)
def signs(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For everybody with a role: a sign for each table, with its number and the code of the event's page."""
    path = reverse("public:tournament", args=[tournament.slug])
    address = own_address(request, path)
    named = {sponsor.table: sponsor for sponsor in sponsors_of(tournament) if sponsor.table is not None}
    tables = [(table, named.get(table.number)) for table in tables_of(tournament)]
    context = {"tables": tables, "address": address, "picture": qr.picture(address)}
    trail = _trail(tournament, _("Table signs"))
    return desk_page(request, tournament, "desk/signs.html", context, tab="overview", trail=trail)


@require_safe
@page_for(ANYBODY)
def certificates(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For everybody with a role: a certificate for each of the first three, once there is a champion."""
    honoured = _honoured(tournament)
    trail = _trail(tournament, _("Certificates"))
    context = {"honoured": honoured, "balls": traits(tournament.game).balls}
    return desk_page(request, tournament, "desk/certificates.html", context, tab="overview", trail=trail)


def _honoured(tournament: Tournament) -> list[Certificate]:
    words = {1: _("Champion"), 2: pgettext("place", "Second"), 3: pgettext("place", "Third")}
    rows = [row for row in snapshots.read(tournament).data["rows"] if row["place"] <= HONOURED]
    if not any(row["champion"] for row in rows):
        return []
    teams = {team.public_id: team for team in tournament.teams.prefetch_related("players")}
    return [
        Certificate(words[row["place"]], row["name"], [player.name for player in teams[row["team"]].roster])
        for row in rows
        if row["team"] in teams
    ]


def _trail(tournament: Tournament, title: str = "") -> Trail:
    there = reverse("desk:paper", args=[tournament.slug])
    return ((_("Paper"), there if title else ""), *([(title, "")] if title else []))
