"""What anybody may see. `/<tournament>/` takes what no other address took, so this comes last in the site's list."""

from django.urls import path

from thunee_tournaments.public import home, preferences, styleguide

app_name = "public"
urlpatterns = [
    path("", home.home, name="home"),
    path("preferences", preferences.set_preferences, name="preferences"),
    path("styleguide", styleguide.styleguide, name="styleguide"),
    path("rules", home.home, name="rules"),
    path("sources", home.home, name="sources"),
]
