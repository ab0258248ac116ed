from django.apps import AppConfig


class PresentationConfig(AppConfig):
    name = "thunee_tournaments.presentation"
    label = "presentation"
