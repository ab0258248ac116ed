from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "thunee_tournaments.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"
