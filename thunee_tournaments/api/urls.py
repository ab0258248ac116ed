"""The API's addresses, all below `/api/`. What is none of them is answered in the API's own way, too."""

from django.urls import path, re_path

import thunee_tournaments.addresses  # noqa: F401  (makes "opaque" known)
from thunee_tournaments.api import adjudicate, bundles, desk, evening, events, index, law, schema, scores
from thunee_tournaments.api.views import Elsewhere

app_name = "api"
urlpatterns = [
    path("v1/", index.Index.as_view(), name="index"),
    path("v1/schema", schema.Schema.as_view(), name="schema"),
    path("v1/tournaments/", events.Tournaments.as_view(), name="tournaments"),
    path("v1/tournaments/<opaque:slug>/", events.OneTournament.as_view(), name="tournament"),
    path("v1/tournaments/<opaque:slug>/matches/", events.Matches.as_view(), name="matches"),
    path("v1/tournaments/<opaque:slug>/matches/<opaque:public_id>/", events.OneMatch.as_view(), name="match"),
    path("v1/tournaments/<opaque:slug>/standings/", events.Standings.as_view(), name="standings"),
    path("v1/tournaments/<opaque:slug>/teams/", events.Teams.as_view(), name="teams"),
    path("v1/tournaments/<opaque:slug>/prizes/", evening.Prizes.as_view(), name="prizes"),
    path("v1/tournaments/<opaque:slug>/schedule/", evening.Schedule.as_view(), name="schedule"),
    path("v1/tournaments/<opaque:slug>/raised/", evening.RaisedMoney.as_view(), name="raised"),
    path("v1/rules/", law.Rules.as_view(), name="rules"),
    path("v1/rules/<opaque:id>/", law.OneRule.as_view(), name="rule"),
    path("v1/presets/", law.Presets.as_view(), name="presets"),
    path("v1/bundles/<opaque:public_id>/", bundles.Bundles.as_view(), name="bundle"),
    path("v1/desk/<opaque:slug>/", desk.Desk.as_view(), name="desk"),
    path("v1/desk/<opaque:slug>/hands/", scores.Hands.as_view(), name="write_hand"),
    path("v1/desk/<opaque:slug>/corrections/", scores.Corrections.as_view(), name="correct_hand"),
    path("v1/desk/<opaque:slug>/signatures/", scores.Signatures.as_view(), name="sign_game"),
    path("v1/desk/<opaque:slug>/teams/", desk.Entries.as_view(), name="enter_team"),
    path("v1/desk/<opaque:slug>/teams/changes/", desk.Changes.as_view(), name="change_team"),
    path("v1/desk/<opaque:slug>/teams/removals/", desk.Removals.as_view(), name="remove_team"),
    path("v1/desk/<opaque:slug>/teams/check-ins/", desk.CheckIns.as_view(), name="check_in"),
    path("v1/desk/<opaque:slug>/draw/", desk.Draws.as_view(), name="draw"),
    path("v1/desk/<opaque:slug>/rounds/", desk.Rounds.as_view(), name="pair_round"),
    path("v1/desk/<opaque:slug>/stages/", desk.Stages.as_view(), name="draw_stage"),
    path("v1/desk/<opaque:slug>/calls/", desk.Calls.as_view(), name="call_match"),
    path("v1/desk/<opaque:slug>/walkovers/", desk.Walkovers.as_view(), name="award_walkover"),
    path("v1/adjudicate/", adjudicate.Adjudicate.as_view(), name="adjudicate"),
    re_path("", Elsewhere.as_view(), name="elsewhere"),
]
