"""Every address of the site, by audience."""

from django.contrib.auth import views as accounts
from django.urls import URLPattern, URLResolver, include, path

from thunee_tournaments.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("accounts/login", accounts.LoginView.as_view(), name="login"),
    path("accounts/logout", accounts.LogoutView.as_view(), name="logout"),
    path("accounts/password", accounts.PasswordChangeView.as_view(), name="password_change"),
    path("accounts/password/done", accounts.PasswordChangeDoneView.as_view(), name="password_change_done"),
    # One line for each face: scoring, desk, api, then public, whose /<tournament>/ takes what is left.
    path("", include("thunee_tournaments.scoring.urls")),
    path("desk/", include("thunee_tournaments.desk.urls")),
    path("api/", include("thunee_tournaments.api.urls")),
    path("", include("thunee_tournaments.public.urls")),
]
