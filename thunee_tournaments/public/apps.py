from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "thunee_tournaments.public"
    label = "public"
    default_auto_field = "django.db.models.BigAutoField"
