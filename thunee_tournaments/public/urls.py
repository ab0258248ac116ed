"""What anybody may see. `/<tournament>/` takes what no other address took, so this comes last in the site's list."""

from django.urls import path

import thunee_tournaments.addresses  # noqa: F401  (makes "opaque" known)
from thunee_tournaments.public import (
    clock,
    draws,
    event_rules,
    events,
    examples,
    hall,
    home,
    matches,
    pictures,
    preferences,
    prizes,
    rules,
    schedule,
    sign_up,
    styleguide,
    team,
    texts,
    viewer,
)

app_name = "public"
urlpatterns = [
    path("", home.home, name="home"),
    path("preferences", preferences.set_preferences, name="preferences"),
    path("styleguide", styleguide.styleguide, name="styleguide"),
    path("rules", rules.catalogue, name="rules"),
    path("rules/presets", rules.presets, name="presets"),
    path("rules/<str:name>", rules.rule_or_group, name="rule"),
    path("rules/<str:name>/example", examples.example, name="example"),
    path("sources", rules.sources, name="sources"),
    path("<slug:slug>/", events.overview, name="tournament"),
    path("<slug:slug>/register", sign_up.register, name="register"),
    path("<slug:slug>/register/<opaque:token>", sign_up.captain, name="sign_up"),
    path("<slug:slug>/bracket", events.bracket, name="bracket"),
    path("<slug:slug>/standings", events.standings, name="standings"),
    path("<slug:slug>/teams", events.teams, name="teams"),
    path("<slug:slug>/team/<opaque:public_id>", team.team, name="team"),
    path("<slug:slug>/team/<opaque:public_id>/now", team.my_team, name="my_team"),
    path("<slug:slug>/team/<opaque:public_id>/calendar.ics", schedule.team_calendar, name="team_calendar"),
    path("<slug:slug>/m/<opaque:public_id>", matches.match, name="match"),
    path("<slug:slug>/m/<opaque:public_id>.thn", texts.match_hands, name="match_hands"),
    path("<slug:slug>/hands.thn", texts.all_hands, name="all_hands"),
    path("<slug:slug>/m/<opaque:public_id>/picture.png", pictures.match_picture, name="match_picture"),
    path("<slug:slug>/picture.png", pictures.tournament_picture, name="tournament_picture"),
    path("<slug:slug>/draws", draws.draws, name="draws"),
    path("<slug:slug>/hall", hall.hall, name="hall"),
    path("<slug:slug>/prizes", prizes.prizes, name="prizes"),
    path("<slug:slug>/clock", clock.clock, name="clock"),
    path("<slug:slug>/schedule", schedule.schedule, name="schedule"),
    path("<slug:slug>/calendar.ics", schedule.calendar, name="calendar"),
    path("<slug:slug>/m/<opaque:public_id>/hand/<int:number>-<int:seq>", viewer.hand, name="hand"),
    path("<slug:slug>/rules", event_rules.event_rules, name="event_rules"),
]
