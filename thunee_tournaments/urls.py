"""Every address of the site, by audience."""

from django.contrib.auth import views as accounts
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import cache_control

from thunee_tournaments import signing_in
from thunee_tournaments.health import healthz
from thunee_tournaments.monitoring import metrics

# Passwords are typed there: nothing may be kept of these pages, on the way or in the browser.
unkept = cache_control(private=True, no_store=True)
handler500 = "thunee_tournaments.error_pages.server_error"
handler400 = "thunee_tournaments.error_pages.bad_request"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("accounts/login", unkept(signing_in.SignIn.as_view()), name="login"),
    path("accounts/logout", unkept(accounts.LogoutView.as_view()), name="logout"),
    path("accounts/password", unkept(signing_in.ChangePassword.as_view()), name="password_change"),
    path("accounts/password/done", unkept(accounts.PasswordChangeDoneView.as_view()), name="password_change_done"),
    # One line for each face: scoring, desk, api, then public, whose /<tournament>/ takes what is left.
    path("", include("thunee_tournaments.scoring.urls")),
    path("desk/", include("thunee_tournaments.desk.urls")),
    path("api/", include("thunee_tournaments.api.urls")),
    path("", include("thunee_tournaments.public.urls")),
]
