"""Every address of the site, by audience."""

from django.urls import URLPattern, URLResolver, path

from thunee_tournaments.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    # One line for each face: scoring, desk, accounts, then public, whose /<tournament>/ takes what is left.
]
