"""The organiser's desk. A tournament stands in the address by its slug; "new" can be none (tournaments.slugs)."""

from django.urls import path

import thunee_tournaments.addresses  # noqa: F401  (makes "opaque" known)
from thunee_tournaments.desk import (
    closing,
    correcting,
    drawing_up,
    home,
    match,
    overview,
    pasting,
    policies,
    rules,
    seating,
    seeding,
    tables,
    teams,
    walkovers,
)

app_name = "desk"
urlpatterns = [
    path("", home.home, name="home"),
    path("new", home.create, name="create"),
    path("<slug:slug>/", overview.overview, name="overview"),
    path("<slug:slug>/details", overview.details, name="details"),
    path("<slug:slug>/rules", rules.rules, name="rules"),
    path("<slug:slug>/rules/preset", rules.choose_preset, name="preset"),
    path("<slug:slug>/rules/take-back", rules.take_back, name="take_back"),
    path("<slug:slug>/rules/length", rules.match_length, name="length"),
    path("<slug:slug>/policies", policies.policies, name="policies"),
    path("<slug:slug>/teams", teams.teams, name="teams"),
    path("<slug:slug>/teams/paste", pasting.paste_teams, name="paste"),
    path("<slug:slug>/teams/<opaque:team_id>", teams.team, name="team"),
    path("<slug:slug>/teams/<opaque:team_id>/remove", teams.remove, name="remove_team"),
    path("<slug:slug>/seeding", seeding.seeding, name="seeding"),
    path("<slug:slug>/seeding/lot", seeding.draw_lot, name="seeding_lot"),
    path("<slug:slug>/draw", drawing_up.draw, name="draw"),
    path("<slug:slug>/draw/again", drawing_up.redraw, name="redraw"),
    path("<slug:slug>/draw/undo", drawing_up.undo, name="undo"),
    path("<slug:slug>/bracket", drawing_up.bracket, name="bracket"),
    path("<slug:slug>/tables", tables.tables, name="tables"),
    path("<slug:slug>/tables/links", tables.print_links, name="links"),
    path("<slug:slug>/tables/call", tables.call, name="call"),
    path("<slug:slug>/tables/<int:number>/link", tables.link, name="link"),
    path("<slug:slug>/tables/<int:number>/revoke", tables.revoke, name="revoke"),
    path("<slug:slug>/m/<opaque:match_id>", match.match, name="match"),
    path("<slug:slug>/m/<opaque:match_id>/seats", seating.seats, name="seats"),
    path("<slug:slug>/m/<opaque:match_id>/dealer", seating.dealer, name="dealer"),
    path("<slug:slug>/m/<opaque:match_id>/table", match.table, name="table"),
    path("<slug:slug>/m/<opaque:match_id>/walkover", walkovers.walkover, name="walkover"),
    path("<slug:slug>/m/<opaque:match_id>/<int:number>/<int:seq>/correct", correcting.correct, name="correct"),
    path("<slug:slug>/m/<opaque:match_id>/<int:number>/<int:seq>/void", correcting.void, name="void"),
    path("<slug:slug>/close", closing.close, name="close"),
    path("<slug:slug>/reopen", closing.reopen, name="reopen"),
]
