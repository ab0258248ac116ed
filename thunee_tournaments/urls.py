"""Every address of the site, by audience."""

from django.urls import URLPattern, URLResolver, include, path

from thunee_tournaments.health import healthz
from thunee_tournaments.monitoring import metrics
from thunee_tournaments.spare import newest, part

handler500 = "thunee_tournaments.error_pages.server_error"
handler429 = "thunee_tournaments.error_pages.too_often"  # allauth asks for it
handler400 = "thunee_tournaments.error_pages.bad_request"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("spare/", newest, name="spare"),
    path("spare/<slug:run>/<int:number>", part, name="spare_part"),
    # One line for each face: accounts, scoring, desk, api, then public, whose /<tournament>/ takes what is left.
    path("accounts/", include("thunee_tournaments.accounts.urls")),
    path("", include("thunee_tournaments.scoring.urls")),
    path("desk/", include("thunee_tournaments.desk.urls")),
    path("api/", include("thunee_tournaments.api.urls")),
    path("", include("thunee_tournaments.public.urls")),
]
