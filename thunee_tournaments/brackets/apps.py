from django.apps import AppConfig


class BracketsConfig(AppConfig):
    name = "thunee_tournaments.brackets"
    label = "brackets"
    default_auto_field = "django.db.models.BigAutoField"
