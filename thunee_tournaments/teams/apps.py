from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "thunee_tournaments.teams"
    label = "teams"
    default_auto_field = "django.db.models.BigAutoField"
