from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "thunee_tournaments.tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
