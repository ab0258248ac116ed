from django.apps import AppConfig


class RunningConfig(AppConfig):
    name = "thunee_tournaments.running"
    label = "running"
    default_auto_field = "django.db.models.BigAutoField"
